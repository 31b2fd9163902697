/* Options: game data. */
#include "engine/options/option_row.h"

static const struct option_row rows[] = {
    {.name = "basedir",
     .value = "DIR",
     .help = "folder that holds id1, baseq3 or baseoa (also -basedir, $QUAKEREEL_BASEDIR); given "
             "several times, each game takes the first that holds its data",
     OPTION_FIELD(option_folders, char *, basedirs),
     .setting = NULL, /* remembered by Ctrl+d alone: engine/viewer/viewer_data */
     .commands = FOR_DEMOS,
     .flags = OPTION_FILE_VALUE},
    {.name = "game",
     .value = "DIR",
     .help = "folder next to it whose files replace its own (also -game)",
     OPTION_TEXT(player.search.game),
     .commands = FOR_DEMOS},
    {.name = "verbose",
     .help = "a line for each piece of game data that is missing, not one for all",
     OPTION_SWITCH(player.search.verbose),
     .commands = FOR_DRAWING | FOR(SOUND),
     .flags = OPTION_UNFILMED},
    {.name = "help",
     .aliases = "h",
     .help = "print this text",
     OPTION_SWITCH(help),
     .commands = FOR_ALL,
     .flags = OPTION_UNFILMED},
};

const struct option_table option_rows_data = {OPTIONS_DATA, rows, sizeof(rows) / sizeof(rows[0])};
