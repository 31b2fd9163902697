/* Keys that players of Quake III demos hold: told by Quake Live, derived from the playerState of
 * the others. */
#include <criterion/criterion.h>

#include "engine/quake3/hud/q3_hud_keys.h"
#include "engine/quake3/q3_constants.h"

static struct q3_snapshot from, to;
static struct q3_game game;

static struct demo_keys find(void)
{
    struct q3_interp m = {.game = &game, .from = &from, .to = &to};
    m.player = from.player;
    return q3_hud_keys(&m);
}

static void begin(void)
{
    from = to = (struct q3_snapshot){.valid = true};
    game = (struct q3_game){.late_live = false};
}

TestSuite(q3_hud_keys, .init = begin);

Test(q3_hud_keys, directions_while_the_legs_go_on)
{
    static const uint8_t forward = 1 << DEMO_KEY_FORWARD, back = 1 << DEMO_KEY_BACK,
                         left = 1 << DEMO_KEY_LEFT, right = 1 << DEMO_KEY_RIGHT;
    const uint8_t expected[8] = {forward, forward | left, left,  back | left,
                                 back,    back | right,   right, forward | right};
    for (int i = 0; i < 8; i++) {
        from.player.fields[Q3_PS_MOVEMENT_DIR] = i;
        to.player.fields[Q3_PS_BOB_CYCLE] = 0;
        cr_expect_eq(find().held, 0, "standing");
        to.player.fields[Q3_PS_BOB_CYCLE] = 20;
        const struct demo_keys keys = find();
        cr_expect_eq(keys.held, expected[i], "%d: %d", i, keys.held);
        cr_expect(keys.known == 127 && keys.derived == 127);
    }
    from.player.fields[Q3_PS_MOVEMENT_DIR] = -1;
    cr_expect_eq(find().held, expected[7], "hostile numbers are cut");
}

Test(q3_hud_keys, the_last_direction_in_the_air)
{
    from.player.fields[Q3_PS_GROUND_ENTITY_NUM] = 1023;
    from.player.fields[Q3_PS_MOVEMENT_DIR] = 2;
    cr_expect_eq(find().held, 0);
    from.player.fields[Q3_PS_VELOCITY_0] = q3_float_bits(300.0f);
    cr_expect_eq(find().held, 1 << DEMO_KEY_LEFT);
}

Test(q3_hud_keys, flags_of_the_game)
{
    from.player.fields[Q3_PS_PM_FLAGS] = 1;
    cr_expect_eq(find().held, 1 << DEMO_KEY_DUCK);
    from.player.fields[Q3_PS_PM_FLAGS] = 2;
    cr_expect_eq(find().held, 1 << DEMO_KEY_JUMP);
    from.player.fields[Q3_PS_PM_FLAGS] = 0;
    from.player.fields[Q3_PS_E_FLAGS] = Q3_EF_FIRING;
    cr_expect_eq(find().held, 1 << DEMO_KEY_ATTACK);
}

Test(q3_hud_keys, quake_live_tells_them)
{
    game.late_live = true;
    from.player.fields[Q3_PS_FORWARDMOVE] = 129; /* a byte: -127 */
    from.player.fields[Q3_PS_RIGHTMOVE] = 127;
    from.player.fields[Q3_PS_UPMOVE] = 255;
    from.player.fields[Q3_PS_PM_FLAGS] = 2;
    const struct demo_keys keys = find();
    cr_expect_eq(keys.held, 1 << DEMO_KEY_BACK | 1 << DEMO_KEY_RIGHT | 1 << DEMO_KEY_DUCK);
    cr_expect_eq(keys.derived, 1 << DEMO_KEY_ATTACK);
}
