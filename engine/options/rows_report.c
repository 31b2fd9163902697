/* Options of report. */
#include "engine/options/option_row.h"

static const struct option_row rows[] = {
    {.name = "o",
     .aliases = "out",
     .value = "FILE.html",
     .help = "page to write; - is standard output",
     OPTION_TEXT(out),
     .unset = "report.html",
     .commands = FOR(REPORT),
     .flags = OPTION_FILE_VALUE},
    {.name = "moments",
     .value = "N",
     .help = "number of moments that are shown as pictures and links",
     OPTION_INT(report.moments, 0, 64),
     .initial = "12",
     .commands = FOR(REPORT)},
    {.name = "page",
     .value = "URL",
     .help = "where the browser's player is (make web), for links to moments",
     OPTION_TEXT(report.page),
     .unset = "quakereel.html, beside the report",
     .commands = FOR(REPORT)},
    {.name = "demo-url",
     .value = "URL",
     .help = "where that player finds the demo",
     OPTION_TEXT(report.demo_url),
     .unset = "the demo's file name",
     .commands = FOR(REPORT)},
};

const struct option_table option_rows_report = {OPTIONS_COMMAND, rows,
                                                sizeof(rows) / sizeof(rows[0])};
