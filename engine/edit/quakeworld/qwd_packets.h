/* Messages on their way into packets of a plain .qwd: as many as fit, never a part of one. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_PACKETS_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_PACKETS_H

#include "engine/edit/quakeworld/qw_plain.h"
#include "formats/base/bytes.h"
#include "formats/quakeworld/qwd.h"

struct qwd_packets {            /* start from {.plain, .out}; free waiting and packet */
    struct qw_plain *plain;     /* borrowed */
    struct byte_writer *out;    /* borrowed */
    struct byte_writer waiting; /* plain messages, in order */
    struct byte_writer packet;  /* being written */
    uint32_t sequence;          /* of the last packet */
};

/* Moves the first waiting messages into the packet, while it has at most QW_PLAIN_PACKET - reserve
 * bytes. A message that fits into no packet is left out and counted. */
void qwd_packets_take(struct qwd_packets *packets, size_t reserve);

/* Writes the packet, if it has messages, and empties it. like: time and other numbers. */
void qwd_packets_write(struct qwd_packets *packets, const struct qwd_block *like, uint32_t sequence,
                       uint32_t acknowledged);

/* The message that ends a recording. */
void qwd_packets_end(struct qwd_packets *packets, float time);

void qwd_packets_free(struct qwd_packets *packets);

#endif
