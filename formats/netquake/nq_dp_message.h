/* The messages of DarkPlaces' protocols 3502 to 3504 (DP5 to DP7) that are not laid out as Quake's,
 * and those that only DarkPlaces' servers send. For nq_message.c and nq_message_write.c only.
 *
 * Source: DarkPlaces protocol.h, cl_parse.c (CL_ParseServerMessage, CL_ParseClientdata,
 * CL_ParseStartSoundPacket, CL_ParseTempEntity). */
#ifndef FORMATS_NETQUAKE_NQ_DP_MESSAGE_H
#define FORMATS_NETQUAKE_NQ_DP_MESSAGE_H

#include "formats/netquake/nq_message.h"

/* Decodes the message whose id was read from r, if it is one of them: 1; 0 = it is not, r is
 * unchanged; negative = it is damaged or cannot be skipped, err filled with its offset in r. Under
 * other protocols only what has one layout in all: downloads under 15, which stand before a
 * serverinfo, and Nehahra's temporary entities. */
int nq_dp_decode(const struct nq_protocol *protocol, struct byte_reader *r,
                 struct nq_message *message, struct format_error *err) MUST_CHECK;

/* Appends the message, with its id; false if it is not one of them. */
bool nq_dp_encode(const struct nq_protocol *protocol, const struct nq_message *message,
                  struct byte_writer *out);

#endif
