#include "formats/text/decimal.h"

#include <string.h>

enum {
    POWERS = 23,        /* powers of ten that a double holds exactly */
    FLOAT_DIGITS = 9,   /* decimal digits that name any float */
    EXPONENT_MAX = 400, /* larger ones are cut to this: 0 or infinity either way */
    DIGITS_MAX = 18     /* digits that an int64_t holds */
};

static const double powers[POWERS] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* --- bits --------------------------------------------------------------------------------------
 */

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* A conversion would make a signalling NaN a quiet one. */
double decimal_double(float value)
{
    const uint32_t bits = float_bits(value);
    if ((bits & 0x7fffffffu) <= 0x7f800000u) {
        return (double)value;
    }
    const uint64_t wide =
        (uint64_t)(bits >> 31) << 63 | (uint64_t)0x7ff << 52 | (uint64_t)(bits & 0x7fffffu) << 29;
    double result;
    memcpy(&result, &wide, sizeof(result));
    return result;
}

float decimal_float(double value)
{
    if (value == value) {
        return (float)value;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits_float((uint32_t)(bits >> 63) << 31 | 0x7f800000u |
                      (uint32_t)(bits >> 29 & 0x7fffffu));
}

/* --- writing -----------------------------------------------------------------------------------
 */

size_t decimal_write_unsigned(char *text, uint64_t value)
{
    char digits[20];
    size_t at = sizeof(digits);
    if (value < 10) {
        text[0] = (char)('0' + value);
        return 1;
    }
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    memcpy(text, digits + at, sizeof(digits) - at);
    return sizeof(digits) - at;
}

size_t decimal_write_integer(char *text, int64_t value)
{
    if (value >= 0) {
        return decimal_write_unsigned(text, (uint64_t)value);
    }
    text[0] = '-';
    return 1 + decimal_write_unsigned(text + 1, 0 - (uint64_t)value);
}

static size_t write_hex_digits(char *text, uint64_t value, int digits)
{
    for (int i = 0; i < digits; i++) {
        text[i] = "0123456789abcdef"[value >> 4 * (digits - 1 - i) & 15];
    }
    return (size_t)digits;
}

size_t decimal_write_hex(char *text, uint64_t value)
{
    int digits = 1;
    while (digits < 16 && value >> 4 * digits > 0) {
        digits++;
    }
    memcpy(text, "0x", 2);
    return 2 + write_hex_digits(text + 2, value, digits);
}

/* whole and a fraction of `decimals` digits, without the zeros at its end. */
static size_t write_parts(char *text, uint64_t whole, uint64_t fraction, int decimals)
{
    size_t length = decimal_write_unsigned(text, whole);
    if (fraction == 0) {
        return length;
    }
    while (fraction % 10 == 0) {
        fraction /= 10;
        decimals--;
    }
    text[length++] = '.';
    for (int i = decimals; i-- > 0; fraction /= 10) {
        text[length + (size_t)i] = (char)('0' + fraction % 10);
    }
    return length + (size_t)decimals;
}

size_t decimal_write_fraction(char *text, int64_t units, uint32_t per)
{
    static const uint64_t five[] = {1,           5,           25,        125,        625,
                                    3125,        15625,       78125,     390625,     1953125,
                                    9765625,     48828125,    244140625, 1220703125, 6103515625,
                                    30517578125, 152587890625};
    const uint64_t size = units < 0 ? 0 - (uint64_t)units : (uint64_t)units;
    int shift = 0;
    while (per >> shift > 1) {
        shift++;
    }
    size_t length = 0;
    if (units < 0) {
        text[length++] = '-';
    }
    return length +
           write_parts(text + length, size >> shift, (size & (per - 1)) * five[shift], shift);
}

size_t decimal_write_rounded(char *text, double value, int decimals)
{
    const double size = value < 0 ? -value : value;
    const uint64_t per = (uint64_t)powers[decimals];
    const uint64_t units = (uint64_t)(size * powers[decimals] + 0.5);
    size_t length = 0;
    if (value < 0 && units > 0) {
        text[length++] = '-';
    }
    return length + write_parts(text + length, units / per, units % per, decimals);
}

/* n * 10^exponent. Every step is an IEEE operation in double: the same result everywhere. */
static double scale(double n, int exponent)
{
    if (exponent <= 0 && exponent > -POWERS) {
        return n / powers[-exponent];
    }
    while (exponent < 0 && n != 0) {
        const int step = -exponent < POWERS ? -exponent : POWERS - 1;
        n /= powers[step];
        exponent += step;
    }
    while (exponent > 0 && n != 0 && n - n == 0) {
        const int step = exponent < POWERS ? exponent : POWERS - 1;
        n *= powers[step];
        exponent -= step;
    }
    return n;
}

/* The usual sizes: without an exponent. 0 = no such decimal. */
static size_t write_plain_float(char *text, float size)
{
    const double value = (double)size;
    for (int decimals = 0; decimals <= FLOAT_DIGITS; decimals++) {
        const uint64_t units = (uint64_t)(value * powers[decimals] + 0.5);
        if ((float)((double)units / powers[decimals]) == size) {
            const uint64_t per = (uint64_t)powers[decimals];
            return write_parts(text, units / per, units % per, decimals);
        }
    }
    return 0;
}

/* Very large and small ones: digits and an exponent. 0 = no such decimal. */
static size_t write_float_exponent(char *text, float size)
{
    int exponent = 0; /* size = 1..9.99 * 10^exponent */
    double value = (double)size;
    while (value >= 1e9) {
        value = scale((double)size, -(exponent += 9));
    }
    while (value >= 10) {
        value = scale((double)size, -(exponent += 1));
    }
    while (value < 1e-9) {
        value = scale((double)size, -(exponent -= 9));
    }
    while (value < 1) {
        value = scale((double)size, -(exponent -= 1));
    }
    for (int decimals = 0; decimals < FLOAT_DIGITS; decimals++) {
        const uint64_t units = (uint64_t)(value * powers[decimals] + 0.5);
        if ((float)scale((double)units, exponent - decimals) == size) {
            const bool tens = units % 10 == 0; /* 9.9999 was rounded up */
            size_t length = decimal_write_unsigned(text, tens ? units / 10 : units);
            text[length++] = 'e';
            return length + decimal_write_integer(text + length, exponent - decimals + tens);
        }
    }
    return 0;
}

size_t decimal_write_float(char *text, float value)
{
    const uint32_t bits = float_bits(value);
    const float size = bits_float(bits & 0x7fffffffu);
    size_t length = 0, written = 0;
    if (bits >> 31) {
        text[length++] = '-';
    }
    if (size == 0) {
        text[length++] = '0';
        return length;
    }
    if ((bits & 0x7f800000u) != 0x7f800000u) {
        if (size >= 1e-4f && size < 1e9f) {
            written = write_plain_float(text + length, size);
        }
        if (written == 0) {
            written = write_float_exponent(text + length, size);
        }
    }
    if (written == 0) {
        memcpy(text, "f0x", 3);
        return 3 + write_hex_digits(text + 3, bits, 8);
    }
    return length + written;
}

/* --- reading -----------------------------------------------------------------------------------
 */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int hex_value(char c)
{
    const char lower = (char)(c | 0x20);
    return is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Hex digits, most at most. Returns their number, 0 = none or too many. */
static size_t read_hex(const char *text, const char *end, size_t most, uint64_t *value)
{
    size_t length = 0;
    *value = 0;
    while (text + length < end && hex_value(text[length]) >= 0) {
        *value = *value << 4 | (uint64_t)hex_value(text[length]);
        if (++length > most) {
            return 0;
        }
    }
    return length;
}

/* "0x..." after the sign. */
static size_t read_hex_number(const char *text, const char *end, struct decimal *number)
{
    uint64_t value;
    const size_t digits = read_hex(text + 2, end, 15, &value);
    number->integer = number->is_negative ? -(int64_t)value : (int64_t)value;
    number->is_integer = true;
    number->value = (double)number->integer;
    return digits > 0 ? digits + 2 : 0;
}

static size_t read_float_bits(const char *text, const char *end, struct decimal *number)
{
    uint64_t bits;
    const size_t digits = read_hex(text + 3, end, 8, &bits);
    number->value = decimal_double(bits_float((uint32_t)bits));
    return digits == 8 ? digits + 3 : 0;
}

/* Digits with or without a point, as digits and a power of ten. Digits that do not fit are 0. */
static size_t read_digits(const char *text, const char *end, uint64_t *digits, int *exponent,
                          bool *whole)
{
    const char *at = text;
    uint64_t value = 0;
    int count = 0, after = 0, cut = 0;
    bool point = false, any = false;
    for (; at < end; at++) {
        if (*at == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*at)) {
            break;
        }
        any = true;
        if (count < DIGITS_MAX) {
            value = value * 10 + (uint64_t)(*at - '0');
            count += value > 0;
            after += point;
        } else if (!point && cut < EXPONENT_MAX) {
            cut++;
        }
    }
    *digits = value;
    *exponent = cut - (after < EXPONENT_MAX ? after : EXPONENT_MAX);
    *whole = !point && cut == 0;
    return any ? (size_t)(at - text) : 0;
}

static size_t read_exponent(const char *text, const char *end, int *exponent)
{
    const char *at = text + 1;
    const bool negative = at < end && *at == '-';
    int value = 0;
    if (at < end && (*at == '-' || *at == '+')) {
        at++;
    }
    const char *first = at;
    for (; at < end && is_digit(*at); at++) {
        value = value < EXPONENT_MAX ? value * 10 + (*at - '0') : value;
    }
    if (at == first) {
        return 0;
    }
    *exponent += negative ? -value : value;
    return (size_t)(at - text);
}

/* A short number without a point, as most are. 0 = it is not that. */
static size_t read_short(const char *text, const char *end, struct decimal *number)
{
    enum { SHORT_DIGITS = 9 };
    const char *at = text;
    const bool negative = at < end && *at == '-';
    int32_t value = 0;
    at += negative;
    const char *first = at;
    while (at < end && is_digit(*at) && at - first < SHORT_DIGITS) {
        value = value * 10 + (*at++ - '0');
    }
    if (at == first ||
        (at < end && (is_digit(*at) || *at == '.' || (*at | 0x20) == 'x' || (*at | 0x20) == 'e'))) {
        return 0;
    }
    const double size = value;
    *number = (struct decimal){.value = negative ? -size : size, /* -0 is a number of its own */
                               .integer = negative ? -value : value,
                               .is_integer = true,
                               .is_negative = negative};
    return (size_t)(at - text);
}

size_t decimal_read(const char *text, const char *end, struct decimal *number)
{
    const char *at = text;
    uint64_t digits;
    int exponent;
    const size_t quick = read_short(text, end, number);
    if (quick > 0) {
        return quick;
    }
    *number = (struct decimal){0};
    if (end - at > 3 && memcmp(at, "f0x", 3) == 0) {
        return read_float_bits(at, end, number);
    }
    if (at < end && *at == '-') {
        number->is_negative = true;
        at++;
    }
    if (end - at > 1 && at[0] == '0' && (at[1] | 0x20) == 'x') {
        const size_t length = read_hex_number(at, end, number);
        return length > 0 ? (size_t)(at - text) + length : 0;
    }
    const size_t length = read_digits(at, end, &digits, &exponent, &number->is_integer);
    if (length == 0) {
        return 0;
    }
    at += length;
    if (at < end && (*at | 0x20) == 'e') {
        const size_t more = read_exponent(at, end, &exponent);
        number->is_integer = number->is_integer && more == 0;
        at += more;
    }
    const double size = scale((double)digits, exponent);
    number->value = number->is_negative ? -size : size;
    number->integer = number->is_negative ? -(int64_t)digits : (int64_t)digits;
    return (size_t)(at - text);
}
