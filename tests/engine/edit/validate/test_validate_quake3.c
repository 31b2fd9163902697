/* Limits of ioquake3: each one broken by a demo made for it; verdicts on real demos. */
#include <stdio.h>

#include "tests/engine/edit/validate/found.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

static struct q3_demo *made;

static void begin(void)
{
    made = q3_demo_create(68);
    cr_assert_not_null(made);
    q3_demo_configstring(made, 0, "\\protocol\\68");
    q3_demo_gamestate(made, 0);
    for (int i = 0; i < 4; i++) {
        q3_demo_snapshot(made, 1000 + 50 * i, i > 0);
    }
}

static void end(void)
{
    q3_demo_free(made);
}

TestSuite(validate_quake3, .init = begin, .fini = end);

static uint64_t findings(void)
{
    struct demo demo = found_open(made->file.data, made->file.size, "a.dm_68");
    struct found found = {.rule = ""};
    const uint64_t count = found_check(&demo, VALIDATE_IOQUAKE3, &found).findings;
    demo_close(&demo);
    return count;
}

static void expect_rule(const char *rule, bool refused)
{
    found_expect(made->file.data, made->file.size, "a.dm_68", VALIDATE_IOQUAKE3, rule, refused);
}

Test(validate_quake3, nothing_is_found_in_a_good_demo)
{
    q3_demo_end(made);
    cr_expect_eq(findings(), 0u);
    found_expect(made->file.data, made->file.size, "a.dm_68", VALIDATE_EZQUAKE, "family", true);
}

Test(validate_quake3, an_end_that_is_missing_or_early)
{
    const size_t size = made->file.size;
    expect_rule("no-end", false);
    made->file.size = size - 3;
    expect_rule("torn-block", false);
    made->file.size = size;
    byte_writer_u32(&made->file, 99);
    byte_writer_u32(&made->file, 16385);
    expect_rule("block-size", true);
    made->file.size = size;
    byte_writer_u32(&made->file, 99);
    byte_writer_u32(&made->file, 0);
    expect_rule("empty-block", true);
    made->file.size = size;
    q3_demo_end(made);
    q3_demo_snapshot(made, 1200, 1);
    expect_rule("after-end", true);
}

Test(validate_quake3, a_time_or_a_number_that_falls)
{
    q3_demo_snapshot(made, 1149, 1);
    q3_demo_end(made);
    expect_rule("time", true);
    q3_demo_keep(made, 5);
    made->file.size -= DM3_BLOCK_HEADER; /* the end mark */
    made->sequence -= 3;
    q3_demo_snapshot(made, 1200, 0);
    q3_demo_end(made);
    expect_rule("sequence", true);
}

/* The client waits for the first active snapshot. */
Test(validate_quake3, a_server_that_is_loading)
{
    q3_demo_gamestate(made, 0);
    made->flags = 2;
    q3_demo_snapshot(made, 90000, 0);
    made->flags = 0;
    q3_demo_snapshot(made, 500, 0);
    q3_demo_end(made);
    cr_expect_eq(findings(), 0u);
}

Test(validate_quake3, a_base_that_is_lost)
{
    q3_demo_snapshot(made, 1200, 1);
    q3_demo_lose(made, 4);
    q3_demo_end(made);
    expect_rule("delta-base", false);
}

Test(validate_quake3, a_message_that_is_damaged)
{
    q3_demo_snapshot(made, 1200, 1);
    for (size_t i = made->blocks[5] + DM3_BLOCK_HEADER; i < made->file.size; i++) {
        made->file.data[i] = 0xff;
    }
    q3_demo_end(made);
    expect_rule("bad-message", true);
}

Test(validate_quake3, no_level)
{
    q3_demo_keep(made, 1);
    expect_rule("no-level", true);
}

/* 16000 bytes with the first NUL, one of each string and its text. */
Test(validate_quake3, configstrings_fill_the_client)
{
    enum { FIRST = 1 + 13, EACH = 1000 };
    static char text[EACH + 1];
    q3_demo_clear(made);
    q3_demo_configstring(made, 0, "\\protocol\\68");
    memset(text, 'a', EACH - 1);
    for (uint32_t i = 0; i < 15; i++) {
        q3_demo_configstring(made, 40 + i, text);
    }
    text[16000 - FIRST - 15 * EACH - 1] = '\0';
    q3_demo_configstring(made, 60, text);
    q3_demo_gamestate(made, 0);
    q3_demo_snapshot(made, 1000, 0);
    q3_demo_end(made);
    cr_expect_eq(findings(), 0u);
    made->file.size -= DM3_BLOCK_HEADER;
    q3_demo_command(made, "cs 61 \"a\"");
    q3_demo_snapshot(made, 1050, 1);
    q3_demo_end(made);
    expect_rule("configstrings", true);
}

Test(validate_quake3, protocols)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        const int protocol = q3_match_protocols[i];
        char name[16];
        struct q3_demo *match = q3_match_write(protocol);
        snprintf(name, sizeof(name), protocol == 43 ? "a.dm3" : "a.dm_%d", protocol);
        struct demo demo = found_open(match->file.data, match->file.size, name);
        cr_expect_eq(found_refusals(&demo, VALIDATE_IOQUAKE3) == 0,
                     protocol >= 66 && protocol <= 71, "%d", protocol);
        demo_close(&demo);
        q3_demo_free(match);
    }
}

static void check_verdict(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo = found_open(data, size, name);
    const bool plays = strstr(name, ".dm_6") || strstr(name, ".dm_70");
    cr_expect_eq(found_refusals(&demo, VALIDATE_IOQUAKE3) == 0, plays, "%s", name);
    demo_close(&demo);
}

Test(validate_quake3, verdicts_on_real_demos, .timeout = 300)
{
    real_data_each_q3(check_verdict);
}
