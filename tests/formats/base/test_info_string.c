/* Info strings: values, numbers, keys by case, and strings that end anywhere. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/info_string.h"

Test(info_string, finds_the_first_value_of_a_key)
{
    static const char info[] = "\\name\\some one\\name\\other\\empty\\\\a\\1";
    uint32_t length;
    cr_assert_eq(memcmp(info_find(info, "name", INFO_KEYS_EXACT, &length), "some one", 8), 0);
    cr_expect_eq(length, 8u);
    cr_expect_not_null(info_find(info, "empty", INFO_KEYS_EXACT, &length));
    cr_expect_eq(length, 0u);
    cr_expect_null(info_find(info, "nam", INFO_KEYS_EXACT, &length));
    cr_expect_null(info_find(info, "names", INFO_KEYS_EXACT, &length));
    cr_expect_null(info_find(info, "some one", INFO_KEYS_EXACT, &length), "a value is no key");
    cr_expect_null(info_find("", "name", INFO_KEYS_EXACT, &length));
    cr_expect_null(info_find("\\last", "last", INFO_KEYS_EXACT, &length), "a key alone");
}

Test(info_string, keys_by_case)
{
    static const char info[] = "N\\Anarki\\n\\other";
    char value[16];
    info_copy(info, "n", INFO_KEYS_EXACT, value, sizeof(value));
    cr_expect_str_eq(value, "other");
    info_copy(info, "n", INFO_KEYS_ANY_CASE, value, sizeof(value));
    cr_expect_str_eq(value, "Anarki");
}

Test(info_string, copies_are_cut_and_terminated)
{
    char value[5];
    info_copy("\\k\\1234", "k", INFO_KEYS_EXACT, value, sizeof(value));
    cr_expect_str_eq(value, "1234");
    info_copy("\\k\\12345", "k", INFO_KEYS_EXACT, value, sizeof(value));
    cr_expect_str_eq(value, "1234");
    info_copy("\\k\\12345", "x", INFO_KEYS_EXACT, value, sizeof(value));
    cr_expect_str_eq(value, "");
}

Test(info_string, as_quake3_sends_them)
{
    char value[8];
    info_copy("\\n\\Anarki\\t\\2\\model\\anarki/blue", "T", INFO_KEYS_ANY_CASE, value,
              sizeof(value));
    cr_expect_str_eq(value, "2");
    info_copy("n\\Anarki\\t\\2\\model\\anarki/blue", "model", INFO_KEYS_ANY_CASE, value,
              sizeof(value));
    cr_expect_str_eq(value, "anarki/");
    info_copy("n\\Anarki\\t", "t", INFO_KEYS_ANY_CASE, value, sizeof(value));
    cr_expect_str_eq(value, "");
    info_copy("\\\\\\", "x", INFO_KEYS_ANY_CASE, value, sizeof(value));
    cr_expect_str_eq(value, "");
    cr_expect_eq(info_number("t\\-3\\hc\\", "t", INFO_KEYS_ANY_CASE, 7), -3);
    cr_expect_eq(info_number("t\\-3\\hc\\", "hc", INFO_KEYS_ANY_CASE, 7), 7);
}

Test(info_string, numbers)
{
    static const char info[] =
        "\\a\\-12\\b\\ +7x\\c\\\\d\\word\\e\\99999999999999999999\\f\\-99999999999";
    cr_expect_eq(info_number(info, "a", INFO_KEYS_EXACT, 5), -12);
    cr_expect_eq(info_number(info, "b", INFO_KEYS_EXACT, 5), 7);
    cr_expect_eq(info_number(info, "c", INFO_KEYS_EXACT, 5), 5);
    cr_expect_eq(info_number(info, "d", INFO_KEYS_EXACT, 5), 0);
    cr_expect_eq(info_number(info, "e", INFO_KEYS_EXACT, 5), 1000000000);
    cr_expect_eq(info_number(info, "f", INFO_KEYS_EXACT, 5), -1000000000);
    cr_expect_eq(info_number(info, "none", INFO_KEYS_EXACT, 5), 5);
}

/* Copies of exact size: a sanitizer detects reads past the end. */
Test(info_string, every_prefix_of_a_string)
{
    static const char info[] = "\\name\\x\\\\\\team\\-\\";
    for (size_t cut = 0; cut < sizeof(info); cut++) {
        char *copy = calloc(cut + 1, 1);
        char value[4];
        cr_assert_not_null(copy);
        memcpy(copy, info, cut);
        info_copy(copy, "team", INFO_KEYS_ANY_CASE, value, sizeof(value));
        cr_expect_eq(info_number(copy, "team", INFO_KEYS_EXACT, 3), cut < 16 ? 3 : 0, "%zu", cut);
        free(copy);
    }
}
