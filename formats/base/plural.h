/* One of a thing, or any other number of it, as English has it. */
#ifndef FORMATS_BASE_PLURAL_H
#define FORMATS_BASE_PLURAL_H

#include <stdint.h>

static inline const char *plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* What words that end so take: "" or "s". */
static inline const char *plural_s(uint64_t count)
{
    return plural(count, "", "s");
}

#endif
