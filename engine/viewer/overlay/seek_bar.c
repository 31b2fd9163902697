#include "engine/viewer/overlay/seek_bar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/osd_colors.h"
#include "engine/viewer/overlay/seek_bar_ticks.h"

/* Measures in pixels of scale 1. */
enum {
    KNOB = 8,
    MARK_HEIGHT = 4,
    FILM_HEIGHT = 2, /* below the marks */
    HATCH = 4,       /* from one stripe of the damaged end to the next */
    REACH = 4        /* maximum distance of the mouse from a tick */
};

#define KNOB_RING_COLOR 0x00202224u /* and the dark stripes of a damaged end */

enum { LABEL_TEXT = OSD_TIME + DEMO_EVENT_TEXT + 32 };

enum { UNKNOWN_ALPHA = 32, KNOWN_ALPHA = 96, LOOP_ALPHA = 144, FILM_ALPHA = 112 };

static int mouse_reach(const struct seek_bar_layout *at)
{
    return at->scale < 2 ? REACH : REACH * at->scale / 2;
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

/* Cuts the text to the available width. */
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

/* --- the rail --------------------------------------------------------------------------------- */

static void fill_rail(const struct osd_canvas *canvas, const struct seek_bar_layout *at, int from,
                      int to, uint32_t color, int alpha)
{
    osd_fill(canvas, from, at->rail, to - from, at->bottom - at->rail, color, alpha);
}

/* A bracket that opens towards the loop's inside. */
static void draw_loop_end(const struct osd_canvas *canvas, const struct seek_bar_layout *at, int x,
                          bool opens_right)
{
    int s = at->scale;
    int top = at->rail - 2 * s;
    int bottom = at->bottom + 2 * s;
    int foot = opens_right ? x : x - 2 * s;
    osd_fill(canvas, x - s / 2, top, s, bottom - top, SEEK_BAR_LOOP_COLOR, 255);
    osd_fill(canvas, foot - s / 2, top, 3 * s, s, SEEK_BAR_LOOP_COLOR, 255);
    osd_fill(canvas, foot - s / 2, bottom - s, 3 * s, s, SEEK_BAR_LOOP_COLOR, 255);
}

/* The part of the file that cannot be read: stripes. */
static void draw_damage(const struct osd_canvas *canvas, const struct seek_bar_layout *at)
{
    const int step = HATCH * at->scale;
    for (int y = at->rail; y < at->bottom; y++) {
        for (int x = at->left + at->good; x < at->right; x++) {
            const bool stripe = (x + y) % step < step / 2;
            osd_fill(canvas, x, y, 1, 1, stripe ? SEEK_BAR_DAMAGE_COLOR : KNOB_RING_COLOR, 255);
        }
    }
}

static void draw_rail(const struct osd_canvas *canvas, const struct seek_bar *bar,
                      const struct seek_bar_layout *at)
{
    const struct transport *t = bar->transport;
    int end = at->left + at->good;
    int known =
        bar->no_spoilers || bar->extent.complete ? end : seek_bar_x_of(at, bar->extent.length);
    const int played = seek_bar_x_of(at, t->time); /* nothing is seen through what lies before it */
    fill_rail(canvas, at, at->left, played, SEEK_BAR_PLAYED, 255);
    fill_rail(canvas, at, played, end, SEEK_BAR_WHITE, UNKNOWN_ALPHA);
    fill_rail(canvas, at, played, known, SEEK_BAR_WHITE, KNOWN_ALPHA);
    if (t->loop == TRANSPORT_LOOP_AB) {
        const int from = seek_bar_x_of(at, t->loop_a);
        fill_rail(canvas, at, from < played ? played : from, seek_bar_x_of(at, t->loop_b),
                  SEEK_BAR_LOOP_COLOR, LOOP_ALPHA);
    }
    draw_damage(canvas, at);
}

/* A line below the rail; where it begins, a beam up to it. */
static void draw_films(const struct osd_canvas *canvas, const struct seek_bar *bar,
                       const struct seek_bar_layout *at)
{
    const int s = at->scale;
    const int y = at->bottom + (MARK_HEIGHT + 1) * s;
    for (size_t i = 0; i < bar->num_films; i++) {
        const struct seek_bar_film *film = &bar->films[i];
        const int from = seek_bar_x_of(at, film->from);
        int to = seek_bar_x_of(at, film->to < at->range ? film->to : at->range) + 1;
        to = to < from + s ? from + s : to;
        const int made = film->begun ? to : from + (int)((to - from) * film->done);
        osd_fill(canvas, from, y, made - from, FILM_HEIGHT * s, SEEK_BAR_FILM_COLOR, 255);
        osd_fill(canvas, made, y, to - made, FILM_HEIGHT * s, SEEK_BAR_FILM_COLOR, FILM_ALPHA);
        if (film->begun) {
            const int x = seek_bar_x_of(at, film->from);
            osd_fill(canvas, x - s / 2, at->rail - 2 * s, s, y - at->rail + 2 * s,
                     SEEK_BAR_FILM_COLOR, 255);
        }
    }
}

/* Draws loop ends, marks, the mouse position and the knob. */
static void draw_pointers(const struct osd_canvas *canvas, const struct seek_bar *bar,
                          const struct seek_bar_layout *at, bool hovered)
{
    const struct transport *t = bar->transport;
    int s = at->scale;
    if (t->loop != TRANSPORT_LOOP_NONE) {
        draw_loop_end(canvas, at, seek_bar_x_of(at, t->loop_a), true);
    }
    if (t->loop == TRANSPORT_LOOP_AB) {
        draw_loop_end(canvas, at, seek_bar_x_of(at, t->loop_b), false);
    }
    for (size_t i = 0; i < bar->num_marks && bar->marks[i].time <= at->range; i++) {
        fill_mark(canvas, seek_bar_x_of(at, bar->marks[i].time) - s / 2 + 0.5 * s, at->bottom + s,
                  MARK_HEIGHT * s, SEEK_BAR_MARK_COLOR);
    }
    if (hovered) {
        int x = bar->mouse_x < at->left ? at->left : bar->mouse_x;
        x = x > at->right - 1 ? at->right - 1 : x;
        osd_fill(canvas, x - s / 2, at->ticks, s, at->bottom - at->ticks, SEEK_BAR_WHITE, 144);
    }
    double x = seek_bar_x_of(at, t->time) + 0.5;
    double y = (at->rail + at->bottom) * 0.5;
    fill_disc(canvas, x, y, 0.5 * KNOB * s + s, KNOB_RING_COLOR);
    fill_disc(canvas, x, y, 0.5 * KNOB * s, SEEK_BAR_WHITE);
}

/* --- words ------------------------------------------------------------------------------------ */

/* At the end: the way back to the beginning. */
static void draw_again(const struct osd_canvas *canvas, const struct seek_bar_layout *at,
                       bool reverse)
{
    const int side = at->symbol;
    const int beam = 2 * at->scale;
    const int x = reverse ? at->left + side - beam : at->left;
    osd_fill(canvas, x, at->text, beam, side, SEEK_BAR_WHITE, 255);
    fill_arrow(canvas, reverse ? at->left : at->left + beam, at->text, side - beam, reverse,
               SEEK_BAR_WHITE);
}

/* What a click on it does. */
static void draw_symbol(const struct osd_canvas *canvas, const struct seek_bar_layout *at,
                        const struct transport *transport)
{
    const int side = at->symbol;
    if (transport_is_at_end(transport)) {
        draw_again(canvas, at, transport->reverse);
    } else if (!transport->paused) {
        const int beam = 2 * at->scale;
        osd_fill(canvas, at->left, at->text, beam, side, SEEK_BAR_WHITE, 255);
        osd_fill(canvas, at->left + 2 * beam, at->text, beam, side, SEEK_BAR_WHITE, 255);
    } else {
        fill_arrow(canvas, at->left, at->text, side, !transport->reverse, SEEK_BAR_WHITE);
    }
}

/* The left part of the text row. Returns where it ends. */
static int draw_words(const struct osd_canvas *canvas, const struct seek_bar *bar,
                      const struct seek_bar_layout *at)
{
    struct seek_bar_word words[SEEK_BAR_WORDS];
    int end;
    size_t count = seek_bar_words(bar, at, words, &end);
    draw_symbol(canvas, at, bar->transport);
    for (size_t i = 0; i < count; i++) {
        osd_label(canvas, words[i].x, at->text, at->size, words[i].color, words[i].text);
    }
    return end;
}

/* Draws the legend: kinds of events with colours, and the name of the filter at the right end if it
 * fits behind `from`. */
static void draw_legend(const struct osd_canvas *canvas, const struct seek_bar *bar,
                        const struct seek_bar_layout *at, uint32_t kinds, int from)
{
    const int s = at->scale;
    const int filter_width =
        bar->filtered ? osd_text_width(bar->filtered, at->size) + SEEK_BAR_WORD_GAP * s : 0;
    for (int pass = 0, x = 0; pass < 2; pass++) {
        if (pass == 1) { /* now its width is known */
            x = at->right - filter_width - (x - SEEK_BAR_WORD_GAP * s);
            if (x < from) {
                break;
            }
        }
        for (int kind = DEMO_EVENT_LEVEL + 1; kind < DEMO_EVENT_KINDS; kind++) {
            const char *name = seek_bar_event_name((enum demo_event_kind)kind);
            if (!(kinds >> kind & 1)) {
                continue;
            }
            if (pass == 1) {
                const bool stops = bar->filter >> kind & 1;
                const struct osd_area swatch = {x, at->text, 3 * s, at->size};
                seek_bar_draw_swatch(canvas, (enum demo_event_kind)kind, swatch, s,
                                     stops ? 255 : KNOWN_ALPHA);
                osd_label(canvas, x + 5 * s, at->text, at->size,
                          stops ? SEEK_BAR_BRIGHT : SEEK_BAR_DIM, name);
            }
            x += 5 * s + osd_text_width(name, at->size) + SEEK_BAR_WORD_GAP * s;
        }
    }
    const int x = at->right - filter_width + SEEK_BAR_WORD_GAP * s;
    if (bar->filtered && x >= from) {
        osd_label(canvas, x, at->text, at->size, SEEK_BAR_DIM, bar->filtered);
    }
}

static void draw_level_name(const struct osd_canvas *canvas, const struct seek_bar_layout *at,
                            const char *level, int from)
{
    char text[DEMO_EVENT_TEXT];
    snprintf(text, sizeof(text), "%s", level);
    fit_text(text, at->size, at->right - from);
    /* Minimum length of a cut name. */
    if (strlen(text) >= 12 || strlen(text) == strlen(level)) {
        osd_label(canvas, at->right - osd_text_width(text, at->size), at->text, at->size,
                  SEEK_BAR_DIM, text);
    }
}

/* Label text and colour at the mouse. */
static uint32_t describe_place(const struct seek_bar *bar, const struct seek_bar_layout *at,
                               char text[LABEL_TEXT])
{
    struct demo_event near;
    const int distance = seek_bar_strip_near(bar, at, mouse_reach(at), &near);
    int nearest = distance >= 0 ? distance : mouse_reach(at) + 1;
    text[0] = '\0';
    for (size_t i = 0; i < bar->num_marks && bar->marks[i].time <= at->range; i++) {
        if (abs(seek_bar_x_of(at, bar->marks[i].time) - bar->mouse_x) < nearest) {
            const char *name = bar->marks[i].name;
            snprintf(text, LABEL_TEXT, "%s", name[0] ? name : "mark");
            return SEEK_BAR_MARK_COLOR;
        }
    }
    if (at->good < at->width && bar->mouse_x >= at->left + at->good) {
        snprintf(text, LABEL_TEXT, "%s", bar->damage);
        return SEEK_BAR_DAMAGE_COLOR;
    }
    if (distance < 0) {
        return SEEK_BAR_WHITE;
    }
    /* avoids "death: death" */
    const char *name = seek_bar_event_name(near.kind);
    const char *words = near.text;
    bool named = words[0] == '\0' || strncmp(words, name, strlen(name)) == 0;
    snprintf(text, LABEL_TEXT, "%s%s%.*s", named && words[0] ? "" : name, named ? "" : ": ",
             DEMO_EVENT_TEXT, words);
    return seek_bar_event_color(near.kind);
}

/* Draws the label above the rail: time and event under the mouse. */
static void draw_label(const struct osd_canvas *canvas, const struct seek_bar *bar,
                       const struct seek_bar_layout *at)
{
    char time[OSD_TIME], text[LABEL_TEXT];
    int s = at->scale;
    int pad = SEEK_BAR_LABEL_PAD * s;
    osd_format_time(time, seek_bar_time_at(bar, canvas->width, canvas->height, bar->mouse_x), 1);
    uint32_t color = describe_place(bar, at, text);

    int time_width = osd_text_width(time, at->size) + (text[0] ? SEEK_BAR_WORD_GAP * s : 0);
    fit_text(text, at->size, at->width - time_width - 2 * pad);
    int width = time_width + osd_text_width(text, at->size) + 2 * pad;
    int height = at->size + 2 * pad;
    int x = bar->mouse_x - width / 2;
    int last = at->right - width;
    x = x > last ? last : x;
    x = x < at->left ? at->left : x;
    int y = at->top - height - s;
    osd_fill(canvas, x, y, width, height, OSD_BAR_GROUND, OSD_BAR_ALPHA);
    osd_label(canvas, x + pad, y + pad, at->size, SEEK_BAR_WHITE, time);
    osd_label(canvas, x + pad + time_width, y + pad, at->size, color, text);
}

void seek_bar_draw(const struct seek_bar *bar, const struct osd_canvas *canvas)
{
    struct seek_bar_strip strip = {0};
    seek_bar_draw_kept(bar, &strip, canvas);
}

void seek_bar_draw_kept(const struct seek_bar *bar, struct seek_bar_strip *strip,
                        const struct osd_canvas *canvas)
{
    const int width = canvas->width;
    const int height = canvas->height;
    struct seek_bar_layout at = seek_bar_lay_out(bar, width, height);
    if (at.good < 1) {
        return;
    }
    const enum seek_bar_part under =
        seek_bar_part_at(bar, width, height, bar->mouse_x, bar->mouse_y);
    const bool labelled = bar->dragging || under == SEEK_BAR_RAIL;
    seek_bar_strip_follow(strip, bar, &at);

    /* The ground in two parts, each drawn upon while it is still in the cache. */
    osd_fill(canvas, 0, at.top, width, at.text - at.top, OSD_BAR_GROUND, OSD_BAR_ALPHA);
    draw_rail(canvas, bar, &at);
    seek_bar_draw_ticks(canvas, bar, strip, &at);
    draw_films(canvas, bar, &at);
    draw_pointers(canvas, bar, &at, labelled);
    osd_fill(canvas, 0, at.text, width, height - at.text, OSD_BAR_GROUND, OSD_BAR_ALPHA);
    int used = draw_words(canvas, bar, &at);
    if (under != SEEK_BAR_NOWHERE) {
        draw_legend(canvas, bar, &at, strip->kinds, used);
    } else {
        draw_level_name(canvas, &at, strip->level, used);
    }
    if (labelled) {
        draw_label(canvas, bar, &at);
    }
}
