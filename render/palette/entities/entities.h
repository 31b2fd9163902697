/* Entities that are not brush models: alias models, sprites, particles, the view weapon.
 *
 * entities_prepare runs once, on one thread, concurrently with world_collect if wanted (transform,
 * light, project, choose pose and skin); entities_draw_band draws the part inside rows [row0, row1)
 * with z test, in scene order, and may run for different bands on different threads. */
#ifndef RENDER_PALETTE_ENTITIES_ENTITIES_H
#define RENDER_PALETTE_ENTITIES_ENTITIES_H

#include "formats/base/error.h"
#include "render/look.h"
#include "render/palette/surfaces/surfaces.h"
#include "render/palette/world/world.h"

struct entities;

/* colormap: borrowed, COLORMAP_BYTES. */
struct entities *entities_create(const uint8_t *colormap, enum render_look look);
/* The colours behind the colormap's numbers, PALETTE_BYTES, borrowed: without them tinted entities
 * are drawn like others. */
void entities_set_palette(struct entities *entities, const uint8_t *palette);
void entities_destroy(struct entities *entities);

/* 0 or FORMAT_MEMORY. world: after world_begin (for needs_pvs), or NULL. */
int entities_prepare(struct entities *entities, const struct palette_scene *scene,
                     const struct view *view, const struct world *world) MUST_CHECK;
/* Draws the opaque ones. */
void entities_draw_band(const struct entities *entities, const struct surfaces_target *target,
                        int row0, int row1);

/* Translucent entities, numbered from 0 in drawing order: after everything opaque, interleaved with
 * translucent surfaces. entities_place runs once per frame on one thread after surfaces_prepare. It
 * sorts them by the world's order (world NULL: by distance alone) and sets their ranks: surfaces of
 * a lower rank are drawn before the entity. Returns 0 or FORMAT_MEMORY. */
int entities_place(struct entities *entities, const struct world *world,
                   struct surfaces *surfaces) MUST_CHECK;
uint32_t entities_num_translucent(const struct entities *entities);
uint32_t entities_rank(const struct entities *entities, uint32_t number);
/* Draws the nearest surface of the entity, mixed with the target's pixels; z is not changed. */
void entities_draw_translucent(const struct entities *entities, uint32_t number,
                               const struct kernels *kernels, const struct surfaces *surfaces,
                               const struct surfaces_target *target, int row0, int row1);

#endif
