/* Quake III's configstrings that come in several commands, bcs0, bcs1 and bcs2: which parts make
 * which text. A name may lie across two parts, so the text is rewritten as a whole and dealt out.
 */
#ifndef ENGINE_EDIT_ANONYMISE_ANON_LONG_H
#define ENGINE_EDIT_ANONYMISE_ANON_LONG_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct anon_long;

struct anon_long_whole {
    uint32_t index;
    const char *text; /* good until the next part is added */
};

/* NULL: out of memory. */
struct anon_long *anon_long_create(void);
void anon_long_free(struct anon_long *parts);

/* A gamestate: numbers of commands begin anew. */
void anon_long_level(struct anon_long *parts);

/* Adds a command that is not a repetition; its numbers ascend within a level. digit: that of "bcs",
 * 0 begins a text. Returns 0 or FORMAT_MEMORY. */
int anon_long_add(struct anon_long *parts, int32_t sequence, char digit, uint32_t index,
                  const char *text) MUST_CHECK;

/* All parts are added, and the demo is read once more from its beginning. */
void anon_long_begin(struct anon_long *parts);

/* The text of which the command is a part, in this level; NULL: of none. */
const struct anon_long_whole *anon_long_whole(struct anon_long *parts, int32_t sequence);

/* The part of a text of `size` bytes, made of that of anon_long_whole, that goes into the command:
 * returns where it begins and sets *part_size. Parts have the sizes they had, the last one has the
 * rest. */
size_t anon_long_part(struct anon_long *parts, int32_t sequence, size_t size, size_t *part_size);

/* Text i of the demo, NULL past the last. */
const struct anon_long_whole *anon_long_get(struct anon_long *parts, size_t i);

#endif
