/* quakereel dump: every message of a demo, a line each. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/options.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"

static const char usage[] =
    "usage: quakereel dump [--json | --snapshots | --state-hash] DEMO\n"
    "\n"
    "Writes every message of a demo as one JSON object a line: the block's number, the message's\n"
    "byte offset in the file, its name, its number (\"id\") and its fields. The first message of "
    "a\n"
    ".dem's block also has \"view\", the recorder's pitch, yaw and roll; the first one of a\n"
    "QuakeWorld packet has its sequence numbers. QuakeWorld's blocks without messages are written\n"
    "too, without an \"id\". Bytes of strings from 0x80 on and control bytes are written as\n"
    "\\u00XX.\n"
    "DEMO is a file, a name inside the game data, or builtin:NAME. A damaged demo is written as "
    "far\n"
    "as it is good; the error goes to stderr, exit status 1.\n";

enum form { FORM_MESSAGES, FORM_SNAPSHOTS, FORM_HASHES };

/* FORMAT_MISSING: this demo has nothing of that form. */
static int dump_form(const struct demo *demo, enum form form, struct format_error *err)
{
    const struct demo_inspector *inspector = demo->family ? demo->family->inspector : NULL;
    if (form != FORM_MESSAGES && !(inspector && inspector->dump_snapshots)) {
        return FORMAT_MISSING;
    }
    if (demo->code < 0) {
        *err = demo->error;
        return demo->code;
    }
    return form == FORM_MESSAGES    ? inspector->dump(demo->file, err)
           : form == FORM_SNAPSHOTS ? inspector->dump_snapshots(demo->file, err)
                                    : inspector->dump_hashes(demo->file, err);
}

static int dump(const char *name, const struct demo_search *search, enum form form)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int code = dump_form(&source.demo, form, &err);
    if (code == FORMAT_MISSING) {
        report_error("%s: only Quake III demos have snapshots", name);
        demo_source_close(&source);
        return EXIT_BAD_INPUT;
    }
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (source.is_torn) { /* what lies behind the damage is not there for that reason */
        code = FORMAT_BAD;
        err = source.torn;
    }
    if (code < 0) {
        report_error("%s: byte %zu: %s", name, err.offset, err.what);
    }
    if (!written) {
        fprintf(stderr, "quakereel: dump: cannot write: %s\n", strerror(errno));
    }
    demo_source_close(&source);
    return code < 0 || !written ? EXIT_BAD_INPUT : EXIT_GOOD;
}

int cmd_dump(int argc, char **argv)
{
    bool json, snapshots = false, hashes = false;
    const struct option own[] = {
        {"json", NULL, "that form, which is the usual one", .flag = &json},
        {"snapshots", NULL,
         "Quake III: instead of messages each snapshot as one JSON object, with\n"
         "every field of the player's and the entities' states by its name",
         .flag = &snapshots},
        {"state-hash", NULL,
         "Quake III: each snapshot as `index sequence serverTime pshash eshash`: its\n"
         "number in the demo from 0 on, its message's number, the server's time in ms,\n"
         "and FNV-1a hashes of the player's and of all entities' states",
         .flag = &hashes},
        {.name = NULL},
    };
    const struct command_line line = {"dump", usage, own, false, 1, .most_demos = 1};
    struct options options;
    int status = options_begin(&options, &line, argc, argv);
    if (status == OPTIONS_GO_ON) {
        struct demo_list demos;
        const char *name;
        status = demo_arguments_one(&demos, &options, &name);
        if (status == EXIT_GOOD) {
            status = dump(name, &options.player.search,
                          hashes      ? FORM_HASHES
                          : snapshots ? FORM_SNAPSHOTS
                                      : FORM_MESSAGES);
        }
        demo_list_free(&demos);
        options_free(&options);
    }
    return status;
}
