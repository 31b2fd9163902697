/* Container of QuakeWorld client demos (.qwd): blocks of what one client sent and received.
 *
 * Source: QWD, "block", "client block", "server block", "connectionless block", "game block" and
 * "frame block", and ezQuake's cl_demo.c. There is no file header. A view over the file's bytes;
 * owns nothing; the bytes must outlive every struct here. qw_message.h decodes the messages of a
 * packet. Writing a block that was read gives back its bytes exactly. */
#ifndef FORMATS_QUAKEWORLD_QWD_H
#define FORMATS_QUAKEWORLD_QWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum {
    QWD_BLOCK_HEADER = 5, /* float32 time, uint8 type */
    QWD_CMD_SIZE = 36,    /* usercmd 24, view angles 12 */
    QWD_SET_SIZE = 8,     /* two int32 */
    QWD_MAX_PACKET = 8192 /* larger ones are damage: servers send at most 7508 (protocols 24 and
                             25) or 1458 bytes */
};

enum qwd_block_type {
    QWD_CMD = 0,  /* a command the client sent */
    QWD_READ = 1, /* a packet it received */
    QWD_SET = 2   /* the sequence numbers, where a recording begins in the middle of a game */
};

/* The usercmd as it was in the client's memory, and the view angles at that time. */
struct qwd_cmd {
    uint8_t msec;       /* the time it lasts, 1/1000 s */
    uint8_t padding[3]; /* uninitialised memory; kept for exact rewriting */
    float angles[3];    /* pitch, yaw, roll, degrees */
    int16_t move[3];    /* forward, side, up, units per second */
    uint8_t buttons;    /* 1 = attack, 2 = jump */
    uint8_t impulse;
    float view_angles[3]; /* the recorder's view angles, degrees */
};

enum qwd_packet_kind {
    QWD_SEQUENCED,
    QWD_CONNECTIONLESS, /* first word 0xffffffff: no game messages, but a letter and its text */
    QWD_RUNT            /* too short for its header: clients drop it, so should the reader */
};

struct qwd_packet {
    enum qwd_packet_kind kind;
    uint32_t sequence;     /* 31 bits, the server's; gaps are normal (lost, choked) */
    bool reliable;         /* bit 31 of the first word */
    uint32_t acknowledged; /* 31 bits: the last client packet the server has seen */
    bool acknowledged_reliable;
    const uint8_t *messages; /* after the header; of a runt, all bytes */
    uint32_t size;           /* bytes of messages */
    size_t messages_offset;  /* in the file */
};

struct qwd_block {
    size_t offset; /* in the file */
    float time;    /* the client's clock, seconds; not zero-based, many blocks share one */
    enum qwd_block_type type;
    union {
        struct qwd_cmd cmd;
        struct qwd_packet packet; /* QWD_READ */
        struct {
            uint32_t outgoing, incoming; /* sequence numbers: client to server, server to client */
        } set;
    } u;
};

/* Reads the block at *pos (0 at first) and advances *pos. 1 = a block, 0 = clean end of the file,
 * negative = damaged (*pos unchanged, err->offset is the block's). */
int qwd_next_block(const uint8_t *data, size_t size, size_t *pos, struct qwd_block *block,
                   struct format_error *err) MUST_CHECK;

/* True for the block that ends a recording: a connectionless "disconnect" (QWD section 4; every
 * real file ends with "\2EndOfDemo\0"). */
bool qwd_is_end(const struct qwd_block *block);

/* Appends the block's bytes. offset and messages_offset do not count. */
void qwd_write_block(struct byte_writer *out, const struct qwd_block *block);

/* The 36 bytes of a qwd_cmd; .mvd blocks of that type have the same. */
void qwd_read_cmd(const uint8_t bytes[QWD_CMD_SIZE], struct qwd_cmd *cmd);
void qwd_write_cmd(struct byte_writer *out, const struct qwd_cmd *cmd);

#endif
