/* Writes synthetic Quake III demos message by message, in any protocol, as a server would have sent
 * them.
 *
 * Set the state (entities and the player stay as they are from one snapshot to the next), add
 * commands, and write the snapshot. Nothing is random: the same calls give the same bytes. Times
 * are ms of the server clock, coordinates Quake units. */
#ifndef TESTS_SUPPORT_Q3_DEMO_H
#define TESTS_SUPPORT_Q3_DEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/quake3/q3_message.h"

enum { Q3_DEMO_BLOCKS = 8192 /* maximum per demo; their offsets are stored */ };

struct q3_demo {
    const struct q3_protocol *protocol;
    struct byte_writer file;          /* the demo so far */
    size_t blocks[Q3_DEMO_BLOCKS];    /* offsets in the file */
    uint32_t num_blocks;              /* messages written */
    int32_t sequence;                 /* sequence number of the next message */
    int32_t command;                  /* sequence of the last server command */
    uint8_t flags;                    /* flags of the next snapshots */
    uint8_t areas[Q3_MAX_AREA_BYTES]; /* area mask of the next snapshots: area_size bytes */
    uint8_t area_size;
    struct q3_player_state player; /* player state of the next snapshot */
    bool there[Q3_MAX_ENTITIES];   /* entities that the next snapshot has */
    struct q3_entity_state entities[Q3_MAX_ENTITIES];
    struct q3_gamestate gamestate; /* gamestate that q3_demo_gamestate writes next */
    struct q3_frames frames;       /* state of a reader after the messages so far */
    struct byte_writer bytes;      /* bytes of the current message */
    struct q3_bits_writer bits;
    bool begun; /* a message is begun */
};

/* Free with q3_demo_free. */
struct q3_demo *q3_demo_create(int protocol);
void q3_demo_free(struct q3_demo *demo);

/* Set configstrings and baselines of the next gamestate. A baseline copies the entity's current
 * fields. */
void q3_demo_configstring(struct q3_demo *demo, uint32_t index, const char *text);
void q3_demo_baseline(struct q3_demo *demo, uint32_t number);
/* Writes a gamestate message: the first of a demo, or a new level. client: the recorder's number.
 */
void q3_demo_gamestate(struct q3_demo *demo, int32_t client);
/* Removes configstrings, baselines and entities, for a new level. */
void q3_demo_clear(struct q3_demo *demo);

/* Adds an entity, unless it exists, and returns its fields. */
int32_t *q3_demo_entity(struct q3_demo *demo, uint32_t number);
void q3_demo_remove(struct q3_demo *demo, uint32_t number);
/* Puts an entity at a position. */
void q3_demo_place(struct q3_demo *demo, uint32_t number, float x, float y, float z);

/* Adds a server command to the message of the next snapshot; q3_demo_repeat: with the sequence
 * number of the last one, as servers repeat commands. */
void q3_demo_command(struct q3_demo *demo, const char *text);
void q3_demo_repeat(struct q3_demo *demo, const char *text);
/* Writes a message with the commands so far and a snapshot. delta: messages back to the snapshot it
 * is coded against; 0, or no such snapshot: a full snapshot. */
void q3_demo_snapshot(struct q3_demo *demo, int32_t time, int32_t delta);
void q3_demo_end(struct q3_demo *demo);

/* Removes all but the first `blocks` messages, and the end mark. */
void q3_demo_keep(struct q3_demo *demo, uint32_t blocks);
/* Takes a message out of the file, as if it had been lost. */
void q3_demo_lose(struct q3_demo *demo, uint32_t block);

#endif
