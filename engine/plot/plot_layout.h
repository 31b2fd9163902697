/* Where the parts of a plot are. Private to this folder. Units of the drawing. */
#ifndef ENGINE_PLOT_PLOT_LAYOUT_H
#define ENGINE_PLOT_PLOT_LAYOUT_H

#include "engine/plot/plot_draw.h"

struct plot_box {
    double x0, y0, x1, y1;
};

struct plot_layout {
    struct drawing *drawing;
    const struct plot_figure *figure;
    struct plot_column *columns; /* one for each unit of the panels' width */
    uint32_t num_columns;
    double width;
    double text;           /* size */
    double line;           /* distance of lines of text */
    double x0, x1;         /* of all panels */
    double share0, share1; /* of the column of shares; equal: there is none */
};

/* True if each player of the panel has a row. */
bool plot_panel_has_rows(const struct plot_figure *figure, const struct plot_panel *panel);

static inline double plot_x(const struct plot_layout *layout, double time)
{
    const struct plot_figure *figure = layout->figure;
    const double share =
        figure->to > figure->from ? (time - figure->from) / (figure->to - figure->from) : 0.0;
    return layout->x0 + (share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share) * (layout->x1 - layout->x0);
}

/* Text of a style that is used everywhere. */
void plot_text(const struct plot_layout *layout, double x, double y, enum drawing_anchor anchor,
               struct drawing_ink ink, const char *text);
/* A copy of at most `most` characters, the last two of a longer one replaced by "..". */
void plot_cut_text(char *to, size_t size, const char *text, double most);
/* Vertical lines over a box: the ticks of time, levels, rounds. */
void plot_draw_times(const struct plot_layout *layout, const struct plot_box *box);

void plot_draw_panel(const struct plot_layout *layout, const struct plot_panel *panel,
                     const struct plot_box *box);

/* --- plot_lanes.c -----------------------------------------------------------------------------*/

/* The items that somebody shown had, in order; returns their number. */
uint32_t plot_find_lanes(const struct plot_figure *figure, int lanes[PLOT_ITEMS]);
void plot_draw_items(const struct plot_layout *layout, const struct plot_box *box);
#define PLOT_SMALL 0.85 /* of the names' size there */
bool plot_has_marks(const struct plot_who *who);
/* The players whose frags and deaths are marked. */
uint32_t plot_count_marked(const struct plot_figure *figure);
void plot_draw_marks(const struct plot_layout *layout, const struct plot_box *box);

#endif
