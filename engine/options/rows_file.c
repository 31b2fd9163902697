/* Options: part of a demo, output file. */
#include "engine/options/option_row.h"

enum {
    FOR_PART = FOR(PLAY) | FOR(SHEET) | FOR(SOUND) | FOR(RENDER) | FOR(CUT) | FOR(DECOMPILE) |
               FOR(MARKS) | FOR(MAP) | FOR(PLOT),
    FOR_TEXT = FOR(TIMEDEMO) | FOR(INFO) | FOR(DUMP) | FOR(VALIDATE) | FOR(DECOMPILE) | FOR(DIFF) |
               FOR(CHECK) | FOR(STRINGS) | FOR(SEARCH) | FOR(MARKS) | FOR(COMPARE) | FOR(CUTS)
};

static const struct option_row rows[] = {
    {.name = "o",
     .aliases = "out",
     .value = "FILE.avi",
     .help = "render to this file instead of a window",
     OPTION_TEXT(out),
     .commands = FOR(PLAY),
     .flags = OPTION_FILE_VALUE | OPTION_UNFILMED},
    {.name = "o",
     .aliases = "out",
     .value = "FILE.png",
     .help = "file to write (shot.png, or shot-%d.png for several); %d becomes the block's number, "
             "or the position in the list of times, from 0",
     OPTION_TEXT(out),
     .commands = FOR(SHOT),
     .flags = OPTION_FILE_VALUE},
    {.name = "o",
     .aliases = "out",
     .value = "SHEET.png",
     .help = "file to write (sheet.png); --size is the size of each frame (320x240)",
     OPTION_TEXT(out),
     .commands = FOR(SHEET),
     .flags = OPTION_FILE_VALUE},
    {.name = "o",
     .aliases = "out",
     .value = "OUT",
     .help = "file to write; - is standard output (where the format allows it)",
     OPTION_TEXT(out),
     .commands = FOR(SOUND) | FOR(RENDER) | FOR(JOIN) | FOR(MERGE) | FOR(COMPILE),
     .flags = OPTION_FILE_VALUE},
    {.name = "o",
     .aliases = "out",
     .value = "OUT",
     .help =
         "file to write; - is standard output; a folder gets files with the demos' names, and is "
         "made if its name ends in /",
     OPTION_TEXT(out),
     .commands =
         FOR(CUT) | FOR(CONVERT) | FOR(REPAIR) | FOR(SUBTITLE) | FOR(CAMERA) | FOR(ANONYMISE),
     .flags = OPTION_FILE_VALUE},
    {.name = "o",
     .aliases = "out",
     .value = "FOLDER/",
     .help = "folder to write to; it is made if it is not there",
     OPTION_TEXT(out),
     .commands = FOR(SPLIT),
     .flags = OPTION_FILE_VALUE},
    {.name = "o",
     .aliases = "out",
     .value = "FILE",
     .help = "write to this file instead of standard output",
     OPTION_TEXT(out),
     .commands = FOR_TEXT,
     .flags = OPTION_FILE_VALUE},
    {.name = "o",
     .aliases = "out",
     .value = "FILE",
     .help = "find: write to this file instead of standard output; merge: the catalogue to write",
     OPTION_TEXT(out),
     .commands = FOR(LIBRARY),
     .flags = OPTION_FILE_VALUE},
    {.name = "from",
     .aliases = "start",
     .value = "T",
     .help = "start: 90, 1:30.5, 90s, 1m30s, 50%, -10 from the end, or a place: block N, frame N, "
             "server MS (the server's clock), level N, mark N, frag N (also death, pickup, chat, "
             "secret, flag, team, round, "
             "finish), where N may be last, with +T or -T: \"frag 3 -5s\"",
     OPTION_TIME(from),
     .unset = "the start",
     .commands = FOR_PART},
    {.name = "to",
     .aliases = "end",
     .value = "T",
     .help = "end, exclusive but for cut and decompile, in the same forms",
     OPTION_TIME(to),
     .unset = "the end",
     .commands = FOR_PART},
    {.name = "force",
     .help = "replace existing files",
     OPTION_SWITCH(force),
     .commands = FOR(PLAY) | FOR(SHOT) | FOR(SHEET) | FOR(SOUND) | FOR(RENDER) | FOR(JOIN) |
                 FOR(CUT) | FOR(CONVERT) | FOR(COMPILE) | FOR(REPAIR) | FOR(SPLIT) | FOR(SUBTITLE) |
                 FOR(CAMERA) | FOR(ANONYMISE) | FOR(MERGE) | FOR(MAP) | FOR(LIBRARY) | FOR(REPORT) |
                 FOR(PLOT) | FOR_TEXT,
     .flags = OPTION_UNFILMED},
};

const struct option_table option_rows_file = {OPTIONS_COMMAND, rows,
                                              sizeof(rows) / sizeof(rows[0])};
