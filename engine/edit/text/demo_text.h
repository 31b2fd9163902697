/* Demos as text, and the text as a demo again.
 *
 * A line for each message; what the table of fields (text_fields.h) does not give back byte for
 * byte is written as bytes, with the reason as a comment. So the text of any demo, damaged or not,
 * makes the same file again. While it is written, each message is read back and compared. Memory
 * does not grow with the demo. GRAMMAR.md in this folder is the page for users. */
#ifndef ENGINE_EDIT_TEXT_DEMO_TEXT_H
#define ENGINE_EDIT_TEXT_DEMO_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/edit/text/text_reader.h"
#include "engine/family/demo_family.h"
#include "formats/base/error.h"
#include "formats/media/sink.h"

enum { DEMO_TEXT_VERSION = 1 };

enum { DEMO_TEXT_END = INT32_MAX /* the last block, whatever its number */ };

/* Blocks of a demo, counted from 0; what stands in the file behind a block belongs to it. */
struct demo_text_blocks {
    uint32_t first, last;
};

struct demo_text_options {
    bool numbers; /* each block's number, byte and time as a comment */
    bool pretty;  /* texts with Quake's coloured letters in plain ones, too, as a comment */
    bool is_part; /* only these blocks, and the first line tells which */
    struct demo_text_blocks part;
};

struct demo_text_report {
    bool is_whole;         /* nothing is missing from the text: the demo may be damaged */
    uint64_t blocks;       /* of the demo */
    uint64_t raw_messages; /* readable, but written as bytes: the table does not give them back */
    uint64_t raw_bytes;    /* of those and of what cannot be read */
};

/* True if demos of this family can be written as text. */
bool demo_text_has(const struct demo_family *family);

/* Writes the text of an opened demo. Returns 0, FORMAT_MEMORY or the sink's code; or that of the
 * demo's first damage, and then the text is whole all the same. Fills err, of the sink's apart. */
int demo_text_write(const struct demo *demo, const struct demo_text_options *options,
                    struct media_sink *out, struct demo_text_report *report,
                    struct format_error *err) MUST_CHECK;

/* Where a text comes from. */
struct text_source {
    void *context;
    /* Reads at most `size` bytes. Returns their number, 0 = the end, -1 = reading failed. */
    ptrdiff_t (*read)(void *context, void *bytes, size_t size);
};

/* Makes the demo of a text: bytes go to the sink as blocks are ready. ignored (may be NULL): the
 * number of `exact` statements that do not count, because their messages were edited. Returns 0;
 * FORMAT_BAD with err filled if the text is wrong; FORMAT_UNREADABLE, FORMAT_MEMORY or the sink's
 * code. */
int demo_text_read(const struct text_source *source, struct media_sink *out, uint64_t *ignored,
                   struct text_error *err) MUST_CHECK;

/* The same for the text of a part (is_part): the bytes of its blocks replace those in `demo`, the
 * opened demo of which it is a part; all others are copied. FORMAT_BAD also if the demo is another
 * kind or does not have the blocks. */
int demo_text_read_part(const struct text_source *source, const struct demo *demo,
                        struct media_sink *out, uint64_t *ignored,
                        struct text_error *err) MUST_CHECK;

#endif
