/* Writes a demo's text form: numbers and strings as text_reader.h reads them.
 *
 * Into a byte_writer, whose `failed` tells that memory ran out. */
#ifndef ENGINE_EDIT_TEXT_TEXT_WRITER_H
#define ENGINE_EDIT_TEXT_TEXT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

void text_write(struct byte_writer *out, const char *text);
void text_write_integer(struct byte_writer *out, int64_t value);
void text_write_float(struct byte_writer *out, float value);
/* In quotes: printable ASCII as it is, other bytes as escapes: \n \t \r \" \\, \^c for the byte of
 * c with its high bit set (Quake's coloured letters), \xHH. */
void text_write_string(struct byte_writer *out, const char *text, size_t size);
/* Two hex digits a byte; a new line after each 64 bytes. */
void text_write_hex(struct byte_writer *out, const uint8_t *bytes, size_t size);
/* "// " and a line of text, in which bytes that are not printable are escaped. */
void text_write_comment(struct byte_writer *out, const char *text);

/* True if Quake shows letters of the text in another colour or shape than ASCII's. */
bool text_is_colored(const char *text);
/* "// " and the text in plain letters: without colours, line ends as blanks. */
void text_write_plain(struct byte_writer *out, const char *text);

#endif
