#include "engine/quake3/hud/q3_hud_big_board.h"

#include <stdio.h>

#include "engine/quake3/hud/q3_hud_text.h"

enum { LEFT = 8, RIGHT = 632, TITLE = 8, CLOCK = 64, TOP = 160, ROW = 64, BOTTOM = 480, TEXT = 32 };

static const struct q3_letters giant = {32.0f, 48.0f, Q3_TEXT_SHADOW | Q3_TEXT_ONE_COLOR};

/* score: NULL = unknown. */
static float draw_row(struct q3_hud *hud, float y, const char *name, const int32_t *score)
{
    char text[TEXT] = "-";
    if (score) {
        snprintf(text, sizeof(text), "%d", (int)*score);
    }
    q3_text(&hud->canvas, LEFT, y, giant, q3_white, 0, name);
    q3_text_right(&hud->canvas, RIGHT, y, giant, q3_white, text);
    return y + ROW;
}

static void draw_rows(struct q3_hud *hud)
{
    const struct q3_board *board = &hud->m->state->board;
    float y = TOP;
    if (hud->match.teams) {
        y = draw_row(hud, y, "Red Team", &board->teams[0]);
        (void)draw_row(hud, y, "Blue Team", &board->teams[1]);
        return;
    }
    for (int32_t i = 0; i < Q3_PLAYERS && y < BOTTOM; i++) {
        struct q3_player player;
        char name[Q3_HUD_NAME];
        if (q3_hud_player(hud, i, &player, name) && player.team == Q3_TEAM_FREE) {
            int32_t score;
            y = draw_row(hud, y, name, q3_board_score(board, i, &score) ? &score : NULL);
        }
    }
}

bool q3_hud_big_board(struct q3_hud *hud)
{
    enum { MOTD = 4 /* configstring */ };
    const struct scene_options *options = hud->build->options;
    const struct q3_canvas whole = hud->canvas;
    const char *motd = q3_gamestate_string(&hud->m->state->gamestate, MOTD);
    const int seconds = hud->time > 0 ? hud->time / 1000 : 0;
    char text[TEXT];
    if (!hud->spectates || (hud->pm_flags & Q3_PMF_SCORES) == 0 || !hud->own_eyes || hud->mini ||
        hud->build->view.client < 0 || options->hud.scores != HUD_SCORES_NONE) {
        return false;
    }
    hud->build->scene->has_page = true;
    q3_canvas_fill_all(&hud->canvas, q3_black);
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_MIDDLE);
    q3_canvas_clear(&hud->canvas, BOTTOM);
    q3_text_centered(&hud->canvas, TITLE, giant, q3_white, motd[0] ? motd : "Scoreboard");
    snprintf(text, sizeof(text), "%d:%02d", seconds / 60, seconds % 60);
    q3_text_centered(&hud->canvas, CLOCK, giant, q3_white, text);
    draw_rows(hud);
    hud->canvas = whole;
    return true;
}
