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
#include "engine/edit/quake3/q3_translator.h"
#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Appends the part and the end mark to out (caller frees). range NULL = the whole demo. Returns 0,
 * FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds everything up
 * to the damage; fills err.
 * *report is set; free with edit_report_free. */
int q3_cut(const uint8_t *data, size_t size, int protocol, const struct edit_range *range,
           struct byte_writer *out, struct edit_report *report,
           struct format_error *err) MUST_CHECK;

/* As q3_cut of the whole demo, with its states in the numbers of protocol `to`. */
int q3_cut_translated(const uint8_t *data, size_t size, int protocol, int to,
                      struct q3_translator *translator, struct byte_writer *out,
                      struct edit_report *report, struct format_error *err) MUST_CHECK;

/* Replaces server commands, and adds some. All are called in the order of the demo. */
struct q3_command_filter {
    void *context;
    /* NULL, or called before a message is written. */
    void (*begin)(void *context);
    /* Returns text, another text that is good until the next call, or "" for an empty command,
     * since numbers of commands must not have gaps. sequence: its number in the demo; repeated:
     * the server sent it before. */
    const char *(*command)(void *context, const char *text, int32_t sequence, bool repeated);
    /* NULL, or returns a gamestate, or another one that is good until the next call. */
    const struct q3_gamestate *(*gamestate)(void *context, const struct q3_gamestate *gamestate);
    /* NULL, or called in front of a snapshot. Returns a command to be added there, good until the
     * next call, or NULL. Later ones of the gamestate get higher numbers. */
    const char *(*add)(void *context);
};

/* As q3_cut of the whole demo, with the server commands that the filter returns. */
int q3_cut_filtered(const uint8_t *data, size_t size, int protocol,
                    const struct q3_command_filter *filter, struct byte_writer *out,
                    struct edit_report *report, struct format_error *err) MUST_CHECK;

#endif
