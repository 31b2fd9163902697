/* Keys that the player of a NetQuake demo holds, from stuffed text and from the state. */
#include <criterion/criterion.h>

#include "engine/netquake/nq_keys.h"
#include "tests/support/nq_demo.h"

static struct nq_demo demo;

static void update(float time, const char *stuffed, int16_t health)
{
    nq_demo_time(&demo, time);
    if (stuffed != NULL) {
        nq_demo_text(&demo, NQ_STUFFTEXT, stuffed);
    }
    nq_demo_clientdata(&demo, NQ_SU_ONGROUND, health, 0);
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    nq_demo_block(&demo, 0, 0);
}

static void step(int count)
{
    for (int i = 0; i < count; i++) {
        nq_demo_step_good(&demo);
    }
}

Test(nq_keys, with_each_update)
{
    const uint8_t told = DEMO_KEYS_WALK | 1 << DEMO_KEY_JUMP;
    const uint8_t derived = 1 << DEMO_KEY_JUMP | 1 << DEMO_KEY_ATTACK;
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
    update(1.0f, "net_messagetimeout 300mk10010\n", 100);
    update(1.1f, NULL, 100);
    update(1.2f, "net_messagetimeout 300mk00001\n", 0);
    nq_demo_open(&demo);
    cr_expect_eq(nq_keys_find(demo.state).known, 0);
    step(2);
    struct demo_keys keys = nq_keys_find(demo.state);
    cr_expect_eq(keys.known, told | 1 << DEMO_KEY_ATTACK);
    cr_expect_eq(keys.held, 1 << DEMO_KEY_FORWARD | 1 << DEMO_KEY_RIGHT);
    cr_expect_eq(keys.derived, 1 << DEMO_KEY_ATTACK);
    step(1);
    keys = nq_keys_find(demo.state);
    cr_expect(keys.known == derived && keys.derived == derived && keys.held == 0);
    demo.state->on_ground = 0;
    demo.state->velocity[0][2] = 240.0f;
    cr_expect_eq(nq_keys_find(demo.state).held, 1 << DEMO_KEY_JUMP);
    demo.state->stats[NQ_STAT_WEAPON_FRAME] = 2;
    cr_expect_eq(nq_keys_find(demo.state).held, derived);
    demo.state->intermission = 1;
    cr_expect_eq(nq_keys_find(demo.state).known, 0);
    step(1);
    cr_expect_eq(nq_keys_find(demo.state).known, 0, "the dead hold none");
    nq_demo_end(&demo);
}
