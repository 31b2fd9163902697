#include "engine/quake3/hud/q3_hud_board.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"
#include "formats/base/info_string.h"

enum {
    TOP = 118,
    TALL = 40, /* a row's height, with up to */
    TALL_ROWS = 7,
    SMALL = 16,
    SMALL_ROWS = 17,
    TEXT = 128
};

#define UNKNOWN INT32_MIN /* a number nobody has told */

enum { NUMBER = 12 };

struct board {
    struct q3_hud *hud;
    float fade, row; /* opacity; height of a row */
    uint32_t left;   /* rows there is room for */
    bool own;        /* the own player's row was among them */
    uint32_t count;
    struct q3_board_row rows[Q3_BOARD_ROWS];
};

/* Red's or blue's score: from the score list, except CPMA's, else from the configstrings. */
static int32_t team_score(const struct q3_hud *hud, int team)
{
    const struct q3_board *told = &hud->m->state->board;
    const bool with_rows = told->num_rows > 0 && hud->match.mod != Q3_MOD_CPMA;
    const int32_t score = with_rows ? told->teams[team] : hud->match.scores[team];
    return score == Q3_SCORE_NOT_PRESENT ? 0 : score;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Above those of lower scores; unknown ones are the last. */
static void insert_row(struct board *b, const struct q3_board_row *row)
{
    uint32_t at = b->count++;
    for (; at > 0 && b->rows[at - 1].score < row->score; at--) {
        b->rows[at] = b->rows[at - 1];
    }
    b->rows[at] = *row;
}

/* Before the first score list: the connected players, with what their own views told. */
static void find_rows(struct board *b)
{
    const struct q3_hud *hud = b->hud;
    const struct q3_board *told = &hud->m->state->board;
    b->count = told->num_rows < Q3_BOARD_ROWS ? told->num_rows : Q3_BOARD_ROWS;
    memcpy(b->rows, told->rows, b->count * sizeof(b->rows[0]));
    for (int32_t i = 0; i < Q3_PLAYERS && told->num_rows == 0; i++) {
        struct q3_board_row row = {.client = i, .ping = UNKNOWN, .minutes = UNKNOWN};
        struct q3_player player;
        char name[Q3_HUD_NAME];
        if (q3_hud_player(hud, i, &player, name)) {
            row.score = q3_board_score(told, i, &row.score) ? row.score : UNKNOWN;
            insert_row(b, &row);
        }
    }
}

static void draw_own_ground(struct board *b, float y, int32_t rank)
{
    static const float colors[4][3] = {
        {0.0f, 0.0f, 0.7f}, {0.7f, 0.0f, 0.0f}, {0.7f, 0.7f, 0.0f}, {0.7f, 0.7f, 0.7f}};
    const struct q3_hud *hud = b->hud;
    const bool plain = hud->spectates || hud->match.teams || rank < 0 || rank > 2;
    const float *rgb = colors[plain ? 3 : rank];
    const float color[4] = {rgb[0], rgb[1], rgb[2], 0.7f * b->fade};
    q3_canvas_fill(&b->hud->canvas, (struct q3_rect){176.0f, y, 464.0f, 17.0f}, color);
}

/* Left of a name: carried flag, bot skill or handicap; wins and losses. */
static void draw_marks(struct board *b, const struct q3_board_row *row,
                       const struct q3_player *player, float y)
{
    struct q3_hud *hud = b->hud;
    const float color[4] = {1.0f, 1.0f, 1.0f, b->fade};
    const bool tall = b->row > SMALL;
    const float size = tall ? 32.0f : 16.0f;
    const struct q3_rect at = {80.0f, tall ? y - 8.0f : y, size, size};
    const char *info = q3_gamestate_string(&hud->m->state->gamestate,
                                           (uint32_t)(hud->m->game->players + row->client));
    const uint32_t powerups = q3_game_powerups(hud->m->game, (uint32_t)row->powerups);
    const int32_t skill = info_number(info, "skill", INFO_KEYS_ANY_CASE, 0);
    char text[TEXT];
    for (int flag = Q3_POWERUP_RED_FLAG; flag <= Q3_POWERUP_NEUTRAL_FLAG; flag++) {
        if ((powerups >> flag & 1) != 0) {
            q3_hud_flag(hud, (enum q3_powerup)flag, at);
            return;
        }
    }
    if (skill >= 1 && skill <= 5) {
        snprintf(text, sizeof(text), "menu/art/skill%d", (int)skill);
        (void)q3_canvas_picture(&hud->canvas, text, at, color);
    } else if (player->handicap > 0 && player->handicap < 100) {
        snprintf(text, sizeof(text), "%d", (int)player->handicap);
        q3_text(&hud->canvas, at.x, hud->match.tournament ? y - 8.0f : y, q3_small, color, 0, text);
        y += hud->match.tournament ? 8.0f : 0.0f;
    }
    if (hud->match.tournament) {
        snprintf(text, sizeof(text), "%d/%d", (int)info_number(info, "w", INFO_KEYS_ANY_CASE, 0),
                 (int)info_number(info, "l", INFO_KEYS_ANY_CASE, 0));
        q3_text(&hud->canvas, at.x, y, q3_small, color, 0, text);
    }
}

static void write_number(int32_t value, char text[NUMBER])
{
    snprintf(text, NUMBER, value == UNKNOWN ? "-" : "%d", (int)value);
}

static void name_row(const struct q3_board_row *row, int32_t team, const char *name,
                     char text[TEXT])
{
    char score[NUMBER], ping[NUMBER], minutes[NUMBER];
    write_number(row->score, score);
    write_number(row->ping, ping);
    write_number(row->minutes, minutes);
    if (row->ping == -1) {
        snprintf(text, TEXT, " connecting    %s", name);
    } else if (team == Q3_TEAM_SPECTATOR) {
        snprintf(text, TEXT, " SPECT %3s %4s %s", ping, minutes, name);
    } else {
        snprintf(text, TEXT, "%5s %4s %4s %s", score, ping, minutes, name);
    }
}

static void draw_row(struct board *b, const struct q3_board_row *row, float y)
{
    struct q3_hud *hud = b->hud;
    const float color[4] = {1.0f, 1.0f, 1.0f, b->fade};
    const float angles[3] = {0.0f, 180.0f, 0.0f};
    const bool tall = b->row > SMALL;
    struct q3_player player;
    char name[Q3_HUD_NAME], text[TEXT];
    if (!q3_hud_player(hud, row->client, &player, name)) {
        return;
    }
    draw_marks(b, row, &player, y);
    const float size = tall ? 48.0f : 16.0f;
    q3_hud_head(hud, row->client, (struct q3_rect){112.0f, tall ? y - 16.0f : y, size, size},
                angles);
    if (row->client == hud->client) {
        const int32_t rank = q3_player_count(hud->m->game, &hud->m->player, Q3_COUNT_RANK);
        b->own = true;
        draw_own_ground(b, y, rank & ~Q3_RANK_TIED);
    }
    name_row(row, player.team, name, text);
    q3_text(&hud->canvas, 160.0f, y, q3_big, color, 0, text);
    const int32_t ready = q3_player_stat(hud->m->game, hud->m->mod, &hud->m->player, Q3_STAT_READY);
    if (hud->match.mod != Q3_MOD_CPMA && row->client < 32 &&
        ((uint32_t)ready >> row->client & 1) != 0) {
        q3_text(&hud->canvas, 80.0f, y, q3_big, color, 0, "READY");
    } else if (hud->match.kind == Q3_KIND_LAST_MAN) {
        snprintf(text, sizeof(text), "*%d*", (int)row->dead);
        q3_text(&hud->canvas, 30.0f, y, q3_big, color, 0, text);
    } else if (row->dead != 0) {
        q3_text(&hud->canvas, 20.0f, y, q3_big, color, 0, "DEAD");
    }
}

/* All of a team, as far as there is room; returns their number. */
static uint32_t draw_team(struct board *b, int32_t team, float y)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->count && count < b->left; i++) {
        struct q3_player player;
        char name[Q3_HUD_NAME];
        if (q3_hud_player(b->hud, b->rows[i].client, &player, name) && player.team == team) {
            draw_row(b, &b->rows[i], y + b->row * (float)count++);
        }
    }
    b->left -= count;
    return count;
}

/* --- the board -------------------------------------------------------------------------------- */

/* What the configstrings tell of who is first and second. */
static void write_leaders(const struct q3_hud *hud, char text[TEXT])
{
    const int32_t *scores = hud->match.scores;
    char places[2][Q3_HUD_PLACE];
    q3_hud_place_text(0, places[0]);
    q3_hud_place_text(1, places[1]);
    if (scores[0] != Q3_SCORE_NOT_PRESENT && scores[1] != Q3_SCORE_NOT_PRESENT) {
        snprintf(text, TEXT, "%s place with %d, %s with %d", places[0], (int)scores[0], places[1],
                 (int)scores[1]);
    } else if (scores[0] != Q3_SCORE_NOT_PRESENT) {
        snprintf(text, TEXT, "%s place with %d", places[0], (int)scores[0]);
    }
}

static void draw_title(struct board *b)
{
    struct q3_hud *hud = b->hud;
    const int32_t red = team_score(hud, 0), blue = team_score(hud, 1);
    const float color[4] = {1.0f, 1.0f, 1.0f, b->fade};
    const char *killer = hud->memory->names[Q3_HUD_KILLER];
    char text[TEXT], place[Q3_HUD_PLACE];
    if (killer[0] != '\0') {
        snprintf(text, sizeof(text), "Fragged by %s", killer);
        q3_text_centered(&hud->canvas, 40.0f, q3_big, color, text);
    }
    text[0] = '\0';
    if (!hud->match.teams) {
        if (!hud->spectates) {
            const struct q3_player_state *player = &hud->m->player;
            q3_hud_place_text(q3_player_count(hud->m->game, player, Q3_COUNT_RANK), place);
            snprintf(text, sizeof(text), "%s place with %d", place,
                     (int)q3_player_count(hud->m->game, player, Q3_COUNT_SCORE));
        } else if (hud->m->state->board.num_rows == 0) {
            write_leaders(hud, text);
        }
    } else if (red == blue) {
        snprintf(text, sizeof(text), "Teams are tied at %d", (int)red);
    } else {
        snprintf(text, sizeof(text), "%s leads %d to %d", red > blue ? "Red" : "Blue",
                 (int)(red > blue ? red : blue), (int)(red > blue ? blue : red));
    }
    q3_text_centered(&hud->canvas, 60.0f, q3_big, color, text);
}

static void draw_head(struct board *b)
{
    static const struct {
        const char *picture, *word;
        float x;
    } heads[] = {{"menu/tab/score", "score", 176.0f},
                 {"menu/tab/ping", "ping", 264.0f},
                 {"menu/tab/time", "time", 344.0f},
                 {"menu/tab/name", "name", 416.0f}};
    const float color[4] = {1.0f, 1.0f, 1.0f, b->fade};
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        const struct q3_rect at = {heads[i].x, 86.0f, 64.0f, 32.0f};
        if (!q3_canvas_picture(&b->hud->canvas, heads[i].picture, at, color)) {
            q3_text(&b->hud->canvas, at.x, 94.0f, q3_big, color, 0, heads[i].word);
        }
    }
}

static float draw_colored_team(struct board *b, int32_t team, float y)
{
    const bool tall = b->row > SMALL;
    const uint32_t count = draw_team(b, team, y);
    const float height = (float)count * b->row;
    const float color[4] = {team == Q3_TEAM_RED ? 1.0f : 0.0f, 0.0f,
                            team == Q3_TEAM_BLUE ? 1.0f : 0.0f, 0.33f};
    const struct q3_rect at = {0.0f, y - (tall ? 16.0f : 8.0f), 640.0f, height + 16.0f};
    if (!q3_canvas_picture(&b->hud->canvas, "gfx/2d/colorbar", at, color)) {
        q3_canvas_fill(&b->hud->canvas, at, color);
    }
    return y + height + 16.0f;
}

static void draw_rows(struct board *b)
{
    const struct q3_hud *hud = b->hud;
    const bool small = b->count > TALL_ROWS;
    float y = TOP;
    b->row = small ? SMALL : TALL;
    b->left = small ? SMALL_ROWS : TALL_ROWS;
    if (hud->match.teams) {
        const bool red = team_score(hud, 0) >= team_score(hud, 1);
        y = draw_colored_team(b, red ? Q3_TEAM_RED : Q3_TEAM_BLUE, y + b->row / 2.0f);
        y = draw_colored_team(b, red ? Q3_TEAM_BLUE : Q3_TEAM_RED, y);
    } else {
        y += (float)draw_team(b, Q3_TEAM_FREE, y) * b->row + 16.0f;
    }
    y += (float)draw_team(b, Q3_TEAM_SPECTATOR, y) * b->row + 16.0f;
    for (uint32_t i = 0; i < b->count && !b->own; i++) {
        if (b->rows[i].client == hud->client) {
            draw_row(b, &b->rows[i], y);
        }
    }
}

/* Opacity of the board (CG_DrawOldScoreboard): it vanishes at once after a respawn, and fades after
 * an intermission. */
static float fade_of(const struct q3_hud *hud)
{
    const double age = hud->now - hud->memory->ended_time;
    const bool asked = hud->build->options->hud.scores != HUD_SCORES_NONE;
    if (asked || hud->pm_type == Q3_PM_INTERMISSION) {
        return 1.0f;
    }
    if (hud->match.warmup != 0 || !hud->own_eyes || hud->pm_type == Q3_PM_SINGLE_INTERMISSION) {
        return 0.0f;
    }
    if (hud->pm_type == Q3_PM_DEAD) {
        return 1.0f;
    }
    const bool fades = hud->memory->ended_time != 0 && age >= 0.0 && age < Q3_HUD_FADE;
    return fades ? 1.0f - (float)age / Q3_HUD_FADE : 0.0f;
}

/* Of the board, units, at most. Where not all rows have room, the own one may be below them. */
static float height_of(const struct board *b)
{
    const bool small = b->count > TALL_ROWS;
    const uint32_t most = small ? SMALL_ROWS : TALL_ROWS;
    const uint32_t rows = b->count <= most ? b->count : most + 1;
    const float row = small ? SMALL : TALL;
    return TOP + (float)rows * row + (b->hud->match.teams ? 0.5f * row + 48.0f : 32.0f);
}

void q3_hud_board(struct q3_hud *hud)
{
    const struct q3_canvas whole = hud->canvas;
    struct board board = {.hud = hud, .fade = fade_of(hud)};
    if (board.fade <= 0.0f) {
        return;
    }
    hud->board = true;
    hud->build->scene->has_page = board.fade >= 1.0f;
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_MIDDLE);
    find_rows(&board);
    q3_canvas_clear(&hud->canvas, height_of(&board));
    draw_title(&board);
    draw_head(&board);
    draw_rows(&board);
    hud->canvas = whole;
}
