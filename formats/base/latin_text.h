/* Letters of Unicode as Latin ones without marks, for fonts that have no others: "zh", "ss". */
#ifndef FORMATS_BASE_LATIN_TEXT_H
#define FORMATS_BASE_LATIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Transliterates a character of Latin, Cyrillic or one of some signs to ASCII; "?" for others.
 * Static. */
const char *latin_letters(uint32_t code);

/* One character of UTF-8, and past it; at < end. Bytes that are none are 0, one each. */
uint32_t latin_take_utf8(const uint8_t **at, const uint8_t *end);

/* Transliterates a UTF-8 text to at most size - 1 characters, terminated. ASCII is unchanged,
 * control characters too; combining marks are dropped. */
void latin_text(char *to, size_t size, const char *text);

#endif
