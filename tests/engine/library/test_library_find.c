/* What is found in a catalogue by terms and by SQL, what SQL may not do, and that indexes are used.
 */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/library/library_db.h"
#include "engine/library/library_find.h"
#include "tests/engine/library/library_stage.h"

/* Two demos with a few events. */
static const char rows[] =
    "INSERT INTO file(path, size, mtime) VALUES ('/a.mvd', 1, 1), ('/b.dm_68', 1, 1), "
    "('/c.dem', 1, 1);"
    "INSERT INTO demo(file, path, hash, family, protocol, mod, date, length, players, error, mode, "
    "result) "
    "VALUES (1, '/a.mvd', 'aa', 'quakeworld', 28, 'qw', '2024-06-16 17:19:39', 600, 4, NULL, "
    "'duel', 'Frost 12, x 3'),"
    " (2, '/b.dm_68', 'bb', 'quake3', 68, NULL, '2012-01-18 13:39:55', 90, 2, NULL, NULL, NULL),"
    " (3, '/c.dem', 'cc', 'netquake', 15, NULL, NULL, 30, 1, 'cut', NULL, NULL);"
    "INSERT INTO level(demo, number, map) VALUES (1, 0, 'dm3'), (1, 1, 'dm2'), (2, 0, 'q3dm6');"
    "INSERT INTO player(demo, slot, name, score, spectator) VALUES (1, 0, 'Frost', 12, 0), "
    "(1, 1, '100%_\\', 3, 0), (2, 0, 'frosty', 5, 0), (3, 0, 'player', NULL, 0);"
    "INSERT INTO event(demo, number, level, time, kind, player, other, weapon, air, distance, text)"
    " VALUES (1, 0, 0, 5.0, 'frag', 'Frost', '100%_\\', 'rocket', 0.5, 400, 'x'),"
    " (1, 1, 0, 6.0, 'frag', '100%_\\', 'Frost', 'lightning', NULL, 30, 'y'),"
    " (1, 2, 1, 7.0, 'chat', 'Frost', NULL, NULL, NULL, NULL, '=HYPERLINK(1) gg'),"
    " (2, 0, 0, 8.0, 'frag', 'frosty', 'bob', 'rocket', 0.2, 900, '');";

/* Runs statements on a catalogue, which is made if there is none. */
static void change(const char *statements)
{
    struct library *library;
    struct format_error err = {0};
    sqlite3 *db;
    char *why = NULL;
    cr_assert_eq(library_open(&library, scratch_at("c"), LIBRARY_WRITE, &err), 0, "%s", err.what);
    library_close(library);
    cr_assert_eq(sqlite3_open(scratch_at("c"), &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, statements, NULL, NULL, &why), SQLITE_OK, "%s", why);
    cr_assert_eq(sqlite3_close(db), SQLITE_OK);
}

static void set_up(void)
{
    shelf_set_up();
    change(rows);
}

TestSuite(library_find, .init = set_up, .fini = shelf_tear_down);

/* The last cells of the rows found, without line ends: paths' last letters. */
static void expect_found(const char *wanted, const char *const *terms)
{
    char *text = shelf_find("c", terms), found[64] = "";
    size_t count = 0;
    for (char *line = strtok(text, "\n"); line && count < 32; line = strtok(NULL, "\n")) {
        found[count++] = strrchr(line, '/')[1];
    }
    found[count] = '\0';
    cr_expect_str_eq(found, wanted, "%s %s: %s", terms[0] ? terms[0] : "",
                     terms[0] && terms[1] ? terms[1] : "", found);
    free(text);
}

#define EXPECT(wanted, ...) expect_found(wanted, (const char *const[]){__VA_ARGS__, NULL})

Test(library_find, demos_by_their_fields)
{
    EXPECT("abc", NULL);
    EXPECT("a", "family=quakeworld");
    EXPECT("bc", "family!=quakeworld");
    EXPECT("ab", "players>=2");
    EXPECT("c", "players<2");
    EXPECT("a", "length>1:30");
    EXPECT("ab", "length>=1:30");
    EXPECT("a", "mod=QW");
    EXPECT("bc", "mod=");
    EXPECT("a", "mod!=");
    EXPECT("bc", "mod!=qw");
    EXPECT("a", "mode=Duel", "result~frost 12");
    EXPECT("c", "damaged=yes");
    EXPECT("ab", "damaged=no");
    EXPECT("c", "error~CUT");
    EXPECT("b", "path~dm_68");
    EXPECT("ac", "path!~dm_68");
    EXPECT("a", "hash=aa");
}

Test(library_find, demos_by_levels_and_players)
{
    EXPECT("a", "level=DM3");
    EXPECT("a", "level=dm3", "level=dm2");
    EXPECT("bc", "level!=dm3");
    EXPECT("ab", "level~dm");
    EXPECT("a", "player=frost");
    EXPECT("ab", "player~FROST");
    EXPECT("bc", "player!=frost");
    EXPECT("c", "player!~frost");
    EXPECT("ab", "score>=5");
    EXPECT("", "player=nobody");
}

Test(library_find, dates_are_compared_as_far_as_they_go)
{
    EXPECT("a", "date=2024");
    EXPECT("a", "date>=2024");
    EXPECT("a", "date<=2024", "date>2012");
    EXPECT("b", "date<2024");
    EXPECT("a", "date=2024-06-16");
    EXPECT("", "date>2024");
}

Test(library_find, events_by_their_fields)
{
    EXPECT("aab", "kind=frag");
    EXPECT("ab", "kind=frag", "weapon=rocket");
    EXPECT("a", "kind=frag", "weapon=rocket", "air>0.3", "distance>300");
    EXPECT("ab", "kind=frag", "player~frost");
    EXPECT("a", "kind=frag", "player=FROST");
    EXPECT("a", "kind=frag", "other=frost");
    EXPECT("aa", "kind=frag", "level=dm3");
    EXPECT("a", "kind=chat", "level=dm2");
    EXPECT("a", "text~GG");
    EXPECT("b", "kind=frag", "family=quake3");
    EXPECT("a", "time>=5", "time<=5.0");
    EXPECT("ab", "time>=7", "time<9");
}

Test(library_find, signs_of_patterns_are_text)
{
    EXPECT("a", "player~0%_");
    EXPECT("a", "player~%");
    EXPECT("a", "player~_");
    EXPECT("a", "player~\\");
    EXPECT("a", "player=100%_\\");
    EXPECT("", "player~0__");
}

/* None of these is more than a text that no demo has. */
Test(library_find, attacks_are_texts)
{
    static const char *const attacks[] = {"' OR 1=1 --",
                                          "'; DROP TABLE demo; --",
                                          "\" OR \"\"=\"",
                                          "?1",
                                          ":a",
                                          "\\",
                                          "x' UNION SELECT sql FROM sqlite_schema --",
                                          "%' ESCAPE 'x",
                                          "\xff\xc0'",
                                          "a\nb",
                                          "NULL",
                                          "1) OR (1"};
    static const char *const fields[] = {"player", "path",  "level", "server",
                                         "text",   "other", "date"};
    for (size_t i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++) {
        for (size_t k = 0; k < sizeof(fields) / sizeof(fields[0]); k++) {
            char term[256];
            snprintf(term, sizeof(term), "%s=%s", fields[k], attacks[i]);
            EXPECT("", term);
            snprintf(term, sizeof(term), "%s~%s|", fields[k], attacks[i]);
            EXPECT("", term);
        }
    }
    EXPECT("abc", NULL);
}

Test(library_find, every_field_and_operator_makes_a_statement)
{
    static const char *const operators[] = {"=", "!=", "<", "<=", ">", ">=", "~", "!~"};
    for (int i = 0; i < LIBRARY_FIELDS; i++) {
        const struct library_field_info *info = library_field_info((enum library_field)i);
        static const char *const values[] = {"frost", "3", "2024", "frag", "rocket", "yes"};
        int made = 0;
        for (size_t k = 0; k < 8; k++) {
            char term[64];
            struct library_terms terms = {0};
            struct format_error err;
            snprintf(term, sizeof(term), "%s%s%s", info->name, operators[k], values[info->value]);
            if (library_terms_add(&terms, term, &err) == 0) {
                free(shelf_find("c", (const char *const[]){term, NULL}));
                free(shelf_find("c", (const char *const[]){term, "kind=frag", NULL}));
                made++;
            }
        }
        cr_expect_geq(made, 2, "%s", info->name);
    }
}

static int run_sql(const char *sql, struct format_error *err)
{
    struct library *library;
    struct library_rows *found;
    cr_assert_eq(library_open(&library, scratch_at("c"), LIBRARY_READ, err), 0, "%s", err->what);
    int code = library_sql(&found, library, sql, err);
    while (code == 0 && (code = library_rows_next(found, err)) == 1) {
        code = 0;
    }
    library_rows_free(found);
    library_close(library);
    return code;
}

Test(library_find, sql_may_read)
{
    struct format_error err = {0};
    cr_expect_eq(run_sql("SELECT * FROM demo; ", &err), 0, "%s", err.what);
    cr_expect_eq(run_sql("WITH x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 9) "
                         "SELECT sum(n) FROM x",
                         &err),
                 0, "%s", err.what);
    shelf_expect("c", "SELECT weapon, count(*) FROM event WHERE kind = 'frag' GROUP BY weapon",
                 "lightning|1\nrocket|2\n");
}

Test(library_find, sql_may_do_nothing_else)
{
    static const char *const refused[] = {
        "DELETE FROM demo",
        "DROP TABLE demo",
        "UPDATE demo SET path = 'x'",
        "INSERT INTO file(path, size, mtime) VALUES ('x', 1, 1)",
        "ATTACH '/tmp/quakereel-attached' AS x",
        "ATTACH ':memory:' AS x",
        "DETACH main",
        "PRAGMA user_version = 9",
        "PRAGMA journal_mode = WAL",
        "PRAGMA writable_schema = 1",
        "VACUUM INTO '/tmp/quakereel-vacuum'",
        "VACUUM",
        "CREATE TEMP TABLE t(x)",
        "CREATE TABLE t(x)",
        "CREATE TRIGGER t AFTER INSERT ON demo BEGIN SELECT 1; END",
        "SELECT load_extension('/tmp/x.so')",
        "SELECT LOAD_EXTENSION('/tmp/x.so')",
        "SELECT writefile('/tmp/quakereel-written', 'x')",
        "BEGIN",
        "REINDEX",
        "ANALYZE",
        "SELECT 1; DROP TABLE demo",
        "SELECT 1; SELECT 2",
        "",
        ";",
        "-- nothing",
        "SELEC",
        "SELECT * FROM nothing",
        "SELECT * FROM pragma_table_info('demo')",
        "EXPLAIN DELETE FROM demo",
    };
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct format_error err = {0};
        cr_expect_eq(run_sql(refused[i], &err), FORMAT_UNKNOWN, "%s: %s", refused[i], err.what);
        cr_expect_neq(err.what[0], '\0');
    }
    EXPECT("abc", NULL);
    cr_expect_not(platform_exists("/tmp/quakereel-vacuum"));
}

Test(library_find, a_large_value_is_refused)
{
    struct format_error err = {0};
    cr_expect_lt(run_sql("SELECT zeroblob(1000000000)", &err), 0);
}

static void analyse(void)
{
    struct library *library;
    struct format_error err = {0};
    cr_assert_eq(library_open(&library, scratch_at("c"), LIBRARY_WRITE, &err), 0, "%s", err.what);
    cr_assert_eq(library_analyse(library, &err), 0, "%s", err.what);
    library_close(library);
}

/* Steps of SQLite's machine until all that terms find is read. */
static int count_steps(const char *const *words)
{
    struct library *library;
    struct library_rows *found;
    struct library_terms terms = {0};
    struct format_error err = {0};
    int code;
    for (; *words; words++) {
        cr_assert_eq(library_terms_add(&terms, *words, &err), 0, "%s", err.what);
    }
    cr_assert_eq(library_open(&library, scratch_at("c"), LIBRARY_READ, &err), 0, "%s", err.what);
    cr_assert_eq(library_find(&found, library, &terms, &err), 0, "%s", err.what);
    while ((code = library_rows_next(found, &err)) == 1) {
    }
    cr_expect_eq(code, 0);
    const int steps =
        sqlite3_stmt_status(sqlite3_next_stmt(library->db, NULL), SQLITE_STMTSTATUS_VM_STEP, 0);
    library_rows_free(found);
    library_close(library);
    return steps;
}

/* What finds few events does not look at all of them: an index leads there. */
Test(library_find, searches_use_indexes)
{
    enum { EVENTS = 20000 };
    change("WITH n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 299) "
           "INSERT INTO demo(id, file, path) SELECT i, 1, '/demo' || i FROM n;"
           "WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999) "
           "INSERT INTO event(demo, number, level, time, kind, player, other, weapon, air, "
           "distance, text) SELECT 100 + i / 100, i % 100, 0, i * 0.01, "
           "CASE i % 4 WHEN 0 THEN 'frag' WHEN 1 THEN 'pickup' WHEN 2 THEN 'team' ELSE 'chat' END, "
           "'p' || (i % 997), 'o' || (i % 991), CASE i % 4 WHEN 0 THEN 'rocket' END, "
           "CASE i % 400 WHEN 0 THEN (i % 7919) * 0.0001 END, "
           "CASE i % 40 WHEN 0 THEN i % 1000 END, 'text ' || i FROM n");
    analyse();
    static const char *const searches[][6] = {
        {"kind=frag", "weapon=rocket", "air>0.6", "distance>300"},
        {"player=p4", "kind=frag"},
        {"other=o990", "kind=frag"},
        {"player=p12", "weapon=rocket", "distance>=900"},
        {"distance>=900"},
        {"kind=chat", "player=frost"},
    };
    for (size_t i = 0; i < sizeof(searches) / sizeof(searches[0]); i++) {
        const int steps = count_steps(searches[i]);
        cr_expect_lt(steps, EVENTS / 4, "%s: %d", searches[i][0], steps);
    }
    static const char *const all[] = {"text~text 999", NULL};
    cr_expect_gt(count_steps(all), EVENTS, "what no index answers is looked for everywhere");
}
