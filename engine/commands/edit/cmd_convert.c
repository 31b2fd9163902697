/* quakereel convert: writes a demo in another protocol. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/edit_demos.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/edit_convert.h"
#include "engine/edit/edit_players.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/pov_select.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"
#include "formats/quakeworld/qw_message.h"

/* A demo being converted. */
struct conversion {
    const struct options *options;
    const char *name;
    const struct edit_converter *converter;
    struct convert_target target;
    char path[OUTPUT_PATH]; /* of the result */
    struct byte_writer out;
    struct convert_report report;
};

static int tell_damage(const char *name, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

/* --- what was found -----------------------------------------------------------------------------
 */

static void tell_refused(const struct conversion *c)
{
    const int protocol = c->options->edit.protocol;
    for (int i = 0; i < CONVERT_KINDS; i++) {
        const struct convert_finding *found = &c->report.found[i];
        if (found->count > 0 && convert_kind_refuses((enum convert_kind)i)) {
            report_error("%s: byte %zu: block %" PRIu32
                         ": %s %g does not fit into protocol %d, at most %g (%" PRIu32 " time%s)",
                         c->name, found->offset, found->block,
                         convert_kind_text((enum convert_kind)i), found->value, protocol,
                         c->converter->limit(protocol, (enum convert_kind)i), found->count,
                         plural_s(found->count));
        }
    }
}

static void print_report(const struct conversion *c, FILE *out)
{
    const struct convert_report *report = &c->report;
    fprintf(out, "%s: protocol %d, %" PRIu32 " %s%s, %zu bytes\n", c->path,
            c->options->edit.protocol, report->blocks, c->converter->step, plural_s(report->blocks),
            c->out.size);
    for (int i = 0; i < CONVERT_KINDS; i++) {
        const struct convert_finding *found = &report->found[i];
        if (found->count > 0) {
            fprintf(out, "  left out  %" PRIu32 " %s", found->count,
                    convert_kind_text((enum convert_kind)i));
            if (found->placed) {
                fprintf(out, ", the first in block %" PRIu32 ", byte %zu", found->block,
                        found->offset);
            }
            putc('\n', out);
        }
    }
    if (report->empty > 0) {
        fprintf(out, "  left out  %" PRIu32 " block%s that would be empty\n", report->empty,
                plural_s(report->empty));
    }
    if (report->moved > 0.0) {
        fprintf(out, "  rounded   coordinates moved by at most %g units\n", report->moved);
    }
}

static void print_json_kinds(struct json_writer *json, const char *key,
                             const struct convert_report *report, bool refusals)
{
    json_begin_array(json, key);
    for (int i = 0; i < CONVERT_KINDS; i++) {
        const struct convert_finding *found = &report->found[i];
        if (found->count > 0 && convert_kind_refuses((enum convert_kind)i) == refusals) {
            json_begin_object(json, NULL);
            json_string(json, "what", convert_kind_key((enum convert_kind)i));
            json_integer(json, "count", found->count);
            json_integer_if(json, "block", found->placed, found->block);
            json_integer_if(json, "offset", found->placed, (int64_t)found->offset);
            if (refusals) {
                json_number(json, "value", found->value);
            }
            json_end_object(json);
        }
    }
    json_end_array(json);
}

static void print_json(const struct conversion *c, FILE *out)
{
    struct json_writer json = {.out = out};
    json_begin_object(&json, NULL);
    json_string(&json, "file", c->name);
    json_integer(&json, "protocol", c->options->edit.protocol);
    json_integer(&json, "blocks", c->report.blocks);
    json_integer(&json, "empty", c->report.empty);
    json_integer(&json, "bytes", (int64_t)c->out.size);
    json_number(&json, "moved", c->report.moved);
    print_json_kinds(&json, "left_out", &c->report, false);
    print_json_kinds(&json, "does_not_fit", &c->report, true);
    json_end_object(&json);
    putc('\n', out);
}

/* --- the command --------------------------------------------------------------------------------
 */

/* status: whether the demo is damaged. */
static int write_demo(struct conversion *c, int status)
{
    const struct options *options = c->options;
    FILE *report = edit_output_report(c->path);
    if (convert_report_refuses(&c->report)) {
        tell_refused(c);
        status = EXIT_BAD_INPUT;
    } else if (c->report.blocks > 0) {
        const int written = edit_output_write(options, c->path, &c->out);
        status = written == EXIT_GOOD ? status : written;
        if (written == EXIT_GOOD && !options->edit.json && report != stderr) {
            print_report(c, report);
        }
    }
    if (options->edit.json) {
        print_json(c, report);
    }
    return status;
}

static void list_players(const char *name, const struct edit_players *players)
{
    for (uint32_t i = 0; i < players->count; i++) {
        char text[EDIT_PLAYER_NAME];
        demo_plain_text(text, sizeof(text), players->list[i].name);
        report_error("%s:   %" PRIu32 " %s", name, players->list[i].slot + 1, text);
    }
}

/* Finds the player whose view the result is. One is found without a name. */
static int find_player(struct conversion *c, const struct demo *demo)
{
    const char *who = c->options->edit.player;
    const struct demo_player_info *found = NULL;
    enum pov_match match = POV_UNKNOWN;
    struct edit_players players;
    if (edit_players_find(demo, &players) < 0) {
        report_error("%s: out of memory", c->name);
        return EXIT_BAD_INPUT;
    }
    if (who) {
        match = pov_select_find(players.list, players.count, who, &found);
    } else if (players.count == 1) {
        found = players.list;
    }
    if (!found) {
        if (players.count == 0) {
            report_error("%s: the demo has no players", c->name);
        } else if (match == POV_AMBIGUOUS) {
            report_error("%s: %s is in several players' names; the players are:", c->name, who);
        } else if (who) {
            report_error("%s: no player is called %s; the players are:", c->name, who);
        } else {
            report_error("%s: --player has to name one of the players:", c->name);
        }
        list_players(c->name, &players);
        return EXIT_BAD_INPUT;
    }
    c->target.player = found->slot;
    return EXIT_GOOD;
}

static int convert_opened(struct conversion *c, const struct demo *demo)
{
    struct format_error err = {0};
    if (demo->code < 0) {
        report_error("%s: %s", c->name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    c->converter = edit_converter_find(demo->family);
    if (!c->converter) {
        report_error("%s: %s demos cannot be converted", c->name, demo->family->title);
        return EXIT_BAD_INPUT;
    }
    if (!c->converter->knows(demo, &c->target)) {
        report_error("%s: cannot be written in protocol %d%s; those of %s demos are %s", c->name,
                     c->target.protocol,
                     c->target.file == CONVERT_MVD   ? " as .mvd"
                     : c->target.file == CONVERT_QWD ? " as .qwd"
                                                     : "",
                     demo->family->title, c->converter->targets);
        return EXIT_BAD_INPUT;
    }
    char extension[EDIT_EXTENSION];
    c->converter->extension(&c->target, extension);
    int status = c->converter->needs_player && c->converter->needs_player(demo, &c->target)
                     ? find_player(c, demo)
                     : EXIT_GOOD;
    if (status == EXIT_GOOD) {
        status = edit_output_name(c->path, c->options, c->name, "", extension);
    }
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code = c->converter->convert(demo, &c->target, &c->out, &c->report, &err);
    status = code < 0 ? tell_damage(c->name, &err) : EXIT_GOOD;
    return code == FORMAT_MEMORY ? status : write_demo(c, status);
}

static int convert_demo(const struct options *options, const char *name)
{
    static const enum convert_file files[] = {
        [EDIT_TO_ANY] = CONVERT_ANY_FILE, [EDIT_TO_QWD] = CONVERT_QWD, [EDIT_TO_MVD] = CONVERT_MVD};
    struct conversion c = {
        .options = options,
        .name = name,
        .target = {.protocol = options->edit.protocol, .file = files[options->edit.file]}};
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = convert_opened(&c, &source.demo);
    if (source.is_torn && status == EXIT_GOOD) {
        status = tell_damage(name, &source.torn);
    }
    byte_writer_free(&c.out);
    demo_source_close(&source);
    return status;
}

int cmd_convert(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_CONVERT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.edit.file != EDIT_TO_ANY && options.edit.protocol == 0) {
        options.edit.protocol = QW_PROTOCOL_LAST; /* that of both */
    }
    status = options.edit.protocol == 0
                 ? command_refuse(COMMAND_CONVERT, "no protocol to write (--protocol, --to)")
                 : edit_demos(&options, COMMAND_CONVERT, convert_demo);
    options_free(&options);
    return status;
}
