/* engine/quake3/EVENTS.md lists each event in the header's order, with its numbers in the games, a
 * description, and existing tests; it lists the unused numbers. Tests run in the root of the
 * sources. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_event_kind.h"

enum { NUMBERS = 128, LINE = 2048, CELLS = 7 };

/* The next name of the header's enumeration, without its "Q3_EVENT_"; false: they are over. */
static bool next_name(FILE *header, char name[64])
{
    char line[LINE];
    while (fgets(line, sizeof(line), header)) {
        if (sscanf(line, " Q3_EVENT_%63[A-Z0-9_]", name) == 1 && strncmp(line, "    Q3", 6) == 0) {
            return strcmp(name, "KINDS") != 0;
        }
    }
    return false;
}

/* The next line of the table, cut into its cells; false: it is over. */
static bool next_row(FILE *page, char line[LINE], char *cells[CELLS])
{
    while (fgets(line, LINE, page)) {
        if (strncmp(line, "## ", 3) == 0) {
            return false;
        }
        if (strncmp(line, "| ", 2) != 0 || strncmp(line, "| event |", 9) == 0) {
            continue;
        }
        char *at = line + 2;
        for (int i = 0; i < CELLS; i++) {
            char *end = strstr(at, " |");
            cr_assert_not_null(end, "%s", line);
            *end = '\0';
            cells[i] = at;
            at = end[2] == ' ' ? end + 3 : end + 2;
        }
        return true;
    }
    return false;
}

static void expect_numbers(int protocol, enum q3_mod mod, uint32_t kind, const char *name,
                           const char *cell)
{
    char numbers[NUMBERS * 4] = "";
    for (int32_t n = 0; n < NUMBERS; n++) {
        if (q3_event_kind_of(q3_game_of(protocol), mod, n) == kind) {
            const size_t used = strlen(numbers);
            snprintf(numbers + used, sizeof(numbers) - used, used > 0 ? " %d" : "%d", (int)n);
        }
    }
    cr_expect_str_eq(cell, numbers[0] ? numbers : "-", "%s: '%s', not '%s'", name, cell, numbers);
}

Test(q3_events, the_table_is_whole)
{
    FILE *header = fopen("engine/quake3/q3_event_kind.h", "r"),
         *page = fopen("engine/quake3/EVENTS.md", "r");
    char name[64], line[LINE], *cells[CELLS];
    cr_assert(header && page);
    cr_assert(next_name(header, name));
    cr_expect_str_eq(name, "OTHER");
    uint32_t kind = 1;
    for (; next_name(header, name); kind++) {
        cr_assert(next_row(page, line, cells), "no line for %s", name);
        cr_assert_str_eq(cells[0], name, "%s stands where %s should", cells[0], name);
        expect_numbers(68, Q3_MOD_OPENARENA, kind, name, cells[1]);
        expect_numbers(43, Q3_MOD_NONE, kind, name, cells[2]);
        expect_numbers(91, Q3_MOD_NONE, kind, name, cells[3]);
        cr_expect(cells[4][0] != '\0' && cells[5][0] != '\0', "%s: seen, heard", name);
        cr_expect(cells[6][0] == '`', "%s: no test", name);
    }
    cr_expect_eq(kind, Q3_EVENT_KINDS);
    cr_expect_not(next_row(page, line, cells), "one too many: %s", cells[0]);
    (void)fclose(header);
    (void)fclose(page);
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* "suite.name" or "suite.*" of the page: whether the sources have such a test. */
static bool is_test(const char *text, size_t length)
{
    char line[512];
    const char *dot = memchr(text, '.', length);
    const int suite = (int)(dot - text), name = (int)length - suite - 1;
    if (name == 1 && dot[1] == '*') {
        snprintf(line, sizeof(line), "grep -rq 'Test(%.*s,' tests/engine", suite, text);
    } else {
        snprintf(line, sizeof(line), "grep -rqE 'Test\\(%.*s, *%.*s[,)]' tests/engine", suite, text,
                 name, dot + 1);
    }
    return system(line) == 0;
}

static bool names_a_test(const char *text, size_t length)
{
    const size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return strncmp(text, "q3_", 3) == 0 && letters < length && text[letters] == '.' &&
           text[letters + 1] != 'h' /* the header's own name */;
}

Test(q3_events, the_tests_it_names_are_there)
{
    FILE *page = fopen("engine/quake3/EVENTS.md", "r");
    char line[LINE];
    int found = 0;
    cr_assert_not_null(page);
    while (fgets(line, sizeof(line), page)) {
        for (char *at = line, *end; (at = strchr(at, '`')) && (end = strchr(at + 1, '`'));
             at = end + 1) {
            const size_t length = (size_t)(end - at - 1);
            if (names_a_test(at + 1, length)) {
                cr_expect(is_test(at + 1, length), "no test %.*s", (int)length, at + 1);
                found++;
            }
        }
    }
    cr_expect_gt(found, 100);
    (void)fclose(page);
}

/* ---- numbers of no event --------------------------------------------------------------------- */

enum { GAMES = 3 };

/* "III 0, 30 to 39, Live 0, 28: ...": game by game, single ones and such from one to another. */
static void take_numbers(const char *text, bool silent[GAMES][NUMBERS])
{
    static const char *const games[GAMES] = {"III", "test", "Live"};
    const char *end = strchr(text, ':');
    int game = -1, last = 0, n = 0, used;
    bool range = false;
    char word[16];
    for (; end && text < end && sscanf(text, " %15[^ ,:.]%n", word, &used) == 1; text += used) {
        for (int i = 0; i < GAMES; i++) {
            game = strcmp(word, games[i]) == 0 ? i : game;
        }
        if (strcmp(word, "to") == 0) {
            range = true;
        } else if (game >= 0 && sscanf(word, "%d", &n) == 1 && n >= 0 && n < NUMBERS) {
            for (int k = range ? last : n; k <= n; k++) {
                silent[game][k] = true;
            }
            last = n;
            range = false;
        }
        used += (int)strspn(text + used, ", ");
    }
}

/* Up to the games' last numbers. */
Test(q3_events, no_number_is_silently_missing)
{
    static const struct {
        int protocol, last;
        enum q3_mod mod;
    } games[GAMES] = {{68, 93, Q3_MOD_OPENARENA}, {43, 64, Q3_MOD_NONE}, {91, 99, Q3_MOD_NONE}};
    bool silent[GAMES][NUMBERS] = {{false}};
    FILE *page = fopen("engine/quake3/EVENTS.md", "r");
    char line[LINE];
    cr_assert_not_null(page);
    while (fgets(line, sizeof(line), page)) {
        if (strncmp(line, "- ", 2) == 0) {
            take_numbers(line + 2, silent);
        }
    }
    for (int game = 0; game < GAMES; game++) {
        for (int32_t n = 0; n <= games[game].last; n++) {
            const bool other = q3_event_kind_of(q3_game_of(games[game].protocol), games[game].mod,
                                                n) == Q3_EVENT_OTHER;
            cr_expect_eq(other, silent[game][n], "protocol %d: %d", games[game].protocol, (int)n);
        }
    }
    (void)fclose(page);
}
