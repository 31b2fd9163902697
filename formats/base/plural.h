/* English plurals in messages: singular for a count of 1. */
#ifndef FORMATS_BASE_PLURAL_H
#define FORMATS_BASE_PLURAL_H

#include <stdint.h>

static inline const char *plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* Plural ending for a count: "" or "s". */
static inline const char *plural_s(uint64_t count)
{
    return plural(count, "", "s");
}

#endif
