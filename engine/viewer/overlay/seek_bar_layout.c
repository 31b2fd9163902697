#include "engine/viewer/overlay/seek_bar_layout.h"

#include <math.h>
#include <stdio.h>

#include "engine/text/osd_colors.h"

/* Heights from the panel's top down, and other measures, in pixels of scale 1. */
enum {
    MARGIN = 8,
    ABOVE_TICKS = 4,
    ABOVE_RAIL = 1,
    BELOW_RAIL = 8, /* room of the marks and of the knob */
    BELOW_TEXT = 4,
    STRIP = SEEK_BAR_LANES * SEEK_BAR_LANE_STEP,
    BESIDE_TEXT = ABOVE_TICKS + STRIP + ABOVE_RAIL + SEEK_BAR_RAIL_HEIGHT + BELOW_RAIL + BELOW_TEXT,
    BESIDE_LABEL = 2 * SEEK_BAR_LABEL_PAD + 2,
    HATCHED_MIN = 12,
    SYMBOL_GAP = 6,
    TIME_GAP = 3
};

#define HATCHED_MAX 0.25

double seek_bar_estimate_total(const struct timeline_extent *extent)
{
    if (extent->complete) {
        return extent->length;
    }
    double scanned = extent->scanned < 0.01 ? 0.01 : extent->scanned > 1.0 ? 1.0 : extent->scanned;
    return extent->length / scanned;
}

static double rail_range(const struct seek_bar *bar)
{
    double time = bar->transport->time;
    if (bar->no_spoilers) {
        double shown = fmax(bar->seen, time);
        return fmax(shown, 1.0);
    }
    double total = seek_bar_estimate_total(&bar->extent);
    return bar->extent.complete ? total : fmax(total, time);
}

/* Width of the damaged part of the rail: its share of the file, at least a visible minimum. */
static int lost_width(const struct seek_bar *bar, int width, int scale)
{
    if (!bar->damage || bar->no_spoilers) {
        return 0;
    }
    double share = bar->lost > 0.0 ? fmin(bar->lost, HATCHED_MAX) : 0.0;
    int lost = (int)(share * width);
    int least = HATCHED_MIN * scale;
    lost = lost < least ? least : lost;
    return lost < width / 2 ? lost : 0;
}

struct seek_bar_layout seek_bar_lay_out(const struct seek_bar *bar, int width, int height)
{
    struct seek_bar_layout at = {.scale = osd_scale(width, height), .range = rail_range(bar)};
    at.size = osd_text_size(width, height);
    at.symbol = at.size * 7 / 9;
    at.left = MARGIN * at.scale;
    at.width = width - 2 * at.left;
    at.good = at.width - lost_width(bar, at.width, at.scale);
    at.right = at.left + at.width;
    at.top = height - BESIDE_TEXT * at.scale - at.size;
    at.ticks = at.top + ABOVE_TICKS * at.scale;
    at.rail = at.ticks + (STRIP + ABOVE_RAIL) * at.scale;
    at.bottom = at.rail + SEEK_BAR_RAIL_HEIGHT * at.scale;
    at.text = at.bottom + BELOW_RAIL * at.scale;
    return at;
}

int seek_bar_x_of(const struct seek_bar_layout *at, double time)
{
    double share = at->range > 0.0 ? time / at->range : 0.0;
    share = !(share > 0.0) ? 0.0 : share > 1.0 ? 1.0 : share; /* what is no number, too */
    return at->left + (int)(share * (at->good - 1) + 0.5);
}

double seek_bar_time_at(const struct seek_bar *bar, int width, int height, int x)
{
    struct seek_bar_layout at = seek_bar_lay_out(bar, width, height);
    int last = at.good - 1;
    if (last < 1 || x <= at.left) {
        return 0.0;
    }
    return x - at.left >= last ? at.range : at.range * (x - at.left) / last;
}

int seek_bar_covers(const struct seek_bar *bar, int width, int height)
{
    struct seek_bar_layout at = seek_bar_lay_out(bar, width, height);
    bool label = bar->dragging ||
                 seek_bar_part_at(bar, width, height, bar->mouse_x, bar->mouse_y) == SEEK_BAR_RAIL;
    int rows = height - at.top + (label ? at.size + BESIDE_LABEL * at.scale : 0);
    return rows > height ? height : rows;
}

/* --- the row of words ------------------------------------------------------------------------- */

struct row {
    const struct seek_bar_layout *at;
    struct seek_bar_word *words;
    size_t count;
    int x;
};

/* Appends a word if it fits before the right margin. */
static void add_word(struct row *row, int gap, uint32_t color, enum seek_bar_part part,
                     const char *text)
{
    const int scale = row->at->scale;
    const int x = row->x + gap * scale;
    const int width = osd_text_width(text, row->at->size);
    if (row->count == SEEK_BAR_WORDS || x + width > row->at->right) {
        return;
    }
    struct seek_bar_word *word = &row->words[row->count++];
    *word = (struct seek_bar_word){.x = x, .width = width, .color = color, .part = part};
    snprintf(word->text, sizeof(word->text), "%s", text);
    row->x = x + width;
}

static void add_time(struct row *row, const struct seek_bar *bar)
{
    char time[OSD_TIME], total[OSD_TIME], text[OSD_TIME + 8];
    osd_format_time(time, bar->transport->time, bar->transport->paused ? 3 : 1);
    add_word(row, SYMBOL_GAP, SEEK_BAR_BRIGHT, SEEK_BAR_GROUND, time);
    if (!bar->no_spoilers) {
        bool complete = bar->extent.complete;
        osd_format_time(total, seek_bar_estimate_total(&bar->extent), complete ? 1 : 0);
        snprintf(text, sizeof(text), "/ %s%s", complete ? "" : "~", total);
        add_word(row, TIME_GAP, SEEK_BAR_DIM, SEEK_BAR_GROUND, text);
    }
}

static void add_loop(struct row *row, const struct transport *transport)
{
    char a[OSD_TIME], b[OSD_TIME], text[2 * OSD_TIME + 16];
    osd_format_time(a, transport->loop_a, 1);
    osd_format_time(b, transport->loop_b, 1);
    if (transport->loop == TRANSPORT_LOOP_A) {
        snprintf(text, sizeof(text), OSD_LOOP " A %s", a);
    } else {
        snprintf(text, sizeof(text), OSD_LOOP " A-B %s-%s", a, b);
    }
    add_word(row, SEEK_BAR_WORD_GAP, SEEK_BAR_LOOP_COLOR, SEEK_BAR_LOOP, text);
}

size_t seek_bar_words(const struct seek_bar *bar, const struct seek_bar_layout *at,
                      struct seek_bar_word words[SEEK_BAR_WORDS], int *end)
{
    const struct transport *t = bar->transport;
    struct row row = {.at = at, .words = words, .x = at->left + at->symbol};
    char text[80];
    add_time(&row, bar);
    if (bar->exact) {
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_DIM, SEEK_BAR_GROUND, bar->exact);
    }
    if (t->reverse || t->speed < 0.999 || t->speed > 1.001) {
        snprintf(text, sizeof(text), "%s%.2fx", t->reverse ? OSD_REVERSE " -" : "", t->speed);
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_PLAYED, SEEK_BAR_SPEED, text);
    }
    if (t->loop != TRANSPORT_LOOP_NONE) {
        add_loop(&row, t);
    }
    if (bar->film_word) {
        const bool begun = bar->num_films > 0 && bar->films[bar->num_films - 1].begun;
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_FILM_COLOR,
                 begun ? SEEK_BAR_RECORD : SEEK_BAR_GROUND, bar->film_word);
    }
    if (t->waiting) {
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_PLAYED, SEEK_BAR_GROUND, "seeking");
    }
    if (bar->muted) {
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_DIM, SEEK_BAR_MUTED, OSD_MUTE " muted");
    } else if (bar->volume != 100) {
        snprintf(text, sizeof(text), OSD_SPEAKER " %d %%", bar->volume);
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_DIM, SEEK_BAR_MUTED, text);
    }
    if (bar->places > 1) {
        snprintf(text, sizeof(text), "%zu/%zu", bar->place, bar->places);
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_DIM, SEEK_BAR_GROUND, text);
    }
    if (bar->followed) {
        snprintf(text, sizeof(text), OSD_EYE " %.24s", bar->followed);
        add_word(&row, SEEK_BAR_WORD_GAP, SEEK_BAR_DIM, SEEK_BAR_GROUND, text);
    }
    *end = row.x + SEEK_BAR_WORD_GAP * at->scale;
    return row.count;
}

enum seek_bar_part seek_bar_part_at(const struct seek_bar *bar, int width, int height, int x, int y)
{
    struct seek_bar_layout at = seek_bar_lay_out(bar, width, height);
    struct seek_bar_word words[SEEK_BAR_WORDS];
    const int reach = 2 * at.scale;
    int end;
    if (x < 0 || x >= width || y < 0 || y < at.top || y >= height) {
        return SEEK_BAR_NOWHERE;
    }
    if (y < at.text - reach) {
        return SEEK_BAR_RAIL;
    }
    if (x <= at.left + at.symbol + reach) {
        return SEEK_BAR_SYMBOL;
    }
    size_t count = seek_bar_words(bar, &at, words, &end);
    for (size_t i = 0; i < count; i++) {
        if (x >= words[i].x - reach && x < words[i].x + words[i].width + reach) {
            return words[i].part;
        }
    }
    return SEEK_BAR_GROUND;
}
