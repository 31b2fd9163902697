/* One pass over a Quake III demo: its blocks, the messages in them, and the configstrings as server
 * commands change them on the way.
 *
 * Used by info, dump and cut. A reader takes 9 MB, most of it never touched. Not thread-safe.
 * Borrows the demo's bytes, which must outlive it. */
#ifndef ENGINE_QUAKE3_Q3_READER_H
#define ENGINE_QUAKE3_Q3_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/quake3/dm3.h"
#include "formats/quake3/q3_command.h"
#include "formats/quake3/q3_message.h"
#include "formats/quake3/q3_snapshot.h"

/* Longest time between two snapshots that is played, seconds: after it the original's clock jumps
 * (its RESET_TIME). */
#define Q3_MAX_GAP 0.5

/* Call when dm3_next_block returns 0. blocks: number read; sequence: that of the last. Returns 0 if
 * the end mark is there, else FORMAT_TRUNCATED; fills err. */
int q3_check_end(const uint8_t *data, size_t size, size_t pos, int32_t sequence, uint64_t blocks,
                 struct format_error *err) MUST_CHECK;

struct q3_reader {
    const struct q3_protocol *protocol;
    const uint8_t *data;
    size_t size;
    size_t pos;             /* offset after the block */
    struct dm3_block block; /* being read */
    uint64_t blocks;        /* read to their end */
    struct q3_packet packet;
    int32_t set;                   /* configstring the last message has set; -1 = none */
    struct q3_words words;         /* words of the last `cs` command */
    struct q3_long_command join;   /* a configstring arriving in parts; size 0 = none */
    struct q3_gamestate gamestate; /* with current configstrings */
    struct q3_frames frames;
};

/* Creates a reader before the first block. Returns NULL if out of memory or the protocol is
 * unknown. */
struct q3_reader *q3_reader_create(int protocol, const uint8_t *data, size_t size);
void q3_reader_free(struct q3_reader *reader);

/* Starts the next block. Returns 1, 0 at the end mark, or a negative code (damaged, truncated, no
 * end mark); fills err. */
int q3_reader_block(struct q3_reader *reader, struct format_error *err) MUST_CHECK;

/* The next message of the block. 1 = message is set (good until the next call); 0 = no more in this
 * block; negative = damaged. err->offset is the block's in the file, err->what names the message.
 */
int q3_reader_next(struct q3_reader *reader, struct q3_message *message,
                   struct format_error *err) MUST_CHECK;

/* Playing time, as on the viewer's seek bar: sums the server time between snapshots, each gap
 * limited to Q3_MAX_GAP. A new gamestate or a clock set back adds nothing. Starts
 * zeroed. */
struct q3_clock {
    bool any;     /* a snapshot was seen since the last gamestate */
    int32_t last; /* its server time */
    int64_t milliseconds;
};

/* Adds a message; returns true for a snapshot that was not dropped. */
bool q3_clock_follow(struct q3_clock *clock, const struct q3_message *message);

#endif
