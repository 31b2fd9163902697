#include "engine/events/event_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/family/demo_items.h"
#include "formats/base/error.h"
#include "formats/text/decimal.h"

enum { DECIMALS = 3 };

/* --- JSON ---------------------------------------------------------------------------------------
 */

static void put_number(struct json_writer *json, const char *key, double value)
{
    char text[DECIMAL_MAX];
    if (fabs(value) < 1e9) {
        json_literal(json, key, text, decimal_write_rounded(text, value, DECIMALS));
    } else if (isfinite(value)) {
        json_number(json, key, value);
    }
}

static void put_text(struct json_writer *json, const char *key, const char *text)
{
    if (text[0] != '\0') {
        json_string(json, key, text);
    }
}

static void put_side(struct json_writer *json, const char *key, const struct game_side *side,
                     const char *place)
{
    if (side->slot < 0 && side->name[0] == '\0') {
        return;
    }
    json_begin_object(json, key);
    json_integer(json, "slot", side->slot);
    put_text(json, "name", side->name);
    put_text(json, "team", side->team);
    if (side->has_place) {
        json_begin_array(json, "position");
        for (int i = 0; i < 3; i++) {
            put_number(json, NULL, fabsf(side->place[i]) < 1e9f ? (double)side->place[i] : 0.0);
        }
        json_end_array(json);
    }
    put_text(json, "place", place);
    json_end_object(json);
}

static void put_true(struct json_writer *json, const char *key, bool value)
{
    if (value) {
        json_bool(json, key, true);
    }
}

void event_text_json(struct json_writer *json, const struct game_event *event,
                     const struct event_places *places)
{
    json_begin_object(json, NULL);
    put_number(json, "time", event->time);
    put_number(json, "server_time", event->server_time);
    json_integer(json, "block", event->block);
    json_integer(json, "offset", (int64_t)event->offset);
    json_integer(json, "level", event->level);
    json_string(json, "kind", game_event_kind_name(event->kind));
    put_side(json, "player", &event->player, places->player);
    put_side(json, "other", &event->other, places->other);
    put_text(json, "weapon", game_weapon_name(event->weapon));
    if (event->item >= 0) {
        json_string(json, "item", demo_item_name((enum demo_item_kind)event->item));
    }
    put_text(json, "text", event->text);
    put_number(json, "value", event->value);
    put_number(json, "total", event->total);
    put_number(json, "air", event->air);
    put_number(json, "distance", event->distance);
    put_number(json, "turn", event->turn);
    put_number(json, "turn_speed", event->turn_speed);
    put_true(json, "to_team", event->to_team);
    put_true(json, "derived", event->derived);
    put_true(json, "viewed", event->viewed);
    json_end_object(json);
}

/* --- CSV ----------------------------------------------------------------------------------------
 */

static const char *const columns[] = {
    "demo",       "time",       "server_time", "block",   "offset",  "level",   "kind",
    "slot",       "player",     "team",        "x",       "y",       "z",       "place",
    "other_slot", "other",      "other_team",  "other_x", "other_y", "other_z", "other_place",
    "weapon",     "item",       "text",        "value",   "total",   "air",     "distance",
    "turn",       "turn_speed", "to_team",     "derived", "viewed",
};

void event_text_csv_head(struct csv_writer *csv)
{
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        csv_text(csv, columns[i]);
    }
    csv_end_row(csv);
}

static void write_side(struct csv_writer *csv, const struct game_side *side, const char *place)
{
    csv_number(csv, side->slot >= 0 ? side->slot : NAN, 0);
    csv_text(csv, side->name);
    csv_text(csv, side->team);
    for (int i = 0; i < 3; i++) {
        csv_number(csv, side->has_place ? (double)side->place[i] : NAN, DECIMALS);
    }
    csv_text(csv, place);
}

void event_text_csv(struct csv_writer *csv, const char *demo, const struct game_event *event,
                    const struct event_places *places)
{
    csv_text(csv, demo);
    csv_number(csv, event->time, DECIMALS);
    csv_number(csv, event->server_time, DECIMALS);
    csv_integer(csv, event->block);
    csv_integer(csv, (int64_t)event->offset);
    csv_integer(csv, event->level);
    csv_text(csv, game_event_kind_name(event->kind));
    write_side(csv, &event->player, places->player);
    write_side(csv, &event->other, places->other);
    csv_text(csv, game_weapon_name(event->weapon));
    csv_text(csv, event->item >= 0 ? demo_item_name((enum demo_item_kind)event->item) : "");
    csv_text(csv, event->text);
    csv_number(csv, event->value, DECIMALS);
    csv_number(csv, event->total, DECIMALS);
    csv_number(csv, event->air, DECIMALS);
    csv_number(csv, event->distance, DECIMALS);
    csv_number(csv, event->turn, DECIMALS);
    csv_number(csv, event->turn_speed, DECIMALS);
    csv_integer(csv, event->to_team);
    csv_integer(csv, event->derived);
    csv_integer(csv, event->viewed);
    csv_end_row(csv);
}

/* --- text ---------------------------------------------------------------------------------------
 */

struct line {
    char *text;
    size_t size, length;
};

static void append(struct line *line, const char *format, ...) FORMAT_PRINTF(2, 3);

static void append(struct line *line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length =
        vsnprintf(line->text + line->length, line->size - line->length, format, args);
    va_end(args);
    line->length += length > 0 ? (size_t)length : 0;
    line->length = line->length < line->size ? line->length : line->size - 1;
}

static void append_side(struct line *line, const struct game_side *side)
{
    if (side->name[0] != '\0') {
        append(line, "%s", side->name);
    } else if (side->slot >= 0) {
        append(line, "player %d", (int)side->slot);
    } else {
        append(line, "someone");
    }
    if (side->team[0] != '\0') {
        append(line, " (%s)", side->team);
    }
}

static void append_means(struct line *line, const struct game_event *event)
{
    const char *weapon = game_weapon_name(event->weapon);
    if (event->text[0] != '\0' || weapon[0] != '\0') {
        append(line, ", %s", event->text[0] != '\0' ? event->text : weapon);
    }
    if (event->air >= 0.0) {
        append(line, ", %.2f s in the air", event->air);
    }
}

static bool has_player(const struct game_event *event)
{
    return event->player.slot >= 0 || event->player.name[0] != '\0';
}

/* Counts and times that the words before do not tell. */
static void append_value(struct line *line, const struct game_event *event)
{
    const bool is_time = event->kind == GAME_EVENT_FINISH || event->kind == GAME_EVENT_CAPTURE ||
                         event->kind == GAME_EVENT_POWERUP_END || event->kind == GAME_EVENT_LAND;
    if (!isfinite(event->value)) {
        return;
    }
    if (line->length > 0 && line->text[line->length - 1] != ' ') {
        append(line, ", ");
    }
    append(line, is_time ? "%.2f s" : "%.10g", event->value);
    if (event->total >= 0.0) {
        append(line, " of %.10g", event->total);
    }
}

void event_text_line(char *text, size_t size, const struct game_event *event)
{
    struct line line = {text, size, 0};
    append(&line, "%s: ", game_event_kind_name(event->kind));
    const size_t head = line.length;
    switch (event->kind) {
    case GAME_EVENT_FRAG:
    case GAME_EVENT_TEAM_KILL:
        append_side(&line, &event->player);
        append(&line, " kills ");
        append_side(&line, &event->other);
        append_means(&line, event);
        break;
    case GAME_EVENT_DAMAGE:
        append_side(&line, &event->player);
        append(&line, " hurts ");
        append_side(&line, &event->other);
        append_means(&line, event);
        break;
    case GAME_EVENT_SUICIDE:
    case GAME_EVENT_DEATH:
        append_side(&line, &event->player);
        append_means(&line, event);
        break;
    case GAME_EVENT_CHAT:
        append_side(&line, &event->player);
        append(&line, "%s %s", event->to_team ? " to the team:" : ":", event->text);
        break;
    default:
        if (has_player(event)) {
            append_side(&line, &event->player);
        }
        if (event->text[0] != '\0') {
            append(&line, "%s%s", has_player(event) ? ", " : "", event->text);
        }
        break;
    }
    append_value(&line, event);
    if (line.length == head && head < size - 1) { /* nothing is known */
        line.text[head - 2] = '\0';
    }
}
