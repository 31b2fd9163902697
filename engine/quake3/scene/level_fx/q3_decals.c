#include "engine/quake3/scene/level_fx/q3_decals.h"

#include <stdlib.h>
#include <string.h>

#include "assets/quake3/level/level_cache.h"
#include "engine/quake3/effects/q3_impact.h"
#include "engine/quake3/effects/q3_pellets.h"
#include "engine/quake3/effects/q3_player_color.h"
#include "engine/quake3/scene/level_fx/q3_fragments.h"
#include "engine/quake3/scene/q3_weapons.h"

enum {
    MARKS = 1024,      /* looked at: what of them is left is 256 pieces at most */
    TURN = 0x6d610000, /* seed of a decal's rotation; pellets add their number */
    GLOW = 450, /* start of the plasma glow; values above 255 are clamped, which delays the fade */
    GLOW_TIME = 3000,   /* ms until nothing is left of it */
    RAIL_NOTHING = 255, /* direction byte: it met nothing */
    PELLET_RADIUS = 4
};

enum fading { BY_COLOR, BY_ALPHA, GLOWING };

struct mark {
    int32_t time;
    uint32_t order; /* among those of one time */
    const char *shader;
    enum fading fading;
    float color[3];
    struct level_decal at;
};

struct marks {
    struct q3_build *build;
    uint32_t count;
    struct mark list[MARKS];
};

/* --- what leaves which mark ------------------------------------------------------------------- */

static const char BULLET[] = "gfx/damage/bullet_mrk", BURN[] = "gfx/damage/burn_med_mrk",
                  HOLE[] = "gfx/damage/hole_lg_mrk", ENERGY[] = "gfx/damage/plasma_mrk",
                  BLOOD[] = "bloodMark";

struct kind {
    const char *shader;
    float radius;
};

static const struct kind kinds[Q3_WEAPONS] = {
    [Q3_WEAPON_MACHINEGUN] = {BULLET, 8.0f}, [Q3_WEAPON_SHOTGUN] = {BULLET, PELLET_RADIUS},
    [Q3_WEAPON_GRENADES] = {BURN, 64.0f},    [Q3_WEAPON_ROCKETS] = {BURN, 64.0f},
    [Q3_WEAPON_LIGHTNING] = {HOLE, 12.0f},   [Q3_WEAPON_RAILGUN] = {ENERGY, 24.0f},
    [Q3_WEAPON_PLASMA] = {ENERGY, 16.0f},    [Q3_WEAPON_BFG] = {BURN, 32.0f},
    [Q3_WEAPON_NAILGUN] = {HOLE, 12.0f},     [Q3_WEAPON_MINES] = {BURN, 64.0f},
    [Q3_WEAPON_CHAINGUN] = {BULLET, 8.0f},   [Q3_WEAPON_HEAVY] = {BULLET, 8.0f},
};

static struct kind kind_of(int32_t weapon)
{
    const struct kind other = {HOLE, 12.0f};
    return weapon > 0 && weapon < Q3_WEAPONS && kinds[weapon].shader ? kinds[weapon] : other;
}

/* Room for one more; NULL = there are enough. */
static struct mark *add_mark(struct marks *marks, int32_t time, const char *shader, float radius)
{
    if (marks->count == MARKS) {
        return NULL;
    }
    struct mark *mark = &marks->list[marks->count];
    *mark = (struct mark){
        .time = time,
        .order = marks->count++,
        .shader = shader,
        .fading = shader == ENERGY  ? GLOWING
                  : shader == BLOOD ? BY_ALPHA
                                    : BY_COLOR,
        .color = {1.0f, 1.0f, 1.0f},
        .at.radius = radius,
    };
    return mark;
}

static void add_impact(struct marks *marks, const struct q3_effect *effect, int32_t weapon)
{
    const struct kind kind = kind_of(weapon);
    struct mark *mark = add_mark(marks, effect->time, kind.shader, kind.radius);
    if (!mark) {
        return;
    }
    memcpy(mark->at.point, effect->origin, sizeof(mark->at.point));
    q3_direction_of(effect->parm, mark->at.normal); /* none: there is no mark either */
    mark->at.turn = 360.0f * q3_effect_unit(effect, TURN);
    if (weapon == Q3_WEAPON_RAILGUN) {
        q3_player_color(&marks->build->interp, effect->client, Q3_COLOR_CORE, mark->color);
    }
}

static void add_pellets(struct marks *marks, const struct q3_effect *effect)
{
    struct q3_pellet pellets[Q3_PELLETS];
    const uint32_t count = q3_pellets_find(marks->build, effect, pellets);
    for (uint32_t i = count; i-- > 0;) { /* last fragment first */
        struct mark *mark = pellets[i].meets == Q3_PELLET_WALL
                                ? add_mark(marks, effect->time, BULLET, PELLET_RADIUS)
                                : NULL;
        if (mark) {
            memcpy(mark->at.point, pellets[i].point, sizeof(mark->at.point));
            memcpy(mark->at.normal, pellets[i].normal, sizeof(mark->at.normal));
            mark->at.turn = 360.0f * q3_effect_unit(effect, TURN + 1 + i);
        }
    }
}

static void add_blood(struct marks *marks, const struct q3_effect *effect)
{
    struct q3_stain stains[Q3_GIBS];
    const uint32_t count = q3_fragments_stains(marks->build, effect, stains);
    for (uint32_t i = 0; i < count; i++) {
        struct mark *mark = add_mark(marks, stains[i].time, BLOOD, stains[i].at.radius);
        if (mark) {
            mark->at = stains[i].at;
        }
    }
}

static void add_effect(struct marks *marks, const struct q3_effect *effect)
{
    switch ((enum q3_effect_kind)effect->kind) {
    case Q3_EFFECT_BULLET_WALL:
        add_impact(marks, effect, Q3_WEAPON_MACHINEGUN);
        break;
    case Q3_EFFECT_MISSILE_FLESH:
        if (q3_impact_goes_through(marks->build->interp.mod, effect->weapon)) {
            add_impact(marks, effect, effect->weapon);
        }
        break;
    case Q3_EFFECT_MISSILE_WALL:
    case Q3_EFFECT_MISSILE_METAL:
        add_impact(marks, effect, effect->weapon);
        break;
    case Q3_EFFECT_RAIL:
        if (effect->parm != RAIL_NOTHING) {
            add_impact(marks, effect, Q3_WEAPON_RAILGUN);
        }
        break;
    case Q3_EFFECT_SHOTGUN:
        add_pellets(marks, effect);
        break;
    case Q3_EFFECT_GIB:
    case Q3_EFFECT_JUICED:
        add_blood(marks, effect);
        break;
    default:
        break;
    }
}

/* --- what is left of them --------------------------------------------------------------------- */

static uint8_t to_byte(float value)
{
    return (uint8_t)(value <= 0.0f ? 0.0f : value >= 255.0f ? 255.0f : value);
}

static void fade_mark(const struct mark *mark, double age, uint8_t color[4])
{
    float light = 255.0f, alpha = 255.0f;
    /* A colour without red never loses its glow: so the original. */
    if (mark->fading == GLOWING && mark->color[0] > 0.0f) {
        const double glow = GLOW - GLOW * age / GLOW_TIME;
        light = glow < 0.0 ? 0.0f : glow < 255.0 ? (float)(int)glow : 255.0f;
    }
    const double left = Q3_DECAL_LIFE - age;
    if (left < Q3_DECAL_FADE) {
        const float rest = (float)(int)(255.0 * left / Q3_DECAL_FADE);
        *(mark->fading == BY_COLOR ? &light : &alpha) = rest;
    }
    for (int i = 0; i < 3; i++) {
        color[i] = to_byte(mark->color[i] * light);
    }
    color[3] = to_byte(alpha);
}

void q3_decals_put(struct q3_build *b, const char *shader,
                   const struct level_decal_fragments *pieces, const uint8_t color[4])
{
    const struct material *material = q3_data_material(b->data, shader, Q3_LIGHT_2D);
    uint32_t first = pieces->num_points;
    if (!material || material->missing) {
        return;
    }
    for (uint32_t i = pieces->count; i-- > 0;) {
        struct rgb_point *points;
        first -= pieces->corners[i];
        struct rgb_poly *poly = rgb_scene_add_poly(b->scene, pieces->corners[i], &points);
        if (!poly) {
            return;
        }
        poly->material = material;
        for (uint32_t k = 0; k < pieces->corners[i]; k++) {
            const struct level_decal_point *from = &pieces->points[first + k];
            memcpy(points[k].xyz, from->xyz, sizeof(points[k].xyz));
            memcpy(points[k].st, from->st, sizeof(points[k].st));
            memcpy(points[k].color, color, 4);
        }
    }
}

/* Orders the newest first; with equal times the last first. */
static int by_age(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    if (x->time != y->time) {
        return x->time > y->time ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Truncates the polygons to `count`. */
static void keep_polys(struct rgb_scene *scene, size_t count)
{
    if (scene->num_polys > count) {
        scene->num_points = scene->polys[count].first;
        scene->num_polys = count;
    }
}

/* If the limit is exceeded, all decals of the time at which that happens and of earlier times are
 * dropped; if a single time exceeds it, the first pieces are kept. */
static void put_all(struct marks *marks)
{
    struct q3_build *b = marks->build;
    const size_t before = b->scene->num_polys;
    size_t moment = before;
    for (uint32_t i = 0; i < marks->count; i++) {
        const struct mark *mark = &marks->list[i];
        uint8_t color[4];
        if (i > 0 && mark->time != mark[-1].time) {
            moment = b->scene->num_polys;
        }
        fade_mark(mark, b->interp.time - mark->time, color);
        q3_decals_put(b, mark->shader,
                      level_cache_decals(q3_data_level_cache(b->data), b->level, &mark->at), color);
        if (b->scene->num_polys - before > Q3_DECAL_PIECES) {
            keep_polys(b->scene, moment > before ? moment : before + Q3_DECAL_PIECES);
            return;
        }
    }
}

void q3_decals_add(struct q3_build *b)
{
    const struct q3_effects *effects = &b->interp.state->effects;
    if (b->options->no_effects || b->options->no_marks || !b->level || effects->count == 0) {
        return;
    }
    struct marks *marks = malloc(sizeof(*marks));
    if (!marks) {
        b->scene->lacks_memory = true;
        return;
    }
    marks->build = b;
    marks->count = 0;
    for (uint32_t i = effects->count; i-- > 0 && marks->count < MARKS;) {
        const struct q3_effect *effect = q3_effects_at(effects, i);
        if (q3_effect_age(effect, b->interp.time) >= 0.0 &&
            q3_state_shows_effect(b->interp.state, effect, b->interp.time)) {
            add_effect(marks, effect);
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < marks->count; i++) { /* blood may still be in the air */
        const double age = b->interp.time - marks->list[i].time;
        if (age >= 0.0 && age <= Q3_DECAL_LIFE) {
            marks->list[kept++] = marks->list[i];
        }
    }
    marks->count = kept;
    qsort(marks->list, marks->count, sizeof(marks->list[0]), by_age);
    put_all(marks);
    free(marks);
}
