/* Momentary QuakeWorld events: temporary entities, muzzle flashes, damage, kicks (cl_tent.c,
 * cl_ents.c, view.c). */
#include <string.h>

#include "engine/quakeworld/qw_apply.h"

/* Makes room for one more event. */
static int reserve_event(struct qw_state **state)
{
    struct state_place *place = &(*state)->arrays[QW_EVENTS];
    if (place->count < place->capacity && place->count < QW_MAX_EVENTS) {
        return 0; /* nearly always */
    }
    if (place->count >= QW_MAX_EVENTS) {
        place->count =
            effect_prune(qw_events(*state), place->count, (*state)->times[1], (*state)->clock.now);
    }
    if (place->count >= QW_MAX_EVENTS) {
        /* Only hostile demos come here: the oldest quarter goes. */
        const uint32_t gone = QW_MAX_EVENTS / 4;
        struct effect_event *events = qw_events(*state);
        memmove(events, events + gone, (place->count - gone) * sizeof *events);
        place->count -= gone;
    }
    return qw_state_reserve(state, QW_EVENTS, place->count + 1);
}

int qw_add_event(struct qw_state **state, const struct effect_event *event)
{
    int status = reserve_event(state);
    if (status < 0) {
        return status;
    }
    struct effect_event *events = qw_events(*state);
    struct state_place *place = &(*state)->arrays[QW_EVENTS];
    if (event->kind == EFFECT_LIGHT || event->kind == EFFECT_BEAM) {
        effect_end_replaced(events, place->count, event);
    }
    events[place->count++] = *event;
    return 0;
}

static int add_splash(const struct qw_apply *apply, const float origin[3], uint8_t color,
                      uint16_t count)
{
    static const float still[3] = {0.0f, 0.0f, 0.0f};
    const struct effect_event event = effect_make_splash((*apply->state)->clock.now, origin, still,
                                                         color, count, qw_apply_seed(apply));
    return qw_add_event(apply->state, &event);
}

static int add_particles(const struct qw_apply *apply, enum effect_kind kind, const float origin[3])
{
    const struct effect_event event =
        effect_make_particles(kind, (*apply->state)->clock.now, origin, qw_apply_seed(apply));
    return qw_add_event(apply->state, &event);
}

/* CL_ParseTEnt: radius 350 fading by 300 a second. */
static int add_explosion(const struct qw_apply *apply, const float origin[3])
{
    const struct effect_event light =
        effect_make_light((*apply->state)->clock.now, origin, 350.0f, 300.0f, 0.0f, 0.5, 0);
    int status = add_particles(apply, EFFECT_EXPLOSION, origin);
    return status < 0 ? status : qw_add_event(apply->state, &light);
}

int qw_apply_temp_entity(const struct qw_apply *apply, const struct qw_temp_entity *from)
{
    float origin[3], end[3];
    struct effect_event beam;
    qw_clean_origin(origin, from->origin);
    qw_clean_origin(end, from->end);
    switch (from->type) {
    case QW_TE_WIZSPIKE:
        return add_splash(apply, origin, 20, 30);
    case QW_TE_KNIGHTSPIKE:
        return add_splash(apply, origin, 226, 20);
    case QW_TE_SPIKE:
        return add_splash(apply, origin, 0, 10);
    case QW_TE_SUPERSPIKE:
        return add_splash(apply, origin, 0, 20);
    case QW_TE_GUNSHOT:
        return add_splash(apply, origin, 0, (uint16_t)(20 * from->count));
    case QW_TE_BLOOD:
        return add_splash(apply, origin, 73, (uint16_t)(20 * from->count));
    case QW_TE_LIGHTNINGBLOOD:
        return add_splash(apply, origin, 225, 50);
    case QW_TE_EXPLOSION:
        return add_explosion(apply, origin);
    case QW_TE_TAREXPLOSION:
        return add_particles(apply, EFFECT_BLOB_EXPLOSION, origin);
    case QW_TE_LAVASPLASH:
        return add_particles(apply, EFFECT_LAVA_SPLASH, origin);
    case QW_TE_TELEPORT:
        return add_particles(apply, EFFECT_TELEPORT_SPLASH, origin);
    case QW_TE_LIGHTNING1:
    case QW_TE_LIGHTNING2:
    case QW_TE_LIGHTNING3:
        beam = effect_make_beam((*apply->state)->clock.now, origin, end, from->type, from->entity,
                                qw_apply_seed(apply));
        return qw_add_event(apply->state, &beam);
    default:
        return format_fail(apply->err, FORMAT_BAD, apply->offset,
                           "temporary entity of unknown type %u", (unsigned)from->type);
    }
}

/* CL_MuzzleFlash */
int qw_apply_muzzle_flash(const struct qw_apply *apply, uint16_t entity)
{
    const struct qw_state *s = *apply->state;
    if (entity == 0 || entity > QW_PLAYERS) {
        return 0;
    }
    const struct qw_player_state *player = &s->players[entity - 1].states[0];
    float forward[3], right[3], up[3], origin[3];
    dmath_angle_vectors(player->angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        origin[i] = player->origin[i] + 18.0f * forward[i];
    }
    const float radius = (float)(200 + (qw_apply_seed(apply) & 31));
    const struct effect_event event =
        effect_make_light(s->clock.now, origin, radius, 0.0f, 32.0f, 0.1, entity);
    return qw_add_event(apply->state, &event);
}

static void apply_damage(struct qw_player *player, const struct qw_message *m, double now)
{
    struct qw_view_state *view = &player->view;
    struct quake_damage damage = view->damages[0];
    float from[3];
    for (int i = 0; i < 3; i++) {
        from[i] = qw_clean_coord(m->u.damage.origin[i]) - player->states[0].origin[i];
    }
    const int32_t percent =
        (int32_t)((float)view->damage_flash[0] + quake_take_damage(&damage, now, m->u.damage.armor,
                                                                   m->u.damage.blood, from,
                                                                   player->states[0].angles));
    view->damage_flash[0] = percent > QUAKE_MAX_DAMAGE_FLASH ? QUAKE_MAX_DAMAGE_FLASH : percent;
    if (view->damages[0].time < now) {
        view->damages[1] = view->damages[0];
    }
    view->damages[0] = damage;
    view->face_time = now + 0.2;
}

void qw_apply_damage(const struct qw_apply *apply, const struct qw_message *m)
{
    struct qw_state *s = *apply->state;
    for (uint32_t i = 0; qw_next_viewer(apply, &i); i++) {
        apply_damage(&s->players[i], m, s->clock.now);
    }
}

void qw_apply_kick(const struct qw_apply *apply, float pitch)
{
    struct qw_state *s = *apply->state;
    for (uint32_t i = 0; qw_next_viewer(apply, &i); i++) {
        s->players[i].view.punch = pitch;
        s->players[i].view.punch_time = s->clock.now;
    }
}

void qw_apply_bonus(const struct qw_apply *apply)
{
    struct qw_state *s = *apply->state;
    for (uint32_t i = 0; qw_next_viewer(apply, &i); i++) {
        s->players[i].view.bonus_flash[0] = QW_BONUS_FLASH;
    }
}
