#include "engine/quake3/hud/q3_hud_rounds.h"

#include <stdio.h>

#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/q3_constants.h"
#include "formats/base/info_string.h"

enum { RIGHT = 635, TEXT = 64 };

static const float red[4] = {1.0f, 0.0f, 0.0f, 1.0f}, blue[4] = {0.0f, 0.0f, 1.0f, 1.0f};
static const float yellow[4] = {1.0f, 1.0f, 0.0f, 1.0f}, green[4] = {0.0f, 1.0f, 0.0f, 1.0f};

static const float *team_color(int32_t team)
{
    return team == Q3_TEAM_RED ? red : team == Q3_TEAM_BLUE ? blue : q3_white;
}

static const struct q3_arena *arena_of(const struct q3_hud *hud)
{
    return &hud->m->state->board.arena;
}

static int32_t server_number(const struct q3_hud *hud, const char *key)
{
    return info_number(q3_gamestate_string(&hud->m->state->gamestate, Q3_CS_SERVERINFO), key,
                       INFO_KEYS_ANY_CASE, 0);
}

/* --- above at the right ----------------------------------------------------------------------- */

static float draw_line(struct q3_hud *hud, float y, const float color[4], const char *text)
{
    q3_text_right(&hud->canvas, RIGHT, y + 2.0f, q3_small, color, text);
    return y + 20.0f;
}

static float draw_attackers(struct q3_hud *hud, float y)
{
    enum { ONE_WAY = 1 }; /* bit of elimflags */
    const int32_t team = arena_of(hud)->attackers;
    if ((server_number(hud, "elimflags") & ONE_WAY) == 0) {
        return y;
    }
    return draw_line(hud, y, team_color(team),
                     team == Q3_TEAM_RED    ? "Red team on offence"
                     : team == Q3_TEAM_BLUE ? "Blue team on offence"
                                            : "Unknown team on offence");
}

static float draw_points(struct q3_hud *hud, float y)
{
    const struct q3_arena *arena = arena_of(hud);
    for (int32_t i = 0; i < arena->num_points; i++) {
        y = draw_line(hud, y, team_color(arena->owners[i]), arena->names[i]);
    }
    return y;
}

static float draw_lives(struct q3_hud *hud, float y)
{
    static const char *const modes[] = {"LMS: Point/round + OT", "LMS: Point/round - OT",
                                        "LMS: Point/kill + OT", "LMS: Point/kill - OT"};
    const int32_t mode = server_number(hud, "g_lms_mode");
    if (hud->build->options->hud.scores == HUD_SCORES_NONE) {
        return y;
    }
    return draw_line(hud, y, q3_white, mode >= 0 && mode < 4 ? modes[mode] : "LMS: Unknown mode");
}

/* Time left in the round; before it, time until it begins. */
static float draw_round_clock(struct q3_hud *hud, float y)
{
    enum { SOON = 30000, VERY_SOON = 10000, SECOND = 1000, SECONDS_MAX = 1000000 };
    const int32_t begins = arena_of(hud)->round_start,
                  lasts = server_number(hud, "elimination_roundtime");
    const bool runs = hud->now > (double)begins;
    double left = (double)begins - hud->now;
    const float *color = green;
    char text[TEXT] = " Overtime";
    if (runs && lasts == 0) {
        return y;
    }
    if (runs) {
        left += (double)lasts * SECOND;
        color = left < VERY_SOON ? red : left < SOON ? yellow : q3_white;
    }
    if (left + SECOND >= 0.0 && left < (double)SECONDS_MAX * SECOND) {
        const int seconds = (int)((left + SECOND) / SECOND);
        snprintf(text, sizeof(text), " %d:%02d", seconds / 60, seconds % 60);
    }
    q3_text_right(&hud->canvas, RIGHT, y + 2.0f, q3_big, color, text);
    if (!runs && hud->match.warmup == 0) {
        q3_hud_count_down(hud, "Round", begins);
        q3_canvas_stand(&hud->canvas, Q3_EDGE_HIGH, Q3_EDGE_LOW);
    }
    return y + 20.0f;
}

/* Living players per team, sent by CPMA and Quake Live; on the team's colour. */
static float draw_left(struct q3_hud *hud, float y)
{
    enum { LETTER = 8, HEIGHT = 16, BORDER = 4 };
    static const struct q3_letters letters = {LETTER, HEIGHT, Q3_TEXT_SHADOW};
    static const float grounds[2][4] = {{1.0f, 0.0f, 0.0f, 0.33f}, {0.0f, 0.0f, 1.0f, 0.33f}};
    static const char *const names[2] = {"Red", "Blue"};
    const int32_t *left = hud->match.left;
    char text[TEXT];
    for (int i = 0; i < 2 && left[0] >= 0 && left[1] >= 0 && hud->match.warmup == 0; i++) {
        snprintf(text, sizeof(text), "%s: %d left", names[i], (int)left[i]);
        const float width = LETTER * (float)q3_text_length(&hud->canvas, text) + 2.0f * BORDER;
        const struct q3_rect at = {RIGHT + BORDER - width, y + 2.0f, width, HEIGHT};
        q3_canvas_fill(&hud->canvas, at, grounds[i]);
        q3_text_right(&hud->canvas, RIGHT, at.y, letters, q3_white, text);
        y += HEIGHT + 2.0f;
    }
    return y;
}

float q3_hud_round_lines(struct q3_hud *hud, float y)
{
    if (hud->mini) {
        return y;
    }
    switch (hud->match.kind) {
    case Q3_KIND_DOMINATION:
        return draw_points(hud, y);
    case Q3_KIND_LAST_MAN:
        return draw_round_clock(hud, draw_lives(hud, y));
    case Q3_KIND_CTF_ELIMINATION:
        return draw_round_clock(hud, draw_attackers(hud, y));
    case Q3_KIND_ELIMINATION:
        return draw_round_clock(hud, y);
    default:
        return draw_left(hud, y);
    }
}

/* --- above the scores ------------------------------------------------------------------------- */

void q3_hud_round_point(struct q3_hud *hud, int which, struct q3_rect at)
{
    static const char *const names[2][4] = {
        {"icons/icona_white", "icons/icona_red", "icons/icona_blue", "icons/noammo"},
        {"icons/iconb_white", "icons/iconb_red", "icons/iconb_blue", "icons/noammo"}};
    if (hud->match.kind == Q3_KIND_DOUBLE_DOMINATION) {
        (void)q3_canvas_picture(&hud->canvas, names[which][hud->match.held[which]], at, q3_white);
    }
}

static bool find_scoring(const struct q3_hud *hud, int32_t *team, int *seconds)
{
    return q3_match_scoring(&hud->match, arena_of(hud), hud->now, team, seconds);
}

void q3_hud_round_figures(struct q3_hud *hud, float x, float y)
{
    const int32_t *health = arena_of(hud)->obelisks;
    int32_t team;
    int seconds;
    char text[TEXT];
    if (find_scoring(hud, &team, &seconds)) {
        snprintf(text, sizeof(text), "%d", seconds);
        q3_text(&hud->canvas, x + 40.0f - 8.0f * (float)q3_text_length(&hud->canvas, text), y,
                q3_big, q3_white, 0, text);
    }
    if (hud->match.kind == Q3_KIND_OVERLOAD && hud->match.mod == Q3_MOD_OPENARENA) {
        snprintf(text, sizeof(text), "^1%3d%% ^4%3d%%", (int)health[0], (int)health[1]);
        q3_text(&hud->canvas, x, y, q3_small, q3_white, 0, text);
    }
}

/* --- in the middle ---------------------------------------------------------------------------- */

void q3_hud_round_state(struct q3_hud *hud)
{
    static const struct q3_letters letters = {16.0f, 24.0f, Q3_TEXT_SHADOW};
    static const char *const flag[] = {NULL, NULL, "Red has the flag!", "Blue has the flag!",
                                       "Flag dropped!"};
    const int place = hud->match.one_flag_place;
    int32_t team = Q3_TEAM_FREE;
    int seconds;
    char text[TEXT] = "";
    if (hud->mini || hud->match.mod != Q3_MOD_OPENARENA) {
        return;
    }
    if (find_scoring(hud, &team, &seconds)) {
        snprintf(text, sizeof(text), "%s scores in %d", team == Q3_TEAM_RED ? "Red" : "Blue",
                 seconds);
    } else if (hud->match.one_flag && flag[place]) {
        team = place == 2 ? Q3_TEAM_RED : place == 3 ? Q3_TEAM_BLUE : Q3_TEAM_FREE;
        snprintf(text, sizeof(text), "%s", flag[place]);
    }
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_LOW);
    q3_text_centered(&hud->canvas, 100.0f, letters, team_color(team), text);
}

static void name_round(const struct q3_hud *hud, char *text, size_t size, int seconds)
{
    switch (hud->match.kind) {
    case Q3_KIND_FREEZE_TAG:
        snprintf(text, size, "Get Ready\n%d", seconds);
        break;
    case Q3_KIND_ATTACK_DEFEND:
        snprintf(text, size, "%s is on offense\n\n%d", hud->match.round_turn == 0 ? "Red" : "Blue",
                 seconds);
        break;
    default:
        snprintf(text, size, "Round Begins in:\n%d", seconds);
        break;
    }
}

bool q3_hud_round_words(const struct q3_hud *hud, char *text, size_t size, int32_t *time)
{
    enum { COUNTED = 7 /* seconds */, SHOWN = 3000 };
    const struct q3_match *match = &hud->match;
    const double to_round = ((double)match->round_begins - hud->now) / 1000.0;
    const double to_play = ((double)match->resumes - hud->now) / 1000.0;
    const double age = hud->now - (double)match->round_start;
    *time = hud->time;
    if (match->stopped != 0 && match->resumes != 0 && to_play >= 0.0 && to_play < 1e6) {
        snprintf(text, size, "Match resumes in ^5%d ^7seconds", (int)to_play + 1);
        return true;
    }
    if (match->warmup != 0) {
        return false;
    }
    if (match->round_begins > 0 && to_round >= 0.0 && to_round < COUNTED) {
        name_round(hud, text, size, (int)to_round + 1);
        return true;
    }
    *time = match->round_start;
    snprintf(text, size, "FIGHT!");
    return match->round_start != 0 && age >= 0.0 && age < SHOWN &&
           match->round_start >= hud->m->state->center_time &&
           match->round_start >= hud->memory->words_time;
}
