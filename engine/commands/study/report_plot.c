#include "engine/commands/study/report_plot.h"

#include <math.h>
#include <stdlib.h>

#include "engine/plot/plot_draw.h"

enum { WIDTH = 1100 };

/* Without panels that have nothing to show. */
static void drop_empty(struct plot_figure *figure)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        if (plot_panel_has_data(figure, &figure->panels[i])) {
            figure->panels[kept++] = figure->panels[i];
        }
    }
    figure->num_panels = kept;
}

static int draw(struct byte_writer *svg, const struct plot_figure *figure)
{
    const struct drawing_svg form = {.theme = DRAWING_AUTO, .embedded = true, .prefix = "pl"};
    struct drawing *drawing;
    double least;
    int code = plot_draw(&drawing, figure, WIDTH, 0.0, &least);
    if (code == 0) {
        code = drawing_write_svg(drawing, &form, svg);
        drawing_free(drawing);
    }
    return code;
}

static int add_figure(struct byte_writer *out, struct plot_figure *figure,
                      const struct plot_data *data)
{
    struct byte_writer svg = {0};
    plot_figure_begin(figure, data, 0.0, INFINITY);
    plot_figure_add_chosen(figure, data);
    plot_figure_add_panels(figure, plot_usual_panels(data) | 1u << PLOT_PANEL_ITEMS);
    drop_empty(figure);
    int code = 0;
    if (figure->num_panels > 0) {
        code = draw(&svg, figure);
        if (code == 0) {
            page_section(out, "Over time");
            page_drawing(out, &svg, NULL);
            page_section_end(out);
        }
    }
    byte_writer_free(&svg);
    return code;
}

int report_plot_add(struct byte_writer *out, const struct report_content *content)
{
    const struct plot_part all = {.from = 0.0, .to = INFINITY};
    struct plot_figure *figure = calloc(1, sizeof(*figure));
    struct plot_data *data = calloc(1, sizeof(*data));
    struct format_error err;
    int code = FORMAT_MEMORY;
    if (figure && data) {
        code = plot_data_read(data, content->demo, &all, &err);
        code = code == FORMAT_MEMORY ? code : add_figure(out, figure, data);
        plot_data_free(data);
    }
    free(figure);
    free(data);
    return code;
}
