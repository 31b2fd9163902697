/* What a state tells of one player at its last update: place, motion, health, pose, level.
 *
 * Plain facts of the demo, without the level's geometry or models. Coordinates: Quake units, z up;
 * angles in degrees, pitch positive downward; velocity in units per second. */
#ifndef ENGINE_FAMILY_DEMO_BODY_H
#define ENGINE_FAMILY_DEMO_BODY_H

#include <stdbool.h>
#include <stdint.h>

enum { DEMO_LEVEL_BYTES = 64 };

struct demo_body {
    bool present;      /* the place is known; false: of the members below only the level's count */
    bool has_body;     /* others would see a body; false: a camera, a spectator, an intermission */
    float origin[3];   /* of the body: about the middle of it */
    float angles[3];   /* of the view */
    float velocity[3]; /* as the demo tells it; NetQuake: in steps of 16 */
    bool has_health;   /* the demo tells health and armour of this player */
    int32_t health, armor;
    int32_t frame; /* Quake: frame of the model; Quake III: animation of the legs, as the entity has
                      it: another toggle bit is another start of it */
    int32_t torso; /* Quake III: animation of the torso, likewise */
    uint8_t shirt, trousers;      /* Quake: colours, 0..15 */
    uint32_t level_count;         /* changes whenever a level begins, the same one again as well */
    char level[DEMO_LEVEL_BYTES]; /* file name, "maps/e1m1.bsp"; "" = not known yet */
};

#endif
