/* Options: checking and changing demos. */
#include "engine/edit/validate.h"
#include "engine/options/option_row.h"

static const struct option_word engines[] = {{"id", VALIDATE_ID},
                                             {"quakespasm", VALIDATE_QUAKESPASM},
                                             {"ezquake", VALIDATE_EZQUAKE},
                                             {"ioquake3", VALIDATE_IOQUAKE3},
                                             {NULL, 0}};

static const struct option_row rows[] = {
    {.name = "for",
     .value = "ENGINE",
     .help = "engine to check for; id's are Quake 1.09 and QuakeWorld 2.40",
     OPTION_ENUM(edit.engine, engines),
     .unset = "id; Quake III: ioquake3",
     .commands = FOR(VALIDATE)},
    {.name = "protocol",
     .value = "N",
     .help = "protocol to write: 15, 666 or 999",
     OPTION_INT(edit.protocol, 1, 65535),
     .commands = FOR(CONVERT),
     .families = OPTION_NETQUAKE},
    {.name = "json",
     .help = "print one JSON object per demo (an array of them for several)",
     OPTION_SWITCH(edit.json),
     .commands = FOR(VALIDATE)},
    {.name = "json",
     .help = "print what was left out, or does not fit, as one JSON object",
     OPTION_SWITCH(edit.json),
     .commands = FOR(CONVERT)},
};

const struct option_table option_rows_edit = {OPTIONS_COMMAND, rows,
                                              sizeof(rows) / sizeof(rows[0])};
