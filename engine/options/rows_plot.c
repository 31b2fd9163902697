/* Options: what plot draws. */
#include "engine/drawing/drawing.h"
#include "engine/options/option_row.h"
#include "engine/plot/plot_figure.h"

static const struct option_word panels[] = {
#define PLOT_PANEL(NAME, name, title) {name, PLOT_PANEL_##NAME},
    PLOT_PANELS_LIST(PLOT_PANEL)
#undef PLOT_PANEL
        {NULL, 0},
};

static const struct option_word themes[] = {
    {"light", DRAWING_LIGHT}, {"dark", DRAWING_DARK}, {"auto", DRAWING_AUTO}, {NULL, 0}};

static const struct option_row rows[] = {
    {.name = "o",
     .aliases = "out",
     .value = "FILE.svg",
     .help = "file to write (plot.svg): SVG, or PNG if it ends in .png; - is standard output",
     OPTION_TEXT(out),
     .commands = FOR(PLOT),
     .flags = OPTION_FILE_VALUE},
    {.name = "what",
     .value = "LIST",
     .help = "the panels, separated by commas",
     OPTION_FIELD(option_word_list, uint32_t, plot.panels),
     .words = panels,
     .unset = "health,armor,speed,frags; of several demos speed,time-gained",
     .commands = FOR(PLOT)},
    {.name = "player",
     .value = "WHO",
     .help =
         "draw the player of this name, of a part of it, or of this number (from 0); `recorder`: "
         "the one whose view the demo shows; may be repeated. Of several demos the first WHO is "
         "of the first demo, and so on",
     OPTION_FIELD(option_demos, char *, plot.players),
     .unset = "the 8 with the most frags; of several demos the recorder",
     .commands = FOR(PLOT)},
    {.name = "size",
     .value = "WxH",
     .help = "picture size; with --width N alone it is as high as the panels need",
     OPTION_FIELD(option_size, struct picture_size, size),
     .unset = "1200 wide, as high as the panels need",
     .commands = FOR(PLOT)},
    {.name = "width",
     .value = "N",
     .help = "picture width",
     OPTION_FIELD(option_width, struct picture_size, size),
     .commands = FOR(PLOT),
     .flags = OPTION_HIDDEN},
    {.name = "theme",
     .value = "THEME",
     .help = "light or dark paper; auto: an SVG follows the reader's system, a PNG is light",
     OPTION_ENUM(plot.theme, themes),
     .initial = "auto",
     .commands = FOR(PLOT)},
};

const struct option_table option_rows_plot = {OPTIONS_COMMAND, rows,
                                              sizeof(rows) / sizeof(rows[0])};
