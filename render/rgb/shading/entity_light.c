#include "render/rgb/shading/entity_light.h"

#include <math.h>
#include <string.h>

#include "formats/base/vec.h"

static const float EVERYWHERE = 150.0f; /* where there is no grid, both ambient and directed */
static const float AMBIENT_MIN = 32.0f;
static const float AMBIENT_MAX = 255.0f, AMBIENT_MAX_HALVED = 127.0f; /* the original's byte */
static const float DISTANCE_MIN = 16.0f;
static const float AT_RADIUS = 16.0f; /* what a white light of one unit's strength adds there */

static struct q3_light light_at(const struct q3_level *level, const struct q3_waves *waves,
                                const float place[3], float identity)
{
    const float everywhere = EVERYWHERE * identity;
    struct q3_light light;
    if (level != NULL && q3_bsp_light(&level->bsp, waves, place, &light)) {
        return light;
    }
    light = (struct q3_light){.ambient = {everywhere, everywhere, everywhere},
                              .directed = {everywhere, everywhere, everywhere},
                              .direction = {0.45f, 0.3f, 0.9f}};
    if (level != NULL) {
        memcpy(light.direction, level->sun, sizeof(light.direction));
    }
    vec_normalize(light.direction);
    return light;
}

/* Adds a dynamic light: however far it is, and its direction by its strength. */
static void add_dlight(struct q3_light *light, float direction[3], const struct rgb_dlight *dlight,
                       const float place[3])
{
    float way[3];
    for (int i = 0; i < 3; i++) {
        way[i] = dlight->origin[i] - place[i];
    }
    const float length = vec_normalize(way);
    const float distance = length > DISTANCE_MIN ? length : DISTANCE_MIN;
    const float strength = AT_RADIUS * (dlight->radius * dlight->radius) / (distance * distance);
    for (int i = 0; i < 3; i++) {
        light->directed[i] += strength * dlight->color[i];
        direction[i] += strength * way[i];
    }
}

void rgb_light_entity(struct rgb_entity_light *out, const struct q3_level *level,
                      const struct q3_waves *waves, const float place[3],
                      const struct rgb_dlight *dlights, size_t num_dlights, const float axis[3][3],
                      bool overbright)
{
    const float identity = overbright ? 0.5f : 1.0f;
    const float most = overbright ? AMBIENT_MAX_HALVED : AMBIENT_MAX;
    struct q3_light light = light_at(level, waves, place, identity);
    const float strength = vec_length(light.directed);
    float direction[3];
    for (int i = 0; i < 3; i++) {
        direction[i] = strength * light.direction[i];
    }
    for (size_t i = 0; i < num_dlights; i++) {
        add_dlight(&light, direction, &dlights[i], place);
    }
    vec_normalize(direction);
    for (int i = 0; i < 3; i++) {
        out->ambient[i] = fminf(light.ambient[i] + AMBIENT_MIN * identity, most);
        out->directed[i] = light.directed[i];
        out->direction[i] = vec_dot(direction, axis[i]); /* not made one long again */
    }
}
