/* quakereel camera: a camera path becomes a demo with a moving camera. */
#include <stdio.h>

#include "engine/commands/camera_file.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/camera/edit_camera.h"
#include "engine/edit/edit_cut.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

struct filming {
    const struct options *options;
    const char *path_name, *name;
    struct camera_path path;
    struct byte_writer out;
    struct edit_camera_report report;
};

static void print_report(const struct filming *f, const char *path)
{
    const struct edit_camera_report *report = &f->report;
    FILE *out = edit_output_report(path);
    if (f->options->edit.json) {
        struct json_writer json = {.out = out};
        json_begin_object(&json, NULL);
        json_string(&json, "file", f->name);
        json_integer(&json, "updates", report->updates);
        json_integer(&json, "entity", report->entity);
        json_number(&json, "moved", report->moved);
        json_integer(&json, "bytes", (int64_t)f->out.size);
        json_end_object(&json);
        putc('\n', out);
    } else if (out != stderr) {
        fprintf(out, "%s: %lu update%s with the camera, number %lu, %zu bytes\n", path,
                (unsigned long)report->updates, plural_s(report->updates),
                (unsigned long)report->entity, f->out.size);
    }
}

static void tell_fov(const struct filming *f)
{
    size_t i = 0;
    while (i < f->path.num_keys && f->path.keys[i].fov == 0.0f) {
        i++;
    }
    if (i < f->path.num_keys) {
        report_error("%s: the fields of view are left out: a demo does not tell them",
                     f->path_name);
    }
}

static int write_demo(struct filming *f, const struct demo *demo)
{
    char extension[EDIT_EXTENSION], path[OUTPUT_PATH];
    edit_cutter_find(demo->family)->extension(demo, extension);
    int status = edit_output_name(path, f->options, f->name, "", extension);
    if (status == EXIT_GOOD) {
        status = edit_output_write(f->options, path, &f->out);
    }
    if (status == EXIT_GOOD) {
        tell_fov(f);
        print_report(f, path);
    }
    return status;
}

static int film_opened(struct filming *f, const struct demo *demo)
{
    struct format_error err = {0};
    if (demo->code < 0) {
        report_error("%s: %s", f->name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    const int code = edit_camera(demo, &f->path, &f->out, &f->report, &err);
    if (code == FORMAT_MEMORY || (code == FORMAT_UNKNOWN && f->out.size == 0)) {
        report_error("%s: %s", f->name, err.what);
    } else if (code < 0) {
        report_error("%s: byte %zu: %s", f->name, err.offset, err.what);
    }
    const bool is_made = code != FORMAT_MEMORY && f->out.size > 0;
    const int status = is_made ? write_demo(f, demo) : EXIT_BAD_INPUT;
    return code < 0 ? EXIT_BAD_INPUT : status;
}

static int film(struct filming *f)
{
    struct demo_source source;
    struct format_error err = {0};
    if (camera_file_read(f->path_name, &f->path) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    if (demo_source_open_bytes(&source, f->name, &f->options->player.search, &err) < 0) {
        report_error("%s: %s", f->name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = film_opened(f, &source.demo);
    if (source.is_torn) {
        report_error("%s: byte %zu: %s", f->name, source.torn.offset, source.torn.what);
        status = EXIT_BAD_INPUT;
    }
    demo_source_close(&source);
    return status;
}

int cmd_camera(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_CAMERA, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.out) {
        struct filming f = {
            .options = &options, .path_name = options.files[0], .name = options.files[1]};
        status = film(&f);
        camera_path_free(&f.path);
        byte_writer_free(&f.out);
    } else {
        status = command_refuse(COMMAND_CAMERA, "no file to write (-o)");
    }
    options_free(&options);
    return status;
}
