#include "engine/quake/quake_keys.h"

#include <string.h>

enum { TOLD_KEYS = 5, STATE_DOWN = 1 | 2 };

/* A jump gives 270 units per second, which gravity takes away; the wire rounds to 16. What rises
 * faster was thrown, what rises slower may walk up a slope. */
static const float jump_most = 290.0f, jump_least = 150.0f;

uint32_t quake_keys_of_command(const struct stufftext_words *words)
{
    uint32_t keys = QUAKE_KEYS_TOLD;
    if (words->count < 2 || strcmp(words->at[0], QUAKE_KEYS_VARIABLE) != 0) {
        return 0;
    }
    const char *states = strstr(words->at[1], "mk");
    if (states == NULL || strlen(states) != 2 + TOLD_KEYS) {
        return 0;
    }
    for (unsigned i = 0; i < TOLD_KEYS; i++) {
        const char digit = states[2 + i];
        if (digit < '0' || digit > '7') {
            return 0;
        }
        keys |= (uint32_t)(((digit - '0') & STATE_DOWN) != 0) << i;
    }
    return keys;
}

void quake_keys_derive(struct demo_keys *keys, const struct quake_motion *motion)
{
    const bool jumps = !motion->on_ground && !motion->in_water && motion->rise > jump_least &&
                       motion->rise < jump_most;
    demo_keys_derive(keys, DEMO_KEY_JUMP, jumps);
    demo_keys_derive(keys, DEMO_KEY_ATTACK, motion->weapon_frame != 0);
}
