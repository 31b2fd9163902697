#include "engine/quake3/scene/q3_listen.h"

#include <string.h>

#include "assets/quake3/level_collision.h"
#include "assets/quake3/q3_data.h"
#include "engine/family/demo_sounds.h"
#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/scene/q3_view.h"
#include "formats/base/dmath.h"

static const struct q3_level *find_level(const struct q3_interp *m, const struct scene_data *data)
{
    char name[Q3_NAME_BYTES];
    q3_interp_level(m, name);
    if (name[0] == '\0' || !data) {
        return NULL;
    }
    return data->quake3      ? q3_data_level(data->quake3, name)
           : data->collision ? level_collision_get(data->collision, name)
                             : NULL;
}

/* A part of the level sounds from its middle. */
static void go_to_middle(const struct q3_level *level, const struct q3_entity_state *entity,
                         float origin[3])
{
    const int32_t number = entity->fields[Q3_ES_MODELINDEX];
    if (entity->fields[Q3_ES_SOLID] != Q3_SOLID_INLINE || !level || level->missing || number <= 0 ||
        (uint32_t)number >= level->bsp.num_models) {
        return;
    }
    const struct q3_bsp_model *model = &level->bsp.models[number];
    for (int i = 0; i < 3; i++) {
        origin[i] += (model->mins[i] + model->maxs[i]) / 2.0f;
    }
}

static void add_own(const struct q3_interp *m, struct demo_listener *listener)
{
    const int32_t *f = m->player.fields;
    if (listener->num_places < DEMO_PLACES) {
        listener->places[listener->num_places++] =
            (struct demo_place){f[Q3_PS_CLIENT_NUM],
                                {q3_float(f[Q3_PS_ORIGIN_0]), q3_float(f[Q3_PS_ORIGIN_1]),
                                 q3_float(f[Q3_PS_ORIGIN_2])}};
    }
}

/* By ascending number: the own player is not among the others, but may be as a corpse's twin. */
static void find_places(const struct q3_interp *m, const struct q3_level *level,
                        struct demo_listener *listener)
{
    const int32_t own = m->player.fields[Q3_PS_CLIENT_NUM];
    bool told = own < 0 || own >= Q3_PLAYERS;
    for (uint32_t i = 0; i < m->from->count && listener->num_places < DEMO_PLACES; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, m->from, i);
        struct q3_pose pose;
        if (!told && entity->number >= own) {
            add_own(m, listener);
            told = true;
        }
        if (entity->number == own || entity->fields[Q3_ES_E_TYPE] > m->game->event_entity ||
            listener->num_places == DEMO_PLACES) {
            continue;
        }
        q3_interp_place(m, entity, &pose);
        go_to_middle(level, entity, pose.origin);
        struct demo_place *place = &listener->places[listener->num_places++];
        place->entity = entity->number;
        memcpy(place->origin, pose.origin, sizeof(place->origin));
    }
    if (!told) {
        add_own(m, listener);
    }
}

/* Snapshots that are looked back at. */
enum { LOOK_BACK = 24 };

/* Inserts an entity that left the snapshots at its last known position, in order of number. */
static void add_last(struct demo_listener *listener, int32_t entity, const float origin[3])
{
    uint32_t at = listener->num_places;
    if (at == DEMO_PLACES) {
        return;
    }
    for (; at > 0 && listener->places[at - 1].entity > entity; at--) {
        listener->places[at] = listener->places[at - 1];
    }
    listener->places[at].entity = entity;
    memcpy(listener->places[at].origin, origin, sizeof(listener->places[at].origin));
    listener->num_places++;
}

static void find_last_places(const struct q3_interp *m, const struct q3_level *level,
                             struct demo_listener *listener)
{
    bool known[Q3_MAX_ENTITIES] = {false};
    for (uint32_t i = 0; i < listener->num_places; i++) {
        known[listener->places[i].entity & (Q3_MAX_ENTITIES - 1)] = true;
    }
    for (uint32_t i = 0; i < m->from->count; i++) { /* now it is an event */
        known[m->from->numbers[i]] = true;
    }
    for (int32_t back = 1; back <= LOOK_BACK && m->from->sequence >= INT32_MIN + back; back++) {
        const struct q3_snapshot *old = q3_frames_find(&m->state->frames, m->from->sequence - back);
        for (uint32_t i = 0; old && i < old->count; i++) {
            const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, old, i);
            const struct q3_trajectory place = q3_trajectory_of_origin(entity);
            float origin[3];
            if (known[old->numbers[i]] || entity->fields[Q3_ES_E_TYPE] > m->game->event_entity) {
                continue;
            }
            known[old->numbers[i]] = true;
            q3_trajectory_at(&place, old->server_time, origin);
            q3_state_place_player(m->state, entity->number, origin);
            go_to_middle(level, entity, origin);
            add_last(listener, entity->number, origin);
        }
        const int32_t own = old ? old->player.fields[Q3_PS_CLIENT_NUM] : -1;
        if (own >= 0 && own < Q3_PLAYERS && !known[own]) { /* whose eyes these were */
            const int32_t *f = old->player.fields;
            const float origin[3] = {q3_float(f[Q3_PS_ORIGIN_0]), q3_float(f[Q3_PS_ORIGIN_1]),
                                     q3_float(f[Q3_PS_ORIGIN_2])};
            known[own] = true;
            add_last(listener, own, origin);
        }
    }
}

void q3_listen(const struct q3_state *state, const struct q3_game *game, double fraction,
               const struct scene_options *options, const struct scene_data *data,
               struct demo_listener *listener)
{
    struct q3_interp m;
    struct q3_view view;
    float forward[3], up[3];
    *listener = (struct demo_listener){.entity = DEMO_SOUND_NOBODY};
    if (!q3_interp_at(&m, state, game, fraction)) {
        return;
    }
    const struct q3_level *level = find_level(&m, data);
    q3_view_find(&view, &m, options, level);
    if (!view.free) {
        const struct q3_entity_state *other = q3_view_followed(state, m.from, options->follow);
        listener->entity = other ? other->number : m.player.fields[Q3_PS_CLIENT_NUM];
        listener->own_eyes = !other && options->camera.kind == CAMERA_EYE;
        listener->audience = listener->entity >= 0 && listener->entity < Q3_PLAYERS
                                 ? UINT64_C(1) << listener->entity
                                 : 0;
    }
    listener->in_level = true;
    memcpy(listener->origin, view.origin, sizeof(listener->origin));
    dmath_angle_vectors(view.angles, forward, listener->right, up);
    find_places(&m, level, listener);
    find_last_places(&m, level, listener);
}
