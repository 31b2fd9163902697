/* Letters of a text, as names are compared: small ones, without colours, each with its place in the
 * text.
 *
 * Quake's glyphs from 128 on and those below 32 stand for letters, digits and signs (conchars, and
 * what servers write for them in names of files). QuakeWorld's clients colour with &cRGB, &r and
 * braces, Quake III with ^ and a character, CPMA with ^xRGB. JSON has escapes. */
#ifndef ENGINE_EDIT_ANONYMISE_ANON_LETTERS_H
#define ENGINE_EDIT_ANONYMISE_ANON_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* What a text may have; a set of these. */
enum {
    ANON_GLYPHS = 1,    /* Quake's: bit 7 is a colour */
    ANON_AND_CODES = 2, /* &cRGB, &r, { and } are left out */
    ANON_HAT_CODES = 4, /* ^x is left out */
    ANON_ESCAPES = 8,   /* JSON's: \", \u00XX */
    ANON_CODED = 16     /* the colours stay: only names count that have a sign of theirs */
};

struct anon_letter {
    uint64_t before;     /* hash of the letters before it */
    uint32_t begin, end; /* in the text: [begin, end) */
    uint8_t letter;
    bool bright; /* ANON_GLYPHS: bit 7 was set */
};

struct anon_letters {          /* start from {0}; owned; free with anon_letters_free */
    struct anon_letter *items; /* one more than count: the hash of all */
    size_t count, room;
};

/* Reads a text of less than 4 GB. Returns 0 or FORMAT_MEMORY. */
int anon_letters_read(struct anon_letters *letters, const void *text, size_t size,
                      unsigned codes) MUST_CHECK;
void anon_letters_free(struct anon_letters *letters);

/* A letter or digit; bytes from 128 on are letters. */
bool anon_is_word(uint8_t letter);

/* The hash of `count` letters from `first` on, the same in every text, is
 * items[first + count].before - items[first].before * anon_letters_power(count). */
uint64_t anon_letters_power(size_t count);

#endif
