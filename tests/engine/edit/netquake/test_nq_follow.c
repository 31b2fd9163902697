/* NetQuake demos behind others in one file: times that go on, and levels that do. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/netquake/nq_cut.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/netquake/nq_hash.h"
#include "engine/playback/families.h"
#include "tests/engine/edit/netquake/nq_parts.h"
#include "tests/support/real_data.h"
#include "tools/nq_seeds.h"

/* A part of a demo, from and to as parts of its length. */
static struct byte_writer cut_part(const struct demo *demo, double from, double to)
{
    struct byte_writer out = {0};
    struct edit_report report;
    struct edit_range range;
    double length;
    cr_assert_eq(edit_length(demo, &length, NULL), 0);
    cr_assert_eq(edit_range_find(demo, from * length, to * length, &range, NULL), 0);
    cr_assert_eq(nq_cut(demo->file, &range, &out, &report, NULL), 0);
    edit_report_free(&report);
    return out;
}

/* Joins two demos. Returns why the second one's level begins anew. */
static const char *join_two(const struct byte_writer *a, const struct byte_writer *b, bool retime,
                            bool smooth, struct byte_writer *out)
{
    const struct byte_writer *both[] = {a, b};
    struct edit_join join = {.how = {.retime = retime, .smooth = smooth}};
    struct format_error err = {0};
    for (int i = 0; i < 2; i++) {
        struct demo demo;
        cr_assert_eq(demo_open(&demo, both[i]->data, both[i]->size, "a.dem"), 0);
        cr_assert_eq(edit_join_add(&join, &demo, out, &err), 0, "%s", err.what);
        demo_close(&demo);
    }
    return join.how.anew;
}

/* The second demo's states follow those of the first; times go on unless the level begins anew. */
static void expect_states(const char *name, const struct byte_writer *a,
                          const struct byte_writer *b, const struct byte_writer *joined, bool anew)
{
    struct nq_play first = nq_play_open(a->data, a->size), second = nq_play_open(b->data, b->size),
                   all = nq_play_open(joined->data, joined->size);
    double last = 0.0;
    uint32_t update = 0;
    while (nq_play_next(&first)) {
        cr_assert(nq_play_next(&all), "%s", name);
        last = nq_state_server_time(all.state);
    }
    cr_expect_eq(last, nq_state_server_time(first.state), "%s", name);
    while (nq_play_next(&second)) {
        cr_assert(nq_play_next(&all), "%s: update %u is missing", name, update);
        cr_assert_eq(nq_hash_player(all.state), nq_hash_player(second.state), "%s: %u", name,
                     update);
        cr_assert_eq(nq_hash_entities(all.state), nq_hash_entities(second.state), "%s: %u", name,
                     update);
        cr_assert_eq(nq_hash_level(all.state), nq_hash_level(second.state), "%s: %u", name, update);
        const double step = nq_state_server_time(all.state) - last;
        cr_assert(update > 0 || anew || (step > 0.0 && step < 0.11), "%s: %f", name, step);
        last = nq_state_server_time(all.state);
        update++;
    }
    cr_expect_not(nq_play_next(&all), "%s: more than both", name);
    cr_expect_eq(nq_state_level_count(all.state),
                 nq_state_level_count(first.state) +
                     (anew ? nq_state_level_count(second.state) : 0),
                 "%s", name);
    nq_state_destroy(first.state);
    nq_state_destroy(second.state);
    nq_state_destroy(all.state);
}

/* A part of a demo behind another one, which may be a later one. */
static const char *check_smooth(const char *name, const struct demo *demo, const double parts[4])
{
    struct byte_writer a = cut_part(demo, parts[0], parts[1]);
    struct byte_writer b = cut_part(demo, parts[2], parts[3]), joined = {0}, plain = {0};
    const char *anew = join_two(&a, &b, false, true, &joined);
    expect_states(name, &a, &b, &joined, anew);
    (void)join_two(&a, &b, false, false, &plain);
    const bool same = joined.size == plain.size && memcmp(joined.data, plain.data, plain.size) == 0;
    cr_expect_eq(same, anew != NULL, "%s", name);
    cr_expect(anew || joined.size < plain.size, "%s", name);
    byte_writer_free(&a);
    byte_writer_free(&b);
    byte_writer_free(&joined);
    byte_writer_free(&plain);
    return anew;
}

static const double early_late[4] = {0.1, 0.3, 0.6, 0.8}, late_early[4] = {0.6, 0.8, 0.1, 0.3};

Test(nq_follow, a_level_goes_on)
{
    static const char *const names[] = {"demo1.dem", "demo2.dem"};
    for (int i = 0; i < 2; i++) {
        const uint8_t *data;
        size_t size;
        struct demo demo;
        cr_assert(builtin_find(names[i], &data, &size));
        cr_assert_eq(demo_open(&demo, data, size, names[i]), 0);
        cr_expect_null(check_smooth(names[i], &demo, early_late));
        cr_expect_null(check_smooth(names[i], &demo, late_early));
        demo_close(&demo);
    }
}

/* Where the server sends differences of entities, levels begin anew. */
Test(nq_follow, every_protocol)
{
    const uint8_t *data;
    size_t size;
    int anew = 0;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    for (int i = 0; i < NQ_SEEDS; i++) {
        struct byte_writer seed = {0};
        struct demo demo;
        cr_assert(nq_seed_write(i, data, size, size, &seed));
        if (demo_open(&demo, seed.data, seed.size, "a.dem") == 0) {
            const char *why = check_smooth(nq_seed_name(i), &demo, late_early);
            cr_expect(!why || strcmp(why, "entities are told as differences") == 0, "%s: %s",
                      nq_seed_name(i), why);
            anew += why != NULL;
        }
        demo_close(&demo);
        byte_writer_free(&seed);
    }
    cr_expect(anew > 0 && anew < NQ_SEEDS);
}

Test(nq_follow, another_level_begins_anew)
{
    const uint8_t *data[2];
    size_t size[2];
    struct byte_writer demos[2] = {{0}}, joined = {0};
    cr_assert(builtin_find("demo1.dem", &data[0], &size[0]));
    cr_assert(builtin_find("demo2.dem", &data[1], &size[1]));
    for (int i = 0; i < 2; i++) {
        byte_writer_bytes(&demos[i], data[i], size[i]);
    }
    cr_expect_str_eq(join_two(&demos[0], &demos[1], false, true, &joined),
                     "another level, or other models or sounds");
    byte_writer_free(&demos[0]);
    byte_writer_free(&demos[1]);
    byte_writer_free(&joined);
}

/* The first and the last time of a demo. */
static void find_times(const struct byte_writer *bytes, double *first, double *last)
{
    struct nq_play p = nq_play_open(bytes->data, bytes->size);
    cr_assert(nq_play_next(&p));
    *first = *last = nq_state_server_time(p.state);
    while (nq_play_next(&p)) {
        *last = nq_state_server_time(p.state);
    }
    nq_state_destroy(p.state);
}

Test(nq_follow, times_go_on)
{
    const uint8_t *data;
    size_t size;
    struct demo demo;
    double first, end, begin, last, joined_first, joined_last;
    struct byte_writer joined = {0}, plain = {0};
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(demo_open(&demo, data, size, "demo1.dem"), 0);
    struct byte_writer a = cut_part(&demo, 0.6, 0.8), b = cut_part(&demo, 0.1, 0.3);
    cr_expect_null(join_two(&a, &b, true, false, &joined));
    (void)join_two(&a, &b, false, false, &plain);
    cr_expect_eq(joined.size, plain.size, "times alone differ");
    find_times(&a, &first, &end);
    find_times(&b, &begin, &last);
    find_times(&joined, &joined_first, &joined_last);
    cr_expect_eq(joined_first, first);
    cr_expect(joined_last > end + last - begin && joined_last < end + last - begin + 0.11);
    expect_states("retimed", &a, &b, &joined, true);
    byte_writer_free(&a);
    byte_writer_free(&b);
    byte_writer_free(&joined);
    byte_writer_free(&plain);
    demo_close(&demo);
}

/* A demo whose entities come behind its disconnect, and behind more bytes than `size`. */
static struct byte_writer end_early(const struct byte_writer *from, size_t size)
{
    static const uint8_t goodbye[] = {NQ_DISCONNECT};
    const float angles[3] = {0};
    uint8_t nops[8000];
    struct byte_writer out = {0};
    struct dem_block block;
    struct dem_file dem;
    memset(nops, NQ_NOP, sizeof(nops));
    cr_assert_eq(dem_open(&dem, from->data, from->size, NULL), 0);
    size_t pos = dem.first_block;
    cr_assert_gt(dem_next_block(&dem, &pos, &block, NULL), 0);
    byte_writer_bytes(&out, from->data, pos); /* the serverinfo's block */
    dem_write_block(&out, angles, goodbye, sizeof(goodbye));
    while (out.size < 2 * size) {
        dem_write_block(&out, angles, nops, sizeof(nops));
    }
    byte_writer_bytes(&out, from->data + pos, from->size - pos);
    return out;
}

Test(nq_follow, entities_behind_the_end_do_not_count)
{
    const uint8_t *data;
    size_t size;
    struct demo demo;
    struct byte_writer joined = {0};
    struct format_error err = {0};
    struct edit_join join = {.how = {.smooth = true}};
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(demo_open(&demo, data, size, "demo1.dem"), 0);
    struct byte_writer part = cut_part(&demo, 0.2, 0.3), early = end_early(&part, part.size);
    const struct byte_writer *all[] = {&part, &early, &part};
    demo_close(&demo);
    for (int i = 0; i < 3; i++) {
        const size_t end = join.end;
        cr_assert_eq(demo_open(&demo, all[i]->data, all[i]->size, "a.dem"), 0);
        cr_assert_eq(edit_join_add(&join, &demo, &joined, &err), 0, "%s", err.what);
        cr_assert(join.end >= end && join.end <= joined.size, "demo %d", i);
        demo_close(&demo);
        if (i == 1) {
            cr_expect_str_eq(join.how.anew, "it has no entities");
        }
    }
    byte_writer_free(&part);
    byte_writer_free(&early);
    byte_writer_free(&joined);
}

/* --- real demos ------------------------------------------------------------------------------- */

static void check_real(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    double length;
    if (demo_open(&demo, data, size, name) == 0 && edit_length(&demo, &length, NULL) == 0 &&
        length > 1.0) {
        (void)check_smooth(name, &demo, early_late);
        (void)check_smooth(name, &demo, late_early);
    }
    demo_close(&demo);
}

Test(nq_follow, real_demos, .timeout = 600)
{
    real_data_each("netquake", ".dem", check_real);
}
