/* Two demos compared block by block, in their text form (edit/text).
 *
 * Blocks are aligned by what is in them, not by their numbers: of a demo and a part of it, the
 * blocks of the part are found in the whole. Takes memory for both texts, each some five times as
 * large as its demo. Prints nothing. */
#ifndef ENGINE_EDIT_DIFF_TEXT_DIFF_H
#define ENGINE_EDIT_DIFF_TEXT_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "formats/base/error.h"

enum { TEXT_DIFF_LINES_OF = 4 /* blocks of a replaced stretch whose lines are told */ };

/* Stretches of blocks that are not the same. Block 0 is the first one; -1 is what is in front of
 * it. */
struct text_change {
    int64_t a, b;              /* first blocks */
    uint32_t a_count, b_count; /* one of them may be 0 */
    bool has_lines;            /* lines follow: those that differ */
};

struct text_diff_result {
    uint64_t a_blocks, b_blocks;
    uint64_t same;                    /* blocks that are equal */
    uint64_t changes;                 /* 0 = the demos are equal */
    struct format_error a_err, b_err; /* the first damage */
    int a_code, b_code;               /* 0 = none */
};

struct text_diff_listener {
    void *context;
    void (*change)(void *context, const struct text_change *change);
    /* A line that only one has, without its end: sign '-' = a, '+' = b. Behind its change. */
    void (*line)(void *context, char sign, const char *text, size_t size);
};

/* Both demos are of one family that has a text (demo_text_has). Returns 0 or FORMAT_MEMORY. */
int text_diff(const struct demo *a, const struct demo *b, const struct text_diff_listener *listener,
              struct text_diff_result *result) MUST_CHECK;

#endif
