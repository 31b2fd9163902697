#include "engine/quake/effects.h"

#include <math.h>
#include <string.h>

#include "assets/quake/alias_normals.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "formats/models/mdl.h"

/* WinQuake takes sv_gravity (800) times 0.05. */
#define PARTICLE_GRAVITY 40.0f

enum {
    EXPLOSION_PARTICLES = 1024,
    COLORED_PARTICLES = 512,
    LAVA_PARTICLES = 32 * 32,
    TELEPORT_PARTICLES = 8 * 8 * 14,
    /* The original has 2048 particles in all; a trail or a scene of hostile events stops somewhere
     * too. */
    MAX_TRAIL_PARTICLES = 2048,
    MAX_SCENE_PARTICLES = 1 << 18,
    BEAM_STEP = 30,
    MAX_BEAM_SEGMENTS = 512
};

_Static_assert(sizeof(struct effect_event) == 56, "events are hashed as bytes: no padding");

static const uint8_t ramp_explode[8] = {0x6f, 0x6d, 0x6b, 0x69, 0x67, 0x65, 0x63, 0x61};
static const uint8_t ramp_explode2[8] = {0x6f, 0x6e, 0x6d, 0x6c, 0x6b, 0x6a, 0x68, 0x66};
static const uint8_t ramp_fire[6] = {0x6d, 0x6b, 6, 5, 4, 3};

/* 64 random bits for particle i of an event: one well-mixed number serves all its draws. */
static inline uint64_t particle_bits(uint32_t seed, uint32_t i)
{
    uint64_t z = ((uint64_t)seed << 32 | i) + 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline int take_bits(uint64_t *bits, unsigned count)
{
    int value = (int)(*bits & ((1u << count) - 1));
    *bits >>= count;
    return value;
}

/* The share of 0..n - 1 that 8 of the bits choose. */
static inline int take_below(uint64_t *bits, int n)
{
    return take_bits(bits, 8) * n >> 8;
}

static void event_set_origin(struct effect_event *event, const float origin[3])
{
    memcpy(event->origin, origin, sizeof event->origin);
}

static double kind_life(enum effect_kind kind)
{
    switch (kind) {
    case EFFECT_EXPLOSION:
        return 0.8; /* the ramp's end: eight steps at ten a second */
    case EFFECT_COLORED_EXPLOSION:
        return 0.3;
    case EFFECT_BLOB_EXPLOSION:
        return 1.4;
    case EFFECT_LAVA_SPLASH:
        return 2.0 + 31 * 0.02;
    case EFFECT_TELEPORT_SPLASH:
        return 0.2 + 7 * 0.02;
    case EFFECT_SPLASH:
        return 0.4;
    default:
        return 0.0;
    }
}

struct effect_event effect_make_particles(enum effect_kind kind, double start,
                                          const float origin[3], uint32_t seed)
{
    struct effect_event event;
    memset(&event, 0, sizeof event);
    event.kind = (uint8_t)kind;
    event.start = start;
    event.end = start + kind_life(kind);
    event.seed = seed;
    event_set_origin(&event, origin);
    return event;
}

struct effect_event effect_make_splash(double start, const float origin[3], const float velocity[3],
                                       uint8_t color, uint16_t count, uint32_t seed)
{
    if (count == EXPLOSION_PARTICLES) {
        return effect_make_particles(EFFECT_EXPLOSION, start, origin, seed);
    }
    struct effect_event event = effect_make_particles(EFFECT_SPLASH, start, origin, seed);
    event.color = color;
    event.count = count;
    memcpy(event.u.velocity, velocity, sizeof event.u.velocity);
    return event;
}

struct effect_event effect_make_light(double start, const float origin[3], float radius,
                                      float decay, float min_light, double life, uint16_t key)
{
    struct effect_event event = effect_make_particles(EFFECT_LIGHT, start, origin, 0);
    event.end = start + life;
    event.u.light.radius = radius;
    event.u.light.decay = decay;
    event.u.light.min_light = min_light;
    event.key = key;
    return event;
}

struct effect_event effect_make_beam(double start, const float from[3], const float to[3],
                                     uint16_t model, uint16_t key, uint32_t seed)
{
    struct effect_event event = effect_make_particles(EFFECT_BEAM, start, from, seed);
    event.end = start + 0.2; /* CL_ParseBeam */
    memcpy(event.u.target, to, sizeof event.u.target);
    event.model = model;
    event.key = key;
    return event;
}

struct effect_event effect_make_trail(double start, float span, const float from[3],
                                      const float to[3], const struct effect_mover *mover)
{
    struct effect_event event = effect_make_particles(EFFECT_TRAIL, start, from, mover->seed);
    event.end = start + (double)span + EFFECT_TRAIL_LIFE;
    memcpy(event.u.target, to, sizeof event.u.target);
    event.span = span;
    event.color = (uint8_t)mover->trail;
    event.model = mover->model;
    event.key = mover->key;
    return event;
}

void effect_end_replaced(struct effect_event *events, uint32_t count,
                         const struct effect_event *event)
{
    if (event->kind == EFFECT_LIGHT && event->key == 0) {
        return; /* CL_AllocDlight: key 0 belongs to no entity */
    }
    for (uint32_t i = 0; i < count; i++) {
        struct effect_event *old = &events[i];
        if (old->kind == event->kind && old->key == event->key && old->end > event->start) {
            /* It still shows in pictures before the new one starts. */
            old->end = nextafter(event->start, -HUGE_VAL);
        }
    }
}

uint32_t effect_prune(struct effect_event *events, uint32_t count, double time, double latest)
{
    uint32_t kept = 0;
    while (kept < count && !(events[kept].end < time || events[kept].start > latest)) {
        kept++;
    }
    for (uint32_t i = kept; i < count; i++) {
        if (!(events[i].end < time || events[i].start > latest)) {
            events[kept++] = events[i];
        }
    }
    return kept;
}

enum effect_trail effect_trail_of_flags(uint32_t flags)
{
    /* In the order CL_RelinkEntities asks. */
    if (flags & MDL_GIB) {
        return EFFECT_TRAIL_BLOOD;
    }
    if (flags & MDL_ZOMGIB) {
        return EFFECT_TRAIL_SLIGHT_BLOOD;
    }
    if (flags & MDL_TRACER) {
        return EFFECT_TRAIL_TRACER;
    }
    if (flags & MDL_TRACER2) {
        return EFFECT_TRAIL_TRACER2;
    }
    if (flags & MDL_ROCKET) {
        return EFFECT_TRAIL_ROCKET;
    }
    if (flags & MDL_GRENADE) {
        return EFFECT_TRAIL_SMOKE;
    }
    return flags & MDL_TRACER3 ? EFFECT_TRAIL_VOOR : EFFECT_TRAIL_NONE;
}

/* Room for up to `count` particles; give back what is not used with scene_trim. */
static struct palette_particle *scene_room(struct palette_scene *scene, size_t count)
{
    if (count == 0 || scene->num_particles + count > MAX_SCENE_PARTICLES) {
        return NULL;
    }
    return palette_scene_add_particles(scene, count);
}

static void scene_trim(struct palette_scene *scene, const struct palette_particle *end)
{
    scene->num_particles = (size_t)(end - scene->particles);
}

/* A speed v grows as v' = rate * v - gravity. After time t it went v * stretch - fall, both found
 * here once for all particles of an event. */
struct motion {
    float stretch;
    float fall;
};

static struct motion motion_make(double rate, double gravity, double t)
{
    if (rate == 0.0) {
        return (struct motion){(float)t, (float)(0.5 * gravity * t * t)};
    }
    double stretch = (dmath_exp(rate * t) - 1.0) / rate;
    return (struct motion){(float)stretch, (float)(gravity / rate * (stretch - t))};
}

/* Spreads of the explosions: +-16 units, +-256 units per second. */
static inline void burst_origin(struct palette_particle *p, const struct effect_event *event,
                                uint64_t bits, struct motion plane, struct motion up)
{
    for (int j = 0; j < 3; j++) {
        float offset = (float)(take_bits(&bits, 5) - 16);
        float speed = (float)(take_bits(&bits, 9) - 256);
        float stretch = j < 2 ? plane.stretch : up.stretch;
        p->origin[j] = event->origin[j] + offset + speed * stretch;
    }
    p->origin[2] -= up.fall;
}

static void add_explosion(struct palette_scene *scene, const struct effect_event *event, double age)
{
    struct palette_particle *p = scene_room(scene, EXPLOSION_PARTICLES);
    if (p == NULL) {
        return;
    }
    const struct motion fast = motion_make(4.0, (double)PARTICLE_GRAVITY, age);
    const struct motion slow = motion_make(-1.0, (double)PARTICLE_GRAVITY, age);
    for (uint32_t i = 0; i < EXPLOSION_PARTICLES; i++) {
        uint64_t bits = particle_bits(event->seed, i);
        float ramp = (float)take_bits(&bits, 2) + (float)age * (i & 1 ? 10.0f : 15.0f);
        if (ramp >= 8.0f) {
            continue;
        }
        if (i & 1) {
            burst_origin(p, event, bits, fast, fast);
            p->color = ramp_explode[(int)ramp];
        } else {
            burst_origin(p, event, bits, slow, slow);
            p->color = ramp_explode2[(int)ramp];
        }
        if (age == 0.0) { /* before its first step the original shows the brightest colour */
            p->color = ramp_explode[0];
        }
        p++;
    }
    scene_trim(scene, p);
}

static void add_colored_explosion(struct palette_scene *scene, const struct effect_event *event,
                                  double age)
{
    struct palette_particle *p = scene_room(scene, COLORED_PARTICLES);
    if (p == NULL) {
        return;
    }
    const struct motion blob = motion_make(4.0, (double)PARTICLE_GRAVITY, age);
    unsigned colors = event->count ? event->count : 1;
    for (uint32_t i = 0; i < COLORED_PARTICLES; i++, p++) {
        burst_origin(p, event, particle_bits(event->seed, i), blob, blob);
        p->color = (uint8_t)(event->color + i % colors);
    }
}

static void add_blob_explosion(struct palette_scene *scene, const struct effect_event *event,
                               double age)
{
    struct palette_particle *p = scene_room(scene, EXPLOSION_PARTICLES);
    if (p == NULL) {
        return;
    }
    const struct motion blob = motion_make(4.0, (double)PARTICLE_GRAVITY, age);
    const struct motion inward = motion_make(-4.0, 0.0, age);
    const struct motion fall = motion_make(0.0, (double)PARTICLE_GRAVITY, age);
    for (uint32_t i = 0; i < EXPLOSION_PARTICLES; i++) {
        uint64_t bits = particle_bits(event->seed, i);
        double life = take_bits(&bits, 1) ? 1.4 : 1.0; /* the original adds 0 or 8 times 0.05 */
        if (age > life) {
            continue;
        }
        int shade = take_below(&bits, 6);
        if (i & 1) {
            burst_origin(p, event, bits, blob, blob);
            p->color = (uint8_t)(66 + shade);
        } else {
            burst_origin(p, event, bits, inward, fall);
            p->color = (uint8_t)(150 + shade);
        }
        p++;
    }
    scene_trim(scene, p);
}

static void add_splash(struct palette_scene *scene, const struct effect_event *event, double age)
{
    struct palette_particle *p = scene_room(scene, event->count);
    if (p == NULL) {
        return;
    }
    const struct motion fall = motion_make(0.0, (double)PARTICLE_GRAVITY, age);
    float moved[3];
    for (int j = 0; j < 3; j++) {
        moved[j] = event->origin[j] + event->u.velocity[j] * fall.stretch;
    }
    moved[2] -= fall.fall;
    for (uint32_t i = 0; i < event->count; i++) {
        uint64_t bits = particle_bits(event->seed, i);
        if (age > 0.1 * take_below(&bits, 5)) {
            continue;
        }
        p->color = (uint8_t)((event->color & ~7) + take_bits(&bits, 3));
        for (int j = 0; j < 3; j++) {
            p->origin[j] = moved[j] + (float)(take_bits(&bits, 4) - 8);
        }
        p++;
    }
    scene_trim(scene, p);
}

/* Specks that leave along a direction: the lava and the teleport splash. */
static void fly_out(struct palette_particle *p, const float from[3], const float direction[3],
                    float speed, struct motion fall)
{
    float length = vec_length(direction);
    float scale = length > 0.0f ? speed / length * fall.stretch : 0.0f;
    for (int j = 0; j < 3; j++) {
        p->origin[j] = from[j] + direction[j] * scale;
    }
    p->origin[2] -= fall.fall;
}

static void add_lava_splash(struct palette_scene *scene, const struct effect_event *event,
                            double age)
{
    struct palette_particle *p = scene_room(scene, LAVA_PARTICLES);
    if (p == NULL) {
        return;
    }
    const struct motion fall = motion_make(0.0, (double)PARTICLE_GRAVITY, age);
    for (uint32_t i = 0; i < LAVA_PARTICLES; i++) {
        uint64_t bits = particle_bits(event->seed, i);
        if (age > 2.0 + take_bits(&bits, 5) * 0.02) {
            continue;
        }
        p->color = (uint8_t)(224 + take_bits(&bits, 3));
        float direction[3] = {(float)(((int)(i % 32) - 16) * 8 + take_bits(&bits, 3)),
                              (float)(((int)(i / 32) - 16) * 8 + take_bits(&bits, 3)), 256.0f};
        float from[3] = {event->origin[0] + direction[0], event->origin[1] + direction[1],
                         event->origin[2] + (float)take_bits(&bits, 6)};
        fly_out(p, from, direction, (float)(50 + take_bits(&bits, 6)), fall);
        p++;
    }
    scene_trim(scene, p);
}

static void add_teleport_splash(struct palette_scene *scene, const struct effect_event *event,
                                double age)
{
    struct palette_particle *p = scene_room(scene, TELEPORT_PARTICLES);
    if (p == NULL) {
        return;
    }
    const struct motion fall = motion_make(0.0, (double)PARTICLE_GRAVITY, age);
    for (uint32_t n = 0; n < TELEPORT_PARTICLES; n++) {
        int i = (int)(n / (8 * 14)) * 4 - 16;
        int j = (int)(n / 14 % 8) * 4 - 16;
        int k = (int)(n % 14) * 4 - 24;
        uint64_t bits = particle_bits(event->seed, n);
        if (age > 0.2 + take_bits(&bits, 3) * 0.02) {
            continue;
        }
        p->color = (uint8_t)(7 + take_bits(&bits, 3));
        /* The direction has i and j changed round, as in r_part.c. */
        float direction[3] = {(float)(j * 8), (float)(i * 8), (float)(k * 8)};
        float from[3] = {event->origin[0] + (float)(i + take_bits(&bits, 2)),
                         event->origin[1] + (float)(j + take_bits(&bits, 2)),
                         event->origin[2] + (float)(k + take_bits(&bits, 2))};
        fly_out(p, from, direction, (float)(50 + take_bits(&bits, 6)), fall);
        p++;
    }
    scene_trim(scene, p);
}

static float trail_step(enum effect_trail trail)
{
    return trail == EFFECT_TRAIL_SLIGHT_BLOOD ? 6.0f : 3.0f;
}

uint32_t effect_trail_count(const float from[3], const float to[3], enum effect_trail trail)
{
    float count = ceilf(vec_distance(from, to) / trail_step(trail));
    return count < MAX_TRAIL_PARTICLES ? (uint32_t)count : MAX_TRAIL_PARTICLES;
}

/* One speck of a trail, `age` after it was left at `at`. False when it is gone. */
static bool trail_particle(struct palette_particle *p, const struct effect_event *event, uint32_t i,
                           const float at[3], const float direction[3], float age)
{
    enum effect_trail trail = (enum effect_trail)event->color;
    uint64_t bits = particle_bits(event->seed, i);
    float life = (float)EFFECT_TRAIL_LIFE;
    float ramp;
    unsigned turn;
    memcpy(p->origin, at, sizeof p->origin);
    switch (trail) {
    case EFFECT_TRAIL_TRACER:
    case EFFECT_TRAIL_TRACER2:
        life = 0.5f;
        turn = event->count + i;
        p->color = (uint8_t)((trail == EFFECT_TRAIL_TRACER ? 52 : 230) + (turn & 4) * 2);
        p->origin[0] += (turn & 1 ? -30.0f : 30.0f) * direction[1] * age;
        p->origin[1] += (turn & 1 ? 30.0f : -30.0f) * direction[0] * age;
        return age <= life;
    case EFFECT_TRAIL_VOOR:
        life = 0.3f;
        p->color = (uint8_t)(9 * 16 + 8 + take_bits(&bits, 2));
        for (int j = 0; j < 3; j++) {
            p->origin[j] += (float)(take_bits(&bits, 4) - 8);
        }
        return age <= life;
    default:
        break;
    }
    for (int j = 0; j < 3; j++) {
        p->origin[j] += (float)(take_below(&bits, 6) - 3);
    }
    if (trail == EFFECT_TRAIL_BLOOD || trail == EFFECT_TRAIL_SLIGHT_BLOOD) {
        p->color = (uint8_t)(67 + take_bits(&bits, 2));
        p->origin[2] -= 0.5f * PARTICLE_GRAVITY * age * age;
        return age <= life;
    }
    ramp = (float)(take_bits(&bits, 2) + (trail == EFFECT_TRAIL_SMOKE ? 2 : 0)) + 5.0f * age;
    if (ramp >= 6.0f) {
        return false;
    }
    p->color = ramp_fire[(int)ramp];
    p->origin[2] += 0.5f * PARTICLE_GRAVITY * age * age; /* smoke rises */
    return age <= life;
}

/* R_RocketTrail counts three units a particle but moves on by one: the specks fill the first third
 * of each segment. They appear while the entity passes, spread over the whole of its way. */
static void add_trail(struct palette_scene *scene, const struct effect_event *event, double age)
{
    enum effect_trail trail = (enum effect_trail)event->color;
    if (trail > EFFECT_TRAIL_VOOR) {
        return;
    }
    const float *from = event->origin;
    uint32_t count = effect_trail_count(from, event->u.target, trail);
    float length = vec_distance(from, event->u.target);
    /* Places of a demo may be no numbers, or farther from each other than numbers go. */
    struct palette_particle *p =
        length > 0.0f && isfinite(length) ? scene_room(scene, count) : NULL;
    if (p == NULL) {
        return;
    }
    float direction[3];
    for (int j = 0; j < 3; j++) {
        direction[j] = (event->u.target[j] - from[j]) / length;
    }
    for (uint32_t i = 0; i < count; i++) {
        float passed = (float)i * trail_step(trail) / length;
        float own_age = (float)age - event->span * passed;
        float at[3] = {from[0] + direction[0] * (float)i, from[1] + direction[1] * (float)i,
                       from[2] + direction[2] * (float)i};
        if (own_age >= 0.0f && trail_particle(p, event, i, at, direction, own_age)) {
            p++;
        }
    }
    scene_trim(scene, p);
}

void effect_add_particles(struct palette_scene *scene, const struct effect_event *event,
                          double time)
{
    if (!(event->start <= time) || event->end < time) {
        return;
    }
    double age = time - event->start;
    switch ((enum effect_kind)event->kind) {
    case EFFECT_SPLASH:
        add_splash(scene, event, age);
        break;
    case EFFECT_EXPLOSION:
        add_explosion(scene, event, age);
        break;
    case EFFECT_COLORED_EXPLOSION:
        add_colored_explosion(scene, event, age);
        break;
    case EFFECT_BLOB_EXPLOSION:
        add_blob_explosion(scene, event, age);
        break;
    case EFFECT_LAVA_SPLASH:
        add_lava_splash(scene, event, age);
        break;
    case EFFECT_TELEPORT_SPLASH:
        add_teleport_splash(scene, event, age);
        break;
    case EFFECT_TRAIL:
        add_trail(scene, event, age);
        break;
    default:
        break;
    }
}

void effect_add_light(struct palette_scene *scene, const struct effect_event *event, double time)
{
    if (!(event->start <= time) || event->end < time) {
        return;
    }
    float radius = event->u.light.radius - event->u.light.decay * (float)(time - event->start);
    struct palette_dlight *light = radius > 0.0f ? palette_scene_add_dlight(scene) : NULL;
    if (light != NULL) {
        memcpy(light->origin, event->origin, sizeof light->origin);
        light->radius = radius;
        light->min_light = event->u.light.min_light;
    }
}

/* CL_UpdateTEnts: whole degrees, cut towards zero. */
static void beam_angles(const float along[3], float *pitch, float *yaw)
{
    if (along[0] == 0.0f && along[1] == 0.0f) {
        *yaw = 0.0f;
        *pitch = along[2] > 0.0f ? 90.0f : 270.0f;
        return;
    }
    double x = (double)along[0];
    double y = (double)along[1];
    *yaw = (float)(int)(dmath_atan2(y, x) * 180 / DMATH_PI);
    *pitch = (float)(int)(dmath_atan2((double)along[2], sqrt(x * x + y * y)) * 180 / DMATH_PI);
    *yaw += *yaw < 0.0f ? 360.0f : 0.0f;
    *pitch += *pitch < 0.0f ? 360.0f : 0.0f;
}

void effect_add_beam(struct palette_scene *scene, const struct effect_event *event,
                     const float from[3], const struct model *model, uint32_t turn, double time)
{
    if (!(event->start <= time) || event->end < time || model == NULL) {
        return;
    }
    float along[3], at[3], pitch, yaw;
    for (int j = 0; j < 3; j++) {
        along[j] = event->u.target[j] - from[j];
        at[j] = from[j];
    }
    beam_angles(along, &pitch, &yaw);
    float length = vec_distance(from, event->u.target);
    float left = length;
    for (uint32_t i = 0; left > 0.0f && i < MAX_BEAM_SEGMENTS; i++, left -= BEAM_STEP) {
        struct palette_entity *entity = palette_scene_add_entity(scene);
        if (entity == NULL) {
            return;
        }
        entity->model = model;
        entity->alpha = 255;
        entity->frame_lerp = 1.0f;
        entity->angles[0] = pitch;
        entity->angles[1] = yaw;
        entity->angles[2] = (float)(dmath_hash(event->seed, turn, i) % 360);
        for (int j = 0; j < 3; j++) {
            entity->origin[j] = at[j];
            at[j] += along[j] / length * BEAM_STEP;
        }
    }
}

/* R_EntityParticles: each speck circles at 64 units around a normal, at an own speed, 16 units
 * wide. */
void effect_add_field(struct palette_scene *scene, const float origin[3], double time)
{
    struct palette_particle *p = scene_room(scene, ALIAS_NORMALS);
    if (p == NULL) {
        return;
    }
    for (uint32_t i = 0; i < ALIAS_NORMALS; i++, p++) {
        float turn = (float)(time * (double)((float)(dmath_hash(i, 0, 0) & 255) * 0.01f));
        float nod = (float)(time * (double)((float)(dmath_hash(i, 1, 0) & 255) * 0.01f));
        float cos_nod = (float)dmath_cos((double)nod);
        float forward[3] = {cos_nod * (float)dmath_cos((double)turn),
                            cos_nod * (float)dmath_sin((double)turn),
                            -(float)dmath_sin((double)nod)};
        p->color = 0x6f;
        for (int j = 0; j < 3; j++) {
            p->origin[j] = origin[j] + alias_normals[i][j] * 64.0f + forward[j] * 16.0f;
        }
    }
}
