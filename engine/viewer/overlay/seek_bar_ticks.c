#include "engine/viewer/overlay/seek_bar_ticks.h"

#include "engine/text/osd_colors.h"

/* A lane for each of the ten kinds would need a taller panel: related kinds share one. Those of a
 * lane also differ in shape, for whom colours are alike. */
struct kind_look {
    const char *name;
    uint32_t color;
    int8_t lane;
    uint8_t width; /* in scales */
    bool is_dashed;
};

static const struct kind_look kind_looks[DEMO_EVENT_KINDS] = {
    [DEMO_EVENT_LEVEL] = {"level", EVENT_LEVEL_COLOR, -1, 1, false},
    [DEMO_EVENT_FRAG] = {"frag", EVENT_FRAG_COLOR, 0, 1, false},
    [DEMO_EVENT_DEATH] = {"death", EVENT_DEATH_COLOR, 0, 2, false},
    [DEMO_EVENT_PICKUP] = {"pickup", EVENT_PICKUP_COLOR, 1, 1, false},
    [DEMO_EVENT_CHAT] = {"chat", EVENT_CHAT_COLOR, 2, 1, false},
    [DEMO_EVENT_SECRET] = {"secret", EVENT_SECRET_COLOR, 1, 2, false},
    [DEMO_EVENT_FLAG] = {"flag", EVENT_FLAG_COLOR, 0, 3, false},
    [DEMO_EVENT_TEAM] = {"team", EVENT_TEAM_COLOR, 2, 2, false},
    [DEMO_EVENT_ROUND] = {"round", EVENT_ROUND_COLOR, -1, 1, true},
    [DEMO_EVENT_FINISH] = {"finish", EVENT_FINISH_COLOR, -1, 2, false},
};

/* In drawing order: later kinds cover earlier ones. */
static const uint8_t kinds_by_rank[DEMO_EVENT_KINDS] = {
    DEMO_EVENT_CHAT,  DEMO_EVENT_PICKUP, DEMO_EVENT_TEAM,  DEMO_EVENT_SECRET, DEMO_EVENT_FRAG,
    DEMO_EVENT_DEATH, DEMO_EVENT_FLAG,   DEMO_EVENT_ROUND, DEMO_EVENT_FINISH, DEMO_EVENT_LEVEL,
};

enum { DIM_ALPHA = 96 };

uint32_t seek_bar_event_color(enum demo_event_kind kind)
{
    return kind_looks[kind].color;
}

const char *seek_bar_event_name(enum demo_event_kind kind)
{
    return kind_looks[kind].name;
}

int seek_bar_rank(enum demo_event_kind kind)
{
    int rank = 0;
    while (kinds_by_rank[rank] != kind) {
        rank++;
    }
    return rank;
}

int seek_bar_lane(enum demo_event_kind kind)
{
    return kind_looks[kind].lane;
}

/* A rectangle of a kind's colour; of a dashed kind every second piece of it. */
static void fill_look(const struct osd_canvas *canvas, const struct kind_look *look,
                      struct osd_area area, int scale, int alpha)
{
    const int step = look->is_dashed ? 2 * scale : area.height;
    for (int y = 0; y < area.height; y += step) {
        const int rest = area.height - y;
        const int height = look->is_dashed && scale < rest ? scale : rest;
        osd_fill(canvas, area.x, area.y + y, area.width, height, look->color, alpha);
    }
}

void seek_bar_draw_swatch(const struct osd_canvas *canvas, enum demo_event_kind kind,
                          struct osd_area area, int scale, int alpha)
{
    area.width = kind_looks[kind].width * scale;
    fill_look(canvas, &kind_looks[kind], area, scale, alpha);
}

static void draw_run(const struct osd_canvas *canvas, const struct seek_bar_layout *at,
                     const struct kind_look *look, const struct seek_bar_run *run, int alpha)
{
    const int s = at->scale, wide = look->width * s;
    int x = seek_bar_x_of_column(at, run->from) - wide / 2;
    int end = seek_bar_x_of_column(at, run->to - 1) - wide / 2 + wide;
    x = x < at->left ? at->left : x;
    end = end > at->left + at->good ? at->left + at->good : end;
    const int top = look->lane < 0 ? at->ticks : at->ticks + look->lane * SEEK_BAR_LANE_STEP * s;
    const int bottom = look->lane < 0 ? at->bottom : top + SEEK_BAR_LANE * s;
    fill_look(canvas, look, (struct osd_area){x, top, end - x, bottom - top}, s, alpha);
}

void seek_bar_draw_ticks(const struct osd_canvas *canvas, const struct seek_bar *bar,
                         const struct seek_bar_strip *strip, const struct seek_bar_layout *at)
{
    const int columns = seek_bar_num_columns(at);
    for (int i = 0; i < DEMO_EVENT_KINDS; i++) {
        const enum demo_event_kind kind = (enum demo_event_kind)kinds_by_rank[i];
        const struct kind_look *look = &kind_looks[kind];
        struct seek_bar_run run = {0, 0};
        /* Levels, rounds and finishes are lines over the whole strip: they never merge. */
        const int near = look->lane < 0 ? 1 : at->scale + SEEK_BAR_MERGE;
        const int alpha = bar->filter >> kind & 1 ? 255 : DIM_ALPHA;
        while (strip->kinds >> kind & 1 &&
               seek_bar_next_run(&strip->columns[kind], columns, near, run.to, &run)) {
            draw_run(canvas, at, look, &run, alpha);
        }
    }
}
