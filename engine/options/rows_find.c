/* Options: what search looks for. */
#include "engine/options/option_row.h"

enum { FRAGS_MAX = 10000, SECONDS_MAX = 86400, THREADS_MAX = 256 };

static const struct option_row rows[] = {
    {.name = "frags",
     .value = "N",
     .help = "pattern: a run of N frags or more of one player; a team mate's death is none",
     OPTION_INT(find.frags, 1, FRAGS_MAX),
     .commands = FOR(SEARCH)},
    {.name = "within",
     .value = "S",
     .help = "seconds from one frag of a run to the next",
     OPTION_DOUBLE(find.within, 0, SECONDS_MAX),
     .initial = "4",
     .commands = FOR(SEARCH)},
    {.name = "alive",
     .help = "a run of frags ends when the player dies",
     OPTION_SWITCH(find.alive),
     .commands = FOR(SEARCH)},
    {.name = "by",
     .value = "MEANS",
     .help = "count only frags whose means of death, as the hits have it, has this text: rocket, "
             "rail; in Quake and QuakeWorld rl, lg, gl",
     OPTION_FIELD(option_name, const char *, find.by),
     .commands = FOR(SEARCH)},
    {.name = "chat",
     .value = "TEXT",
     .help = "pattern: a player says something with this text, in capitals or not; names count, "
             "colours do not",
     OPTION_FIELD(option_name, const char *, find.chat),
     .commands = FOR(SEARCH)},
    {.name = "pickups",
     .value = "ITEM",
     .help = "pattern: a player gets an item whose name has this text. Quake III: any item of a "
             "player in sight; Quake and .qwd: weapons, keys and powerups of the recorder; .mvd: "
             "keys and powerups",
     OPTION_FIELD(option_name, const char *, find.pickups),
     .commands = FOR(SEARCH)},
    {.name = "player",
     .value = "WHO",
     .help = "only hits of a player whose name has this text, or of the one with this number (from "
             "0); `recorder`: of the one whose view the demo shows",
     OPTION_FIELD(option_name, const char *, find.player),
     .unset = "all",
     .commands = FOR(SEARCH)},
    {.name = "json",
     .help = "print one JSON object per demo (an array of them for several)",
     OPTION_SWITCH(find.json),
     .commands = FOR(SEARCH)},
    {.name = "threads",
     .value = "N",
     .help = "number of demos read at a time; the output does not depend on it",
     OPTION_INT(find.threads, 1, THREADS_MAX),
     .unset = "one per core",
     .commands = FOR(SEARCH)},
};

const struct option_table option_rows_find = {OPTIONS_COMMAND, rows,
                                              sizeof(rows) / sizeof(rows[0])};
