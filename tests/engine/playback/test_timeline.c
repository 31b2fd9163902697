/* The line of moments: when updates are drawn, and where a broken demo ends. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/edit_range.h"
#include "engine/playback/families.h"
#include "engine/playback/timeline.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/support/q3_match.h"
#include "tests/support/quake_game.h"

static void expect_times(const struct timeline *p, const double *times, uint32_t count)
{
    cr_assert_eq(timeline_extent(p).num_updates, count, "%u updates",
                 timeline_extent(p).num_updates);
    for (uint32_t i = 0; i < count; i++) {
        cr_expect_float_eq(timeline_update_time(p, i), times[i], 1e-9, "update %u at %.9f", i,
                           timeline_update_time(p, i));
    }
    cr_expect_float_eq(timeline_length(p), times[count - 1], 1e-9);
}

/* --- times ------------------------------------------------------------------------------------ */

Test(timeline, updates_follow_the_servers_clock)
{
    static const double times[] = {0.0, 0.0625, 0.09375, 0.125};
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 7.0);
    demo_stage_add_update(&m, 7.0625);
    demo_stage_add_update(&m, 7.09375);
    nq_demo_time(&m, 7.125f); /* without anything else */
    demo_stage_end_block(&m);
    demo_stage_add(&m, (struct nq_message){.id = NQ_NOP}); /* no time: no update */
    demo_stage_end_block(&m);
    demo_stage_add_disconnect(&m);
    struct timeline *p = demo_stage_open_demo(&m);
    expect_times(p, times, 4);
    cr_expect_not(demo_stage_is_damaged(p));
    cr_expect_eq(timeline_extent(p).num_steps, 9u);
    cr_expect_eq(timeline_update_step(p, 0), 3u);
    cr_expect_eq(timeline_update_step(p, 3), 6u);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, gaps_are_skipped_and_time_never_runs_back)
{
    static const double server[] = {1.0, 1.0625, 9.0, 9.5, 9.25, 9.3125, 9.3125};
    static const double times[] = {0.0, 0.0625, 0.1625, 0.2625, 0.2625, 0.325, 0.325};
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    for (int i = 0; i < 7; i++) {
        demo_stage_add_update(&m, server[i]);
    }
    struct timeline *p = demo_stage_open_demo(&m);
    expect_times(p, times, 7);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, nothing_is_drawn_before_the_third_signon)
{
    static const double times[] = {0.0, 0.0625};
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    nq_demo_time(&m, 0.5f);
    demo_stage_add_serverinfo(&m, "one");
    demo_stage_add_signon(&m, 1);
    demo_stage_end_block(&m);
    nq_demo_time(&m, 0.75f);
    demo_stage_add_signon(&m, 2);
    demo_stage_end_block(&m);
    nq_demo_time(&m, 1.0f); /* the block that brings the third signon is drawn */
    demo_stage_add_signon(&m, 3);
    demo_stage_end_block(&m);
    demo_stage_add_update(&m, 1.0625);
    struct timeline *p = demo_stage_open_demo(&m);
    expect_times(p, times, 2);
    cr_expect_eq(timeline_update_step(p, 0), 2u);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, a_level_change_starts_a_new_clock)
{
    static const double times[] = {0.0, 0.0625, 0.1625, 0.225};
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 100.0);
    demo_stage_add_update(&m, 100.0625);
    demo_stage_add_serverinfo(&m, "two");
    demo_stage_add_signon(&m, 1);
    nq_demo_time(&m, 100.125f);
    demo_stage_end_block(&m);
    nq_demo_time(&m, 0.5f); /* signon is behind again: not drawn */
    demo_stage_add_signon(&m, 2);
    demo_stage_end_block(&m);
    demo_stage_add_signon(&m, 3);
    demo_stage_end_block(&m);
    demo_stage_add_update(&m, 1.0);
    demo_stage_add_update(&m, 1.0625);
    struct timeline *p = demo_stage_open_demo(&m);
    expect_times(p, times, 4);
    cr_expect_eq(timeline_update_step(p, 2), 8u);
    cr_assert_eq(timeline_go_update(p, 1), 0);
    cr_expect_eq(nq_state_level_count(timeline_state(p)), 1u);
    cr_assert_eq(timeline_go_update(p, 2), 0);
    cr_expect_eq(nq_state_level_count(timeline_state(p)), 2u);
    cr_expect_eq(nq_state_server_time(timeline_state(p)), 1.0);
    cr_assert_eq(timeline_go_update(p, 0), 0);
    cr_expect_eq(nq_state_level_count(timeline_state(p)), 1u);
    cr_expect_eq(nq_state_server_time(timeline_state(p)), 100.0);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, update_at_is_the_last_one_not_after)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 1.0);
    demo_stage_add_update(&m, 1.0625);
    demo_stage_add_update(&m, 1.0625); /* two at the same time: the later one */
    demo_stage_add_update(&m, 1.125);
    struct timeline *p = demo_stage_open_demo(&m);
    cr_expect_eq(timeline_update_at(p, -3.0), 0u);
    cr_expect_eq(timeline_update_at(p, 0.0), 0u);
    cr_expect_eq(timeline_update_at(p, 0.06), 0u);
    cr_expect_eq(timeline_update_at(p, 0.0625), 2u);
    cr_expect_eq(timeline_update_at(p, 0.12), 2u);
    cr_expect_eq(timeline_update_at(p, 0.125), 3u);
    cr_expect_eq(timeline_update_at(p, 1e9), 3u);
    timeline_close(p);
    nq_demo_end(&m);
}

/* Where updates lie in the file, of all families. */
Test(timeline, updates_have_the_offsets_of_their_steps)
{
    static const char *const names[] = {"demo1.dem", "demo3.qwd", "demo4.mvd", "a.dm_68"};
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct q3_demo *match = q3_match_write(68);
    for (int i = 0; i < 4; i++) {
        const uint8_t *data = match->file.data;
        size_t size = match->file.size;
        struct timeline *p;
        struct demo demo;
        struct format_error err;
        cr_assert(i == 3 || builtin_find(names[i], &data, &size));
        cr_assert_eq(demo_open(&demo, data, size, names[i]), 0);
        cr_assert_eq(timeline_open_demo(&p, &demo, &index, &err), 0, "%s", err.what);
        const uint32_t count = timeline_extent(p).num_updates;
        for (uint32_t update = 0; update < count; update += count / 5) {
            struct edit_range range;
            cr_assert_eq(edit_range_find_updates(&demo, update, update, &range, &err), 0);
            cr_expect_eq(timeline_update_offset(p, update), range.first, "%s: %u", names[i],
                         update);
            cr_expect_eq(timeline_update_step(p, update), range.first_step);
        }
        timeline_close(p);
        demo_close(&demo);
    }
    q3_demo_free(match);
}

Test(timeline, a_demo_without_a_level_is_a_row_of_blocks)
{
    static const double times[] = {0.0, 0.1, 0.2};
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    for (int i = 0; i < 3; i++) {
        nq_demo_text(&m, NQ_PRINT, "hello\n");
        demo_stage_end_block(&m);
    }
    struct timeline *p = demo_stage_open_demo(&m);
    expect_times(p, times, 3);
    cr_expect_eq(timeline_update_step(p, 2), 2u);
    cr_expect_eq(timeline_update_offset(p, 2), TIMELINE_NO_OFFSET);
    cr_assert_eq(timeline_go_time(p, 0.2, true), 0);
    cr_expect_not(nq_state_in_game(timeline_state(p)));
    timeline_close(p);
    nq_demo_end(&m);
}

/* The camera's place on the x axis at a time: the entity it sits in moves along that axis. */
static double camera_x(struct timeline *p, double time, bool interpolate)
{
    const struct game_files_options search = {.builtin = true};
    const struct scene_options options = {.width = 320, .height = 200, .fov = 90.0f};
    struct quake_data data;
    struct scene scene = {0};
    struct format_error err = {0};
    cr_assert_eq(quake_game_open(&data, &search, &err), 0, "%s", err.what);
    cr_assert_eq(timeline_go_time(p, time, interpolate), 0);
    cr_assert_eq(timeline_scene(p, &scene, &options, &(struct scene_data){.quake = &data}), 0);
    double x = (double)scene.camera.origin[0];
    scene_free(&scene);
    quake_game_close(&data);
    return x;
}

/* Every update is 16 units further, however long the server took for it. */
Test(timeline, between_updates_the_camera_moves_evenly)
{
    static const double server[] = {1.0, 1.0625, 1.125, 1.375, 9.0};
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    for (int i = 0; i < 5; i++) {
        nq_demo_time(&m, (float)server[i]);
        demo_stage_add_entity(&m, 1, 16.0 * i);
        demo_stage_end_block(&m);
    }
    struct timeline *p = demo_stage_open_demo(&m);
    double start = camera_x(p, 0.0, true); /* the camera may be off the entity's centre */
    cr_expect_float_eq(start, 0.0, 0.5);
    for (uint32_t i = 0; i + 1 < 5; i++) {
        double time = timeline_update_time(p, i);
        double step = timeline_update_time(p, i + 1) - time;
        for (int part = 0; part <= 4; part++) {
            double x = camera_x(p, time + step * part / 4.0, true) - start;
            cr_expect_float_eq(x, 16.0 * i + 4.0 * part, 1e-3, "update %u and %d/4: %g", i, part,
                               x);
        }
        cr_expect_float_eq(camera_x(p, time + step * 0.75, false) - start, 16.0 * i, 1e-3);
    }
    timeline_close(p);
    nq_demo_end(&m);
}

/* --- damage ----------------------------------------------------------------------------------- */

Test(timeline, a_cut_tail_leaves_the_blocks_before_it)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    size_t ends[5];
    for (int i = 0; i < 5; i++) {
        demo_stage_add_update(&m, 1.0 + i / 16.0);
        ends[i] = m.file.size;
    }
    for (size_t cut = ends[1]; cut < ends[4]; cut++) {
        uint32_t whole = cut >= ends[3] ? 4 : cut >= ends[2] ? 3 : 2;
        /* Exact allocation, so that sanitizers detect reads past the end. */
        uint8_t *copy = malloc(cut);
        cr_assert_not_null(copy);
        memcpy(copy, m.file.data, cut);
        struct timeline *p = demo_stage_open_bytes(copy, cut);
        cr_expect_eq(timeline_extent(p).num_updates, whole, "cut at %zu", cut);
        cr_expect_eq(timeline_extent(p).num_steps, 3 + whole);
        if (cut == ends[whole - 1]) {
            cr_expect_not(demo_stage_is_damaged(p), "cut at %zu, between blocks", cut);
        } else {
            cr_assert(demo_stage_is_damaged(p), "cut at %zu", cut);
            cr_expect_eq(demo_stage_damage_of(p).offset, ends[whole - 1]);
        }
        cr_expect_eq(timeline_go_update(p, whole - 1), 0);
        cr_expect_eq(nq_state_server_time(timeline_state(p)), 1.0 + (whole - 1) / 16.0);
        timeline_close(p);
        free(copy);
    }
    nq_demo_end(&m);
}

Test(timeline, an_illegible_message_ends_the_good_part_at_its_byte)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 1.0);
    size_t bad_block = m.file.size;
    nq_demo_time(&m, 1.0625f);
    size_t before = m.block.size;
    byte_writer_u8(&m.block, 99);
    demo_stage_end_block(&m);
    demo_stage_add_update(&m, 1.125);
    struct timeline *p = demo_stage_open_demo(&m);
    cr_assert(demo_stage_is_damaged(p));
    cr_expect_eq(demo_stage_damage_of(p).offset, bad_block + DEM_BLOCK_HEADER + before);
    cr_expect_eq(timeline_extent(p).num_updates, 1u);
    cr_expect_eq(timeline_extent(p).num_steps, 4u);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, a_time_that_is_no_number_is_damage)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        struct nq_demo m;
        demo_stage_begin(&m, NQ_PROTOCOL_15);
        demo_stage_add_level(&m, "one");
        demo_stage_add_update(&m, 1.0);
        size_t at = m.file.size + DEM_BLOCK_HEADER;
        demo_stage_add(&m, (struct nq_message){.id = NQ_TIME, .u.time = bad[i]});
        demo_stage_end_block(&m);
        struct timeline *p = demo_stage_open_demo(&m);
        cr_assert(demo_stage_is_damaged(p));
        cr_expect_eq(demo_stage_damage_of(p).offset, at);
        cr_expect_eq(timeline_extent(p).num_updates, 1u);
        timeline_close(p);
        nq_demo_end(&m);
    }
}

Test(timeline, messages_refused_by_the_state_are_damage_and_play_continues)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 1.0);
    size_t at = m.file.size + DEM_BLOCK_HEADER;
    demo_stage_add(&m, (struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {200, "nobody"}});
    demo_stage_end_block(&m);
    demo_stage_add_update(&m, 1.0625);
    struct timeline *p = demo_stage_open_demo(&m);
    cr_assert_eq(timeline_go_update(p, 1), 0);
    cr_expect_eq(nq_state_server_time(timeline_state(p)), 1.0625);
    cr_assert(demo_stage_is_damaged(p));
    cr_expect_eq(demo_stage_damage_of(p).offset, at);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, nothing_counts_after_the_disconnect)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 1.0);
    demo_stage_add_disconnect(&m);
    demo_stage_add_update(&m, 1.0625);
    byte_writer_bytes(&m.file, "rubbish", 7);
    struct timeline *p = demo_stage_open_demo(&m);
    cr_expect_not(demo_stage_is_damaged(p));
    cr_expect_eq(timeline_extent(p).num_updates, 1u);
    cr_expect_eq(timeline_extent(p).num_steps, 5u);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, files_without_a_block_are_refused)
{
    static const char *const texts[] = {"", "-1\n", "This is a text file, and no demo at all.\n",
                                        "-1\n\1\0\0\0"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct timeline *p = NULL;
        struct format_error err = {0};
        size_t size = i == 3 ? 7 : strlen(texts[i]);
        cr_expect_lt(
            timeline_open(&p, (const uint8_t *)texts[i], size,
                          &(struct timeline_options){.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES},
                          &err),
            0, "case %zu", i);
        cr_expect_null(p);
        cr_expect_neq(err.what[0], '\0', "case %zu says nothing", i);
    }
}
