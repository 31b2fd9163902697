/* The packs that ship inside the program: of Quake's kind (palette, colormap, console font,
 * gfx.wad, the built-in demos' maps and models) as one PAK file, of Quake III's kind as one pk3.
 * tools/mkbuiltin makes them, and the C source that defines these. */
#ifndef ASSETS_BUILTIN_BUILTIN_H
#define ASSETS_BUILTIN_BUILTIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const unsigned char builtin_pak[];
extern const size_t builtin_pak_size;
extern const unsigned char builtin_pk3[];
extern const size_t builtin_pk3_size;

/* The bytes of one of the PAK's files. Their names are in lower case. */
bool builtin_find(const char *name, const uint8_t **data, size_t *size);

#endif
