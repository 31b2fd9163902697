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

enum nq_check_kind { NQ_CHECK_HEALTH, NQ_CHECK_ARMOR, NQ_CHECK_KINDS };

/* Pickups of the last blocks, and how much they may have given. Texts and sounds tell of the same
 * ones, so the greater of the two sums counts. */
struct nq_check_pickups {
    uint32_t block; /* of the last one, + 1; 0 = none */
    int by_texts, by_sounds;
};

/* A rise that the next blocks may explain: servers tell of pickups in a message of its own. */
struct nq_check_rise {
    bool open;
    enum check_rule rule;
    enum nq_check_kind kind;
    struct check_place place;
    int before, after, damage;
    bool in_god_mode; /* if nothing explains it, it is damage that was told and not taken */
};

enum { NQ_CHECK_RISES = 16 };

struct nq_check_health {
    struct nq_check_body body; /* of the update before */
    unsigned hits;             /* damage messages since it */
    int blood, armor;          /* their sums */
    struct nq_check_pickups pickups[NQ_CHECK_KINDS];
    bool flashed, named; /* this block flashes the screen; it names what was picked up */
    struct nq_check_rise rises[NQ_CHECK_RISES];
    bool several; /* players */
};

void nq_check_health_level(struct check *check, struct nq_check_health *health, bool several);
/* A damage message; clientdata. */
void nq_check_health_damage(struct nq_check_health *health, int armor, int blood);
/* What tells of pickups: a print without colours, a sound, a flash of the screen. */
void nq_check_health_text(struct check *check, struct nq_check_health *health, const char *line);
void nq_check_health_sound(struct check *check, struct nq_check_health *health, const char *name);
void nq_check_health_flash(struct nq_check_health *health);
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
    int set;    /* updates whose views the server turned: it shows in the one after the message */
    bool fires; /* the view weapon moves, since the update before */
    double step_sum;
    uint32_t steps, like_most, most_at; /* steps; those like the candidate; its count */
    uint32_t turned, coarse;            /* updates with other angles; with those of messages */
    double most;                        /* the candidate for the step that most have */
};

void nq_check_motion_level(struct nq_check_motion *motion);
void nq_check_motion_update(struct check *check, struct nq_check_motion *motion, double time,
                            const float angles[3], bool single);
void nq_check_motion_clientdata(struct nq_check_motion *motion, const struct nq_clientdata *data,
                                bool hit);
void nq_check_motion_end(struct check *check, struct nq_check_motion *motion, bool single);

/* Where the recorder is against how fast he is, over the last updates. */
enum { NQ_CHECK_MOVES = 3 };

struct nq_check_move {
    uint32_t player;    /* his entity: the level's first setview names it; 0 = none yet */
    double baseline[3]; /* its */
    bool placed;        /* the block has its place */
    double origin[3];   /* that place */
    bool moved;         /* the update before is known; its: */
    double time, from[3], velocity[3];
    bool in_air;
    double apart[NQ_CHECK_MOVES][3]; /* ways that the velocity does not tell, the newest first */
    uint32_t moves;                  /* how many there are */
    bool warped;                     /* and they were reported */
    double level_since; /* the vertical speed stays since then, in the air; -1 = it does not */
    double level_from[3];
    struct check_place level_place;
};

void nq_check_move_level(struct nq_check_move *move);
/* A setview, a baseline, an update; clientdata of that server time. */
void nq_check_move_setview(struct nq_check_move *move, uint32_t entity);
void nq_check_move_baseline(struct nq_check_move *move, uint32_t entity, const double origin[3]);
void nq_check_move_entity(struct nq_check_move *move, const struct nq_entity_update *update);
void nq_check_move_update(struct check *check, struct nq_check_move *move, double time,
                          const struct nq_clientdata *data, bool hit);
/* A teleport: what was before does not count. */
void nq_check_move_jump(struct nq_check_move *move);

#endif
