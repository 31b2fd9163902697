/* Messages of Quake III demos: decodes a block of the container (dm3.h), command by command, into
 * the state of q3_snapshot.h; encodes messages.
 *
 * Source: DM_68 sections 8 to 10, Quake III's cl_parse.c, UberDemoTools for the protocols around
 * 68. Readers allocate nothing; writers append to a byte_writer. Times are in ms of the server
 * clock. */
#ifndef FORMATS_QUAKE3_Q3_MESSAGE_H
#define FORMATS_QUAKE3_Q3_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"
#include "formats/quake3/dm3.h"
#include "formats/quake3/q3_bits.h"
#include "formats/quake3/q3_snapshot.h"

enum q3_message_id {
    Q3_BAD = 0,
    Q3_NOP = 1,
    Q3_GAMESTATE = 2,
    Q3_CONFIGSTRING = 3, /* inside a gamestate only */
    Q3_BASELINE = 4,     /* inside a gamestate only */
    Q3_SERVER_COMMAND = 5,
    Q3_DOWNLOAD = 6,
    Q3_SNAPSHOT = 7,
    Q3_EOF = 8,
    Q3_VOIP_SPEEX = 9, /* also the extension that ioquake3 before 2012 puts after Q3_EOF */
    Q3_VOIP_OPUS = 10
};

enum {
    Q3_MAX_COMMAND = 1024, /* bytes of a server command, NUL included; 8192 in protocol 91 */
    Q3_COMMAND_BYTES = 8192
};

struct q3_message {
    enum q3_message_id id;
    union {
        struct { /* Q3_SERVER_COMMAND */
            int32_t sequence;
            bool repeated;    /* was there already: servers repeat what is not acknowledged */
            const char *text; /* in the q3_packet: good until the next command is read */
        } command;
        /* Q3_SNAPSHOT: the newest one of the frames; NULL = its delta base is missing; the snapshot
         * is dropped, as in the original. */
        const struct q3_snapshot *snapshot;
        struct { /* Q3_DOWNLOAD */
            int32_t block, size;
        } download;
        struct { /* Q3_VOIP_* */
            int32_t sender, size;
        } voip;
        /* Q3_GAMESTATE: all in the frames and the gamestate. Q3_NOP: nothing. */
    } u;
};

/* Reader of a block. Large: allocate single ones on the stack, no arrays. */
struct q3_packet {
    const struct q3_protocol *protocol;
    struct q3_bits bits;
    int32_t sequence;
    int32_t acknowledged; /* the last client command that the server has received; 0 if the protocol
                             does not have it */
    size_t offset;        /* file offset of the block */
    char text[Q3_COMMAND_BYTES];
};

/* Starts with a block; only the packet's text is not touched. */
void q3_packet_open(struct q3_packet *packet, const struct q3_protocol *protocol,
                    const struct dm3_block *block);

/* Reads the next command. 1 = message is set, 0 = end (message->id is Q3_EOF), negative = damaged
 * (err->offset is the block's, err->what starts with the message's number). After an error the
 * frames are as after the last good snapshot; after an error in a gamestate their contents are
 * undefined. A snapshot before the first gamestate is an error. */
int q3_packet_next(struct q3_packet *packet, struct q3_frames *frames,
                   struct q3_gamestate *gamestate, struct q3_message *message,
                   struct format_error *err) MUST_CHECK;

/* Writers. A message is q3_write_begin, one or more commands, q3_write_end; then dm3_write_block
 * takes its bytes. out->failed is set if out of memory. */
struct q3_bits_writer q3_write_begin(struct byte_writer *out, const struct q3_protocol *protocol,
                                     int32_t acknowledged);
void q3_write_end(struct q3_bits_writer *w);

/* Configstrings and baselines as they are. server_command: sequence of the last server command
 * before it; others follow from the state (in a cut, from the time of the cut). */
void q3_write_gamestate(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                        const struct q3_gamestate *gamestate, const struct q3_frames *frames);

void q3_write_command(struct q3_bits_writer *w, int32_t sequence, const char *text);

/* Writes a snapshot of the frames as a delta against `old`, another snapshot of the frames, or in
 * full if old is NULL. The message must have the snapshot's sequence, and readers must have
 * received `old`, at most 255 before it. */
void q3_write_snapshot(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                       const struct q3_frames *frames, const struct q3_snapshot *old,
                       const struct q3_snapshot *snapshot);

#endif
