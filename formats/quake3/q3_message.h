/* The messages of Quake III demos: what a block of the container (dm3.h) says, read command by
 * command into the state of q3_snapshot.h, and written.
 *
 * Source: DM_68 sections 8 to 10, Quake III's cl_parse.c, UberDemoTools for the protocols
 * around 68. Nothing is allocated by the readers; the writers append to a byte_writer. Times are
 * milliseconds of the server. */
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
    Q3_VOIP_SPEEX = 9, /* and what ioquake3 before 2012 puts behind Q3_EOF as an extension */
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
        /* Q3_SNAPSHOT: in the frames, and their newest; NULL = it was told against a snapshot that
         * is not there, and is dropped, as the original does. */
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

/* A block being read. Large: for one's stack, not for arrays. */
struct q3_packet {
    const struct q3_protocol *protocol;
    struct q3_bits bits;
    int32_t sequence;
    int32_t acknowledged; /* the last client command the server has seen; 0 where none is told */
    size_t offset;        /* of the block in the file */
    char text[Q3_COMMAND_BYTES];
};

/* Starts with a block; only the packet's text is not touched. */
void q3_packet_open(struct q3_packet *packet, const struct q3_protocol *protocol,
                    const struct dm3_block *block);

/* Reads the next command. 1 = message is set, 0 = no more (message->id is Q3_EOF), negative =
 * damaged (err->offset is the block's, err->what begins with the message's number): then the frames
 * hold what they held after the last good snapshot, but where a gamestate is damaged nothing of
 * use. A snapshot before the first gamestate is damage. */
int q3_packet_next(struct q3_packet *packet, struct q3_frames *frames,
                   struct q3_gamestate *gamestate, struct q3_message *message,
                   struct format_error *err) MUST_CHECK;

/* The writers. A message is q3_write_begin, one or more commands, q3_write_end; then
 * dm3_write_block takes its bytes. A lack of memory is told by the byte_writer. */
struct q3_bits_writer q3_write_begin(struct byte_writer *out, const struct q3_protocol *protocol,
                                     int32_t acknowledged);
void q3_write_end(struct q3_bits_writer *w);

/* Configstrings and baselines as they are. server_command: sequence of the last server command
 * before it; others follow from the state (in a cut, from the time of the cut). */
void q3_write_gamestate(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                        const struct q3_gamestate *gamestate, const struct q3_frames *frames);

void q3_write_command(struct q3_bits_writer *w, int32_t sequence, const char *text);

/* A snapshot of the frames, against another one of them, or in full where old is NULL. It has to be
 * in a message of its own sequence, and a reader must have had `old`, not more than 255 before. */
void q3_write_snapshot(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                       const struct q3_frames *frames, const struct q3_snapshot *old,
                       const struct q3_snapshot *snapshot);

#endif
