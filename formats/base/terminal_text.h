/* Makes untrusted text safe to print on a terminal: file and archive member names may contain
 * control sequences. */
#ifndef FORMATS_BASE_TERMINAL_TEXT_H
#define FORMATS_BASE_TERMINAL_TEXT_H

#include <stddef.h>

/* A copy of text in out (cut to size - 1 bytes; size at least 1) in which each byte is '?' of
 * control characters, those of UTF-8 (U+0080 to U+009F) too, of invisible ones that may change the
 * order of what is printed (U+202E), and of what is no UTF-8. */
void terminal_text(char *out, size_t size, const char *text);

#endif
