#include "engine/viewer/overlay/seek_bar_ticks.h"

#include "engine/viewer/overlay/seek_bar_colors.h"

/* A lane for each of the ten kinds would need a taller panel: related kinds share one. */
struct kind_look {
    const char *name;
    uint32_t color;
    int8_t lane;
};

static const struct kind_look kind_looks[DEMO_EVENT_KINDS] = {
    [DEMO_EVENT_LEVEL] = {"level", 0xffffff, -1}, [DEMO_EVENT_FRAG] = {"frag", 0xffd83d, 0},
    [DEMO_EVENT_DEATH] = {"death", 0xff5a4a, 0},  [DEMO_EVENT_PICKUP] = {"pickup", 0x6bd66b, 1},
    [DEMO_EVENT_CHAT] = {"chat", 0x8cb4e8, 2},    [DEMO_EVENT_SECRET] = {"secret", 0xd884ff, 1},
    [DEMO_EVENT_FLAG] = {"flag", 0xff9a3d, 0},    [DEMO_EVENT_TEAM] = {"team", 0xb0a898, 2},
    [DEMO_EVENT_ROUND] = {"round", 0x5be8c8, -1}, [DEMO_EVENT_FINISH] = {"finish", 0xff6bb5, -1},
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

static void draw_run(const struct osd_canvas *canvas, const struct seek_bar_layout *at,
                     const struct kind_look *look, const struct seek_bar_run *run, int alpha)
{
    const int s = at->scale;
    int x = seek_bar_x_of_column(at, run->from) - s / 2; /* a tick is as wide as the scale */
    int end = seek_bar_x_of_column(at, run->to - 1) - s / 2 + s;
    x = x < at->left ? at->left : x;
    end = end > at->left + at->good ? at->left + at->good : end;
    int top = look->lane < 0 ? at->ticks : at->ticks + look->lane * SEEK_BAR_LANE_STEP * s;
    int bottom = look->lane < 0 ? at->bottom : top + SEEK_BAR_LANE * s;
    osd_fill(canvas, x, top, end - x, bottom - top, look->color, alpha);
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
