/* Location names of a level: from a .loc file, which QuakeWorld clients use for team messages, or
 * from the map's items.
 *
 * A .loc file has one location a line: three integer coordinates in eighths of a unit, then the
 * name. "$loc_name_ra" in a name means "ra", "$loc_name_separator" means "-". Empty lines, lines
 * that begin with "//" or '#', and lines without three numbers are ignored. Source: the files of
 * current QuakeWorld clients. */
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

/* Both append locations. Return 0 or FORMAT_MEMORY; invalid text is ignored. */
int loc_file_add_text(struct loc_file *places, const uint8_t *data, size_t size) MUST_CHECK;
/* entities: a map's entity text, terminated. Adds Quake's armour, weapons from the super shotgun
 * up, powerups and megahealths under the short names that players use, and Quake III's
 * target_location entities under their messages. */
int loc_file_add_entities(struct loc_file *places, const char *entities) MUST_CHECK;

/* The name of the location nearest to origin, the first of equals; "" = no locations. Borrowed;
 * valid until the next add or free. */
const char *loc_file_nearest(const struct loc_file *places, const float origin[3]);

#endif
