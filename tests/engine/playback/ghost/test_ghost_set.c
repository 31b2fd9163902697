/* Ghosts: alignment, leads and splits of two runs whose times are known, what is refused, and one
 * time, one picture. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "tests/engine/playback/ghost/nq_run.h"
#include "tests/support/scratch.h"

TestSuite(ghost_set, .init = scratch_set_up, .fini = scratch_tear_down);

enum { ROCKETS = 1 << 5, QUAD = 1 << 22 };

static const struct nq_run_event events[] = {{160.0, NQ_RUN_ITEM, ROCKETS},
                                             {320.0, NQ_RUN_DOOR, 40},
                                             {480.0, NQ_RUN_SECRET, 0},
                                             {640.0, NQ_RUN_END, 0}};

/* The own run is at x after 1 + x / 320 seconds, the other after 2 + x / 400. */
static const struct nq_run slow = {.level = "maps/run.bsp",
                                   .updates = 320,
                                   .start = 1.0,
                                   .speed = 320.0,
                                   .events = events,
                                   .num_events = 4};
static const struct nq_run fast = {.level = "maps/run.bsp",
                                   .updates = 320,
                                   .start = 2.0,
                                   .speed = 400.0,
                                   .events = events,
                                   .num_events = 4};

struct stage {
    char own[512], other[512];
    struct playback_context player;
    struct format_error err;
};

static void write_runs(const char *path, const struct nq_run *runs, uint32_t count)
{
    struct byte_writer bytes = {0};
    nq_run_write(&bytes, runs, count);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    (void)fclose(file);
    byte_writer_free(&bytes);
}

static int open_stage(struct stage *s, const char *own, const char *ghosts, const char *align)
{
    struct playback_options options = playback_default_options();
    options.ghosts = (struct ghost_options){.names = ghosts, .align = align};
    s->err = (struct format_error){0};
    return playback_open(&s->player, own, &options, &(struct timeline_options){0}, &s->err);
}

static void begin(struct stage *s)
{
    snprintf(s->own, sizeof(s->own), "%s/own.dem", scratch_root);
    snprintf(s->other, sizeof(s->other), "%s/other.dem", scratch_root);
    write_runs(s->own, &slow, 1);
    write_runs(s->other, &fast, 1);
}

static struct demo_ghost ghost_at(const struct stage *s, double time)
{
    struct demo_ghost ghosts[DEMO_GHOSTS];
    cr_assert_eq(ghost_set_at(&s->player.ghosts, time, ghosts), 1u);
    return ghosts[0];
}

Test(ghost_set, leads_at_five_places_by_hand)
{
    /* At x the own run is there at 1 + x / 320, the ghost at 2 + x / 400: it comes 1 - x / 1600
     * later. The distance is 320 (t - 1) - 400 (t - 2). */
    static const struct {
        double x, lead;
    } places[] = {{160, 0.9}, {320, 0.8}, {400, 0.75}, {560, 0.65}, {620, 0.6125}};
    struct stage s;
    begin(&s);
    cr_assert_eq(open_stage(&s, s.own, s.other, NULL), 0, "%s", s.err.what);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const double time = 1.0 + places[i].x / 320.0;
        const struct demo_ghost ghost = ghost_at(&s, time);
        const double other = fmax(0.0, 400.0 * (time - 2.0));
        cr_expect(ghost.has_lead);
        cr_expect_float_eq(ghost.lead, places[i].lead, 0.002, "x %.0f: %f", places[i].x,
                           ghost.lead);
        cr_expect_float_eq(ghost.units, fabs(places[i].x - other), 0.5, "x %.0f: %f", places[i].x,
                           ghost.units);
    }
    cr_expect_str_eq(s.player.ghosts.ghosts[0].name, "other");
    playback_close(&s.player);
}

Test(ghost_set, alignment_at_the_first_movement_and_at_places)
{
    struct stage s;
    begin(&s);
    cr_assert_eq(open_stage(&s, s.own, s.other, "move"), 0, "%s", s.err.what);
    /* Both begin to move at once: at x the ghost is x / 1600 s earlier. */
    cr_expect_float_eq(ghost_at(&s, 2.0).lead, -0.2, 0.002, "%f", ghost_at(&s, 2.0).lead);
    playback_close(&s.player);
    cr_assert_eq(open_stage(&s, s.own, s.other, "1=2.5"), 0, "%s", s.err.what);
    cr_expect_float_eq(ghost_at(&s, 2.0).lead, -0.7, 0.002, "%f", ghost_at(&s, 2.0).lead);
    playback_close(&s.player);
    cr_assert_eq(open_stage(&s, s.own, s.other, "secret 1"), 0, "%s", s.err.what);
    cr_expect_float_eq(ghost_at(&s, 2.5).lead, 0.0, 0.035, "%f", ghost_at(&s, 2.5).lead);
    playback_close(&s.player);
    cr_expect_lt(open_stage(&s, s.own, s.other, "flag 3"), 0);
    cr_expect_not_null(strstr(s.err.what, "there is no flag 3 in "), "%s", s.err.what);
}

Test(ghost_set, splits_at_pickups_doors_secrets_and_the_end)
{
    static const char *const names[] = {"rocket launcher", "door at 320 0 0", "secret 1", "finish"};
    static const double x[] = {160.0, 320.0, 480.0, 640.0};
    struct stage s;
    begin(&s);
    cr_assert_eq(open_stage(&s, s.own, s.other, NULL), 0, "%s", s.err.what);
    const struct ghost *ghost = &s.player.ghosts.ghosts[0];
    cr_assert_eq(ghost->num_splits, 4, "%zu", ghost->num_splits);
    for (size_t i = 0; i < 4; i++) {
        const struct ghost_split *split = &ghost->splits[i];
        cr_expect_str_eq(split->own->name, names[i]);
        cr_expect_float_eq(split->time, 1.0 + x[i] / 320.0, NQ_RUN_STEP + 1e-6, "%s %f", names[i],
                           split->time);
        cr_expect_float_eq(split->other_time, 2.0 + x[i] / 400.0, NQ_RUN_STEP + 1e-6, "%s %f",
                           names[i], split->other_time);
    }
    const struct demo_ghost shown = ghost_at(&s, ghost->splits[1].at + 0.1);
    cr_expect(shown.has_split);
    cr_expect_str_eq(shown.split, "door at 320 0 0");
    cr_expect_float_eq(shown.split_lead, 0.8, 2 * NQ_RUN_STEP, "%f", shown.split_lead);
    cr_expect_not(ghost_at(&s, 1.0).has_split);
    playback_close(&s.player);
}

Test(ghost_set, levels_go_with_levels)
{
    const struct nq_run own[] = {{.level = "maps/a.bsp", .updates = 64, .speed = 320.0},
                                 {.level = "maps/b.bsp", .updates = 64, .speed = 320.0},
                                 {.level = "maps/a.bsp", .updates = 64, .speed = 320.0}};
    const struct nq_run other[] = {{.level = "maps/c.bsp", .updates = 64, .speed = 320.0},
                                   {.level = "maps/a.bsp", .updates = 64, .speed = 160.0}};
    struct stage s;
    begin(&s);
    write_runs(s.own, own, 3);
    write_runs(s.other, other, 2);
    cr_assert_eq(open_stage(&s, s.own, s.other, NULL), 0, "%s", s.err.what);
    const struct ghost_level *levels = s.player.ghosts.ghosts[0].levels;
    cr_expect_eq(levels[0].other, 2u);
    cr_expect_eq(levels[1].other, 0u);
    cr_expect_eq(levels[2].other, 2u, "the second time goes with the last one there is");
    cr_expect_not(ghost_at(&s, levels[0].anchor + 3.0).there);
    cr_expect(ghost_at(&s, levels[2].anchor + 1.0).there);
    cr_expect_float_eq(ghost_at(&s, levels[2].anchor + 0.5).lead, 0.5, 0.01);
    playback_close(&s.player);
}

Test(ghost_set, what_cannot_be_a_ghost_is_refused_in_a_line)
{
    struct nq_run elsewhere = fast;
    char many[16 * 600] = "";
    struct stage s;
    begin(&s);
    elsewhere.level = "maps/else.bsp";
    write_runs(s.other, &elsewhere, 1);
    cr_expect_lt(open_stage(&s, s.own, s.other, NULL), 0);
    cr_expect_not_null(strstr(s.err.what, "no level of it is played in the other demo; it has "
                                          "maps/else.bsp"),
                       "%s", s.err.what);
    cr_expect_lt(open_stage(&s, s.own, "builtin:demo3", NULL), 0);
    cr_expect_not_null(strstr(s.err.what, "this is a QuakeWorld demo, the other one NetQuake"),
                       "%s", s.err.what);
    cr_expect_lt(open_stage(&s, s.own, "there/is/none.dem", NULL), 0);
    cr_expect_not_null(strstr(s.err.what, "ghost there/is/none.dem: "), "%s", s.err.what);
    for (int i = 0; i < DEMO_GHOSTS + 1; i++) {
        snprintf(many + strlen(many), sizeof(many) - strlen(many), "%s%s", i > 0 ? "\n" : "",
                 s.own);
    }
    cr_expect_lt(open_stage(&s, s.own, many, NULL), 0);
    cr_expect_not_null(strstr(s.err.what, "more than 8 ghosts"), "%s", s.err.what);
}

Test(ghost_set, an_optional_ghost_is_left_out_and_told)
{
    struct playback_options options = playback_default_options();
    char names[1100];
    struct stage s;
    begin(&s);
    snprintf(names, sizeof(names), "builtin:demo3\n%s", s.other);
    options.ghosts = (struct ghost_options){.names = names, .optional = true};
    cr_assert_eq(playback_open(&s.player, s.own, &options, &(struct timeline_options){0}, &s.err),
                 0, "%s", s.err.what);
    cr_expect_eq(s.player.ghosts.count, 1u);
    cr_expect_str_eq(s.player.ghosts.ghosts[0].name, "other");
    cr_expect_not_null(strstr(s.player.ghosts.trouble, "ghost builtin:demo3: this is a QuakeWorld"),
                       "%s", s.player.ghosts.trouble);
    playback_close(&s.player);
}

Test(ghost_set, a_damaged_ghost_runs_up_to_the_damage)
{
    struct byte_writer bytes = {0};
    struct stage s;
    begin(&s);
    nq_run_write(&bytes, &fast, 1);
    FILE *file = fopen(s.other, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes.data, 1, bytes.size / 2, file), bytes.size / 2);
    (void)fclose(file);
    byte_writer_free(&bytes);
    cr_assert_eq(open_stage(&s, s.own, s.other, NULL), 0, "%s", s.err.what);
    cr_expect(s.player.ghosts.ghosts[0].is_damaged);
    cr_expect(playback_is_damaged(&s.player));
    cr_expect(ghost_at(&s, 3.0).there);
    cr_expect_not(ghost_at(&s, 9.0).there);
    playback_close(&s.player);
}

/* The own run is that of whom the picture follows. */
Test(ghost_set, a_target_can_be_followed_beside_a_ghost)
{
    static const char *const followed[] = {"auto", "leader", "2"};
    for (size_t i = 0; i < sizeof(followed) / sizeof(followed[0]); i++) {
        struct playback_options options = playback_default_options();
        struct stage s;
        options.follow = followed[i];
        options.ghosts = (struct ghost_options){.names = "builtin:demo4", .player = "1"};
        cr_assert_eq(playback_open(&s.player, "builtin:demo4", &options,
                                   &(struct timeline_options){0}, &s.err),
                     0, "%s: %s", followed[i], s.err.what);
        cr_expect(ghost_at(&s, 2.0).there, "%s", followed[i]);
        cr_expect(ghost_at(&s, 2.0).units >= 0.0, "%s", followed[i]);
        playback_close(&s.player);
    }
}

/* --- pictures --------------------------------------------------------------------------------- */

static uint64_t draw(struct playback_context *p, double time)
{
    cr_assert_eq(playback_go_time(p, time), 0);
    cr_assert_eq(playback_draw(p, NULL, 0), 0);
    return renderer_hash(p->renderer);
}

static void open_picture(struct stage *s, const char *demo, const char *ghost, int threads)
{
    struct playback_options options = playback_default_options();
    options.threads = threads;
    options.ghosts = (struct ghost_options){.names = ghost, .align = "1=2.5"};
    options.camera.kind = CAMERA_CHASE;
    cr_assert_eq(playback_open(&s->player, demo, &options, &(struct timeline_options){0}, &s->err),
                 0, "%s: %s", demo, s->err.what);
    cr_assert_eq(playback_set_size(&s->player, 160, 100), 0);
}

Test(ghost_set, one_time_is_one_picture_in_every_family)
{
    static const char *const demos[] = {"builtin:demo1", "builtin:demo3", "builtin:demo5"};
    static const double times[] = {0.5, 1.25, 2.0, 3.3, 4.75};
    enum { TIMES = sizeof(times) / sizeof(times[0]) };
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        uint64_t straight[TIMES];
        bool other = false;
        struct stage s;
        open_picture(&s, demos[i], demos[i], 1);
        for (size_t k = 0; k < TIMES; k++) {
            straight[k] = draw(&s.player, times[k]);
        }
        for (size_t k = TIMES; k-- > 0;) {
            cr_expect_eq(draw(&s.player, times[k]), straight[k], "%s back at %.2f", demos[i],
                         times[k]);
        }
        playback_close(&s.player);
        open_picture(&s, demos[i], demos[i], 3);
        cr_expect_eq(draw(&s.player, times[3]), straight[3], "%s by a seek, 3 threads", demos[i]);
        playback_close(&s.player);
        open_picture(&s, demos[i], NULL, 1);
        for (size_t k = 0; k < TIMES; k++) {
            other |= draw(&s.player, times[k]) != straight[k];
        }
        cr_expect(other, "%s: the ghost is seen", demos[i]);
        playback_close(&s.player);
    }
}
