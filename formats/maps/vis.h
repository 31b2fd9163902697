/* Visibility patches ("maps/x.vis"): recomputed visibility data of a map, which includes what is
 * visible through transparent liquids.
 *
 * The file is a sequence of records, one per map: its name ("start.bsp", 32 bytes), the size of the
 * rest of the record, size of the visibility data, the data, size of the leafs, the leafs as in
 * version 29 maps (28 bytes each). All sizes are 32 bits. First written by VisPatch 1.4 by Andy
 * Bay; read the same way by QuakeSpasm ("external_vis"). */
#ifndef FORMATS_MAPS_VIS_H
#define FORMATS_MAPS_VIS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* A map's record, inside the file's data. */
struct vis_patch {
    const uint8_t *visibility;
    size_t visibility_size;
    const uint8_t *leafs;
    size_t num_leafs;
    size_t leafs_offset; /* in the file, for messages */
};

enum { VIS_LEAF_SIZE = 28 };

/* The first record for a map, by the name of its file without folders (case does not count).
 * FORMAT_MISSING when there is none, FORMAT_BAD or FORMAT_TRUNCATED when it or one before it is
 * damaged. */
int vis_find(struct vis_patch *patch, const uint8_t *data, size_t size, const char *map,
             struct format_error *err) MUST_CHECK;

#endif
