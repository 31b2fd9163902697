#include "engine/viewer/overlay/bar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Heights from the panel's top down, and other measures, in pixels of scale 1. */
enum {
    MARGIN = 8,
    ABOVE_TICKS = 4,
    TICKS = 5,
    ABOVE_RAIL = 1,
    RAIL = 4,
    BELOW_RAIL = 8, /* room of the marks and of the knob */
    BELOW_TEXT = 4,
    ABOVE_TEXT = ABOVE_TICKS + TICKS + ABOVE_RAIL + RAIL + BELOW_RAIL,
    KNOB = 8,
    MARK_HEIGHT = 4,
    SYMBOL = 7,
    WORD_GAP = 8,
    LABEL_PAD = 4,
    REACH = 4 /* how near the mouse must come to a tick to read it */
};

enum { MAX_COLUMNS = 4096, LABEL_TEXT = OSD_TIME + DEMO_EVENT_TEXT + 32 };

#define GROUND 0x00101214u
#define WHITE 0x00ffffffu
#define BRIGHT 0x00f0f0f0u
#define DIM 0x00a8acb0u
#define PLAYED 0x00e8a33du
#define LOOP_COLOR 0x0058b4ffu
#define MARK_COLOR 0x0040e8d8u
#define KNOB_RING 0x00202224u

enum { GROUND_ALPHA = 200, UNKNOWN_ALPHA = 32, KNOWN_ALPHA = 96, LOOP_ALPHA = 144 };

/* A column of the rail shows the highest of its events' ranks; 0 is none. */
struct kind_look {
    const char *name;
    uint32_t color;
    uint8_t rank;
};

static const struct kind_look kind_looks[DEMO_EVENT_KINDS] = {
    [DEMO_EVENT_LEVEL] = {"level", 0xffffff, 9}, [DEMO_EVENT_FRAG] = {"frag", 0xffd83d, 5},
    [DEMO_EVENT_DEATH] = {"death", 0xff5a4a, 6}, [DEMO_EVENT_PICKUP] = {"pickup", 0x6bd66b, 2},
    [DEMO_EVENT_CHAT] = {"chat", 0x8cb4e8, 1},   [DEMO_EVENT_SECRET] = {"secret", 0xd884ff, 4},
    [DEMO_EVENT_FLAG] = {"flag", 0xff9a3d, 7},   [DEMO_EVENT_TEAM] = {"team", 0xb0a898, 3},
    [DEMO_EVENT_ROUND] = {"round", 0x5be8c8, 8},
};

static const uint8_t kind_of_rank[DEMO_EVENT_KINDS + 1] = {
    0,
    DEMO_EVENT_CHAT,
    DEMO_EVENT_PICKUP,
    DEMO_EVENT_TEAM,
    DEMO_EVENT_SECRET,
    DEMO_EVENT_FRAG,
    DEMO_EVENT_DEATH,
    DEMO_EVENT_FLAG,
    DEMO_EVENT_ROUND,
    DEMO_EVENT_LEVEL,
};

uint32_t bar_event_color(enum demo_event_kind kind)
{
    return kind_looks[kind].color;
}

/* --- where things are ------------------------------------------------------------------------- */

struct layout {
    int scale;
    int size;                /* of text */
    int left, width;         /* the rail's */
    int top;                 /* the panel's */
    int ticks, rail, bottom; /* tops of ticks and rail, the rail's bottom */
    int text;
    double range; /* seconds from the rail's left to its right end */
};

static struct layout lay_out(int width, int height)
{
    struct layout at = {0};
    at.scale = osd_scale(width, height);
    at.size = osd_text_size(width, height);
    at.left = MARGIN * at.scale;
    at.width = width - 2 * at.left;
    at.top = height - (ABOVE_TEXT + BELOW_TEXT) * at.scale - at.size;
    at.ticks = at.top + ABOVE_TICKS * at.scale;
    at.rail = at.ticks + (TICKS + ABOVE_RAIL) * at.scale;
    at.bottom = at.rail + RAIL * at.scale;
    at.text = at.bottom + BELOW_RAIL * at.scale;
    return at;
}

/* The demo's length, or what the scanned part makes of it. */
static double estimate_total(const struct timeline_extent *extent)
{
    if (extent->complete) {
        return extent->length;
    }
    double scanned = extent->scanned < 0.01 ? 0.01 : extent->scanned > 1.0 ? 1.0 : extent->scanned;
    return extent->length / scanned;
}

static double rail_range(const struct bar *bar)
{
    double time = bar->transport->time;
    if (bar->no_spoilers) {
        double shown = fmax(bar->seen, time);
        return fmax(shown, 1.0);
    }
    double total = estimate_total(&bar->extent);
    return bar->extent.complete ? total : fmax(total, time);
}

static int x_of(const struct layout *at, double time)
{
    double share = at->range > 0.0 ? time / at->range : 0.0;
    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    return at->left + (int)(share * (at->width - 1) + 0.5);
}

int bar_height(int width, int height)
{
    return height - lay_out(width, height).top;
}

bool bar_hit(int width, int height, int x, int y)
{
    struct layout at = lay_out(width, height);
    return x >= 0 && x < width && y >= 0 && y >= at.top && y < height;
}

double bar_time_at(const struct bar *bar, int width, int height, int x)
{
    struct layout at = lay_out(width, height);
    double range = rail_range(bar);
    int last = at.width - 1;
    if (last < 1 || x <= at.left) {
        return 0.0;
    }
    return x - at.left >= last ? range : range * (x - at.left) / last;
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* One row from x0 to x1, its ends covering parts of pixels. */
static void fill_span(const struct osd_canvas *canvas, double x0, double x1, int y, uint32_t color)
{
    int first = (int)ceil(x0);
    int last = (int)floor(x1);
    if (last < first) { /* inside one pixel */
        osd_fill(canvas, last, y, 1, 1, color, (int)((x1 - x0) * 255.0));
        return;
    }
    osd_fill(canvas, first - 1, y, 1, 1, color, (int)((first - x0) * 255.0));
    osd_fill(canvas, first, y, last - first, 1, color, 255);
    osd_fill(canvas, last, y, 1, 1, color, (int)((x1 - last) * 255.0));
}

static void fill_disc(const struct osd_canvas *canvas, double x, double y, double radius,
                      uint32_t color)
{
    for (int row = (int)floor(y - radius); row < (int)ceil(y + radius); row++) {
        double away = row + 0.5 - y;
        double square = radius * radius - away * away;
        if (square > 0.0) {
            fill_span(canvas, x - sqrt(square), x + sqrt(square), row, color);
        }
    }
}

/* Points right, or left. */
static void fill_arrow(const struct osd_canvas *canvas, int x, int y, int side, bool right,
                       uint32_t color)
{
    for (int row = 0; row < side; row++) {
        double length = side * (1.0 - fabs(2.0 * (row + 0.5) / side - 1.0));
        double x0 = right ? x : x + side - length;
        fill_span(canvas, x0, x0 + length, y + row, color);
    }
}

/* Points up; x is its middle. */
static void fill_mark(const struct osd_canvas *canvas, double x, int y, int height, uint32_t color)
{
    for (int row = 0; row < height; row++) {
        double half = (row + 1.0) * 0.875;
        fill_span(canvas, x - half, x + half, y + row, color);
    }
}

/* Shortens the text to what the room holds. */
static void fit_text(char *text, int size, int room)
{
    int cells = room / osd_advance(size);
    if (cells < 0) {
        cells = 0;
    }
    if (strlen(text) > (size_t)cells) {
        text[cells] = '\0';
        for (int i = cells - 1; i >= 0 && i >= cells - 2; i--) {
            text[i] = '.';
        }
    }
}

/* --- the events ------------------------------------------------------------------------------- */

/* What one walk over the events finds. */
struct survey {
    uint8_t ranks[MAX_COLUMNS];
    uint32_t kinds; /* bits of those there are */
    bool has_near;  /* one near the mouse: */
    int distance;
    struct demo_event near;
    char level[DEMO_EVENT_TEXT]; /* where the play head is */
};

static int num_columns(const struct layout *at)
{
    return at->width > MAX_COLUMNS ? MAX_COLUMNS : at->width;
}

static int column_of(const struct layout *at, int x)
{
    return (int)((int64_t)(x - at->left) * num_columns(at) / at->width);
}

static int x_of_column(const struct layout *at, int column)
{
    return at->left + (int)((int64_t)column * at->width / num_columns(at));
}

static int reach(const struct layout *at)
{
    return at->scale < 2 ? REACH : REACH * at->scale / 2;
}

static void survey_events(struct survey *survey, const struct bar *bar, const struct layout *at,
                          bool hovered)
{
    for (uint32_t i = 0; i < bar->extent.num_events; i++) {
        struct demo_event event = timeline_event(bar->timeline, i);
        if (bar->no_spoilers && event.time > bar->seen) {
            break;
        }
        int x = x_of(at, event.time);
        uint8_t rank = kind_looks[event.kind].rank;
        uint8_t *column = &survey->ranks[column_of(at, x)];
        *column = rank > *column ? rank : *column;
        survey->kinds |= 1u << event.kind;
        if (event.kind == DEMO_EVENT_LEVEL && event.time <= bar->transport->time) {
            memcpy(survey->level, event.text, sizeof(survey->level));
        }
        int distance = abs(x - bar->mouse_x);
        bool nearer = !survey->has_near || distance < survey->distance ||
                      (distance == survey->distance && rank > kind_looks[survey->near.kind].rank);
        if (hovered && distance <= reach(at) && nearer) {
            survey->has_near = true;
            survey->distance = distance;
            survey->near = event;
        }
    }
}

/* Ticks are as wide as the scale; where they overlap, the higher rank is seen. */
static void draw_ticks(const struct osd_canvas *canvas, const struct survey *survey,
                       const struct layout *at)
{
    uint8_t wide[MAX_COLUMNS] = {0};
    int columns = num_columns(at);
    for (int c = 0; c < columns; c++) {
        for (int i = 0; survey->ranks[c] && i < at->scale; i++) {
            int to = c - at->scale / 2 + i;
            if (to >= 0 && to < columns && wide[to] < survey->ranks[c]) {
                wide[to] = survey->ranks[c];
            }
        }
    }
    for (int c = 0, end; c < columns; c = end) {
        for (end = c + 1; end < columns && wide[end] == wide[c]; end++) {
        }
        if (wide[c]) {
            int kind = kind_of_rank[wide[c]];
            int bottom = kind == DEMO_EVENT_LEVEL ? at->bottom : at->ticks + TICKS * at->scale;
            int x = x_of_column(at, c);
            osd_fill(canvas, x, at->ticks, x_of_column(at, end) - x, bottom - at->ticks,
                     kind_looks[kind].color, 255);
        }
    }
}

/* --- the rail --------------------------------------------------------------------------------- */

static void fill_rail(const struct osd_canvas *canvas, const struct layout *at, int from, int to,
                      uint32_t color, int alpha)
{
    osd_fill(canvas, from, at->rail, to - from, at->bottom - at->rail, color, alpha);
}

/* A bracket that opens towards the loop's inside. */
static void draw_loop_end(const struct osd_canvas *canvas, const struct layout *at, int x,
                          bool opens_right)
{
    int s = at->scale;
    int top = at->rail - 2 * s;
    int bottom = at->bottom + 2 * s;
    int foot = opens_right ? x : x - 2 * s;
    osd_fill(canvas, x - s / 2, top, s, bottom - top, LOOP_COLOR, 255);
    osd_fill(canvas, foot - s / 2, top, 3 * s, s, LOOP_COLOR, 255);
    osd_fill(canvas, foot - s / 2, bottom - s, 3 * s, s, LOOP_COLOR, 255);
}

static void draw_rail(const struct osd_canvas *canvas, const struct bar *bar,
                      const struct layout *at)
{
    const struct transport *t = bar->transport;
    int end = at->left + at->width;
    int known = bar->no_spoilers || bar->extent.complete ? end : x_of(at, bar->extent.length);
    fill_rail(canvas, at, at->left, end, WHITE, UNKNOWN_ALPHA);
    fill_rail(canvas, at, at->left, known, WHITE, KNOWN_ALPHA);
    if (t->loop == TRANSPORT_LOOP_AB) {
        fill_rail(canvas, at, x_of(at, t->loop_a), x_of(at, t->loop_b), LOOP_COLOR, LOOP_ALPHA);
    }
    fill_rail(canvas, at, at->left, x_of(at, t->time), PLAYED, 255);
}

/* What lies over the ticks: loop ends, marks, where the mouse points, the knob. */
static void draw_pointers(const struct osd_canvas *canvas, const struct bar *bar,
                          const struct layout *at, bool hovered)
{
    const struct transport *t = bar->transport;
    int s = at->scale;
    if (t->loop != TRANSPORT_LOOP_NONE) {
        draw_loop_end(canvas, at, x_of(at, t->loop_a), true);
    }
    if (t->loop == TRANSPORT_LOOP_AB) {
        draw_loop_end(canvas, at, x_of(at, t->loop_b), false);
    }
    for (size_t i = 0; i < bar->num_marks && bar->marks[i] <= at->range; i++) {
        fill_mark(canvas, x_of(at, bar->marks[i]) - s / 2 + 0.5 * s, at->bottom + s,
                  MARK_HEIGHT * s, MARK_COLOR);
    }
    if (hovered) {
        int x = bar->mouse_x < at->left ? at->left : bar->mouse_x;
        x = x > at->left + at->width - 1 ? at->left + at->width - 1 : x;
        osd_fill(canvas, x - s / 2, at->ticks, s, at->bottom - at->ticks, WHITE, 144);
    }
    double x = x_of(at, t->time) + 0.5;
    double y = (at->rail + at->bottom) * 0.5;
    fill_disc(canvas, x, y, 0.5 * KNOB * s + s, KNOB_RING);
    fill_disc(canvas, x, y, 0.5 * KNOB * s, WHITE);
}

/* --- words ------------------------------------------------------------------------------------ */

static void draw_symbol(const struct osd_canvas *canvas, const struct layout *at,
                        const struct transport *transport)
{
    int side = at->size * 7 / 9;
    if (transport->paused) {
        int beam = 2 * at->scale;
        osd_fill(canvas, at->left, at->text, beam, side, WHITE, 255);
        osd_fill(canvas, at->left + 2 * beam, at->text, beam, side, WHITE, 255);
    } else {
        fill_arrow(canvas, at->left, at->text, side, !transport->reverse, WHITE);
    }
}

/* A word of the text row, if there is room before the right margin. Returns where the next goes. */
static int put_word(const struct osd_canvas *canvas, const struct layout *at, int x, uint32_t color,
                    const char *text)
{
    int width = osd_text_width(text, at->size);
    if (x + width > at->left + at->width) {
        return x;
    }
    osd_label(canvas, x, at->text, at->size, color, text);
    return x + width + WORD_GAP * at->scale;
}

static int put_time(const struct osd_canvas *canvas, const struct layout *at, int x,
                    const struct bar *bar)
{
    char time[OSD_TIME], total[OSD_TIME], text[OSD_TIME + 8];
    osd_format_time(time, bar->transport->time, 1);
    x = put_word(canvas, at, x, BRIGHT, time);
    if (bar->no_spoilers) {
        return x;
    }
    bool complete = bar->extent.complete;
    osd_format_time(total, estimate_total(&bar->extent), complete ? 1 : 0);
    snprintf(text, sizeof(text), "/ %s%s", complete ? "" : "~", total);
    return put_word(canvas, at, x + osd_advance(at->size) - WORD_GAP * at->scale, DIM, text);
}

static int put_loop(const struct osd_canvas *canvas, const struct layout *at, int x,
                    const struct transport *transport)
{
    char a[OSD_TIME], b[OSD_TIME], text[2 * OSD_TIME + 16];
    osd_format_time(a, transport->loop_a, 1);
    osd_format_time(b, transport->loop_b, 1);
    if (transport->loop == TRANSPORT_LOOP_A) {
        snprintf(text, sizeof(text), "A %s", a);
    } else {
        snprintf(text, sizeof(text), "A-B %s-%s", a, b);
    }
    return put_word(canvas, at, x, LOOP_COLOR, text);
}

/* The left part of the text row. Returns where it ends. */
static int draw_state(const struct osd_canvas *canvas, const struct bar *bar,
                      const struct layout *at)
{
    const struct transport *t = bar->transport;
    draw_symbol(canvas, at, t);
    int x = put_time(canvas, at, at->left + (SYMBOL + 5) * at->scale, bar);
    if (t->reverse || t->speed < 0.999 || t->speed > 1.001) {
        char text[32];
        snprintf(text, sizeof(text), "%s%.2fx", t->reverse ? "-" : "", t->speed);
        x = put_word(canvas, at, x, PLAYED, text);
    }
    if (t->loop != TRANSPORT_LOOP_NONE) {
        x = put_loop(canvas, at, x, t);
    }
    if (t->waiting) {
        x = put_word(canvas, at, x, PLAYED, "seeking");
    }
    return x;
}

/* The kinds there are, each with its colour, at the right end if there is room behind `from`. */
static void draw_legend(const struct osd_canvas *canvas, const struct layout *at, uint32_t kinds,
                        int from)
{
    int s = at->scale;
    for (int pass = 0, x = 0; pass < 2; pass++) {
        if (pass == 1) { /* now its width is known */
            x = at->left + at->width - (x - WORD_GAP * s);
            if (x < from) {
                return;
            }
        }
        for (int kind = DEMO_EVENT_LEVEL + 1; kind < DEMO_EVENT_KINDS; kind++) {
            if (!(kinds >> kind & 1)) {
                continue;
            }
            if (pass == 1) {
                osd_fill(canvas, x, at->text, 2 * s, at->size, kind_looks[kind].color, 255);
                osd_label(canvas, x + 5 * s, at->text, at->size, DIM, kind_looks[kind].name);
            }
            x += 5 * s + osd_text_width(kind_looks[kind].name, at->size) + WORD_GAP * s;
        }
    }
}

static void draw_level_name(const struct osd_canvas *canvas, const struct layout *at,
                            const char *level, int from)
{
    char text[DEMO_EVENT_TEXT];
    snprintf(text, sizeof(text), "%s", level);
    int right = at->left + at->width;
    fit_text(text, at->size, right - from);
    /* A cut name should still tell something. */
    if (strlen(text) >= 12 || strlen(text) == strlen(level)) {
        osd_label(canvas, right - osd_text_width(text, at->size), at->text, at->size, DIM, text);
    }
}

/* What is under the mouse besides a time, and in which colour. */
static uint32_t describe_place(const struct bar *bar, const struct layout *at,
                               const struct survey *survey, char text[LABEL_TEXT])
{
    text[0] = '\0';
    int nearest = survey->has_near ? survey->distance : reach(at) + 1;
    for (size_t i = 0; i < bar->num_marks && bar->marks[i] <= at->range; i++) {
        if (abs(x_of(at, bar->marks[i]) - bar->mouse_x) < nearest) {
            snprintf(text, LABEL_TEXT, "mark");
            return MARK_COLOR;
        }
    }
    if (!survey->has_near) {
        return WHITE;
    }
    /* "death: death" says nothing more than "death". */
    const struct kind_look *look = &kind_looks[survey->near.kind];
    const char *words = survey->near.text;
    bool named = words[0] == '\0' || strncmp(words, look->name, strlen(look->name)) == 0;
    snprintf(text, LABEL_TEXT, "%s%s%.*s", named && words[0] ? "" : look->name, named ? "" : ": ",
             DEMO_EVENT_TEXT, words);
    return look->color;
}

/* The label above the rail: the time under the mouse, and what happened there. */
static void draw_label(const struct osd_canvas *canvas, const struct bar *bar,
                       const struct layout *at, const struct survey *survey)
{
    char time[OSD_TIME], text[LABEL_TEXT];
    int s = at->scale;
    int pad = LABEL_PAD * s;
    osd_format_time(time, bar_time_at(bar, canvas->width, canvas->height, bar->mouse_x), 1);
    uint32_t color = describe_place(bar, at, survey, text);

    int time_width = osd_text_width(time, at->size) + (text[0] ? WORD_GAP * s : 0);
    fit_text(text, at->size, at->width - time_width - 2 * pad);
    int width = time_width + osd_text_width(text, at->size) + 2 * pad;
    int height = at->size + 2 * pad;
    int x = bar->mouse_x - width / 2;
    int last = at->left + at->width - width;
    x = x > last ? last : x;
    x = x < at->left ? at->left : x;
    int y = at->top - height - 2 * s;
    osd_fill(canvas, x, y, width, height, GROUND, 216);
    osd_label(canvas, x + pad, y + pad, at->size, WHITE, time);
    osd_label(canvas, x + pad + time_width, y + pad, at->size, color, text);
}

void bar_draw(const struct bar *bar, const struct osd_canvas *canvas)
{
    struct layout at = lay_out(canvas->width, canvas->height);
    at.range = rail_range(bar);
    if (at.width < 1) {
        return;
    }
    bool hovered = bar_hit(canvas->width, canvas->height, bar->mouse_x, bar->mouse_y);
    struct survey survey = {0};
    survey_events(&survey, bar, &at, hovered);

    osd_fill(canvas, 0, at.top, canvas->width, canvas->height - at.top, GROUND, GROUND_ALPHA);
    draw_rail(canvas, bar, &at);
    draw_ticks(canvas, &survey, &at);
    draw_pointers(canvas, bar, &at, hovered);
    int used = draw_state(canvas, bar, &at);
    if (hovered) {
        draw_legend(canvas, &at, survey.kinds, used);
        draw_label(canvas, bar, &at, &survey);
    } else {
        draw_level_name(canvas, &at, survey.level, used);
    }
}
