/* An event of an entity or of the player, as the client state stores it. */
#ifndef ENGINE_QUAKE3_Q3_EVENT_H
#define ENGINE_QUAKE3_Q3_EVENT_H

#include <stdint.h>

/* An entity event, with the fields of its entity that drawing needs. 32-bit words only. */
struct q3_event {
    int32_t time;   /* server time of its snapshot */
    int32_t event;  /* number without its counting bits */
    int32_t parm;   /* eventParm */
    int32_t entity; /* entity number it happens to */
    int32_t player; /* 1 = from the playerState, not from an entity */
    int32_t e_type, e_flags, client, other, other2, weapon, legs_anim,
        surface /* groundEntityNum */;
    float origin[3], origin2[3], angles[3]; /* origin: at that time */
};

#endif
