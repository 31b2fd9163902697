#include "engine/plot/plot_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plot/plot_layout.h"
#include "engine/plot/plot_scale.h"

/* Heights of parts. A panel may be lower than it is if nobody asks, but not below the least one. */
#define PANEL_HEIGHT 132.0
#define PANEL_LEAST 48.0
#define ROW_HEIGHT 54.0
#define ROW_LEAST 26.0
#define LANE_HEIGHT 18.0
#define LANE_LEAST 12.0
#define MARKS_HEIGHT 11.0
#define MARGIN 12.0
#define PANEL_GAP 3.0
#define NARROW 700.0 /* smaller text below it */
#define SHARE_WIDTH 72.0

enum { MARK_NAME = 14, NAME_LENGTH = 24 /* of a legend's entry and of a lane's label, at most */ };

/* --- text ------------------------------------------------------------------------------------- */

void plot_text(const struct plot_layout *layout, double x, double y, enum drawing_anchor anchor,
               struct drawing_ink ink, const char *text)
{
    drawing_text(layout->drawing, x, y,
                 &(struct drawing_text_style){.size = layout->text, .anchor = anchor, .ink = ink},
                 text);
}

void plot_cut_text(char *to, size_t size, const char *text, double most)
{
    const size_t length = strlen(text), room = most > 3.0 ? (size_t)most : 3;
    if (length <= room) {
        snprintf(to, size, "%s", text);
    } else {
        snprintf(to, size, "%.*s..", (int)(room - 2), text);
    }
}

/* How many characters fit into a width. */
static double characters_in(const struct plot_layout *layout, double width)
{
    return width / drawing_text_width("0", layout->text);
}

static double text_width(const struct plot_layout *layout, const char *text)
{
    return drawing_text_width(text, layout->text);
}

/* --- heights ---------------------------------------------------------------------------------- */

/* Two speeds over minutes cover each other; those of runs are to be compared. */
bool plot_panel_has_rows(const struct plot_figure *figure, const struct plot_panel *panel)
{
    const bool speed = panel->kind == PLOT_PANEL_SPEED;
    const uint32_t most = speed && figure->num_demos == 1 ? 1 : 2;
    return panel->num_curves > most &&
           (speed || panel->kind == PLOT_PANEL_HEALTH || panel->kind == PLOT_PANEL_ARMOR);
}

/* Without the title. */
static double panel_height(const struct plot_figure *figure, const struct plot_panel *panel,
                           bool least)
{
    int lanes[PLOT_ITEMS];
    if (panel->kind == PLOT_PANEL_ITEMS) {
        const uint32_t count = plot_find_lanes(figure, lanes);
        return (least ? LANE_LEAST : LANE_HEIGHT) * (count > 0 ? count : 1);
    }
    if (plot_panel_has_rows(figure, panel)) {
        return (least ? ROW_LEAST : ROW_HEIGHT) * panel->num_curves;
    }
    return panel->num_curves == 0 ? LANE_HEIGHT : least ? PANEL_LEAST : PANEL_HEIGHT;
}

static double panels_height(const struct plot_figure *figure, bool least)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        sum += panel_height(figure, &figure->panels[i], least);
    }
    return sum;
}

/* --- legend ----------------------------------------------------------------------------------- */

/* Places entries one after another, in lines. Returns the height; draws if `draw`. */
struct legend {
    const struct plot_layout *layout;
    double x, y, right, left;
    bool draw;
};

static void add_entry(struct legend *legend, const char *name, uint32_t color, bool is_team)
{
    const struct plot_layout *layout = legend->layout;
    char text[PLOT_NAME];
    plot_cut_text(text, sizeof(text), name, NAME_LENGTH);
    const double swatch = layout->text * 1.2, gap = layout->text * 0.5;
    const double width = swatch + gap + text_width(layout, text);
    if (legend->x > legend->left && legend->x + width > legend->right) {
        legend->x = legend->left;
        legend->y += layout->line;
    }
    if (legend->draw) {
        const double middle = legend->y + layout->line / 2.0;
        const struct drawing_style style = {
            .stroke = drawing_faded(drawing_series(color), is_team ? 140 : 255),
            .width = is_team ? 5.0 : 3.0};
        drawing_line(layout->drawing, legend->x + 2.0, middle, legend->x + swatch - 2.0, middle,
                     &style);
        plot_text(layout, legend->x + swatch + gap, middle + layout->text * 0.3, DRAWING_START,
                  drawing_role(DRAWING_TEXT), text);
    }
    legend->x += width + layout->text * 1.4;
}

static double place_legend(const struct plot_layout *layout, double y, bool draw)
{
    const struct plot_figure *figure = layout->figure;
    struct legend legend = {layout, MARGIN, y, layout->width - MARGIN, MARGIN, draw};
    const struct plot_panel *frags = NULL;
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        frags = figure->panels[i].kind == PLOT_PANEL_FRAGS ? &figure->panels[i] : frags;
    }
    for (uint32_t i = 0; i < figure->num_who; i++) {
        const struct plot_who *who = &figure->who[i];
        const struct plot_series *series =
            &who->data->players[who->player].values[PLOT_PANEL_FRAGS];
        const char *name = who->name; /* with frags, where they are shown */
        for (uint32_t k = 0; frags && k < frags->num_curves; k++) {
            name = frags->curves[k].series == series ? frags->curves[k].name : name;
        }
        add_entry(&legend, name, who->color, false);
    }
    for (uint32_t i = 0; frags && i < frags->num_curves; i++) {
        if (frags->curves[i].is_team) {
            add_entry(&legend, frags->curves[i].name, frags->curves[i].color, true);
        }
    }
    return legend.x > MARGIN || legend.y > y ? legend.y + layout->line - y : 0.0;
}

/* --- the axis of time ------------------------------------------------------------------------- */

static struct plot_ticks time_ticks(const struct plot_layout *layout)
{
    const struct plot_figure *figure = layout->figure;
    char label[PLOT_LABEL];
    plot_format_time(label, (int64_t)(figure->to * 1000.0), 1000);
    const double most = (layout->x1 - layout->x0) / (text_width(layout, label) * 1.9);
    return plot_ticks_of_time(figure->from, figure->to, (uint32_t)(most < 2.0 ? 2.0 : most));
}

void plot_draw_times(const struct plot_layout *layout, const struct plot_box *box)
{
    const struct plot_figure *figure = layout->figure;
    const struct plot_ticks ticks = time_ticks(layout);
    const struct drawing_style grid = {.stroke = drawing_role(DRAWING_GRID), .width = 1.0};
    const struct drawing_style line = {
        .stroke = drawing_role(DRAWING_FAINT), .width = 1.0, .dash = 3.0};
    for (uint32_t i = 0; i < ticks.count; i++) {
        const double x = plot_x(layout, (double)(ticks.first + i * ticks.step) / 1000.0);
        drawing_line(layout->drawing, x, box->y0, x, box->y1, &grid);
    }
    double last = -1.0;
    for (size_t i = 0; figure->main && i < figure->main->num_lines; i++) {
        const double x = plot_x(layout, figure->main->lines[i].time);
        /* hundreds of levels are a few lines, and the axis is one */
        if (x - last >= 1.0 && x > layout->x0 + 2.0) {
            drawing_line(layout->drawing, x, box->y0, x, box->y1, &line);
            last = x;
        }
    }
}

static void draw_axis(const struct plot_layout *layout, double y)
{
    const struct plot_ticks ticks = time_ticks(layout);
    const struct drawing_style style = {.stroke = drawing_role(DRAWING_FAINT), .width = 1.0};
    const double right = layout->width;
    drawing_line(layout->drawing, layout->x0, y, layout->x1, y, &style);
    for (uint32_t i = 0; i < ticks.count; i++) {
        const int64_t at = ticks.first + i * ticks.step;
        const double x = plot_x(layout, (double)at / 1000.0);
        char label[PLOT_LABEL];
        plot_format_time(label, at, ticks.step);
        const double half = text_width(layout, label) / 2.0;
        const double inside = x + half > right - 2.0 ? right - 2.0 - half : x;
        drawing_line(layout->drawing, x, y, x, y + 4.0, &style);
        plot_text(layout, inside, y + 6.0 + layout->text * 0.8, DRAWING_MIDDLE,
                  drawing_role(DRAWING_FAINT), label);
    }
}

/* Levels and rounds have a line of names each. */
static bool has_lines(const struct plot_figure *figure, bool levels)
{
    const struct plot_data *data = figure->main;
    for (size_t i = 0; data && i < data->num_lines; i++) {
        if (data->lines[i].is_level == levels) {
            return true;
        }
    }
    return false;
}

static double labels_height(const struct plot_layout *layout)
{
    const bool both = has_lines(layout->figure, true) && has_lines(layout->figure, false);
    return both ? 2.0 * layout->line : layout->line;
}

/* Names as far as there is room, the earlier ones first. */
static void draw_line_labels(const struct plot_layout *layout, double y, bool levels)
{
    const struct plot_data *data = layout->figure->main;
    double taken = 0.0;
    for (size_t i = 0; data && i < data->num_lines; i++) {
        const struct plot_line *line = &data->lines[i];
        char text[GAME_NAME];
        if (line->is_level != levels || line->text[0] == '\0') {
            continue;
        }
        plot_cut_text(text, sizeof(text), line->text, NAME_LENGTH);
        const double width = text_width(layout, text), x = plot_x(layout, line->time);
        const double start = x + width > layout->x1 ? layout->x1 - width : x;
        if (start >= taken) {
            plot_text(layout, start, y, DRAWING_START, drawing_role(DRAWING_FAINT), text);
            taken = start + width + layout->text;
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

/* The widest label at the left. */
static double left_width(const struct plot_layout *layout)
{
    const struct plot_figure *figure = layout->figure;
    double width = text_width(layout, "-1000");
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        int lanes[PLOT_ITEMS];
        const uint32_t count =
            figure->panels[i].kind == PLOT_PANEL_ITEMS ? plot_find_lanes(figure, lanes) : 0;
        for (uint32_t k = 0; k < count; k++) {
            const double lane = text_width(layout, plot_item_name(lanes[k]));
            width = lane > width ? lane : width;
        }
    }
    for (uint32_t i = 0; i < figure->num_who; i++) {
        char name[PLOT_NAME];
        plot_cut_text(name, sizeof(name), figure->who[i].name, MARK_NAME);
        const double mark = plot_has_marks(&figure->who[i])
                                ? drawing_text_width(name, layout->text * PLOT_SMALL)
                                : 0.0;
        width = mark > width ? mark : width;
    }
    return width;
}

static void set_widths(struct plot_layout *layout)
{
    const struct plot_figure *figure = layout->figure;
    const struct plot_panel *items = plot_figure_panel(figure, PLOT_PANEL_ITEMS);
    const bool has_shares = items && plot_panel_has_data(figure, items);
    const double width = layout->width;
    const double share = has_shares ? (width < NARROW ? SHARE_WIDTH / 2.0 : SHARE_WIDTH) : 0.0;
    layout->text = width < NARROW ? 10.0 : 12.0;
    layout->line = layout->text * 1.35;
    layout->x0 = floor(MARGIN + left_width(layout) + 6.0);
    layout->x1 = floor(width - MARGIN - share - (share > 0.0 ? 8.0 : 0.0));
    layout->share0 = width - MARGIN - share;
    layout->share1 = width - MARGIN;
}

static void draw_head(const struct plot_layout *layout)
{
    const double size = layout->text * 1.25;
    const double room = layout->width - 2.0 * MARGIN;
    char text[PLOT_TITLE];
    plot_cut_text(text, sizeof(text), layout->figure->title, room / drawing_text_width("0", size));
    drawing_text(layout->drawing, MARGIN, MARGIN + size * 0.8,
                 &(struct drawing_text_style){.size = size, .bold = true}, text);
    plot_cut_text(text, sizeof(text), layout->figure->subtitle, characters_in(layout, room));
    plot_text(layout, MARGIN, MARGIN + size * 1.35 + layout->text * 0.8, DRAWING_START,
              drawing_role(DRAWING_FAINT), text);
}

static double head_height(const struct plot_layout *layout)
{
    if (layout->figure->title[0] == '\0') {
        return MARGIN;
    }
    return MARGIN + layout->text * 1.25 * 1.35 + layout->line + 2.0;
}

static double foot_height(const struct plot_layout *layout)
{
    return MARKS_HEIGHT * plot_count_marked(layout->figure) + 4.0 + 6.0 + layout->line + 4.0;
}

/* Of all that is not a panel, and of all panels. */
struct heights {
    double rest, least, usual, given;
};

static const char *title_of(enum plot_panel_kind kind)
{
    static const char *const titles[] = {
#define PLOT_PANEL(NAME, name, title) title,
        PLOT_PANELS_LIST(PLOT_PANEL)
#undef PLOT_PANEL
    };
    return titles[kind];
}

static double height_between(const struct heights *heights, double least, double usual)
{
    const double room = heights->given - heights->rest;
    if (room >= heights->usual) {
        return usual * room / heights->usual;
    }
    return heights->usual > heights->least ? least + (usual - least) * (room - heights->least) /
                                                         (heights->usual - heights->least)
                                           : usual;
}

/* Returns where the last one ends. */
static double draw_panels(const struct plot_layout *layout, double y, const struct heights *heights)
{
    const struct plot_figure *figure = layout->figure;
    const struct drawing_text_style bold = {.size = layout->text, .bold = true};
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        const struct plot_panel *panel = &figure->panels[i];
        const double height = height_between(heights, panel_height(figure, panel, true),
                                             panel_height(figure, panel, false));
        const double top = y + layout->line + PANEL_GAP;
        const struct plot_box box = {layout->x0, top, layout->x1, top + height};
        drawing_text(layout->drawing, layout->x0, y + layout->line - 2.0, &bold,
                     title_of(panel->kind));
        plot_draw_panel(layout, panel, &box);
        y = box.y1 + 2.0 * PANEL_GAP;
    }
    return y;
}

static void draw_all(const struct plot_layout *layout, const struct heights *heights)
{
    const double head = head_height(layout);
    const double legend = place_legend(layout, head, true);
    const double top = head + legend + labels_height(layout);
    const bool has_title = layout->figure->title[0] != '\0';
    drawing_set_title(layout->drawing, has_title ? layout->figure->title : "values over time");
    if (has_title) {
        draw_head(layout);
    }
    draw_line_labels(layout, top - 3.0, true);
    draw_line_labels(layout, head + legend + layout->line - 3.0, false);
    const double y = draw_panels(layout, top, heights);
    const double end = y + MARKS_HEIGHT * plot_count_marked(layout->figure);
    plot_draw_marks(layout, &(struct plot_box){layout->x0, y, layout->x1, end});
    draw_axis(layout, end + 4.0);
}

static struct heights measure(const struct plot_layout *layout, double height)
{
    const struct plot_figure *figure = layout->figure;
    const double head = head_height(layout);
    struct heights heights = {.rest = head + place_legend(layout, head, false) +
                                      labels_height(layout) + foot_height(layout) +
                                      figure->num_panels * (layout->line + 3.0 * PANEL_GAP),
                              .least = panels_height(figure, true),
                              .usual = panels_height(figure, false)};
    heights.given = height > 0.0 ? height : ceil(heights.rest + heights.usual);
    return heights;
}

int plot_draw(struct drawing **drawing, const struct plot_figure *figure, double width,
              double height, double *least)
{
    struct plot_layout layout = {.figure = figure, .width = width};
    *drawing = NULL;
    set_widths(&layout);
    const struct heights heights = measure(&layout, height);
    *least = ceil(heights.rest + heights.least);
    if (heights.given < *least || width < PLOT_WIDTH_MIN) {
        return FORMAT_BAD;
    }
    layout.num_columns = (uint32_t)(layout.x1 > layout.x0 + 1.0 ? layout.x1 - layout.x0 : 1.0);
    layout.columns = calloc(layout.num_columns, sizeof(*layout.columns));
    layout.drawing = drawing_create(width, heights.given);
    if (layout.columns && layout.drawing) {
        draw_all(&layout, &heights);
    }
    const bool good = layout.columns && layout.drawing && !drawing_failed(layout.drawing);
    free(layout.columns);
    if (!good) {
        drawing_free(layout.drawing);
        return FORMAT_MEMORY;
    }
    *drawing = layout.drawing;
    return 0;
}
