/* Entities of protocols that send differences (FTE's replacement deltas, DarkPlaces' DP5 to DP7):
 * the sum of all that was told of each, as one update from nothing.
 *
 * Sources: those of nq_delta.h and nq_dp_entity.h. */
#ifndef ENGINE_EDIT_NQ_KNOWN_ENTITIES_H
#define ENGINE_EDIT_NQ_KNOWN_ENTITIES_H

#include "formats/base/bytes.h"
#include "formats/netquake/nq_message.h"

struct nq_known_entity;

struct nq_known_entities {         /* start from {0} */
    struct nq_known_entity *items; /* by number */
    size_t count, room;
};

void nq_known_entities_free(struct nq_known_entities *known);
/* *to is {0}; free it in any case. 0 or FORMAT_MEMORY. */
int nq_known_entities_copy(struct nq_known_entities *to,
                           const struct nq_known_entities *from) MUST_CHECK;

/* Adds what message 86 or 57 tells; its bytes must outlive *known. 0 or FORMAT_MEMORY. */
int nq_known_entities_add(struct nq_known_entities *known, const struct nq_protocol *protocol,
                          const struct nq_message *message) MUST_CHECK;

/* Appends message 86 or 57, whichever `like` is, with like's time and numbers, that tells of all
 * entities there are. Failures are in out. */
void nq_known_entities_write(const struct nq_known_entities *known,
                             const struct nq_protocol *protocol, const struct nq_message *like,
                             struct byte_writer *out);

#endif
