/* Makes materials of shaders' names. Private to this module. Not thread-safe.
 *
 * A definition is looked up by the name without its ending. Where there is none the name is a
 * picture's, and what it is wanted for says how it is drawn. What the original could not make (a
 * missing picture, more than 8 stages, none at all) is its grey box; a keyword nobody knows is only
 * skipped. */
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

/* What a level adds to a shader's name. */
struct material_place {
    const struct texture *const *lightmaps; /* what "$lightmap" is, by number */
    uint32_t num_lightmaps;
    /* As the original loads a picture once, with the flags of whoever names it first: by their
     * exact spelling; NULL: pictures have the flags they are asked for with. Values are of
     * material_flags. */
    struct name_map *first_flags;
};

/* For things in no level, kept by name and lightmap. quietly: what is missing is told when it is
 * asked for without. Returns NULL if out of memory. */
const struct material *material_store_get(struct material_store *store, const char *name,
                                          int32_t lightmap, bool quietly);

/* The same for a skin, of which the original keeps what it has read of a shader up to a fault: the
 * stages before one whose picture is missing, or nothing to draw. */
const struct material *material_store_get_rest(struct material_store *store, const char *name);

/* A new one, which lives as long as the store; its rank is to be set. Returns NULL if out of
 * memory. */
struct material *material_store_make(struct material_store *store, const char *name,
                                     int32_t lightmap, const struct material_place *place);

/* Notes the pictures of what material_store_make would make, and sets first_flags. */
int material_store_request(struct material_store *store, const char *name, int32_t lightmap,
                           const struct material_place *place,
                           struct texture_requests *requests) MUST_CHECK;

/* The rules of a name: the script's, else implicit ones. */
int material_store_rules(struct material_store *store, const char *name, int32_t lightmap,
                         const struct q3_shader **rules) MUST_CHECK;

#endif
