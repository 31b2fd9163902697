/* Orders for the picture in stuffed text: what a NetQuake state keeps of them, and for how long. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/netquake/nq_view.h"
#include "tests/support/nq_demo.h"
#include "tests/support/scarce.h"

enum { BLOCKS_MAX = 32 };

static struct nq_demo demo;

static void begin(void)
{
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
}

/* Writes an update at a time, with up to three stuffed texts. */
static void update(float time, const char *first, const char *second, const char *third)
{
    const char *const texts[] = {first, second, third};
    nq_demo_time(&demo, time);
    for (int i = 0; i < 3 && texts[i]; i++) {
        nq_demo_text(&demo, NQ_STUFFTEXT, texts[i]);
    }
    nq_demo_clientdata(&demo, NQ_SU_ONGROUND, 100, 0);
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    nq_demo_block(&demo, 0, 0);
}

static int32_t percent_of(int contents)
{
    struct palette_blend blends[PALETTE_BLENDS];
    struct quake_tints tints = nq_view_tints(demo.state, demo.state->times[0]);
    tints.contents = contents;
    quake_blend(&tints, blends);
    return blends[0].percent;
}

Test(nq_orders, the_tint_is_that_of_air_until_another_one)
{
    begin();
    update(1.0f, "V_CShift 1 2 3 40\n", NULL, NULL);
    update(1.1f, NULL, NULL, NULL);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
    update(2.0f, NULL, NULL, NULL);
    update(2.1f, "bf;v_cshift 0 0 ", "0 0\n", NULL);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    cr_expect_eq(percent_of(CONTENTS_EMPTY), 0);
    nq_demo_step_good(&demo);
    cr_expect(percent_of(CONTENTS_EMPTY) == 40 && percent_of(CONTENTS_SOLID) == 40);
    cr_expect(percent_of(CONTENTS_WATER) == 128 && percent_of(CONTENTS_LAVA) == 150);
    const struct quake_tints tints = nq_view_tints(demo.state, 1.0);
    cr_expect(tints.air[0] == 1 && tints.air[1] == 2 && tints.air[2] == 3);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    cr_expect_eq(percent_of(CONTENTS_EMPTY), 40, "a new level leaves it");
    nq_demo_step_good(&demo);
    cr_expect(percent_of(CONTENTS_EMPTY) == 0 && demo.state->bonus_flash.now == NQ_BONUS_FLASH);
    nq_demo_end(&demo);
}

Test(nq_orders, the_view_sways_and_the_weapon_against_it)
{
    struct quake_view still, view;
    const struct nq_interp moment = {.time = 1.5, .lerp = 1.0f};
    begin();
    update(1.0f, NULL, NULL, NULL);
    update(1.5f, "v_idlescale 10\nv_iyaw_cycle 1\nV_IROLL_LEVEL 9\n", NULL, NULL);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    nq_view_find(demo.state, &moment, &still);
    nq_demo_step_good(&demo);
    nq_view_find(demo.state, &moment, &view);
    const float pitch = 2.992485f, roll = 0.681639f; /* 10 sin(1.5) 0.3, 10 sin(0.75) 0.1 */
    cr_expect_float_eq(view.angles[0] - still.angles[0], pitch, 1e-4f);
    cr_expect_float_eq(view.angles[1] - still.angles[1], pitch, 1e-4f,
                       "of the same cycle and level");
    cr_expect_float_eq(view.angles[2] - still.angles[2], roll, 1e-4f);
    cr_expect_float_eq(view.weapon_angles[0] - still.weapon_angles[0], -2 * pitch, 1e-4f);
    cr_expect_float_eq(view.weapon_angles[1], still.weapon_angles[1], 1e-4f);
    cr_expect_float_eq(view.weapon_angles[2] - still.weapon_angles[2], -roll, 1e-4f);
    cr_expect_eq(memcmp(view.plain_angles, still.plain_angles, sizeof view.plain_angles), 0);
    nq_demo_end(&demo);
}

Test(nq_orders, a_camera_at_the_end_of_a_level_sways_once)
{
    struct quake_view view;
    const struct nq_interp moment = {.time = 1.5, .lerp = 1.0f};
    begin();
    update(1.0f, "v_idlescale 10\nv_ipitch_level 0.6\n", NULL, NULL);
    nq_demo_time(&demo, 1.5f);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_INTERMISSION});
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    for (int i = 0; i < 3; i++) {
        nq_demo_step_good(&demo);
    }
    nq_view_find(demo.state, &moment, &view);
    cr_expect_float_eq(view.angles[0], 0.598497f, 1e-4f);
    nq_demo_end(&demo);
}

/* The percent after each block of the demo but the first. */
static void play_percents(int32_t percents[BLOCKS_MAX], int count)
{
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    for (int i = 0; i < count; i++) {
        nq_demo_step_good(&demo);
        percents[i] = percent_of(CONTENTS_EMPTY);
    }
}

/* A frame of the client lasts 1/72 s: after 1/32 s two have passed. */
Test(nq_orders, wait_lets_a_frame_pass)
{
    static const int32_t wanted[] = {10, 30, 60, 60, 60, 70};
    int32_t percents[BLOCKS_MAX];
    begin();
    update(1.0f, "v_cshift 0 0 0 ", "10", ";wait\nv_cshift 0 0 0 20;WAIT\n");
    nq_demo_text(&demo, NQ_STUFFTEXT, "v_cshift 0 0 0 30;wait\nv_cshift 0 0 0 40;");
    update(1.03125f, "wait\nv_cshift 0 0 0 50;wait\n", "v_cshift 0 0 0 6", "0\n");
    update(1.125f, NULL, NULL, NULL);
    update(1.126f, NULL, NULL, NULL);
    update(1.127f, "wait;v_cshift 0 0 0 70", NULL, NULL);
    update(1.2f, NULL, NULL, NULL);
    play_percents(percents, 6);
    for (int i = 0; i < 6; i++) {
        cr_expect_eq(percents[i], wanted[i], "block %d: %d", i + 1, percents[i]);
    }
    cr_expect_eq(demo.state->arrays[NQ_STUFFED].count, 0u);
    nq_demo_end(&demo);
}

/* A level or a clock that begins anew does not stop what waits. */
Test(nq_orders, wait_ends_whatever_the_clock_does)
{
    static const int32_t wanted[] = {10, 10, 20, 30, 40};
    int32_t percents[BLOCKS_MAX];
    begin();
    update(100.0f, "v_cshift 0 0 0 10;wait;v_cshift 0 0 0 20;wait;v_cshift 0 0 0 30\n", NULL, NULL);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
    update(1.0f, NULL, NULL, NULL);
    update(1.5f, "wait;wait;v_cshift 0 0 0 40", NULL, NULL);
    update(0.5f, NULL, NULL, NULL);
    update(0.6f, NULL, NULL, NULL);
    play_percents(percents, 5);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(percents[i], wanted[i], "block %d: %d", i + 1, percents[i]);
    }
    nq_demo_step_good(&demo);
    cr_expect_eq(percent_of(CONTENTS_EMPTY), 40);
    nq_demo_end(&demo);
}

/* The console holds 8192 bytes; what comes when it is full is dropped. */
Test(nq_orders, a_flood_behind_wait_has_an_end)
{
    char flood[1001];
    int32_t percents[BLOCKS_MAX];
    memset(flood, ' ', sizeof flood - 1);
    flood[sizeof flood - 1] = '\0';
    begin();
    nq_demo_time(&demo, 1.0f);
    nq_demo_text(&demo, NQ_STUFFTEXT, "wait\n");
    for (int i = 0; i < 9; i++) {
        nq_demo_text(&demo, NQ_STUFFTEXT, flood);
    }
    nq_demo_text(&demo, NQ_STUFFTEXT, "\nv_cshift 0 0 0 10\n");
    flood[8192 - 8000 - 19] = '\0';
    nq_demo_text(&demo, NQ_STUFFTEXT, flood);
    nq_demo_text(&demo, NQ_STUFFTEXT, " ");
    nq_demo_block(&demo, 0, 0);
    update(1.5f, NULL, NULL, NULL);
    play_percents(percents, 1);
    cr_expect_eq(demo.state->arrays[NQ_STUFFED].count, 8192u);
    nq_demo_step_good(&demo);
    cr_expect_eq(percent_of(CONTENTS_EMPTY), 10);
    cr_expect_eq(demo.state->arrays[NQ_STUFFED].count, 0u);
    nq_demo_end(&demo);
}

Test(nq_orders, copies_go_on_equal)
{
    struct nq_state *copy = NULL;
    begin();
    update(1.0f, "v_idlescale 3;v_cshift 0 0 0 9;wait;v_cshift 0 0 0 200\n", NULL, NULL);
    update(1.5f, NULL, NULL, NULL);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
    const uint64_t before = nq_state_hash(copy);
    copy->orders.tint[3]++;
    cr_expect_neq(nq_state_hash(copy), before, "the tint is part of the hash");
    nq_demo_step_good(&demo);
    cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
    nq_demo_step_good(&demo);
    struct nq_state *last = demo.state;
    demo.state = copy;
    demo.pos = 0;
    struct dem_block block;
    size_t pos = demo.dem.first_block;
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(dem_next_block(&demo.dem, &pos, &block, &demo.err), 1);
    }
    cr_assert_eq(nq_state_apply_block(&demo.state, &demo.dem, &block, &demo.err), 0);
    cr_expect_eq(nq_state_hash(demo.state), nq_state_hash(last));
    cr_expect_eq(percent_of(CONTENTS_EMPTY), 200);
    nq_state_destroy(last);
    nq_demo_end(&demo);
}

/* Applies all blocks to a new state while memory runs out; the code of the last one. */
static int play_scarce(uint64_t number)
{
    int status = 0;
    scarce_begin_from(number);
    struct nq_state *state = nq_state_create();
    size_t pos = demo.dem.first_block;
    struct dem_block block;
    for (uint32_t i = 0; status == 0 && state; i++) {
        status = dem_next_block(&demo.dem, &pos, &block, &demo.err);
        if (status <= 0) {
            break;
        }
        status = nq_state_apply_block(&state, &demo.dem, &block, &demo.err);
    }
    status = state ? status : FORMAT_MEMORY;
    nq_state_destroy(state);
    scarce_end();
    cr_expect_eq(scarce_blocks(), 0, "allocation %d", (int)number);
    return status;
}

Test(nq_orders, memory_runs_out_where_text_waits)
{
    char flood[4000];
    memset(flood, ' ', sizeof flood - 1);
    flood[sizeof flood - 1] = '\0';
    begin();
    update(1.0f, "wait;v_cshift 0 0 0 10\n", flood, flood);
    update(1.5f, NULL, NULL, NULL);
    nq_demo_open(&demo);
    uint64_t number = 1;
    int status;
    while ((status = play_scarce(number)) == FORMAT_MEMORY && number < 1000) {
        number++;
    }
    cr_expect(status == 0 && number > 3, "%d after %d", status, (int)number);
    nq_demo_end(&demo);
}
