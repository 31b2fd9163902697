#include "engine/quake3/effects/q3_shotgun.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/q3_state.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define RANGE 131072.0f
#define SPREAD (700.0f * 16.0f)

enum { SEEDED = 11, CPMA = 16, LIVE = 20, RING = 8 };

enum q3_shotgun q3_shotgun_of(const struct q3_state *state, const struct q3_game *game)
{
    const char *version = q3_gamestate_string(&state->gamestate, game->version);
    return game->live                          ? Q3_SHOTGUN_LIVE
           : strncmp(version, "cpma-", 5) == 0 ? Q3_SHOTGUN_CPMA
                                               : Q3_SHOTGUN_SEEDED;
}

/* The game's generator (Q_crandom), [-1, 1). */
static float next_of(uint32_t *seed)
{
    *seed = 69069u * *seed + 1u;
    return 2.0f * ((float)(*seed & 0xffff) / 65536.0f - 0.5f);
}

/* Offset of pellet i at the end of its ray, units right and up. */
static void find_offsets(enum q3_shotgun kind, uint32_t i, uint32_t *seed, float offset[2])
{
    static const float inner[12][2] = {
        {0.0f, 0.0341f},      {0.0307f, 0.0171f},   {0.0307f, -0.0171f}, {0.0f, -0.0341f},
        {-0.0307f, -0.0171f}, {-0.0307f, 0.0171f},  {0.0443f, 0.0546f},  {0.0716f, -0.0102f},
        {0.0239f, -0.0682f},  {-0.0511f, -0.0580f}, {-0.0716f, 0.0102f}, {-0.0273f, 0.0682f}};
    double angle = 0.0, radius = 0.0;
    if (kind == Q3_SHOTGUN_SEEDED) {
        offset[0] = next_of(seed) * SPREAD;
        offset[1] = next_of(seed) * SPREAD;
        return;
    }
    if (kind == Q3_SHOTGUN_LIVE && i < 12) {
        offset[0] = inner[i][0] * RANGE;
        offset[1] = inner[i][1] * RANGE;
        return;
    }
    if (kind == Q3_SHOTGUN_LIVE) {
        angle = (i - 12) * 45.0;
        radius = i % 2 == 0 ? 0.1122 : 0.0749 * 1.41421356;
    } else {
        angle = 22.5 + i % RING * 45.0;
        radius = (i < RING ? 10.0 : 26.0) / 292.82;
    }
    offset[0] = (float)(dmath_cos(angle * DMATH_PI / 180.0) * radius) * RANGE;
    offset[1] = (float)(dmath_sin(angle * DMATH_PI / 180.0) * radius) * RANGE;
}

uint32_t q3_shotgun_rays(enum q3_shotgun kind, const float direction[3], int32_t seed,
                         float rays[Q3_PELLETS][3])
{
    const uint32_t count = kind == Q3_SHOTGUN_LIVE ? LIVE : kind == Q3_SHOTGUN_CPMA ? CPMA : SEEDED;
    float forward[3] = {direction[0], direction[1], direction[2]}, right[3], up[3];
    uint32_t state = (uint32_t)seed;
    const float length = vec_normalize(forward);
    if (!(length > 0.0f && length < 1e9f)) {
        return 0;
    }
    vec_perpendicular(forward, right);
    vec_cross(forward, right, up);
    for (uint32_t i = 0; i < count; i++) {
        float offset[2];
        find_offsets(kind, i, &state, offset);
        for (int k = 0; k < 3; k++) {
            rays[i][k] = RANGE * forward[k] + offset[0] * right[k] + offset[1] * up[k];
        }
    }
    return count;
}
