/* Options: what map draws. */
#include "engine/map/map_draw.h"
#include "engine/options/option_row.h"

static const struct option_word heats[] = {
    {"positions", MAP_HEAT_POSITIONS}, {"fights", MAP_HEAT_FIGHTS}, {NULL, 0}};
static const struct option_word themes[] = {
    {"auto", DRAWING_AUTO}, {"light", DRAWING_LIGHT}, {"dark", DRAWING_DARK}, {NULL, 0}};

static const struct option_row rows[] = {
    {.name = "o",
     .aliases = "out",
     .value = "FILE.svg|FILE.png",
     .help =
         "picture to write, of vectors or of pixels by its ending; - is standard output, as SVG",
     OPTION_TEXT(out),
     .commands = FOR(MAP),
     .flags = OPTION_FILE_VALUE},
    {.name = "size",
     .value = "WxH",
     .help = "pixels of a PNG, units of an SVG",
     OPTION_FIELD(option_size, struct picture_size, size),
     .unset = "1200x900",
     .commands = FOR(MAP)},
    {.name = "theme",
     .value = "THEME",
     .help = "paper: light, dark, or auto: an SVG follows the reader's system, a PNG is light",
     OPTION_ENUM(map.theme, themes),
     .initial = "auto",
     .commands = FOR(MAP)},
    {.name = "paths",
     .help = "draw where players went, a colour each; with --kills the default of a demo",
     OPTION_SWITCH(map.paths),
     .commands = FOR(MAP)},
    {.name = "speed",
     .help = "draw their paths coloured by speed, without up and down",
     OPTION_SWITCH(map.speed),
     .commands = FOR(MAP)},
    {.name = "kills",
     .help = "draw deaths, with a line from the killer to the victim",
     OPTION_SWITCH(map.kills),
     .commands = FOR(MAP)},
    {.name = "heat",
     .value = "OF",
     .help = "draw where players spent their time, or where they hurt and killed each other, of "
             "all demos together",
     OPTION_ENUM(map.heat, heats),
     .commands = FOR(MAP)},
    {.name = "no-items",
     .help = "draw no items, monsters and spawn points",
     OPTION_SWITCH(map.no_items),
     .commands = FOR(MAP)},
    {.name = "player",
     .value = "WHO",
     .help = "only a player whose name has this text, or the one with this number (from 0); "
             "`recorder`: the one whose view the demo shows",
     OPTION_FIELD(option_name, const char *, map.player),
     .unset = "all",
     .commands = FOR(MAP)},
    {.name = "level",
     .value = "N",
     .help = "level of the demo, from 1",
     OPTION_INT(map.level, 1, 1000000),
     .unset = "the first with play",
     .commands = FOR(MAP)},
};

const struct option_table option_rows_map = {OPTIONS_COMMAND, rows, sizeof(rows) / sizeof(rows[0])};
