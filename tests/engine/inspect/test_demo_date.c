/* Dates as demos tell them. */
#include <criterion/criterion.h>

#include "engine/inspect/demo_date.h"

static void expect_date(const char *text, const char *wanted)
{
    char date[DEMO_DATE] = "";
    cr_expect_eq(demo_date_read(date, text), wanted[0] != '\0', "%s", text);
    cr_expect_str_eq(date, wanted, "%s: %s", text, date);
}

Test(demo_date, forms_that_servers_print)
{
    expect_date(" 2024-06-16 17:19:39 UTC", "2024-06-16 17:19:39");
    expect_date("2022-01-04 09:15:39 CET\n", "2022-01-04 09:15:39");
    expect_date("Sun Jan 16, 20:00:56 2005", "2005-01-16 20:00:56");
    expect_date("Fri Nov 11 23:00:00 2022\n", "2022-11-11 23:00:00");
    expect_date("2024-06-16", "2024-06-16 00:00:00");
}

Test(demo_date, what_is_no_date_is_none)
{
    expect_date("", "");
    expect_date("soon", "");
    expect_date("2024-13-01", "");
    expect_date("2024-00-10", "");
    expect_date("2024-01-32 10:00:00", "");
    expect_date("2024-01-31 24:00:00", "");
    expect_date("0000-01-31", "");
    expect_date("99999-01-31", "");
    expect_date("\n2024-06-16", "");
    expect_date("-----::::999999999999999999999999", "");
}

Test(demo_date, seconds_since_1970)
{
    char date[DEMO_DATE] = "";
    cr_assert(demo_date_of_seconds(date, 1326893995));
    cr_expect_str_eq(date, "2012-01-18 13:39:55");
    cr_assert(demo_date_of_seconds(date, 951782400)); /* a leap day */
    cr_expect_str_eq(date, "2000-02-29 00:00:00");
    cr_assert(demo_date_of_seconds(date, INT64_C(253402300799)));
    cr_expect_str_eq(date, "9999-12-31 23:59:59");
    cr_expect_not(demo_date_of_seconds(date, 0));
    cr_expect_not(demo_date_of_seconds(date, -1));
    cr_expect_not(demo_date_of_seconds(date, INT64_MAX));
    cr_expect_not(demo_date_of_seconds(date, INT64_MIN));
}
