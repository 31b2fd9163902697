/* Merged recordings of a Quake III match: what each snapshot has, and whose. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/edit_merge.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_reader.h"
#include "tests/support/q3_demo.h"

enum { FIRST, OTHER, THIRD, DEMOS };
enum { ITEM = 70, FAR_ITEM, SHOT };

static struct q3_demo *made[DEMOS];
static struct demo opened[DEMOS];
static struct byte_writer merged;
static struct edit_merge_report report;
static struct q3_reader *reader;

static void set_server(struct q3_demo *demo, const char *serverid, int32_t feed)
{
    char text[64];
    snprintf(text, sizeof(text), "\\sv_serverid\\%s", serverid);
    q3_demo_configstring(demo, 0, "\\mapname\\q3dm17\\protocol\\68");
    q3_demo_configstring(demo, 1, text);
    demo->gamestate.checksum_feed = feed;
}

/* The demo of a player, up to its gamestate. */
static struct q3_demo *begin_demo(int which, int32_t client)
{
    struct q3_demo *demo = made[which] = q3_demo_create(68);
    set_server(demo, "500", 77);
    q3_demo_entity(demo, ITEM)[Q3_ES_MODELINDEX] = 9;
    q3_demo_baseline(demo, ITEM);
    q3_demo_remove(demo, ITEM);
    demo->player.fields[Q3_PS_CLIENT_NUM] = client;
    demo->player.stats[0] = 100; /* health */
    demo->player.fields[Q3_PS_ORIGIN_0] = q3_float_bits(100.75f * (float)(client + 1));
    demo->player.fields[Q3_PS_ORIGIN_1] = q3_float_bits(-8.75f);
    return demo;
}

/* Opens the demos and merges them; returns edit_merge's code. */
static int merge(uint32_t count, uint32_t *bad, struct format_error *err)
{
    const struct demo *demos[DEMOS];
    for (uint32_t i = 0; i < count; i++) {
        q3_demo_end(made[i]);
        opened[i] = (struct demo){
            .data = made[i]->file.data, .size = made[i]->file.size, .family = &quake3_family};
        cr_assert_eq(quake3_family.open(&opened[i].file, opened[i].data, opened[i].size, 68, err),
                     0, "%s", err->what);
        demos[i] = &opened[i];
    }
    return edit_merge(demos, count, &merged, &report, bad, err);
}

static void merge_good(uint32_t count)
{
    struct format_error err;
    uint32_t bad;
    cr_assert_eq(merge(count, &bad, &err), 0, "%u: %s", (unsigned)bad, err.what);
    reader = q3_reader_create(68, merged.data, merged.size);
    cr_assert_not_null(reader);
}

static void finish(void)
{
    q3_reader_free(reader);
    for (int i = 0; i < DEMOS; i++) {
        if (opened[i].file) {
            quake3_family.close(opened[i].file);
        }
        if (made[i]) {
            q3_demo_free(made[i]);
        }
    }
    byte_writer_free(&merged);
    edit_report_free(&report.edit);
}

TestSuite(q3_merger, .fini = finish);

/* The next snapshot of the merged demo. */
static const struct q3_snapshot *next_snapshot(void)
{
    struct q3_message m;
    struct format_error err;
    for (;;) {
        while (reader->block.size > 0 && q3_reader_next(reader, &m, &err) > 0) {
            if (m.id == Q3_SNAPSHOT) {
                cr_assert_not_null(m.u.snapshot, "a base is missing");
                return m.u.snapshot;
            }
        }
        cr_assert_gt(q3_reader_block(reader, &err), 0, "the demo has ended");
    }
}

static const int32_t *find(const struct q3_snapshot *s, uint32_t number)
{
    const struct q3_entity_state *entity = q3_frames_entity_of(&reader->frames, s, number);
    return entity ? entity->fields : NULL;
}

Test(q3_merger, adds_what_the_first_did_not_see)
{
    struct q3_demo *a = begin_demo(FIRST, 0), *b = begin_demo(OTHER, 3);
    q3_demo_entity(a, ITEM)[Q3_ES_MODELINDEX] = 9;
    q3_demo_place(b, ITEM, 1, 2, 3); /* the first one's stays */
    q3_demo_place(b, FAR_ITEM, 4, 5, 6);
    q3_demo_entity(b, 0)[Q3_ES_E_TYPE] = Q3_ET_PLAYER; /* the first recorder */
    q3_demo_gamestate(a, 0);
    q3_demo_gamestate(b, 3);
    for (int i = 0; i < 4; i++) {
        q3_demo_snapshot(a, 1000 + 50 * i, i > 0);
        if (i == 2) {
            q3_demo_remove(b, FAR_ITEM);
        }
        q3_demo_snapshot(b, 1000 + 50 * i, i > 0);
    }
    merge_good(2);
    for (int i = 0; i < 4; i++) {
        const struct q3_snapshot *s = next_snapshot();
        cr_expect_eq(s->server_time, 1000 + 50 * i);
        cr_expect_eq(s->count, i < 2 ? 3u : 2u, "snapshot %d: %u entities", i, (unsigned)s->count);
        cr_expect_eq(s->player.fields[Q3_PS_CLIENT_NUM], 0);
        cr_expect(find(s, ITEM) && find(s, ITEM)[Q3_ES_MODELINDEX] == 9 &&
                  q3_float(find(s, ITEM)[Q3_ES_POS_TR_BASE_0]) == 0.0f);
        cr_expect_eq(find(s, FAR_ITEM) != NULL, i < 2);
        cr_expect_null(find(s, 0), "nobody sees himself");
        const int32_t *f = find(s, 3);
        cr_assert_not_null(f);
        cr_expect_eq(f[Q3_ES_E_TYPE], Q3_ET_PLAYER);
        cr_expect_eq(f[Q3_ES_CLIENT_NUM], 3);
        cr_expect_eq(q3_float(f[Q3_ES_POS_TR_BASE_0]), 403.0f);
        cr_expect_eq(q3_float(f[Q3_ES_POS_TR_BASE_1]), -8.0f, "servers cut towards zero");
        cr_expect_eq(f[Q3_ES_SOLID], 15 | 24 << 8 | 64 << 16);
    }
    cr_expect_eq(report.others[0].snapshots, 4u);
    cr_expect_eq(report.others[0].entities, 6u);
    cr_expect_eq(report.edit.steps, 5u);
}

/* Of servers that send one client fewer snapshots the last one counts, if it is not old. */
Test(q3_merger, takes_the_newest_that_is_not_later)
{
    static const int32_t others[] = {900, 1040, 1400}, times[] = {1000, 1050, 1140, 1141, 1390};
    static const int32_t shown[] = {0, 1, 1, -1, -1}; /* which of them counts */
    struct q3_demo *a = begin_demo(FIRST, 0), *b = begin_demo(OTHER, 3);
    q3_demo_gamestate(a, 0);
    q3_demo_gamestate(b, 3);
    for (int i = 0; i < 3; i++) {
        b->player.fields[Q3_PS_ORIGIN_2] = q3_float_bits((float)i);
        q3_demo_snapshot(b, others[i], 0);
    }
    for (int i = 0; i < 5; i++) {
        q3_demo_snapshot(a, times[i], 0);
    }
    merge_good(2);
    for (int i = 0; i < 5; i++) {
        const int32_t *f = find(next_snapshot(), 3);
        cr_assert_eq(f != NULL, shown[i] >= 0, "snapshot %d", i);
        cr_expect(!f || q3_float(f[Q3_ES_POS_TR_BASE_2]) == (float)shown[i], "snapshot %d", i);
    }
    cr_expect_eq(report.others[0].snapshots, 3u);
}

/* Servers take an event out of a player's entity after 300 ms. */
static void check_last_event(int32_t begin)
{
    struct q3_demo *a = begin_demo(FIRST, 0), *b = begin_demo(OTHER, 3);
    q3_demo_gamestate(a, 0);
    q3_demo_gamestate(b, 3);
    int32_t *p = b->player.fields;
    p[Q3_PS_EVENT_SEQUENCE] = 5; /* before the demo */
    p[Q3_PS_EVENTS_0] = 12;
    for (int i = 0; i < 6; i++) {
        if (i == 1) {
            p[Q3_PS_EVENT_SEQUENCE] = 6;
            p[Q3_PS_EVENTS_1] = 23;
            p[Q3_PS_EVENT_PARMS_1] = 5;
        }
        if (i == 4) {
            p[Q3_PS_EVENT_SEQUENCE] = 7;
            p[Q3_PS_EVENTS_0] = 30;
            p[Q3_PS_EVENT_PARMS_0] = 9;
        }
        p[Q3_PS_EXTERNAL_EVENT] = i == 5 ? 60 : 0;
        q3_demo_snapshot(a, begin + 150 * i, 0);
        q3_demo_snapshot(b, begin + 150 * i, 0);
    }
    merge_good(2);
    for (int i = 0; i < 6; i++) {
        const int32_t *f = find(next_snapshot(), 3);
        cr_assert_not_null(f);
        static const int32_t events[] = {0, 23 | 1 << 8, 23 | 1 << 8, 23 | 1 << 8, 30 | 2 << 8, 60};
        cr_expect_eq(f[Q3_ES_EVENT], events[i], "snapshot %d: %d", i, (int)f[Q3_ES_EVENT]);
        cr_expect_eq(f[Q3_ES_EVENT_PARM], i == 4 ? 9 : i >= 1 && i <= 3 ? 5 : 0);
    }
}

Test(q3_merger, the_other_recorders_last_event)
{
    check_last_event(1000);
}

Test(q3_merger, the_other_recorders_last_event_at_the_first_time)
{
    check_last_event(INT32_MIN);
}

Test(q3_merger, only_of_the_same_level)
{
    struct q3_demo *a = begin_demo(FIRST, 0), *b = begin_demo(OTHER, 3);
    struct format_error err;
    uint32_t bad;
    set_server(b, "400", 77); /* before a restart */
    q3_demo_gamestate(a, 0);
    q3_demo_gamestate(b, 3);
    q3_demo_snapshot(b, 1000, 0);
    q3_demo_command(b, "cs 1 \"\\sv_serverid\\500\"");
    q3_demo_snapshot(b, 1000, 0);
    q3_demo_snapshot(b, 1050, 0);
    q3_demo_snapshot(a, 950, 0);
    q3_demo_snapshot(a, 1000, 0);
    q3_demo_snapshot(a, 1050, 0);
    begin_demo(THIRD, 4); /* another level's random number */
    set_server(made[THIRD], "500", 78);
    q3_demo_gamestate(made[THIRD], 4);
    q3_demo_snapshot(made[THIRD], 1000, 0);
    cr_expect_eq(merge(3, &bad, &err), FORMAT_BAD);
    cr_expect_eq(bad, 2u);
    cr_expect_eq(report.others[0].snapshots, 2u);
    cr_expect_eq(report.others[1].snapshots, 0u);
}

Test(q3_merger, gibbed_players_and_spectators_have_no_body)
{
    struct q3_demo *a = begin_demo(FIRST, 0), *b = begin_demo(OTHER, 3);
    q3_demo_gamestate(a, 0);
    q3_demo_gamestate(b, 3);
    static const int32_t types[] = {0, 2, 3, 5}; /* normal, spectator, dead, intermission */
    for (int i = 0; i < 4; i++) {
        b->player.fields[Q3_PS_PM_TYPE] = types[i];
        b->player.stats[0] = types[i] == 3 ? -10 : 100;
        q3_demo_snapshot(a, 1000 + 50 * i, 1);
        q3_demo_snapshot(b, 1000 + 50 * i, 1);
    }
    merge_good(2);
    for (int i = 0; i < 4; i++) {
        const int32_t *f = find(next_snapshot(), 3);
        cr_expect_eq(f != NULL, types[i] == 0 || types[i] == 3, "snapshot %d", i);
        cr_expect(!f || (f[Q3_ES_SOLID] == 0) == (types[i] == 3), "corpses are not solid");
    }
}

Test(q3_merger, at_most_256_entities_the_first_ones_before)
{
    struct q3_demo *a = begin_demo(FIRST, 0), *b = begin_demo(OTHER, 3);
    for (uint32_t i = 0; i < 200; i++) {
        q3_demo_entity(a, 500 + i)[Q3_ES_MODELINDEX] = 1;
        q3_demo_entity(b, 100 + i)[Q3_ES_MODELINDEX] = 2;
    }
    q3_demo_gamestate(a, 0);
    q3_demo_gamestate(b, 3);
    for (int i = 0; i < 40; i++) { /* more than a reader keeps */
        q3_demo_snapshot(a, 1000 + 50 * i, i > 0);
        q3_demo_snapshot(b, 1000 + 50 * i, i > 0);
    }
    merge_good(2);
    for (int i = 0; i < 40; i++) {
        const struct q3_snapshot *s = next_snapshot();
        cr_assert_eq(s->count, 256u);
        cr_assert(find(s, 155) && !find(s, 156) && find(s, 500) && find(s, 699), "snapshot %d", i);
        cr_assert_eq(find(s, 155)[Q3_ES_MODELINDEX], 2);
    }
}

/* Damage ends what a demo gives, and is told. */
Test(q3_merger, a_damaged_demo_gives_its_good_part)
{
    struct q3_demo *a = begin_demo(FIRST, 0), *b = begin_demo(OTHER, 3);
    q3_demo_gamestate(a, 0);
    q3_demo_gamestate(b, 3);
    for (int i = 0; i < 4; i++) {
        q3_demo_snapshot(a, 1000 + 200 * i, 0);
        q3_demo_snapshot(b, 1000 + 200 * i, 0);
    }
    memset(b->file.data + b->blocks[3], 0x7f, 8);
    merge_good(2);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(find(next_snapshot(), 3) != NULL, i < 2, "snapshot %d", i);
    }
    cr_expect_lt(report.others[0].code, 0);
    cr_expect_eq(report.others[0].err.offset, b->blocks[3]);
}

Test(q3_merger, protocols_have_to_be_the_same)
{
    struct format_error err;
    uint32_t bad;
    q3_demo_gamestate(begin_demo(FIRST, 0), 0);
    begin_demo(OTHER, 1);
    q3_demo_free(made[OTHER]);
    made[OTHER] = q3_demo_create(67);
    q3_demo_gamestate(made[OTHER], 1);
    q3_demo_end(made[OTHER]);
    const struct demo *demos[] = {&opened[FIRST], &opened[OTHER]};
    for (int i = 0; i < 2; i++) {
        opened[i] = (struct demo){.family = &quake3_family};
        cr_assert_eq(quake3_family.open(&opened[i].file, made[i]->file.data, made[i]->file.size,
                                        68 - i, &err),
                     0);
    }
    cr_expect_eq(edit_merge(demos, 2, &merged, &report, &bad, &err), FORMAT_UNKNOWN);
    cr_expect_eq(bad, 1u);
    cr_expect_eq(merged.size, 0u);
}
