/* Options of stats. */
#include "engine/options/option_row.h"

enum { THREADS_MAX = 256 };

static const struct option_row rows[] = {
    {.name = "aliases",
     .value = "FILE",
     .help = "names that are the same player's in sums: lines `NAME = ALIAS ALIAS ...`, of which "
             "NAME counts; names with spaces in double quotes, # begins a comment",
     OPTION_FIELD(option_name, const char *, stats.aliases),
     .flags = OPTION_FILE_VALUE,
     .commands = FOR(STATS)},
    {.name = "sums",
     .help = "only what the players came to in all demos together",
     OPTION_SWITCH(stats.sums),
     .commands = FOR(STATS)},
    {.name = "json",
     .help = "print one JSON object per line: each demo with its matches, then the sums of several "
             "demos; engine/stats/stats.schema.json describes them",
     OPTION_SWITCH(stats.json),
     .commands = FOR(STATS)},
    {.name = "csv",
     .help = "print comma-separated values, a row for each player and team of a match, with --sums "
             "for each player, below a row of names; a text that a spreadsheet would take for a "
             "formula begins with an apostrophe",
     OPTION_SWITCH(stats.csv),
     .commands = FOR(STATS)},
    {.name = "threads",
     .value = "N",
     .help = "number of demos read at a time; the output does not depend on it",
     OPTION_INT(stats.threads, 1, THREADS_MAX),
     .unset = "one per core",
     .commands = FOR(STATS)},
};

const struct option_table option_rows_stats = {OPTIONS_COMMAND, rows,
                                               sizeof(rows) / sizeof(rows[0])};
