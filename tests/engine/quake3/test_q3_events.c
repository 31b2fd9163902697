/* Whether engine/quake3/EVENTS.md has each event, in the header's order, with its numbers in the
 * games, and something to say of it. Tests run in the root of the sources. */
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
