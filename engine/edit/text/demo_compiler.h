/* Makes the demo of a text, a statement at a time. For demo_text.c and edit/strings. */
#ifndef ENGINE_EDIT_TEXT_DEMO_COMPILER_H
#define ENGINE_EDIT_TEXT_DEMO_COMPILER_H

#include "engine/edit/text/demo_text.h"
#include "engine/edit/text/text_fields.h"

struct demo_compiler;

/* demo: of which the text is a part, or NULL. out: takes the demo's bytes; NULL: none are made,
 * strings alone are read, and there is no demo either. strings: told of those that are read, may be
 * NULL. All are borrowed. Returns NULL if out of memory. Free with demo_compiler_free. */
struct demo_compiler *demo_compiler_create(const struct demo *demo, struct media_sink *out,
                                           struct text_strings *strings);

/* Reads the statement at r, of which the first one is the text's first line. 0, FORMAT_BAD with
 * r's error filled, FORMAT_MEMORY or the sink's code. */
int demo_compiler_statement(struct demo_compiler *c, struct text_reader *r) MUST_CHECK;

/* Behind the last statement; the first line was read. ignored: as of demo_text_read. 0,
 * FORMAT_MEMORY or the sink's code. */
int demo_compiler_end(struct demo_compiler *c, uint64_t *ignored) MUST_CHECK;

void demo_compiler_free(struct demo_compiler *c); /* NULL is fine */

#endif
