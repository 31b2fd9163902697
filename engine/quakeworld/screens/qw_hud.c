#include "engine/quakeworld/screens/qw_hud.h"

#include "engine/hud/hud_row.h"
#include "engine/quake/overlay/quake_bodies.h"
#include "engine/quakeworld/screens/qw_keys.h"
#include "engine/quakeworld/screens/qw_match.h"
#include "engine/quakeworld/screens/qw_team.h"

/* Minutes played, up to the end of the level. */
static int32_t minutes_played(const struct qw_state *s, const struct qw_player *player, double time)
{
    const double seconds = (s->intermission ? s->completed_time : time) - player->enter_time;
    return seconds > 0.0 ? (int32_t)((seconds < 1e6 ? seconds : 1e6) / 60.0) : 0;
}

static void list_players(const struct qw_state *s, const struct qw_pov *eyes, double time,
                         struct hud_player players[QW_PLAYERS])
{
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        const struct qw_player *from = &s->players[i];
        players[i] = (struct hud_player){
            .name = from->name,
            .frags = from->frags,
            .shirt = from->top_color,
            .trousers = from->bottom_color,
            .self = i == eyes->slot && !eyes->free,
            .ping = from->ping,
            .loss = from->loss,
            .minutes = minutes_played(s, from, time),
            .team = from->team,
            .spectator = from->spectator != 0,
        };
    }
}

static void fill_numbers(const struct qw_player *player, struct hud_info *info,
                         double item_times[32])
{
    const struct qw_view_state *view = &player->view;
    const int32_t *stats = view->stats;
    for (int i = 0; i < 32; i++) {
        /* Items owned before the first frame do not flash. */
        item_times[i] = view->item_times[i] > 0.0f ? (double)view->item_times[i] : QW_NEVER;
    }
    info->health = stats[QW_STAT_HEALTH];
    info->armor = stats[QW_STAT_ARMOR];
    info->ammo = stats[QW_STAT_AMMO];
    for (int i = 0; i < 4; i++) {
        info->ammo_counts[i] = stats[QW_STAT_SHELLS + i];
    }
    info->items = (uint32_t)stats[QW_STAT_ITEMS];
    info->active_weapon = (uint32_t)stats[QW_STAT_ACTIVE_WEAPON];
    info->item_times = item_times;
    info->face_time = view->face_time;
}

/* Without health where the demo does not tell it. */
static void tell_health(const struct qw_state *s, double time, struct hud_body *body)
{
    const struct qw_player *player = &s->players[body->slot];
    const struct qw_mate *told = &s->mates[body->slot];
    if (qw_has_stats(s, body->slot)) {
        body->has_health = true;
        body->health = player->view.stats[QW_STAT_HEALTH];
        body->armor = player->view.stats[QW_STAT_ARMOR];
    } else if (time - told->time < QW_MATE_SECONDS) {
        body->has_health = true;
        body->health = told->health;
        body->armor = told->armor;
    }
}

static void describe_bodies(struct quake_build *b, const struct qw_state *s,
                            const struct qw_pov *eyes)
{
    for (size_t i = 0; i < b->num_bodies; i++) {
        struct hud_body *body = &b->bodies[i];
        body->name = hud_string_of(s->players[body->slot].name);
        body->followed = body->slot == eyes->slot && !eyes->free;
        body->is_mate = body->followed || qw_are_mates(s, eyes->slot, body->slot);
        const struct scene_color *forced = scene_options_color(b->options, body->is_mate);
        quake_bodies_color(b->data,
                           forced->set ? forced->trousers : s->players[body->slot].bottom_color,
                           body->color);
        tell_health(s, b->time, body);
    }
}

void qw_hud_add(struct quake_build *b, const struct qw_state *s, const struct qw_pov *eyes,
                bool in_game)
{
    struct hud_line lines[QW_PRINT_LINES];
    struct hud_player players[QW_PLAYERS];
    struct hud_kill kills[FRAG_FEED_LINES];
    struct hud_teammate mates[QW_PLAYERS];
    double item_times[32];
    const bool somebody = eyes->slot != QW_NOBODY;
    const uint32_t audience = s->is_mvd && somebody ? (uint32_t)1 << eyes->slot : CONSOLE_EVERYBODY;
    const struct console_center *center = console_find_center(s->centers, QW_CENTERS, audience);
    describe_bodies(b, s, eyes);
    struct hud_info info = quake_begin_hud(b, in_game);
    info.paused = s->paused != 0;
    info.deathmatch = true;
    info.quakeworld = true;
    info.teams = s->teamplay != 0;
    info.teamplay = (int32_t)s->teamplay;
    info.spectates = eyes->slot != s->recorder || s->recorder_spectates;
    info.intermission = (enum hud_intermission)s->intermission;
    info.completed_time = s->completed_time;
    info.match_clock = qw_match_clock(s, b->time);
    info.level_name = s->level_name;
    info.lines = lines;
    info.num_lines = quake_list_lines(&s->console, s->prints, QW_PRINT_LINES, audience, lines);
    info.kills = kills;
    info.num_kills = quake_list_kills(&s->frags, info.time, kills);
    if (b->options->hud.team && somebody) {
        info.mates = mates;
        info.num_mates = qw_list_mates(b, s, eyes->slot, mates);
    }
    info.players = players;
    info.num_players = QW_PLAYERS;
    info.max_players = QW_PLAYERS;
    if (center != NULL) {
        info.center = center->text;
        info.center_length = center->length;
        info.center_time = center->time;
        info.center_since = center->since;
        info.center_runs = center->runs;
        info.num_center_runs = center->num_runs;
    }
    list_players(s, eyes, b->time, players);
    info.numbers = !somebody || !eyes->has_stats ? HUD_NO_NUMBERS
                   : eyes->free                  ? HUD_SPECTATOR
                                                 : HUD_NUMBERS;
    if (info.numbers == HUD_NUMBERS) {
        fill_numbers(&s->players[eyes->slot], &info, item_times);
        info.speed = quake_ground_speed(s->players[eyes->slot].states[0].velocity);
    }
    info.keys = qw_keys_find(s, eyes, b->time);
    if (somebody && eyes->slot != s->recorder) {
        info.tracked = s->players[eyes->slot].name;
    }
    info.map = quake_bodies_map(b);
    hud_draw(b->scene, b->data, &info, b->options->width, b->options->height);
}
