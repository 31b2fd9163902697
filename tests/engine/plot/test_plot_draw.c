/* Figures of plots and their drawings. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plot/plot_draw.h"
#include "formats/base/hash64.h"
#include "tests/engine/plot/plot_stage.h"
#include "tests/support/scarce.h"
#include "tests/support/xml/xml_check.h"

enum { ALL_PANELS = (1 << PLOT_PANEL_KINDS) - 1 };

static struct plot_data *data;
static struct plot_figure *figure;

/* A match of a minute: four players of two teams; the last one's name is hostile. */
static void begin(void)
{
    static const char *const names[] = {"ann", "bob", "Anna", "<b a='\"&]]>"};
    static const char *const teams[] = {"red", "blue", "red", "blue"};
    struct plot_collector collector;
    const struct plot_part all = {.from = 0.0, .to = INFINITY};
    data = calloc(1, sizeof(*data));
    figure = calloc(1, sizeof(*figure));
    cr_assert(data && figure);
    plot_collect_begin(&collector, data, &all);
    stage_event(&collector, GAME_EVENT_LEVEL, 0.0, -1, "", -1, "", -1, "dm3</text>");
    for (int i = 0; i < 1200; i++) {
        struct game_body bodies[4];
        for (int32_t k = 0; k < 4; k++) {
            bodies[k] = stage_body(k, names[k], teams[k], i / 200 * (k + 1));
            bodies[k].health = 100 - i % 100;
        }
        if (i == 300) {
            stage_event(&collector, GAME_EVENT_POWERUP, 15.0, 3, names[3], -1, "", DEMO_ITEM_QUAD,
                        "quad");
            stage_event(&collector, GAME_EVENT_FRAG, 15.0, 3, names[3], 0, "ann", -1, "axe");
            stage_event(&collector, GAME_EVENT_PICKUP, 15.0, 0, "ann", -1, "", DEMO_ITEM_RED_ARMOR,
                        "red armor");
        }
        stage_update(&collector, i * 0.05, bodies, 4);
    }
    plot_collect_end(&collector);
    plot_figure_begin(figure, data, 0.0, INFINITY);
}

static void end(void)
{
    plot_data_free(data);
    free(data);
    free(figure);
}

TestSuite(plot_draw, .init = begin, .fini = end);

static void add_all(uint32_t panels)
{
    plot_figure_add_chosen(figure, data);
    snprintf(figure->title, sizeof(figure->title), "<script>alert(1)</script>.dem");
    plot_figure_add_panels(figure, panels);
}

static char *write_svg(double width, double height, double *least)
{
    struct drawing *drawing;
    struct byte_writer out = {0};
    const struct drawing_svg form = {.theme = DRAWING_AUTO};
    cr_assert_eq(plot_draw(&drawing, figure, width, height, least), 0);
    cr_assert_eq(drawing_width(drawing), width);
    cr_assert(height == 0.0 || drawing_height(drawing) == height);
    cr_assert_eq(drawing_write_svg(drawing, &form, &out), 0);
    byte_writer_u8(&out, 0);
    drawing_free(drawing);
    return (char *)out.data;
}

static void expect_part(const char *svg, const char *part)
{
    cr_expect_not_null(strstr(svg, part), "no %s", part);
}

Test(plot_draw, players_are_chosen_by_team_and_frags)
{
    uint32_t chosen[PLOT_CHOSEN];
    cr_assert_eq(plot_choose(data, chosen), 4u);
    cr_expect_eq(chosen[0], 3u, "blue, more frags");
    cr_expect_eq(chosen[1], 1u);
    cr_expect_eq(chosen[2], 2u);
    cr_expect_eq(chosen[3], 0u);
    data->num_teams = 1;
    cr_assert_eq(plot_choose(data, chosen), 4u);
    cr_expect_eq(chosen[1], 2u, "by frags alone");
    data->num_teams = 2;
    plot_figure_add_chosen(figure, data);
    cr_assert_eq(figure->num_who, 4u);
    cr_expect_eq(figure->who[1].player, 1u);
    cr_expect_eq(figure->who[1].color, 1u);
    cr_expect_str_eq(figure->who[1].name, "bob");
    cr_expect_eq(figure->num_demos, 1u);
}

Test(plot_draw, players_are_found)
{
    cr_expect_eq(plot_find_player(data, "bob"), 1);
    cr_expect_eq(plot_find_player(data, "BOB"), 1);
    cr_expect_eq(plot_find_player(data, "ann"), 0, "the whole of a name");
    cr_expect_eq(plot_find_player(data, "nn"), PLOT_SEVERAL_PLAYERS);
    cr_expect_eq(plot_find_player(data, "nna"), 2);
    cr_expect_eq(plot_find_player(data, "3"), 3);
    cr_expect_eq(plot_find_player(data, "4"), PLOT_NO_PLAYER);
    cr_expect_eq(plot_find_player(data, "carl"), PLOT_NO_PLAYER);
    cr_expect_eq(plot_main_player(data), 0);
    data->players[2].viewed = true;
    cr_expect_eq(plot_main_player(data), 2);
    cr_expect_eq(plot_find_player(data, "recorder"), 2);
}

Test(plot_draw, panels_have_curves_of_all)
{
    add_all(ALL_PANELS);
    cr_expect_eq(figure->num_panels, (uint32_t)PLOT_PANEL_KINDS);
    cr_expect_eq(plot_figure_panel(figure, PLOT_PANEL_HEALTH)->num_curves, 4u);
    cr_expect_eq(plot_figure_panel(figure, PLOT_PANEL_FRAGS)->num_curves, 6u, "and two teams");
    cr_expect(plot_panel_has_data(figure, plot_figure_panel(figure, PLOT_PANEL_ITEMS)));
    cr_expect_not(plot_panel_has_data(figure, plot_figure_panel(figure, PLOT_PANEL_TIME_GAINED)));
}

static void add_level(const char *name, double time)
{
    struct plot_line *line = &data->lines[data->num_lines++];
    *line = (struct plot_line){.time = time, .is_level = true};
    snprintf(line->text, sizeof(line->text), "%s", name);
}

Test(plot_draw, subtitles)
{
    cr_assert_geq(data->room_lines, 1u);
    plot_figure_set_subtitle(figure);
    cr_expect_str_eq(figure->subtitle, "dm3</text>, 0:59, 0 players of 4");
    add_all(1u << PLOT_PANEL_HEALTH);
    plot_figure_set_subtitle(figure);
    cr_expect_str_eq(figure->subtitle, "dm3</text>, 0:59, 4 players");
    free(data->lines);
    data->lines = calloc(8, sizeof(*data->lines));
    cr_assert_not_null(data->lines);
    data->num_lines = 0;
    add_level("dm3</text>", 0.0);
    add_level("e1m1", 10.0);
    add_level("e1m2", 20.0);
    plot_figure_set_subtitle(figure);
    cr_expect_str_eq(figure->subtitle, "dm3</text>, e1m1, e1m2, 0:59, 4 players");
    add_level("e1m3", 30.0);
    add_level("e1m4", 40.0);
    plot_figure_set_subtitle(figure);
    cr_expect_str_eq(figure->subtitle, "dm3</text>, e1m1, e1m2, ..., 0:59, 4 players");
    data->level[0] = '\0';
    data->num_lines = 0;
    figure->num_demos = 2;
    plot_figure_set_subtitle(figure);
    cr_expect_str_eq(figure->subtitle, "0:59, times of the first demo");
}

Test(plot_draw, a_figure_is_a_moment_long_at_least)
{
    plot_figure_begin(figure, data, 10.0, INFINITY);
    cr_expect_eq(figure->to, data->to);
    plot_figure_begin(figure, data, 10.0, 30.0);
    cr_expect_eq(figure->to, 30.0);
    plot_figure_begin(figure, data, 80.0, INFINITY);
    cr_expect_eq(figure->to, 81.0);
    cr_expect_neq(plot_usual_panels(data) & 1u << PLOT_PANEL_FRAGS, 0u);
    const uint32_t players = data->num_players;
    data->num_players = 1;
    data->num_marks = 0;
    cr_expect_eq(plot_usual_panels(data) & 1u << PLOT_PANEL_FRAGS, 0u);
    data->num_players = players; /* which are freed behind the test */
}

Test(plot_draw, who_is_hardly_told_of_is_left_out)
{
    struct plot_series *series = &data->players[0].values[PLOT_HEALTH];
    series->count = series->count / 20;
    add_all(1u << PLOT_PANEL_HEALTH | 1u << PLOT_PANEL_FRAGS);
    cr_expect_eq(plot_figure_panel(figure, PLOT_PANEL_HEALTH)->num_curves, 3u);
    cr_expect_eq(plot_figure_panel(figure, PLOT_PANEL_FRAGS)->num_curves, 6u);
    figure->num_panels = 0;
    figure->named = true;
    plot_figure_add_panels(figure, 1u << PLOT_PANEL_HEALTH);
    cr_expect_eq(plot_figure_panel(figure, PLOT_PANEL_HEALTH)->num_curves, 4u);
}

Test(plot_draw, hostile_names_are_escaped)
{
    static const double widths[] = {240.0, 480.0, 1200.0, 3000.0};
    double least;
    add_all(ALL_PANELS);
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        char *svg = write_svg(widths[i], 0.0, &least);
        cr_expect_str_eq(xml_check(svg), "", "%g", widths[i]);
        cr_expect_null(strstr(svg, "<script"));
        cr_expect_null(strstr(svg, "nan"));
        expect_part(svg, "&lt;b a=");
        free(svg);
    }
}

Test(plot_draw, texts)
{
    double least;
    add_all(ALL_PANELS);
    char *svg = write_svg(1200.0, 0.0, &least);
    expect_part(svg, ">health<");
    expect_part(svg, ">speed, units/s<");
    expect_part(svg, ">red armor<");
    expect_part(svg, ">quad<");
    expect_part(svg, ">bob 10<");
    expect_part(svg, ">team red 20<");
    expect_part(svg, ">0:30<");
    expect_part(svg, ">the demo does not tell it<");
    expect_part(svg, "ann, red armor, 0:15 to 0:59");
    free(svg);
}

Test(plot_draw, without_a_title_it_is_lower)
{
    double with, without;
    add_all(ALL_PANELS);
    free(write_svg(1200.0, 0.0, &with));
    figure->title[0] = '\0';
    char *svg = write_svg(1200.0, 0.0, &without);
    expect_part(svg, "<title>values over time</title>");
    cr_expect_lt(without, with);
    free(svg);
}

/* On every machine; what changes them on purpose is looked at first. */
Test(plot_draw, the_same_bytes_everywhere)
{
    static const double widths[] = {480.0, 1200.0};
    static const uint64_t hashes[] = {UINT64_C(0x2e91bfef0ab3f9fd), UINT64_C(0x2ea7b831ab24ba20)};
    double least;
    add_all(ALL_PANELS);
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        char *svg = write_svg(widths[i], 0.0, &least);
        const uint64_t hash = hash64_add(HASH64_START, svg, strlen(svg));
        cr_expect_eq(hash, hashes[i], "%g: %llx", widths[i], (unsigned long long)hash);
        free(svg);
    }
}

Test(plot_draw, heights)
{
    struct drawing *drawing;
    double least, again;
    add_all(ALL_PANELS);
    char *svg = write_svg(480.0, 0.0, &least);
    free(svg);
    cr_expect_eq(plot_draw(&drawing, figure, 480.0, least - 1.0, &again), FORMAT_BAD);
    cr_expect_null(drawing);
    cr_expect_eq(again, least);
    svg = write_svg(480.0, least, &again);
    cr_expect_str_eq(xml_check(svg), "");
    free(svg);
    svg = write_svg(480.0, 3000.0, &again);
    free(svg);
    cr_expect_eq(plot_draw(&drawing, figure, PLOT_WIDTH_MIN - 1, 0.0, &again), FORMAT_BAD);
}

Test(plot_draw, nothing_to_draw)
{
    double least;
    const struct plot_data empty = {0};
    figure->main = &empty;
    figure->from = figure->to = 0.0;
    plot_figure_add_panels(figure, ALL_PANELS);
    char *svg = write_svg(480.0, 0.0, &least);
    cr_expect_str_eq(xml_check(svg), "");
    free(svg);
}

Test(plot_draw, memory_may_end_at_any_time)
{
    int code = FORMAT_MEMORY;
    uint64_t at = 1;
    double least;
    add_all(ALL_PANELS);
    for (; code != 0; at++) {
        struct drawing *drawing;
        scarce_begin_from(at);
        code = plot_draw(&drawing, figure, 480.0, 0.0, &least);
        drawing_free(drawing);
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0u, "%u", (unsigned)at);
        cr_assert(code == 0 || code == FORMAT_MEMORY);
    }
    cr_expect_gt(at, 5u);
}
