/* Keys that players of NetQuake and QuakeWorld hold. */
#ifndef ENGINE_QUAKE_QUAKE_KEYS_H
#define ENGINE_QUAKE_QUAKE_KEYS_H

#include "engine/family/demo_keys.h"
#include "engine/quake/stufftext.h"

/* The keys in a server's command, as JoeQuake's server stuffs one with each update: behind the
 * value of net_messagetimeout "mk" and five digits, the states of forward, back, left, right, jump.
 * Returns the bits of the keys held, 1 << demo_key, with QUAKE_KEYS_TOLD; 0 = another command.
 *
 * Source: JoeQuake (sv_main.c, net_main.c). A state has 1 while the key is held, 2 if it went down
 * and 4 if it went up since the last one. */
enum { QUAKE_KEYS_TOLD = 1 << 7 };
uint32_t quake_keys_of_command(const struct stufftext_words *words);

#define QUAKE_KEYS_VARIABLE "net_messagetimeout"

/* What motion and weapon show of a living player whose commands the demo does not tell.
 * on_ground, in_water: no jump begins here. rise: units per second, upward. weapon_frame: of the
 * view weapon; 0 = it rests. */
struct quake_motion {
    bool on_ground, in_water;
    float rise;
    int32_t weapon_frame;
};
void quake_keys_derive(struct demo_keys *keys, const struct quake_motion *motion);

#endif
