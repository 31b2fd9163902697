/* The compact form of a Quake III client: words without gaps, about a fortieth of the live form.
 *
 * It holds everything that decides what later messages do and what is drawn now, and nothing else:
 * where in memory an entity's state or a configstring stands does not come into it. So two clients
 * that know the same have the same words, however they came to it, and a hash of the words is a
 * hash of the client. What is zero in an entity or a player takes one bit.
 * Words are the caller's own and their values, and so the hash, the same on all machines: they are
 * for memory, not for files. No two threads may use the same client. */
#ifndef ENGINE_QUAKE3_Q3_PACK_H
#define ENGINE_QUAKE3_Q3_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_client.h"

/* Words the client needs. */
size_t q3_pack_size(const struct q3_client *client);

/* Writes q3_pack_size words. */
void q3_pack(const struct q3_client *client, uint32_t *words);

/* The hash of the words that q3_pack would write. */
uint64_t q3_pack_hash(const struct q3_client *client);
uint64_t q3_pack_hash_words(const uint32_t *words, size_t count);

/* *client (started or anything that was) becomes what was packed. The words are trusted: they come
 * from q3_pack in the same run of the program. */
void q3_unpack(struct q3_client *client, const struct q3_game *game, const uint32_t *words);

#endif
