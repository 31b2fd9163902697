/* The text form of QuakeWorld demos: blocks of a .qwd or .mvd, and messages. For demo_text.c.
 *
 *     quakereel-text 1 quakeworld qwd 28
 *
 *     @ packet 12.5 sequence 120 acknowledged 118
 *     sound 7 entity 1 channel 2 origin 480 -352 88.125
 *     @ cmd 12.5 msec 13 move 320 0 0 view_angles 0 90 0 */
#ifndef ENGINE_EDIT_TEXT_QW_TEXT_H
#define ENGINE_EDIT_TEXT_QW_TEXT_H

#include "engine/edit/text/text_fields.h"
#include "engine/edit/text/text_part.h"
#include "engine/edit/text/text_writing.h"
#include "formats/base/bytes.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"

/* The head of a block. */
union qw_text_head {
    struct qwd_block qwd;
    struct mvd_block mvd;
};

/* Reads statements. Zero at first. */
struct qw_text {
    struct qw_protocol protocol;
    struct text_context context;
    struct byte_writer block; /* messages of the block */
    struct byte_writer list;  /* entities, names or nails of a message */
    union qw_text_head head;
    bool in_block;
};

/* From the words of the first line behind the family's name. */
int qw_text_begin(struct qw_text *text, struct text_reader *r) MUST_CHECK;
/* As nq_text_statement and its neighbours. */
int qw_text_statement(struct qw_text *text, struct text_reader *r,
                      struct byte_writer *out) MUST_CHECK;
int qw_text_end(struct qw_text *text, struct byte_writer *out) MUST_CHECK;
/* Where the part's blocks lie in a demo. Follows the blocks in front of it. NULL, or why this
 * cannot be the demo of the part. */
const char *qw_text_find_part(struct qw_text *text, const struct demo *demo,
                              struct text_part *part);
void qw_text_free(struct qw_text *text);

/* As nq_text_write. The answer of a QTV proxy stands in front, as `rest`. */
int qw_text_write(const struct demo *demo, struct text_writing *w) MUST_CHECK;

/* --- shared by qw_text.c and qw_text_write.c ---------------------------------------------------
 */

void qw_text_set_protocol(struct qw_text *text, const struct qw_protocol *protocol);
int qw_text_message(struct qw_text *text, struct text_reader *r, struct text_word name,
                    bool checked, struct byte_writer *out) MUST_CHECK;
void qw_text_follow_raw(struct qw_text *text, const uint8_t *bytes, size_t size);
/* How a message's places are coded: those of some are wider than others'. */
struct text_context qw_text_context(const struct qw_text *text, uint32_t id);

#endif
