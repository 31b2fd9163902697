/* Bars of held items, their shares, and the marks of frags and deaths. */
#include <stdio.h>
#include <string.h>

#include "engine/plot/plot_layout.h"
#include "engine/plot/plot_scale.h"

/* A mark less than this after another one is not drawn. */
#define MARKS_APART 2.0
#define BARS_APART 0.5

/* The one shown whose span it is; NULL = another player. */
static const struct plot_who *find_who(const struct plot_figure *figure,
                                       const struct plot_data *data, uint32_t player)
{
    for (uint32_t i = 0; i < figure->num_who; i++) {
        if (figure->who[i].data == data && figure->who[i].player == player) {
            return &figure->who[i];
        }
    }
    return NULL;
}

/* The data of the n-th demo; NULL = there is none. */
static const struct plot_data *data_of(const struct plot_figure *figure, uint32_t demo)
{
    for (uint32_t i = 0; i < figure->num_who; i++) {
        if (figure->who[i].demo == demo) {
            return figure->who[i].data;
        }
    }
    return demo == 0 ? figure->main : NULL;
}

/* Of several demos only those who are compared count. */
static bool is_shown(const struct plot_figure *figure, const struct plot_data *data,
                     const struct plot_span *span)
{
    return span->to > figure->from && span->from < figure->to &&
           (figure->num_demos < 2 || find_who(figure, data, span->player));
}

uint32_t plot_find_lanes(const struct plot_figure *figure, int lanes[PLOT_ITEMS])
{
    bool used[PLOT_ITEMS] = {false};
    uint32_t count = 0;
    for (uint32_t demo = 0; demo < figure->num_demos; demo++) {
        const struct plot_data *data = data_of(figure, demo);
        for (size_t i = 0; data && i < data->num_spans; i++) {
            used[data->spans[i].item] |= is_shown(figure, data, &data->spans[i]);
        }
    }
    for (int i = 0; i < PLOT_ITEMS; i++) {
        if (used[i]) {
            lanes[count++] = i;
        }
    }
    return count;
}

/* --- bars ------------------------------------------------------------------------------------- */

struct lane {
    const struct plot_layout *layout;
    const struct plot_data *data;
    int item;
    double y0, y1;
};

static void title_span(char title[PLOT_NAME], const struct plot_data *data,
                       const struct plot_span *span)
{
    char name[PLOT_NAME], from[PLOT_LABEL], to[PLOT_LABEL];
    plot_player_name(&data->players[span->player], name);
    plot_format_time(from, (int64_t)(span->from * 1000.0), 1000);
    plot_format_time(to, (int64_t)(span->to * 1000.0), 1000);
    snprintf(title, PLOT_NAME, "%.60s, %s, %s to %s", name, plot_item_name(span->item), from, to);
}

static struct drawing_ink ink_of(const struct lane *lane, uint32_t player)
{
    const struct plot_who *who = find_who(lane->layout->figure, lane->data, player);
    return who ? drawing_series(who->color) : drawing_role(DRAWING_FAINT);
}

/* An armour: a block where it is taken, and a fainter bar until the next one is. */
static void draw_bars(const struct lane *lane)
{
    double last = -1.0;
    for (size_t i = 0; i < lane->data->num_spans; i++) {
        const struct plot_span *span = &lane->data->spans[i];
        if (span->item != lane->item || !is_shown(lane->layout->figure, lane->data, span)) {
            continue;
        }
        const double x0 = plot_x(lane->layout, span->from), x1 = plot_x(lane->layout, span->to);
        if (x1 < last + BARS_APART) {
            continue;
        }
        char title[PLOT_NAME];
        title_span(title, lane->data, span);
        const bool taken = plot_item_is_taken(lane->item);
        struct drawing_style style = {.fill = ink_of(lane, span->player), .title = title};
        struct drawing *drawing = lane->layout->drawing;
        style.fill.opacity = taken ? 90 : 220;
        drawing_rectangle(drawing, x0, lane->y0, x1 > x0 + 1.0 ? x1 - x0 : 1.0, lane->y1 - lane->y0,
                          &style);
        if (taken) {
            style.fill.opacity = 255;
            drawing_rectangle(drawing, x0, lane->y0, 2.0, lane->y1 - lane->y0, &style);
        }
        last = x1;
    }
}

/* --- shares ----------------------------------------------------------------------------------- */

/* How often an armour was taken, or how long a powerup was held. */
static double sum_of(const struct lane *lane, uint32_t player)
{
    const struct plot_figure *figure = lane->layout->figure;
    double sum = 0.0;
    for (size_t i = 0; i < lane->data->num_spans; i++) {
        const struct plot_span *span = &lane->data->spans[i];
        if (span->item == lane->item && span->player == player &&
            is_shown(figure, lane->data, span)) {
            sum += plot_item_is_taken(lane->item) ? 1.0 : span->to - span->from;
        }
    }
    return sum;
}

static double sum_of_all(const struct lane *lane)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < lane->data->num_players; i++) {
        sum += sum_of(lane, i);
    }
    return sum;
}

static void draw_share(const struct lane *lane, uint32_t player, double all, double *x)
{
    const struct plot_layout *layout = lane->layout;
    const double sum = sum_of(lane, player);
    const double width = all > 0.0 ? sum / all * (layout->share1 - layout->share0) : 0.0;
    char name[PLOT_NAME], amount[PLOT_LABEL], title[PLOT_NAME];
    if (width <= 0.0) {
        return;
    }
    plot_player_name(&lane->data->players[player], name);
    if (plot_item_is_taken(lane->item)) {
        snprintf(amount, sizeof(amount), "%d times", (int)sum);
    } else {
        plot_format_time(amount, (int64_t)(sum * 1000.0), 1000);
    }
    snprintf(title, sizeof(title), "%.60s, %s: %s", name, plot_item_name(lane->item), amount);
    drawing_rectangle(layout->drawing, *x, lane->y0, width, lane->y1 - lane->y0,
                      &(struct drawing_style){.fill = ink_of(lane, player), .title = title});
    *x += width;
}

/* Those shown in the legend's order, then the others. */
static void draw_shares(const struct lane *lane)
{
    const struct plot_figure *figure = lane->layout->figure;
    const double all = sum_of_all(lane);
    double x = lane->layout->share0;
    for (uint32_t i = 0; i < figure->num_who; i++) {
        if (figure->who[i].data == lane->data) {
            draw_share(lane, figure->who[i].player, all, &x);
        }
    }
    for (uint32_t i = 0; i < lane->data->num_players; i++) {
        if (!find_who(figure, lane->data, i)) {
            draw_share(lane, i, all, &x);
        }
    }
}

void plot_draw_items(const struct plot_layout *layout, const struct plot_box *box)
{
    const struct plot_figure *figure = layout->figure;
    const struct drawing_style grid = {.stroke = drawing_role(DRAWING_GRID), .width = 1.0};
    int lanes[PLOT_ITEMS];
    const uint32_t count = plot_find_lanes(figure, lanes);
    const double height = count > 0 ? (box->y1 - box->y0) / count : 0.0;
    plot_draw_times(layout, box);
    plot_text(layout, layout->share1, box->y0 - 5.0, DRAWING_END, drawing_role(DRAWING_FAINT),
              "share");
    for (uint32_t i = 0; i < count; i++) {
        const double y0 = box->y0 + i * height, part = (height - 4.0) / figure->num_demos;
        drawing_line(layout->drawing, box->x0, y0 + height, box->x1, y0 + height, &grid);
        plot_text(layout, box->x0 - 5.0, y0 + height / 2.0 + layout->text * 0.32, DRAWING_END,
                  drawing_role(DRAWING_FAINT), plot_item_name(lanes[i]));
        for (uint32_t demo = 0; demo < figure->num_demos; demo++) {
            const struct lane lane = {layout, data_of(figure, demo), lanes[i],
                                      y0 + 2.0 + demo * part, y0 + 2.0 + (demo + 1) * part};
            if (lane.data) {
                draw_bars(&lane);
                draw_shares(&lane);
            }
        }
    }
}

/* --- frags and deaths ------------------------------------------------------------------------- */

bool plot_has_marks(const struct plot_who *who)
{
    for (size_t i = 0; i < who->data->num_marks; i++) {
        if (who->data->marks[i].player == who->player) {
            return true;
        }
    }
    return false;
}

uint32_t plot_count_marked(const struct plot_figure *figure)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < figure->num_who; i++) {
        count += plot_has_marks(&figure->who[i]) ? 1 : 0;
    }
    return count;
}

static void draw_marks_of(const struct plot_layout *layout, const struct plot_who *who, double y)
{
    const struct drawing_ink ink = drawing_series(who->color);
    const struct drawing_style frag = {.fill = ink}, death = {.stroke = ink, .width = 1.2};
    double last[2] = {-MARKS_APART, -MARKS_APART};
    for (size_t i = 0; i < who->data->num_marks; i++) {
        const struct plot_mark *mark = &who->data->marks[i];
        const double x = plot_x(layout, mark->time);
        if (mark->player != who->player || x < last[mark->is_death] + MARKS_APART) {
            continue;
        }
        drawing_mark(layout->drawing, mark->is_death ? DRAWING_CROSS : DRAWING_TRIANGLE, x, y,
                     mark->is_death ? 2.5 : 3.5, mark->is_death ? &death : &frag);
        last[mark->is_death] = x;
    }
}

void plot_draw_marks(const struct plot_layout *layout, const struct plot_box *box)
{
    const struct plot_figure *figure = layout->figure;
    const uint32_t count = plot_count_marked(figure);
    const double height = count > 0 ? (box->y1 - box->y0) / count : 0.0;
    const double room = (box->x0 - 9.0) / drawing_text_width("0", layout->text * PLOT_SMALL);
    double y = box->y0 + height / 2.0;
    plot_draw_times(layout, box);
    for (uint32_t i = 0; i < figure->num_who; i++) {
        const struct plot_who *who = &figure->who[i];
        if (plot_has_marks(who)) {
            char text[PLOT_NAME];
            plot_cut_text(text, sizeof(text), who->name, room);
            drawing_text(layout->drawing, box->x0 - 5.0, y + layout->text * 0.28,
                         &(struct drawing_text_style){.size = layout->text * PLOT_SMALL,
                                                      .anchor = DRAWING_END,
                                                      .ink = drawing_series(who->color)},
                         text);
            draw_marks_of(layout, who, y);
            y += height;
        }
    }
}
