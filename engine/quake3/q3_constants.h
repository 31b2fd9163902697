/* Constants of the protocol and of the original game that several files need.
 *
 * Source: bg_public.h and q_shared.h of the original game, as facts. */
#ifndef ENGINE_QUAKE3_Q3_CONSTANTS_H
#define ENGINE_QUAKE3_Q3_CONSTANTS_H

enum { /* teams in configstrings and in the playerState's persistant[] */
       Q3_TEAM_FREE,
       Q3_TEAM_RED,
       Q3_TEAM_BLUE,
       Q3_TEAM_SPECTATOR
};

enum { /* pm_type of the playerState */
       Q3_PM_NORMAL,
       Q3_PM_NOCLIP,
       Q3_PM_SPECTATOR,
       Q3_PM_DEAD,
       Q3_PM_FREEZE,
       Q3_PM_INTERMISSION,
       Q3_PM_SINGLE_INTERMISSION
};

enum { /* eFlags of entities and of the playerState */
       Q3_EF_DEAD = 0x1,
       Q3_EF_TELEPORT = 0x4,      /* toggles with each teleport, which is not interpolated */
       Q3_EF_PLAYER_EVENT = 0x10, /* event entity: the event happens to otherEntityNum */
       Q3_EF_NO_DRAW = 0x80,
       Q3_EF_FIRING = 0x100
};

enum {
    Q3_ANIM_TOGGLE = 0x80, /* bit of legsAnim and torsoAnim; toggles at each start */
    Q3_LEGS_CROUCH = 13,   /* animations of legsAnim with the view height of a crouch */
    Q3_LEGS_CROUCH_STILL = 23,
    Q3_SOLID_INLINE = 0xffffff /* fields[Q3_ES_SOLID] of an entity whose model is a submodel */
};

#endif
