/* Options: the catalogue of demos. */
#include "engine/options/option_row.h"

enum { THREADS_MAX = 256 };

static const struct option_row rows[] = {
    {.name = "file",
     .value = "CATALOGUE",
     .help =
         "the catalogue, an SQLite file; $XDG_STATE_HOME/quakereel/library.sqlite is the user's",
     OPTION_FIELD(option_name, const char *, library.file),
     .unset = "$XDG_STATE_HOME/quakereel/library.sqlite",
     .commands = FOR(LIBRARY),
     .flags = OPTION_FILE_VALUE},
    {.name = "threads",
     .aliases = "j",
     .value = "N",
     .help = "number of demos read at a time; the catalogue does not depend on it",
     OPTION_INT(library.threads, 1, THREADS_MAX),
     .unset = "one per core",
     .commands = FOR(LIBRARY)},
    {.name = "shard",
     .value = "I/N",
     .help = "read part I of N of the files, for several machines, each with a catalogue of its "
             "own; `library merge` puts these together",
     OPTION_FIELD(option_piece, struct film_part, library.shard),
     .unset = "all",
     .commands = FOR(LIBRARY)},
    {.name = "sql",
     .value = "SELECT",
     .help = "find: print what this statement of SQL selects; it may only read, for a minute",
     OPTION_FIELD(option_name, const char *, library.sql),
     .commands = FOR(LIBRARY)},
    {.name = "json",
     .help = "find: print an array with an object per demo or event; with --sql an object with "
             "columns and rows",
     OPTION_SWITCH(library.json),
     .commands = FOR(LIBRARY)},
    {.name = "csv",
     .help = "find: print CSV; texts that a spreadsheet would take for a formula begin with '",
     OPTION_SWITCH(library.csv),
     .commands = FOR(LIBRARY)},
    {.name = "playlist",
     .value = "LIST.m3u8",
     .help = "find: write the demos into a playlist, which stands for them in all commands",
     OPTION_TEXT(library.playlist),
     .commands = FOR(LIBRARY),
     .flags = OPTION_FILE_VALUE},
};

const struct option_table option_rows_library = {OPTIONS_COMMAND, rows,
                                                 sizeof(rows) / sizeof(rows[0])};
