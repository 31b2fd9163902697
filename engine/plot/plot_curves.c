/* Panels of values over time. */
#include <math.h>
#include <stdio.h>

#include "engine/plot/plot_layout.h"
#include "engine/plot/plot_scale.h"

/* A player that is not told of for longer is away: the curve has a gap there. Seconds. */
#define AWAY 1.0
#define TICK_DISTANCE 2.4 /* lines of text from tick to tick, at least */

enum { FINE = 5 /* ticks that a scale is rounded by, at least */ };

/* Before a match begins some servers give 1000. */
#define HEALTH_MAX 250.0

struct scale {
    double low, high;
    struct plot_ticks ticks;
};

static double y_of(const struct scale *scale, const struct plot_box *box, double value)
{
    const double share = (value - scale->low) / (scale->high - scale->low);
    return box->y1 - (share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share) * (box->y1 - box->y0);
}

/* A scale for all curves of a panel, so that its rows can be compared. */
static struct scale make_scale(const struct plot_layout *layout, const struct plot_panel *panel,
                               double height)
{
    const struct plot_figure *figure = layout->figure;
    const double room = floor(height / (layout->text * TICK_DISTANCE)) + 1.0;
    const uint32_t most = room < 2.0 ? 2 : room > 12.0 ? 12 : (uint32_t)room;
    const bool whole = panel->kind != PLOT_PANEL_TIME_GAINED;
    const bool hundred = panel->kind == PLOT_PANEL_HEALTH || panel->kind == PLOT_PANEL_ARMOR;
    struct scale scale = {.low = 0.0, .high = hundred ? 100.0 : whole ? 1.0 : 0.1};
    scale.low = panel->kind == PLOT_PANEL_TIME_GAINED ? -0.1 : 0.0;
    for (uint32_t i = 0; i < panel->num_curves; i++) {
        double low, high;
        if (plot_series_range(panel->curves[i].series, figure->from, figure->to, &low, &high)) {
            scale.low = low < scale.low ? low : scale.low;
            scale.high = high > scale.high ? high : scale.high;
        }
    }
    if (hundred && scale.high > HEALTH_MAX) {
        scale.high = HEALTH_MAX;
    }
    plot_scale_round(&scale.low, &scale.high, most < FINE ? FINE : most, whole);
    scale.ticks = plot_ticks_of_numbers(scale.low, scale.high, most, whole);
    return scale;
}

/* low: with the lowest tick's label. */
static void draw_scale(const struct plot_layout *layout, const struct plot_box *box,
                       const struct scale *scale, bool low)
{
    const struct drawing_style grid = {.stroke = drawing_role(DRAWING_GRID), .width = 1.0};
    const struct drawing_style zero = {.stroke = drawing_role(DRAWING_FAINT), .width = 1.0};
    for (uint32_t i = 0; i < scale->ticks.count; i++) {
        const int64_t at = scale->ticks.first + i * scale->ticks.step;
        const double y = y_of(scale, box, (double)at / 1000.0);
        char label[PLOT_LABEL];
        plot_format_number(label, at, scale->ticks.step);
        drawing_line(layout->drawing, box->x0, y, box->x1, y, at == 0 ? &zero : &grid);
        if (!low && i == 0) {
            continue;
        }
        plot_text(layout, box->x0 - 5.0, y + layout->text * 0.32, DRAWING_END,
                  drawing_role(DRAWING_FAINT), label);
    }
}

/* --- curves ----------------------------------------------------------------------------------- */

struct pen {
    const struct plot_layout *layout;
    const struct plot_box *box;
    const struct scale *scale;
    const struct plot_curve *curve;
    bool steps; /* a value lasts until the next one */
};

static double x_of(const struct pen *pen, uint32_t column)
{
    return pen->box->x0 +
           ((double)column + 0.5) / pen->layout->num_columns * (pen->box->x1 - pen->box->x0);
}

/* A tenth of a unit is enough, and shorter. */
static double height_of(const struct pen *pen, double value)
{
    return floor(y_of(pen->scale, pen->box, value) * 10.0 + 0.5) / 10.0;
}

static void put(const struct pen *pen, double x, double value)
{
    drawing_point(pen->layout->drawing, x, height_of(pen, value));
}

/* The next point of a line; of those at one height only the ends are kept. */
struct line {
    const struct pen *pen;
    bool begun, waits; /* the last point is not in the drawing yet */
    double x, y;       /* of the last point */
};

static void end_line(struct line *line)
{
    if (line->waits) {
        drawing_point(line->pen->layout->drawing, line->x, line->y);
        line->waits = false;
    }
}

static void extend(struct line *line, double x, double value)
{
    const double y = height_of(line->pen, value);
    if (!line->begun || y != line->y) {
        end_line(line);
        drawing_point(line->pen->layout->drawing, x, y);
        line->begun = true;
    } else {
        line->waits = true;
    }
    line->x = x;
    line->y = y;
}

/* The first column with a value in [from, end); end: there is none. */
static uint32_t next_column(const struct plot_layout *layout, uint32_t from)
{
    while (from < layout->num_columns && layout->columns[from].count == 0) {
        from++;
    }
    return from;
}

/* The column after the last one of the run that begins at `first`: up to the next gap. */
static uint32_t end_run(const struct plot_layout *layout, uint32_t first)
{
    const struct plot_figure *figure = layout->figure;
    const double seconds = (figure->to - figure->from) / layout->num_columns;
    const double gap = AWAY / seconds > 1.5 ? AWAY / seconds : 1.5;
    uint32_t last = first;
    for (uint32_t next = next_column(layout, first + 1); next < layout->num_columns;
         next = next_column(layout, next + 1)) {
        if (next - last > gap) {
            break;
        }
        last = next;
    }
    return last + 1;
}

static void draw_band(const struct pen *pen, uint32_t first, uint32_t end)
{
    const struct plot_column *columns = pen->layout->columns;
    const struct drawing_style style = {.fill =
                                            drawing_faded(drawing_series(pen->curve->color), 56)};
    bool wide = false;
    for (uint32_t i = first; i < end; i++) {
        wide |= columns[i].high > columns[i].low;
    }
    if (!wide || pen->steps) {
        return;
    }
    drawing_polygon(pen->layout->drawing, &style);
    for (uint32_t i = first; i < end; i++) {
        if (columns[i].count > 0) {
            put(pen, x_of(pen, i), (double)columns[i].high);
        }
    }
    for (uint32_t i = end; i-- > first;) {
        if (columns[i].count > 0) {
            put(pen, x_of(pen, i), (double)columns[i].low);
        }
    }
}

static void draw_run(const struct pen *pen, uint32_t first, uint32_t end)
{
    const struct plot_column *columns = pen->layout->columns;
    const struct drawing_ink ink = drawing_series(pen->curve->color);
    const struct drawing_style style = {.stroke =
                                            drawing_faded(ink, pen->curve->is_team ? 140 : 255),
                                        .width = pen->curve->is_team ? 4.0 : 1.4};
    const struct plot_column *before = NULL;
    struct line line = {.pen = pen};
    drawing_polyline(pen->layout->drawing, &style);
    for (uint32_t i = first; i < end; i++) {
        const struct plot_column *column = &columns[i];
        if (column->count == 0) {
            continue;
        }
        if (pen->steps) {
            if (before) {
                extend(&line, x_of(pen, i), (double)before->last);
            }
            extend(&line, x_of(pen, i), (double)column->last);
        } else {
            extend(&line, x_of(pen, i), plot_column_mean(column));
        }
        before = column;
    }
    if (pen->curve->held && before) {
        const double end_x = plot_x(pen->layout, pen->layout->figure->to);
        extend(&line, end_x, (double)before->last);
    }
    end_line(&line);
}

/* True if updates are so far apart that each is seen: then a value lasts until the next one. */
static bool are_sparse(const struct plot_layout *layout)
{
    uint32_t filled = 0, values = 0;
    for (uint32_t i = 0; i < layout->num_columns; i++) {
        filled += layout->columns[i].count > 0 ? 1 : 0;
        values += layout->columns[i].count;
    }
    return values < filled + filled / 8 + 8;
}

static void draw_curve(const struct plot_layout *layout, const struct plot_box *box,
                       const struct scale *scale, const struct plot_panel *panel,
                       const struct plot_curve *curve)
{
    const struct plot_figure *figure = layout->figure;
    plot_series_fit(curve->series, figure->from, figure->to, layout->columns, layout->num_columns);
    const bool moves = panel->kind == PLOT_PANEL_SPEED || panel->kind == PLOT_PANEL_TIME_GAINED;
    const struct pen pen = {layout, box, scale, curve,
                            curve->held || (!moves && are_sparse(layout))};
    for (uint32_t first = next_column(layout, 0); first < layout->num_columns;) {
        const uint32_t end = curve->held ? layout->num_columns : end_run(layout, first);
        draw_band(&pen, first, end);
        draw_run(&pen, first, end);
        first = next_column(layout, end);
    }
}

/* --- panels ----------------------------------------------------------------------------------- */

static void draw_splits(const struct plot_layout *layout, const struct plot_box *box,
                        const struct scale *scale)
{
    for (uint32_t i = 0; i < layout->figure->num_splits; i++) {
        const struct plot_split *split = &layout->figure->splits[i];
        const int64_t lead = (int64_t)floor(split->lead * 1000.0 + 0.5);
        char title[PLOT_NAME], text[PLOT_LABEL];
        plot_format_number(text, lead, 1);
        snprintf(title, sizeof(title), "%.100s: %s%s s", split->name, lead > 0 ? "+" : "", text);
        const struct drawing_style style = {.fill = drawing_role(DRAWING_PAPER),
                                            .stroke = drawing_series(split->color),
                                            .width = 1.5,
                                            .title = title};
        drawing_circle(layout->drawing, plot_x(layout, split->time), y_of(scale, box, split->lead),
                       3.0, &style);
    }
}

static void draw_rows(const struct plot_layout *layout, const struct plot_panel *panel,
                      const struct plot_box *box)
{
    const double height = (box->y1 - box->y0) / panel->num_curves;
    const struct scale scale = make_scale(layout, panel, height - 4.0);
    for (uint32_t i = 0; i < panel->num_curves; i++) {
        const struct plot_curve *curve = &panel->curves[i];
        const struct plot_box row = {box->x0, box->y0 + i * height + 2.0, box->x1,
                                     box->y0 + (i + 1) * height - 2.0};
        plot_draw_times(layout, &row);
        draw_scale(layout, &row, &scale, i + 1 == panel->num_curves);
        draw_curve(layout, &row, &scale, panel, curve);
        char text[PLOT_NAME];
        plot_cut_text(text, sizeof(text), curve->name, 24.0);
        drawing_text(layout->drawing, row.x0 + 4.0, row.y0 + layout->text,
                     &(struct drawing_text_style){.size = layout->text,
                                                  .ink = drawing_series(curve->color),
                                                  .halo = drawing_role(DRAWING_PAPER)},
                     text);
    }
}

static void draw_values(const struct plot_layout *layout, const struct plot_panel *panel,
                        const struct plot_box *box)
{
    const struct scale scale = make_scale(layout, panel, box->y1 - box->y0);
    plot_draw_times(layout, box);
    draw_scale(layout, box, &scale, true);
    for (uint32_t i = 0; i < panel->num_curves; i++) {
        draw_curve(layout, box, &scale, panel, &panel->curves[i]);
    }
    if (panel->kind == PLOT_PANEL_TIME_GAINED) {
        draw_splits(layout, box, &scale);
    }
}

void plot_draw_panel(const struct plot_layout *layout, const struct plot_panel *panel,
                     const struct plot_box *box)
{
    if (!plot_panel_has_data(layout->figure, panel)) {
        plot_draw_times(layout, box);
        plot_text(layout, box->x0 + 4.0, (box->y0 + box->y1) / 2.0 + layout->text * 0.32,
                  DRAWING_START, drawing_role(DRAWING_FAINT),
                  panel->kind == PLOT_PANEL_ITEMS ? "none" : "the demo does not tell it");
    } else if (panel->kind == PLOT_PANEL_ITEMS) {
        plot_draw_items(layout, box);
    } else if (plot_panel_has_rows(layout->figure, panel)) {
        draw_rows(layout, panel, box);
    } else {
        draw_values(layout, panel, box);
    }
}
