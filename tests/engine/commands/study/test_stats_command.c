/* stats: what it prints, in each form, and the schema that its JSON keeps. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/stats/stats_schema.h"
#include "tests/engine/written_text.h"
#include "tests/support/command.h"
#include "tests/support/json/json_schema.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

static struct json_schema *load_schema(void)
{
    return json_schema_load("engine/stats/stats.schema.json");
}

static struct command_result run_match(const char *option, const char *value)
{
    struct q3_demo *demo = q3_match_write(68);
    const char *path = command_file("m.dm_68", demo->file.data, demo->file.size);
    struct command_result r = COMMAND(cmd_stats, "stats", path, option, value);
    command_remove(path);
    q3_demo_free(demo);
    return r;
}

Test(stats_command, the_schema_is_made_from_the_tables)
{
    struct file_bytes file;
    char *text = written_text(stats_schema_write);
    cr_assert_eq(platform_read_file("engine/stats/stats.schema.json", &file), 0);
    cr_expect(file.size == strlen(text) && memcmp(file.data, text, file.size) == 0,
              "engine/stats/stats.schema.json differs from the tables; run make docs");
    platform_free_file(&file);
    free(text);
}

Test(stats_command, the_schema_refuses)
{
    static const char *const bad[] = {
        "{}", "{\"kind\":\"sums\",\"schema\":1,\"demos\":1,\"matches\":1}",
        "{\"kind\":\"sums\",\"schema\":1,\"demos\":1,\"matches\":1,\"players\":[{}]}",
        "{\"kind\":\"sums\",\"schema\":1,\"demos\":1,\"matches\":1,\"players\":[],\"x\":1}",
        "{\"kind\":\"sums\",\"schema\":1,\"demos\":\"1\",\"matches\":1,\"players\":[]}"};
    static const char good[] =
        "{\"kind\":\"sums\",\"schema\":1,\"demos\":1,\"matches\":1,\"players\":[]}";
    struct json_schema *schema = load_schema();
    char why[256];
    cr_expect(json_schema_allows(schema, good, strlen(good), why), "%s", why);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_not(json_schema_allows(schema, bad[i], strlen(bad[i]), why), "%s", bad[i]);
    }
    json_schema_free(schema);
}

Test(stats_command, text)
{
    struct command_result r = run_match(NULL, NULL);
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect(r.out, "Q3DM17, match of ");
    command_expect(r.out, "    player    ");
    command_expect(r.out, "score  kill  dead");
    command_expect(r.out, "* concluded from what it shows\n");
    command_free(&r);
    r = run_match("--json", "--csv");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
}

Test(stats_command, json_keeps_the_schema)
{
    struct json_schema *schema = load_schema();
    struct command_result r =
        COMMAND(cmd_stats, "stats", "--json", "builtin:demo1", "builtin:demo2", "builtin:demo3",
                "builtin:demo4", "builtin:demo5");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_eq(json_schema_expect_lines(schema, r.out), 6u, "sums are the last");
    command_free(&r);
    json_schema_free(schema);
}

Test(stats_command, real_demos_keep_the_schema)
{
    static const char *const folders[] = {"netquake", "quakeworld", "quake3", "reports"};
    struct json_schema *schema = load_schema();
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        const struct real_data_name folder = real_data_path("%s", folders[i]);
        struct command_result r = COMMAND(cmd_stats, "stats", "--json", folder.text);
        cr_expect_gt(json_schema_expect_lines(schema, r.out), 2u, "%s", folders[i]);
        command_free(&r);
    }
    json_schema_free(schema);
}

Test(stats_command, csv)
{
    struct command_result r = run_match("--csv", NULL);
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_eq(strncmp(r.out, "demo,match,map,kind,name,team,seconds,matches,score,kills,", 58),
                 0);
    command_expect(r.out, ",player,");
    command_free(&r);
    r = run_match("--csv", "--sums");
    command_expect(r.out, "\n,,,sum,");
    cr_expect_null(strstr(r.out, ",player,"));
    command_free(&r);
}

Test(stats_command, aliases)
{
    static const char good[] = "Someone = Anarki Recorder", bad[] = "Someone Anarki";
    const char *path = command_file("names.txt", (const uint8_t *)good, strlen(good));
    struct command_result r =
        COMMAND(cmd_stats, "stats", "--sums", "--aliases", path, "builtin:demo5", "builtin:demo5");
    cr_expect_eq(r.status, EXIT_GOOD);
    command_free(&r);
    command_remove(path);
    path = command_file("names.txt", (const uint8_t *)bad, strlen(bad));
    r = COMMAND(cmd_stats, "stats", "--aliases", path, "builtin:demo5");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "names.txt: byte 8: '=' is missing behind the name");
    command_free(&r);
    command_remove(path);
    r = COMMAND(cmd_stats, "stats", "--aliases", "nowhere.txt", "builtin:demo5");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_free(&r);
}

Test(stats_command, a_damaged_demo_up_to_the_damage)
{
    struct q3_demo *demo = q3_match_write(68);
    const char *path = command_file("m.dm_68", demo->file.data, demo->file.size - 100);
    struct json_schema *schema = load_schema();
    struct command_result r = COMMAND(cmd_stats, "stats", "--json", path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    cr_expect_eq(json_schema_expect_lines(schema, r.out), 1u);
    command_expect(r.out, "\"complete\":false,");
    command_expect(r.err, "m.dm_68: byte ");
    command_remove(path);
    command_free(&r);
    q3_demo_free(demo);
    json_schema_free(schema);
}

Test(stats_command, several_demos_on_several_threads)
{
    struct command_result one = COMMAND(cmd_stats, "stats", "--threads", "1", "builtin:demo1",
                                        "builtin:demo3", "builtin:demo5");
    struct command_result four = COMMAND(cmd_stats, "stats", "--threads", "4", "builtin:demo1",
                                         "builtin:demo3", "builtin:demo5");
    cr_expect_eq(one.status, EXIT_GOOD);
    cr_expect_str_eq(one.out, four.out);
    command_expect(one.out, "\n  3 demos, ");
    command_free(&one);
    command_free(&four);
}
