/* What servers print of flags, and what events say of it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_flag.h"

Test(demo_flag, lines_that_servers_print)
{
    static const struct {
        const char *line;
        enum demo_flag flag;
        enum demo_flag_act act;
        size_t name;
    } cases[] = {
        {"ann got the RED flag!", DEMO_FLAG_RED, DEMO_FLAG_TAKEN, 3},
        {"ann got the BLUE flag! ", DEMO_FLAG_BLUE, DEMO_FLAG_TAKEN, 3},
        {"a b captured the BLUE flag!", DEMO_FLAG_BLUE, DEMO_FLAG_CAPTURED, 3},
        {"ann returned the RED flag!", DEMO_FLAG_RED, DEMO_FLAG_RETURNED, 3},
        {"ann lost the RED flag!", DEMO_FLAG_RED, DEMO_FLAG_DROPPED, 3},
        {"ann tossed the BLUE flag!", DEMO_FLAG_BLUE, DEMO_FLAG_DROPPED, 3},
        {"ann got the flag!", DEMO_FLAG_NEUTRAL, DEMO_FLAG_TAKEN, 3},
        {"The BLUE flag has been returned", DEMO_FLAG_BLUE, DEMO_FLAG_RETURNED, 0},
        {"The RED flag has returned!", DEMO_FLAG_RED, DEMO_FLAG_RETURNED, 0},
        {"The flag has returned!", DEMO_FLAG_NEUTRAL, DEMO_FLAG_RETURNED, 0},
        {"x got the RED flag! got the RED flag!", DEMO_FLAG_RED, DEMO_FLAG_TAKEN, 19},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct demo_flag_line told;
        cr_assert(demo_flag_read(cases[i].line, &told), "%s", cases[i].line);
        cr_expect(told.flag == cases[i].flag && told.act == cases[i].act &&
                      told.name == cases[i].name,
                  "%s: %d %d %zu", cases[i].line, (int)told.flag, (int)told.act, told.name);
    }
}

Test(demo_flag, other_lines)
{
    static const char *const lines[] = {
        "",
        "!",
        " flag!",
        " got the RED flag!",
        "got the RED flag!",
        "ann gets an assist for returning his flag!",
        "ann defends RED's flag",
        "ann got the GREEN flag!",
        "ann got the RED flag!!",
        "ann: the RED flag has returned!",
        "Your flag has returned!",
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct demo_flag_line told;
        cr_expect_not(demo_flag_read(lines[i], &told), "%s", lines[i]);
    }
}

Test(demo_flag, words)
{
    static const char *const words[4][2] = {
        {"ann takes the red flag", "the red flag is taken"},
        {"ann drops the red flag", "the red flag is dropped"},
        {"ann returns the red flag", "the red flag is back"},
        {"ann captures the red flag", "the red flag is captured"}};
    struct demo_events events = {0};
    for (int act = 0; act < 4; act++) {
        cr_assert_eq(
            demo_events_add_flag(&events, DEMO_FLAG_RED, (enum demo_flag_act)act, "ann", 7), 0);
        cr_assert_eq(demo_events_add_flag(&events, DEMO_FLAG_RED, (enum demo_flag_act)act, "", -1),
                     0);
        cr_expect_str_eq(events.items[2 * act].text, words[act][0]);
        cr_expect_str_eq(events.items[2 * act + 1].text, words[act][1]);
        cr_expect(events.items[2 * act].player == 7 && events.items[2 * act + 1].player == -1);
        cr_expect_eq(events.items[2 * act].kind, DEMO_EVENT_FLAG);
    }
    char name[400];
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    cr_assert_eq(demo_events_add_flag(&events, DEMO_FLAG_BLUE, DEMO_FLAG_CAPTURED, name, 1), 0);
    cr_expect_str_eq(events.items[8].text + DEMO_EVENT_TEXT - 32, " captures the blue flag",
                     "a long name is cut, the words stay");
    struct demo_flag_line told;
    for (uint32_t i = 0; i < events.count; i++) {
        cr_assert(demo_flag_read_event(events.items[i].text, &told));
        cr_expect_eq(told.flag, i < 8 ? DEMO_FLAG_RED : DEMO_FLAG_BLUE);
        cr_expect_eq(told.act, i < 8 ? i / 2 : DEMO_FLAG_CAPTURED);
        cr_expect_eq(told.name, i == 8 ? DEMO_EVENT_TEXT - 32 : i % 2 == 0 ? 3 : 0);
    }
    cr_expect_not(demo_flag_read_event("ann takes a red flag", &told));
    cr_expect(demo_flag_read_event("ann takes the flag", &told));
    cr_expect_eq(told.flag, DEMO_FLAG_NEUTRAL);
    cr_expect_str_eq(demo_flag_act_text(told.flag, told.act), "flag taken");
    cr_assert_eq(demo_events_add_flag(NULL, DEMO_FLAG_NEUTRAL, DEMO_FLAG_TAKEN, "ann", 1), 0);
    free(events.items);
}
