/* Recording of a Quake III demo (.dm_68): configstrings, baselines, and snapshots, each a delta to
 * the one before it, as a server sends them.
 *
 * A script sets fields of entities and of the player and queues commands; record_snapshot writes
 * what changed. Times in milliseconds of the server. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_RECORD_H
#define TOOLS_MKBUILTIN_QUAKE3_RECORD_H

#include "formats/quake3/q3_message.h"
#include "tools/mkbuiltin/util.h"

enum { RECORD_ENTITIES = 256, RECORD_COMMANDS = 16, RECORD_STEP = 50 };

struct record {
    const struct q3_protocol *protocol;
    struct q3_gamestate *gamestate;
    struct q3_frames *frames;
    struct byte_writer file;
    struct q3_entity_state entities[RECORD_ENTITIES]; /* as they are now */
    bool active[RECORD_ENTITIES];                     /* sent at all */
    struct q3_player_state player;
    char *commands[RECORD_COMMANDS]; /* since the last snapshot */
    int command_count;
    int32_t command_sequence, sequence, time;
};

void record_begin(struct record *r, int32_t time);
/* Before record_start it is part of the gamestate, later a command. */
void record_configstring(struct record *r, int index, const char *text);
/* Makes what each active entity is now its baseline, and writes the gamestate. */
void record_start(struct record *r);
void record_command(struct record *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes the world as it is at r->time, and moves the time on. */
void record_snapshot(struct record *r);
/* Appends the finished file and frees everything. */
void record_end(struct record *r, struct buf *out);

/* Fields: numbers, floats, and three floats that follow each other in some order. */
static inline void es_set(struct q3_entity_state *e, enum q3_entity_field f, int value)
{
    e->fields[f] = value;
}
static inline void es_float(struct q3_entity_state *e, enum q3_entity_field f, double value)
{
    e->fields[f] = q3_float_bits((float)value);
}
static inline void ps_set(struct q3_player_state *p, enum q3_player_field f, int value)
{
    p->fields[f] = value;
}
static inline void ps_float(struct q3_player_state *p, enum q3_player_field f, double value)
{
    p->fields[f] = q3_float_bits((float)value);
}
void es_place(struct q3_entity_state *e, struct vec3 base);
void es_velocity(struct q3_entity_state *e, struct vec3 delta);
void es_angles(struct q3_entity_state *e, struct vec3 angles);

#endif
