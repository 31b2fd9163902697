/* Messages on their way into packets or blocks of their own: as many as fit, never a part of one.
 * For what qw_start.h and qw_changes.h tell a client. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_START_PACKETS_H
#define ENGINE_EDIT_QUAKEWORLD_QW_START_PACKETS_H

#include "engine/edit/edit_list.h"
#include "engine/edit/quakeworld/qw_start.h"

struct qw_start_packets {         /* start from {.start, .output, .protocol, .clock, .time} */
    const struct qw_start *start; /* borrowed: the state that is told */
    const struct qw_start_output *output; /* borrowed */
    struct qw_protocol protocol;
    double clock; /* the demo's clock where the first packet stands */
    double time;  /* what the file has there, seconds */
    struct byte_writer packet;
};

/* Passes the packet on, if it has messages. */
void qw_start_packets_send(struct qw_start_packets *packets, enum qw_start_audience audience,
                           uint8_t player);
void qw_start_packets_end(struct qw_start_packets *packets); /* to all */

/* Appends whole messages; before one that does not fit the packet goes to all. */
void qw_start_packets_bytes(struct qw_start_packets *packets, struct edit_bytes bytes);
void qw_start_packets_list(struct qw_start_packets *packets, const struct edit_list *list);
void qw_start_packets_message(struct qw_start_packets *packets, const struct qw_message *message);
/* A stufftext; "" is none. */
void qw_start_packets_text(struct qw_start_packets *packets, const char *text);
/* How long ago the player in that slot came. */
void qw_start_packets_enter_time(struct qw_start_packets *packets, uint8_t slot);
void qw_start_packets_stat(struct qw_start_packets *packets, uint8_t stat, int32_t value);

/* Frees the packet. Returns 0 or FORMAT_MEMORY. */
int qw_start_packets_free(struct qw_start_packets *packets) MUST_CHECK;

#endif
