/* quakereel dump: every message of a demo, a line each. */
#include <stdio.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/text_output.h"
#include "engine/edit/json/demo_json.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"

enum form { FORM_MESSAGES, FORM_SNAPSHOTS, FORM_HASHES };

/* FORMAT_MISSING: this demo has nothing of that form. */
static int dump_form(FILE *out, const struct demo *demo, enum form form, struct format_error *err)
{
    const struct demo_inspector *inspector = demo->family ? demo->family->inspector : NULL;
    if (form == FORM_SNAPSHOTS && (!inspector || !inspector->dump_snapshots)) {
        return FORMAT_MISSING;
    }
    if (demo->code < 0) {
        *err = demo->error;
        return demo->code;
    }
    return form == FORM_MESSAGES    ? demo_json_write(out, demo, err)
           : form == FORM_SNAPSHOTS ? inspector->dump_snapshots(out, demo->file, err)
                                    : inspector->dump_hashes(out, demo->file, err);
}

static int dump_demo(FILE *out, const char *name, const struct demo_search *search, enum form form)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int code = dump_form(out, &source.demo, form, &err);
    if (code == FORMAT_MISSING) {
        report_error("%s: only Quake III demos have snapshots", name);
        demo_source_close(&source);
        return EXIT_BAD_INPUT;
    }
    (void)!fflush(out);   /* before the message, when both go to one terminal */
    if (source.is_torn) { /* what lies behind the damage is not there for that reason */
        code = FORMAT_BAD;
        err = source.torn;
    }
    if (code == FORMAT_UNKNOWN && source.demo.code == 0) {
        report_error("%s: %s (byte %zu)", name, err.what, err.offset);
    } else if (code < 0) {
        report_error("%s: byte %zu: %s", name, err.offset, err.what);
    }
    demo_source_close(&source);
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int write_dump(const struct options *options, const char *name)
{
    const enum form form = options->inspect.state_hash  ? FORM_HASHES
                           : options->inspect.snapshots ? FORM_SNAPSHOTS
                                                        : FORM_MESSAGES;
    struct text_output out;
    int status = text_output_open(&out, options);
    if (status == EXIT_GOOD) {
        status =
            text_output_close(&out, dump_demo(out.stream, name, &options->player.search, form));
    }
    return status;
}

int cmd_dump(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *name;
    int status = command_begin(&options, COMMAND_DUMP, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = demo_arguments_one(&demos, &options, &name);
    if (status == EXIT_GOOD) {
        status = write_dump(&options, name);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
