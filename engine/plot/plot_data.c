#include "engine/plot/plot_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plot/plot_collect.h"

/* --- updates ---------------------------------------------------------------------------------- */

static void add_value(struct plot_collector *c, struct plot_series *series, double time,
                      double value)
{
    if (c->status == 0) {
        c->status = plot_series_add(series, time, value);
    }
}

static double not_negative(int32_t value)
{
    return value > 0 ? value : 0.0; /* the dead have less */
}

static void add_body(struct plot_collector *c, struct plot_player *player,
                     const struct game_body *body, double time)
{
    const double x = (double)body->velocity[0], y = (double)body->velocity[1];
    player->viewed |= body->viewed;
    if (body->has_health) {
        add_value(c, &player->values[PLOT_HEALTH], time, not_negative(body->health));
        add_value(c, &player->values[PLOT_ARMOR], time, not_negative(body->armor));
    }
    add_value(c, &player->values[PLOT_SPEED], time, sqrt(x * x + y * y));
    if (body->has_ping) {
        add_value(c, &player->values[PLOT_PING], time, body->ping);
        add_value(c, &player->values[PLOT_LOSS], time, body->loss);
    }
}

/* What the server tells of a player in sight replaces what was counted. */
static bool see_frags(struct plot_player *player, const struct game_body *body)
{
    const bool changed = player->seen == 0 || body->frags != player->told;
    player->told = body->frags;
    if (changed && player->frags != body->frags) {
        player->frags = body->frags;
        return true;
    }
    return false;
}

static void add_frags(struct plot_collector *c, double time)
{
    struct plot_data *data = c->data;
    for (uint32_t i = 0; i < data->num_players; i++) {
        add_value(c, &data->players[i].values[PLOT_FRAGS], time, data->players[i].frags);
    }
    for (uint32_t i = 0; i < data->num_teams; i++) {
        struct plot_team *team = &data->teams[i];
        team->frags = 0;
        for (uint32_t k = 0; k < data->num_players; k++) {
            if (strcmp(data->players[k].team, team->name) == 0) {
                /* numbers of a damaged demo may be anything */
                team->frags = (int32_t)((uint32_t)team->frags + (uint32_t)data->players[k].frags);
            }
        }
        add_value(c, &team->series, time, team->frags);
    }
}

void plot_collect_update(void *collector, const struct game_update *update)
{
    struct plot_collector *c = collector;
    double time = update->time;
    const bool shown = plot_collect_time(c, update->time, &time);
    bool changed = shown && !c->begun;
    c->updates++;
    for (uint32_t i = 0; i < update->num_bodies; i++) {
        const struct game_body *body = &update->bodies[i];
        struct plot_player *player =
            plot_collect_player(c, body->slot, body->name, body->team, true);
        if (player) {
            changed |= see_frags(player, body);
            player->seen = c->updates;
            player->late = c->part.late && !body->viewed;
            if (shown) {
                add_body(c, player, body, time);
            }
        }
    }
    if (shown) {
        c->now = time;
        c->begun = true;
        c->data->to = time > c->data->to ? time : c->data->to;
    }
    c->changed |= changed;
    if (shown && c->changed) {
        add_frags(c, time);
        c->changed = false;
    }
}

/* --- events ----------------------------------------------------------------------------------- */

static struct plot_player *find_side(struct plot_collector *c, const struct game_side *side)
{
    return plot_collect_player(c, side->slot, side->name, side->team, true);
}

/* Who is out of sight, or told of late, is counted; what the server tells then is better. */
static void count_frag(struct plot_collector *c, struct plot_player *player, int32_t more)
{
    if (player && (player->seen != c->updates || player->late) && player->frags < INT32_MAX / 2 &&
        player->frags > INT32_MIN / 2) {
        player->frags += more;
        c->changed = true;
    }
}

static void add_mark(struct plot_collector *c, const struct plot_player *player, double time,
                     bool is_death)
{
    struct plot_data *data = c->data;
    if (!player) {
        return;
    }
    if (data->num_marks == PLOT_MARKS) {
        data->dropped = true;
    } else if (array_reserve(&data->marks, &data->room_marks, data->num_marks + 1,
                             sizeof(*data->marks)) < 0) {
        c->status = FORMAT_MEMORY;
    } else {
        data->marks[data->num_marks++] =
            (struct plot_mark){time, (uint32_t)(player - data->players), is_death};
    }
}

static void see_death(struct plot_collector *c, const struct game_event *event, bool shown,
                      double time)
{
    const bool killed = event->kind == GAME_EVENT_FRAG || event->kind == GAME_EVENT_TEAM_KILL;
    struct plot_player *player = find_side(c, &event->player);
    struct plot_player *dead = killed ? find_side(c, &event->other) : player;
    count_frag(c, player, event->kind == GAME_EVENT_FRAG ? 1 : -1);
    if (shown && event->kind == GAME_EVENT_FRAG) {
        add_mark(c, player, time, false);
    }
    if (shown) {
        add_mark(c, dead, time, true);
    }
    plot_spans_drop(c, dead, time);
}

static void add_line(struct plot_collector *c, const struct game_event *event, bool shown,
                     double time)
{
    struct plot_data *data = c->data;
    if (!shown || (event->text && strncmp(event->text, "countdown", 9) == 0)) {
        return; /* what begins then has a line of its own */
    }
    if (data->num_lines == PLOT_LINES) {
        data->dropped = true;
    } else if (array_reserve(&data->lines, &data->room_lines, data->num_lines + 1,
                             sizeof(*data->lines)) < 0) {
        c->status = FORMAT_MEMORY;
    } else {
        struct plot_line *line = &data->lines[data->num_lines++];
        *line = (struct plot_line){.time = time, .is_level = event->kind == GAME_EVENT_LEVEL};
        snprintf(line->text, sizeof(line->text), "%s", event->text ? event->text : "");
    }
}

/* Frags begin with the level. */
static void begin_level(struct plot_collector *c, const struct game_event *event, double time)
{
    if (event->time <= c->part.from || c->data->level[0] == '\0') {
        snprintf(c->data->level, sizeof(c->data->level), "%s", event->text ? event->text : "");
    }
    for (uint32_t i = 0; i < c->data->num_players; i++) {
        c->changed |= c->data->players[i].frags != 0;
        c->data->players[i].frags = c->data->players[i].told = 0;
    }
    plot_spans_end(c, time);
}

/* All items are there again, and nobody has any. */
static void begin_round(struct plot_collector *c, const struct game_event *event, double time)
{
    const char *text = event->text ? event->text : "";
    if (strstr(text, "begins") || strstr(text, "restart")) {
        plot_spans_end(c, time);
    }
}

void plot_collect_event(void *collector, const struct game_event *event)
{
    struct plot_collector *c = collector;
    double time = c->now;
    const bool shown = plot_collect_time(c, event->time, &time);
    switch (event->kind) {
    case GAME_EVENT_LEVEL:
        begin_level(c, event, time);
        add_line(c, event, shown, time);
        break;
    case GAME_EVENT_ROUND:
        begin_round(c, event, time);
        add_line(c, event, shown, time);
        break;
    case GAME_EVENT_FRAG:
    case GAME_EVENT_TEAM_KILL:
    case GAME_EVENT_SUICIDE:
    case GAME_EVENT_DEATH:
        see_death(c, event, shown, time);
        break;
    case GAME_EVENT_POWERUP:
    case GAME_EVENT_POWERUP_END:
    case GAME_EVENT_PICKUP:
    case GAME_EVENT_FLAG:
    case GAME_EVENT_CAPTURE:
        plot_spans_see(c, event, find_side(c, &event->player), time);
        break;
    default:
        break;
    }
}

/* --- the pass --------------------------------------------------------------------------------- */

bool plot_collect_time(struct plot_collector *c, double time, double *mapped)
{
    double at = time;
    if (c->part.map && !c->part.map(c->part.context, time, &at)) {
        return false;
    }
    if (!(at <= c->part.to)) {
        c->ended = !c->part.map;
        *mapped = c->part.to;
        return false;
    }
    if (!(at >= c->part.from)) {
        *mapped = c->part.from;
        return false;
    }
    *mapped = at;
    return true;
}

void plot_collect_begin(struct plot_collector *collector, struct plot_data *data,
                        const struct plot_part *part)
{
    *data = (struct plot_data){.from = part->from, .to = part->from};
    *collector = (struct plot_collector){.data = data, .part = *part, .now = part->from};
}

void plot_collect_end(struct plot_collector *c)
{
    plot_spans_end(c, c->data->to);
}

static bool is_over(void *context)
{
    const struct plot_collector *c = context;
    return c->ended || c->status < 0;
}

int plot_data_read(struct plot_data *data, const struct demo *demo, const struct plot_part *part,
                   struct format_error *err)
{
    struct plot_collector collector;
    const struct events_sink sink = {
        .event = plot_collect_event,
        .update = plot_collect_update,
        .context = &collector,
        .kinds = 1u << GAME_EVENT_LEVEL | 1u << GAME_EVENT_ROUND | 1u << GAME_EVENT_FRAG |
                 1u << GAME_EVENT_TEAM_KILL | 1u << GAME_EVENT_SUICIDE | 1u << GAME_EVENT_DEATH |
                 1u << GAME_EVENT_PICKUP | 1u << GAME_EVENT_POWERUP | 1u << GAME_EVENT_POWERUP_END |
                 1u << GAME_EVENT_FLAG | 1u << GAME_EVENT_CAPTURE,
        .stop = is_over};
    plot_collect_begin(&collector, data, part);
    collector.part.late = demo->family->quake3_data; /* by its scoreboards */
    const int code = events_read(demo, &sink, err);
    plot_collect_end(&collector);
    return collector.status < 0 ? format_fail(err, collector.status, 0, "out of memory") : code;
}

void plot_data_free(struct plot_data *data)
{
    for (uint32_t i = 0; i < data->num_players; i++) {
        for (int k = 0; k < PLOT_VALUES; k++) {
            plot_series_free(&data->players[i].values[k]);
        }
    }
    for (uint32_t i = 0; i < data->num_teams; i++) {
        plot_series_free(&data->teams[i].series);
    }
    free(data->marks);
    free(data->spans);
    free(data->lines);
    *data = (struct plot_data){0};
}
