/* Makes materials of shaders' names. Private to this module. Not thread-safe.
 *
 * A definition is looked up by the name without extension. Without one the name is a texture's,
 * drawn by its lighting (material.h). A shader that the original cannot load (missing texture, more
 * than 8 stages, no stage) is the grey box; unknown keywords are skipped. */
#ifndef ASSETS_QUAKE3_MATERIAL_STORE_H
#define ASSETS_QUAKE3_MATERIAL_STORE_H

#include "assets/name_map.h"
#include "assets/quake3/material.h"
#include "assets/quake3/script_store.h"
#include "assets/quake3/texture_store.h"

struct material_store;

struct material_store *material_store_create(struct files *files, struct script_store *scripts,
                                             struct texture_store *textures);
void material_store_destroy(struct material_store *store);

/* The level's context of a shader name. */
struct material_place {
    const struct texture *const *lightmaps; /* textures of "$lightmap", by number */
    uint32_t num_lightmaps;
    /* The original loads a texture once, with the flags of its first use: flags (material_flags)
     * by exact spelling of the name. NULL: textures have the requested flags. */
    struct name_map *first_flags;
};

/* Material of an object outside levels, cached by name and lightmap. quietly: a missing texture is
 * logged by the first call without it. Returns NULL if out of memory. */
const struct material *material_store_get(struct material_store *store, const char *name,
                                          int32_t lightmap, bool quietly);

/* As above, for skins: the original keeps a shader's stages before the first one whose texture is
 * missing, possibly none. */
const struct material *material_store_get_rest(struct material_store *store, const char *name);

/* Adds a material, valid until the store is destroyed; the caller sets its rank. Returns NULL if
 * out of memory. */
struct material *material_store_make(struct material_store *store, const char *name,
                                     int32_t lightmap, const struct material_place *place);

/* Adds the textures that material_store_make would load to the requests, and sets first_flags. */
int material_store_request(struct material_store *store, const char *name, int32_t lightmap,
                           const struct material_place *place,
                           struct texture_requests *requests) MUST_CHECK;

/* The shader of a name: the script's, else an implicit one. */
int material_store_rules(struct material_store *store, const char *name, int32_t lightmap,
                         const struct q3_shader **rules) MUST_CHECK;

#endif
