/* quakereel plot: health, speed, frags, items ... of a demo over time, and of several demos. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/study/plot_demos.h"
#include "engine/commands/study/study_output.h"
#include "engine/plot/plot_draw.h"
#include "engine/plot/plot_scale.h"
#include "engine/report/report.h"

enum { NAME_BYTES = 128 };

#define DEFAULT_OUTPUT "plot.svg"
#define PANELS_OF_SEVERAL (1u << PLOT_PANEL_SPEED | 1u << PLOT_PANEL_TIME_GAINED)

/* --- texts ------------------------------------------------------------------------------------ */

static void name_demo(char *to, size_t size, const char *path)
{
    const char *slash = strrchr(path, '/');
    demo_plain_text(to, size, slash && slash[1] ? slash + 1 : path);
}

static void make_title(struct plot_figure *figure, const struct options *options)
{
    char name[NAME_BYTES];
    size_t length = 0;
    for (size_t i = 0; i < options->num_files && length < sizeof(figure->title) - 1; i++) {
        name_demo(name, sizeof(name), options->files[i]);
        const int more = snprintf(figure->title + length, sizeof(figure->title) - length, "%s%s",
                                  i == 0   ? ""
                                  : i == 1 ? " against "
                                           : ", ",
                                  name);
        length += more > 0 ? (size_t)more : 0;
    }
}

/* --- players ---------------------------------------------------------------------------------- */

/* Adds a player by name. Returns an exit status, after a line on stderr. */
static int add_named(struct plot_figure *figure, const struct plot_data *data, const char *who,
                     const char *file)
{
    const int found = plot_find_player(data, who);
    if (found < 0) {
        report_error("%s: --player %s: %s", file, who,
                     found == PLOT_SEVERAL_PLAYERS ? "several players' names have that part"
                                                   : "no player has that name or number");
        for (uint32_t i = 0; i < data->num_players && i < PLOT_WANTED; i++) {
            char name[PLOT_NAME];
            plot_player_name(&data->players[i], name);
            report_error("  %d %s", (int)data->players[i].slot, name);
        }
        return EXIT_BAD_INPUT;
    }
    for (uint32_t i = 0; i < figure->num_who; i++) {
        if (figure->who[i].data == data && figure->who[i].player == (uint32_t)found) {
            return EXIT_GOOD;
        }
    }
    if (figure->num_who < PLOT_WANTED) {
        plot_figure_add_who(figure, data, (uint32_t)found, 0, NULL);
    }
    return EXIT_GOOD;
}

static int choose_players(struct plot_figure *figure, const struct plot_data *data,
                          const struct options *options)
{
    int status = EXIT_GOOD;
    for (const char *next = options->plot.players; next && status == EXIT_GOOD;) {
        char name[NAME_BYTES];
        const size_t length = strcspn(next, "\n");
        snprintf(name, sizeof(name), "%.*s", (int)length, next);
        status = add_named(figure, data, name, options->files[0]);
        next = next[length] != '\0' ? next + length + 1 : NULL;
    }
    if (!options->plot.players) {
        plot_figure_add_chosen(figure, data);
    }
    return status;
}

/* Of several demos each has one player, whose line has the demo's name. */
static void choose_runners(struct plot_figure *figure, const struct plot_demos *demos)
{
    for (uint32_t i = 0; i < demos->count; i++) {
        const struct plot_demo *demo = &demos->demos[i];
        char name[NAME_BYTES];
        name_demo(name, sizeof(name), demo->name);
        if (demo->runner >= 0) {
            plot_figure_add_who(figure, demo->data, (uint32_t)demo->runner, i, name);
        }
    }
}

/* --- the figure ------------------------------------------------------------------------------- */

static void add_leads(struct plot_figure *figure, const struct plot_demos *demos)
{
    struct plot_panel *panel = NULL;
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        panel = figure->panels[i].kind == PLOT_PANEL_TIME_GAINED ? &figure->panels[i] : panel;
    }
    for (uint32_t i = 1; panel && i < demos->count; i++) {
        const struct plot_demo *demo = &demos->demos[i];
        if (demo->lead.count > 0) {
            struct plot_curve *curve = &panel->curves[panel->num_curves++];
            *curve = (struct plot_curve){.series = &demo->lead, .color = i};
            name_demo(curve->name, sizeof(curve->name), demo->name);
        }
        plot_lead_splits(figure, &demo->ghosts.ghosts[0], i);
    }
}

static void tell_empty(const struct plot_figure *figure, const struct options *options)
{
    for (uint32_t i = 0; i < figure->num_panels; i++) {
        if (options_given(options, "what") && !plot_panel_has_data(figure, &figure->panels[i])) {
            report_error("%s: the demo does not tell of %s", options->files[0],
                         plot_panel_name(figure->panels[i].kind));
        }
    }
}

static int make_figure(struct plot_figure *figure, const struct plot_demos *demos,
                       const struct options *options)
{
    const struct plot_data *main = demos->demos[0].data;
    const uint32_t usual = demos->count > 1 ? PANELS_OF_SEVERAL : plot_usual_panels(main);
    int status = EXIT_GOOD;
    plot_figure_begin(figure, main, demos->from, demos->to);
    figure->num_demos = demos->count;
    figure->named = options->plot.players != NULL;
    figure->from = demos->from;
    figure->to = isfinite(demos->to) ? demos->to : main->to;
    if (!(figure->to > figure->from)) {
        figure->to = figure->from + 1.0; /* a moment */
    }
    if (demos->count > 1) {
        choose_runners(figure, demos);
    } else {
        status = choose_players(figure, main, options);
    }
    plot_figure_add_panels(figure, options->plot.panels ? options->plot.panels : usual);
    add_leads(figure, demos);
    make_title(figure, options);
    plot_figure_set_subtitle(figure);
    return status;
}

static int draw_figure(const struct plot_figure *figure, const struct options *options,
                       const char *out)
{
    const int width = options->size.width > 0 ? options->size.width : PLOT_WIDTH;
    struct drawing *drawing;
    double least;
    const int code = plot_draw(&drawing, figure, width, options->size.height, &least);
    if (code == FORMAT_BAD) {
        return command_refuse(COMMAND_PLOT, "--size: %d x %.0f at least for these panels",
                              (int)PLOT_WIDTH_MIN, least);
    }
    if (code < 0) {
        report_error("out of memory");
        return EXIT_BAD_INPUT;
    }
    const struct drawing_svg form = {.theme = (enum drawing_theme)options->plot.theme,
                                     .prefix = "plot"};
    const int status = study_output_write(drawing, options, out, &form);
    drawing_free(drawing);
    return status;
}

static int plot_all(struct plot_demos *demos, const struct options *options, const char *out)
{
    struct plot_figure *figure = calloc(1, sizeof(*figure));
    int status = EXIT_BAD_INPUT;
    if (!figure) {
        report_error("out of memory");
        return status;
    }
    status = plot_demos_read(demos, options);
    if (status == EXIT_GOOD) {
        status = make_figure(figure, demos, options);
    }
    if (status == EXIT_GOOD) {
        status = draw_figure(figure, options, out);
    }
    if (status == EXIT_GOOD) {
        tell_empty(figure, options);
        status = plot_demos_tell_damage(demos);
    }
    free(figure);
    return status;
}

int cmd_plot(int argc, char **argv)
{
    struct options options;
    struct plot_demos demos;
    int status = command_begin(&options, COMMAND_PLOT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    const char *out = options.out ? options.out : DEFAULT_OUTPUT;
    const bool alone = options.num_files == 1;
    plot_demos_init(&demos);
    if (alone && (options.plot.panels >> PLOT_PANEL_TIME_GAINED & 1) != 0) {
        status = command_refuse(COMMAND_PLOT, "--what time-gained needs a second demo");
    } else {
        status = study_output_check(COMMAND_PLOT, &options, out);
    }
    if (status == EXIT_GOOD) {
        status = plot_all(&demos, &options, out);
    }
    plot_demos_free(&demos);
    options_free(&options);
    return status;
}
