/* Options: output of info, dump and compare. */
#include "engine/options/option_row.h"

enum { THREADS_MAX = 256 };

static const struct option_row rows[] = {
    {.name = "align",
     .value = "WHEN",
     .help =
         "what is at the same time in both demos: start, the beginning of each level (default); "
         "move, the first movement there; a place of both, as frag 1 or mark 2; or X=Y, place X "
         "of A and Y of B",
     OPTION_FIELD(option_align, const char *, player.ghosts.align),
     .commands = FOR(COMPARE) | FOR(PLOT)},
    {.name = "every",
     .value = "S",
     .help = "seconds from one lead to the next",
     OPTION_DOUBLE(compare.every, 0.01, 86400),
     .initial = "5",
     .commands = FOR(COMPARE)},
    {.name = "json",
     .help = "print one JSON object",
     OPTION_SWITCH(compare.json),
     .commands = FOR(COMPARE)},
    {.name = "json",
     .help = "print one JSON object per demo (an array of them for several); bytes of strings from "
             "0x80 on and control bytes are printed as \\u00XX",
     OPTION_SWITCH(inspect.json),
     .commands = FOR(INFO)},
    {.name = "table",
     .help = "print a line a demo: length, game, protocol, first level, number of players",
     OPTION_SWITCH(inspect.table),
     .commands = FOR(INFO)},
    {.name = "json",
     .help = "print messages as JSON, the default",
     OPTION_SWITCH(inspect.json),
     .commands = FOR(DUMP)},
    {.name = "threads",
     .value = "N",
     .help = "number of demos read at a time; the output does not depend on it",
     OPTION_INT(inspect.threads, 1, THREADS_MAX),
     .unset = "one per core",
     .commands = FOR(INFO)},
    {.name = "snapshots",
     .help = "print each snapshot as one JSON object instead of messages, with every field of the "
             "player's and the entities' states by its name",
     OPTION_SWITCH(inspect.snapshots),
     .commands = FOR(DUMP),
     .families = OPTION_QUAKE3},
    {.name = "state-hash",
     .help = "print a line of FNV-1a hashes for the state at each update. Quake III: `index "
             "sequence serverTime player entities`, its number in the demo from 0, its message's "
             "number, the server's time in ms. NetQuake and QuakeWorld: `index block serverTime "
             "player entities level`, time in seconds, in a .qwd the recorder's",
     OPTION_SWITCH(inspect.state_hash),
     .commands = FOR(DUMP)},
    {.name = "numbers",
     .help = "tell each block's number, byte and time in a comment",
     OPTION_SWITCH(inspect.numbers),
     .commands = FOR(DECOMPILE)},
    {.name = "pretty",
     .help = "show texts in Quake's coloured letters in plain ones, too, as a comment",
     OPTION_SWITCH(inspect.pretty),
     .commands = FOR(DECOMPILE),
     .families = OPTION_NETQUAKE | OPTION_QUAKEWORLD},
};

const struct option_table option_rows_inspect = {OPTIONS_COMMAND, rows,
                                                 sizeof(rows) / sizeof(rows[0])};
