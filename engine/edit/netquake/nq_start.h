/* What a NetQuake client knows at a moment of a demo, as the messages that told it: enough to begin
 * a demo there.
 *
 * Messages are kept as they are in the file, so the bytes of the result are the recorder's own.
 * Source: DEM 1.0.9 sections 6 and 7; the order of messages that the original server sends to a new
 * client (sv_main.c, SV_SendServerinfo, SV_New_f, SV_Spawn_f). */
#ifndef ENGINE_EDIT_NQ_START_H
#define ENGINE_EDIT_NQ_START_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/edit/edit_list.h"
#include "engine/edit/netquake/nq_known_entities.h"
#include "formats/base/bytes.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

struct nq_start;

/* The state before the first block. The bytes of the messages that are noted must outlive it. NULL:
 * out of memory. */
struct nq_start *nq_start_create(void);
void nq_start_free(struct nq_start *start);

/* Notes a message of that protocol, which begins at data + message->offset. 0 or FORMAT_MEMORY. */
int nq_start_note(struct nq_start *start, const struct nq_protocol *protocol, const uint8_t *data,
                  const struct nq_message *message) MUST_CHECK;

/* The block whose messages were noted is over: so is a stuffed command. */
void nq_start_end_block(struct nq_start *start);

/* Appends a block of stuffed text with the orders for the picture that the console keeps over
 * levels (tint and swaying), for a part that begins with a level; none if there are no orders.
 * Returns the number of blocks. */
uint32_t nq_start_write_orders(const struct nq_start *start, const struct nq_protocol *protocol,
                               const float angles[3], struct byte_writer *out);

/* True if the level is under way: entities were updated since its serverinfo. Without that a demo
 * begins at the level's serverinfo. */
bool nq_start_entered(const struct nq_start *start);

/* The message that ends a level for the player (intermission, finale, cutscene), if it was sent.
 * size 0: none. A part that begins behind it repeats it behind its first time message. */
struct edit_bytes nq_start_scene(const struct nq_start *start);

/* The entities, where the protocol sends differences; else none. They hold until the next call. */
const struct nq_known_entities *nq_start_entities(const struct nq_start *start);

/* Appends blocks with these view angles that bring a client to the state: serverinfo; baselines,
 * static entities and sounds; names, light styles, statistics, orders, the last clientdata.
 * Requires nq_start_entered. Returns the number of blocks; failures are in out. */
uint32_t nq_start_write(const struct nq_start *start, const struct nq_protocol *protocol,
                        const float angles[3], struct byte_writer *out);

/* Why a client in the state `from` has to load the level again for the state `to`: a short text;
 * NULL: it need not. */
const char *nq_start_reload(const struct nq_start *from, const struct nq_start *to);

/* Appends blocks with these view angles that bring a client from one state to another of the same
 * level, for which it loads nothing. Returns the number of blocks; failures are in out. */
uint32_t nq_start_write_changes(const struct nq_start *from, const struct nq_start *to,
                                const struct nq_protocol *protocol, const float angles[3],
                                struct byte_writer *out);

#endif
