/* Options of events. */
#include "engine/options/option_row.h"

enum { THREADS_MAX = 256 };

static const struct option_row rows[] = {
    {.name = "kinds",
     .value = "LIST",
     .help = "kinds of events, separated by commas, or `all`: level, finish, round, frag, "
             "team_kill, suicide, death, kill (a monster), damage, pickup, drop, powerup, "
             "powerup_end, flag, capture, secret, chat, team, join, leave, jump, land",
     OPTION_TEXT(events.kinds),
     .unset = "all but jump and land",
     .flags = OPTION_EXPLAINED,
     .commands = FOR(EVENTS)},
    {.name = "player",
     .value = "WHO",
     .help = "only events of a player whose name has this text, or of the one with this number "
             "(from 0), on either side",
     OPTION_FIELD(option_name, const char *, events.player),
     .unset = "all",
     .commands = FOR(EVENTS)},
    {.name = "places",
     .help = "tell the level's name of each place: from its .loc file or its items, in Quake III "
             "from its target_location entities; needs the level",
     OPTION_SWITCH(events.places),
     .commands = FOR(EVENTS)},
    {.name = "json",
     .help = "print one JSON object per line: for each demo first one of the kind \"demo\", then "
             "its events; engine/events/events.schema.json describes them",
     OPTION_SWITCH(events.json),
     .commands = FOR(EVENTS)},
    {.name = "csv",
     .help = "print comma-separated values, a row an event, below a row of names; a text that a "
             "spreadsheet would take for a formula begins with an apostrophe",
     OPTION_SWITCH(events.csv),
     .commands = FOR(EVENTS)},
    {.name = "threads",
     .value = "N",
     .help = "number of demos read at a time; the output does not depend on it",
     OPTION_INT(events.threads, 1, THREADS_MAX),
     .unset = "one per core",
     .commands = FOR(EVENTS)},
};

const struct option_table option_rows_events = {OPTIONS_COMMAND, rows,
                                                sizeof(rows) / sizeof(rows[0])};
