/* QuakeWorld's info strings: "\name\someone\team\red". */
#ifndef ENGINE_QUAKEWORLD_QW_USERINFO_H
#define ENGINE_QUAKEWORLD_QW_USERINFO_H

#include <stdint.h>

/* The value of a key, not terminated, inside info; NULL with *length 0 when it is not there. The
 * first of several counts. */
const char *qw_userinfo_find(const char *info, const char *key, uint32_t *length);

/* A value as a number, 0 without one. */
int32_t qw_userinfo_number(const char *info, const char *key);

#endif
