#include "engine/quake/overlay/quake_bodies.h"

#include <math.h>
#include <string.h>

#include "assets/quake/overview_store.h"

#define HEAD 24.0f /* above the origin */

bool quake_bodies_are_wanted(const struct quake_build *b)
{
    return scene_options_have_hud(b->options) && (b->options->hud.names || b->options->hud.radar);
}

/* The lower rows of the palette go from dark to bright, the others back. */
void quake_bodies_color(const struct quake_data *data, uint32_t trousers, float color[3])
{
    const uint32_t row = trousers & 15, index = row * 16 + (row < 8 ? 12 : 3);
    for (uint32_t i = 0; i < 3; i++) {
        color[i] = (float)data->palette[3 * index + i] / 255.0f;
    }
}

struct hud_map quake_bodies_map(const struct quake_build *b)
{
    const struct scene_options *options = b->options;
    const struct model *world = b->scene->world;
    struct hud_map map = {.side = 0};
    if (!options->hud.radar || world == NULL || world->missing) {
        return map;
    }
    const struct overview *view = overview_store_get(
        b->data->overviews, world, hud_options_radar_side(options->width, options->height));
    if (view != NULL) {
        map = (struct hud_map){&view->picture, view->map.side, view->map.left, view->map.top,
                               view->map.unit};
    }
    return map;
}

void quake_bodies_add(struct quake_build *b, uint32_t slot, const float origin[3], float yaw)
{
    if (b->num_bodies == HUD_BODIES || !quake_bodies_are_wanted(b)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (!isfinite(origin[i])) {
            return;
        }
    }
    struct hud_body *body = &b->bodies[b->num_bodies++];
    *body = (struct hud_body){.slot = slot, .yaw = fabsf(yaw) <= 3600.0f ? yaw : 0.0f};
    memcpy(body->origin, origin, sizeof body->origin);
}

static bool is_clear(const struct model *world, const float from[3], const float to[3])
{
    return bsp_trace(world->bsp, world->submodel, from, to, 0.0f, CONTENTS_BIT(CONTENTS_SOLID)) >=
           1.0f;
}

void quake_bodies_hide(struct quake_build *b)
{
    const struct model *world = b->scene->world;
    const float *eye = b->whole->camera.origin;
    const bool walls = world != NULL && world->kind == MODEL_BRUSH && !world->missing;
    for (size_t i = 0; i < b->num_bodies && walls && b->options->hud.names; i++) {
        struct hud_body *body = &b->bodies[i];
        const float head[3] = {body->origin[0], body->origin[1], body->origin[2] + HEAD};
        body->hidden = !is_clear(world, eye, head) && !is_clear(world, eye, body->origin);
    }
}
