/* Fields of Quake III's entities and players; per protocol the fields that are sent, their order
 * and width.
 *
 * Source: Quake III's msg.c and UberDemoTools' message.cpp (the names are the original's). All
 * protocols share one layout in memory: a table entry maps a field of the wire to its slot. */
#ifndef FORMATS_QUAKE3_Q3_FIELDS_H
#define FORMATS_QUAKE3_Q3_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

/* Slots of an entity's fields: the order of protocol 68, then later additions. */
enum q3_entity_field {
    Q3_ES_POS_TR_TIME,
    Q3_ES_POS_TR_BASE_0,
    Q3_ES_POS_TR_BASE_1,
    Q3_ES_POS_TR_DELTA_0,
    Q3_ES_POS_TR_DELTA_1,
    Q3_ES_POS_TR_BASE_2,
    Q3_ES_APOS_TR_BASE_1,
    Q3_ES_POS_TR_DELTA_2,
    Q3_ES_APOS_TR_BASE_0,
    Q3_ES_EVENT,
    Q3_ES_ANGLES2_1,
    Q3_ES_E_TYPE,
    Q3_ES_TORSO_ANIM,
    Q3_ES_EVENT_PARM,
    Q3_ES_LEGS_ANIM,
    Q3_ES_GROUND_ENTITY_NUM,
    Q3_ES_POS_TR_TYPE,
    Q3_ES_E_FLAGS,
    Q3_ES_OTHER_ENTITY_NUM,
    Q3_ES_WEAPON,
    Q3_ES_CLIENT_NUM,
    Q3_ES_ANGLES_1,
    Q3_ES_POS_TR_DURATION,
    Q3_ES_APOS_TR_TYPE,
    Q3_ES_ORIGIN_0,
    Q3_ES_ORIGIN_1,
    Q3_ES_ORIGIN_2,
    Q3_ES_SOLID,
    Q3_ES_POWERUPS,
    Q3_ES_MODELINDEX,
    Q3_ES_OTHER_ENTITY_NUM2,
    Q3_ES_LOOP_SOUND,
    Q3_ES_GENERIC1,
    Q3_ES_ORIGIN2_2,
    Q3_ES_ORIGIN2_0,
    Q3_ES_ORIGIN2_1,
    Q3_ES_MODELINDEX2,
    Q3_ES_ANGLES_0,
    Q3_ES_TIME,
    Q3_ES_APOS_TR_TIME,
    Q3_ES_APOS_TR_DURATION,
    Q3_ES_APOS_TR_BASE_2,
    Q3_ES_APOS_TR_DELTA_0,
    Q3_ES_APOS_TR_DELTA_1,
    Q3_ES_APOS_TR_DELTA_2,
    Q3_ES_TIME2,
    Q3_ES_ANGLES_2,
    Q3_ES_ANGLES2_0,
    Q3_ES_ANGLES2_2,
    Q3_ES_CONSTANT_LIGHT,
    Q3_ES_FRAME,
    Q3_ES_POS_GRAVITY,
    Q3_ES_APOS_GRAVITY,
    Q3_ES_JUMP_TIME,
    Q3_ES_DOUBLE_JUMPED,
    Q3_ES_HEALTH,
    Q3_ES_ARMOR,
    Q3_ES_LOCATION,
    Q3_ES_COUNT
};

/* Places of a player's fields, likewise. */
enum q3_player_field {
    Q3_PS_COMMAND_TIME,
    Q3_PS_ORIGIN_0,
    Q3_PS_ORIGIN_1,
    Q3_PS_BOB_CYCLE,
    Q3_PS_VELOCITY_0,
    Q3_PS_VELOCITY_1,
    Q3_PS_VIEWANGLES_1,
    Q3_PS_VIEWANGLES_0,
    Q3_PS_WEAPON_TIME,
    Q3_PS_ORIGIN_2,
    Q3_PS_VELOCITY_2,
    Q3_PS_LEGS_TIMER,
    Q3_PS_PM_TIME,
    Q3_PS_EVENT_SEQUENCE,
    Q3_PS_TORSO_ANIM,
    Q3_PS_MOVEMENT_DIR,
    Q3_PS_EVENTS_0,
    Q3_PS_LEGS_ANIM,
    Q3_PS_EVENTS_1,
    Q3_PS_PM_FLAGS,
    Q3_PS_GROUND_ENTITY_NUM,
    Q3_PS_WEAPONSTATE,
    Q3_PS_E_FLAGS,
    Q3_PS_EXTERNAL_EVENT,
    Q3_PS_GRAVITY,
    Q3_PS_SPEED,
    Q3_PS_DELTA_ANGLES_1,
    Q3_PS_EXTERNAL_EVENT_PARM,
    Q3_PS_VIEWHEIGHT,
    Q3_PS_DAMAGE_EVENT,
    Q3_PS_DAMAGE_YAW,
    Q3_PS_DAMAGE_PITCH,
    Q3_PS_DAMAGE_COUNT,
    Q3_PS_GENERIC1,
    Q3_PS_PM_TYPE,
    Q3_PS_DELTA_ANGLES_0,
    Q3_PS_DELTA_ANGLES_2,
    Q3_PS_TORSO_TIMER,
    Q3_PS_EVENT_PARMS_0,
    Q3_PS_EVENT_PARMS_1,
    Q3_PS_CLIENT_NUM,
    Q3_PS_WEAPON,
    Q3_PS_VIEWANGLES_2,
    Q3_PS_GRAPPLE_POINT_0,
    Q3_PS_GRAPPLE_POINT_1,
    Q3_PS_GRAPPLE_POINT_2,
    Q3_PS_JUMPPAD_ENT,
    Q3_PS_LOOP_SOUND,
    Q3_PS_JUMP_TIME,
    Q3_PS_DOUBLE_JUMPED,
    Q3_PS_WEAPON_PRIMARY,
    Q3_PS_CROUCH_TIME,
    Q3_PS_CROUCH_SLIDE_TIME,
    Q3_PS_LOCATION,
    Q3_PS_FOV,
    Q3_PS_FORWARDMOVE,
    Q3_PS_RIGHTMOVE,
    Q3_PS_UPMOVE,
    Q3_PS_COUNT
};

/* The original's field names, by slot. */
extern const char *const q3_entity_names[Q3_ES_COUNT];
extern const char *const q3_player_names[Q3_PS_COUNT];

struct q3_field {
    uint8_t slot; /* enum q3_entity_field or q3_player_field */
    int8_t bits;  /* 1..32; negative = signed, of -bits bits; 0 = float, stored as its bits */
};

enum {
    Q3_PROTOCOL_DM3 = 43, /* Quake III 1.11 to 1.17, also called 45; the demos are called .dm3 */
    Q3_PROTOCOL_48 = 48,  /* 1.27 */
    Q3_PROTOCOL_68 = 68,  /* 66 to 71: 1.29 to 1.32, ioquake3, OpenArena; all the same in demos */
    Q3_PROTOCOL_73 = 73,  /* Quake Live */
    Q3_PROTOCOL_90 = 90,
    Q3_PROTOCOL_91 = 91
};

struct q3_protocol {
    int number;                         /* the requested number: 66 stays 66 */
    const struct q3_field *entity;      /* in the order of the wire */
    const struct q3_field *player;      /* in the order of the wire */
    uint8_t entity_count, player_count; /* number of fields */
    bool masks;                         /* before 66: plain bits, and changes named by masks */
    bool acknowledges;                  /* a message begins with a 32 bit number */
    bool command_time; /* a snapshot begins with the client's command sequence (dm3) */
    bool utf8;         /* strings keep bytes above 127 */
};

/* The protocol of that number, static; NULL = none that is known. */
const struct q3_protocol *q3_protocol_get(int number);

/* Slot of an entity or player field by name, in any protocol; -1 = unknown. */
int q3_entity_slot(const char *name);
int q3_player_slot(const char *name);

static inline float q3_float(int32_t value)
{
    union {
        int32_t i;
        float f;
    } bits = {value};
    return bits.f;
}

static inline int32_t q3_float_bits(float value)
{
    union {
        float f;
        int32_t i;
    } bits = {value};
    return bits.i;
}

#endif
