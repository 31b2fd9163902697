/* Names that mean the same player, as a user lists them in a text file:
 *
 *     # comment
 *     Milton = milton[com] "the milton" Mil
 *
 * A line: the name that counts, "=", aliases. A name with spaces, "=", "#" or quotes stands in
 * double quotes, in which \" and \\ are those characters. Names are compared with capitals as plain
 * ASCII, as statistics have them. */
#ifndef ENGINE_STATS_STATS_ALIASES_H
#define ENGINE_STATS_STATS_ALIASES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/events/game_event.h"
#include "formats/base/error.h"

struct stats_alias {
    char alias[GAME_NAME], name[GAME_NAME];
    size_t offset; /* in the file */
};

struct stats_aliases {         /* start from {0}; free with stats_aliases_free */
    struct stats_alias *items; /* by alias */
    size_t count, room;
};

enum { STATS_ALIASES_MOST = 1 << 16 };

/* Reads the file's text. Returns 0, FORMAT_BAD or FORMAT_MEMORY; fills err with the byte offset. An
 * alias of two names is bad. */
int stats_aliases_read(struct stats_aliases *aliases, const uint8_t *data, size_t size,
                       struct format_error *err) MUST_CHECK;
void stats_aliases_free(struct stats_aliases *aliases);
/* The name that an alias stands for; a name of no line: itself. */
const char *stats_aliases_name(const struct stats_aliases *aliases, const char *name);

#endif
