/* Names and their stand-ins, and where names are in texts.
 *
 * A name is found as a whole word: no letter or digit is before its first letter or behind its last
 * one. Letters are those of anon_letters.h, so case and colours do not count. A name without any
 * letter or digit is found between blanks, and before a colon or an apostrophe. If two names begin
 * at one place, the longer one counts. A name is also found without the signs around it
 * ("milton" of "(milton)", three letters at least), and cut short, as tables of scores do it, to
 * 8 to 64 letters. So is a word of five letters or more of a player's name, unless it is in
 * several players' names, as a clan's is. Names that games give to everybody ("player", "unnamed")
 * are none, and stand-ins (p1, t1, server, demo.mvd) stay what they are.
 *
 * Of a name 255 letters count. So it has at most 57 cuts and 42 words, which lie in its letters: it
 * takes at most 8 KB of memory, one of 15 letters less than 1 KB, one with codes of colours twice
 * that. */
#ifndef ENGINE_EDIT_ANONYMISE_ANON_NAMES_H
#define ENGINE_EDIT_ANONYMISE_ANON_NAMES_H

#include "engine/edit/anonymise/anon_letters.h"
#include "formats/base/bytes.h"

enum anon_kind {
    ANON_PLAYER, /* p1, p2... in the order of the demo */
    ANON_TEAM,   /* t1, t2... */
    ANON_SERVER, /* "server" */
    ANON_DEMO,   /* "demo.mvd" */
    ANON_KINDS
};

enum { ANON_NONE = -1, ANON_LAST_NUMBER = 999999, ANON_STAND_IN = 16 };

struct anon_names;

/* NULL: out of memory. */
struct anon_names *anon_names_create(void);
void anon_names_free(struct anon_names *names);

/* Adds a name as a demo has it, which may use `codes`. same: the stand-in of another name that this
 * one shares, or ANON_NONE; a name that is known keeps its own. Returns the number of the
 * stand-in, ANON_NONE of what is no name, or FORMAT_MEMORY. */
int32_t anon_names_add(struct anon_names *names, enum anon_kind kind, const void *text, size_t size,
                       unsigned codes, int32_t same);

/* The bytes of memory that the names take. */
size_t anon_names_bytes(const struct anon_names *names);

/* Gives every name that has none a stand-in, and looks for its other forms from now on. Returns 0,
 * FORMAT_MEMORY, or FORMAT_BAD: there are too many names; fills err. */
int anon_names_finish(struct anon_names *names, struct format_error *err) MUST_CHECK;

/* Sets *stand_in to that of a name and returns 1; 0 if it has none and may stay, or FORMAT_MEMORY.
 */
int anon_names_of(struct anon_names *names, const void *text, size_t size, unsigned codes,
                  const char **stand_in) MUST_CHECK;

/* Appends the text with stand-ins for the names in it. Returns how many there were, or
 * FORMAT_MEMORY. */
int64_t anon_names_replace(struct anon_names *names, const void *text, size_t size, unsigned codes,
                           struct byte_writer *out);

/* Where a name is in a text: [begin, end). */
struct anon_place {
    size_t begin, end;
};
/* Calls found for each name in the text of at least `least` letters. Returns 0, what found returned
 * if that is not 0, or FORMAT_MEMORY. */
int anon_names_search(struct anon_names *names, const void *text, size_t size, unsigned codes,
                      size_t least, int (*found)(void *context, const struct anon_place *place),
                      void *context) MUST_CHECK;

/* Names in the order of the demo, for a list: the text as found, not terminated. NULL: no more. */
const char *anon_names_list(const struct anon_names *names, size_t i, size_t *size,
                            const char **stand_in);

#endif
