/* The text form of Quake III demos: messages and the commands in them. For demo_text.c.
 *
 *     quakereel-text 1 quake3 68
 *
 *     @ 1234 acknowledged 7
 *     command 51 "cs 6 \"12\""
 *     snapshot 530083 base 1233 areas fcff
 *       player commandTime 530080 origin 480 - 24.125 stats 0:100
 *       ent 64 pos.trBase 512 -32
 *       ent 65 remove
 *
 * A field stands there if it is sent. What its fields do not give back is told by `pad` (bits
 * behind the end of a message) and `exact` (all bytes of the message, with a hash of what the lines
 * in front of it make: it counts as long as they make the same). */
#ifndef ENGINE_EDIT_TEXT_Q3_TEXT_H
#define ENGINE_EDIT_TEXT_Q3_TEXT_H

#include "engine/edit/text/rows/q3_text_names.h"
#include "engine/edit/text/text_part.h"
#include "engine/edit/text/text_writing.h"
#include "formats/base/bytes.h"
#include "formats/quake3/q3_message.h"

/* Reads statements. Zero at first; may not be moved after q3_text_begin. */
struct q3_text {
    const struct q3_protocol *protocol;
    struct q3_text_names entity, player;
    struct text_strings *strings; /* NULL = nobody is told */
    struct byte_writer message;   /* of the block */
    struct q3_bits_writer bits;   /* at its end */
    struct byte_writer pad;       /* bytes behind its last command */
    struct byte_writer exact;     /* all of its bytes */
    uint64_t exact_hash;          /* of those that the lines make, to which `exact` belongs */
    uint64_t ignored;             /* `exact` in blocks that were edited */
    int32_t sequence;
    bool in_block, has_commands, is_raw, has_pad, has_exact;
};

/* From the words of the first line behind the family's name. */
int q3_text_begin(struct q3_text *text, struct text_reader *r) MUST_CHECK;
int q3_text_set_protocol(struct q3_text *text, int number) MUST_CHECK;
/* As nq_text_statement and its neighbours. */
int q3_text_statement(struct q3_text *text, struct text_reader *r,
                      struct byte_writer *out) MUST_CHECK;
int q3_text_end(struct q3_text *text, struct byte_writer *out) MUST_CHECK;
/* Where the part's blocks lie in a demo. Follows the blocks in front of it. NULL, or why this
 * cannot be the demo of the part. */
const char *q3_text_find_part(struct q3_text *text, const struct demo *demo,
                              struct text_part *part);
void q3_text_free(struct q3_text *text);

/* As nq_text_write. */
int q3_text_write(const struct demo *demo, struct text_writing *w) MUST_CHECK;

/* --- shared by q3_text.c and q3_text_write.c ---------------------------------------------------
 */

/* Begins a block; one before it is dropped. */
void q3_text_begin_block(struct q3_text *text, int32_t sequence, int32_t acknowledged);
/* Ends the message: text->message has its bytes. */
void q3_text_end_message(struct q3_text *text);
uint64_t q3_text_hash(const struct byte_writer *bytes);

#endif
