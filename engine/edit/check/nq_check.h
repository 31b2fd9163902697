/* For NetQuake's checks alone. Source of the rules: QuakeC's combat.qc, items.qc and client.qc
 * (T_Damage, T_Heal), the server's sv_main.c (SV_WriteClientdataToMessage) and host.c. */
#ifndef ENGINE_EDIT_CHECK_NQ_CHECK_H
#define ENGINE_EDIT_CHECK_NQ_CHECK_H

#include "engine/edit/check/check_internal.h"
#include "engine/edit/check/check_turns.h"
#include "formats/netquake/nq_message.h"

/* What an update says of the recorder. */
struct nq_check_body {
    bool known;
    int health, armor;
    uint32_t items;
    uint16_t ammo[4]; /* shells, nails, rockets, cells */
};

/* A rise that the next blocks may explain: servers tell of pickups in a message of its own. */
struct nq_check_rise {
    bool open;
    enum check_rule rule;
    struct check_place place;
    int before, after, damage;
    bool in_god_mode; /* if nothing explains it, it is damage that was told and not taken */
};

enum { NQ_CHECK_RISES = 16 };

struct nq_check_health {
    struct nq_check_body body; /* of the update before */
    unsigned hits;             /* damage messages since it */
    int blood, armor;          /* their sums */
    uint32_t pickup_block;     /* the last block that tells of a pickup, + 1; 0 = none */
    struct nq_check_rise rises[NQ_CHECK_RISES];
    bool several; /* players */
};

void nq_check_health_level(struct check *check, struct nq_check_health *health, bool several);
/* A damage message; a message that tells of a pickup; clientdata. */
void nq_check_health_damage(struct nq_check_health *health, int armor, int blood);
void nq_check_health_pickup(struct check *check, struct nq_check_health *health);
void nq_check_health_update(struct check *check, struct nq_check_health *health,
                            const struct nq_clientdata *data);
/* A block is over; at the demo's end, all are. */
void nq_check_health_block(struct check *check, struct nq_check_health *health, bool end);

/* The server's clock, the recorder's falls and turns. */
struct nq_check_motion {
    bool timed;           /* an update of this level was before */
    double time, started; /* of the server */
    uint32_t updates;     /* of the level */
    bool falling;
    double fall_time, fall_speed; /* where the fall began */
    double last_fall_time, last_fall_speed;
    double fall_sum, fall_seconds; /* over all falls */
    struct check_turns turns;
    bool fires; /* the view weapon moves, since the update before */
    double step_sum;
    uint32_t steps, like_most, most_at; /* steps; those like the candidate; its count */
    double most;                        /* the candidate for the step that most have */
};

void nq_check_motion_level(struct nq_check_motion *motion);
void nq_check_motion_update(struct check *check, struct nq_check_motion *motion, double time,
                            const float angles[3], bool single);
void nq_check_motion_clientdata(struct nq_check_motion *motion, const struct nq_clientdata *data,
                                bool hit);
void nq_check_motion_end(struct check *check, struct nq_check_motion *motion, bool single);

#endif
