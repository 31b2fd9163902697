/* Hashes of what a QuakeWorld client knows at an update, without effects that are under way: the
 * same in a demo and in a part of it. Left out are moments (when a player came, how long a match
 * lasts): a part tells them again rounded.
 *
 * field_hash.h tells how they are made. */
#ifndef ENGINE_QUAKEWORLD_QW_HASH_H
#define ENGINE_QUAKEWORLD_QW_HASH_H

#include <stdint.h>
#include <stdio.h>

#include "engine/quakeworld/quakeworld.h"

/* Players that the update had, statistics; of a .qwd the commands that the server had not answered.
 */
uint64_t qw_hash_players(const struct qw_state *state);
/* Numbers, places and looks of the entities and nails that are shown. */
uint64_t qw_hash_entities(const struct qw_state *state);
/* What the level told once or tells when it changes: names of models and sounds, baselines, static
 * entities and sounds, light styles, the server's settings, scores, pause, intermission. */
uint64_t qw_hash_level(const struct qw_state *state, const struct qw_demo *demo);

/* Prints a line for each update: its number from 0, its block's number, the time, and the three
 * hashes. The time is the recorder's (.qwd) or, from the serverdata on, the server's (.mvd). demo:
 * as the family opens it. Codes as demo_inspector.dump_hashes's. */
int qw_dump_hashes(FILE *out, const void *demo, struct format_error *err) MUST_CHECK;

#endif
