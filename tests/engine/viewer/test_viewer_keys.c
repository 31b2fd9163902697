/* Messages about bad lines of keys.conf. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/viewer_keys.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/scratch.h"

TestSuite(viewer_keys, .init = scratch_set_up, .fini = scratch_tear_down);

/* Messages on the screen for a keys.conf with that text. */
static const char *read_keys(struct viewer *v, const char *text)
{
    scratch_make_folder("quakereel");
    scratch_write_text("quakereel/keys.conf", text);
    setenv("XDG_CONFIG_HOME", scratch_at("."), 1);
    *v = (struct viewer){0};
    cr_assert_eq(viewer_read_keys(&v->base), 0);
    return v->base.messages.troubles[0].text;
}

static void end(struct viewer *v)
{
    key_map_free(&v->base.keys);
    osd_messages_free(&v->base.messages);
}

Test(viewer_keys, good_lines_report_nothing)
{
    struct viewer v;
    read_keys(&v, "x quit\n# y\n");
    cr_expect_eq(v.base.messages.num_troubles, 0u);
    cr_expect_eq(v.base.messages.log.count, 0u);
    end(&v);
}

Test(viewer_keys, one_wrong_line_is_reported)
{
    struct viewer v;
    cr_expect_str_eq(read_keys(&v, "x quit\ny seek\n"),
                     "keys.conf: line 2: 'seek' needs an amount");
    end(&v);
}

Test(viewer_keys, several_wrong_lines_are_one_line)
{
    struct viewer v;
    const char *said = read_keys(&v, "x\ny quit\nz fly\n\ny seek\n");
    cr_expect_str_eq(said, "keys.conf: 3 wrong lines: 1, 3, 5 (~, Tab: why)");
    cr_expect_eq(v.base.messages.num_troubles, 1u);
    cr_assert_eq(v.base.messages.log.count, 4u);
    cr_expect_str_eq(message_log_line(&v.base.messages.log, 1),
                     "keys.conf: line 3: no action is called 'fly'");
    end(&v);
}

Test(viewer_keys, the_log_counts_very_many_wrong_lines)
{
    struct viewer v;
    static char text[2 * 900 + 1];
    for (int i = 0; i < 900; i++) {
        memcpy(text + 2 * i, "x\n", 2);
    }
    const char *said = read_keys(&v, text);
    cr_expect_eq(strncmp(said, "keys.conf: 900 wrong lines: 1, 2, 3, ", 37), 0, "%s", said);
    unsigned last = 0, more = 0;
    const char *and = strstr(said, " and ");
    cr_assert_not_null(and, "%s", said);
    cr_expect_str_eq(strstr(and, " more"), " more (~, Tab: why)");
    cr_expect_eq(sscanf(and, " and %u", &more), 1);
    while (and > said && and[-1] != ' ') {
        and--;
    }
    cr_expect_eq(sscanf(and, "%u", &last), 1, "%s", said);
    cr_expect_eq(last + more, 900u, "no number is cut, and none is missing: %s", said);
    cr_expect_lt(strlen(said), (size_t)OSD_MESSAGE_TEXT - 1);
    cr_expect_str_eq(message_log_line(&v.base.messages.log, 19),
                     "keys.conf: line 20: 'x' has no action");
    cr_expect_str_eq(message_log_line(&v.base.messages.log, 20),
                     "keys.conf: and 880 more wrong lines");
    cr_expect_eq(v.base.messages.log.count, 22u, "and the line that is shown");
    end(&v);
}
