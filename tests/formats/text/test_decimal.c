/* Decimal text: what is written reads back to the same bits, and is the shortest. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/text/decimal.h"

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static void expect_float(uint32_t bits, const char *expected)
{
    char text[DECIMAL_MAX + 1];
    struct decimal number;
    const size_t size = decimal_write_float(text, float_of(bits));
    cr_assert_lt(size, (size_t)DECIMAL_MAX);
    text[size] = '\0';
    if (expected) {
        cr_expect_str_eq(text, expected);
    }
    cr_assert_eq(decimal_read(text, text + size, &number), size, "%s", text);
    cr_assert_eq(bits_of(decimal_float(number.value)), bits, "%08x is written %s", bits, text);
}

Test(decimal, floats_have_the_shortest_text)
{
    static const struct {
        float value;
        const char *text;
    } cases[] = {{0.0f, "0"},
                 {-0.0f, "-0"},
                 {1.0f, "1"},
                 {-1.5f, "-1.5"},
                 {0.1f, "0.1"},
                 {1.31388891f, "1.3138889"},
                 {-150.46875f, "-150.46875"},
                 {16777216.0f, "16777216"},
                 {123456792.0f, "123456792"},
                 {1e9f, "1e9"},
                 {3.4028235e38f, "34028235e31"},
                 {1e-5f, "1e-5"},
                 {1.17549435e-38f, "11754944e-45"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect_float(bits_of(cases[i].value), cases[i].text);
    }
    expect_float(0x00000001, "1e-45");
    expect_float(0x7fc00001, "f0x7fc00001");
    expect_float(0xff800000, "f0xff800000");
    expect_float(0x7f800001, "f0x7f800001");
    expect_float(0x3c23d70a, "0.01");
}

Test(decimal, any_float_comes_back)
{
    uint32_t bits = 12345;
    for (int i = 0; i < 400000; i++) {
        bits = bits * 1664525 + 1013904223;
        expect_float(bits, NULL);
    }
    for (uint32_t exponent = 0; exponent < 256; exponent++) {
        expect_float(exponent << 23, NULL);
        expect_float(exponent << 23 | 1, NULL);
        expect_float(exponent << 23 | 0x7fffff, NULL);
    }
}

Test(decimal, fractions_are_exact)
{
    static const struct {
        int64_t units;
        uint32_t per;
        const char *text;
    } cases[] = {{-2817, 8, "-352.125"},          {8, 8, "1"}, {-1, 16, "-0.0625"},
                 {45 * -107, 32, "-150.46875"},   {0, 8, "0"}, {-32768, 8, "-4096"},
                 {1, 65536, "0.0000152587890625"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[DECIMAL_MAX + 1];
        text[decimal_write_fraction(text, cases[i].units, cases[i].per)] = '\0';
        cr_expect_str_eq(text, cases[i].text);
    }
}

Test(decimal, rounded_numbers_lose_zeros)
{
    char text[DECIMAL_MAX + 1];
    text[decimal_write_rounded(text, -179.994506835938, 3)] = '\0';
    cr_expect_str_eq(text, "-179.995");
    text[decimal_write_rounded(text, -0.0001, 3)] = '\0';
    cr_expect_str_eq(text, "0");
    text[decimal_write_rounded(text, 12.5, 3)] = '\0';
    cr_expect_str_eq(text, "12.5");
}

static size_t read_text(const char *text, struct decimal *number)
{
    return decimal_read(text, text + strlen(text), number);
}

Test(decimal, numbers_are_read)
{
    struct decimal n;
    cr_expect(read_text("-12 ", &n) == 3 && n.is_integer && n.integer == -12 && n.value == -12.0);
    cr_expect(read_text("0x1fF,", &n) == 5 && n.is_integer && n.integer == 511);
    cr_expect(read_text("-0x10", &n) == 5 && n.integer == -16);
    cr_expect(read_text("12.50", &n) == 5 && !n.is_integer && n.value == 12.5);
    cr_expect(read_text(".5", &n) == 2 && n.value == 0.5);
    cr_expect(read_text("2e3x", &n) == 3 && n.value == 2000.0 && !n.is_integer);
    cr_expect(read_text("123456789012", &n) == 12 && n.integer == 123456789012);
    cr_expect(read_text("1234567890123456789", &n) == 19 && !n.is_integer);
    cr_expect(read_text("1e400", &n) == 5 && n.value > 1e308);
    cr_expect(read_text("1e-99999", &n) == 8 && n.value == 0.0);
    cr_expect(read_text("-0", &n) == 2 && 1.0 / n.value < 0.0);
    static const char *const none[] = {"", "-", ".", "x", "0x", "f0x12", "--1", "+1"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        cr_expect_eq(read_text(none[i], &n), 0u, "'%s'", none[i]);
    }
    cr_expect_eq(decimal_read("12", "12", &n), 0u, "nothing may be read");
}

Test(decimal, whole_numbers_are_written)
{
    char text[DECIMAL_MAX + 1];
    text[decimal_write_unsigned(text, UINT64_MAX)] = '\0';
    cr_expect_str_eq(text, "18446744073709551615");
    text[decimal_write_integer(text, INT64_MIN)] = '\0';
    cr_expect_str_eq(text, "-9223372036854775808");
    text[decimal_write_hex(text, 0xdeadbeef00u)] = '\0';
    cr_expect_str_eq(text, "0xdeadbeef00");
    text[decimal_write_hex(text, 0)] = '\0';
    cr_expect_str_eq(text, "0x0");
}
