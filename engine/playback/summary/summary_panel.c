#include "engine/playback/summary/summary_panel.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"

enum { NAME_LEAST = 7, CELL = 16, FIXED_ROWS = 2 /* title and heads */ };

struct table {
    const struct match_summary *summary;
    int size, advance, line; /* pixels */
    int left, y;
    int name, team;                  /* columns of letters; team 0: there are no teams */
    int widths[SUMMARY_NUM_COLUMNS]; /* in letters; 0 = not shown */
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* "-" where others have a value; "12+": or more. */
static void cell_text(const struct summary_row *row, int column, char text[CELL])
{
    if ((row->known >> column & 1) != 0) {
        snprintf(text, CELL, "%d%s", (int)row->values[column],
                 (row->least >> column & 1) != 0 ? "+" : "");
    } else {
        snprintf(text, CELL, "-");
    }
}

static int widest_cell(const struct summary_row *rows, uint32_t count, int column, int least)
{
    char text[CELL];
    for (uint32_t i = 0; i < count; i++) {
        cell_text(&rows[i], column, text);
        least = larger(least, (int)strlen(text));
    }
    return least;
}

/* Columns from the left as far as `room` letters go. Returns the letters they take. */
static int choose_columns(struct table *t, int room)
{
    const struct match_summary *s = t->summary;
    t->name = NAME_LEAST;
    for (uint32_t i = 0; i < s->num_players; i++) {
        t->name = larger(t->name, (int)strlen(s->players[i].name));
        t->team = s->num_teams > 0 ? larger(t->team, (int)strlen(s->players[i].team)) : 0;
    }
    int taken = t->name + (t->team > 0 ? t->team + 1 : 0);
    for (int i = 0; i < SUMMARY_NUM_COLUMNS; i++) {
        const int title = (int)strlen(summary_column_title((enum summary_column)i));
        const int width = widest_cell(s->teams, s->num_teams, i,
                                      widest_cell(s->players, s->num_players, i, title));
        if ((s->columns >> i & 1) == 0 || taken + 1 + width > room) {
            continue;
        }
        t->widths[i] = width;
        taken += 1 + width;
    }
    return taken;
}

static void put(const struct osd_canvas *canvas, const struct table *t, int letter, uint32_t color,
                const char *text)
{
    osd_label(canvas, t->left + letter * t->advance, t->y, t->size, color, text);
}

/* row NULL: the heads. */
static void put_row(const struct osd_canvas *canvas, struct table *t, const struct summary_row *row,
                    uint32_t color)
{
    int letter = t->name + (t->team > 0 ? t->team + 1 : 0);
    if (row != NULL) {
        put(canvas, t, 0, color, row->name);
        put(canvas, t, t->name + 1, color, t->team > 0 ? row->team : "");
    }
    for (int i = 0; i < SUMMARY_NUM_COLUMNS; i++) {
        char text[CELL];
        if (t->widths[i] == 0) {
            continue;
        }
        if (row != NULL) {
            cell_text(row, i, text);
        } else {
            snprintf(text, sizeof text, "%s", summary_column_title((enum summary_column)i));
        }
        letter += 1 + t->widths[i];
        put(canvas, t, letter - (int)strlen(text), color, text);
    }
    t->y += t->line;
}

static void put_title(const struct osd_canvas *canvas, struct table *t)
{
    char time[OSD_TIME], text[OSD_TIME + 32];
    osd_format_time(time, t->summary->seconds, 0);
    snprintf(text, sizeof text, "Summary after %s", time);
    put(canvas, t, 0, SUMMARY_TITLE_COLOR, text);
    t->y += t->line;
    put(canvas, t, 0, SUMMARY_DIM_COLOR, t->summary->num_teams > 0 ? "teams" : "players");
    put_row(canvas, t, NULL, SUMMARY_DIM_COLOR);
}

/* players: that are shown. */
static void put_table(const struct osd_canvas *canvas, struct table *t, uint32_t teams,
                      uint32_t players)
{
    const uint32_t all = t->summary->num_players + t->summary->left_out;
    put_title(canvas, t);
    for (uint32_t i = 0; i < teams; i++) {
        put_row(canvas, t, &t->summary->teams[i], SUMMARY_TEXT_COLOR);
    }
    if (teams > 0) {
        put(canvas, t, 0, SUMMARY_DIM_COLOR, "players");
        t->y += t->line;
    }
    for (uint32_t i = 0; i < players; i++) {
        put_row(canvas, t, &t->summary->players[i], SUMMARY_TEXT_COLOR);
    }
    if (players < all) {
        char text[32];
        snprintf(text, sizeof text, "and %u more", (unsigned)(all - players));
        put(canvas, t, 0, SUMMARY_DIM_COLOR, text);
    }
    if (all == 0) {
        put(canvas, t, 0, SUMMARY_TEXT_COLOR, "The demo does not tell of players here.");
    }
}

struct osd_area summary_panel_draw(const struct match_summary *summary,
                                   const struct osd_canvas *canvas, int top, int bottom)
{
    const int size = osd_text_size(canvas->width, canvas->height), pad = size;
    struct table t = {.summary = summary,
                      .size = size,
                      .advance = osd_advance(size),
                      .line = osd_line_height(size)};
    const int least = (int)strlen("The demo does not tell of players here.");
    const int columns = choose_columns(&t, (canvas->width - 3 * pad) / t.advance);
    const int teams = (int)summary->num_teams, extra = teams > 0 ? teams + 1 : 0;
    const int all = (int)(summary->num_players + summary->left_out);
    const int room = (bottom - top - 3 * pad) / t.line - FIXED_ROWS - extra;
    int players = all == 0 ? 1 : (int)summary->num_players;
    if (players < all || players > room) { /* the last row tells how many are left out */
        players = players < room - 1 ? players : room - 1;
        players = players > 0 ? players : 0;
    }
    const int last = all > players ? 1 : 0;
    const int height = (FIXED_ROWS + extra + players + last) * t.line + 2 * pad;
    const int width = larger(columns, least) * t.advance + 2 * pad;
    const int y = larger(top + pad / 2, (top + bottom - height) / 2);
    const int x = (canvas->width - width) / 2;
    osd_fill(canvas, x, y, width, height, OSD_SUMMARY_GROUND, OSD_SUMMARY_ALPHA);
    t.left = x + pad;
    t.y = y + pad;
    put_table(canvas, &t, (uint32_t)teams, all == 0 ? 0 : (uint32_t)players);
    return (struct osd_area){x, y, width, height};
}
