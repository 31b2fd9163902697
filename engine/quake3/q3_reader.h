/* One pass over a Quake III demo: its blocks, the messages in them, and the configstrings as server
 * commands change them on the way.
 *
 * What info, dump and cut share. A reader is large (some 9 MB, most of it never touched) and
 * belongs to one thread. The demo's bytes must outlive it. */
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

/* What a 0 of dm3_next_block means, behind so many blocks, the last of that sequence: 0, or damage
 * when the end mark is not there. */
int q3_check_end(const uint8_t *data, size_t size, size_t pos, int32_t sequence, uint64_t blocks,
                 struct format_error *err) MUST_CHECK;

struct q3_reader {
    const struct q3_protocol *protocol;
    const uint8_t *data;
    size_t size;
    size_t pos;             /* behind the block */
    struct dm3_block block; /* being read */
    uint64_t blocks;        /* read to their end */
    struct q3_packet packet;
    int32_t set;                   /* configstring the last message has set; -1 = none */
    struct q3_words words;         /* of the last `cs` */
    struct q3_long_command join;   /* a configstring that comes in parts; size 0 = none does */
    struct q3_gamestate gamestate; /* its configstrings are those of now */
    struct q3_frames frames;
};

/* Before the first block. NULL without memory, or for a protocol nobody knows. */
struct q3_reader *q3_reader_create(int protocol, const uint8_t *data, size_t size);
void q3_reader_free(struct q3_reader *reader);

/* Starts with the next block. 1 = there is one; 0 = the end mark; negative = damaged, cut, or ended
 * without the mark. */
int q3_reader_block(struct q3_reader *reader, struct format_error *err) MUST_CHECK;

/* The next message of the block. 1 = message is set (good until the next call); 0 = no more in this
 * block; negative = damaged. err->offset is the block's in the file, err->what names the message.
 */
int q3_reader_next(struct q3_reader *reader, struct q3_message *message,
                   struct format_error *err) MUST_CHECK;

/* Seconds of play, as the bar of the player has them: the server's clock where it moves on from one
 * snapshot to the next, a longer gap cut to Q3_MAX_GAP (q3_scan.h). A new gamestate and a clock
 * that is set back take no time. Starts zeroed. */
struct q3_clock {
    bool any;     /* a snapshot was seen since the last gamestate */
    int32_t last; /* its server time */
    int64_t milliseconds;
};

/* Follows a message; true where it was a snapshot that was not dropped. */
bool q3_clock_follow(struct q3_clock *clock, const struct q3_message *message);

#endif
