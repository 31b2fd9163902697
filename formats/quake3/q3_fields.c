#include "formats/quake3/q3_fields.h"

#include <string.h>

/* clang-format off */

/* By slot: the order of the enumerations. */
const char *const q3_entity_names[Q3_ES_COUNT] = {
    "pos.trTime", "pos.trBase[0]", "pos.trBase[1]", "pos.trDelta[0]", "pos.trDelta[1]",
    "pos.trBase[2]", "apos.trBase[1]", "pos.trDelta[2]", "apos.trBase[0]", "event", "angles2[1]",
    "eType", "torsoAnim", "eventParm", "legsAnim", "groundEntityNum", "pos.trType", "eFlags",
    "otherEntityNum", "weapon", "clientNum", "angles[1]", "pos.trDuration", "apos.trType",
    "origin[0]", "origin[1]", "origin[2]", "solid", "powerups", "modelindex", "otherEntityNum2",
    "loopSound", "generic1", "origin2[2]", "origin2[0]", "origin2[1]", "modelindex2", "angles[0]",
    "time", "apos.trTime", "apos.trDuration", "apos.trBase[2]", "apos.trDelta[0]",
    "apos.trDelta[1]", "apos.trDelta[2]", "time2", "angles[2]", "angles2[0]", "angles2[2]",
    "constantLight", "frame", "pos_gravity", "apos_gravity", "jumpTime", "doubleJumped", "health",
    "armor", "location",
};

const char *const q3_player_names[Q3_PS_COUNT] = {
    "commandTime", "origin[0]", "origin[1]", "bobCycle", "velocity[0]", "velocity[1]",
    "viewangles[1]", "viewangles[0]", "weaponTime", "origin[2]", "velocity[2]", "legsTimer",
    "pm_time", "eventSequence", "torsoAnim", "movementDir", "events[0]", "legsAnim", "events[1]",
    "pm_flags", "groundEntityNum", "weaponstate", "eFlags", "externalEvent", "gravity", "speed",
    "delta_angles[1]", "externalEventParm", "viewheight", "damageEvent", "damageYaw", "damagePitch",
    "damageCount", "generic1", "pm_type", "delta_angles[0]", "delta_angles[2]", "torsoTimer",
    "eventParms[0]", "eventParms[1]", "clientNum", "weapon", "viewangles[2]", "grapplePoint[0]",
    "grapplePoint[1]", "grapplePoint[2]", "jumppad_ent", "loopSound", "jumpTime", "doubleJumped",
    "weaponPrimary", "crouchTime", "crouchSlideTime", "location", "fov", "forwardmove", "rightmove",
    "upmove",
};

static const struct q3_field entity_dm3[] = {
    {Q3_ES_E_TYPE, 8}, {Q3_ES_E_FLAGS, 16}, {Q3_ES_POS_TR_TYPE, 8}, {Q3_ES_POS_TR_TIME, 32},
    {Q3_ES_POS_TR_DURATION, 32}, {Q3_ES_POS_TR_BASE_0, 0}, {Q3_ES_POS_TR_BASE_1, 0},
    {Q3_ES_POS_TR_BASE_2, 0}, {Q3_ES_POS_TR_DELTA_0, 0}, {Q3_ES_POS_TR_DELTA_1, 0},
    {Q3_ES_POS_TR_DELTA_2, 0}, {Q3_ES_APOS_TR_TYPE, 8}, {Q3_ES_APOS_TR_TIME, 32},
    {Q3_ES_APOS_TR_DURATION, 32}, {Q3_ES_APOS_TR_BASE_0, 0}, {Q3_ES_APOS_TR_BASE_1, 0},
    {Q3_ES_APOS_TR_BASE_2, 0}, {Q3_ES_APOS_TR_DELTA_0, 0}, {Q3_ES_APOS_TR_DELTA_1, 0},
    {Q3_ES_APOS_TR_DELTA_2, 0}, {Q3_ES_TIME, 32}, {Q3_ES_TIME2, 32}, {Q3_ES_ORIGIN_0, 0},
    {Q3_ES_ORIGIN_1, 0}, {Q3_ES_ORIGIN_2, 0}, {Q3_ES_ORIGIN2_0, 0}, {Q3_ES_ORIGIN2_1, 0},
    {Q3_ES_ORIGIN2_2, 0}, {Q3_ES_ANGLES_0, 0}, {Q3_ES_ANGLES_1, 0}, {Q3_ES_ANGLES_2, 0},
    {Q3_ES_ANGLES2_0, 0}, {Q3_ES_ANGLES2_1, 0}, {Q3_ES_ANGLES2_2, 0}, {Q3_ES_OTHER_ENTITY_NUM, 10},
    {Q3_ES_OTHER_ENTITY_NUM2, 10}, {Q3_ES_GROUND_ENTITY_NUM, 10}, {Q3_ES_LOOP_SOUND, 8},
    {Q3_ES_CONSTANT_LIGHT, 32}, {Q3_ES_MODELINDEX, 8}, {Q3_ES_MODELINDEX2, 8}, {Q3_ES_FRAME, 16},
    {Q3_ES_CLIENT_NUM, 8}, {Q3_ES_SOLID, 24}, {Q3_ES_EVENT, 10}, {Q3_ES_EVENT_PARM, 8},
    {Q3_ES_POWERUPS, 16}, {Q3_ES_WEAPON, 8}, {Q3_ES_LEGS_ANIM, 8}, {Q3_ES_TORSO_ANIM, 8},
};

static const struct q3_field entity_48[] = {
    {Q3_ES_E_TYPE, 8}, {Q3_ES_E_FLAGS, 19}, {Q3_ES_POS_TR_TYPE, 8}, {Q3_ES_POS_TR_TIME, 32},
    {Q3_ES_POS_TR_DURATION, 32}, {Q3_ES_POS_TR_BASE_0, 0}, {Q3_ES_POS_TR_BASE_1, 0},
    {Q3_ES_POS_TR_BASE_2, 0}, {Q3_ES_POS_TR_DELTA_0, 0}, {Q3_ES_POS_TR_DELTA_1, 0},
    {Q3_ES_POS_TR_DELTA_2, 0}, {Q3_ES_APOS_TR_TYPE, 8}, {Q3_ES_APOS_TR_TIME, 32},
    {Q3_ES_APOS_TR_DURATION, 32}, {Q3_ES_APOS_TR_BASE_0, 0}, {Q3_ES_APOS_TR_BASE_1, 0},
    {Q3_ES_APOS_TR_BASE_2, 0}, {Q3_ES_APOS_TR_DELTA_0, 0}, {Q3_ES_APOS_TR_DELTA_1, 0},
    {Q3_ES_APOS_TR_DELTA_2, 0}, {Q3_ES_TIME, 32}, {Q3_ES_TIME2, 32}, {Q3_ES_ORIGIN_0, 0},
    {Q3_ES_ORIGIN_1, 0}, {Q3_ES_ORIGIN_2, 0}, {Q3_ES_ORIGIN2_0, 0}, {Q3_ES_ORIGIN2_1, 0},
    {Q3_ES_ORIGIN2_2, 0}, {Q3_ES_ANGLES_0, 0}, {Q3_ES_ANGLES_1, 0}, {Q3_ES_ANGLES_2, 0},
    {Q3_ES_ANGLES2_0, 0}, {Q3_ES_ANGLES2_1, 0}, {Q3_ES_ANGLES2_2, 0}, {Q3_ES_OTHER_ENTITY_NUM, 10},
    {Q3_ES_OTHER_ENTITY_NUM2, 10}, {Q3_ES_GROUND_ENTITY_NUM, 10}, {Q3_ES_LOOP_SOUND, 8},
    {Q3_ES_CONSTANT_LIGHT, 32}, {Q3_ES_MODELINDEX, 8}, {Q3_ES_MODELINDEX2, 8}, {Q3_ES_FRAME, 16},
    {Q3_ES_CLIENT_NUM, 8}, {Q3_ES_SOLID, 24}, {Q3_ES_EVENT, 10}, {Q3_ES_EVENT_PARM, 8},
    {Q3_ES_POWERUPS, 16}, {Q3_ES_WEAPON, 8}, {Q3_ES_LEGS_ANIM, 8}, {Q3_ES_TORSO_ANIM, 8},
    {Q3_ES_GENERIC1, 8},
};

static const struct q3_field entity_68[] = {
    {Q3_ES_POS_TR_TIME, 32}, {Q3_ES_POS_TR_BASE_0, 0}, {Q3_ES_POS_TR_BASE_1, 0},
    {Q3_ES_POS_TR_DELTA_0, 0}, {Q3_ES_POS_TR_DELTA_1, 0}, {Q3_ES_POS_TR_BASE_2, 0},
    {Q3_ES_APOS_TR_BASE_1, 0}, {Q3_ES_POS_TR_DELTA_2, 0}, {Q3_ES_APOS_TR_BASE_0, 0},
    {Q3_ES_EVENT, 10}, {Q3_ES_ANGLES2_1, 0}, {Q3_ES_E_TYPE, 8}, {Q3_ES_TORSO_ANIM, 8},
    {Q3_ES_EVENT_PARM, 8}, {Q3_ES_LEGS_ANIM, 8}, {Q3_ES_GROUND_ENTITY_NUM, 10},
    {Q3_ES_POS_TR_TYPE, 8}, {Q3_ES_E_FLAGS, 19}, {Q3_ES_OTHER_ENTITY_NUM, 10}, {Q3_ES_WEAPON, 8},
    {Q3_ES_CLIENT_NUM, 8}, {Q3_ES_ANGLES_1, 0}, {Q3_ES_POS_TR_DURATION, 32},
    {Q3_ES_APOS_TR_TYPE, 8}, {Q3_ES_ORIGIN_0, 0}, {Q3_ES_ORIGIN_1, 0}, {Q3_ES_ORIGIN_2, 0},
    {Q3_ES_SOLID, 24}, {Q3_ES_POWERUPS, 16}, {Q3_ES_MODELINDEX, 8}, {Q3_ES_OTHER_ENTITY_NUM2, 10},
    {Q3_ES_LOOP_SOUND, 8}, {Q3_ES_GENERIC1, 8}, {Q3_ES_ORIGIN2_2, 0}, {Q3_ES_ORIGIN2_0, 0},
    {Q3_ES_ORIGIN2_1, 0}, {Q3_ES_MODELINDEX2, 8}, {Q3_ES_ANGLES_0, 0}, {Q3_ES_TIME, 32},
    {Q3_ES_APOS_TR_TIME, 32}, {Q3_ES_APOS_TR_DURATION, 32}, {Q3_ES_APOS_TR_BASE_2, 0},
    {Q3_ES_APOS_TR_DELTA_0, 0}, {Q3_ES_APOS_TR_DELTA_1, 0}, {Q3_ES_APOS_TR_DELTA_2, 0},
    {Q3_ES_TIME2, 32}, {Q3_ES_ANGLES_2, 0}, {Q3_ES_ANGLES2_0, 0}, {Q3_ES_ANGLES2_2, 0},
    {Q3_ES_CONSTANT_LIGHT, 32}, {Q3_ES_FRAME, 16},
};

/* Quake Live's fields: each protocol adds to the previous one's. */
enum { ENTITY_73 = 53, ENTITY_90 = 55 };

static const struct q3_field entity_91[] = {
    {Q3_ES_POS_TR_TIME, 32}, {Q3_ES_POS_TR_BASE_0, 0}, {Q3_ES_POS_TR_BASE_1, 0},
    {Q3_ES_POS_TR_DELTA_0, 0}, {Q3_ES_POS_TR_DELTA_1, 0}, {Q3_ES_POS_TR_BASE_2, 0},
    {Q3_ES_APOS_TR_BASE_1, 0}, {Q3_ES_POS_TR_DELTA_2, 0}, {Q3_ES_APOS_TR_BASE_0, 0},
    {Q3_ES_POS_GRAVITY, 32}, {Q3_ES_EVENT, 10}, {Q3_ES_ANGLES2_1, 0}, {Q3_ES_E_TYPE, 8},
    {Q3_ES_TORSO_ANIM, 8}, {Q3_ES_EVENT_PARM, 8}, {Q3_ES_LEGS_ANIM, 8},
    {Q3_ES_GROUND_ENTITY_NUM, 10}, {Q3_ES_POS_TR_TYPE, 8}, {Q3_ES_E_FLAGS, 19},
    {Q3_ES_OTHER_ENTITY_NUM, 10}, {Q3_ES_WEAPON, 8}, {Q3_ES_CLIENT_NUM, 8}, {Q3_ES_ANGLES_1, 0},
    {Q3_ES_POS_TR_DURATION, 32}, {Q3_ES_APOS_TR_TYPE, 8}, {Q3_ES_ORIGIN_0, 0}, {Q3_ES_ORIGIN_1, 0},
    {Q3_ES_ORIGIN_2, 0}, {Q3_ES_SOLID, 24}, {Q3_ES_POWERUPS, 16}, {Q3_ES_MODELINDEX, 8},
    {Q3_ES_OTHER_ENTITY_NUM2, 10}, {Q3_ES_LOOP_SOUND, 8}, {Q3_ES_GENERIC1, 8}, {Q3_ES_ORIGIN2_2, 0},
    {Q3_ES_ORIGIN2_0, 0}, {Q3_ES_ORIGIN2_1, 0}, {Q3_ES_MODELINDEX2, 8}, {Q3_ES_ANGLES_0, 0},
    {Q3_ES_TIME, 32}, {Q3_ES_APOS_TR_TIME, 32}, {Q3_ES_APOS_TR_DURATION, 32},
    {Q3_ES_APOS_TR_BASE_2, 0}, {Q3_ES_APOS_TR_DELTA_0, 0}, {Q3_ES_APOS_TR_DELTA_1, 0},
    {Q3_ES_APOS_TR_DELTA_2, 0}, {Q3_ES_APOS_GRAVITY, 32}, {Q3_ES_TIME2, 32}, {Q3_ES_ANGLES_2, 0},
    {Q3_ES_ANGLES2_0, 0}, {Q3_ES_ANGLES2_2, 0}, {Q3_ES_CONSTANT_LIGHT, 32}, {Q3_ES_FRAME, 16},
    /* 73 ends here, */
    {Q3_ES_JUMP_TIME, 32}, {Q3_ES_DOUBLE_JUMPED, 1},
    /* and 90 here. */
    {Q3_ES_HEALTH, 16}, {Q3_ES_ARMOR, 16}, {Q3_ES_LOCATION, 8},
};

static const struct q3_field player_dm3[] = {
    {Q3_PS_COMMAND_TIME, 32}, {Q3_PS_PM_TYPE, 8}, {Q3_PS_BOB_CYCLE, 8}, {Q3_PS_PM_FLAGS, 16},
    {Q3_PS_PM_TIME, 16}, {Q3_PS_ORIGIN_0, 0}, {Q3_PS_ORIGIN_1, 0}, {Q3_PS_ORIGIN_2, 0},
    {Q3_PS_VELOCITY_0, 0}, {Q3_PS_VELOCITY_1, 0}, {Q3_PS_VELOCITY_2, 0}, {Q3_PS_WEAPON_TIME, 16},
    {Q3_PS_GRAVITY, 16}, {Q3_PS_SPEED, 16}, {Q3_PS_DELTA_ANGLES_0, 16}, {Q3_PS_DELTA_ANGLES_1, 16},
    {Q3_PS_DELTA_ANGLES_2, 16}, {Q3_PS_GROUND_ENTITY_NUM, 10}, {Q3_PS_LEGS_TIMER, 8},
    {Q3_PS_TORSO_TIMER, 12}, {Q3_PS_LEGS_ANIM, 8}, {Q3_PS_TORSO_ANIM, 8}, {Q3_PS_MOVEMENT_DIR, 4},
    {Q3_PS_E_FLAGS, 16}, {Q3_PS_EVENT_SEQUENCE, 16}, {Q3_PS_EVENTS_0, 8}, {Q3_PS_EVENTS_1, 8},
    {Q3_PS_EVENT_PARMS_0, 8}, {Q3_PS_EVENT_PARMS_1, 8}, {Q3_PS_EXTERNAL_EVENT, 8},
    {Q3_PS_EXTERNAL_EVENT_PARM, 8}, {Q3_PS_CLIENT_NUM, 8}, {Q3_PS_WEAPON, 5},
    {Q3_PS_WEAPONSTATE, 4}, {Q3_PS_VIEWANGLES_0, 0}, {Q3_PS_VIEWANGLES_1, 0},
    {Q3_PS_VIEWANGLES_2, 0}, {Q3_PS_VIEWHEIGHT, 8}, {Q3_PS_DAMAGE_EVENT, 8}, {Q3_PS_DAMAGE_YAW, 8},
    {Q3_PS_DAMAGE_PITCH, 8}, {Q3_PS_DAMAGE_COUNT, 8}, {Q3_PS_GRAPPLE_POINT_0, 0},
    {Q3_PS_GRAPPLE_POINT_1, 0}, {Q3_PS_GRAPPLE_POINT_2, 0},
};

static const struct q3_field player_48[] = {
    {Q3_PS_COMMAND_TIME, 32}, {Q3_PS_PM_TYPE, 8}, {Q3_PS_BOB_CYCLE, 8}, {Q3_PS_PM_FLAGS, 16},
    {Q3_PS_PM_TIME, -16}, {Q3_PS_ORIGIN_0, 0}, {Q3_PS_ORIGIN_1, 0}, {Q3_PS_ORIGIN_2, 0},
    {Q3_PS_VELOCITY_0, 0}, {Q3_PS_VELOCITY_1, 0}, {Q3_PS_VELOCITY_2, 0}, {Q3_PS_WEAPON_TIME, -16},
    {Q3_PS_GRAVITY, 16}, {Q3_PS_SPEED, 16}, {Q3_PS_DELTA_ANGLES_0, 16}, {Q3_PS_DELTA_ANGLES_1, 16},
    {Q3_PS_DELTA_ANGLES_2, 16}, {Q3_PS_GROUND_ENTITY_NUM, 10}, {Q3_PS_LEGS_TIMER, 8},
    {Q3_PS_TORSO_TIMER, 12}, {Q3_PS_LEGS_ANIM, 8}, {Q3_PS_TORSO_ANIM, 8}, {Q3_PS_MOVEMENT_DIR, 4},
    {Q3_PS_E_FLAGS, 16}, {Q3_PS_EVENT_SEQUENCE, 16}, {Q3_PS_EVENTS_0, 8}, {Q3_PS_EVENTS_1, 8},
    {Q3_PS_EVENT_PARMS_0, 8}, {Q3_PS_EVENT_PARMS_1, 8}, {Q3_PS_EXTERNAL_EVENT, 10},
    {Q3_PS_EXTERNAL_EVENT_PARM, 8}, {Q3_PS_CLIENT_NUM, 8}, {Q3_PS_WEAPON, 5},
    {Q3_PS_WEAPONSTATE, 4}, {Q3_PS_VIEWANGLES_0, 0}, {Q3_PS_VIEWANGLES_1, 0},
    {Q3_PS_VIEWANGLES_2, 0}, {Q3_PS_VIEWHEIGHT, -8}, {Q3_PS_DAMAGE_EVENT, 8}, {Q3_PS_DAMAGE_YAW, 8},
    {Q3_PS_DAMAGE_PITCH, 8}, {Q3_PS_DAMAGE_COUNT, 8}, {Q3_PS_GRAPPLE_POINT_0, 0},
    {Q3_PS_GRAPPLE_POINT_1, 0}, {Q3_PS_GRAPPLE_POINT_2, 0}, {Q3_PS_JUMPPAD_ENT, 10},
    {Q3_PS_LOOP_SOUND, 16}, {Q3_PS_GENERIC1, 8},
};

static const struct q3_field player_68[] = {
    {Q3_PS_COMMAND_TIME, 32}, {Q3_PS_ORIGIN_0, 0}, {Q3_PS_ORIGIN_1, 0}, {Q3_PS_BOB_CYCLE, 8},
    {Q3_PS_VELOCITY_0, 0}, {Q3_PS_VELOCITY_1, 0}, {Q3_PS_VIEWANGLES_1, 0}, {Q3_PS_VIEWANGLES_0, 0},
    {Q3_PS_WEAPON_TIME, -16}, {Q3_PS_ORIGIN_2, 0}, {Q3_PS_VELOCITY_2, 0}, {Q3_PS_LEGS_TIMER, 8},
    {Q3_PS_PM_TIME, -16}, {Q3_PS_EVENT_SEQUENCE, 16}, {Q3_PS_TORSO_ANIM, 8},
    {Q3_PS_MOVEMENT_DIR, 4}, {Q3_PS_EVENTS_0, 8}, {Q3_PS_LEGS_ANIM, 8}, {Q3_PS_EVENTS_1, 8},
    {Q3_PS_PM_FLAGS, 16}, {Q3_PS_GROUND_ENTITY_NUM, 10}, {Q3_PS_WEAPONSTATE, 4},
    {Q3_PS_E_FLAGS, 16}, {Q3_PS_EXTERNAL_EVENT, 10}, {Q3_PS_GRAVITY, 16}, {Q3_PS_SPEED, 16},
    {Q3_PS_DELTA_ANGLES_1, 16}, {Q3_PS_EXTERNAL_EVENT_PARM, 8}, {Q3_PS_VIEWHEIGHT, -8},
    {Q3_PS_DAMAGE_EVENT, 8}, {Q3_PS_DAMAGE_YAW, 8}, {Q3_PS_DAMAGE_PITCH, 8},
    {Q3_PS_DAMAGE_COUNT, 8}, {Q3_PS_GENERIC1, 8}, {Q3_PS_PM_TYPE, 8}, {Q3_PS_DELTA_ANGLES_0, 16},
    {Q3_PS_DELTA_ANGLES_2, 16}, {Q3_PS_TORSO_TIMER, 12}, {Q3_PS_EVENT_PARMS_0, 8},
    {Q3_PS_EVENT_PARMS_1, 8}, {Q3_PS_CLIENT_NUM, 8}, {Q3_PS_WEAPON, 5}, {Q3_PS_VIEWANGLES_2, 0},
    {Q3_PS_GRAPPLE_POINT_0, 0}, {Q3_PS_GRAPPLE_POINT_1, 0}, {Q3_PS_GRAPPLE_POINT_2, 0},
    {Q3_PS_JUMPPAD_ENT, 10}, {Q3_PS_LOOP_SOUND, 16},
};

static const struct q3_field player_90[] = {
    {Q3_PS_COMMAND_TIME, 32}, {Q3_PS_ORIGIN_0, 0}, {Q3_PS_ORIGIN_1, 0}, {Q3_PS_BOB_CYCLE, 8},
    {Q3_PS_VELOCITY_0, 0}, {Q3_PS_VELOCITY_1, 0}, {Q3_PS_VIEWANGLES_1, 0}, {Q3_PS_VIEWANGLES_0, 0},
    {Q3_PS_WEAPON_TIME, -16}, {Q3_PS_ORIGIN_2, 0}, {Q3_PS_VELOCITY_2, 0}, {Q3_PS_LEGS_TIMER, 8},
    {Q3_PS_PM_TIME, -16}, {Q3_PS_EVENT_SEQUENCE, 16}, {Q3_PS_TORSO_ANIM, 8},
    {Q3_PS_MOVEMENT_DIR, 4}, {Q3_PS_EVENTS_0, 8}, {Q3_PS_LEGS_ANIM, 8}, {Q3_PS_EVENTS_1, 8},
    {Q3_PS_PM_FLAGS, 24}, {Q3_PS_GROUND_ENTITY_NUM, 10}, {Q3_PS_WEAPONSTATE, 4},
    {Q3_PS_E_FLAGS, 16}, {Q3_PS_EXTERNAL_EVENT, 10}, {Q3_PS_GRAVITY, 16}, {Q3_PS_SPEED, 16},
    {Q3_PS_DELTA_ANGLES_1, 16}, {Q3_PS_EXTERNAL_EVENT_PARM, 8}, {Q3_PS_VIEWHEIGHT, -8},
    {Q3_PS_DAMAGE_EVENT, 8}, {Q3_PS_DAMAGE_YAW, 8}, {Q3_PS_DAMAGE_PITCH, 8},
    {Q3_PS_DAMAGE_COUNT, 8}, {Q3_PS_GENERIC1, 8}, {Q3_PS_PM_TYPE, 8}, {Q3_PS_DELTA_ANGLES_0, 16},
    {Q3_PS_DELTA_ANGLES_2, 16}, {Q3_PS_TORSO_TIMER, 12}, {Q3_PS_EVENT_PARMS_0, 8},
    {Q3_PS_EVENT_PARMS_1, 8}, {Q3_PS_CLIENT_NUM, 8}, {Q3_PS_WEAPON, 5}, {Q3_PS_VIEWANGLES_2, 0},
    {Q3_PS_GRAPPLE_POINT_0, 0}, {Q3_PS_GRAPPLE_POINT_1, 0}, {Q3_PS_GRAPPLE_POINT_2, 0},
    {Q3_PS_JUMPPAD_ENT, 10}, {Q3_PS_LOOP_SOUND, 16}, {Q3_PS_JUMP_TIME, 32}, {Q3_PS_DOUBLE_JUMPED, 1},
};

static const struct q3_field player_91[] = {
    {Q3_PS_COMMAND_TIME, 32}, {Q3_PS_ORIGIN_0, 0}, {Q3_PS_ORIGIN_1, 0}, {Q3_PS_BOB_CYCLE, 8},
    {Q3_PS_VELOCITY_0, 0}, {Q3_PS_VELOCITY_1, 0}, {Q3_PS_VIEWANGLES_1, 0}, {Q3_PS_VIEWANGLES_0, 0},
    {Q3_PS_WEAPON_TIME, -16}, {Q3_PS_ORIGIN_2, 0}, {Q3_PS_VELOCITY_2, 0}, {Q3_PS_LEGS_TIMER, 8},
    {Q3_PS_PM_TIME, -16}, {Q3_PS_EVENT_SEQUENCE, 16}, {Q3_PS_TORSO_ANIM, 8},
    {Q3_PS_MOVEMENT_DIR, 4}, {Q3_PS_EVENTS_0, 8}, {Q3_PS_LEGS_ANIM, 8}, {Q3_PS_EVENTS_1, 8},
    {Q3_PS_PM_FLAGS, 24}, {Q3_PS_GROUND_ENTITY_NUM, 10}, {Q3_PS_WEAPONSTATE, 4},
    {Q3_PS_E_FLAGS, 16}, {Q3_PS_EXTERNAL_EVENT, 10}, {Q3_PS_GRAVITY, 16}, {Q3_PS_SPEED, 16},
    {Q3_PS_DELTA_ANGLES_1, 16}, {Q3_PS_EXTERNAL_EVENT_PARM, 8}, {Q3_PS_VIEWHEIGHT, -8},
    {Q3_PS_DAMAGE_EVENT, 8}, {Q3_PS_DAMAGE_YAW, 8}, {Q3_PS_DAMAGE_PITCH, 8},
    {Q3_PS_DAMAGE_COUNT, 8}, {Q3_PS_GENERIC1, 8}, {Q3_PS_PM_TYPE, 8}, {Q3_PS_DELTA_ANGLES_0, 16},
    {Q3_PS_DELTA_ANGLES_2, 16}, {Q3_PS_TORSO_TIMER, 12}, {Q3_PS_EVENT_PARMS_0, 8},
    {Q3_PS_EVENT_PARMS_1, 8}, {Q3_PS_CLIENT_NUM, 8}, {Q3_PS_WEAPON, 5}, {Q3_PS_WEAPON_PRIMARY, 8},
    {Q3_PS_VIEWANGLES_2, 0}, {Q3_PS_GRAPPLE_POINT_0, 0}, {Q3_PS_GRAPPLE_POINT_1, 0},
    {Q3_PS_GRAPPLE_POINT_2, 0}, {Q3_PS_JUMPPAD_ENT, 10}, {Q3_PS_LOOP_SOUND, 16},
    {Q3_PS_JUMP_TIME, 32}, {Q3_PS_DOUBLE_JUMPED, 1}, {Q3_PS_CROUCH_TIME, 32},
    {Q3_PS_CROUCH_SLIDE_TIME, 32}, {Q3_PS_LOCATION, 8}, {Q3_PS_FOV, 8}, {Q3_PS_FORWARDMOVE, 8},
    {Q3_PS_RIGHTMOVE, 8}, {Q3_PS_UPMOVE, 8},
};

/* clang-format on */

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define ENTITY(table) .entity = (table), .entity_count = COUNT(table)
#define LIVE_ENTITY(count) .entity = entity_91, .entity_count = (count)
#define PLAYER(table) .player = (table), .player_count = COUNT(table)
#define FIELDS_68 ENTITY(entity_68), PLAYER(player_68), .acknowledges = true

static const struct q3_protocol protocols[] = {
    {.number = 43, ENTITY(entity_dm3), PLAYER(player_dm3), .masks = true, .command_time = true},
    {.number = 45, ENTITY(entity_dm3), PLAYER(player_dm3), .masks = true, .command_time = true},
    {.number = 48, ENTITY(entity_48), PLAYER(player_48), .masks = true, .acknowledges = true},
    {.number = 66, FIELDS_68},
    {.number = 67, FIELDS_68},
    {.number = 68, FIELDS_68},
    {.number = 70, FIELDS_68},
    {.number = 71, FIELDS_68},
    {.number = 73, LIVE_ENTITY(ENTITY_73), PLAYER(player_68), .acknowledges = true},
    {.number = 90, LIVE_ENTITY(ENTITY_90), PLAYER(player_90), .acknowledges = true},
    {.number = 91, ENTITY(entity_91), PLAYER(player_91), .acknowledges = true, .utf8 = true},
};

const struct q3_protocol *q3_protocol_get(int number)
{
    for (size_t i = 0; i < COUNT(protocols); i++) {
        if (protocols[i].number == number) {
            return &protocols[i];
        }
    }
    return NULL;
}

static int find_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

int q3_entity_slot(const char *name)
{
    return find_name(q3_entity_names, Q3_ES_COUNT, name);
}

int q3_player_slot(const char *name)
{
    return find_name(q3_player_names, Q3_PS_COUNT, name);
}
