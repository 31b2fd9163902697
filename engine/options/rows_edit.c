/* Options: checking and changing demos. */
#include "engine/edit/subtitle/subtitle_list.h"
#include "engine/edit/validate/validate.h"
#include "engine/options/option_row.h"
#include "engine/playback/mark_list.h"

static const struct option_word convert_files[] = {
    {"qwd", EDIT_TO_QWD}, {"mvd", EDIT_TO_MVD}, {NULL, 0}};

static const struct option_word engines[] = {{"id", VALIDATE_ID},
                                             {"quakespasm", VALIDATE_QUAKESPASM},
                                             {"ezquake", VALIDATE_EZQUAKE},
                                             {"ioquake3", VALIDATE_IOQUAKE3},
                                             {NULL, 0}};

static const struct option_word text_formats[] = {
    {"srt", SUBTITLE_SRT}, {"lines", SUBTITLE_LINES}, {NULL, 0}};

static const struct option_word split_words[] = {{"level", EDIT_BY_LEVEL}, {"match", EDIT_BY_MATCH},
                                                 {"life", EDIT_BY_LIFE},   {"mark", EDIT_BY_MARK},
                                                 {"size", EDIT_BY_SIZE},   {NULL, 0}};

static const struct option_word mark_forms[] = {
    {"ffmetadata", MARK_LIST_FFMETADATA}, {"ogm", MARK_LIST_OGM}, {NULL, 0}};

enum { LEAD_MAX = 3600 /* seconds */, SPLIT_SIZE_MAX = 100000 /* MB */ };

static const struct option_row rows[] = {
    {.name = "range",
     .value = "A-B,...",
     .help =
         "a part, between two places as of --from; several, also by several --range, become one "
         "demo in the order given; without A it begins at the start, without B it ends at the "
         "end",
     OPTION_FIELD(option_ranges, char *, edit.ranges),
     .commands = FOR(CUT)},
    {.name = "lead",
     .value = "S",
     .help =
         "begin each part S seconds earlier, so that explosions, sounds and marks under way are "
         "there when it begins",
     OPTION_DOUBLE(edit.lead, 0, LEAD_MAX),
     .initial = "0",
     .commands = FOR(CUT)},
    {.name = "keep-deltas",
     .help = "leave entities of a .qwd without extensions told as differences where the frame that "
             "they are against is in the part: QuakeWorld's first clients do not play them, "
             "ezQuake does; with extensions they stay in any case, else all are told in full",
     .families = OPTION_QUAKEWORLD,
     OPTION_SWITCH(edit.keep_deltas),
     .commands = FOR(CUT)},
    {.name = "no-chat",
     .help = "leave out what players say; in Quake III empty commands take its place",
     OPTION_SWITCH(edit.no_chat),
     .commands = FOR(CUT)},
    {.name = "into",
     .value = "DEMO",
     .help = "the demo of which TEXT is a part (decompile --from, --to): OUT is that demo with the "
             "part's blocks as TEXT has them",
     OPTION_TEXT(edit.into),
     .commands = FOR(COMPILE),
     .flags = OPTION_FILE_VALUE},
    {.name = "json",
     .help =
         "report as a JSON object a demo: blocks and byte offsets of the parts, what was changed",
     OPTION_SWITCH(edit.json),
     .commands = FOR(CUT)},
    {.name = "import",
     .value = "LIST",
     .help = "add the marks of this file: lines of a time and a name",
     OPTION_TEXT(marks.import),
     .commands = FOR(MARKS),
     .flags = OPTION_FILE_VALUE},
    {.name = "chapters",
     .value = "FORM",
     .help = "print the marks between --from and --to as chapters of a film of that part, for "
             "ffmpeg or for mkvmerge",
     OPTION_ENUM(marks.form, mark_forms),
     .unset = "lines of a time and a name",
     .commands = FOR(MARKS)},
    {.name = "json",
     .help = "print the marks as one JSON object",
     OPTION_SWITCH(marks.json),
     .commands = FOR(MARKS)},
    {.name = "by",
     .value = "WHAT",
     .help =
         "where parts begin: at levels; matches (their beginnings and ends, as events); lives, so "
         "that a part begins with the update behind the recorder's death, from which it lies dead "
         "until it respawns, and its last update is the next death; marks set in the window; or "
         "after so many bytes",
     OPTION_ENUM(edit.split_by, split_words),
     .initial = "level",
     .commands = FOR(SPLIT)},
    {.name = "size",
     .value = "MB",
     .help = "with --by size: megabytes of the demo (1,000,000 bytes) in each part",
     OPTION_DOUBLE(edit.split_size, 0.001, SPLIT_SIZE_MAX),
     .commands = FOR(SPLIT)},
    {.name = "retime",
     .help = "of demos: the times of each demo go on where those before it end, as clients show "
             "the time of a level; a .qwd's times of blocks go on in any case, a .mvd's are moved "
             "where a level begins; Quake III demos are refused",
     .families = OPTION_NETQUAKE | OPTION_QUAKEWORLD,
     OPTION_SWITCH(edit.retime),
     .commands = FOR(JOIN)},
    {.name = "smooth",
     .help =
         "of demos: where a demo goes on in the same level, with the same models, sounds and "
         "static entities, its start state is left out but for what differs, so that clients do "
         "not load the level again, and times go on; of .qwd the recorder has the same slot in "
         "both; else the level begins anew, which stderr tells",
     .families = OPTION_NETQUAKE | OPTION_QUAKEWORLD,
     OPTION_SWITCH(edit.smooth),
     .commands = FOR(JOIN)},
    {.name = "for",
     .value = "ENGINE",
     .help = "engine to check for; id's are Quake 1.09 and QuakeWorld 2.40",
     OPTION_ENUM(edit.engine, engines),
     .unset = "id; Quake III: ioquake3",
     .commands = FOR(VALIDATE)},
    {.name = "for",
     .value = "ENGINE",
     .help = "engine that is to play the result",
     OPTION_ENUM(edit.engine, engines),
     .unset = "any one",
     .commands = FOR(REPAIR)},
    {.name = "protocol",
     .value = "N",
     .help = "protocol to write. NetQuake: 15, 666 or 999; QuakeWorld: 28; Quake III: 68,\n"
             "Quake Live: 91",
     OPTION_INT(edit.protocol, 1, 65535),
     .commands = FOR(CONVERT)},
    {.name = "to",
     .value = "KIND",
     .help = "kind of demo to write, in protocol 28: a .mvd from a .qwd, else a .qwd",
     OPTION_ENUM(edit.file, convert_files),
     .unset = "qwd",
     .commands = FOR(CONVERT),
     .families = OPTION_QUAKEWORLD},
    {.name = "player",
     .value = "NAME|NUMBER",
     .help = "player of a .mvd whose .qwd is written",
     OPTION_FIELD(option_name, const char *, edit.player),
     .unset = "the only one",
     .commands = FOR(CONVERT),
     .families = OPTION_QUAKEWORLD},
    {.name = "json",
     .help = "print one JSON object per demo (an array of them for several)",
     OPTION_SWITCH(edit.json),
     .commands = FOR(VALIDATE) | FOR(CHECK) | FOR(CUTS)},
    {.name = "speedrun",
     .help = "check what archives of speed runs ask for, too: one level, no restart, the level "
             "finished, skill easy or nightmare, gravity 800, one player; print the run's facts",
     OPTION_SWITCH(edit.speedrun),
     .commands = FOR(CHECK),
     .families = OPTION_NETQUAKE},
    {.name = "json",
     .help = "print the changes as one JSON object",
     OPTION_SWITCH(edit.json),
     .commands = FOR(REPAIR) | FOR(DIFF)},
    {.name = "json",
     .help = "print what each demo added as one JSON object",
     OPTION_SWITCH(edit.json),
     .commands = FOR(MERGE)},
    {.name = "json",
     .help = "print what was left out, or does not fit, as one JSON object",
     OPTION_SWITCH(edit.json),
     .commands = FOR(CONVERT)},
    {.name = "apply",
     .value = "LIST",
     .help = "write the demo with the texts of LIST, which has lines as strings prints them; -o is "
             "the demo to write; LIST may be -, standard input",
     OPTION_TEXT(edit.apply),
     .commands = FOR(STRINGS),
     .flags = OPTION_FILE_VALUE},
    {.name = "json",
     .help = "print the texts, or with --apply how many were changed, as one JSON object",
     OPTION_SWITCH(edit.json),
     .commands = FOR(STRINGS)},
    {.name = "json",
     .help = "report as a JSON object: updates with the camera, its entity, how far places were "
             "rounded",
     OPTION_SWITCH(edit.json),
     .commands = FOR(CAMERA)},
    {.name = "remove",
     .help = "take texts out: all, or those of TEXTS",
     OPTION_SWITCH(edit.remove),
     .commands = FOR(SUBTITLE)},
    {.name = "list",
     .value = "FORMAT",
     .help = "print the texts of DEMO with their times, as SubRip or as lines of `TIME text`",
     OPTION_ENUM(edit.texts, text_formats),
     .unset = "none",
     .commands = FOR(SUBTITLE)},
    {.name = "json",
     .help =
         "report as a JSON object: texts, centerprints written or left out, what found no place",
     OPTION_SWITCH(edit.json),
     .commands = FOR(SUBTITLE)},
    {.name = "teams",
     .help = "stand-ins for the names of teams and clans, too: t1, t2...",
     OPTION_SWITCH(edit.teams),
     .commands = FOR(ANONYMISE)},
    {.name = "map",
     .value = "FILE",
     .help = "write the names and their stand-ins to this file, one a line",
     OPTION_TEXT(edit.map),
     .commands = FOR(ANONYMISE),
     .flags = OPTION_FILE_VALUE},
    {.name = "json",
     .help = "report as a JSON object a demo: stand-ins written, IP addresses, voice left out",
     OPTION_SWITCH(edit.json),
     .commands = FOR(ANONYMISE)},
};

const struct option_table option_rows_edit = {OPTIONS_COMMAND, rows,
                                              sizeof(rows) / sizeof(rows[0])};
