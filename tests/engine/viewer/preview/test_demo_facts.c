/* What the list tells of demos: read by a thread, kept, the last asked for first. */
#include <criterion/criterion.h>
#include <string.h>
#include <time.h>

#include "assets/builtin/builtin.h"
#include "engine/viewer/preview/demo_facts.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

TestSuite(demo_facts, .init = scratch_set_up, .fini = scratch_tear_down);

/* Waits until something was read. */
static void wait_for_news(struct demo_facts *facts)
{
    static const struct timespec pause = {0, 5000000};
    int waits = 2000;
    while (!demo_facts_is_new(facts) && --waits > 0) {
        nanosleep(&pause, NULL);
    }
    cr_assert_gt(waits, 0);
}

static void expect_facts(struct demo_facts *facts, const char *name, const char *text)
{
    char told[DEMO_FACTS_TEXT];
    demo_facts_get(facts, name, told);
    cr_expect_eq(told[0], 0, "it is not read yet");
    wait_for_news(facts);
    demo_facts_get(facts, name, told);
    cr_expect_eq(strncmp(told, text, strlen(text)), 0, "%s: %s", name, told);
    cr_expect_not(demo_facts_is_new(facts), "it is kept");
}

Test(demo_facts, level_length_players_and_date)
{
    const uint8_t *data;
    size_t size;
    struct demo_facts *facts = demo_facts_begin();
    cr_assert_not_null(facts);
    cr_assert(builtin_find("demo4.mvd", &data, &size) || builtin_find("demo4.qwd", &data, &size) ||
              builtin_find("demo1.dem", &data, &size));
    scratch_write("a.dem", data, size / 2);
    expect_facts(facts, "builtin:demo1", "reel             0:40   1 player ");
    expect_facts(facts, "builtin:demo5", "reel3            0:22   3 players");
    expect_facts(facts, "/nowhere/none.dem", "");
    char told[DEMO_FACTS_TEXT];
    demo_facts_get(facts, scratch_at("a.dem"), told);
    wait_for_news(facts);
    demo_facts_get(facts, scratch_at("a.dem"), told);
    cr_expect_not_null(strstr(told, "  20"), "the date of a file, cut short as it is: %s", told);
    demo_facts_end(facts);
    demo_facts_end(NULL);
}

/* Then the caller reads, a demo a call: the one that was asked for last. */
Test(demo_facts, without_a_thread)
{
    char told[DEMO_FACTS_TEXT];
    scarce_begin_limited(0, 0);
    struct demo_facts *facts = demo_facts_begin();
    cr_assert_not_null(facts);
    cr_expect_not(demo_facts_is_new(facts), "nothing was asked for");
    demo_facts_get(facts, "builtin:demo1", told);
    demo_facts_get(facts, "builtin:demo5", told);
    cr_expect(demo_facts_is_new(facts));
    demo_facts_get(facts, "builtin:demo1", told);
    cr_expect_eq(told[0], '\0', "one at a time");
    demo_facts_get(facts, "builtin:demo5", told);
    cr_expect_eq(strncmp(told, "reel3 ", 6), 0, "%s", told);
    cr_expect(demo_facts_is_new(facts));
    cr_expect_not(demo_facts_is_new(facts));
    demo_facts_get(facts, "builtin:demo1", told);
    cr_expect_eq(strncmp(told, "reel ", 5), 0, "%s", told);
    demo_facts_end(facts);
    cr_expect_eq(scarce_blocks(), 0u);
    scarce_end();
}

Test(demo_facts, many_are_bounded)
{
    struct demo_facts *facts = demo_facts_begin();
    char name[32], told[DEMO_FACTS_TEXT];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 3 * DEMO_FACTS_KEPT; i++) {
            snprintf(name, sizeof(name), "/nowhere/%d.dem", i);
            demo_facts_get(facts, name, told);
            cr_expect_eq(told[0], 0);
        }
    }
    demo_facts_get(facts, "builtin:demo1", told); /* before all that waits */
    for (int waits = 0; waits < 2000 && told[0] == '\0'; waits++) {
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        demo_facts_get(facts, "builtin:demo1", told);
    }
    cr_expect_eq(strncmp(told, "reel ", 5), 0, "%s", told);
    demo_facts_end(facts);
}
