#include "engine/quake3/hud/q3_hud_keys.h"

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_view_state.h"

enum { PMF_DUCKED = 1, PMF_JUMP_HELD = 2, DIRECTIONS = 8, NOWHERE = 1023 /* no ground entity */ };

/* PM_SetMovementDir: an eighth of a turn to the left each, from forward on. */
static const int8_t directions[DIRECTIONS][2] = {
    /* forward, right */ {1, 0},
    {1, -1},
    {0, -1},
    {-1, -1},
    {-1, 0},
    {-1, 1},
    {0, 1},
    {1, 1}};

/* On the ground the legs go on only while a key is held (PM_Footsteps); in the air the last
 * direction counts while the player moves. */
static bool is_walking(const struct q3_interp *m)
{
    const int32_t *now = m->from->player.fields;
    if (now[Q3_PS_GROUND_ENTITY_NUM] == NOWHERE) {
        const struct q3_bob bob = q3_bob_of(&m->player);
        return bob.speed > 1.0;
    }
    return m->to != NULL && m->to->player.fields[Q3_PS_BOB_CYCLE] != now[Q3_PS_BOB_CYCLE];
}

static void derive_walk(const struct q3_interp *m, struct demo_keys *keys)
{
    const int8_t *way = directions[m->from->player.fields[Q3_PS_MOVEMENT_DIR] & (DIRECTIONS - 1)];
    const bool walks = is_walking(m);
    demo_keys_derive(keys, DEMO_KEY_FORWARD, walks && way[0] > 0);
    demo_keys_derive(keys, DEMO_KEY_BACK, walks && way[0] < 0);
    demo_keys_derive(keys, DEMO_KEY_RIGHT, walks && way[1] > 0);
    demo_keys_derive(keys, DEMO_KEY_LEFT, walks && way[1] < 0);
}

struct demo_keys q3_hud_keys(const struct q3_interp *m)
{
    struct demo_keys keys = {0};
    const int32_t *now = m->from->player.fields;
    if (m->game->late_live) {
        const int32_t up = (int8_t)now[Q3_PS_UPMOVE];
        demo_keys_tell_walk(&keys, (int8_t)now[Q3_PS_FORWARDMOVE], (int8_t)now[Q3_PS_RIGHTMOVE]);
        demo_keys_tell(&keys, DEMO_KEY_JUMP, up > 0);
        demo_keys_tell(&keys, DEMO_KEY_DUCK, up < 0);
    } else {
        derive_walk(m, &keys);
        demo_keys_derive(&keys, DEMO_KEY_JUMP, (now[Q3_PS_PM_FLAGS] & PMF_JUMP_HELD) != 0);
        demo_keys_derive(&keys, DEMO_KEY_DUCK, (now[Q3_PS_PM_FLAGS] & PMF_DUCKED) != 0);
    }
    demo_keys_derive(&keys, DEMO_KEY_ATTACK, (now[Q3_PS_E_FLAGS] & Q3_EF_FIRING) != 0);
    return keys;
}
