/* The fields of DarkPlaces' messages as `dump` prints them. */
#ifndef ENGINE_NETQUAKE_NQ_DUMP_DP_H
#define ENGINE_NETQUAKE_NQ_DUMP_DP_H

#include "formats/base/json.h"
#include "formats/netquake/nq_message.h"

/* Writes the members of clientdata from weapon_frame to active_weapon. */
void nq_dump_stats(struct json_writer *json, const struct nq_clientdata *c);

/* Writes the message's members if it is one that DarkPlaces' protocols have or lay out their own
 * way; false: it is not. */
bool nq_dump_dp(struct json_writer *json, const struct nq_protocol *protocol,
                const struct nq_message *message);

#endif
