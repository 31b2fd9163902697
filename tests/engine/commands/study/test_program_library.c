/* quakereel library: reading folders, finding, CSV and JSON of hostile texts, playlists, merging.
 */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "tests/engine/commands/program_stage.h"
#include "tests/support/json/json_check.h"

#define CATALOGUE "--file", "c.sqlite"

/* The folder "d" with a demo of each family. */
static void make_demos(void)
{
    cr_assert_eq(platform_make_directory(program_in_folder("d")), 0);
    EXPECT_STATUS(0, "cut", "builtin:demo1", "-o", "d/a.dem");
    EXPECT_STATUS(0, "cut", "builtin:demo4", "-o", "d/b.mvd");
    EXPECT_STATUS(0, "cut", "builtin:demo5", "-o", "d/c.dm_68");
}

static void change(const char *statements)
{
    sqlite3 *db;
    char *why = NULL;
    cr_assert_eq(sqlite3_open(program_in_folder("c.sqlite"), &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, statements, NULL, NULL, &why), SQLITE_OK, "%s", why);
    cr_assert_eq(sqlite3_close(db), SQLITE_OK);
}

/* Status, and what is printed. */
static char *expect_output(int status, const char *const *words)
{
    struct program_result result = program_run(words);
    cr_expect_eq(result.status, status, "%s: %d: %s", words[1], result.status, result.err);
    char *text = strdup(result.out);
    program_free(&result);
    return text;
}

#define OUTPUT(status, ...) expect_output(status, (const char *const[]){__VA_ARGS__, NULL})

Test(program, library_reads_a_folder_and_finds_in_it)
{
    make_demos();
    char *text = OUTPUT(0, "library", "d", CATALOGUE);
    program_expect_holds(text, "d: 3 new, 3 demos read, 0 damaged\n");
    free(text);
    text = OUTPUT(0, "library", "d", CATALOGUE);
    program_expect_holds(text, "d: 3 unchanged, 0 demos read, 0 damaged\n");
    free(text);
    text = OUTPUT(0, "library", "find", CATALOGUE, "family=quakeworld");
    cr_expect_eq(program_count_lines(text), 2, "%s", text);
    program_expect_holds(text, "/d/b.mvd\n");
    free(text);
    text = OUTPUT(0, "library", "find", CATALOGUE, "kind=frag", "--json");
    program_expect_holds(text, "\"kind\":\"frag\"");
    expect_json(text);
    free(text);
    text = OUTPUT(0, "library", "find", CATALOGUE, "--sql", "SELECT count(*) AS n FROM demo",
                  "--json");
    cr_expect_str_eq(text, "{\"columns\":[\"n\"],\"rows\":[[3]\n]}\n");
    free(text);
    text = OUTPUT(1, "library", "find", CATALOGUE, "player=nobody");
    cr_expect_str_eq(text, "");
    free(text);
}

Test(program, library_has_help)
{
    char *text = OUTPUT(0, "library", "--help");
    program_expect_holds(text, "library find");
    program_expect_holds(text, "--shard");
    free(text);
}

Test(program, library_has_a_catalogue_of_the_user)
{
    make_demos();
    free(OUTPUT(0, "library", "d"));
    char *text = OUTPUT(0, "library", "find", "path~b.mvd");
    program_expect_holds(text, "/d/b.mvd\n");
    free(text);
}

Test(program, library_tells_damage)
{
    make_demos();
    program_write("d/x.dem", "nothing", 7);
    struct program_result result = RUN("library", "d", CATALOGUE, "-j", "2");
    cr_expect_eq(result.status, 1);
    program_expect_holds(result.err, "/d/x.dem: ");
    program_expect_holds(result.out, "4 demos read, 1 damaged");
    program_free(&result);
    EXPECT_STATUS(0, "library", "d", CATALOGUE);
    char *text = OUTPUT(0, "library", "find", CATALOGUE, "damaged=yes");
    program_expect_holds(text, "/d/x.dem\n");
    free(text);
}

Test(program, library_refuses_what_makes_no_sense)
{
    make_demos();
    EXPECT_REFUSED(2, "folder", "library");
    EXPECT_REFUSED(1, "no such catalogue", "library", "find", CATALOGUE);
    EXPECT_REFUSED(1, "no such folder", "library", "nowhere", CATALOGUE);
    EXPECT_STATUS(0, "library", "d", CATALOGUE);
    EXPECT_REFUSED(2, "did you mean player", "library", "find", CATALOGUE, "playr=x");
    EXPECT_REFUSED(2, "--sql", "library", "find", CATALOGUE, "player=x", "--sql", "SELECT 1");
    EXPECT_REFUSED(2, "--json, --csv", "library", "find", CATALOGUE, "--json", "--csv");
    EXPECT_REFUSED(1, "not authorized", "library", "find", CATALOGUE, "--sql", "DELETE FROM demo");
    EXPECT_REFUSED(1, "syntax error", "library", "find", CATALOGUE, "--sql", "SELEC");
    EXPECT_REFUSED(2, "library find", "library", "d", CATALOGUE, "--json");
    EXPECT_REFUSED(2, "merge CATALOGUE", "library", "merge", "c.sqlite");
    EXPECT_REFUSED(1, "no catalogue", "library", "find", "--file", "d/a.dem");
    EXPECT_REFUSED(1, "no catalogue", "library", "d", "--file", "d/a.dem");
    EXPECT_REFUSED(1, "would replace c.sqlite, which is read", "library", "merge", "c.sqlite", "-o",
                   "./c.sqlite", "--force");
    EXPECT_REFUSED(1, "would replace the catalogue", "library", "find", CATALOGUE, "-o",
                   "./c.sqlite", "--force");
    EXPECT_REFUSED(1, "would replace the catalogue", "library", "find", CATALOGUE, "--playlist",
                   "c.sqlite", "--force");
    change("PRAGMA user_version = 99");
    EXPECT_REFUSED(1, "newer quakereel", "library", "d", CATALOGUE);
    EXPECT_REFUSED(1, "newer quakereel", "library", "find", CATALOGUE);
}

Test(program, library_makes_a_damaged_catalogue_anew)
{
    make_demos();
    EXPECT_STATUS(0, "library", "d", CATALOGUE);
    program_write("c.sqlite", "rubbish", 7);
    EXPECT_REFUSED(1, "makes it anew", "library", "find", CATALOGUE);
    struct program_result result = RUN("library", "d", CATALOGUE);
    cr_expect_eq(result.status, 0);
    program_expect_holds(result.err, "c.sqlite.damaged");
    cr_expect_eq(program_count_lines(result.err), 1, "%s", result.err);
    program_expect_holds(result.out, "3 new");
    program_free(&result);
}

/* What a spreadsheet would run, and what would end a cell or a line. */
Test(program, library_prints_hostile_texts_as_texts)
{
    make_demos();
    EXPECT_STATUS(0, "library", "d", CATALOGUE);
    change("DELETE FROM event; INSERT INTO event(demo, number, kind, player, text) VALUES "
           "(1, 0, 'chat', '=1+1', '+cmd'), (1, 1, 'chat', '-x', '@SUM(A1)'), "
           "(1, 2, 'chat', char(9) || 'tab', char(13) || 'cr'), "
           "(1, 3, 'chat', 'a\"b,c', 'x' || char(10) || 'y'), "
           "(1, 4, 'chat', char(27) || '[31m', 'plain'), (1, 5, 'chat', '\"}],', '<b>')");
    char *text = OUTPUT(0, "library", "find", CATALOGUE, "--csv", "--sql",
                        "SELECT player, text, -1.5 AS n FROM event ORDER BY number");
    cr_expect_str_eq(text, "player,text,n\r\n"
                           "\"'=1+1\",\"'+cmd\",-1.5\r\n"
                           "\"'-x\",\"'@SUM(A1)\",-1.5\r\n"
                           "\"'\ttab\",\"'\rcr\",-1.5\r\n"
                           "\"a\"\"b,c\",\"x\ny\",-1.5\r\n"
                           "\033[31m,plain,-1.5\r\n"
                           "\"\"\"}],\",<b>,-1.5\r\n");
    free(text);
    text = OUTPUT(0, "library", "find", CATALOGUE, "--json", "kind=chat");
    expect_json(text);
    program_expect_holds(text, "\"player\":\"\\u001b[31m\"");
    free(text);
    text = OUTPUT(0, "library", "find", CATALOGUE, "--json", "--sql",
                  "SELECT 1 AS \"x\"\"}],\", x'00ff' AS b");
    expect_json(text);
    free(text);
    text = OUTPUT(0, "library", "find", CATALOGUE, "kind=chat");
    cr_expect_eq(program_count_lines(text), 7, "%s", text);
    cr_expect_null(strchr(text, '\033'));
    free(text);
}

Test(program, library_writes_playlists_that_commands_read)
{
    make_demos();
    EXPECT_STATUS(0, "library", "d", CATALOGUE);
    EXPECT_STATUS(0, "library", "find", CATALOGUE, "family!=quake3", "--playlist", "some.m3u8");
    char *text = OUTPUT(0, "info", "some.m3u8", "--table");
    program_expect_holds(text, "/d/a.dem\n");
    program_expect_holds(text, "/d/b.mvd\n");
    cr_expect_eq(program_count_lines(text), 3, "%s", text);
    free(text);
    EXPECT_REFUSED(1, "some.m3u8", "library", "find", CATALOGUE, "--playlist", "some.m3u8");
    program_write("d/own.m3u", "# mine\r\nc.dm_68\r\n", 18);
    text = OUTPUT(0, "info", "d/own.m3u", "--table");
    program_expect_holds(text, "d/c.dm_68\n");
    free(text);
}

Test(program, library_merges_parts_to_the_whole)
{
    static const char all[] = "SELECT path, hash, length, players FROM demo ORDER BY path";
    make_demos();
    EXPECT_STATUS(0, "library", "d", "--file", "1.sqlite", "--shard", "1/2");
    EXPECT_STATUS(0, "library", "d", "--file", "2.sqlite", "--shard", "2/2");
    EXPECT_STATUS(0, "library", "merge", "1.sqlite", "2.sqlite", "-o", "c.sqlite");
    EXPECT_REFUSED(1, "c.sqlite", "library", "merge", "1.sqlite", "-o", "c.sqlite");
    EXPECT_STATUS(0, "library", "d", "--file", "whole.sqlite");
    char *merged = OUTPUT(0, "library", "find", CATALOGUE, "--csv", "--sql", all);
    char *whole = OUTPUT(0, "library", "find", "--file", "whole.sqlite", "--csv", "--sql", all);
    cr_expect_str_eq(merged, whole);
    cr_expect_eq(program_count_lines(whole), 4, "%s", whole);
    free(merged);
    free(whole);
    cr_expect_not(platform_exists(program_in_folder("c.sqlite.part.merge")));
    cr_expect_not(platform_exists(program_in_folder("c.sqlite.part")));
}

/* The program with threads in its name is run with ThreadSanitizer, too. */
Test(program, library_reads_on_several_threads)
{
    make_demos();
    EXPECT_STATUS(0, "library", "d", CATALOGUE, "-j", "4");
    char *text = OUTPUT(0, "library", "find", CATALOGUE, "--csv");
    cr_expect_eq(program_count_lines(text), 4, "%s", text);
    free(text);
}
