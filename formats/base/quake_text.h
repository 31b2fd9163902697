/* Decodes QuakeWorld texts glyph by glyph: the colour and encoding sequences of modern clients and
 * servers are removed, characters that Quake's font lacks are transliterated.
 *
 *     &cRGB        colour (three hexadecimal digits) up to the line's end or the next of these
 *     &r, &cfff    default colour
 *     {...}        in chat: white, within one line; an unmatched brace is text
 *     =`k8:...`=   KOI8-R
 *     =`utf8:...`= UTF-8
 *     ^Uxxxx       a Unicode character (four hexadecimal digits)
 *
 * These sequences yield no glyph. Quake's font has two sets of letters, white and (from 128 on)
 * bronze; chat is bronze. Coloured and braced text uses the white set, which the caller tints.
 * Non-ASCII letters become Latin ones ("zh"), other characters '?'.
 *
 * Input may be any bytes; all state is in the reader. */
#ifndef FORMATS_BASE_QUAKE_TEXT_H
#define FORMATS_BASE_QUAKE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A colour of a glyph: 0 = the font's own, else QUAKE_TEXT_COLORED and four bits each of red, green
 * and blue. */
enum { QUAKE_TEXT_COLORED = 0x1000 };

/* How long both games show a centre print (scr_centertime). */
#define QUAKE_CENTER_SECONDS 2.0

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
    uint16_t color;      /* colour of the next glyph */
    const char *letters; /* remaining letters of a transliterated character; "" = none */
};

/* bytes may be NULL where length is 0. chat: the text is a player's chat, without the bytes 128 and
 * above that Quake makes of it. */
void quake_text_begin(struct quake_text *text, const void *bytes, size_t length, bool chat);

/* Reads the next glyph of Quake's font into *glyph and its colour into text->color. Line ends and
 * other control bytes are returned unchanged. Returns false at the end. */
bool quake_text_next(struct quake_text *text, uint8_t *glyph);

/* All glyphs of a terminated text, at most size - 1 of them, terminated. Returns how many. */
size_t quake_text_copy(char *to, size_t size, const char *from, bool chat);

#endif
