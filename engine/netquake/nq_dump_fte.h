/* The fields of FTE2's messages as `dump` prints them. */
#ifndef ENGINE_NETQUAKE_NQ_DUMP_FTE_H
#define ENGINE_NETQUAKE_NQ_DUMP_FTE_H

#include "formats/base/json.h"
#include "formats/netquake/nq_message.h"

/* Writes the message's members if it is one that only extensions have; false: it is not. */
bool nq_dump_fte(struct json_writer *json, const struct nq_protocol *protocol,
                 const struct nq_message *message);

#endif
