/* Writes a script's demo as QuakeWorld records it: a .qwd with the view of one player, or a .mvd
 * with all players.
 *
 * demo.c calls these where the demo is a QuakeWorld one; a script only chooses the container. */
#ifndef TOOLS_MKBUILTIN_DEMOS_DEMO_QUAKEWORLD_H
#define TOOLS_MKBUILTIN_DEMOS_DEMO_QUAKEWORLD_H

#include "formats/quakeworld/qw_message.h"
#include "tools/mkbuiltin/demos/demo.h"

enum { QUAKEWORLD_PLAYERS = 4, QUAKEWORLD_STATS = 16 };

struct quakeworld {
    struct qw_protocol protocol;
    int recorder;      /* .qwd: the recorder's entity; .mvd: 0 */
    uint32_t sequence; /* sequence of the last packet */
    int has_frame;     /* a delta has something to refer to */
    double step;       /* from one packet to the next, seconds */
    int last_msec;     /* .mvd: time of the last block, 1/1000 s */
    struct quakeworld_player {
        int plays;
        int stats[QUAKEWORLD_STATS];  /* last sent values */
        int wanted[QUAKEWORLD_STATS]; /* current values of the script */
        int weapon_frame;
        struct vec3 angles, last_angles; /* view angles, degrees */
        struct vec3 last_origin;
    } players[QUAKEWORLD_PLAYERS];
    struct demo_entity sent[DEMO_ENTITIES_MAX]; /* as the last packet had them */
};

/* Turns a new demo into a QuakeWorld one. recorder: entity of the .qwd's recording player; 0 = a
 * .mvd. step: seconds between updates. */
void quakeworld_begin(struct demo *d, int recorder, double step);
/* Stats of QuakeWorld that NetQuake has elsewhere. */
enum {
    STAT_HEALTH = 0,
    STAT_WEAPON = 2,
    STAT_AMMO,
    STAT_ARMOR,
    STAT_SHELLS = 6,
    STAT_ACTIVE_WEAPON = 10,
    STAT_ITEMS = 15
};

/* Writes the signon messages. players: name and two letters of colours, as demo_signon. */
void quakeworld_signon(struct demo *d, const char *level_name, const char *const players[][2]);
/* Sends a NetQuake message as its QuakeWorld counterpart; nothing if there is none. */
void quakeworld_send(struct demo *d, const struct nq_message *m);
/* Writes the queued messages as one packet or block. */
void quakeworld_flush(struct demo *d);
/* One packet: the queued messages, players, entities and nails. */
void quakeworld_update(struct demo *d);
/* Stops the game and shows the level from there. */
void quakeworld_intermission(struct demo *d, struct vec3 origin, struct vec3 angles);
/* Writes the end of the recording and frees the memory of quakeworld_begin. */
void quakeworld_end(struct demo *d);

#endif
