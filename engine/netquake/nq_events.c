/* Momentary NetQuake events: temporary entities, particles, damage, trails. */
#include <math.h>
#include <string.h>

#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_state.h"
#include "formats/base/dmath.h"

void nq_prune_events(struct nq_state *s, double oldest, double latest)
{
    struct state_place *place = &s->arrays[NQ_EVENTS];
    place->count = effect_prune(nq_events(s), place->count, oldest, latest);
    s->events_pruned = latest;
}

/* Makes room for one more event. */
static int reserve_event(struct nq_state **state)
{
    struct state_place *place = &(*state)->arrays[NQ_EVENTS];
    if (place->count < place->capacity && place->count < NQ_MAX_EVENTS) {
        return 0; /* nearly always */
    }
    if (place->count >= NQ_MAX_EVENTS) {
        nq_prune_events(*state, fmin((*state)->times[0], (*state)->times[1]), (*state)->times[0]);
    }
    if (place->count >= NQ_MAX_EVENTS) {
        /* Only hostile demos come here: the oldest quarter goes. */
        const uint32_t gone = NQ_MAX_EVENTS / 4;
        struct effect_event *events = nq_events(*state);
        memmove(events, events + gone, (place->count - gone) * sizeof *events);
        place->count -= gone;
    }
    return nq_state_reserve(state, NQ_EVENTS, place->count + 1);
}

int nq_apply_event(const struct nq_apply *apply, const struct effect_event *event)
{
    int status = reserve_event(apply->state);
    if (status < 0) {
        return status;
    }
    struct effect_event *events = nq_events(*apply->state);
    struct state_place *place = &(*apply->state)->arrays[NQ_EVENTS];
    if (event->kind == EFFECT_LIGHT || event->kind == EFFECT_BEAM) {
        effect_end_replaced(events, place->count, event);
    }
    events[place->count++] = *event;
    return 0;
}

static void clean_origin(float to[3], const double from[3])
{
    for (int i = 0; i < 3; i++) {
        to[i] = nq_clean_coord(from[i]);
    }
}

/* A burst and the light that goes with explosions (CL_ParseTEnt: radius 350 fading by 300 a
 * second). */
static int add_burst(const struct nq_apply *apply, struct effect_event event, bool with_light)
{
    int status = nq_apply_event(apply, &event);
    if (status < 0 || !with_light) {
        return status;
    }
    event = effect_make_light(event.start, event.origin, 350.0f, 300.0f, 0.0f, 0.5, 0);
    return nq_apply_event(apply, &event);
}

uint32_t nq_plain_temp_type(uint8_t type)
{
    switch (type) {
    case NQ_TE_EXPLOSION3:
    case NQ_TE_EXPLOSION_SPRITE:
    case NQ_TE_EXPLOSION_RGB:
    case NQ_TE_EXPLOSION_QUAD:
    case NQ_TE_EXPLOSION_BIG:
        return NQ_TE_EXPLOSION;
    case NQ_TE_GUNSHOT_COUNTED:
    case NQ_TE_GUNSHOT_QUAD:
        return NQ_TE_GUNSHOT;
    case NQ_TE_SPIKE_QUAD:
        return NQ_TE_SPIKE;
    case NQ_TE_SUPERSPIKE_QUAD:
        return NQ_TE_SUPERSPIKE;
    case NQ_TE_BLOOD_SHOWER:
        return NQ_TE_BLOOD;
    case NQ_TE_PLASMA_BURN:
    case NQ_TE_PLASMA_HIT:
    case NQ_TE_SMOKE:
        return NQ_TE_SPARK;
    default:
        return type > NQ_TE_BEAM && type != NQ_TE_BLOOD && type != NQ_TE_SPARK ? NQ_TE_BEAM_BY_NAME
                                                                               : type;
    }
}

int nq_apply_temp_entity(const struct nq_apply *apply, const struct nq_temp_entity *from)
{
    static const float still[3] = {0.0f, 0.0f, 0.0f};
    const double now = (*apply->state)->times[0];
    const uint32_t seed = nq_apply_seed(apply);
    struct effect_event event;
    float origin[3], end[3];
    clean_origin(origin, from->origin);
    switch (nq_plain_temp_type(from->type)) {
    case NQ_TE_WIZSPIKE:
        event = effect_make_splash(now, origin, still, 20, 30, seed);
        return nq_apply_event(apply, &event);
    case NQ_TE_KNIGHTSPIKE:
        event = effect_make_splash(now, origin, still, 226, 20, seed);
        return nq_apply_event(apply, &event);
    case NQ_TE_SPIKE:
        event = effect_make_splash(now, origin, still, 0, 10, seed);
        return nq_apply_event(apply, &event);
    case NQ_TE_SUPERSPIKE:
    case NQ_TE_GUNSHOT:
        event = effect_make_splash(now, origin, still, 0, 20, seed);
        return nq_apply_event(apply, &event);
    case NQ_TE_EXPLOSION:
        event = effect_make_particles(EFFECT_EXPLOSION, now, origin, seed);
        return add_burst(apply, event, true);
    case NQ_TE_EXPLOSION2:
        event = effect_make_particles(EFFECT_COLORED_EXPLOSION, now, origin, seed);
        event.color = from->color_start;
        event.count = from->color_length;
        return add_burst(apply, event, true);
    case NQ_TE_TAREXPLOSION:
        event = effect_make_particles(EFFECT_BLOB_EXPLOSION, now, origin, seed);
        return add_burst(apply, event, false);
    case NQ_TE_LAVASPLASH:
        event = effect_make_particles(EFFECT_LAVA_SPLASH, now, origin, seed);
        return add_burst(apply, event, false);
    case NQ_TE_TELEPORT:
        event = effect_make_particles(EFFECT_TELEPORT_SPLASH, now, origin, seed);
        return add_burst(apply, event, false);
    case NQ_TE_LIGHTNING1:
    case NQ_TE_LIGHTNING2:
    case NQ_TE_LIGHTNING3:
    case NQ_TE_BEAM:
        clean_origin(end, from->end);
        event = effect_make_beam(now, origin, end, from->type, (uint16_t)from->entity, seed);
        return nq_apply_event(apply, &event);
    case NQ_TE_BLOOD:
        event = effect_make_splash(now, origin, still, 73, 20, seed);
        return nq_apply_event(apply, &event);
    case NQ_TE_SPARK:
        event = effect_make_splash(now, origin, still, 104, 20, seed);
        return nq_apply_event(apply, &event);
    case NQ_TE_BEAM_BY_NAME: /* no game data of Quake's has the model */
        return 0;
    default:
        return format_fail(apply->err, FORMAT_BAD, apply->offset,
                           "temporary entity of unknown type %u", (unsigned)from->type);
    }
}

int nq_apply_animation(const struct nq_apply *apply, const struct nq_sprite_effect *from)
{
    if (from->rate == 0 || from->frames == 0) {
        return 0;
    }
    const double now = (*apply->state)->times[0];
    struct effect_event event = {.kind = EFFECT_ANIMATION,
                                 .start = now,
                                 .end = now + (double)from->frames / (double)from->rate,
                                 .span = 1.0f / (float)from->rate,
                                 .model = from->model,
                                 .key = from->frame,
                                 .count = from->frames};
    clean_origin(event.origin, from->origin);
    return nq_apply_event(apply, &event);
}

int nq_apply_particle(const struct nq_apply *apply, const struct nq_message *m)
{
    float origin[3], velocity[3];
    clean_origin(origin, m->u.particle.origin);
    for (int i = 0; i < 3; i++) {
        /* A direction in sixteenths; R_RunParticleEffect makes it 15 units per second. */
        velocity[i] = (float)m->u.particle.velocity[i] * (1.0f / 16.0f) * 15.0f;
    }
    uint16_t count = m->u.particle.count == 255 ? 1024 : m->u.particle.count;
    const double now = (*apply->state)->times[0];
    struct effect_event event =
        effect_make_splash(now, origin, velocity, m->u.particle.color, count, nq_apply_seed(apply));
    return nq_apply_event(apply, &event);
}

/* V_ParseDamage. The view entity is where the picture before had it, turned as the view was. */
void nq_apply_damage(const struct nq_apply *apply, const struct nq_message *m)
{
    struct nq_state *s = *apply->state;
    const double now = s->times[0];
    const struct nq_entity *viewer = nq_entity_get(s, s->view_entity);
    /* Entities pitch the other way. */
    const float angles[3] = {-s->view_angles[1][0], s->view_angles[1][1],
                             viewer ? viewer->angles[0][2] : 0.0f};
    float from[3];
    for (int i = 0; i < 3; i++) {
        from[i] = nq_clean_coord(m->u.damage.origin[i]) - (viewer ? viewer->origins[0][i] : 0.0f);
    }
    struct quake_damage damage = s->damages[0];
    float more =
        quake_take_damage(&damage, now, m->u.damage.armor, m->u.damage.blood, from, angles);
    int32_t percent = (int32_t)((float)s->damage_flash.now + more);
    s->damage_flash.now = percent > QUAKE_MAX_DAMAGE_FLASH ? QUAKE_MAX_DAMAGE_FLASH : percent;
    if (s->damages[0].time < now) {
        s->damages[1] = s->damages[0];
    }
    s->damages[0] = damage;
    s->face_time = now + 0.2;
}

int nq_apply_trail(const struct nq_apply *apply, uint16_t number)
{
    const struct nq_state *s = *apply->state;
    struct nq_entity *e = &nq_entities(s)[number];
    double gap = s->times[0] - s->times[1];
    double span = gap > 0.1 ? 0.1 : gap > 0.0 ? gap : 0.0;
    double start = s->times[0] - span;
    if (e->snap || nq_entity_jumped(e)) {
        span = 0.0;
    }
    const enum effect_trail trail = nq_delta_trail(apply, number);
    if (trail == EFFECT_TRAIL_NONE) {
        return 0;
    }
    const struct effect_mover mover = {trail, e->model, number, nq_apply_seed(apply)};
    struct effect_event event =
        effect_make_trail(start, (float)span, e->origins[1], e->origins[0], &mover);
    event.count = e->trail;
    uint32_t left = effect_trail_count(e->origins[1], e->origins[0], EFFECT_TRAIL_TRACER);
    e->trail = (uint16_t)(e->trail + left);
    return nq_apply_event(apply, &event);
}

int nq_apply_muzzle_flash(const struct nq_apply *apply, uint16_t number)
{
    const struct nq_state *s = *apply->state;
    const struct nq_entity *e = &nq_entities(s)[number];
    float forward[3], right[3], up[3], origin[3];
    dmath_angle_vectors(e->angles[0], forward, right, up);
    for (int i = 0; i < 3; i++) {
        origin[i] = e->origins[0][i] + (i == 2 ? 16.0f : 0.0f) + 18.0f * forward[i];
    }
    const float radius = (float)(200 + (nq_apply_seed(apply) & 31));
    struct effect_event event =
        effect_make_light(s->times[0], origin, radius, 0.0f, 32.0f, 0.1, number);
    return nq_apply_event(apply, &event);
}
