/* What is said over the picture, and how long it stays; the log of all of it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/viewer/overlay/notices.h"
#include "tests/support/scarce.h"

static struct notices notices;

static void tear_down(void)
{
    notices_free(&notices);
}

TestSuite(notices, .fini = tear_down);

static const char *all(void)
{
    static char text[2560];
    notices_text(&notices, text, sizeof(text));
    return text;
}

Test(notices, one_line_passes)
{
    cr_expect_str_eq(all(), "");
    notices_say(&notices, 10.0, "speed 2.00x");
    notices_say(&notices, 11.0, "speed 4.00x");
    cr_expect_str_eq(all(), "speed 4.00x");
    cr_expect_not(notices_tick(&notices, 11.0 + NOTICE_PASSING_SECONDS));
    cr_expect(notices_tick(&notices, 11.1 + NOTICE_PASSING_SECONDS));
    cr_expect_str_eq(all(), "");
    cr_expect_eq(notices.log.count, 2u);
}

Test(notices, troubles_stay_longer_and_are_no_one_line)
{
    notices_trouble(&notices, 0.0, "a");
    notices_trouble(&notices, 1.0, "b");
    notices_trouble(&notices, 2.0, "a");
    notices_say(&notices, 2.0, "passing");
    cr_expect_str_eq(all(), "a\nb\npassing");
    notices_jump(&notices);
    notices_change_demo(&notices);
    cr_expect_str_eq(all(), "a\nb", "they outlive the demo they may be about");
    cr_expect(notices_tick(&notices, 1.1 + NOTICE_TROUBLE_SECONDS));
    cr_expect_str_eq(all(), "a");
    cr_expect(notices_dismiss(&notices));
    cr_expect_str_eq(all(), "");
    cr_expect_not(notices_dismiss(&notices));
}

Test(notices, a_trouble_is_taken_back)
{
    notices_trouble(&notices, 0.0, "a");
    notices_trouble(&notices, 0.0, "b");
    notices_take_back(&notices, "a");
    notices_take_back(&notices, "c");
    cr_expect_str_eq(all(), "b");
    cr_expect_eq(notices.log.count, 2u, "it was said");
}

Test(notices, of_too_many_troubles_the_first_are_shown)
{
    char line[24];
    for (int i = 0; i < 9; i++) {
        snprintf(line, sizeof(line), "line %d", i);
        notices_trouble(&notices, 0.0, line);
    }
    cr_expect_str_eq(all(), "line 0\nline 1\nline 2\nline 3\nline 4\nline 5\n"
                            "and 3 more in the console");
    cr_expect_eq(notices.log.count, 9u);
    cr_expect(notices_tick(&notices, 1000.0));
    cr_expect_str_eq(all(), "");
}

Test(notices, what_stands_is_one_line_for_each_matter)
{
    cr_expect(notices_stand(&notices, NOTICE_MISSING, "1 model is missing"));
    cr_expect_not(notices_stand(&notices, NOTICE_MISSING, "1 model is missing"));
    cr_expect(notices_stand(&notices, NOTICE_MISSING, "2 models are missing"));
    cr_expect(notices_stand(&notices, NOTICE_END, "the end"));
    cr_expect_not(notices_tick(&notices, 1e9));
    cr_expect_str_eq(all(), "the end\n2 models are missing");
    notices_jump(&notices);
    cr_expect_str_eq(all(), "2 models are missing", "a seek leaves the end");
    cr_expect(notices_withdraw(&notices, NOTICE_MISSING));
    cr_expect_not(notices_withdraw(&notices, NOTICE_MISSING));
    notices_stand(&notices, NOTICE_MISSING, "3 models are missing");
    notices_change_demo(&notices);
    cr_expect_str_eq(all(), "");
}

Test(notices, what_passes_takes_the_ends_place)
{
    notices_stand(&notices, NOTICE_MISSING, "1 model is missing");
    notices_stand(&notices, NOTICE_END, "the end");
    notices_say(&notices, 0.0, "speed 2.00x");
    cr_expect_str_eq(all(), "1 model is missing\nspeed 2.00x");
    cr_expect(notices_tick(&notices, 0.1 + NOTICE_PASSING_SECONDS));
    cr_expect_str_eq(all(), "the end\n1 model is missing");
}

Test(notices, long_lines_are_cut)
{
    char line[1000], text[64];
    memset(line, 'x', sizeof(line));
    line[999] = '\0';
    for (int i = 0; i < 9; i++) {
        line[0] = (char)('a' + i);
        notices_trouble(&notices, 0.0, line);
    }
    cr_expect_eq(strcspn(all(), "\n"), (size_t)NOTICE_TEXT - 1);
    notices_text(&notices, text, sizeof(text));
    cr_expect_eq(strlen(text), sizeof(text) - 1);
}

Test(message_log, keeps_the_newest_lines)
{
    struct message_log log = {0};
    char line[32];
    for (int i = 0; i < MESSAGE_LOG_LINES + 10; i++) {
        snprintf(line, sizeof(line), "line %d", i);
        message_log_add(&log, line);
        message_log_add(&log, line);
    }
    cr_expect_eq(log.count, (size_t)MESSAGE_LOG_LINES);
    cr_expect_str_eq(message_log_line(&log, 0), "line 10");
    snprintf(line, sizeof(line), "line %d", MESSAGE_LOG_LINES + 9);
    cr_expect_str_eq(message_log_line(&log, log.count - 1), line);
    message_log_add(&log, "a\tb\x1b[31m\xff");
    cr_expect_str_eq(message_log_line(&log, log.count - 1), "a?b?[31m?");
    message_log_free(&log);
}

Test(message_log, without_memory_the_oldest_line_goes)
{
    struct message_log log = {0};
    scarce_begin_from(1);
    message_log_add(&log, "lost");
    scarce_end();
    cr_expect_eq(log.count, 0u);
    message_log_add(&log, "first");
    while (log.count < log.capacity) {
        char line[32];
        snprintf(line, sizeof(line), "line %zu", log.count);
        message_log_add(&log, line);
    }
    size_t held = log.count;
    scarce_begin_from(1);
    message_log_add(&log, "last");
    scarce_end();
    cr_expect_eq(log.count, held);
    cr_expect_str_eq(message_log_line(&log, held - 1), "last");
    cr_expect_str_neq(message_log_line(&log, 0), "first");
    message_log_add(&log, "more");
    cr_expect_str_eq(message_log_line(&log, held - 1), "more");
    message_log_free(&log);
}
