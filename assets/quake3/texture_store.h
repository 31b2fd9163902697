/* Textures of the game's image files, each loaded once and cached by name and flags.
 *
 * A name without an extension, or whose file is missing or damaged, is looked for as .tga, .jpg,
 * .jpeg, .png, .pcx and .bmp, each in the whole game before the next. A texture is a pure
 * function of the game's files, its name and flags. Not thread-safe. */
#ifndef ASSETS_QUAKE3_TEXTURE_STORE_H
#define ASSETS_QUAKE3_TEXTURE_STORE_H

#include <stddef.h>

#include "assets/files.h"
#include "assets/quake3/builtin_textures.h"
#include "assets/texture.h"

enum { PICTURE_CLAMP = 1, PICTURE_NO_MIPMAPS = 2 };
enum { PICTURE_MAX_SIDE = 4096 }; /* texels; larger images are rejected */

struct texture_store;

/* threads: for unpacking, including the caller's. Returns NULL if out of memory. */
struct texture_store *texture_store_create(struct files *files, int threads);
void texture_store_destroy(struct texture_store *store);

/* Returns 0, FORMAT_MISSING (no such image), FORMAT_BAD (none that can be read; logged) or
 * FORMAT_MEMORY. Names that begin with '*' are built in. */
int texture_store_get(struct texture_store *store, const char *name, unsigned flags,
                      const struct texture **texture) MUST_CHECK;

/* True if there is a file for the name. */
bool texture_store_has(struct texture_store *store, const char *name);

/* White, default or video. Never NULL. */
const struct texture *texture_store_builtin(const struct texture_store *store,
                                            enum q3_builtin_texture which);

/* A list of textures to load, in any order; duplicates are fine. */
struct texture_requests { /* start from {0} */
    struct texture_request *requests;
    size_t count, capacity;
};
int texture_requests_add(struct texture_requests *requests, const char *name,
                         unsigned flags) MUST_CHECK;
void texture_requests_free(struct texture_requests *requests);
/* Loads them on several threads. Changes only the time. Returns 0 or FORMAT_MEMORY. */
int texture_store_load(struct texture_store *store,
                       const struct texture_requests *requests) MUST_CHECK;

/* Memory used by all textures, bytes. */
size_t texture_store_bytes(const struct texture_store *store);

#endif
