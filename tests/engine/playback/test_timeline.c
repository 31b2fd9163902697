/* The line of moments: when updates are drawn, what happens when, where a broken demo ends, and
 * that every way to a moment gives the same state. Demos are written here, message by message, or
 * come from the built-in pack. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"
#include "tools/long_demo.h"

static void begin_demo(struct nq_demo *m, int32_t protocol)
{
    nq_demo_begin(m);
    m->protocol.version = protocol;
}

static void add(struct nq_demo *m, struct nq_message message)
{
    nq_demo_add(m, &message);
}

static void end_block(struct nq_demo *m)
{
    nq_demo_block(m, 5.0f, 90.0f);
}

static void add_serverinfo(struct nq_demo *m, const char *level)
{
    struct nq_message message = {.id = NQ_SERVERINFO};
    message.u.serverinfo = (struct nq_serverinfo){
        .protocol = m->protocol.version,
        .max_clients = 2,
        .level_name = level,
        .models = {"maps/level.bsp\0progs/player.mdl", 2},
        .sounds = {"misc/null.wav", 1},
    };
    add(m, message);
}

static void add_signon(struct nq_demo *m, uint8_t number)
{
    add(m, (struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = number});
}

static void add_entity(struct nq_demo *m, uint16_t number, double x)
{
    struct nq_message message = {.id = NQ_ENTITY_UPDATE};
    message.u.update = (struct nq_entity_update){
        .mask = NQ_U_ORIGIN1 | NQ_U_MODEL, .entity = number, .model = 2, .origin = {x, 0, 0}};
    add(m, message);
}

/* Three blocks: the level, then the second and third signon. */
static void add_level(struct nq_demo *m, const char *level)
{
    add_serverinfo(m, level);
    add(m, (struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    add_signon(m, 1);
    end_block(m);
    add_signon(m, 2);
    end_block(m);
    add_signon(m, 3);
    end_block(m);
}

static void add_update(struct nq_demo *m, double time)
{
    nq_demo_time(m, (float)time);
    add(m, (struct nq_message){.id = NQ_CLIENTDATA,
                               .u.clientdata = {.mask = NQ_SU_ITEMS | NQ_SU_VELOCITY1,
                                                .has_items = true,
                                                .view_height = 22,
                                                .velocity = {(int8_t)(int)time, 0, 0},
                                                .items = 1,
                                                .health = 100}});
    add_entity(m, 1, floor(time * 64.0) / 8.0);
    end_block(m);
}

static void add_disconnect(struct nq_demo *m)
{
    add(m, (struct nq_message){.id = NQ_DISCONNECT});
    end_block(m);
}

static const struct timeline_options everything = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};

static bool is_damaged(const struct timeline *timeline)
{
    struct format_error damage;
    return timeline_damage(timeline, &damage);
}

static struct format_error damage_of(const struct timeline *timeline)
{
    struct format_error damage = {0};
    cr_expect(timeline_damage(timeline, &damage));
    return damage;
}

static struct timeline *open_bytes(const uint8_t *data, size_t size)
{
    struct timeline *timeline = NULL;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&timeline, data, size, &everything, &err), 0, "byte %zu: %s",
                 err.offset, err.what);
    return timeline;
}

static struct timeline *open_demo(const struct nq_demo *m)
{
    cr_assert(!m->file.failed && !m->block.failed);
    return open_bytes(m->file.data, m->file.size);
}

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
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 7.0);
    add_update(&m, 7.0625);
    add_update(&m, 7.09375);
    nq_demo_time(&m, 7.125f); /* without anything else */
    end_block(&m);
    add(&m, (struct nq_message){.id = NQ_NOP}); /* no time: no update */
    end_block(&m);
    add_disconnect(&m);
    struct timeline *p = open_demo(&m);
    expect_times(p, times, 4);
    cr_expect_not(is_damaged(p));
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
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    for (int i = 0; i < 7; i++) {
        add_update(&m, server[i]);
    }
    struct timeline *p = open_demo(&m);
    expect_times(p, times, 7);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, nothing_is_drawn_before_the_third_signon)
{
    static const double times[] = {0.0, 0.0625};
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    nq_demo_time(&m, 0.5f);
    add_serverinfo(&m, "one");
    add_signon(&m, 1);
    end_block(&m);
    nq_demo_time(&m, 0.75f);
    add_signon(&m, 2);
    end_block(&m);
    nq_demo_time(&m, 1.0f); /* the block that brings the third signon is drawn */
    add_signon(&m, 3);
    end_block(&m);
    add_update(&m, 1.0625);
    struct timeline *p = open_demo(&m);
    expect_times(p, times, 2);
    cr_expect_eq(timeline_update_step(p, 0), 2u);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, a_level_change_starts_a_new_clock)
{
    static const double times[] = {0.0, 0.0625, 0.1625, 0.225};
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 100.0);
    add_update(&m, 100.0625);
    add_serverinfo(&m, "two");
    add_signon(&m, 1);
    nq_demo_time(&m, 100.125f);
    end_block(&m);
    nq_demo_time(&m, 0.5f); /* signon is behind again: not drawn */
    add_signon(&m, 2);
    end_block(&m);
    add_signon(&m, 3);
    end_block(&m);
    add_update(&m, 1.0);
    add_update(&m, 1.0625);
    struct timeline *p = open_demo(&m);
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
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 1.0);
    add_update(&m, 1.0625);
    add_update(&m, 1.0625); /* two at the same time: the later one */
    add_update(&m, 1.125);
    struct timeline *p = open_demo(&m);
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

Test(timeline, a_demo_without_a_level_is_a_row_of_blocks)
{
    static const double times[] = {0.0, 0.1, 0.2};
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    for (int i = 0; i < 3; i++) {
        nq_demo_text(&m, NQ_PRINT, "hello\n");
        end_block(&m);
    }
    struct timeline *p = open_demo(&m);
    expect_times(p, times, 3);
    cr_expect_eq(timeline_update_step(p, 2), 2u);
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
    cr_assert_eq(timeline_scene(p, &scene, &options, &data), 0);
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
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    for (int i = 0; i < 5; i++) {
        nq_demo_time(&m, (float)server[i]);
        add_entity(&m, 1, 16.0 * i);
        end_block(&m);
    }
    struct timeline *p = open_demo(&m);
    double start = camera_x(p, 0.0, true); /* the eye may sit beside the entity's middle */
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
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    size_t ends[5];
    for (int i = 0; i < 5; i++) {
        add_update(&m, 1.0 + i / 16.0);
        ends[i] = m.file.size;
    }
    for (size_t cut = ends[1]; cut < ends[4]; cut++) {
        uint32_t whole = cut >= ends[3] ? 4 : cut >= ends[2] ? 3 : 2;
        /* In memory of just that size, so that a read behind its end is seen. */
        uint8_t *copy = malloc(cut);
        cr_assert_not_null(copy);
        memcpy(copy, m.file.data, cut);
        struct timeline *p = open_bytes(copy, cut);
        cr_expect_eq(timeline_extent(p).num_updates, whole, "cut at %zu", cut);
        cr_expect_eq(timeline_extent(p).num_steps, 3 + whole);
        if (cut == ends[whole - 1]) {
            cr_expect_not(is_damaged(p), "cut at %zu, between blocks", cut);
        } else {
            cr_assert(is_damaged(p), "cut at %zu", cut);
            cr_expect_eq(damage_of(p).offset, ends[whole - 1]);
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
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 1.0);
    size_t bad_block = m.file.size;
    nq_demo_time(&m, 1.0625f);
    size_t before = m.block.size;
    byte_writer_u8(&m.block, 99);
    end_block(&m);
    add_update(&m, 1.125);
    struct timeline *p = open_demo(&m);
    cr_assert(is_damaged(p));
    cr_expect_eq(damage_of(p).offset, bad_block + DEM_BLOCK_HEADER + before);
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
        begin_demo(&m, NQ_PROTOCOL_15);
        add_level(&m, "one");
        add_update(&m, 1.0);
        size_t at = m.file.size + DEM_BLOCK_HEADER;
        add(&m, (struct nq_message){.id = NQ_TIME, .u.time = bad[i]});
        end_block(&m);
        struct timeline *p = open_demo(&m);
        cr_assert(is_damaged(p));
        cr_expect_eq(damage_of(p).offset, at);
        cr_expect_eq(timeline_extent(p).num_updates, 1u);
        timeline_close(p);
        nq_demo_end(&m);
    }
}

Test(timeline, what_the_state_refuses_is_damage_but_play_goes_on)
{
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 1.0);
    size_t at = m.file.size + DEM_BLOCK_HEADER;
    add(&m, (struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {200, "nobody"}});
    end_block(&m);
    add_update(&m, 1.0625);
    struct timeline *p = open_demo(&m);
    cr_assert_eq(timeline_go_update(p, 1), 0);
    cr_expect_eq(nq_state_server_time(timeline_state(p)), 1.0625);
    cr_assert(is_damaged(p));
    cr_expect_eq(damage_of(p).offset, at);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, nothing_counts_after_the_disconnect)
{
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 1.0);
    add_disconnect(&m);
    add_update(&m, 1.0625);
    byte_writer_bytes(&m.file, "rubbish", 7);
    struct timeline *p = open_demo(&m);
    cr_expect_not(is_damaged(p));
    cr_expect_eq(timeline_extent(p).num_updates, 1u);
    cr_expect_eq(timeline_extent(p).num_steps, 5u);
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, what_holds_no_block_is_refused)
{
    static const char *const texts[] = {"", "-1\n", "This is a text file, and no demo at all.\n",
                                        "-1\n\1\0\0\0"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct timeline *p = NULL;
        struct format_error err = {0};
        size_t size = i == 3 ? 7 : strlen(texts[i]);
        cr_expect_lt(timeline_open(&p, (const uint8_t *)texts[i], size, &everything, &err), 0,
                     "case %zu", i);
        cr_expect_null(p);
        cr_expect_neq(err.what[0], '\0', "case %zu says nothing", i);
    }
}

/* --- any order gives the same state ----------------------------------------------------------- */

/* The states' hashes after every block, played straight through. */
static uint64_t *straight_hashes(const uint8_t *data, size_t size, uint32_t *count)
{
    struct timeline *p = open_bytes(data, size);
    *count = timeline_extent(p).num_steps;
    uint64_t *hashes = calloc(*count, sizeof(*hashes));
    cr_assert_not_null(hashes);
    for (uint32_t i = 0; i < *count; i++) {
        cr_assert_eq(timeline_go_step(p, i), 0);
        hashes[i] = nq_state_hash(timeline_state(p));
    }
    timeline_close(p);
    return hashes;
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void expect_same(const struct timeline *p, const uint64_t *hashes, uint32_t block)
{
    cr_assert_eq(nq_state_hash(timeline_state(p)), hashes[block], "block %u differs", block);
}

/* Jumps, steps back, and goes to times in an order that has nothing to do with the demo's. */
static void check_any_order(const uint8_t *data, size_t size, int jumps)
{
    uint32_t count;
    uint32_t seed = 12345;
    uint64_t *hashes = straight_hashes(data, size, &count);
    struct timeline *p = open_bytes(data, size);
    for (int i = 0; i < jumps; i++) {
        uint32_t block = next_random(&seed) % count;
        cr_assert_eq(timeline_go_step(p, block), 0);
        expect_same(p, hashes, block);
        uint32_t update = next_random(&seed) % timeline_extent(p).num_updates;
        cr_assert_eq(timeline_go_update(p, update), 0);
        expect_same(p, hashes, timeline_update_step(p, update));
        double time = timeline_length(p) * (double)(next_random(&seed) % 1000) / 999.0;
        uint32_t at = timeline_update_at(p, time);
        cr_assert_eq(timeline_go_time(p, time, false), 0);
        expect_same(p, hashes, timeline_update_step(p, at));
        bool between =
            time > timeline_update_time(p, at) && at + 1 < timeline_extent(p).num_updates;
        cr_assert_eq(timeline_go_time(p, time, true), 0);
        expect_same(p, hashes, timeline_update_step(p, between ? at + 1 : at));
    }
    for (uint32_t back = 0; back < 40 && back < count; back++) {
        uint32_t block = count - 1 - back;
        cr_assert_eq(timeline_go_step(p, block), 0);
        expect_same(p, hashes, block);
    }
    timeline_close(p);
    free(hashes);
}

Test(timeline, any_order_across_a_level_change)
{
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    for (int i = 0; i < 700; i++) {
        nq_demo_text(&m, NQ_PRINT, i % 50 ? "" : "a line\n");
        add_update(&m, 1.0 + i / 64.0);
    }
    add_level(&m, "two");
    for (int i = 0; i < 700; i++) {
        add_update(&m, 2.0 + i / 32.0);
    }
    add_disconnect(&m);
    check_any_order(m.file.data, m.file.size, 60);
    nq_demo_end(&m);
}

static void check_builtin(const char *name)
{
    struct demo_source source;
    const struct demo_search search = {0};
    struct format_error err = {0};
    cr_assert_eq(demo_source_open_bytes(&source, name, &search, &err), 0, "%s: %s", name, err.what);
    check_any_order(source.data, source.size, 40);
    demo_source_close(&source);
}

Test(timeline, any_order_in_the_first_built_in_demo)
{
    check_builtin("builtin:demo1");
}

Test(timeline, any_order_in_the_second_built_in_demo)
{
    check_builtin("builtin:demo2");
}

/* The bench's long demo: one demo again and again. */
Test(timeline, any_order_in_a_demo_of_five_minutes)
{
    struct demo_source source;
    const struct demo_search search = {0};
    struct format_error err = {0};
    struct byte_writer out = {0};
    cr_assert_eq(demo_source_open_bytes(&source, "builtin:demo1", &search, &err), 0, "%s",
                 err.what);
    cr_assert_eq(long_demo_make(&out, source.data, source.size, 300.0, &err), 0, "%s", err.what);
    struct timeline *t = open_bytes(out.data, out.size);
    cr_expect_geq(timeline_length(t), 300.0);
    cr_expect_not(is_damaged(t));
    timeline_close(t);
    check_any_order(out.data, out.size, 40);
    byte_writer_free(&out);
    demo_source_close(&source);
}

Test(timeline, blocks_and_updates_behind_the_end_are_refused)
{
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 1.0);
    struct timeline *p = open_demo(&m);
    cr_assert_eq(timeline_go_step(p, 3), 0);
    uint64_t hash = nq_state_hash(timeline_state(p));
    cr_expect_eq(timeline_go_step(p, 4), FORMAT_MISSING);
    cr_expect_eq(timeline_go_step(p, UINT32_MAX), FORMAT_MISSING);
    cr_expect_eq(timeline_go_update(p, 1), FORMAT_MISSING);
    cr_expect_eq(nq_state_hash(timeline_state(p)), hash);
    cr_expect_eq(timeline_go_time(p, 1e9, true), 0);
    cr_expect_eq(nq_state_hash(timeline_state(p)), hash);
    timeline_close(p);
    nq_demo_end(&m);
}

/* Bytes taken from malloc, 0 where nobody counts them. */
static size_t heap_in_use(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33) && !defined(__SANITIZE_ADDRESS__)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

/* 32000 entities make a state of 3.6 MB: key frames every 256 blocks would take 170 MB here. */
Test(timeline, key_frames_thin_out_and_stay_right)
{
    enum { BLOCKS = 12000, BUDGET = 64 * 1024 * 1024, SLACK = 16 * 1024 * 1024, PROBES = 24 };
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_666);
    add_level(&m, "crowded");
    nq_demo_time(&m, 1.0f);
    add_entity(&m, 31999, 8.0);
    end_block(&m);
    for (int i = 1; i < BLOCKS; i++) {
        nq_demo_time(&m, (float)(1.0 + i / 64.0));
        if (i % 100 == 0) {
            add_entity(&m, (uint16_t)(i * 7 % 31000), i % 64);
        }
        end_block(&m);
    }
    struct timeline *p = open_demo(&m);
    uint32_t blocks[PROBES];
    uint64_t hashes[PROBES];
    size_t before = heap_in_use();
    for (uint32_t i = 0; i < PROBES; i++) {
        blocks[i] = 4 + i * ((BLOCKS - 10) / PROBES);
        cr_assert_eq(timeline_go_step(p, blocks[i]), 0);
        hashes[i] = nq_state_hash(timeline_state(p));
    }
    cr_assert_eq(timeline_go_step(p, timeline_extent(p).num_steps - 1), 0);
    cr_expect_gt(nq_state_size(timeline_state(p)), 3000000u);
    size_t taken = heap_in_use() - before;
    cr_expect_lt(taken, (size_t)BUDGET + SLACK, "%zu bytes", taken);
    for (uint32_t i = PROBES; i-- > 0;) {
        cr_assert_eq(timeline_go_step(p, blocks[i]), 0);
        cr_expect_eq(nq_state_hash(timeline_state(p)), hashes[i], "block %u", blocks[i]);
    }
    timeline_close(p);
    nq_demo_end(&m);
}

/* --- the index in the background, key frames, events -------------------------------------------
 */

/* A level of `updates` pictures a 64th of a second apart, with some text on the way. */
static void long_demo(struct nq_demo *m, int updates)
{
    begin_demo(m, NQ_PROTOCOL_15);
    add_level(m, "long");
    for (int i = 0; i < updates; i++) {
        if (i % 100 == 50) {
            nq_demo_text(m, NQ_PRINT, i % 200 == 50 ? "\1Ranger: hello\n" : "a door opens\n");
        }
        add_update(m, 1.0 + i / 64.0);
    }
}

static void expect_same_index(const struct timeline *a, const struct timeline *b)
{
    struct timeline_extent x = timeline_extent(a);
    struct timeline_extent y = timeline_extent(b);
    cr_assert_eq(x.num_updates, y.num_updates);
    cr_assert_eq(x.num_events, y.num_events);
    cr_expect_eq(x.num_steps, y.num_steps);
    cr_expect_eq(x.num_key_frames, y.num_key_frames);
    cr_expect_eq(x.key_frame_bytes, y.key_frame_bytes);
    for (uint32_t i = 0; i < x.num_updates; i++) {
        cr_assert_eq(timeline_update_time(a, i), timeline_update_time(b, i));
        cr_assert_eq(timeline_update_step(a, i), timeline_update_step(b, i));
    }
    for (uint32_t i = 0; i < x.num_events; i++) {
        struct demo_event e = timeline_event(a, i);
        struct demo_event f = timeline_event(b, i);
        cr_expect(e.time == f.time && e.step == f.step && e.kind == f.kind);
        cr_expect_str_eq(e.text, f.text);
    }
}

Test(timeline, the_index_is_the_same_whether_it_grows_in_the_background)
{
    const struct timeline_options background = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                .background = true};
    struct nq_demo m;
    struct timeline *t = NULL;
    struct format_error err;
    long_demo(&m, 5000);
    struct timeline *p = open_demo(&m);
    for (int round = 0; round < 20; round++) {
        cr_assert_eq(timeline_open(&t, m.file.data, m.file.size, &background, &err), 0);
        struct timeline_extent early = timeline_extent(t);
        cr_expect_geq(early.num_updates, 1u);
        cr_expect(early.complete ? early.scanned == 1.0 : early.scanned <= 1.0);
        /* What is there already can be gone to, and is what it will be. */
        cr_assert_eq(timeline_go_update(t, early.num_updates - 1), 0);
        cr_assert_eq(timeline_go_update(p, early.num_updates - 1), 0);
        cr_expect_eq(timeline_state_hash(t), timeline_state_hash(p));
        if (round % 2 == 0) { /* closing must not wait for it */
            timeline_wait(t, true);
            cr_expect(timeline_extent(t).seekable);
            expect_same_index(t, p);
        }
        timeline_close(t);
    }
    timeline_close(p);
    nq_demo_end(&m);
}

Test(timeline, key_frames_stay_inside_any_budget)
{
    static const size_t budgets[] = {0, 1, 20000, 100000, 1 << 20, TIMELINE_KEY_FRAME_BYTES};
    struct nq_demo m;
    struct format_error err;
    uint32_t before = 0;
    long_demo(&m, 5000);
    struct timeline *p = open_demo(&m);
    for (size_t i = 0; i < sizeof(budgets) / sizeof(budgets[0]); i++) {
        const struct timeline_options options = {.key_frame_bytes = budgets[i]};
        struct timeline *t = NULL;
        cr_assert_eq(timeline_open(&t, m.file.data, m.file.size, &options, &err), 0);
        struct timeline_extent extent = timeline_extent(t);
        cr_expect_leq(extent.key_frame_bytes, budgets[i]);
        cr_expect_geq(extent.num_key_frames, before, "a larger budget holds fewer");
        before = extent.num_key_frames;
        for (uint32_t u = 0; u < 5000; u += 617) {
            cr_assert_eq(timeline_go_update(t, 4999 - u), 0);
            cr_assert_eq(timeline_go_update(p, 4999 - u), 0);
            cr_expect_eq(timeline_state_hash(t), timeline_state_hash(p));
        }
        timeline_close(t);
    }
    cr_expect_gt(before, 50u); /* about one a second */
    timeline_close(p);
    nq_demo_end(&m);
}

static void add_player(struct nq_demo *m, const char *name)
{
    add(m, (struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {0, name}});
}

static void add_frags(struct nq_demo *m, int16_t frags)
{
    add(m, (struct nq_message){.id = NQ_UPDATEFRAGS, .u.updatefrags = {0, frags}});
}

static void add_condition(struct nq_demo *m, double time, int16_t health, uint32_t items)
{
    nq_demo_time(m, (float)time);
    nq_demo_clientdata(m, 0, health, items);
    end_block(m);
}

static void expect_event(const struct timeline *t, uint32_t index, double time,
                         enum demo_event_kind kind, const char *text)
{
    cr_assert_lt(index, timeline_extent(t).num_events, "no event %u", index);
    struct demo_event event = timeline_event(t, index);
    cr_expect_float_eq(event.time, time, 1e-9, "event %u at %.9f", index, event.time);
    cr_expect_eq(event.kind, kind, "event %u is of kind %d", index, (int)event.kind);
    cr_expect_str_eq(event.text, text);
}

Test(timeline, events_are_found_with_their_times_and_words)
{
    enum { SHOTGUN = 1, ROCKETS = 32, QUAD = 1 << 22, KEY = 1 << 17 };
    struct nq_demo m;
    struct demo_event event;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_player(&m, "Ranger");
    add_frags(&m, 3); /* what was before is no event */
    nq_demo_text(&m, NQ_PRINT, "\1before the game\n");
    add_condition(&m, 1.0, 100, SHOTGUN);
    add_condition(&m, 1.0625, 100, SHOTGUN | ROCKETS);
    nq_demo_text(&m, NQ_PRINT, "\1Ranger: \310\345\354\354\357\n");
    add_condition(&m, 1.125, 100, SHOTGUN | ROCKETS | QUAD);
    add(&m, (struct nq_message){.id = NQ_FOUNDSECRET});
    add(&m, (struct nq_message){.id = NQ_KILLEDMONSTER});
    end_block(&m); /* without a picture: they show in the next one */
    nq_demo_text(&m, NQ_PRINT, "Grunt");
    nq_demo_text(&m, NQ_PRINT, " rides Ranger's rocket\n");
    add_frags(&m, 4);
    add_condition(&m, 1.1875, 90, SHOTGUN | ROCKETS | QUAD);
    add_frags(&m, 2); /* fewer is no frag */
    nq_demo_text(&m, NQ_PRINT, "Ranger visits the Volcano God\n");
    add_condition(&m, 1.25, -5, SHOTGUN | ROCKETS);
    add_condition(&m, 1.3125, 100, SHOTGUN | KEY); /* alive again with what he is given */
    add_level(&m, "two");
    add_frags(&m, 2);
    add_condition(&m, 5.0, 100, SHOTGUN | QUAD); /* brought along */
    nq_demo_text(&m, NQ_PRINT, "\1bye\n");
    end_block(&m);
    struct timeline *t = open_demo(&m);
    static const struct {
        double time;
        enum demo_event_kind kind;
        const char *text;
    } expected[] = {
        {0.0, DEMO_EVENT_LEVEL, "level: one"},
        {0.0, DEMO_EVENT_CHAT, "before the game"},
        {0.0625, DEMO_EVENT_PICKUP, "rocket launcher"},
        {0.125, DEMO_EVENT_CHAT, "Ranger: Hello"},
        {0.125, DEMO_EVENT_PICKUP, "quad damage"},
        {0.1875, DEMO_EVENT_SECRET, "secret 1"},
        {0.1875, DEMO_EVENT_FRAG, "kill 1"},
        {0.1875, DEMO_EVENT_FRAG, "Grunt rides Ranger's rocket"},
        {0.25, DEMO_EVENT_DEATH, "Ranger visits the Volcano God"},
        {0.4125, DEMO_EVENT_LEVEL, "level: two"},
        {0.4125, DEMO_EVENT_CHAT, "bye"},
    };
    const uint32_t count = sizeof(expected) / sizeof(expected[0]);
    cr_expect_eq(timeline_extent(t).num_events, count);
    for (uint32_t i = 0; i < count; i++) {
        expect_event(t, i, expected[i].time, expected[i].kind, expected[i].text);
    }
    cr_expect(timeline_next_event(t, 0.125, UINT32_MAX, &event));
    cr_expect_eq(event.kind, DEMO_EVENT_SECRET);
    cr_expect(timeline_next_event(t, 0.0, 1u << DEMO_EVENT_DEATH, &event));
    cr_expect_eq(event.time, 0.25);
    cr_expect(timeline_previous_event(t, 0.125, UINT32_MAX, &event));
    cr_expect_eq(event.kind, DEMO_EVENT_PICKUP);
    cr_expect(timeline_previous_event(t, 0.4, 1u << DEMO_EVENT_LEVEL, &event));
    cr_expect_str_eq(event.text, "level: one");
    cr_expect_not(timeline_next_event(t, 0.4125, UINT32_MAX, &event));
    cr_expect_not(timeline_previous_event(t, 0.0, UINT32_MAX, &event));
    timeline_close(t);
    nq_demo_end(&m);
}

Test(timeline, there_is_a_limit_to_the_events_of_a_hostile_demo)
{
    struct nq_demo m;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    for (int block = 0; block < 80; block++) {
        for (int i = 0; i < 1000; i++) {
            nq_demo_text(&m, NQ_PRINT, "\1x");
        }
        add_update(&m, 1.0 + block / 16.0);
    }
    struct timeline *t = open_demo(&m);
    cr_expect_leq(timeline_extent(t).num_events, (uint32_t)DEMO_MAX_EVENTS);
    cr_expect_gt(timeline_extent(t).num_events, (uint32_t)DEMO_MAX_EVENTS - 1100);
    cr_expect_eq(timeline_extent(t).num_updates, 80u);
    timeline_close(t);
    nq_demo_end(&m);
}

/* Damage that only simulation finds and damage of the bytes: the first in the file is told, however
 * the two passes meet. */
Test(timeline, the_first_flaw_in_the_file_is_told)
{
    const struct timeline_options background = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                .background = true};
    struct nq_demo m;
    struct format_error err;
    begin_demo(&m, NQ_PROTOCOL_15);
    add_level(&m, "one");
    add_update(&m, 1.0);
    size_t at = m.file.size + DEM_BLOCK_HEADER;
    add(&m, (struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {200, "nobody"}});
    end_block(&m);
    for (int i = 0; i < 600; i++) {
        add_update(&m, 1.0625 + i / 64.0);
    }
    byte_writer_bytes(&m.file, "rubbish", 7);
    for (int round = 0; round < 10; round++) {
        struct timeline *t = NULL;
        cr_assert_eq(timeline_open(&t, m.file.data, m.file.size, &background, &err), 0);
        timeline_wait(t, true);
        cr_expect_eq(damage_of(t).offset, at);
        timeline_close(t);
    }
    nq_demo_end(&m);
}
