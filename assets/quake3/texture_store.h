/* Textures of the game's pictures, each loaded once and kept by name and by how it is sampled.
 *
 * A name without an ending, or whose file is not there or damaged, is looked for as .tga, .jpg,
 * .jpeg, .png, .pcx and .bmp, each over the whole game before the next. A texture is a pure
 * function of the game's files, its name and flags. Not thread-safe. */
#ifndef ASSETS_QUAKE3_TEXTURE_STORE_H
#define ASSETS_QUAKE3_TEXTURE_STORE_H

#include <stddef.h>

#include "assets/files.h"
#include "assets/quake3/builtin_textures.h"
#include "assets/texture.h"

enum { PICTURE_CLAMP = 1, PICTURE_NO_MIPMAPS = 2 };
enum { PICTURE_MAX_SIDE = 4096 }; /* larger ones are refused */

struct texture_store;

/* threads: that unpack at once, the caller's among them. Returns NULL if out of memory. */
struct texture_store *texture_store_create(struct files *files, int threads);
void texture_store_destroy(struct texture_store *store);

/* FORMAT_MISSING: there is no such picture; FORMAT_BAD: none that can be read, which was told.
 * Names that begin with '*' are the built-in ones'. */
int texture_store_get(struct texture_store *store, const char *name, unsigned flags,
                      const struct texture **texture) MUST_CHECK;

/* Whether a file is there by that name. */
bool texture_store_has(struct texture_store *store, const char *name);

const struct texture *texture_store_builtin(const struct texture_store *store,
                                            enum q3_builtin_texture which);

/* Pictures that will be asked for, in any order, some perhaps twice. */
struct texture_requests { /* start from {0} */
    struct texture_request *requests;
    size_t count, capacity;
};
int texture_requests_add(struct texture_requests *requests, const char *name,
                         unsigned flags) MUST_CHECK;
void texture_requests_free(struct texture_requests *requests);
/* Loads them on several threads. Nothing but time depends on it. */
int texture_store_load(struct texture_store *store,
                       const struct texture_requests *requests) MUST_CHECK;

/* What all of them take. */
size_t texture_store_bytes(const struct texture_store *store);

#endif
