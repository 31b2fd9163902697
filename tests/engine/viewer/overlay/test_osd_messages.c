/* Messages over the picture: display times and log. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/viewer/overlay/osd_messages.h"
#include "tests/support/scarce.h"

static struct osd_messages messages;

static void tear_down(void)
{
    osd_messages_free(&messages);
}

TestSuite(osd_messages, .fini = tear_down);

static const char *all(void)
{
    static char text[2560];
    osd_messages_text(&messages, text, sizeof(text));
    return text;
}

Test(osd_messages, one_line_passes)
{
    cr_expect_str_eq(all(), "");
    osd_messages_say(&messages, 10.0, "speed 2.00x");
    osd_messages_say(&messages, 11.0, "speed 4.00x");
    cr_expect_str_eq(all(), "speed 4.00x");
    cr_expect_not(osd_messages_tick(&messages, 11.0 + OSD_MESSAGE_PASSING_SECONDS));
    cr_expect(osd_messages_tick(&messages, 11.1 + OSD_MESSAGE_PASSING_SECONDS));
    cr_expect_str_eq(all(), "");
    cr_expect_eq(messages.log.count, 2u);
}

Test(osd_messages, troubles_stay_longer_and_are_no_one_line)
{
    osd_messages_trouble(&messages, 0.0, "a");
    osd_messages_trouble(&messages, 1.0, "b");
    osd_messages_trouble(&messages, 2.0, "a");
    osd_messages_say(&messages, 2.0, "passing");
    cr_expect_str_eq(all(), "a\nb\npassing");
    osd_messages_jump(&messages);
    osd_messages_change_demo(&messages);
    cr_expect_str_eq(all(), "a\nb", "they outlive the demo they may be about");
    cr_expect(osd_messages_tick(&messages, 1.1 + OSD_MESSAGE_TROUBLE_SECONDS));
    cr_expect_str_eq(all(), "a");
    cr_expect(osd_messages_dismiss(&messages));
    cr_expect_str_eq(all(), "");
    cr_expect_not(osd_messages_dismiss(&messages));
}

Test(osd_messages, a_trouble_is_taken_back)
{
    osd_messages_trouble(&messages, 0.0, "a");
    osd_messages_trouble(&messages, 0.0, "b");
    osd_messages_trouble(&messages, 0.0, "d");
    osd_messages_take_back(&messages, "b");
    osd_messages_take_back(&messages, "c");
    cr_expect_str_eq(all(), "a\nd");
    osd_messages_take_back(&messages, "a");
    cr_expect_str_eq(all(), "d");
    cr_expect_eq(messages.log.count, 3u, "it was said");
}

Test(osd_messages, shows_the_first_of_too_many_warnings)
{
    char line[24];
    for (int i = 0; i < 9; i++) {
        snprintf(line, sizeof(line), "line %d", i);
        osd_messages_trouble(&messages, 0.0, line);
    }
    cr_expect_str_eq(all(), "line 0\nline 1\nline 2\nline 3\nline 4\nline 5\n"
                            "and 3 more in the console");
    cr_expect_eq(messages.log.count, 9u);
    cr_expect(osd_messages_tick(&messages, 1000.0));
    cr_expect_str_eq(all(), "");
}

Test(osd_messages, one_standing_line_per_matter)
{
    cr_expect(osd_messages_stand(&messages, OSD_MESSAGE_MISSING, "1 model is missing"));
    cr_expect_not(osd_messages_stand(&messages, OSD_MESSAGE_MISSING, "1 model is missing"));
    cr_expect(osd_messages_stand(&messages, OSD_MESSAGE_MISSING, "2 models are missing"));
    cr_expect(osd_messages_stand(&messages, OSD_MESSAGE_END, "the end"));
    cr_expect_not(osd_messages_tick(&messages, 1e9));
    cr_expect_str_eq(all(), "the end\n2 models are missing");
    osd_messages_jump(&messages);
    cr_expect_str_eq(all(), "2 models are missing", "a seek leaves the end");
    cr_expect(osd_messages_withdraw(&messages, OSD_MESSAGE_MISSING));
    cr_expect_not(osd_messages_withdraw(&messages, OSD_MESSAGE_MISSING));
    osd_messages_stand(&messages, OSD_MESSAGE_MISSING, "3 models are missing");
    osd_messages_change_demo(&messages);
    cr_expect_str_eq(all(), "");
}

Test(osd_messages, a_passing_message_replaces_the_end_message)
{
    osd_messages_stand(&messages, OSD_MESSAGE_MISSING, "1 model is missing");
    osd_messages_stand(&messages, OSD_MESSAGE_END, "the end");
    osd_messages_say(&messages, 0.0, "speed 2.00x");
    cr_expect_str_eq(all(), "1 model is missing\nspeed 2.00x");
    cr_expect(osd_messages_tick(&messages, 0.1 + OSD_MESSAGE_PASSING_SECONDS));
    cr_expect_str_eq(all(), "the end\n1 model is missing");
}

Test(osd_messages, long_lines_are_cut)
{
    char line[1000], text[64];
    memset(line, 'x', sizeof(line));
    line[999] = '\0';
    for (int i = 0; i < 9; i++) {
        line[0] = (char)('a' + i);
        osd_messages_trouble(&messages, 0.0, line);
    }
    cr_expect_eq(strcspn(all(), "\n"), (size_t)OSD_MESSAGE_TEXT - 1);
    osd_messages_text(&messages, text, sizeof(text));
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
    message_log_add(&log, "a\tb\x1b[31m\xff ~\x7f");
    cr_expect_str_eq(message_log_line(&log, log.count - 1), "a?b?[31m? ~?");
    message_log_free(&log);
}

Test(message_log, out_of_memory_drops_the_oldest_line)
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
