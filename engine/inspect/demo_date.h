/* Dates that demos tell, as "2024-06-16 17:19:39": they sort as texts. Times are as the demo has
 * them, mostly the server's; its zone is dropped. */
#ifndef ENGINE_INSPECT_DEMO_DATE_H
#define ENGINE_INSPECT_DEMO_DATE_H

#include <stdbool.h>
#include <stdint.h>

enum { DEMO_DATE = 20 /* bytes of a date with its NUL */ };

/* Reads "2024-06-16 17:19:39 UTC" or "Sun Jan 16, 20:00:56 2005", as KTX and its forerunners print
 * it; the time may be missing. False: there is no date; *date is unchanged. */
bool demo_date_read(char date[DEMO_DATE], const char *text);

/* The date of so many seconds since 1970, UTC. False: it is not in the years 1996 to 9999. */
bool demo_date_of_seconds(char date[DEMO_DATE], int64_t seconds);

#endif
