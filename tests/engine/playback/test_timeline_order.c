/* The line of moments: every way to a moment gives the same state, whatever key frames there are;
 * what happens when, and the index in the background. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/support/random_numbers.h"
#include "tests/support/sanitized.h"
#include "tests/support/scarce.h"
#include "tools/long_demo.h"

/* The states' hashes after every block, played straight through. */
static uint64_t *straight_hashes(const uint8_t *data, size_t size, uint32_t *count)
{
    struct timeline *p = demo_stage_open_bytes(data, size);
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
    struct timeline *p = demo_stage_open_bytes(data, size);
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
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    for (int i = 0; i < 700; i++) {
        nq_demo_text(&m, NQ_PRINT, i % 50 ? "" : "a line\n");
        demo_stage_add_update(&m, 1.0 + i / 64.0);
    }
    demo_stage_add_level(&m, "two");
    for (int i = 0; i < 700; i++) {
        demo_stage_add_update(&m, 2.0 + i / 32.0);
    }
    demo_stage_add_disconnect(&m);
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
    struct timeline *t = demo_stage_open_bytes(out.data, out.size);
    cr_expect_geq(timeline_length(t), 300.0);
    cr_expect_not(demo_stage_is_damaged(t));
    timeline_close(t);
    check_any_order(out.data, out.size, 40);
    byte_writer_free(&out);
    demo_source_close(&source);
}

Test(timeline, blocks_and_updates_after_the_end_are_refused)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 1.0);
    struct timeline *p = demo_stage_open_demo(&m);
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

/* Bytes allocated by malloc; 0 = not counted on this system. */
static size_t heap_in_use(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33) && !SANITIZED
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
    demo_stage_begin(&m, NQ_PROTOCOL_666);
    demo_stage_add_level(&m, "crowded");
    nq_demo_time(&m, 1.0f);
    demo_stage_add_entity(&m, 31999, 8.0);
    demo_stage_end_block(&m);
    for (int i = 1; i < BLOCKS; i++) {
        nq_demo_time(&m, (float)(1.0 + i / 64.0));
        if (i % 100 == 0) {
            demo_stage_add_entity(&m, (uint16_t)(i * 7 % 31000), i % 64);
        }
        demo_stage_end_block(&m);
    }
    struct timeline *p = demo_stage_open_demo(&m);
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
    demo_stage_begin(m, NQ_PROTOCOL_15);
    demo_stage_add_level(m, "long");
    for (int i = 0; i < updates; i++) {
        if (i % 100 == 50) {
            nq_demo_text(m, NQ_PRINT, i % 200 == 50 ? "\1Ranger: hello\n" : "a door opens\n");
        }
        demo_stage_add_update(m, 1.0 + i / 64.0);
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
    struct timeline *p = demo_stage_open_demo(&m);
    for (int round = 0; round < 20; round++) {
        cr_assert_eq(timeline_open(&t, m.file.data, m.file.size, &background, &err), 0);
        struct timeline_extent early = timeline_extent(t);
        cr_expect_geq(early.num_updates, 1u);
        cr_expect(early.complete ? early.scanned == 1.0 : early.scanned <= 1.0);
        /* Indexed updates can be seeked to before the index is complete, with the final result. */
        cr_assert_eq(timeline_go_update(t, early.num_updates - 1), 0);
        cr_assert_eq(timeline_go_update(p, early.num_updates - 1), 0);
        cr_expect_eq(timeline_state_hash(t), timeline_state_hash(p));
        if (round % 2 == 0) { /* closing must not wait for it */
            cr_assert_eq(timeline_wait(t, true), 0);
            cr_expect(timeline_extent(t).seekable);
            expect_same_index(t, p);
        }
        timeline_close(t);
    }
    timeline_close(p);
    nq_demo_end(&m);
}

/* Where no thread can be made the caller builds it, part by part; what is asked for is there. */
Test(timeline, the_index_is_the_same_without_a_thread)
{
    const struct timeline_options background = {
        .key_frame_bytes = TIMELINE_KEY_FRAME_BYTES, .background = true, .sounds = true};
    struct nq_demo m;
    struct timeline *t = NULL, *head = NULL;
    struct format_error err;
    long_demo(&m, 5000);
    struct timeline *p = demo_stage_open_demo(&m);
    cr_assert_eq(timeline_go_time(p, 10.0, true), 0);
    const uint64_t hash = timeline_state_hash(p);
    scarce_begin_limited(0, 0);
    for (int round = 0; round < 4; round++) {
        cr_assert_eq(timeline_open(&t, m.file.data, m.file.size, &background, &err), 0);
        struct timeline_extent early = timeline_extent(t);
        cr_expect(early.num_updates >= 1 && early.num_updates < 1000, "%u", early.num_updates);
        cr_expect(!early.complete && !early.seekable);
        int parts = 0;
        while (round == 0 && timeline_build(t)) {
            parts++;
            early = timeline_extent(t);
            cr_assert_eq(timeline_go_update(t, early.num_updates - 1), 0);
        }
        if (round == 1) { /* a time that is not indexed yet */
            cr_assert_eq(timeline_go_time(t, 10.0, true), 0);
            cr_expect_not(timeline_extent(t).complete);
            cr_expect_eq(timeline_state_hash(t), hash);
            timeline_wait_sounds(t, 20.0);
            cr_expect(timeline_extent(t).complete && !timeline_extent(t).seekable);
        } else if (round == 2) {
            cr_assert_eq(timeline_open_head(&head, t), 0);
            timeline_close(t);
            t = head;
        }
        if (round < 3) { /* the last one is closed while it is built */
            cr_assert_eq(timeline_wait(t, true), 0);
            cr_expect(timeline_extent(t).seekable);
            cr_expect_not(timeline_build(t));
            expect_same_index(t, p);
        }
        cr_expect(round > 0 || parts > 100, "%d parts", parts);
        timeline_close(t);
    }
    cr_expect_eq(scarce_blocks(), 0u);
    scarce_end();
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
    struct timeline *p = demo_stage_open_demo(&m);
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
    demo_stage_add(m, (struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {0, name}});
}

static void add_frags(struct nq_demo *m, int16_t frags)
{
    demo_stage_add(m, (struct nq_message){.id = NQ_UPDATEFRAGS, .u.updatefrags = {0, frags}});
}

static void add_condition(struct nq_demo *m, double time, int16_t health, uint32_t items)
{
    nq_demo_time(m, (float)time);
    nq_demo_clientdata(m, 0, health, items);
    demo_stage_end_block(m);
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
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    add_player(&m, "Ranger");
    add_frags(&m, 3); /* what was before is no event */
    nq_demo_text(&m, NQ_PRINT, "\1before the game\n");
    add_condition(&m, 1.0, 100, SHOTGUN);
    add_condition(&m, 1.0625, 100, SHOTGUN | ROCKETS);
    nq_demo_text(&m, NQ_PRINT, "\1Ranger: \310\345\354\354\357\n");
    add_condition(&m, 1.125, 100, SHOTGUN | ROCKETS | QUAD);
    demo_stage_add(&m, (struct nq_message){.id = NQ_FOUNDSECRET});
    demo_stage_add(&m, (struct nq_message){.id = NQ_KILLEDMONSTER});
    demo_stage_end_block(&m); /* without a picture: they show in the next one */
    nq_demo_text(&m, NQ_PRINT, "Grunt");
    nq_demo_text(&m, NQ_PRINT, " rides Ranger's rocket\n");
    add_frags(&m, 4);
    add_condition(&m, 1.1875, 90, SHOTGUN | ROCKETS | QUAD);
    add_frags(&m, 2); /* fewer is no frag */
    nq_demo_text(&m, NQ_PRINT, "Ranger visits the Volcano God\n");
    add_condition(&m, 1.25, -5, SHOTGUN | ROCKETS);
    add_condition(&m, 1.3125, 100, SHOTGUN | KEY); /* respawned with the starting weapons */
    demo_stage_add_level(&m, "two");
    add_frags(&m, 2);
    add_condition(&m, 5.0, 100, SHOTGUN | QUAD); /* brought along */
    nq_demo_text(&m, NQ_PRINT, "\1bye\n");
    demo_stage_end_block(&m);
    struct timeline *t = demo_stage_open_demo(&m);
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

Test(timeline, a_level_is_finished_once)
{
    static const struct {
        double time;
        const char *text;
    } expected[] = {{0.0625, "finished 1:05.250, kills 1 of 3"},
                    {0.225, "finished"},
                    {0.3875, "finished 0:02.000, secrets 0 of 7"}};
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add(
        &m, (struct nq_message){.id = NQ_UPDATESTAT,
                                .u.updatestat = {.stat = NQ_STAT_TOTAL_MONSTERS, .value = 3}});
    add_condition(&m, 65.1875, 100, 0);
    demo_stage_add(&m, (struct nq_message){.id = NQ_KILLEDMONSTER});
    nq_demo_time(&m, 65.25f);
    demo_stage_add(&m, (struct nq_message){.id = NQ_INTERMISSION});
    demo_stage_end_block(&m);
    nq_demo_text(&m, NQ_FINALE, "the end");
    add_condition(&m, 65.3125, 100, 0);
    demo_stage_add_level(&m, "two");
    nq_demo_text(&m, NQ_CUTSCENE, "at once");
    add_condition(&m, 1.0, 100, 0);
    demo_stage_add_level(&m, "three");
    demo_stage_add(
        &m, (struct nq_message){.id = NQ_UPDATESTAT,
                                .u.updatestat = {.stat = NQ_STAT_TOTAL_SECRETS, .value = 7}});
    add_condition(&m, 1.9375, 100, 0);
    nq_demo_time(&m, 2.0f);
    nq_demo_text(&m, NQ_FINALE, "the end");
    demo_stage_end_block(&m);
    struct timeline *t = demo_stage_open_demo(&m);
    uint32_t found = 0;
    for (uint32_t i = 0; i < timeline_extent(t).num_events; i++) {
        if (timeline_event(t, i).kind == DEMO_EVENT_FINISH && found < 3) {
            expect_event(t, i, expected[found].time, DEMO_EVENT_FINISH, expected[found].text);
            found++;
        }
    }
    cr_expect_eq(found, 3u);
    timeline_close(t);
    nq_demo_end(&m);
}

/* A frag or death uses the print of its block or the block before; if the last print is older, a
 * generated text. */
Test(timeline, a_print_describes_frags_of_its_block_and_the_next)
{
    enum { OLDEST = 2 };
    static const char *const frags[OLDEST + 1] = {"Ranger chewed on Grunt", "Ranger ate Grunt",
                                                  "Ranger: 6"};
    static const char *const deaths[OLDEST + 1] = {"Ranger slipped", "Ranger fell", "death"};
    struct nq_demo m;
    double time = 1.0;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    add_player(&m, "Ranger");
    add_frags(&m, 3);
    add_condition(&m, time, 100, 0);
    for (int age = 0; age <= OLDEST; age++) {
        for (int dies = 0; dies <= 1; dies++) {
            const char *line = dies ? deaths[age] : frags[age];
            nq_demo_text(&m, NQ_PRINT, age == OLDEST ? "this is old" : line);
            nq_demo_text(&m, NQ_PRINT, "\n");
            for (int i = 0; i < age; i++) {
                add_condition(&m, time += 0.0625, 100, 0);
            }
            if (!dies) {
                add_frags(&m, (int16_t)(4 + age));
            }
            add_condition(&m, time += 0.0625, dies ? -5 : 100, 0);
        }
        add_condition(&m, time += 0.0625, 100, 0);
    }
    struct timeline *t = demo_stage_open_demo(&m);
    cr_assert_eq(timeline_extent(t).num_events, 1u + 2 * (OLDEST + 1));
    for (uint32_t age = 0; age <= OLDEST; age++) {
        const struct demo_event frag = timeline_event(t, 1 + 2 * age);
        const struct demo_event death = timeline_event(t, 2 + 2 * age);
        cr_expect(frag.kind == DEMO_EVENT_FRAG && death.kind == DEMO_EVENT_DEATH);
        cr_expect_str_eq(frag.text, frags[age]);
        cr_expect_str_eq(death.text, deaths[age]);
    }
    timeline_close(t);
    nq_demo_end(&m);
}

Test(timeline, there_is_a_limit_to_the_events_of_a_hostile_demo)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    for (int block = 0; block < 80; block++) {
        for (int i = 0; i < 1000; i++) {
            nq_demo_text(&m, NQ_PRINT, "\1x");
        }
        demo_stage_add_update(&m, 1.0 + block / 16.0);
    }
    struct timeline *t = demo_stage_open_demo(&m);
    cr_expect_leq(timeline_extent(t).num_events, (uint32_t)DEMO_MAX_EVENTS);
    cr_expect_gt(timeline_extent(t).num_events, (uint32_t)DEMO_MAX_EVENTS - 1100);
    cr_expect_eq(timeline_extent(t).num_updates, 80u);
    timeline_close(t);
    nq_demo_end(&m);
}

/* Damage found by simulation and damage found by parsing: the first in the file is reported,
 * whichever pass is first. */
Test(timeline, the_first_damage_in_the_file_is_reported)
{
    const struct timeline_options background = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                .background = true};
    struct nq_demo m;
    struct format_error err;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 1.0);
    size_t at = m.file.size + DEM_BLOCK_HEADER;
    demo_stage_add(&m, (struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {200, "nobody"}});
    demo_stage_end_block(&m);
    for (int i = 0; i < 600; i++) {
        demo_stage_add_update(&m, 1.0625 + i / 64.0);
    }
    byte_writer_bytes(&m.file, "rubbish", 7);
    for (int round = 0; round < 10; round++) {
        struct timeline *t = NULL;
        cr_assert_eq(timeline_open(&t, m.file.data, m.file.size, &background, &err), 0);
        cr_assert_eq(timeline_wait(t, true), 0);
        cr_expect_eq(demo_stage_damage_of(t).offset, at);
        timeline_close(t);
    }
    nq_demo_end(&m);
}

static uint64_t failing;
static pthread_t opener;
static atomic_bool opened;

/* Fails one allocation of the index thread after the timeline is open. Waits up to 20 ms for that;
 * if the allocation is part of opening, the wait is in vain. */
static bool fails_once_open(uint64_t number)
{
    const bool fails = number == failing && !pthread_equal(pthread_self(), opener);
    for (int i = 0; fails && i < 200 && !opened; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    return fails;
}

/* A demo that opened before memory ran out is not a shorter one. */
Test(timeline, out_of_memory_for_the_index_is_reported)
{
    static const struct timeline_options background = {.background = true};
    struct nq_demo m;
    struct format_error err;
    enum { LEVELS = 60 }; /* after the first picture: more events than there is room for */
    uint32_t said = 0;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    for (int i = 0; i < LEVELS; i++) {
        demo_stage_add_level(&m, "one");
        demo_stage_add_update(&m, 1.0 + i);
    }
    struct timeline *good = demo_stage_open_demo(&m);
    const struct timeline_extent all = timeline_extent(good);
    timeline_close(good);
    uint64_t most = 1;
    opener = pthread_self();
    for (failing = 1; failing <= most; failing++) {
        struct timeline *t = NULL;
        opened = false;
        scarce_begin(fails_once_open, true);
        if (timeline_open(&t, m.file.data, m.file.size, &background, &err) == 0) {
            opened = true;
            const int status = timeline_wait(t, false);
            const struct timeline_extent found = timeline_extent(t);
            const bool whole =
                found.num_updates == all.num_updates && found.num_events == all.num_events;
            cr_expect_eq(status, whole ? 0 : FORMAT_MEMORY, "allocation %d", (int)failing);
            cr_expect_eq(demo_stage_is_damaged(t), !whole, "allocation %d", (int)failing);
            said += !whole;
        }
        timeline_close(t);
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0);
        most = scarce_count() > most ? scarce_count() : most;
    }
    cr_expect_gt(said, 0);
    nq_demo_end(&m);
}
