/* Hashes of what a NetQuake client knows at an update, without effects that are under way: the same
 * in a demo and in a part of it.
 *
 * 64-bit FNV-1a over fields in the order of their structs, numbers as little-endian bytes: the same
 * on every machine. */
#ifndef ENGINE_NETQUAKE_NQ_HASH_H
#define ENGINE_NETQUAKE_NQ_HASH_H

#include <stdint.h>
#include <stdio.h>

#include "engine/netquake/netquake.h"

/* The recorder: statistics, items, eyes, movement. */
uint64_t nq_hash_player(const struct nq_state *state);
/* Numbers, places and looks of the entities that the last update told of. */
uint64_t nq_hash_entities(const struct nq_state *state);
/* What the level told once or tells when it changes: static entities and sounds, light styles,
 * players' names, frags and colours, sky, pause, intermission. */
uint64_t nq_hash_level(const struct nq_state *state);

/* Prints a line for each update: its number from 0, its block's number, the server's time, and the
 * three hashes. demo: as the family opens it. Codes as demo_inspector.dump_hashes's. */
int nq_dump_hashes(FILE *out, const void *demo, struct format_error *err);

#endif
