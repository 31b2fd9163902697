/* Terms of a search: fields, operators, values, and what is refused. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/library/library_terms.h"

static struct library_term read_term(const char *text)
{
    struct library_terms terms = {0};
    struct format_error err = {0};
    cr_assert_eq(library_terms_add(&terms, text, &err), 0, "%s: %s", text, err.what);
    return terms.terms[0];
}

static void expect_refused(const char *text, const char *part)
{
    struct library_terms terms = {0};
    struct format_error err = {0};
    cr_expect_eq(library_terms_add(&terms, text, &err), FORMAT_BAD, "%s", text);
    cr_expect(strstr(err.what, part), "%s: %s", text, err.what);
    cr_expect_eq(terms.count, 0);
}

Test(library_terms, every_operator_is_read)
{
    static const char *const texts[LIBRARY_OPERATORS] = {"mod=x", "mod!=x", "mod<x", "mod<=x",
                                                         "mod>x", "mod>=x", "mod~x", "mod!~x"};
    for (int i = 0; i < LIBRARY_OPERATORS; i++) {
        const struct library_term term = read_term(texts[i]);
        cr_expect_eq((int)term.operator, i, "%s", texts[i]);
        cr_expect_eq(term.field, LIBRARY_FIELD_MOD);
        cr_expect_str_eq(term.text, "x", "%s", texts[i]);
    }
}

Test(library_terms, the_first_operator_counts)
{
    cr_expect_str_eq(read_term("player==Frost<>~!=").text, "=Frost<>~!=");
    cr_expect_str_eq(read_term("text~a=b").text, "a=b");
    cr_expect_str_eq(read_term("mod=").text, "");
}

Test(library_terms, numbers_and_times)
{
    cr_expect_eq(read_term("air>0.3").number, 0.3);
    cr_expect_eq(read_term("length>=5:00").number, 300);
    cr_expect_eq(read_term("time<1:30.5").number, 90.5);
    cr_expect_eq(read_term("x<-12").number, -12);
    cr_expect_eq(read_term("damaged=yes").number, 1);
    cr_expect_eq(read_term("damaged!=no").number, 0);
}

Test(library_terms, some_find_events)
{
    struct library_terms terms = {0};
    struct format_error err;
    cr_assert_eq(library_terms_add(&terms, "player=Frost", &err), 0);
    cr_expect_not(terms.finds_events);
    cr_assert_eq(library_terms_add(&terms, "kind=frag", &err), 0);
    cr_expect(terms.finds_events);
    cr_expect_eq(terms.count, 2);
}

Test(library_terms, mistakes_are_named)
{
    expect_refused("", "no term");
    expect_refused("dm3", "no term");
    expect_refused("=dm3", "no term");
    expect_refused("player!Frost", "no term");
    expect_refused("levl=dm3", "did you mean level?");
    expect_refused("colour=red", "no field 'colour'");
    expect_refused("a_name_that_is_longer_than_any_field_could_be=1", "no field");
    expect_refused("air>x", "a number");
    expect_refused("air>", "a number");
    expect_refused("air>1x", "a number");
    expect_refused("air~1", "a number");
    expect_refused("air>1:60", "a number");
    expect_refused("air>1:-5", "a number");
    expect_refused("air>f0x7fc00000", "a number");
    expect_refused("kind=frags", "did you mean frag?");
    expect_refused("kind=jump", "`quakereel events` prints them");
    expect_refused("kind!=damage", "no events of kind damage");
    expect_refused("weapon=rockets", "did you mean rocket?");
    expect_refused("damaged=maybe", "damaged=yes");
    expect_refused("damaged>yes", "damaged=yes");
}

Test(library_terms, there_is_room_for_so_many)
{
    struct library_terms terms = {0};
    struct format_error err;
    for (int i = 0; i < LIBRARY_TERMS_MAX; i++) {
        cr_assert_eq(library_terms_add(&terms, "players>=1", &err), 0);
    }
    cr_expect_eq(library_terms_add(&terms, "players>=1", &err), FORMAT_BAD);
    cr_expect(strstr(err.what, "64 terms"), "%s", err.what);
}
