#include "engine/quake/quake_schemas.h"

#include "engine/quake/console_text.h"
#include "engine/quake/effects.h"
#include "engine/quake/quake_view.h"

_Static_assert(sizeof(struct effect_event) == 56 && sizeof(struct console_line) == 264 &&
                   sizeof(struct console_center) == 1112 && sizeof(struct quake_damage) == 24,
               "padding inside a client state");

static const struct state_member event_members[] = {
    STATE_NUMBERS(struct effect_event, start),
    STATE_NUMBERS(struct effect_event, origin[0]),
    STATE_NUMBERS(struct effect_event, model),
    STATE_NUMBERS(struct effect_event, kind),
};
const struct state_schema effect_event_schema = STATE_SCHEMA(struct effect_event, event_members);

static const struct state_member line_members[] = {
    STATE_NUMBERS(struct console_line, time),     STATE_NUMBERS(struct console_line, length),
    STATE_NUMBERS(struct console_line, audience), STATE_NUMBERS(struct console_line, runs[0].start),
    STATE_NUMBERS(struct console_line, text[0]),
};
const struct state_schema console_line_schema = STATE_SCHEMA(struct console_line, line_members);

static const struct state_member center_members[] = {
    STATE_NUMBERS(struct console_center, time),
    STATE_NUMBERS(struct console_center, length),
    STATE_NUMBERS(struct console_center, runs[0].start),
    STATE_NUMBERS(struct console_center, text[0]),
};
const struct state_schema console_center_schema =
    STATE_SCHEMA(struct console_center, center_members);

static const struct state_member damage_members[] = {
    STATE_NUMBERS(struct quake_damage, time),
    STATE_NUMBERS(struct quake_damage, roll),
    STATE_NUMBERS(struct quake_damage, color[0]),
    STATE_NUMBERS(struct quake_damage, reserved),
};
const struct state_schema quake_damage_schema = STATE_SCHEMA(struct quake_damage, damage_members);
