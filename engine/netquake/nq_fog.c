/* Fog and skybox of a NetQuake server: FitzQuake's svc_fog and svc_skybox, and stuffed console
 * commands of the same names. */
#include <math.h>
#include <string.h>

#include "engine/netquake/nq_state.h"

void nq_reset_fog(struct nq_fog *fog)
{
    memset(fog, 0, sizeof *fog);
    fog->from[NQ_FOG_MAP_DENSITY] = fog->to[NQ_FOG_MAP_DENSITY] = 1.0f;
    fog->from[NQ_FOG_MAP_COLOR] = fog->to[NQ_FOG_MAP_COLOR] = 1.0f;
}

static void fog_values(const struct nq_fog *fog, double time, float values[NQ_FOG_VALUES])
{
    float left = 0.0f;
    if (fog->fade > 0.0f && time < fog->start + (double)fog->fade) {
        double share = (fog->start + (double)fog->fade - time) / (double)fog->fade;
        left = share < 1.0 ? (float)share : 1.0f;
    }
    for (int i = 0; i < NQ_FOG_VALUES; i++) {
        values[i] = left * fog->from[i] + (1.0f - left) * fog->to[i];
    }
}

void nq_fog_at(const struct nq_fog *fog, double time, const float map[4], float out[4])
{
    float values[NQ_FOG_VALUES];
    fog_values(fog, time, values);
    out[0] = values[NQ_FOG_DENSITY] + values[NQ_FOG_MAP_DENSITY] * map[0];
    for (int i = 1; i < 4; i++) {
        out[i] = values[NQ_FOG_DENSITY + i] + values[NQ_FOG_MAP_COLOR] * map[i];
    }
}

/* Fog_Update: fades from the current values to the new ones. */
static void change_fog(struct nq_state *s, const float to[NQ_FOG_VALUES], double fade)
{
    struct nq_fog *fog = &s->fog;
    double now = (double)nq_lerp_start(s);
    float from[NQ_FOG_VALUES];
    fog_values(fog, now, from);
    memcpy(fog->from, from, sizeof fog->from);
    memcpy(fog->to, to, sizeof fog->to);
    fog->start = now;
    fog->fade = fade > 0.0 ? (float)fmin(fade, NQ_MAX_TIME) : 0.0f;
}

void nq_apply_fog(struct nq_state *s, const struct nq_message *m)
{
    float to[NQ_FOG_VALUES] = {0};
    to[NQ_FOG_DENSITY] = (float)m->u.fog.density / 255.0f;
    for (int i = 0; i < 3; i++) {
        to[NQ_FOG_RED + i] = (float)m->u.fog.color[i] / 255.0f;
    }
    change_fog(s, to, m->u.fog.time / 100.0);
}

/* Not a number is 0. */
static float clamp_fog(double x, double most)
{
    return x > 0.0 ? (float)fmin(x, most) : 0.0f;
}

void nq_command_fog(struct nq_state *s, const double *numbers, int count)
{
    const double most_density = 1000.0; /* opaque long before */
    float to[NQ_FOG_VALUES];
    memcpy(to, s->fog.to, sizeof to);
    if (count != 3) {
        to[NQ_FOG_DENSITY] = clamp_fog(numbers[0], most_density);
        to[NQ_FOG_MAP_DENSITY] = 0.0f;
    }
    if (count >= 3) {
        const double *color = numbers + (count > 3 ? 1 : 0);
        for (int i = 0; i < 3; i++) {
            to[NQ_FOG_RED + i] = clamp_fog(color[i], 1.0);
        }
        to[NQ_FOG_MAP_COLOR] = 0.0f;
    }
    change_fog(s, to, count == 2 ? numbers[1] : count == 5 ? numbers[4] : 0.0);
}

void nq_apply_skybox(struct nq_state *s, const char *name)
{
    bool fits = strlen(name) < sizeof s->skybox; /* no skybox has a longer one */
    console_copy_text(s->skybox, sizeof s->skybox, fits ? name : "");
    s->skybox_named = 1;
}
