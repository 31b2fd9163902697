/* events: what it prints, in each form, and the schema that its JSON keeps. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/events/event_schema.h"
#include "tests/engine/written_text.h"
#include "tests/support/command.h"
#include "tests/support/json/json_schema.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

static struct json_schema *load_schema(void)
{
    return json_schema_load("engine/events/events.schema.json");
}

static struct command_result run_match(const char *option, const char *value)
{
    struct q3_demo *demo = q3_match_write(68);
    const char *path = command_file("m.dm_68", demo->file.data, demo->file.size);
    struct command_result r = COMMAND(cmd_events, "events", path, option, value);
    command_remove(path);
    q3_demo_free(demo);
    return r;
}

Test(events_command, the_schema_is_made_from_the_tables)
{
    struct file_bytes file;
    char *text = written_text(event_schema_write);
    cr_assert_eq(platform_read_file("engine/events/events.schema.json", &file), 0);
    cr_expect(file.size == strlen(text) && memcmp(file.data, text, file.size) == 0,
              "engine/events/events.schema.json differs from the tables; run make docs");
    platform_free_file(&file);
    free(text);
}

Test(events_command, the_schema_refuses)
{
    static const char *const bad[] = {
        "{}",
        "{\"kind\":\"demo\"}",
        "{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"frog\"}",
        "{\"time\":\"0\",\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"frag\"}",
        "{\"time\":0,\"block\":0.5,\"offset\":0,\"level\":0,\"kind\":\"frag\"}",
        "{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"frag\",\"x\":1}",
        "{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"frag\",\"weapon\":\"x\"}",
        ("{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"frag\","
         "\"player\":{\"slot\":0,\"position\":[1,2]}}"),
        "{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"frag\"} {}"};
    static const char good[] = "{\"time\":0,\"block\":0,\"offset\":0,\"level\":0,\"kind\":\"frag\","
                               "\"player\":{\"slot\":0,\"position\":[1,2,3]}}";
    struct json_schema *schema = load_schema();
    char why[256];
    cr_expect(json_schema_allows(schema, good, strlen(good), why), "%s", why);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_not(json_schema_allows(schema, bad[i], strlen(bad[i]), why), "%s", bad[i]);
    }
    json_schema_free(schema);
}

Test(events_command, text)
{
    struct command_result r = run_match(NULL, NULL);
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect_line(r.out, "    0.500 frag: Recorder (red) kills Anarki (blue), railgun");
    command_expect(r.out, "chat: Anarki (blue): hello there\n");
    command_free(&r);
}

Test(events_command, kinds_and_players)
{
    struct command_result r = run_match("--kinds", "frag,chat");
    command_expect(r.out, "frag: ");
    command_expect(r.out, "chat: ");
    cr_expect_null(strstr(r.out, "level: "));
    command_free(&r);
    r = run_match("--player", "anark");
    command_expect(r.out, "frag: Recorder (red) kills Anarki");
    cr_expect_null(strstr(r.out, "level: "));
    command_free(&r);
    r = run_match("--kinds", "frag,frogs");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "--kinds frag,frogs: no kind of event is named 'frogs'");
    command_free(&r);
    r = run_match("--json", "--csv");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
}

Test(events_command, json_keeps_the_schema)
{
    static const char *const demos[] = {"builtin:demo1", "builtin:demo2", "builtin:demo3",
                                        "builtin:demo4", "builtin:demo5"};
    struct json_schema *schema = load_schema();
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        struct command_result r =
            COMMAND(cmd_events, "events", "--json", "--kinds", "all", "--places", demos[i]);
        cr_expect_eq(r.status, EXIT_GOOD, "%s", demos[i]);
        cr_expect_gt(json_schema_expect_lines(schema, r.out), 2u, "%s", demos[i]);
        command_free(&r);
    }
    json_schema_free(schema);
}

Test(events_command, real_demos_keep_the_schema)
{
    static const char *const folders[] = {"netquake", "quakeworld", "quake3", "reports"};
    struct json_schema *schema = load_schema();
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        const struct real_data_name folder = real_data_path("%s", folders[i]);
        struct command_result r =
            COMMAND(cmd_events, "events", "--json", "--kinds", "all", folder.text);
        cr_expect_gt(json_schema_expect_lines(schema, r.out), 4u, "%s", folders[i]);
        command_free(&r);
    }
    json_schema_free(schema);
}

Test(events_command, csv)
{
    struct command_result r = run_match("--csv", "--kinds=frag");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_eq(strncmp(r.out, "demo,time,server_time,block,offset,level,kind,slot,player,", 58),
                 0);
    command_expect(r.out, ",frag,");
    command_expect(r.out, ",railgun,,railgun,");
    command_free(&r);
}

Test(events_command, a_damaged_demo_up_to_the_damage)
{
    struct q3_demo *demo = q3_match_write(68);
    const char *path = command_file("m.dm_68", demo->file.data, demo->file.size - 100);
    struct json_schema *schema = load_schema();
    struct command_result r = COMMAND(cmd_events, "events", "--json", path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    cr_expect_gt(json_schema_expect_lines(schema, r.out), 1u);
    command_expect(r.out, "\"complete\":false}\n");
    command_expect(r.err, "m.dm_68: byte ");
    command_remove(path);
    command_free(&r);
    q3_demo_free(demo);
    json_schema_free(schema);
}

Test(events_command, several_demos_on_several_threads)
{
    struct command_result one = COMMAND(cmd_events, "events", "--csv", "--threads", "1",
                                        "builtin:demo1", "builtin:demo3", "builtin:demo5");
    struct command_result four = COMMAND(cmd_events, "events", "--csv", "--threads", "4",
                                         "builtin:demo1", "builtin:demo3", "builtin:demo5");
    cr_expect_eq(one.status, EXIT_GOOD);
    cr_expect_str_eq(one.out, four.out);
    command_expect(one.out, "\nbuiltin:demo3,");
    command_free(&one);
    command_free(&four);
}
