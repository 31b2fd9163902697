#include "engine/viewer/overlay/speed_graph.h"

#include <math.h>
#include <stdio.h>

#include "engine/text/osd_colors.h"

#define LOWEST_TOP 100.0
#define HIGHEST_TOP 102400.0

enum { FILL_ALPHA = 96, WIDE = 30, HIGH = 5 }; /* in letters and lines */

double speed_graph_top(const struct speed_sample *samples, size_t count)
{
    double top = LOWEST_TOP;
    for (size_t i = 0; i < count; i++) {
        while (samples[i].speed > top && top < HIGHEST_TOP) {
            top *= 2.0;
        }
    }
    return top;
}

/* The sample that counts in column x: the last one up to the column's end. */
static double speed_at(const struct speed_graph *graph, double time, size_t *next)
{
    while (*next < graph->count && graph->samples[*next].time <= time) {
        (*next)++;
    }
    return *next > 0 ? graph->samples[*next - 1].speed : -1.0;
}

static void draw_columns(const struct speed_graph *graph, const struct osd_canvas *canvas,
                         const struct osd_box *area, double most)
{
    const int width = area->right - area->left, height = area->bottom - area->top;
    const double end = graph->samples[graph->count - 1].time;
    const int line = 1 + height / 60;
    size_t next = 0;
    for (int x = 0; x < width; x++) {
        const double time = graph->time - graph->span + 2.0 * graph->span * (x + 1) / width;
        const double speed = speed_at(graph, time, &next);
        if (speed < 0.0 || time - 2.0 * graph->span / width > end) {
            continue;
        }
        const double share = speed < most ? speed / most : 1.0;
        const int rows = (int)(share * (height - line) + 0.5);
        const int y = area->bottom - line - rows;
        osd_fill(canvas, area->left + x, y, 1, line, GRAPH_LINE_COLOR, 255);
        osd_fill(canvas, area->left + x, y + line, 1, rows, GRAPH_LINE_COLOR, FILL_ALPHA);
    }
}

void speed_graph_draw(const struct speed_graph *graph, const struct osd_canvas *canvas, int top,
                      int bottom)
{
    const int size = osd_text_size(canvas->width, canvas->height), margin = size / 2;
    const int width = WIDE * osd_advance(size), height = HIGH * osd_line_height(size);
    const int left = canvas->width - 2 * margin - width;
    const int middle = (canvas->height - height) / 2 - osd_line_height(size);
    top = top > middle ? top : middle;
    const int first = top + 2 * margin + osd_line_height(size);
    const struct osd_box area = {left, first, left + width, first + height};
    char text[64];
    if (graph->count == 0 || area.bottom + 2 * margin > bottom || left < 2 * margin) {
        return;
    }
    const double most = speed_graph_top(graph->samples, graph->count);
    osd_fill(canvas, left - margin, top + margin, width + 2 * margin, area.bottom - top,
             OSD_GRAPH_GROUND, OSD_GRAPH_ALPHA);
    snprintf(text, sizeof(text), "speed 0 to %.0f u/s, -%.0f to %.0f s", most, graph->span,
             graph->span);
    osd_label(canvas, left, top + 2 * margin, size, GRAPH_TEXT_COLOR, text);
    draw_columns(graph, canvas, &area, most);
    osd_fill(canvas, left + width / 2, area.top, osd_scale(canvas->width, canvas->height), height,
             GRAPH_NOW_COLOR, 255);
}
