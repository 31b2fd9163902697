/* What places of a level are called: from a .loc file, as QuakeWorld's players keep them for their
 * team messages, or from the things that lie about in the level.
 *
 * A .loc file has a line a place: three whole numbers, its coordinates in eighths of a unit, and
 * the rest of the line, its name. "$loc_name_ra" in a name stands for "ra", "$loc_name_separator"
 * for "-". A blank line, one that begins with "//" or '#', and one without three numbers say
 * nothing. (As the QuakeWorld clients of today read and write them.) */
#ifndef FORMATS_MAPS_LOC_FILE_H
#define FORMATS_MAPS_LOC_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { LOC_NAME_BYTES = 24, LOC_FILE_ENTRIES_MAX = 1 << 14 };

struct loc_entry {
    float origin[3];
    char name[LOC_NAME_BYTES]; /* terminated; longer ones are cut */
};

struct loc_file { /* start from {0} */
    struct loc_entry *list;
    uint32_t count;
    size_t capacity;
};

void loc_file_free(struct loc_file *places);

/* Both add to what is there. 0 or FORMAT_MEMORY; no text is wrong. */
int loc_file_add_text(struct loc_file *places, const uint8_t *data, size_t size) MUST_CHECK;
/* entities: a map's entities text. Armour, weapons from the super shotgun on, powerups and
 * megahealths by the short names players have for them. */
int loc_file_add_entities(struct loc_file *places, const char *entities) MUST_CHECK;

/* The name of the nearest, the first of equals; "" = there are none. */
const char *loc_file_nearest(const struct loc_file *places, const float origin[3]);

#endif
