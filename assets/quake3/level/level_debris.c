#include "assets/quake3/level/level_debris.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "assets/quake3/level/level_trace.h"
#include "formats/base/vec.h"

#define GRAVITY 800.0f
#define RISE_MIN 40.0f
#define PLACE_MAX 1e6f
#define SPEED_MAX 1e5f
#define CONTENTS_NO_DROP UINT32_C(0x80000000)

static const float no_size[3] = {0.0f, 0.0f, 0.0f};

/* On an arc, ms after it began. */
static void fall_along(const struct level_arc *arc, float ms, float origin[3])
{
    const float t = ms * 0.001f;
    for (int i = 0; i < 3; i++) {
        origin[i] = arc->origin[i] + arc->velocity[i] * t;
    }
    origin[2] -= 0.5f * GRAVITY * t * t;
}

static bool is_throw(const struct level_launch *thrown)
{
    for (int i = 0; i < 3; i++) {
        if (!(fabsf(thrown->origin[i]) < PLACE_MAX && fabsf(thrown->velocity[i]) < SPEED_MAX)) {
            return false;
        }
    }
    return thrown->bounce >= 0.0f && thrown->bounce <= 1.0f;
}

/* Begins the next arc at the end of a step; false: it is at rest. */
static bool bounce_off(struct level_debris *flight, const struct level_launch *thrown,
                       const struct q3_trace *trace, int32_t now)
{
    struct level_arc *arc = &flight->arcs[flight->num_arcs - 1];
    float velocity[3];
    memcpy(velocity, arc->velocity, sizeof(velocity));
    velocity[2] -= GRAVITY * 0.001f * (arc->stop - (float)arc->start);
    const float into = vec_dot(velocity, trace->normal);
    for (int i = 0; i < 3; i++) {
        velocity[i] = (velocity[i] - 2.0f * into * trace->normal[i]) * thrown->bounce;
    }
    if (trace->all_solid || (trace->normal[2] > 0.0f && velocity[2] < RISE_MIN) ||
        flight->num_arcs == LEVEL_DEBRIS_ARCS) {
        return false;
    }
    struct level_arc *next = &flight->arcs[flight->num_arcs++];
    *next = (struct level_arc){.start = now};
    memcpy(next->origin, trace->end, sizeof(next->origin));
    memcpy(next->velocity, velocity, sizeof(next->velocity));
    return true;
}

/* Ends the arc at an impact in the step that ends at `now`. False: removed or at rest. */
static bool end_arc(const struct q3_level *level, const struct level_launch *thrown,
                    const struct q3_trace *trace, int32_t now, struct level_debris *flight)
{
    struct level_arc *arc = &flight->arcs[flight->num_arcs - 1];
    arc->stop = (float)(now - LEVEL_DEBRIS_STEP) + trace->fraction * (float)LEVEL_DEBRIS_STEP;
    memcpy(arc->end, trace->end, sizeof(arc->end));
    if (q3_bsp_point_contents(&level->bsp, trace->end, CONTENTS_NO_DROP) != 0) {
        flight->gone = now;
        return false;
    }
    if (flight->bounced == INT32_MAX) {
        flight->bounced = now;
        memcpy(flight->mark, trace->end, sizeof(flight->mark));
        memcpy(flight->wall, trace->normal, sizeof(flight->wall));
    }
    if (!bounce_off(flight, thrown, trace, now)) {
        flight->rests = now;
        return false;
    }
    return true;
}

void level_debris_make(const struct q3_level *level, const struct level_launch *thrown,
                       struct level_debris *flight)
{
    struct level_arc *first = &flight->arcs[0];
    const int32_t life = thrown->life < LEVEL_DEBRIS_LIFE ? thrown->life : LEVEL_DEBRIS_LIFE;
    float at[3], next[3];
    flight->rests = flight->gone = flight->bounced = INT32_MAX;
    flight->num_arcs = 1;
    *first = (struct level_arc){.start = 0};
    if (!is_throw(thrown)) {
        flight->gone = 0;
        return;
    }
    memcpy(first->origin, thrown->origin, sizeof(first->origin));
    memcpy(first->velocity, thrown->velocity, sizeof(first->velocity));
    memcpy(at, thrown->origin, sizeof(at));
    for (int32_t now = LEVEL_DEBRIS_STEP; now <= life; now += LEVEL_DEBRIS_STEP) {
        const struct level_arc *arc = &flight->arcs[flight->num_arcs - 1];
        struct q3_trace trace;
        fall_along(arc, (float)(now - arc->start), next);
        level_trace(level, at, next, no_size, no_size, Q3_CONTENTS_SOLID, &trace);
        if (!(trace.fraction < 1.0f)) {
            memcpy(at, next, sizeof(at));
            continue;
        }
        if (!end_arc(level, thrown, &trace, now, flight)) {
            return;
        }
        memcpy(at, trace.end, sizeof(at));
    }
    struct level_arc *last = &flight->arcs[flight->num_arcs - 1];
    last->stop = (float)(life > last->start ? life : last->start);
    fall_along(last, last->stop - (float)last->start, last->end);
}

void level_debris_at(const struct level_debris *flight, float ms, float origin[3])
{
    uint32_t at = flight->num_arcs - 1;
    while (at > 0 && (float)flight->arcs[at].start > ms) {
        at--;
    }
    const struct level_arc *arc = &flight->arcs[at];
    if (ms >= arc->stop) {
        memcpy(origin, arc->end, sizeof(arc->end));
    } else {
        fall_along(arc, ms - (float)arc->start, origin);
    }
}

size_t level_debris_size(const struct level_debris *flight)
{
    return offsetof(struct level_debris, arcs) + flight->num_arcs * sizeof(flight->arcs[0]);
}
