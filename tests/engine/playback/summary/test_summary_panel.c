/* The table of a match summary: what fits, inside its canvas, at any size and with any numbers. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/summary/summary_panel.h"
#include "engine/text/osd_colors.h"
#include "tests/support/osd_canvas.h"

static struct match_summary summary;

static void fill(uint32_t players, uint32_t teams, uint64_t columns)
{
    memset(&summary, 0, sizeof summary);
    summary.seconds = 600.0;
    summary.columns = columns;
    summary.num_players = players;
    summary.num_teams = teams;
    for (unsigned i = 0; i < players + teams; i++) {
        struct summary_row *row = i < players ? &summary.players[i] : &summary.teams[i - players];
        snprintf(row->name, sizeof row->name, "player %u", i);
        snprintf(row->team, sizeof row->team, "team");
        row->known = columns;
        row->least = columns;
        for (int k = 0; k < SUMMARY_NUM_COLUMNS; k++) {
            row->values[k] = k % 2 ? -9999999 : 9999999;
        }
    }
}

static struct test_canvas draw(int width, int height, int top, int bottom)
{
    struct test_canvas canvas = test_canvas_make(width, height);
    summary_panel_draw(&summary, &canvas.canvas, top, bottom);
    test_canvas_expect_guards(&canvas);
    return canvas;
}

/* Rows of letters: lines of pixels with text between lines without. */
static int count_rows(const struct test_canvas *canvas)
{
    int rows = 0;
    bool inside = false;
    for (int y = 0; y < canvas->canvas.height; y++) {
        const bool text =
            test_canvas_count(canvas, 0, y, canvas->canvas.width, 1, SUMMARY_TEXT_COLOR) > 0;
        rows += text && !inside;
        inside = text;
    }
    return rows;
}

Test(summary_panel, a_row_for_each_player_that_fits)
{
    fill(8, 0, 7);
    struct test_canvas canvas = draw(960, 600, 40, 560);
    const int eight = count_rows(&canvas);
    cr_expect_geq(eight, 8);
    test_canvas_free(&canvas);
    fill(64, 2, summary_bit(SUMMARY_NUM_COLUMNS) - 1);
    summary.left_out = 191;
    canvas = draw(960, 600, 40, 560);
    const int many = count_rows(&canvas);
    cr_expect(many > eight && many < 50, "%d", many);
    cr_expect_eq(test_canvas_count(&canvas, 0, 560, 960, 40, SUMMARY_TEXT_COLOR), 0);
    cr_expect_eq(test_canvas_count(&canvas, 0, 0, 960, 40, SUMMARY_TEXT_COLOR), 0);
    test_canvas_free(&canvas);
}

Test(summary_panel, thirty_two_players_at_960_by_600)
{
    fill(32, 0, 7);
    struct test_canvas canvas = draw(960, 600, 20, 600);
    cr_expect_gt(count_rows(&canvas), 25);
    test_canvas_free(&canvas);
}

Test(summary_panel, any_size)
{
    static const int sizes[] = {1, 16, 100, 320, 640, 1920};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++) {
            for (uint32_t players = 0; players <= 64; players += 32) {
                fill(players, players > 0 ? 8 : 0, summary_bit(SUMMARY_NUM_COLUMNS) - 1);
                struct test_canvas canvas = draw(sizes[i], sizes[k], sizes[k] / 3, sizes[k]);
                test_canvas_free(&canvas);
            }
        }
    }
}
