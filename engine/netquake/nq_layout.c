/* Schema of the NetQuake client state: the members that its hash covers. */
#include "engine/netquake/nq_state.h"
#include "engine/quake/quake_schemas.h"

/* Copies go by bytes, and hashes by numbers without gaps: these hold no padding. */
_Static_assert(sizeof(struct nq_entity) == 120 && sizeof(struct nq_fog) == 64 &&
                   sizeof(struct nq_baseline) == 32 && sizeof(struct nq_static_sound) == 16 &&
                   sizeof(struct nq_player) == 40 && sizeof(struct nq_static) == 40 &&
                   sizeof(struct nq_delta_looks) == 24 && sizeof(struct nq_delta_entity) == 56,
               "padding inside a client state");
_Static_assert(offsetof(struct nq_state, arrays) == sizeof(struct state_block) &&
                   offsetof(struct nq_state, prints) ==
                       offsetof(struct nq_state, console) + sizeof(struct console_ring) &&
                   offsetof(struct nq_state, times) ==
                       offsetof(struct nq_state, frags) + sizeof(struct frag_feed) &&
                   offsetof(struct nq_state, center) ==
                       offsetof(struct nq_state, reserved_end) + sizeof(uint32_t) &&
                   sizeof(struct nq_state) ==
                       offsetof(struct nq_state, center) + sizeof(struct console_center),
               "padding inside a client state");

static const struct state_member baseline_members[] = {
    STATE_NUMBERS(struct nq_baseline, origin[0]),
    STATE_NUMBERS(struct nq_baseline, model),
    STATE_NUMBERS(struct nq_baseline, colormap),
};
static const struct state_schema baseline_schema =
    STATE_SCHEMA(struct nq_baseline, baseline_members);

static const struct state_member static_members[] = {
    STATE_STRUCTS(struct nq_static, looks, &baseline_schema),
    STATE_NUMBERS(struct nq_static, shine.tinted),
};
static const struct state_schema static_schema = STATE_SCHEMA(struct nq_static, static_members);

static const struct state_member entity_members[] = {
    STATE_STRUCTS(struct nq_entity, baseline, &baseline_schema),
    STATE_NUMBERS(struct nq_entity, msg_time),
    STATE_NUMBERS(struct nq_entity, origins[0][0]),
    STATE_NUMBERS(struct nq_entity, model),
    STATE_NUMBERS(struct nq_entity, colormap),
    STATE_NUMBERS(struct nq_entity, trail),
    STATE_NUMBERS(struct nq_entity, frame_start),
    STATE_NUMBERS(struct nq_entity, old_frame),
    STATE_NUMBERS(struct nq_entity, lerp_finish),
};
static const struct state_schema entity_schema = STATE_SCHEMA(struct nq_entity, entity_members);

static const struct state_member looks_members[] = {
    STATE_NUMBERS(struct nq_delta_looks, effects),
    STATE_NUMBERS(struct nq_delta_looks, trail),
    STATE_NUMBERS(struct nq_delta_looks, flags),
};
static const struct state_schema looks_schema = STATE_SCHEMA(struct nq_delta_looks, looks_members);

static const struct state_member delta_members[] = {
    STATE_STRUCTS(struct nq_delta_entity, base, &looks_schema),
    STATE_NUMBERS(struct nq_delta_entity, velocity[0]),
};
static const struct state_schema delta_schema = STATE_SCHEMA(struct nq_delta_entity, delta_members);

static const struct state_member late_members[] = {
    STATE_NUMBERS(struct nq_late_name, offset),
};
static const struct state_schema late_schema = STATE_SCHEMA(struct nq_late_name, late_members);

static const struct state_member sound_members[] = {
    STATE_NUMBERS(struct nq_static_sound, origin[0]),
    STATE_NUMBERS(struct nq_static_sound, sound),
    STATE_NUMBERS(struct nq_static_sound, volume),
};
static const struct state_schema sound_schema = STATE_SCHEMA(struct nq_static_sound, sound_members);

static const struct state_member model_members[] = {
    STATE_NUMBERS(struct nq_model_name, offset),
};
static const struct state_schema model_schema = STATE_SCHEMA(struct nq_model_name, model_members);

static const struct state_member player_members[] = {
    STATE_NUMBERS(struct nq_player, name[0]),
    STATE_NUMBERS(struct nq_player, frags),
};
static const struct state_schema player_schema = STATE_SCHEMA(struct nq_player, player_members);

static const struct state_member stuffed_members[] = {{.offset = 0, .width = sizeof(char)}};
static const struct state_schema stuffed_schema = STATE_SCHEMA(char, stuffed_members);

static const struct state_member fog_members[] = {
    STATE_NUMBERS(struct nq_fog, start),
    STATE_NUMBERS(struct nq_fog, fade),
};
static const struct state_schema fog_schema = STATE_SCHEMA(struct nq_fog, fog_members);

static const struct state_member state_members[] = {
    STATE_NUMBERS(struct nq_state, protocol.version),
    STATE_STRUCTS(struct nq_state, prints[0], &console_line_schema),
    STATE_STRUCTS(struct nq_state, frags, &frag_feed_schema),
    STATE_NUMBERS(struct nq_state, times[0]),
    STATE_STRUCTS(struct nq_state, fog, &fog_schema),
    STATE_STRUCTS(struct nq_state, damages[0], &quake_damage_schema),
    STATE_NUMBERS(struct nq_state, damage_flash.now),
    STATE_NUMBERS(struct nq_state, item_times[0]),
    STATE_NUMBERS(struct nq_state, updates),
    STATE_NUMBERS(struct nq_state, lightstyle_lengths[0]),
    STATE_STRUCTS(struct nq_state, center, &console_center_schema),
};
static const struct state_schema state_schema = STATE_SCHEMA(struct nq_state, state_members);

static const struct state_schema *const array_schemas[NQ_ARRAYS] = {
    [NQ_ENTITIES] = &entity_schema,      [NQ_STATICS] = &static_schema,
    [NQ_STATIC_SOUNDS] = &sound_schema,  [NQ_MODELS] = &model_schema,
    [NQ_DELTA_ENTITIES] = &delta_schema, [NQ_LATE_SOUNDS] = &late_schema,
    [NQ_EFFECT_NAMES] = &late_schema,    [NQ_PLAYERS] = &player_schema,
    [NQ_EVENTS] = &effect_event_schema,  [NQ_STUFFED] = &stuffed_schema,
};

const struct state_layout nq_layout = {
    .state = &state_schema, .arrays = NQ_ARRAYS, .elements = array_schemas};
