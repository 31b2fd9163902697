/* Which keys of the game a player holds, as a demo tells it or as it follows from what happens. */
#ifndef ENGINE_FAMILY_DEMO_KEYS_H
#define ENGINE_FAMILY_DEMO_KEYS_H

#include <stdbool.h>
#include <stdint.h>

enum demo_key { /* the first five as JoeQuake numbers them */
                DEMO_KEY_FORWARD,
                DEMO_KEY_BACK,
                DEMO_KEY_LEFT,
                DEMO_KEY_RIGHT,
                DEMO_KEY_JUMP,
                DEMO_KEY_DUCK,
                DEMO_KEY_ATTACK,
                DEMO_KEYS
};

enum {
    DEMO_KEYS_WALK =
        1 << DEMO_KEY_FORWARD | 1 << DEMO_KEY_BACK | 1 << DEMO_KEY_LEFT | 1 << DEMO_KEY_RIGHT
};

/* Bits, 1 << demo_key. Zeroed = nothing is known. */
struct demo_keys {
    uint8_t known;   /* of the others, only bits of these count */
    uint8_t derived; /* not told by the demo: concluded from motion, events and animations */
    uint8_t held;
};

static inline void demo_keys_tell(struct demo_keys *keys, enum demo_key key, bool held)
{
    keys->known |= (uint8_t)(1u << key);
    keys->held |= (uint8_t)((unsigned)held << key);
}

/* As demo_keys_tell, marked as derived; what is told already stays. */
static inline void demo_keys_derive(struct demo_keys *keys, enum demo_key key, bool held)
{
    if ((keys->known >> key & 1) == 0) {
        demo_keys_tell(keys, key, held);
        keys->derived |= (uint8_t)(1u << key);
    }
}

/* Tells the keys to walk from a command's speeds, of which only the signs count. */
static inline void demo_keys_tell_walk(struct demo_keys *keys, int32_t forward, int32_t right)
{
    demo_keys_tell(keys, DEMO_KEY_FORWARD, forward > 0);
    demo_keys_tell(keys, DEMO_KEY_BACK, forward < 0);
    demo_keys_tell(keys, DEMO_KEY_RIGHT, right > 0);
    demo_keys_tell(keys, DEMO_KEY_LEFT, right < 0);
}

#endif
