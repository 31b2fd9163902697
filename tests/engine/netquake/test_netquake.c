/* The NetQuake client: what a state holds after messages, made ones and real ones. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/netquake/nq_view.h"
#include "formats/base/dmath.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"

static struct nq_demo demo;

/* The demo of nq_demo_updates with its signon applied. */
static void make_demo(int blocks, void (*fill)(int))
{
    nq_demo_updates(&demo, blocks, fill);
    nq_demo_step_good(&demo);
}

static void place(uint16_t number, double fraction, float origin[3], float angles[3])
{
    struct nq_interp moment = nq_interp_at(demo.state, fraction);
    nq_entity_place(demo.state, nq_entity_get(demo.state, number), moment.lerp, origin, angles);
}

static bool is_present(uint16_t number)
{
    const struct nq_entity *e = nq_entity_get(demo.state, number);
    return e != NULL && e->msg_time == demo.state->times[0];
}

static void find_blends(const struct nq_state *state, double time, int contents,
                        struct palette_blend blends[PALETTE_BLENDS])
{
    struct quake_tints tints = nq_view_tints(state, time);
    tints.contents = contents;
    quake_blend(&tints, blends);
}

static void fill_come_and_go(int i)
{
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    if (i != 1) {
        nq_demo_entity(&demo, 20, 3, 8.0 * i, 0, 0);
    }
}

Test(netquake, who_is_not_named_vanishes)
{
    float origin[3], angles[3];
    make_demo(4, fill_come_and_go);
    cr_assert(!nq_state_in_game(demo.state));
    nq_demo_step_good(&demo);
    cr_assert(nq_state_in_game(demo.state) && is_present(20) && is_present(1));
    nq_demo_step_good(&demo);
    cr_assert(!is_present(20) && is_present(1));
    nq_demo_step_good(&demo);
    cr_assert(is_present(20));
    place(20, 0.5, origin, angles); /* back again: at its place at once */
    cr_assert_eq(origin[0], 16.0f);
    nq_demo_step_good(&demo);
    place(20, 0.5, origin, angles);
    cr_assert_eq(origin[0], 20.0f);
    place(20, 0.0, origin, angles);
    cr_assert_eq(origin[0], 16.0f);
    place(20, 1.0, origin, angles);
    cr_assert_eq(origin[0], 24.0f);
    nq_demo_end(&demo);
}

static void fill_movers(int i)
{
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    nq_demo_entity(&demo, 20, 3, 0, 101.0 * i, 0); /* a jump each time */
    nq_demo_entity(&demo, 21, 3, 0, 100.0 * i, 0); /* just not one */
    struct nq_message m = nq_demo_update(22, 3, 8.0 * i, 0, 0);
    m.u.update.mask |= NQ_U_NOLERP;
    nq_demo_add(&demo, &m);
    m = nq_demo_update(23, 3, 0, 0, 0);
    m.u.update.mask |= NQ_U_ANGLE2;
    m.u.update.angles[1] = i & 1 ? -45.0f : 315.0f - 45.0f; /* 315 and 270 */
    nq_demo_add(&demo, &m);
    m = nq_demo_update(24, 3, 0, 0, 0);
    m.u.update.mask |= NQ_U_ANGLE2;
    m.u.update.angles[1] = i & 1 ? 22.5f : -22.5f; /* across 0 */
    nq_demo_add(&demo, &m);
}

Test(netquake, between_updates)
{
    float origin[3], angles[3];
    make_demo(2, fill_movers);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    place(20, 0.25, origin, angles);
    cr_assert_eq(origin[1], 101.0f);
    place(21, 0.25, origin, angles);
    cr_assert_eq(origin[1], 25.0f);
    place(22, 0.25, origin, angles);
    cr_assert_eq(origin[0], 8.0f);
    place(23, 0.5, origin, angles);
    cr_assert_float_eq(fmodf(angles[1] + 720.0f, 360.0f), 292.5f, 1e-4);
    place(24, 0.5, origin, angles);
    cr_assert_float_eq(fmodf(angles[1] + 720.0f, 360.0f), 0.0f, 1e-4);
    nq_demo_end(&demo);
}

Test(netquake, after_a_gap_the_last_tenth_moves)
{
    float origin[3], angles[3];
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 1);
    for (int i = 0; i < 2; i++) {
        nq_demo_time(&demo, 1.0f + (float)i);
        nq_demo_entity(&demo, 1, 3, 50.0 * i, 0, 0);
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    /* The first update has nothing before it. */
    cr_assert_eq(nq_interp_at(demo.state, 0.0).time, 1.0);
    cr_assert_eq(nq_interp_at(demo.state, 0.0).lerp, 1.0f);
    nq_demo_step_good(&demo);
    cr_assert_eq(nq_interp_at(demo.state, 0.5).time, 1.5);
    place(1, 0.5, origin, angles);
    cr_assert_eq(origin[0], 0.0f);
    place(1, 0.95, origin, angles);
    cr_assert_float_eq(origin[0], 25.0f, 1e-3);
    place(1, 1.0, origin, angles);
    cr_assert_eq(origin[0], 50.0f);
    cr_assert_eq(nq_interp_at(demo.state, NAN).lerp, 1.0f);
    nq_demo_end(&demo);
}

Test(netquake, update_without_fields_is_the_baseline)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 1);
    struct nq_message m = {.id = NQ_SPAWNBASELINE};
    m.u.spawnbaseline.entity = 30;
    m.u.spawnbaseline.state = (struct nq_entity_state){.model = 4,
                                                       .frame = 7,
                                                       .colormap = 1,
                                                       .skin = 2,
                                                       .scale = NQ_SCALE_DEFAULT,
                                                       .origin = {8, 16, 24},
                                                       .angles = {0, 90, 0}};
    nq_demo_add(&demo, &m);
    nq_demo_time(&demo, 1.0f);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_ENTITY_UPDATE, .u.update.entity = 30});
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    const struct nq_entity *e = nq_entity_get(demo.state, 30);
    cr_assert(e->model == 4 && e->frame == 7 && e->colormap == 1 && e->skin == 2);
    cr_assert(e->origins[0][2] == 24.0f && e->angles[0][1] == 90.0f && e->effects == 0);
    cr_assert_null(nq_entity_get(demo.state, 31));
    nq_demo_end(&demo);
}

static void fill_everything(int i)
{
    nq_demo_entity(&demo, 1, 3, i, 0, 0);
    nq_demo_entity(&demo, 300, 4, 0, 8.0 * i, 0);
    struct nq_message m = {.id = NQ_TEMP_ENTITY};
    m.u.temp_entity.type = NQ_TE_EXPLOSION;
    nq_demo_add(&demo, &m);
    nq_demo_text(&demo, NQ_PRINT, "hello\n");
}

Test(netquake, a_new_level_clears_the_old)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 4);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_UPDATENAME,
                                            .u.updatename = {.player = 2, .name = "ranger"}});
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_LIGHTSTYLE,
                                            .u.lightstyle = {.style = 3, .map = "abc"}});
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_KILLEDMONSTER});
    struct nq_message m = {.id = NQ_SPAWNSTATIC};
    m.u.spawnstatic.scale = NQ_SCALE_DEFAULT;
    nq_demo_add(&demo, &m);
    nq_demo_time(&demo, 5.0f);
    fill_everything(0);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_INTERMISSION});
    nq_demo_block(&demo, 10, 20);
    nq_demo_serverinfo(&demo, 2);
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    const struct nq_state *s = demo.state;
    cr_assert_str_eq(nq_players(s)[2].name, "ranger");
    cr_assert(s->intermission == 1 && s->completed_time == 5.0);
    cr_assert(s->stats[NQ_STAT_MONSTERS] == 1 && s->lightstyle_lengths[3] == 3);
    cr_assert_str_eq((const char *)demo.dem.data + nq_models(s)[4].offset, "progs/missile.mdl");
    cr_assert(nq_models(s)[4].may_trail == 1 && nq_models(s)[1].may_trail == 0);
    cr_assert(s->arrays[NQ_EVENTS].count == 2 && s->arrays[NQ_STATICS].count == 1);
    nq_demo_step_good(&demo);
    s = demo.state;
    cr_assert(!nq_state_in_game(s) && nq_state_level_count(s) == 2);
    cr_assert(s->times[0] == 0.0 && s->intermission == 0 && s->updates == 0);
    cr_assert(s->stats[NQ_STAT_MONSTERS] == 0 && s->lightstyle_lengths[3] == 0);
    cr_assert(s->arrays[NQ_EVENTS].count == 0 && s->arrays[NQ_STATICS].count == 0 &&
              s->arrays[NQ_ENTITIES].count == 0 && s->arrays[NQ_PLAYERS].count == 2);
    cr_assert_eq(nq_players(s)[1].name[0], 0);
    nq_demo_end(&demo);
}

Test(netquake, copies_are_equal_and_go_on_equal)
{
    struct nq_state *copy = NULL;
    make_demo(60, fill_everything);
    for (int i = 0; i < 30; i++) {
        nq_demo_step_good(&demo);
    }
    cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
    cr_assert_eq(nq_state_hash(copy), nq_state_hash(demo.state));
    cr_assert_eq(nq_state_size(copy), nq_state_size(demo.state));
    for (int i = 0; i < 30; i++) {
        size_t pos = demo.pos;
        struct dem_block block;
        cr_assert_eq(dem_next_block(&demo.dem, &pos, &block, NULL), 1);
        cr_assert_eq(nq_state_apply_block(&copy, &demo.dem, &block, NULL), 0);
        uint64_t before = nq_state_hash(demo.state);
        nq_demo_step_good(&demo);
        cr_assert_neq(nq_state_hash(demo.state), before);
        cr_assert_eq(nq_state_hash(copy), nq_state_hash(demo.state), "after %d blocks", i + 1);
    }
    /* A smaller state into a larger block and back. */
    struct nq_state *fresh = nq_state_create();
    uint64_t last = nq_state_hash(demo.state);
    cr_assert_eq(nq_state_copy(&copy, fresh), 0);
    cr_assert_eq(nq_state_hash(copy), nq_state_hash(fresh));
    cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
    cr_assert_eq(nq_state_hash(copy), last);
    nq_state_destroy(fresh);
    nq_state_destroy(copy);
    nq_demo_end(&demo);
}

/* Plays one block with the message after a serverinfo and a good print; it must be refused by
 * name. */
static void check_refused(const struct nq_message *m, const char *word)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 4);
    nq_demo_time(&demo, 1.0f);
    nq_demo_text(&demo, NQ_PRINT, "before\n");
    size_t offset = demo.block.size;
    nq_demo_add(&demo, m);
    nq_demo_text(&demo, NQ_PRINT, "after\n");
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    cr_assert_eq(nq_demo_step(&demo), FORMAT_BAD, "%s", word);
    cr_assert_not_null(strstr(demo.err.what, word), "\"%s\" lacks \"%s\"", demo.err.what, word);
    cr_assert_eq(demo.err.offset, 3 + DEM_BLOCK_HEADER + offset, "%s", word);
    cr_assert_eq(demo.state->console.count, 1, "%s", word); /* the good part holds */
    nq_demo_end(&demo);
}

Test(netquake, impossible_numbers_are_refused)
{
    struct nq_message m = nq_demo_update(8192, 3, 0, 0, 0);
    check_refused(&m, "8192");
    m = (struct nq_message){.id = NQ_UPDATESTAT, .u.updatestat = {.stat = 32}};
    check_refused(&m, "stat 32");
    m = (struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {.player = 4, .name = "x"}};
    check_refused(&m, "player 4");
    m = (struct nq_message){.id = NQ_UPDATEFRAGS, .u.updatefrags = {.player = 200}};
    check_refused(&m, "player 200");
    m = (struct nq_message){.id = NQ_UPDATECOLORS, .u.updatecolors = {.player = 5}};
    check_refused(&m, "player 5");
    m = (struct nq_message){.id = NQ_LIGHTSTYLE, .u.lightstyle = {.style = 64, .map = "m"}};
    check_refused(&m, "lightstyle 64");
    m = (struct nq_message){.id = NQ_TIME, .u.time = NAN};
    check_refused(&m, "time");
    m = (struct nq_message){.id = NQ_TIME, .u.time = 1e30f};
    check_refused(&m, "time");
    m = (struct nq_message){
        .id = NQ_SPAWNBASELINE,
        .u.spawnbaseline = {.entity = 60000, .state = {.scale = NQ_SCALE_DEFAULT}}};
    check_refused(&m, "60000");
    m = (struct nq_message){.id = NQ_SETVIEW, .u.setview = 40000};
    check_refused(&m, "40000");
}

Test(netquake, stuffed_text_is_not_run)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
    static const char *const texts[] = {"bfg\n", "quit\n", "alias bf quit\n",
                                        "xbf",   " bf \n", "v_cshift 1 2 3 4;bf\n"};
    for (size_t i = 0; i < 6; i++) {
        nq_demo_time(&demo, 1.0f + (float)i * 2);
        nq_demo_text(&demo, NQ_STUFFTEXT, texts[i]);
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    for (size_t i = 0; i < 6; i++) {
        struct palette_blend blends[PALETTE_BLENDS];
        nq_demo_step_good(&demo);
        cr_assert_eq(demo.state->bonus_flash.now, i < 4 ? 0 : 50, "%s", texts[i]);
        find_blends(demo.state, demo.state->times[0] - 2.0, CONTENTS_EMPTY, blends);
        cr_assert_eq(blends[2].percent, 0);
    }
    nq_demo_end(&demo);
}

Test(netquake, prints_come_in_pieces)
{
    nq_demo_begin(&demo);
    nq_demo_text(&demo, NQ_PRINT, "one ");
    nq_demo_text(&demo, NQ_PRINT, "\002line\ntwo\n\n");
    char flood[400];
    memset(flood, 'x', sizeof flood - 1);
    flood[sizeof flood - 1] = 0;
    nq_demo_text(&demo, NQ_PRINT, flood);
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < 20; i++) {
        nq_demo_text(&demo, NQ_PRINT, "\nmore");
    }
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    const struct nq_state *s = demo.state;
    cr_assert_eq(s->console.count, 6);
    cr_assert_eq(s->prints[0].length, 8);
    cr_assert(s->prints[0].text[0] == 'o' && s->prints[0].text[4] == ('l' | 128));
    cr_assert_eq(s->prints[1].length, 3);
    cr_assert_eq(s->prints[2].length, 0);
    cr_assert_eq(s->prints[3].length, CONSOLE_LINE_BYTES);
    nq_demo_step_good(&demo);
    cr_assert_eq(demo.state->console.count, NQ_PRINT_LINES);
    nq_demo_end(&demo);
}

static void fill_many_events(int i)
{
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    for (int n = 0; n < 20; n++) {
        struct nq_message m = {.id = NQ_TEMP_ENTITY};
        m.u.temp_entity.type = NQ_TE_EXPLOSION;
        m.u.temp_entity.origin[0] = i;
        nq_demo_add(&demo, &m);
        m = nq_demo_update((uint16_t)(100 + n), 4, 64.0 * (i & 7), n, 0);
        m.u.update.mask |= NQ_U_EFFECTS;
        m.u.update.effects = NQ_EF_MUZZLEFLASH;
        nq_demo_add(&demo, &m);
    }
}

Test(netquake, old_events_go)
{
    make_demo(200, fill_many_events);
    uint32_t most = 0;
    for (int i = 0; i < 200; i++) {
        nq_demo_step_good(&demo);
        uint32_t count = demo.state->arrays[NQ_EVENTS].count;
        most = count > most ? count : most;
    }
    /* Twenty explosions, lights, flashes and trails sixteen times per second; trails last longest.
     */
    cr_assert(most > 500 && most < 20 * 16 * 4 * 3, "%u", most);
    for (uint32_t i = 0; i < demo.state->arrays[NQ_EVENTS].count; i++) {
        /* Pruned four times per second: events that ended before that update. */
        cr_assert(nq_events(demo.state)[i].end > demo.state->times[0] - 0.25 - 2 * 0.0625);
    }
    nq_demo_end(&demo);
}

static void add_splashes(int count)
{
    for (int i = 0; i < count; i++) {
        struct nq_message m = {.id = NQ_PARTICLE};
        m.u.particle.count = 10;
        nq_demo_add(&demo, &m);
    }
}

/* Events that show at a moment between the last two updates. */
static uint32_t shown_events(double fraction)
{
    double time = nq_interp_at(demo.state, fraction).time;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < demo.state->arrays[NQ_EVENTS].count; i++) {
        const struct effect_event *event = &nq_events(demo.state)[i];
        shown += event->start <= time && time <= event->end;
    }
    return shown;
}

Test(netquake, a_clock_that_goes_back_shows_nothing_twice)
{
    static const struct {
        float time;
        int added;
        uint32_t shown;
    } updates[] = {
        {10.0f, 1, 1},    /* a splash lives for 0.4 s */
        {10.375f, 2, 3},  /* pruned here */
        {10.5f, 0, 2},    /* the first one has ended, and is kept until the next pruning */
        {10.5625f, 0, 2}, /* its end is now before both updates */
        {10.25f, 4, 4},   /* back: it is over, the next two have not begun */
        {10.5f, 0, 4},    /* nor do they come a second time */
    };
    const int count = sizeof updates / sizeof *updates;
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 1);
    for (int i = 0; i < count; i++) {
        nq_demo_time(&demo, updates[i].time);
        add_splashes(updates[i].added);
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    for (int i = 0; i < count; i++) {
        nq_demo_step_good(&demo);
        cr_assert_eq(shown_events(1.0), updates[i].shown, "update %d: %u", i, shown_events(1.0));
    }
    nq_demo_end(&demo);
}

Test(netquake, a_flood_of_events_has_an_end)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 1);
    for (int i = 0; i < 8; i++) {
        nq_demo_time(&demo, i < 7 ? 10.0f + (float)i * 0.03125f : 11.0f);
        add_splashes(5000);
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    for (int i = 0; i < 8; i++) {
        nq_demo_step_good(&demo);
        cr_assert_leq(demo.state->arrays[NQ_EVENTS].count, NQ_MAX_EVENTS);
        cr_assert_geq(shown_events(1.0), 5000);
    }
    cr_assert_eq(shown_events(1.0), 5000);
    nq_demo_end(&demo);
}

/* A frame's camera height after a step up of 16 units: smoothed by 80 units per second, at most
 * 12. */
static void fill_stairs(int i)
{
    nq_demo_clientdata(&demo, NQ_SU_ONGROUND, 100, 0);
    nq_demo_entity(&demo, 1, 3, 0, 0, i >= 2 ? 16 : 0);
}

static float camera_height(double fraction)
{
    struct quake_view view;
    struct nq_interp moment = nq_interp_at(demo.state, fraction);
    nq_view_find(demo.state, &moment, &view);
    return view.origin[2] - 22.03125f;
}

Test(netquake, stairs_are_smoothed)
{
    make_demo(5, fill_stairs);
    nq_demo_step_good(&demo);
    cr_assert_float_eq(camera_height(1.0), 0.0f, 1e-4);
    nq_demo_step_good(&demo);
    cr_assert_float_eq(camera_height(1.0), 0.0f, 1e-4);
    nq_demo_step_good(&demo);
    cr_assert_float_eq(camera_height(1.0), 5.0f, 1e-4); /* 80 / 16 */
    nq_demo_step_good(&demo);
    cr_assert_float_eq(camera_height(0.0), 5.0f, 1e-4);
    cr_assert_float_eq(camera_height(0.5), 7.5f, 1e-4);
    cr_assert_float_eq(camera_height(1.0), 10.0f, 1e-4);
    nq_demo_step_good(&demo);
    cr_assert_float_eq(camera_height(1.0), 15.0f, 1e-4);
    nq_demo_end(&demo);
}

static void fill_damage(int i)
{
    if (i == 1) {
        struct nq_message m = {.id = NQ_DAMAGE};
        m.u.damage.blood = 20;
        m.u.damage.origin[1] = -100; /* from the right, looking along x */
        nq_demo_add(&demo, &m);
    }
    nq_demo_clientdata(&demo, NQ_SU_ONGROUND, i < 3 ? 100 : 0, 0);
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
}

Test(netquake, damage_kicks_and_reddens)
{
    struct quake_view view;
    struct palette_blend blends[PALETTE_BLENDS];
    make_demo(4, fill_damage);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    struct nq_interp moment = nq_interp_at(demo.state, 1.0);
    nq_view_find(demo.state, &moment, &view);
    cr_assert_float_eq(view.angles[2], 6.0f, 1e-3); /* 10 points * 0.6 */
    struct nq_interp steady = moment;
    steady.no_kicks = true;
    demo.state->punch[0] = 2.0f;
    nq_view_find(demo.state, &steady, &view);
    cr_assert(view.angles[0] == 2.0f && view.angles[2] == 0.0f, "weapons still turn it");
    steady.no_punch = true;
    nq_view_find(demo.state, &steady, &view);
    cr_assert(view.angles[0] == 0.0f && view.angles[2] == 0.0f);
    nq_view_find(demo.state, &moment, &view);
    cr_assert_eq(view.angles[0], 2.0f);
    demo.state->punch[0] = 0.0f;
    find_blends(demo.state, moment.time, CONTENTS_WATER, blends);
    cr_assert_eq(blends[0].percent, 128);
    cr_assert_eq(blends[1].percent, 20); /* 30 less 150 / 16, cut */
    cr_assert_eq(blends[1].color[0], 255);
    moment = nq_interp_at(demo.state, 0.75); /* before the hit */
    nq_view_find(demo.state, &moment, &view);
    cr_assert_float_eq(view.angles[2], 0.0f, 1e-6);
    find_blends(demo.state, moment.time, CONTENTS_EMPTY, blends);
    cr_assert_eq(blends[1].percent, 0);
    nq_demo_step_good(&demo);
    moment = nq_interp_at(demo.state, 1.0);
    nq_view_find(demo.state, &moment, &view);
    cr_assert_float_eq(view.angles[2], 6.0f * (0.5f - 0.0625f) / 0.5f, 1e-3);
    cr_assert(view.has_weapon);
    find_blends(demo.state, moment.time, CONTENTS_EMPTY, blends);
    cr_assert_eq(blends[1].percent, 10);
    nq_demo_step_good(&demo); /* dead */
    moment = nq_interp_at(demo.state, 1.0);
    nq_view_find(demo.state, &moment, &view);
    cr_assert_eq(view.angles[2], 80.0f);
    cr_assert(!view.has_weapon);
    nq_demo_end(&demo);
}

/* --- hostile bytes ---------------------------------------------------------------------------- */

static uint32_t random_seed;

static uint32_t random_number(uint32_t below)
{
    random_seed++;
    return dmath_hash(random_seed, 77, 3) % below;
}

/* A message of any kind with fields that are often at their extremes. */
static void add_random_message(void)
{
    static const uint8_t ids[] = {
        NQ_TIME,          NQ_SETVIEW,      NQ_CLIENTDATA,    NQ_PARTICLE,      NQ_DAMAGE,
        NQ_SPAWNSTATIC,   NQ_TEMP_ENTITY,  NQ_SPAWNBASELINE, NQ_ENTITY_UPDATE, NQ_ENTITY_UPDATE,
        NQ_ENTITY_UPDATE, NQ_INTERMISSION, NQ_SETPAUSE,      NQ_UPDATECOLORS,  NQ_SIGNONNUM};
    struct nq_message m;
    uint8_t *bytes = (uint8_t *)&m.u;
    memset(&m, 0, sizeof m);
    for (size_t i = 0; i < sizeof m.u; i++) {
        bytes[i] = random_number(3) ? (uint8_t)random_number(256) : 0;
    }
    m.id = ids[random_number(sizeof ids)];
    if (m.id == NQ_ENTITY_UPDATE) {
        m.u.update.is_dp = false;
        m.u.update.entity = random_number(8) ? (uint16_t)random_number(600) : m.u.update.entity;
    } else if (m.id == NQ_TIME && random_number(8)) {
        m.u.time = demo.state ? (float)random_number(1000) * 0.01f : 0;
    } else if (m.id == NQ_CLIENTDATA) {
        m.u.clientdata.has_items = m.u.clientdata.has_stats = true;
    } else if (m.id == NQ_TEMP_ENTITY) {
        m.u.temp_entity.name = NULL;
    } else if (m.id == NQ_SPAWNBASELINE && random_number(8)) {
        m.u.spawnbaseline.entity = (uint16_t)random_number(600);
    }
    nq_demo_add(&demo, &m);
}

/* Items owned when a level begins are not new; later ones are. */
Test(netquake, items_are_new_when_they_come)
{
    nq_demo_begin(&demo);
    for (int level = 0; level < 2; level++) {
        nq_demo_serverinfo(&demo, 4);
        nq_demo_block(&demo, 0, 0);
        nq_demo_time(&demo, 0.2f); /* a signon may contain an earlier time */
        nq_demo_block(&demo, 0, 0);
        for (int i = 0; i < 3; i++) {
            nq_demo_time(&demo, 0.25f + 0.25f * (float)i);
            nq_demo_clientdata(&demo, NQ_SU_ONGROUND, 100, i < 1 ? 3 : 7);
            nq_demo_block(&demo, 0, 0);
        }
    }
    nq_demo_open(&demo);
    for (int level = 0; level < 2; level++) {
        for (int i = 0; i < 5; i++) {
            nq_demo_step_good(&demo);
        }
        cr_expect_eq(demo.state->items, 7u);
        cr_expect_eq(demo.state->item_times[0], NQ_NEVER);
        cr_expect_eq(demo.state->item_times[1], NQ_NEVER);
        cr_expect_eq(demo.state->item_times[2], 0.5);
    }
    nq_demo_end(&demo);
}

Test(netquake, random_messages)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 4);
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < 400; i++) {
        for (int n = 0; n < 10; n++) {
            add_random_message();
        }
        nq_demo_block(&demo, (float)i, random_number(5) ? 1.0f : NAN);
    }
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    for (int i = 0; i < 400; i++) {
        struct quake_view view;
        (void)nq_demo_step(&demo);
        struct nq_interp moment = nq_interp_at(demo.state, 0.5);
        nq_view_find(demo.state, &moment, &view);
        for (int j = 0; j < 3; j++) {
            cr_assert(isfinite(view.origin[j]) && isfinite(view.angles[j]), "block %d", i);
        }
        cr_assert_lt(nq_state_size(demo.state), 4 * 1024 * 1024);
    }
    nq_demo_end(&demo);
}

Test(netquake, random_bytes)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 4);
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < 2000; i++) {
        uint32_t length = 1 + random_number(200);
        for (uint32_t n = 0; n < length; n++) {
            byte_writer_u8(&demo.block, random_number(4) ? random_number(256) : random_number(40));
        }
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    for (int i = 0; i < 2000 && !nq_state_disconnected(demo.state); i++) {
        (void)nq_demo_step(&demo);
        cr_assert_lt(nq_state_size(demo.state), 8 * 1024 * 1024);
    }
    nq_demo_end(&demo);
}

/* --- real demos ------------------------------------------------------------------------------- */

static struct file_bytes real_file;

static void open_real(const char *name)
{
    real_data_load(&real_file, "netquake/%s", name);
    nq_demo_begin(&demo);
    byte_writer_free(&demo.file);
    cr_assert_eq(dem_open(&demo.dem, real_file.data, real_file.size, &demo.err), 0, "%s: %s", name,
                 demo.err.what);
    demo.pos = demo.dem.first_block;
}

static void close_real(void)
{
    nq_demo_end(&demo);
    platform_free_file(&real_file);
}

Test(netquake, real_demos_play)
{
    static const char *const names[] = {"demo1_lite.dem",   "demo2_lite.dem",     "demo3_lite.dem",
                                        "demo1.dem",        "demo2.dem",          "lq_old_e1m3.dem",
                                        "r15_e0m1_qs.dem",  "r15_e0m4_qs.dem",    "introseq.dem",
                                        "cd.dem",           "qfont.dem",          "demo3_999.dem",
                                        "r666_alpha.dem",   "r666_e1m1.dem",      "r999_e0m6.dem",
                                        "smoothme_666.dem", "lq_old_e2m5_999.dem"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct nq_state *copy = NULL;
        struct dem_block block;
        size_t most = 0;
        open_real(names[i]);
        while (dem_next_block(&demo.dem, &demo.pos, &block, &demo.err) > 0) {
            int code = nq_state_apply_block(&demo.state, &demo.dem, &block, &demo.err);
            cr_assert_eq(code, 0, "%s, block %u: %s", names[i], demo.index, demo.err.what);
            size_t size = nq_state_size(demo.state);
            most = size > most ? size : most;
            if (copy != NULL) { /* goes along for a while from each key frame */
                code = nq_state_apply_block(&copy, &demo.dem, &block, &demo.err);
                cr_assert_eq(code, 0);
            }
            if (demo.index % 256 == 255) {
                cr_assert(copy == NULL || nq_state_hash(copy) == nq_state_hash(demo.state));
                cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
            }
            demo.index++;
        }
        cr_assert_lt(most, 232 * 1024, "%s takes %zu bytes", names[i], most);
        nq_state_destroy(copy);
        close_real();
    }
}

struct camera_row {
    char demo[64], weapon[64];
    unsigned block;
    int weapon_frame;
    char printed[192]; /* time, origin, angles as the file prints them */
};

static bool parse_row(char *line, struct camera_row *row)
{
    char numbers[7][24];
    for (char *c = line; *c != 0; c++) {
        *c = *c == ',' ? ' ' : *c;
    }
    if (sscanf(line, "%63s %u %*s %23s %23s %23s %23s %23s %23s %23s %*s %*s %63s %d", row->demo,
               &row->block, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5],
               numbers[6], row->weapon, &row->weapon_frame) != 11) {
        return false;
    }
    snprintf(row->printed, sizeof row->printed, "%s %s %s %s %s %s %s", numbers[0], numbers[1],
             numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
    return true;
}

/* Every row of the reference pictures: the camera another engine had, to the last printed digit. */
static void check_row(const struct camera_row *row)
{
    struct quake_view view;
    char name[80], got[192];
    snprintf(name, sizeof name, "%s.dem", row->demo);
    open_real(name);
    for (unsigned i = 0; i <= row->block; i++) {
        nq_demo_step_good(&demo);
    }
    struct nq_interp moment = nq_interp_at(demo.state, 1.0);
    nq_view_find(demo.state, &moment, &view);
    snprintf(got, sizeof got, "%.6f %.4f %.4f %.4f %.4f %.4f %.4f", moment.time,
             (double)view.origin[0], (double)view.origin[1], (double)view.origin[2],
             (double)view.angles[0], (double)view.angles[1], (double)view.angles[2]);
    cr_assert_str_eq(got, row->printed, "%s block %u: %s instead of %s", name, row->block, got,
                     row->printed);
    const int32_t weapon = demo.state->stats[NQ_STAT_WEAPON];
    const char *model =
        view.has_weapon ? (const char *)demo.dem.data + nq_models(demo.state)[weapon].offset : "-";
    cr_assert_str_eq(model, row->weapon);
    if (view.has_weapon) {
        cr_assert_eq(demo.state->stats[NQ_STAT_WEAPON_FRAME], row->weapon_frame);
    }
    close_real();
}

Test(netquake, cameras_of_the_reference_pictures)
{
    char line[512];
    unsigned rows = 0;
    FILE *file = fopen(real_data_path("ref/netquake/index.csv").text, "r");
    cr_assert_not_null(file);
    cr_assert_not_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file) != NULL) {
        struct camera_row row;
        cr_assert(parse_row(line, &row), "%s", line);
        check_row(&row);
        rows++;
    }
    fclose(file);
    cr_assert_eq(rows, 37);
}
