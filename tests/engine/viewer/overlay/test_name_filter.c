/* Names that contain a typed text. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/viewer/overlay/name_filter.h"
#include "tests/support/scarce.h"

enum { NAMES = 6 };

static char *names[NAMES] = {"duel", "Caf\xc3\xa9", NULL, "a/CAFE.dem", "x", "cave"};

static void type_text(struct name_filter *filter, const char *text)
{
    for (; *text; text++) {
        cr_assert(name_filter_type(filter, names, NAMES, *text), "%c", *text);
    }
}

Test(name_filter, case_and_diacritics_are_ignored)
{
    struct name_filter filter = {0};
    cr_expect_eq(name_filter_rows(&filter, NAMES), (size_t)NAMES);
    cr_expect_eq(name_filter_place(&filter, 4), 4u);
    type_text(&filter, "cA");
    cr_expect_eq(name_filter_rows(&filter, NAMES), 3u);
    type_text(&filter, "fe");
    cr_expect_eq(name_filter_rows(&filter, NAMES), 2u);
    cr_expect_eq(name_filter_place(&filter, 0), 1u);
    cr_expect_eq(name_filter_place(&filter, 1), 3u);
    cr_expect(name_filter_erase(&filter, names, NAMES));
    cr_expect(name_filter_erase(&filter, names, NAMES));
    cr_expect_eq(name_filter_rows(&filter, NAMES), 3u);
    name_filter_clear(&filter);
    cr_expect_eq(name_filter_rows(&filter, NAMES), (size_t)NAMES);
    cr_expect_not(name_filter_erase(&filter, names, NAMES));
    name_filter_free(&filter);
}

Test(name_filter, the_nearest_row_is_the_next_or_the_last)
{
    static const size_t nearest[NAMES] = {0, 0, 1, 1, 1, 1};
    struct name_filter filter = {0};
    cr_expect_eq(name_filter_row(&filter, 4), 4u);
    type_text(&filter, "cafe");
    for (size_t place = 0; place < NAMES; place++) {
        cr_expect_eq(name_filter_row(&filter, place), nearest[place], "%zu", place);
    }
    type_text(&filter, "z");
    cr_expect_eq(name_filter_rows(&filter, NAMES), 0u);
    cr_expect_eq(name_filter_row(&filter, 3), 0u);
    name_filter_free(&filter);
}

Test(name_filter, what_cannot_be_typed_changes_nothing)
{
    struct name_filter filter = {0};
    cr_expect_not(name_filter_type(&filter, names, NAMES, ' '), "at the beginning");
    cr_expect_not(name_filter_type(&filter, names, NAMES, '\n'));
    cr_expect_not(name_filter_type(&filter, names, NAMES, '\x7f'));
    scarce_begin_from(1);
    cr_expect_not(name_filter_type(&filter, names, NAMES, 'c'));
    scarce_end();
    cr_expect_str_eq(filter.text, "");
    for (size_t i = 0; i + 1 < NAME_FILTER_TEXT; i++) {
        cr_assert(name_filter_type(&filter, names, NAMES, '~'));
    }
    cr_expect_not(name_filter_type(&filter, names, NAMES, '~'));
    cr_expect_eq(strlen(filter.text), (size_t)NAME_FILTER_TEXT - 1);
    name_filter_free(&filter);
}
