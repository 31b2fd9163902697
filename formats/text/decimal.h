/* Numbers as decimal text, the same on every machine: no C library, no locale.
 *
 * What is written reads back to the same bits. A number that no decimal gives back (NaN, infinity)
 * is written as its float32's bits, "f0x7fc00001". Safe from any thread. */
#ifndef FORMATS_TEXT_DECIMAL_H
#define FORMATS_TEXT_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_MAX = 32 }; /* bytes that a writer below writes at most; none writes a NUL */

/* Each returns the number of bytes written. */
size_t decimal_write_unsigned(char *text, uint64_t value);
size_t decimal_write_integer(char *text, int64_t value);
/* "0x" and at least one digit. */
size_t decimal_write_hex(char *text, uint64_t value);
/* The shortest decimal that decimal_read takes for this float. */
size_t decimal_write_float(char *text, float value);
/* value = units / per exactly; per is a power of 2, up to 65536. All decimals, without zeros at the
 * end. */
size_t decimal_write_fraction(char *text, int64_t units, uint32_t per);
/* The value to at most `decimals` (0..9) decimals, without zeros at the end. |value| < 1e9. */
size_t decimal_write_rounded(char *text, double value, int decimals);

/* A number as read. */
struct decimal {
    double value;     /* of f0x...: the float's, with a NaN's bits widened */
    int64_t integer;  /* is_integer */
    bool is_integer;  /* digits (or 0x...) alone, and inside the range of int64_t */
    bool is_negative; /* it begins with '-' */
};

/* Reads a number at text: digits with a sign, decimals and exponent, 0x... or f0x.... end is behind
 * the last byte that may be read. Returns its length, 0 = there is none. */
size_t decimal_read(const char *text, const char *end, struct decimal *number);

/* The float nearest to a value read; the bits of f0x... come back. */
float decimal_float(double value);
/* The counterpart: no conversion touches the bits of a NaN. */
double decimal_double(float value);

#endif
