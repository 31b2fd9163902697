#include "engine/commands/study/report_stats.h"

#include <math.h>
#include <stdio.h>

#include "engine/stats/stats_tables.h"
#include "engine/text/osd.h"

enum { FIRST_COLUMNS = 2 /* name and team */, HEADING = 160, LINE = 256 };

struct page_cells { /* texts of a row, or of the heads */
    struct page_column columns[FIRST_COLUMNS + STATS_TABLE_COLUMNS];
    char texts[STATS_TABLE_COLUMNS][STATS_CELL];
    const char *cells[FIRST_COLUMNS + STATS_TABLE_COLUMNS];
    int first, count; /* columns in front of the numbers, and all */
};

static bool has_teams(const struct stats_rows *players)
{
    bool any = false;
    for (size_t i = 0; i < players->count; i++) {
        any |= players->items[i].team[0] != '\0';
    }
    return any;
}

static void make_heads(struct page_cells *to, const struct stats_table *table, bool teams)
{
    to->columns[0] = (struct page_column){.title = table->title};
    to->columns[1] = (struct page_column){.title = "team"};
    to->first = teams ? 2 : 1;
    to->count = to->first + table->num_columns;
    for (int i = 0; i < table->num_columns; i++) {
        table->head(to->texts[i], table->columns[i]);
        to->columns[to->first + i] = (struct page_column){
            .title = to->texts[i], .words = table->words(table->columns[i]), .is_number = true};
    }
}

/* Returns whether a value has a mark. */
static bool put_rows(struct byte_writer *out, const struct page_cells *heads,
                     const struct stats_table *table, const struct stats_rows *rows, bool sums)
{
    struct page_cells row;
    bool marked = false;
    for (size_t i = 0; i < rows->count; i++) {
        row.cells[0] = rows->items[i].name[0] != '\0' ? rows->items[i].name : "-";
        row.cells[1] = rows->items[i].team;
        for (int k = 0; k < table->num_columns; k++) {
            marked |= table->cell(table, row.texts[k], &rows->items[i], table->columns[k]);
            row.cells[heads->first + k] = row.texts[k];
        }
        page_table_row(out, heads->columns, row.cells, (size_t)heads->count, sums);
    }
    return marked;
}

static bool put_table(struct byte_writer *out, const struct stats_table *table,
                      const struct stats_match *match)
{
    struct page_cells heads;
    make_heads(&heads, table, has_teams(&match->players));
    page_table_begin(out, heads.columns, (size_t)heads.count);
    bool marked = put_rows(out, &heads, table, &match->teams, true);
    marked |= put_rows(out, &heads, table, &match->players, false);
    page_table_end(out);
    return marked;
}

static void put_counts(struct byte_writer *out, const struct stats_match *match)
{
    char line[LINE], time[OSD_TIME];
    if (match->has_counts) {
        snprintf(line, sizeof line, "Kills %d of %d, secrets %d of %d", (int)match->kills,
                 (int)match->total_kills, (int)match->secrets, (int)match->total_secrets);
        page_paragraph(out, line);
    }
    if (match->finished && match->finish_time >= 0.0) {
        osd_format_time(time, match->finish_time, 1);
        snprintf(line, sizeof line, "Finished at %s by the game's clock", time);
        page_paragraph(out, line);
    }
}

void report_stats_put(struct byte_writer *out, const struct stats_demo *stats)
{
    for (size_t i = 0; i < stats->count; i++) {
        const struct stats_match *match = &stats->matches[i];
        struct stats_table tables[STATS_TABLES];
        char heading[HEADING], length[OSD_TIME];
        bool marked = false;
        const int count =
            stats_tables_make(tables, &match->players, match->taken, stats_match_is_alone(match));
        if (count == 0 && !match->has_counts) {
            continue;
        }
        osd_format_time(length, match->end - match->start, 0);
        snprintf(heading, sizeof heading, "%s%s%.64s, %s", match->in_match ? "Match" : "Level",
                 match->map[0] != '\0' ? ": " : "", match->map, length);
        page_section(out, heading);
        put_counts(out, match);
        for (int k = 0; k < count; k++) {
            marked |= put_table(out, &tables[k], match);
        }
        if (marked) {
            page_paragraph(out, stats_marks);
        }
        page_section_end(out);
    }
}
