/* The messages that FTE2's replacement deltas add to a NetQuake protocol, and those they change:
 * sounds, temporary entities, time. For nq_message.c and nq_message_write.c only.
 *
 * Source: QuakeSpasm-Spiked CL_ParseServerMessage, CL_ParseStartSoundPacket, CL_ParseTEnt. */
#ifndef FORMATS_NETQUAKE_NQ_FTE_MESSAGE_H
#define FORMATS_NETQUAKE_NQ_FTE_MESSAGE_H

#include "formats/netquake/nq_message.h"

/* Decodes the message whose id was read from r, if it is one of them: 1; 0 = it is not, r is
 * unchanged; negative = it is damaged or cannot be skipped, err filled with its offset in r. */
int nq_fte_decode(const struct nq_protocol *protocol, struct byte_reader *r,
                  struct nq_message *message, struct format_error *err) MUST_CHECK;

/* Parts that DarkPlaces' protocols have as well. Temporary entities of types 16 and 17 are
 * Nehahra's, which any protocol may have; those from 20 on need extensions or DarkPlaces. 0 or
 * negative, err filled. */
int nq_temp_entity_read(const struct nq_protocol *protocol, struct byte_reader *r,
                        struct nq_temp_entity *t, struct format_error *err) MUST_CHECK;
void nq_temp_entity_write(const struct nq_protocol *protocol, struct byte_writer *out,
                          const struct nq_temp_entity *t);
void nq_named_particles_read(const struct nq_protocol *protocol, struct byte_reader *r, uint8_t id,
                             struct nq_named_particles *p);
void nq_named_particles_write(const struct nq_protocol *protocol, struct byte_writer *out,
                              uint8_t id, const struct nq_named_particles *p);
/* FORMAT_UNKNOWN: the message's length is known to the game's own program only. */
int nq_fail_csqc(const struct nq_message *message, size_t offset, struct format_error *err);

/* Appends the message, with its id; false if it is not one of them. */
bool nq_fte_encode(const struct nq_protocol *protocol, const struct nq_message *message,
                   struct byte_writer *out);

#endif
