/* For the files of check alone: QuakeWorld's checks. Sources: QWD; QuakeWorld's combat.qc
 * (T_Damage), sv_send.c (SV_WriteClientdataToMessage, SV_UpdateClientStats) and cl_demo.c. */
#ifndef ENGINE_EDIT_CHECK_QW_CHECK_H
#define ENGINE_EDIT_CHECK_QW_CHECK_H

#include "engine/edit/check/check_turns.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"

/* Health and armour of the recorder against the damage that is told to him. Stats come when they
 * change, in packets that may be late: so both are summed up until they fit. */
struct qw_check_health {
    bool known, armor_known; /* they were told in this level */
    int health, armor;       /* as told last */
    int lost, lost_armor;    /* since they fitted last: by the stats, */
    int blood, blood_armor;  /* and by damage messages */
    int before, fades;       /* health when the sums began; losses of 1 above 100 */
    bool open, excused;      /* the sums do not fit; a pickup or a Pentagram may be why */
    uint32_t packets, since; /* read; when they began not to fit */
    uint32_t pickup;         /* packet of the last pickup, + 1; 0 = none */
    struct check_place place;
    uint32_t told; /* packet of the last damage message, + 1 */
    struct qw_message last;
    bool cheats; /* the serverinfo tells of them */
};

void qw_check_health_damage(struct qw_check_health *health, const struct qw_message *damage);
void qw_check_health_pickup(struct qw_check_health *health);
void qw_check_health_stat(struct check *check, struct qw_check_health *health, uint8_t stat,
                          int32_t value);
/* A packet is over; at the demo's end, all are. */
void qw_check_health_packet(struct check *check, struct qw_check_health *health, bool end);
/* Sums that do not fit are dropped: a new level or life. */
void qw_check_health_forget(struct qw_check_health *health);

/* The recorder's commands against the time of the blocks. */
struct qw_check_commands {
    struct check_turns turns;
    bool any, over; /* over: the second before had too much, too */
    double begin;   /* of the second */
    uint32_t msec;  /* of the commands since */
};

void qw_check_commands_note(struct check *check, struct qw_check_commands *commands, double time,
                            const struct qwd_cmd *cmd, bool plays);

#endif
