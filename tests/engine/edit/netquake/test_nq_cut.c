/* Parts of NetQuake demos: what their beginning tells, which bytes are copied, what is left out;
 * the states of parts of real demos. */
#include <criterion/criterion.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/netquake/nq_cut.h"
#include "engine/edit/netquake/nq_start.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_hash.h"
#include "engine/playback/families.h"
#include "tests/engine/edit/netquake/nq_parts.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"
#include "tools/nq_seeds.h"

enum { LEVEL_UPDATES = 8 };

#define STEP 0.0625 /* seconds between updates */

static struct nq_demo made; /* its file alone is used */

static void begin(void)
{
    nq_demo_begin(&made);
}

static void end(void)
{
    nq_demo_end(&made);
}

TestSuite(nq_cut, .init = begin, .fini = end);

static struct demo open_demo(const uint8_t *data, size_t size)
{
    struct demo demo;
    demo_open(&demo, data, size, "a.dem");
    cr_assert_eq(demo.code, 0, "%s", demo.error.what);
    cr_assert_eq(demo.family, &netquake_family);
    return demo;
}

static const float no_angles[3];

static void end_block(void)
{
    dem_write_block(&made.file, no_angles, made.block.data, (uint32_t)made.block.size);
    made.block.size = 0;
}

/* An update at that time, in which entity 2 is at x. */
static void add_update(float time, double x)
{
    nq_demo_time(&made, time);
    nq_demo_clientdata(&made, 0, 90, 1);
    nq_demo_entity(&made, 1, 3, 0, 0, 0);
    nq_demo_entity(&made, 2, 4, x, 0, 0);
}

static void add_named(uint8_t player, const char *name, int16_t frags)
{
    struct nq_message m = {.id = NQ_UPDATENAME};
    m.u.updatename.player = player;
    m.u.updatename.name = name;
    nq_demo_add(&made, &m);
    m = (struct nq_message){.id = NQ_UPDATEFRAGS};
    m.u.updatefrags.player = player;
    m.u.updatefrags.frags = frags;
    nq_demo_add(&made, &m);
}

static void add_style(uint8_t style, const char *map)
{
    struct nq_message m = {.id = NQ_LIGHTSTYLE};
    m.u.lightstyle.style = style;
    m.u.lightstyle.map = map;
    nq_demo_add(&made, &m);
}

static void add_stat(uint8_t stat, int32_t value)
{
    struct nq_message m = {.id = NQ_UPDATESTAT};
    m.u.updatestat.stat = stat;
    m.u.updatestat.value = value;
    nq_demo_add(&made, &m);
}

/* A sign-on with one of each thing that is told once, in two blocks. */
static void add_level(void)
{
    struct nq_message m;
    nq_demo_serverinfo(&made, 4);
    end_block();
    m = (struct nq_message){.id = NQ_SPAWNBASELINE};
    m.u.spawnbaseline.entity = 2;
    m.u.spawnbaseline.state = (struct nq_entity_state){.model = 4, .skin = 1, .scale = 16};
    nq_demo_add(&made, &m);
    m = (struct nq_message){.id = NQ_SPAWNSTATIC};
    m.u.spawnstatic = (struct nq_entity_state){.model = 4, .origin = {8, 0, 0}, .scale = 16};
    nq_demo_add(&made, &m);
    m = (struct nq_message){.id = NQ_SPAWNSTATICSOUND};
    m.u.spawnstaticsound.sound = 1;
    m.u.spawnstaticsound.volume = 200;
    nq_demo_add(&made, &m);
    add_named(0, "first", 0);
    add_style(3, "az");
    add_stat(11, 5);
    end_block();
}

/* Updates 0 to LEVEL_UPDATES - 1; at update 3 something changes, at update 6 much. */
static void add_updates(float start)
{
    for (int i = 0; i < LEVEL_UPDATES; i++) {
        add_update(start + (float)(i * STEP), 16.0 * i);
        if (i == 3) {
            add_named(0, "renamed", 7);
            add_style(3, "b");
            add_style(40, "m");
            nq_demo_add(&made, &(struct nq_message){.id = NQ_KILLEDMONSTER});
            nq_demo_add(&made, &(struct nq_message){.id = NQ_KILLEDMONSTER});
            nq_demo_add(&made, &(struct nq_message){.id = NQ_FOUNDSECRET});
            nq_demo_add(&made, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 2});
            nq_demo_add(&made, &(struct nq_message){.id = NQ_SETPAUSE, .u.setpause = 1});
        }
        end_block();
    }
}

static struct byte_writer cut(const struct demo *demo, const struct edit_range *range,
                              struct edit_report *report)
{
    struct byte_writer out = {0};
    struct format_error err = {0};
    cr_assert_eq(nq_cut(demo->file, range, &out, report, &err), 0, "%s", err.what);
    return out;
}

static struct edit_range find(const struct demo *demo, double from, double to)
{
    struct edit_range range;
    struct format_error err;
    (void)!edit_range_find(demo, from, to, &range, &err);
    return range;
}

/* These updates of the demo that was made, from 0. */
static struct byte_writer cut_made(int first, int last, struct edit_report *report)
{
    struct demo demo = open_demo(made.file.data, made.file.size);
    const struct edit_range range = find(&demo, STEP * first, STEP * last);
    cr_assert_eq(range.updates, (uint32_t)(last - first + 1));
    struct byte_writer out = cut(&demo, &range, report);
    demo_close(&demo);
    return out;
}

/* Plays a demo to its end. */
static struct nq_state *play(const struct byte_writer *bytes)
{
    struct dem_file dem;
    struct dem_block block;
    struct format_error err = {0};
    struct nq_state *state = nq_state_create();
    cr_assert_eq(dem_open(&dem, bytes->data, bytes->size, &err), 0, "%s", err.what);
    size_t pos = dem.first_block;
    while (!nq_state_disconnected(state)) {
        cr_assert_eq(dem_next_block(&dem, &pos, &block, &err), 1, "no end: %s", err.what);
        cr_assert_eq(nq_state_apply_block(&state, &dem, &block, &err), 0, "%s", err.what);
    }
    cr_assert_eq(pos, bytes->size);
    return state;
}

Test(nq_cut, a_part_begins_as_things_stood)
{
    struct edit_report report;
    add_level();
    add_updates(10.0f);
    struct byte_writer out = cut_made(6, 6, &report);
    cr_expect_eq(report.start_steps, 3u);
    cr_expect_eq(report.steps, 3u + 1 + 1);
    struct nq_state *state = play(&out);
    cr_expect_eq(nq_state_server_time(state), 10.375);
    cr_expect_str_eq(nq_players(state)[0].name, "renamed");
    cr_expect_eq(nq_players(state)[0].frags, 7);
    cr_expect(state->lightstyle_lengths[3] == 1 && state->lightstyles[3][0] == 'b');
    cr_expect(state->lightstyle_lengths[40] == 1);
    cr_expect_eq(state->stats[NQ_STAT_TOTAL_SECRETS], 5);
    cr_expect_eq(state->stats[NQ_STAT_SECRETS], 1);
    cr_expect_eq(state->stats[NQ_STAT_MONSTERS], 2);
    cr_expect(state->view_entity == 2 && state->paused == 1);
    cr_expect_eq(nq_entity_get(state, 2)->baseline.skin, 1);
    cr_expect_eq(nq_entity_get(state, 2)->origins[0][0], 96.0f);
    cr_expect_eq(state->arrays[NQ_STATICS].count, 1u);
    cr_expect_eq(state->arrays[NQ_STATIC_SOUNDS].count, 1u);
    cr_expect_lt(state->item_times[0], 0.2, "told in the sign-on: does not flash");
    nq_state_destroy(state);
    byte_writer_free(&out);
}

static void add_orders(void)
{
    nq_demo_text(&made, NQ_STUFFTEXT, "v_cshift 1 2 3 4\nv_idlescale 0.1;v_iyaw_le");
    nq_demo_text(&made, NQ_STUFFTEXT, "vel 7\nfog 9 9 9 9\nfog .5 .25 .125 1\nfog .75\n");
    nq_demo_text(&made, NQ_STUFFTEXT, "sky never\nsky \"night\"\nsay fog\nbf\n");
}

static void expect_orders(const struct nq_state *state)
{
    static const int32_t tint[] = {1, 2, 3, 4};
    cr_expect_arr_eq(state->orders.tint, tint, sizeof(tint));
    cr_expect_eq(state->orders.idle.scale, 0.1f);
    cr_expect_eq(state->orders.idle.level[1], 7.0f);
    cr_expect_eq(state->orders.idle.level[0], quake_idle_default.level[0]);
}

Test(nq_cut, a_part_repeats_orders_for_the_picture)
{
    struct edit_report report;
    add_level();
    add_update(10.0f - (float)STEP, 0.0);
    add_orders();
    end_block();
    add_updates(10.0f);
    struct byte_writer out = cut_made(7, 7, &report);
    struct nq_state *state = play(&out);
    expect_orders(state);
    cr_expect(state->fog.to[NQ_FOG_DENSITY] == 0.75f && state->fog.to[NQ_FOG_RED] == 0.25f);
    cr_expect_str_eq(state->skybox, "night");
    nq_state_destroy(state);
    /* A second level has a fog and a sky of its own, but the console is the same. */
    add_level();
    add_updates(1.0f);
    struct demo demo = open_demo(made.file.data, made.file.size);
    struct edit_range range = {0};
    for (double from = 0.5; range.updates != LEVEL_UPDATES; from += STEP / 2) {
        cr_assert_lt(from, 3.0);
        range = find(&demo, from, 99.0);
    }
    out.size = 0;
    cr_assert_eq(nq_cut(demo.file, &range, &out, &report, NULL), 0);
    cr_expect_eq(report.start_steps, 1u);
    state = play(&out);
    expect_orders(state);
    cr_expect(state->fog.to[NQ_FOG_DENSITY] == 0.0f && state->skybox[0] == '\0');
    nq_state_destroy(state);
    byte_writer_free(&out);
    demo_close(&demo);
}

Test(nq_cut, the_sign_on_has_the_order_of_the_original)
{
    static const uint8_t order[] = {
        NQ_SERVERINFO,       NQ_SETVIEW,    NQ_SIGNONNUM,  NQ_SPAWNBASELINE, NQ_SPAWNSTATIC,
        NQ_SPAWNSTATICSOUND, NQ_SIGNONNUM,  NQ_UPDATENAME, NQ_UPDATEFRAGS,   NQ_LIGHTSTYLE,
        NQ_LIGHTSTYLE,       NQ_UPDATESTAT, NQ_UPDATESTAT, NQ_UPDATESTAT,    NQ_SETPAUSE,
        NQ_CLIENTDATA,       NQ_SIGNONNUM,  NQ_TIME};
    struct edit_report report;
    struct dem_file dem;
    struct dem_block block;
    struct nq_message m;
    add_level();
    add_updates(10.0f);
    struct byte_writer out = cut_made(6, 6, &report);
    const struct nq_protocol protocol = nq_protocol_make(15, 0);
    cr_assert_eq(dem_open(&dem, out.data, out.size, NULL), 0);
    size_t pos = dem.first_block, seen = 0;
    uint8_t signon = 0;
    while (seen < sizeof(order) && dem_next_block(&dem, &pos, &block, NULL) > 0) {
        cr_expect_eq(block.angles[1], 0.0f);
        for (size_t at = 0;
             seen < sizeof(order) &&
             nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0;
             seen++) {
            cr_assert_eq(m.id, order[seen], "message %zu: %u", seen, m.id);
            cr_assert(m.id != NQ_SIGNONNUM || m.u.signonnum == ++signon);
        }
    }
    cr_expect_eq(signon, 3);
    byte_writer_free(&out);
}

Test(nq_cut, a_part_from_a_levels_first_update_has_its_own_sign_on)
{
    struct edit_report report;
    add_level();
    add_updates(10.0f);
    struct byte_writer out = cut_made(0, 2, &report);
    cr_expect_eq(report.start_steps, 0u);
    cr_expect_eq(report.steps, 2u + 3 + 1);
    const size_t copied = out.size - DEM_BLOCK_HEADER - 1;
    cr_expect_arr_eq(out.data, made.file.data, copied);
    cr_expect_eq(out.data[out.size - 1], NQ_DISCONNECT);
    byte_writer_free(&out);
}

Test(nq_cut, a_second_level_begins_at_its_serverinfo)
{
    struct edit_report report;
    add_level();
    add_updates(10.0f);
    nq_demo_text(&made, NQ_PRINT, "of the first level\n");
    add_level();
    add_updates(1.0f);
    /* Updates are 0.125 s apart, but the first one of a level comes at the same time as the last.
     */
    struct demo demo = open_demo(made.file.data, made.file.size);
    struct edit_range all = find(&demo, 0.0, 99.0), range = {0};
    for (double from = 0.5; range.updates != LEVEL_UPDATES; from += STEP / 2) {
        cr_assert_lt(from, 3.0);
        range = find(&demo, from, 99.0);
    }
    cr_expect_eq(all.updates, 2u * LEVEL_UPDATES);
    struct byte_writer out = cut(&demo, &range, &report);
    cr_expect_eq(report.start_steps, 0u);
    cr_expect_eq(report.steps, 2u + LEVEL_UPDATES + 1);
    cr_expect_eq(out.data[demo.family->first_step(demo.file) + DEM_BLOCK_HEADER], NQ_SERVERINFO);
    struct nq_state *state = play(&out);
    cr_expect_eq(nq_state_level_count(state), 1u);
    nq_state_destroy(state);
    byte_writer_free(&out);
    demo_close(&demo);
}

Test(nq_cut, a_whole_demo_stays_as_it_is)
{
    struct edit_report report;
    add_level();
    add_updates(10.0f);
    nq_demo_add(&made, &(struct nq_message){.id = NQ_DISCONNECT});
    end_block();
    struct demo demo = open_demo(made.file.data, made.file.size);
    struct byte_writer out = cut(&demo, NULL, &report);
    cr_expect(out.size == made.file.size && memcmp(out.data, made.file.data, out.size) == 0);
    cr_expect(report.num_changes == 0);
    byte_writer_free(&out);
    demo_close(&demo);
}

Test(nq_cut, what_would_stop_the_original_is_left_out)
{
    struct edit_report report;
    add_level();
    end_block(); /* an empty one */
    add_updates(10.0f);
    nq_demo_text(&made, NQ_STUFFTEXT, "reconnect\n");
    nq_demo_text(&made, NQ_STUFFTEXT, "reconnect later\n");
    end_block();
    struct demo demo = open_demo(made.file.data, made.file.size);
    struct byte_writer out = cut(&demo, NULL, &report);
    cr_expect(report.num_changes == 2 && edit_report_count(&report, EDIT_EMPTY) == 1 &&
              edit_report_count(&report, EDIT_RECONNECT) == 1);
    edit_report_free(&report);
    cr_expect_eq(out.size, made.file.size - DEM_BLOCK_HEADER + DEM_BLOCK_HEADER + 1);
    const uint8_t *last = out.data + out.size - (DEM_BLOCK_HEADER + 1) - (1 + 17) - (1 + 11);
    for (int i = 0; i < 12; i++) {
        cr_expect_eq(last[i], NQ_NOP, "byte %d", i);
    }
    cr_expect_str_eq((const char *)last + 13, "reconnect later\n");
    byte_writer_free(&out);
    demo_close(&demo);
}

/* The intermission's message comes behind the time, so that its clock is right. */
Test(nq_cut, a_part_in_an_intermission_tells_of_it)
{
    struct edit_report report;
    add_level();
    add_updates(10.0f);
    add_update(10.5f, 0.0);
    nq_demo_add(&made, &(struct nq_message){.id = NQ_INTERMISSION});
    end_block();
    add_update(10.5625f, 0.0);
    end_block();
    struct byte_writer out = cut_made(9, 9, &report);
    struct nq_state *state = play(&out);
    cr_expect(state->intermission == 1 && state->completed_time == 10.5625);
    nq_state_destroy(state);
    byte_writer_free(&out);
}

Test(nq_cut, no_block_of_the_beginning_is_too_large)
{
    struct edit_report report;
    struct dem_file dem;
    struct dem_block block;
    add_level();
    for (uint16_t i = 0; i < 590; i++) {
        struct nq_message m = {.id = NQ_SPAWNBASELINE};
        m.u.spawnbaseline.entity = i;
        m.u.spawnbaseline.state = (struct nq_entity_state){.model = 4, .skin = 3, .scale = 16};
        nq_demo_add(&made, &m);
    }
    end_block();
    add_updates(10.0f);
    struct byte_writer out = cut_made(6, 6, &report);
    cr_expect_eq(report.start_steps, 4u);
    cr_assert_eq(dem_open(&dem, out.data, out.size, NULL), 0);
    for (size_t pos = dem.first_block; dem_next_block(&dem, &pos, &block, NULL) > 0;) {
        cr_expect_leq(block.size, 8000u);
        cr_expect_gt(block.size, 0u);
    }
    struct nq_state *state = play(&out);
    cr_expect_eq(nq_entity_get(state, 589)->baseline.skin, 3);
    nq_state_destroy(state);
    byte_writer_free(&out);
}

Test(nq_cut, a_part_of_a_part_is_that_part)
{
    struct edit_report report;
    add_level();
    add_updates(10.0f);
    struct byte_writer once = cut_made(4, 6, &report);
    struct demo demo = open_demo(once.data, once.size);
    const struct edit_range range = find(&demo, 0.0, 99.0);
    struct byte_writer twice = cut(&demo, &range, &report);
    cr_expect(once.size == twice.size && memcmp(once.data, twice.data, once.size) == 0);
    byte_writer_free(&twice);
    const struct edit_range later = find(&demo, STEP, STEP);
    twice = cut(&demo, &later, &report);
    struct byte_writer direct = cut_made(5, 5, &report);
    cr_expect(direct.size == twice.size && memcmp(direct.data, twice.data, direct.size) == 0);
    byte_writer_free(&direct);
    byte_writer_free(&twice);
    demo_close(&demo);
    byte_writer_free(&once);
}

Test(nq_cut, the_good_part_of_a_damaged_demo)
{
    struct edit_report report;
    struct format_error err = {0};
    struct byte_writer out = {0};
    add_level();
    add_updates(10.0f);
    const size_t at = made.file.size;
    dem_write_block(&made.file, no_angles, (const uint8_t *)"\x01\xfe", 2);
    struct demo demo = open_demo(made.file.data, made.file.size);
    cr_expect_lt(nq_cut(demo.file, NULL, &out, &report, &err), 0);
    cr_expect_geq(err.offset, at + DEM_BLOCK_HEADER);
    cr_expect_eq(out.size, at + DEM_BLOCK_HEADER + 1);
    struct nq_state *state = play(&out);
    nq_state_destroy(state);
    byte_writer_free(&out);
    demo_close(&demo);
}

/* QuakeSpasm-Spiked ends its sign-on at an update that removes all entities first. */
Test(nq_cut, the_first_differences_remove_all)
{
    const uint8_t *data;
    size_t size;
    struct byte_writer whole = {0};
    struct edit_report report;
    struct dem_file dem;
    struct dem_block block;
    struct nq_message m = {0};
    int kind = 0;
    while (strcmp(nq_seed_name(kind), "fte666.dem") != 0) {
        kind++;
    }
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert(nq_seed_write(kind, data, size, size, &whole));
    struct demo demo = open_demo(whole.data, whole.size);
    const struct edit_range range = find(&demo, 5.0, 6.0);
    struct byte_writer part = cut(&demo, &range, &report);
    cr_assert_eq(dem_open(&dem, part.data, part.size, NULL), 0);
    struct nq_protocol protocol = nq_detect_protocol(&dem);
    for (size_t pos = dem.first_block; m.id != NQ_DELTAS;) {
        cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
        for (size_t at = 0;
             m.id != NQ_DELTAS &&
             nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0;) {
            nq_protocol_follow(&protocol, &m);
        }
    }
    cr_expect(m.u.deltas.removals == 1 && m.u.deltas.updates > 0);
    struct nq_delta_entry entry;
    struct byte_reader r = byte_reader_make(m.u.deltas.bytes, m.u.deltas.size);
    cr_assert_eq(nq_delta_next(&protocol, &r, &entry, NULL), 1);
    cr_expect(entry.removed && entry.entity == 0);
    byte_writer_free(&part);
    demo_close(&demo);
    byte_writer_free(&whole);
}

Test(nq_cut, a_demo_cut_off_at_any_byte)
{
    add_level();
    add_updates(10.0f);
    for (size_t size = made.file.size; size > 0; size--) {
        uint8_t *bytes = malloc(size); /* so that a read beyond it is seen */
        struct edit_report report;
        struct format_error err = {0};
        struct byte_writer out = {0};
        struct demo demo;
        cr_assert_not_null(bytes);
        memcpy(bytes, made.file.data, size);
        demo_open(&demo, bytes, size, "a.dem");
        if (demo.code == 0) {
            const struct edit_range range = find(&demo, STEP, 9.0);
            const int code =
                nq_cut(demo.file, range.updates > 0 ? &range : NULL, &out, &report, &err);
            cr_assert(code == 0 || err.offset <= size, "%zu bytes", size);
            if (out.size > 0) {
                nq_state_destroy(play(&out));
            }
        }
        byte_writer_free(&out);
        demo_close(&demo);
        free(bytes);
    }
}

/* --- real demos ------------------------------------------------------------------------------- */

/* Every state of the part is the demo's at that server time. */
static uint32_t compare(const char *name, const uint8_t *data, size_t size,
                        const struct byte_writer *part)
{
    struct nq_play whole = nq_play_open(data, size), cut = nq_play_open(part->data, part->size);
    uint32_t updates = 0;
    while (nq_play_next(&cut)) {
        do {
            cr_assert(nq_play_next(&whole), "%s: update %u is not the demo's", name, updates);
        } while (updates == 0 &&
                 nq_state_server_time(whole.state) != nq_state_server_time(cut.state));
        cr_assert_eq(nq_state_server_time(whole.state), nq_state_server_time(cut.state), "%s",
                     name);
        cr_assert_eq(nq_hash_player(whole.state), nq_hash_player(cut.state), "%s: %u", name,
                     updates);
        cr_assert_eq(nq_hash_entities(whole.state), nq_hash_entities(cut.state), "%s: %u", name,
                     updates);
        cr_assert_eq(nq_hash_level(whole.state), nq_hash_level(cut.state), "%s: %u", name, updates);
        updates++;
    }
    nq_state_destroy(whole.state);
    nq_state_destroy(cut.state);
    return updates;
}

static void check_parts(const char *name, const uint8_t *data, size_t size)
{
    static const double parts[][2] = {{0, 0.3}, {0.3, 0.5}, {0.77, 0.9}, {0.95, 1}};
    struct demo demo;
    struct format_error err;
    struct edit_report report;
    double length;
    demo_open(&demo, data, size, name);
    if (demo.code < 0 || edit_length(&demo, &length, &err) < 0 || length == 0.0) {
        demo_close(&demo);
        return; /* another game's, or text alone */
    }
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        const struct edit_range range = find(&demo, parts[i][0] * length, parts[i][1] * length);
        struct byte_writer out = cut(&demo, &range, &report);
        /* The first part has updates before the player is in the game. */
        const uint32_t same = compare(name, data, size, &out);
        cr_expect(i == 0 ? same <= range.updates && same > 0 : same == range.updates, "%s", name);
        cr_expect_eq(report.start_steps > 0, i > 0, "%s", name);
        edit_report_free(&report);
        byte_writer_free(&out);
    }
    demo_close(&demo);
}

Test(nq_cut, parts_of_built_in_demos_have_their_states)
{
    static const char *const names[] = {"demo1.dem", "demo2.dem"};
    for (int i = 0; i < 2; i++) {
        const uint8_t *data;
        size_t size;
        cr_assert(builtin_find(names[i], &data, &size));
        check_parts(names[i], data, size);
    }
}

/* Among them those in which the server sends differences of entities. */
Test(nq_cut, parts_of_every_protocol_have_their_states)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    for (int i = 0; i < NQ_SEEDS; i++) {
        struct byte_writer demo = {0};
        cr_assert(nq_seed_write(i, data, size, size, &demo));
        check_parts(nq_seed_name(i), demo.data, demo.size);
        byte_writer_free(&demo);
    }
}

Test(nq_cut, parts_of_real_demos_have_their_states, .timeout = 600)
{
    real_data_each("netquake", ".dem", check_parts);
    real_data_each("reports/quake", "net_", check_parts);
    real_data_each("reports/quake", "nehahra_250", check_parts);
    real_data_each("reports/quake", "fte2_default.dem", check_parts);
}
