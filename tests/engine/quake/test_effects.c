/* Particles, lights and beams: closed forms against the original's small steps. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake/effects.h"
#include "formats/models/mdl.h"

static const float here[3] = {100.0f, -200.0f, 40.0f};
static const float still[3] = {0.0f, 0.0f, 0.0f};

static struct palette_scene scene;

static size_t particles_at(const struct effect_event *event, double time)
{
    palette_scene_clear(&scene);
    effect_add_particles(&scene, event, time);
    return scene.num_particles;
}

Test(effects, counts_and_lives)
{
    static const struct {
        enum effect_kind kind;
        size_t count;
        double life;
    } kinds[] = {
        {EFFECT_EXPLOSION, 1024, 0.8},       {EFFECT_COLORED_EXPLOSION, 512, 0.3},
        {EFFECT_BLOB_EXPLOSION, 1024, 1.4},  {EFFECT_LAVA_SPLASH, 1024, 2.62},
        {EFFECT_TELEPORT_SPLASH, 896, 0.34},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct effect_event e = effect_make_particles(kinds[i].kind, 10.0, here, 7);
        cr_assert_eq(particles_at(&e, 9.999), 0);
        cr_assert_eq(particles_at(&e, 10.0), kinds[i].count, "kind %d", (int)kinds[i].kind);
        cr_assert_gt(particles_at(&e, 10.0 + kinds[i].life * 0.9), 0);
        cr_assert_eq(particles_at(&e, 10.0 + kinds[i].life + 0.01), 0);
        cr_assert_float_eq(e.end, 10.0 + kinds[i].life, 1e-9);
    }
    palette_scene_free(&scene);
}

/* Those that are gone leave nothing behind: all that is there has a place and the kind's colours.
 */
Test(effects, only_what_lives_is_there)
{
    static const struct {
        enum effect_kind kind;
        uint8_t first, last; /* colours */
        double after;        /* seconds: some are gone, some are not */
    } kinds[] = {
        {EFFECT_EXPLOSION, 96, 111, 0.6},
        {EFFECT_BLOB_EXPLOSION, 66, 155, 1.2},
        {EFFECT_LAVA_SPLASH, 224, 231, 2.3},
        {EFFECT_TELEPORT_SPLASH, 7, 14, 0.27},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct effect_event e = effect_make_particles(kinds[i].kind, 10.0, here, 7);
        const size_t all = particles_at(&e, 10.0);
        const size_t left = particles_at(&e, 10.0 + kinds[i].after);
        cr_assert(left > 0 && left < all, "kind %d: %zu of %zu", (int)kinds[i].kind, left, all);
        for (size_t k = 0; k < left; k++) {
            const struct palette_particle *p = &scene.particles[k];
            cr_assert(p->color >= kinds[i].first && p->color <= kinds[i].last, "kind %d: %d",
                      (int)kinds[i].kind, p->color);
            cr_assert(p->origin[0] != 0.0f || p->origin[1] != 0.0f || p->origin[2] != 0.0f);
        }
    }
    palette_scene_free(&scene);
}

Test(effects, a_splash_of_1024_is_an_explosion)
{
    struct effect_event e = effect_make_splash(1.0, here, still, 73, 1024, 3);
    cr_assert_eq(e.kind, EFFECT_EXPLOSION);
    e = effect_make_splash(1.0, here, still, 73, 200, 3);
    cr_assert_eq(particles_at(&e, 1.0), 200);
    size_t left = particles_at(&e, 1.25); /* lives are 0, 0.1..0.4 */
    cr_assert(left > 40 && left < 120, "%zu", left);
    for (size_t i = 0; i < left; i++) {
        const struct palette_particle *p = &scene.particles[i];
        cr_assert(p->color >= 72 && p->color < 80);
        cr_assert(fabsf(p->origin[0] - here[0]) <= 8.0f);
        cr_assert_leq(p->origin[2], here[2] + 8.0f);
    }
    palette_scene_free(&scene);
}

Test(effects, the_same_whenever_asked)
{
    for (int kind = EFFECT_SPLASH; kind <= EFFECT_TELEPORT_SPLASH; kind++) {
        struct effect_event e = effect_make_particles((enum effect_kind)kind, 3.0, here, 99);
        e.count = 100;
        size_t count = particles_at(&e, 3.17);
        struct palette_particle *before = malloc(count * sizeof *before + 1);
        memcpy(before, scene.particles, count * sizeof *before);
        (void)particles_at(&e, 3.02);
        cr_assert_eq(particles_at(&e, 3.17), count);
        cr_assert_arr_eq(before, scene.particles, count * sizeof *before);
        e.seed = 100; /* another seed, other particles */
        (void)particles_at(&e, 3.17);
        cr_assert_neq(memcmp(before, scene.particles, count * sizeof *before), 0);
        free(before);
    }
    palette_scene_free(&scene);
}

/* Takes R_DrawParticles' steps from where and how fast a particle is at the beginning. */
static void walk(float at[3], const float speed[3], float plane_rate, float up_rate, float gravity,
                 double time)
{
    const int steps = 20000;
    const double dt = time / steps;
    double v[3] = {(double)speed[0], (double)speed[1], (double)speed[2]};
    double x[3] = {(double)at[0], (double)at[1], (double)at[2]};
    for (int i = 0; i < steps; i++) {
        for (int j = 0; j < 3; j++) {
            x[j] += v[j] * dt;
            v[j] += v[j] * (double)(j < 2 ? plane_rate : up_rate) * dt;
        }
        v[2] -= (double)gravity * dt;
    }
    for (int j = 0; j < 3; j++) {
        at[j] = (float)x[j];
    }
}

static const struct effect_mover *mover_of(enum effect_trail trail)
{
    static struct effect_mover mover;
    mover = (struct effect_mover){trail, 4, 9, 1};
    return &mover;
}

/* Origin and velocity of each particle follow from two early frames and must predict the third.
 * All of the kind's particles exist at each of these times. */
static void check_motion(enum effect_kind kind, unsigned parity, float plane_rate, float up_rate)
{
    const double later = kind == EFFECT_EXPLOSION ? 0.25 : 0.29;
    static struct palette_particle first[1024], soon[1024];
    struct effect_event e = effect_make_particles(kind, 0.0, here, 5);
    e.count = 1;
    size_t count = particles_at(&e, 0.0);
    memcpy(first, scene.particles, count * sizeof *first);
    cr_assert_eq(particles_at(&e, 1.0 / 1024), count);
    memcpy(soon, scene.particles, count * sizeof *soon);
    cr_assert_eq(particles_at(&e, later), count);
    for (size_t i = parity; i < count; i += 2 * 37) {
        float at[3], speed[3];
        for (int j = 0; j < 3; j++) {
            at[j] = first[i].origin[j];
            /* Whole units per second; early growth and the float's steps are far below a half. */
            speed[j] = roundf((soon[i].origin[j] - first[i].origin[j]) * 1024.0f /
                              (1.0f + (j < 2 ? plane_rate : up_rate) / 2048.0f));
        }
        walk(at, speed, plane_rate, up_rate, 40.0f, later);
        for (int j = 0; j < 3; j++) {
            cr_assert_float_eq(scene.particles[i].origin[j], at[j], 0.15f, "kind %d, %zu: %g, %g",
                               (int)kind, i, (double)scene.particles[i].origin[j], (double)at[j]);
        }
    }
    palette_scene_free(&scene);
}

Test(effects, closed_forms_follow_the_steps)
{
    check_motion(EFFECT_EXPLOSION, 1, 4.0f, 4.0f);
    check_motion(EFFECT_EXPLOSION, 0, -1.0f, -1.0f);
    check_motion(EFFECT_COLORED_EXPLOSION, 0, 4.0f, 4.0f);
    check_motion(EFFECT_BLOB_EXPLOSION, 1, 4.0f, 4.0f);
    check_motion(EFFECT_BLOB_EXPLOSION, 0, -4.0f, 0.0f);
}

Test(effects, trails_grow_with_the_mover)
{
    const float to[3] = {here[0] + 60.0f, here[1], here[2]};
    struct effect_event e = effect_make_trail(5.0, 0.05f, here, to, mover_of(EFFECT_TRAIL_ROCKET));
    cr_assert_eq(effect_trail_count(here, to, EFFECT_TRAIL_ROCKET), 20);
    cr_assert_eq(effect_trail_count(here, to, EFFECT_TRAIL_SLIGHT_BLOOD), 10);
    cr_assert_eq(particles_at(&e, 5.0), 1);
    size_t half = particles_at(&e, 5.025);
    cr_assert(half >= 9 && half <= 11, "%zu", half);
    cr_assert_eq(particles_at(&e, 5.05), 20);
    for (size_t i = 0; i < 20; i++) {
        /* One unit a particle, and the spread of +-3 around it. */
        cr_assert_float_eq(scene.particles[i].origin[0], here[0] + (float)i, 3.01f);
    }
    cr_assert_eq(particles_at(&e, 5.05 + 1.2), 0); /* the ramp's six colours at five a second */
    e.color = EFFECT_TRAIL_BLOOD;
    cr_assert_eq(particles_at(&e, 6.9), 20);
    e.color = EFFECT_TRAIL_BY_MODEL;
    cr_assert_eq(particles_at(&e, 5.05), 0);
    /* A jump across the world, or a hostile one, has an end. */
    const float far_away[3] = {1e9f, -1e9f, 1e9f};
    e = effect_make_trail(5.0, 0.0f, here, far_away, mover_of(EFFECT_TRAIL_TRACER));
    cr_assert_eq(particles_at(&e, 5.0), 2048);
    palette_scene_free(&scene);
}

/* Places that are no numbers, and a way longer than numbers go, leave no trail. */
Test(effects, a_trail_without_a_length_is_none)
{
    const float ends[][3] = {{NAN, 0.0f, 0.0f},
                             {0.0f, -NAN, 0.0f},
                             {here[0], here[1], INFINITY},
                             {-3e38f, 3e38f, 3e38f}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        for (int trail = EFFECT_TRAIL_ROCKET; trail <= EFFECT_TRAIL_VOOR; trail++) {
            struct effect_event e =
                effect_make_trail(5.0, 0.0f, here, ends[i], mover_of((enum effect_trail)trail));
            cr_assert_eq(particles_at(&e, 5.05), 0, "end %zu, trail %d", i, trail);
            e = effect_make_trail(5.0, 0.0f, ends[i], here, mover_of((enum effect_trail)trail));
            cr_assert_eq(particles_at(&e, 5.05), 0, "from end %zu, trail %d", i, trail);
        }
    }
    palette_scene_free(&scene);
}

Test(effects, tracers_alternate_across_segments)
{
    const float to[3] = {here[0] + 3.0f, here[1], here[2]};
    float side[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct effect_event e =
            effect_make_trail(0.0, 0.0f, here, to, mover_of(EFFECT_TRAIL_TRACER));
        e.count = i;
        cr_assert_eq(particles_at(&e, 0.25), 1);
        side[i] = scene.particles[0].origin[1] - here[1];
        cr_assert_float_eq(fabsf(side[i]), 7.5f, 1e-4);
    }
    cr_assert_lt(side[0] * side[1], 0.0f);
    palette_scene_free(&scene);
}

Test(effects, trails_of_models)
{
    cr_assert_eq(effect_trail_of_flags(0), EFFECT_TRAIL_NONE);
    cr_assert_eq(effect_trail_of_flags(MDL_ROTATE), EFFECT_TRAIL_NONE);
    cr_assert_eq(effect_trail_of_flags(MDL_ROCKET), EFFECT_TRAIL_ROCKET);
    cr_assert_eq(effect_trail_of_flags(MDL_GRENADE), EFFECT_TRAIL_SMOKE);
    cr_assert_eq(effect_trail_of_flags(MDL_ROCKET | MDL_GIB), EFFECT_TRAIL_BLOOD);
    cr_assert_eq(effect_trail_of_flags(MDL_ZOMGIB), EFFECT_TRAIL_SLIGHT_BLOOD);
    cr_assert_eq(effect_trail_of_flags(MDL_TRACER), EFFECT_TRAIL_TRACER);
    cr_assert_eq(effect_trail_of_flags(MDL_TRACER2), EFFECT_TRAIL_TRACER2);
    cr_assert_eq(effect_trail_of_flags(MDL_TRACER3), EFFECT_TRAIL_VOOR);
}

Test(effects, lights_fade_and_go)
{
    struct effect_event e = effect_make_light(2.0, here, 350.0f, 300.0f, 0.0f, 0.5, 0);
    static const struct {
        double time;
        float radius;
    } moments[] = {{1.99, 0}, {2.0, 350}, {2.25, 275}, {2.5, 200}, {2.51, 0}};
    for (size_t i = 0; i < 5; i++) {
        palette_scene_clear(&scene);
        effect_add_light(&scene, &e, moments[i].time);
        cr_assert_eq(scene.num_dlights, moments[i].radius > 0 ? 1u : 0u, "at %g", moments[i].time);
        if (scene.num_dlights) {
            cr_assert_float_eq(scene.dlights[0].radius, moments[i].radius, 1e-3);
        }
    }
    palette_scene_free(&scene);
}

Test(effects, one_light_for_each_entity)
{
    struct effect_event events[4] = {
        effect_make_light(1.0, here, 200.0f, 0.0f, 32.0f, 0.1, 7),
        effect_make_light(1.0, here, 200.0f, 0.0f, 32.0f, 0.1, 8),
        effect_make_light(1.0, here, 350.0f, 0.0f, 0.0f, 0.5, 0),
    };
    events[3] = effect_make_light(1.05, here, 220.0f, 0.0f, 32.0f, 0.1, 7);
    effect_end_replaced(events, 3, &events[3]);
    cr_assert(events[0].end < 1.05 && events[0].end > 1.04);
    cr_assert(events[1].end > 1.09 && events[2].end > 1.49);
    struct effect_event nobodys = effect_make_light(1.05, here, 350.0f, 0.0f, 0.0f, 0.5, 0);
    effect_end_replaced(events, 4, &nobodys);
    cr_assert_gt(events[2].end, 1.49);
    /* At 1.06 the first has ended; at 1.02 the last has not begun. */
    cr_assert_eq(effect_prune(events, 4, 1.06, 2.0), 3);
    cr_assert_eq(events[0].key, 8);
    cr_assert_eq(effect_prune(events, 3, 0.0, 1.02), 2);
}

Test(effects, beams_are_chains)
{
    struct model bolt = {.kind = MODEL_ALIAS};
    const float to[3] = {here[0], here[1] + 100.0f, here[2]};
    struct effect_event e = effect_make_beam(1.0, here, to, 6, 1, 11);
    palette_scene_clear(&scene);
    effect_add_beam(&scene, &e, here, &bolt, 3, 1.1);
    cr_assert_eq(scene.num_entities, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct palette_entity *s = &scene.entities[i];
        cr_assert(s->angles[0] == 0.0f && s->angles[1] == 90.0f && s->alpha == 255);
        cr_assert_float_eq(s->origin[1], here[1] + 30.0f * (float)i, 1e-3);
        cr_assert(s->angles[2] >= 0.0f && s->angles[2] < 360.0f);
    }
    const float above[3] = {here[0], here[1], here[2] + 10.0f};
    e = effect_make_beam(1.0, here, above, 6, 1, 11);
    palette_scene_clear(&scene);
    effect_add_beam(&scene, &e, here, &bolt, 3, 1.0);
    cr_assert(scene.num_entities == 1 && scene.entities[0].angles[0] == 90.0f);
    palette_scene_clear(&scene);
    effect_add_beam(&scene, &e, here, &bolt, 3, 1.21);
    effect_add_beam(&scene, &e, above, &bolt, 3, 1.1); /* from its own end: nothing */
    cr_assert_eq(scene.num_entities, 0);
    const float far_away[3] = {1e9f, 0.0f, 0.0f};
    e = effect_make_beam(1.0, here, far_away, 6, 1, 11);
    effect_add_beam(&scene, &e, here, &bolt, 3, 1.1);
    cr_assert_eq(scene.num_entities, 512);
    palette_scene_free(&scene);
}

Test(effects, hostile_events_have_an_end)
{
    struct effect_event e = effect_make_particles(EFFECT_EXPLOSION, 0.0, here, 5);
    palette_scene_clear(&scene);
    for (int i = 0; i < 1000; i++) {
        effect_add_particles(&scene, &e, 0.0);
    }
    cr_assert_leq(scene.num_particles, 1u << 18);
    palette_scene_free(&scene);
}

Test(effects, bright_field)
{
    palette_scene_clear(&scene);
    effect_add_field(&scene, here, 12.5);
    cr_assert_eq(scene.num_particles, 162);
    for (size_t i = 0; i < 162; i++) {
        float square = 0;
        for (int j = 0; j < 3; j++) {
            float d = scene.particles[i].origin[j] - here[j];
            square += d * d;
        }
        cr_assert(square >= 47.9f * 47.9f && square <= 80.1f * 80.1f);
    }
    palette_scene_free(&scene);
}
