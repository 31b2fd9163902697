#include "engine/quake/overlay/quake_bodies.h"

#include <math.h>
#include <string.h>

#define HEAD 24.0f /* above the origin */

bool quake_bodies_are_wanted(const struct quake_build *b)
{
    return scene_options_have_hud(b->options) && b->options->hud.names;
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
    *body = (struct hud_body){.slot = slot, .yaw = isfinite(yaw) ? yaw : 0.0f};
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
