/* The text form of NetQuake demos: blocks and messages. For demo_text.c.
 *
 *     quakereel-text 1 netquake 15
 *     track "-1\n"
 *
 *     @ view 0 90 0
 *     time 1.5
 *     entity 1 origin 480 -352 88.125
 *
 * The words items_optional and dp_sounds of the first line are facts of the whole file that its
 * messages do not tell (nq_protocol.h). */
#ifndef ENGINE_EDIT_TEXT_NQ_TEXT_H
#define ENGINE_EDIT_TEXT_NQ_TEXT_H

#include "engine/edit/text/demo_text.h"
#include "engine/edit/text/text_fields.h"
#include "engine/edit/text/text_part.h"
#include "engine/edit/text/text_writing.h"
#include "formats/base/bytes.h"
#include "formats/netquake/nq_protocol.h"

/* Reads statements. Zero, but for `protocol`: nq_text_begin. */
struct nq_text {
    struct nq_protocol protocol;
    struct text_context context;
    struct byte_writer block; /* messages of the block */
    struct byte_writer list;  /* entities of a message */
    float view[3];
    bool in_block;
};

/* From the words of the first line behind the family's name. */
int nq_text_begin(struct nq_text *text, struct text_reader *r) MUST_CHECK;
/* A statement, from its first byte on. Appends to out what is ready. 0, FORMAT_BAD, FORMAT_MEMORY.
 */
int nq_text_statement(struct nq_text *text, struct text_reader *r,
                      struct byte_writer *out) MUST_CHECK;
int nq_text_end(struct nq_text *text, struct byte_writer *out) MUST_CHECK;
/* Where the part's blocks lie in a demo. Follows the blocks in front of it. NULL, or why this
 * cannot be the demo of the part. */
const char *nq_text_find_part(struct nq_text *text, const struct demo *demo,
                              struct text_part *part);
void nq_text_free(struct nq_text *text);

/* Writes the text of an opened demo. 0, FORMAT_MEMORY or the sink's code; w has the damage. */
int nq_text_write(const struct demo *demo, struct text_writing *w) MUST_CHECK;

/* --- shared by nq_text.c and nq_text_write.c ---------------------------------------------------
 */

/* The first serverinfo as text decides; called after each message. */
void nq_text_set_protocol(struct nq_text *text, const struct nq_protocol *protocol);
/* Reads the message of that name and appends its bytes. checked: the bytes have to be a message. */
int nq_text_message(struct nq_text *text, struct text_reader *r, struct text_word name,
                    bool checked, struct byte_writer *out) MUST_CHECK;
/* Follows what bytes written as such tell of the protocol. */
void nq_text_follow_raw(struct nq_text *text, const uint8_t *bytes, size_t size);
/* The head of a block, of a struct nq_text. */
extern const struct text_row nq_text_block;

#endif
