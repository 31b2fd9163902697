/* Pictures from and to files, as they are compared.
 *
 * Pixels are 0x00RRGGBB (the top byte means nothing), rows from top to bottom without gaps. */
#ifndef TOOLS_COMPARE_PICTURE_H
#define TOOLS_COMPARE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct picture {
    uint32_t *pixels; /* free() */
    int width, height;
};

/* False when the file is no PNG that can be read; there is nothing to free then. */
bool picture_read(struct picture *picture, const char *path);

/* Makes a black picture. Returns false if out of memory. */
bool picture_create(struct picture *picture, int width, int height);
void picture_free(struct picture *picture);

/* Writes DIRECTORY/NAME_KIND.png, NAME cut at its first dot. Prints errors on stderr. */
void picture_write(const struct picture *picture, const char *directory, const char *name,
                   const char *kind);

/* Fills `map` (same size) with a difference map: `ours` in grey where every channel differs by at
 * most `within`, else red, brighter for a larger difference. */
void picture_difference(const struct picture *ours, const struct picture *reference, int within,
                        struct picture *map);

#endif
