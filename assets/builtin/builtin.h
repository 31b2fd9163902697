/* The pack that ships inside the program: palette, colormap, console font, gfx.wad, and the
 * built-in demos' maps and models, as one PAK file. tools/mkbuiltin makes it, and the
 * C source that defines these. */
#ifndef ASSETS_BUILTIN_BUILTIN_H
#define ASSETS_BUILTIN_BUILTIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const unsigned char builtin_pak[];
extern const size_t builtin_pak_size;

/* The bytes of one of its files. Their names are in lower case. */
bool builtin_find(const char *name, const uint8_t **data, size_t *size);

#endif
