#include "engine/netquake/nq_keys.h"

#include "engine/netquake/netquake.h"
#include "engine/quake/quake_keys.h"

struct demo_keys nq_keys_find(const struct nq_state *s)
{
    struct demo_keys keys = {0};
    if (!nq_state_in_game(s) || s->intermission != 0 || s->has_clientdata == 0 ||
        s->stats[NQ_STAT_HEALTH] <= 0) {
        return keys;
    }
    if ((s->keys_told & QUAKE_KEYS_TOLD) != 0) {
        for (int key = DEMO_KEY_FORWARD; key <= DEMO_KEY_JUMP; key++) {
            demo_keys_tell(&keys, (enum demo_key)key, (s->keys_told >> key & 1) != 0);
        }
    }
    const struct quake_motion motion = {.on_ground = s->on_ground != 0,
                                        .in_water = s->in_water != 0,
                                        .rise = s->velocity[0][2],
                                        .weapon_frame = s->stats[NQ_STAT_WEAPON_FRAME]};
    quake_keys_derive(&keys, &motion);
    return keys;
}
