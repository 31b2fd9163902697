/* Schema of the QuakeWorld client state: the members that its hash covers. */
#include "engine/quake/quake_schemas.h"
#include "engine/quakeworld/qw_state.h"

/* Copies go by bytes, and hashes by numbers without gaps: these hold no padding. */
_Static_assert(sizeof(struct qw_frame_entity) == 32 && sizeof(struct qw_shown) == 60 &&
                   sizeof(struct qw_shown_nail) == 36 && sizeof(struct qw_static_sound) == 16 &&
                   sizeof(struct qw_player_state) == 72 && sizeof(struct qw_view_state) == 376 &&
                   sizeof(struct qw_player) == 648 && sizeof(struct qw_sent_command) == 48 &&
                   sizeof(struct qw_clock) == 24 && sizeof(struct qw_mate) == 32 &&
                   sizeof(struct qw_told_command) == 16,
               "padding inside a client state");
_Static_assert(offsetof(struct qw_state, arrays) == sizeof(struct state_block),
               "the places begin right behind the head");
/* No padding between members. */
_Static_assert(
    offsetof(struct qw_state, frags) ==
            offsetof(struct qw_state, prints) + sizeof(struct console_line) * QW_PRINT_LINES &&
        offsetof(struct qw_state, times) ==
            offsetof(struct qw_state, frags) + sizeof(struct frag_feed) &&
        offsetof(struct qw_state, frames_held) ==
            offsetof(struct qw_state, reserved2) + sizeof(uint32_t) &&
        offsetof(struct qw_state, commands) ==
            offsetof(struct qw_state, frames) + sizeof(struct qw_frame) * QW_FRAMES &&
        offsetof(struct qw_state, players) ==
            offsetof(struct qw_state, commands) + sizeof(struct qw_sent_command) * QW_COMMANDS &&
        sizeof(struct qw_state) == offsetof(struct qw_state, match_status) + sizeof(uint32_t),
    "padding inside a client state");

static const struct state_member entity_members[] = {
    STATE_NUMBERS(struct qw_frame_entity, origin[0]),
    STATE_NUMBERS(struct qw_frame_entity, angles[0]),
    STATE_NUMBERS(struct qw_frame_entity, frame),
    STATE_NUMBERS(struct qw_frame_entity, reserved),
};
static const struct state_schema entity_schema =
    STATE_SCHEMA(struct qw_frame_entity, entity_members);

static const struct state_member shown_members[] = {
    STATE_STRUCTS(struct qw_shown, now, &entity_schema),
    STATE_NUMBERS(struct qw_shown, old_origin[0]),
    STATE_NUMBERS(struct qw_shown, old_angles[0]),
    STATE_NUMBERS(struct qw_shown, old_frame),
    STATE_NUMBERS(struct qw_shown, frame_start),
    STATE_NUMBERS(struct qw_shown, trail),
};
static const struct state_schema shown_schema = STATE_SCHEMA(struct qw_shown, shown_members);

static const struct state_member nail_members[] = {
    STATE_NUMBERS(struct qw_shown_nail, origin[0]),
};
static const struct state_schema nail_schema = STATE_SCHEMA(struct qw_shown_nail, nail_members);

static const struct state_member sound_members[] = {
    STATE_NUMBERS(struct qw_static_sound, origin[0]),
    STATE_NUMBERS(struct qw_static_sound, sound),
    STATE_NUMBERS(struct qw_static_sound, volume),
};
static const struct state_schema sound_schema = STATE_SCHEMA(struct qw_static_sound, sound_members);

static const struct state_member model_members[] = {
    STATE_NUMBERS(struct qw_model_name, offset),
};
static const struct state_schema model_schema = STATE_SCHEMA(struct qw_model_name, model_members);

static const struct state_member place_members[] = {{.offset = 0, .width = sizeof(uint16_t)}};
static const struct state_schema place_schema = STATE_SCHEMA(uint16_t, place_members);

static const struct state_member name_members[] = {{.offset = 0, .width = sizeof(uint32_t)}};
static const struct state_schema name_schema = STATE_SCHEMA(uint32_t, name_members);

static const struct state_member stuffed_members[] = {{.offset = 0, .width = sizeof(char)}};
static const struct state_schema stuffed_schema = STATE_SCHEMA(char, stuffed_members);

static const struct state_member player_state_members[] = {
    STATE_NUMBERS(struct qw_player_state, time),
    STATE_NUMBERS(struct qw_player_state, origin[0]),
    STATE_NUMBERS(struct qw_player_state, model),
    STATE_NUMBERS(struct qw_player_state, frame),
    STATE_NUMBERS(struct qw_player_state, move[0]),
    STATE_NUMBERS(struct qw_player_state, buttons),
    STATE_NUMBERS(struct qw_player_state, reserved),
};
static const struct state_schema player_state_schema =
    STATE_SCHEMA(struct qw_player_state, player_state_members);

static const struct state_member view_members[] = {
    STATE_STRUCTS(struct qw_view_state, damages[0], &quake_damage_schema),
    STATE_NUMBERS(struct qw_view_state, damage_flash[0]),
    STATE_NUMBERS(struct qw_view_state, punch_time),
    STATE_NUMBERS(struct qw_view_state, punch),
    STATE_NUMBERS(struct qw_view_state, bob_lag),
    STATE_NUMBERS(struct qw_view_state, item_times[0]),
    STATE_NUMBERS(struct qw_view_state, weapon_old_frame),
};
static const struct state_schema view_schema = STATE_SCHEMA(struct qw_view_state, view_members);

static const struct state_member player_members[] = {
    STATE_NUMBERS(struct qw_player, user),
    STATE_NUMBERS(struct qw_player, enter_time),
    STATE_NUMBERS(struct qw_player, name[0]),
    STATE_NUMBERS(struct qw_player, frame_start),
    STATE_STRUCTS(struct qw_player, states[0], &player_state_schema),
    STATE_STRUCTS(struct qw_player, view, &view_schema),
};
static const struct state_schema player_schema = STATE_SCHEMA(struct qw_player, player_members);

static const struct state_member command_members[] = {
    STATE_NUMBERS(struct qw_sent_command, time),
    STATE_NUMBERS(struct qw_sent_command, sequence),
    STATE_NUMBERS(struct qw_sent_command, move[0]),
    STATE_NUMBERS(struct qw_sent_command, msec),
    STATE_NUMBERS(struct qw_sent_command, incoming),
};
static const struct state_schema command_schema =
    STATE_SCHEMA(struct qw_sent_command, command_members);

static const struct state_member mate_members[] = {
    STATE_NUMBERS(struct qw_mate, time),
    STATE_NUMBERS(struct qw_mate, origin[0]),
};
static const struct state_schema mate_schema = STATE_SCHEMA(struct qw_mate, mate_members);

static const struct state_member told_members[] = {
    STATE_NUMBERS(struct qw_told_command, time),
    STATE_NUMBERS(struct qw_told_command, move[0]),
    STATE_NUMBERS(struct qw_told_command, buttons),
};
static const struct state_schema told_schema = STATE_SCHEMA(struct qw_told_command, told_members);

static const struct state_member state_members[] = {
    STATE_NUMBERS(struct qw_state, stuffed_time),
    STATE_NUMBERS(struct qw_state, clock.begun),
    STATE_STRUCTS(struct qw_state, prints[0], &console_line_schema),
    STATE_STRUCTS(struct qw_state, frags, &frag_feed_schema),
    STATE_NUMBERS(struct qw_state, times[0]),
    STATE_NUMBERS(struct qw_state, updates),
    STATE_NUMBERS(struct qw_state, frames_held),
    STATE_NUMBERS(struct qw_state, frames[0].sequence),
    STATE_STRUCTS(struct qw_state, commands[0], &command_schema),
    STATE_STRUCTS(struct qw_state, players[0], &player_schema),
    STATE_STRUCTS(struct qw_state, mates[0], &mate_schema),
    STATE_STRUCTS(struct qw_state, told[0], &told_schema),
    STATE_STRUCTS(struct qw_state, centers[0], &console_center_schema),
    STATE_NUMBERS(struct qw_state, lightstyle_lengths[0]),
    STATE_NUMBERS(struct qw_state, deathmatch),
};
static const struct state_schema state_schema = STATE_SCHEMA(struct qw_state, state_members);

static const struct state_schema *const array_schemas[QW_ARRAYS] = {
    [QW_FRAME_ENTITIES] = &entity_schema, [QW_ENTITIES] = &shown_schema,
    [QW_BASELINES] = &entity_schema,      [QW_BASELINE_PLACES] = &place_schema,
    [QW_STATICS] = &entity_schema,        [QW_STATIC_SOUNDS] = &sound_schema,
    [QW_MODELS] = &model_schema,          [QW_SOUNDS] = &name_schema,
    [QW_NAILS_SHOWN] = &nail_schema,      [QW_EVENTS] = &effect_event_schema,
    [QW_STUFFED] = &stuffed_schema,
};

const struct state_layout qw_layout = {
    .state = &state_schema, .arrays = QW_ARRAYS, .elements = array_schemas};
