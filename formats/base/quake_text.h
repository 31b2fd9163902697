/* Texts of modern QuakeWorld, read glyph by glyph: what clients and servers write into them for
 * colours and for letters that Quake's font has not is taken out or put into its letters.
 *
 *     &cRGB        colours what follows (three hexadecimal digits), to the line's end or
 *     &r, &cfff    back again
 *     {...}        in chat: white, in one line; a brace without its partner stays
 *     =`k8:...`=   KOI8-R
 *     =`utf8:...`= UTF-8
 *     ^Uxxxx       a character of Unicode by four hexadecimal digits
 *
 * None of them takes place. Quake's font has two rows of letters, white and (from 128 on) bronze;
 * chat is bronze. What is coloured or braced there is white, for whoever draws to colour it.
 * Letters outside of ASCII become Latin ones ("zh"), others '?'.
 *
 * Any bytes may be read; nothing is kept outside the reader. */
#ifndef FORMATS_BASE_QUAKE_TEXT_H
#define FORMATS_BASE_QUAKE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A colour of a glyph: 0 = the font's own, else QUAKE_TEXT_COLORED and four bits each of red, green
 * and blue. */
enum { QUAKE_TEXT_COLORED = 0x1000 };

/* From a glyph of a text on they have that colour. */
struct quake_text_run {
    uint16_t start, color;
};

enum quake_text_encoding { QUAKE_TEXT_GLYPHS, QUAKE_TEXT_KOI8, QUAKE_TEXT_UTF8 };

struct quake_text {
    const uint8_t *at, *end;    /* borrowed */
    const uint8_t *closing;     /* the brace that ends the white part; NULL = none is open */
    const uint8_t *encoded_end; /* where the encoding ends */
    enum quake_text_encoding encoding;
    bool chat;
    uint16_t color;      /* of what comes next */
    const char *letters; /* the rest of what one character became; "" = none */
};

/* bytes may be NULL where length is 0. chat: what players say, without the bytes 128 and above that
 * Quake makes of it. */
void quake_text_begin(struct quake_text *text, const void *bytes, size_t length, bool chat);

/* The next glyph of Quake's font; line ends and other control bytes come as they are. False: that
 * was all. text->color is its colour. */
bool quake_text_next(struct quake_text *text, uint8_t *glyph);

/* All glyphs of a terminated text, at most size - 1 of them, terminated. Returns how many. */
size_t quake_text_copy(char *to, size_t size, const char *from, bool chat);

#endif
