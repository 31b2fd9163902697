/* The order of names as people read them. */
#include <criterion/criterion.h>

#include "formats/base/natural.h"

Test(natural, numbers_sort_by_value)
{
    static const char *const rising[] = {"",
                                         "a",
                                         "A1",
                                         "a1.dem",
                                         "a2.dem",
                                         "a02b",
                                         "A3.dem",
                                         "a10.dem",
                                         "a10b.dem",
                                         "a99999999999999999999",
                                         "a100000000000000000000",
                                         "b",
                                         "b-1",
                                         "b1"};
    enum { COUNT = sizeof(rising) / sizeof(rising[0]) };
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            const int order = natural_compare(rising[i], rising[j]);
            cr_expect(i < j   ? order < 0
                      : i > j ? order > 0
                              : order == 0,
                      "\"%s\" and \"%s\": %d", rising[i], rising[j], order);
        }
    }
}

Test(natural, only_equal_names_are_equal)
{
    cr_expect_neq(natural_compare("a", "A"), 0);
    cr_expect_neq(natural_compare("a1", "a01"), 0);
    cr_expect_eq(natural_compare("a", "A"), -natural_compare("A", "a"));
    cr_expect_lt(natural_compare("a01x", "a1y"), 0);
}
