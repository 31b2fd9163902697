/* Rewrites a Quake III demo, or a part of it, as a demo that the original client plays.
 *
 * In memory: bytes in, bytes out. Messages are copied where they can be. The part begins with a
 * gamestate: baselines, and configstrings with all earlier server commands applied. The first
 * snapshot is a full one; the others are delta-coded against the server's base if that is in the
 * part, else full. Messages and server commands keep their sequence numbers; the gamestate's is one
 * less than the first. Downloads and voice messages are dropped. Decoding the result gives the
 * states of the demo, bit for bit. */
#ifndef ENGINE_EDIT_Q3_CUT_H
#define ENGINE_EDIT_Q3_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/edit/edit_range.h"
#include "engine/edit/edit_report.h"
#include "formats/base/bytes.h"
#include "formats/base/error.h"
#include "formats/quake3/q3_snapshot.h"

/* Appends the part and the end mark to out (caller frees). range NULL = the whole demo. Returns 0,
 * FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds everything up
 * to the damage; fills err.
 * *report is set; free with edit_report_free. */
int q3_cut(const uint8_t *data, size_t size, int protocol, const struct edit_range *range,
           struct byte_writer *out, struct edit_report *report,
           struct format_error *err) MUST_CHECK;

/* The same for several parts that rise: what is in front of them is read once. data must outlive
 * the walk. NULL: out of memory. Not thread-safe. */
struct q3_cut_walk;
struct q3_cut_walk *q3_cut_walk_create(const uint8_t *data, size_t size, int protocol);
void q3_cut_walk_free(struct q3_cut_walk *walk);
/* As q3_cut. A part in front of the one before is cut, too, but the demo is read again. */
int q3_cut_walk_part(struct q3_cut_walk *walk, const struct edit_range *range,
                     struct byte_writer *out, struct edit_report *report,
                     struct format_error *err) MUST_CHECK;

/* What takes the place of parts of a demo. Members are called in the order of the demo; NULL: those
 * parts stay. What they return is good until their next call. */
struct q3_rewriter {
    void *context;
    /* Called before a message is written. */
    void (*begin)(void *context);
    /* frames: with the baselines. */
    const struct q3_gamestate *(*gamestate)(void *context, const struct q3_gamestate *gamestate,
                                            const struct q3_frames *frames);
    /* snapshot is the newest of frames; gamestate: as commands have changed it. Returns one of
     * q3_rewriter.frames. */
    const struct q3_snapshot *(*snapshot)(void *context, const struct q3_gamestate *gamestate,
                                          const struct q3_frames *frames,
                                          const struct q3_snapshot *snapshot);
    /* The baselines and snapshots to write; a snapshot has the same index as the one it replaces.
     * NULL if snapshot is. */
    const struct q3_frames *frames;
    /* Returns text, another text, or "" for an empty command, since numbers of commands must not
     * have gaps. sequence: its number in the demo; repeated: the server sent it before. */
    const char *(*command)(void *context, const char *text, int32_t sequence, bool repeated);
    /* Called in front of a snapshot. Returns a command to be added there, or NULL. Later ones of
     * the gamestate get higher numbers. */
    const char *(*add)(void *context);
};

/* As q3_cut of the whole demo, with what the rewriter returns, in protocol `to`. */
int q3_cut_rewritten(const uint8_t *data, size_t size, int protocol, int to,
                     const struct q3_rewriter *rewriter, struct byte_writer *out,
                     struct edit_report *report, struct format_error *err) MUST_CHECK;

#endif
