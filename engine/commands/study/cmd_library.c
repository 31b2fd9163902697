/* quakereel library: keeps a catalogue of demos, finds in it, merges catalogues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "assets/process.h"
#include "assets/user_dirs.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/study/library_output.h"
#include "engine/commands/text_output.h"
#include "engine/library/library_find.h"
#include "engine/library/library_update.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"

/* The catalogue's path: that of --file, or the user's. */
static int find_catalogue(const struct options *options, enum library_access access,
                          char path[LIBRARY_PATH])
{
    if (options->library.file) {
        if (snprintf(path, LIBRARY_PATH, "%s", options->library.file) >= LIBRARY_PATH) {
            report_error("--file: the name is too long");
            return EXIT_BAD_INPUT;
        }
        return EXIT_GOOD;
    }
    if (user_state_path(path, LIBRARY_PATH, "library.sqlite") < 0 ||
        (access == LIBRARY_WRITE && user_make_folders(path) < 0)) {
        report_error("library: there is no folder for the user's catalogue; --file names another");
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static int open_catalogue(struct library **library, const char *path, enum library_access access)
{
    struct format_error err = {0};
    const int code = library_open(library, path, access, &err);
    if (code == FORMAT_BAD) {
        report_error("%s: %s; `quakereel library FOLDER` makes it anew", path, err.what);
    } else if (code < 0) {
        report_error("%s: %s", path, err.what);
    } else if (library_damaged(*library)) {
        report_error("%s: damaged; it is now %s, and a new catalogue is made", path,
                     library_damaged(*library));
    }
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

/* --- library FOLDER -----------------------------------------------------------------------------
 */

struct updating {
    bool shows_progress;
};

static bool is_asked_to_end(void *context)
{
    (void)context;
    return process_was_asked_to_end();
}

static void clear_progress(const struct updating *updating)
{
    if (updating->shows_progress) {
        fprintf(stderr, "\r\033[K");
    }
}

static void tell_damage(void *context, const char *path, const struct format_error *error)
{
    clear_progress(context);
    if (error->offset > 0) {
        report_error("%s: byte %zu: %s", path, error->offset, error->what);
    } else {
        report_error("%s: %s", path, error->what);
    }
}

static void show_progress(void *context, const struct library_counts *counts)
{
    const struct updating *updating = context;
    if (updating->shows_progress) {
        fprintf(stderr, "\r%llu demos read, %llu files unchanged\033[K",
                (unsigned long long)counts->demos, (unsigned long long)counts->unchanged);
        (void)fflush(stderr);
    }
}

static void tell_counts(const char *folder, const struct library_counts *counts)
{
    const struct {
        uint64_t count;
        const char *what;
    } parts[] = {{counts->added, "new"},
                 {counts->changed, "changed"},
                 {counts->renamed, "renamed"},
                 {counts->removed, "gone"},
                 {counts->unchanged, "unchanged"}};
    const char *before = ": ";
    char shown[1024];
    terminal_text(shown, sizeof(shown), folder);
    printf("%s", shown);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].count > 0) {
            printf("%s%llu %s", before, (unsigned long long)parts[i].count, parts[i].what);
            before = ", ";
        }
    }
    printf("%s%llu demo%s read, %llu damaged%s\n", before, (unsigned long long)counts->demos,
           plural_s(counts->demos), (unsigned long long)counts->damaged,
           counts->was_ended ? "; ended early" : "");
}

static int update_one(struct library *library, const char *folder, const struct library_work *work,
                      const char *path)
{
    struct library_counts counts;
    struct format_error err = {0};
    const int code = library_update(library, folder, work, &counts, &err);
    clear_progress(work->context);
    if (code < 0) {
        report_error("%s: %s", code == FORMAT_MISSING || code == FORMAT_UNREADABLE ? folder : path,
                     err.what);
    }
    if (code == 0 || counts.demos > 0) {
        tell_counts(folder, &counts);
    }
    return code < 0 || counts.damaged > 0 || counts.was_ended ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int update_catalogue(const struct options *options)
{
    const struct library_options *asked = &options->library;
    struct updating updating = {.shows_progress = platform_is_terminal(2)};
    struct library_work work = {.threads = asked->threads ? asked->threads : platform_cpu_count(),
                                .shard = (unsigned)asked->shard.number,
                                .shards = (unsigned)asked->shard.count,
                                .context = &updating,
                                .stop = is_asked_to_end,
                                .damaged = tell_damage,
                                .progress = show_progress};
    struct library *library;
    struct process_guard guard;
    char path[LIBRARY_PATH];
    int status = find_catalogue(options, LIBRARY_WRITE, path);
    status = status == EXIT_GOOD ? open_catalogue(&library, path, LIBRARY_WRITE) : status;
    if (status != EXIT_GOOD) {
        return status;
    }
    process_guard_begin(&guard);
    for (size_t i = 0; i < options->num_files && !process_was_asked_to_end(); i++) {
        const int one = update_one(library, options->files[i], &work, path);
        status = one != EXIT_GOOD ? one : status;
    }
    process_guard_end(&guard);
    library_close(library);
    return status;
}

/* --- library find -------------------------------------------------------------------------------
 */

static int begin_search(struct library_rows **rows, struct library *library,
                        const struct options *options, const char *path)
{
    struct library_terms terms = {0};
    struct format_error err = {0};
    int code = 0;
    *rows = NULL;
    for (size_t i = 1; i < options->num_files && code == 0; i++) {
        code = library_terms_add(&terms, options->files[i], &err);
    }
    if (code < 0) {
        return command_refuse(COMMAND_LIBRARY, "%s", err.what);
    }
    code = options->library.sql ? library_sql(rows, library, options->library.sql, &err)
                                : library_find(rows, library, &terms, &err);
    if (code < 0) {
        report_error("%s: %s", options->library.sql ? "--sql" : path, err.what);
    }
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int print_rows(const struct options *options, struct library_rows *rows)
{
    const struct library_options *asked = &options->library;
    const enum library_form form = asked->csv                  ? LIBRARY_CSV
                                   : asked->json && asked->sql ? LIBRARY_JSON_ROWS
                                   : asked->json               ? LIBRARY_JSON
                                                               : LIBRARY_TABLE;
    struct text_output out;
    struct format_error err = {0};
    uint64_t count = 0;
    int status = text_output_open(&out, options);
    if (status == EXIT_GOOD) {
        const int code = library_print(out.stream, form, rows, &count, &err);
        if (code < 0) {
            report_error("library: %s", err.what);
        }
        status = text_output_close(&out, code < 0 || count == 0 ? EXIT_BAD_INPUT : EXIT_GOOD);
    }
    return status;
}

static int write_playlist(const struct options *options, struct library_rows *rows)
{
    struct options list = *options;
    struct text_output out;
    struct format_error err = {0};
    uint64_t count = 0, left_out = 0;
    list.out = options->library.playlist;
    int status = text_output_open(&out, &list);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code = library_print_playlist(out.stream, rows, &count, &left_out, &err);
    if (code < 0) {
        report_error("library: %s", err.what);
    }
    status = text_output_close(&out, code < 0 || count == 0 ? EXIT_BAD_INPUT : EXIT_GOOD);
    if (left_out > 0) {
        report_error("%s: %llu path%s left out, which no playlist can have", list.out,
                     (unsigned long long)left_out, plural_s(left_out));
        status = EXIT_BAD_INPUT;
    }
    return status;
}

/* The catalogue is no argument, which other commands' outputs are compared with. */
static int check_outputs(const struct options *options, const char *path)
{
    const char *const outputs[] = {options->out, options->library.playlist};
    for (int i = 0; i < 2; i++) {
        if (outputs[i] && platform_is_same_file(outputs[i], path)) {
            report_error("%s: would replace the catalogue, which is read", outputs[i]);
            return EXIT_BAD_INPUT;
        }
    }
    return EXIT_GOOD;
}

static int find_in_catalogue(const struct options *options)
{
    struct library *library;
    struct library_rows *rows;
    char path[LIBRARY_PATH];
    if (options->library.sql && options->num_files > 1) {
        return command_refuse(COMMAND_LIBRARY, "one of TERM..., --sql");
    }
    if (options->library.json + options->library.csv + (options->library.playlist != NULL) > 1) {
        return command_refuse(COMMAND_LIBRARY, "one of --json, --csv, --playlist");
    }
    int status = find_catalogue(options, LIBRARY_READ, path);
    status = status == EXIT_GOOD ? check_outputs(options, path) : status;
    status = status == EXIT_GOOD ? open_catalogue(&library, path, LIBRARY_READ) : status;
    if (status != EXIT_GOOD) {
        return status;
    }
    status = begin_search(&rows, library, options, path);
    if (status == EXIT_GOOD) {
        status =
            options->library.playlist ? write_playlist(options, rows) : print_rows(options, rows);
    }
    library_rows_free(rows);
    library_close(library);
    return status;
}

/* --- library merge ------------------------------------------------------------------------------
 */

static int merge_one(struct library *library, const char *name, const char *out)
{
    struct library *from;
    struct format_error err = {0};
    if (open_catalogue(&from, name, LIBRARY_READ) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    const int code = library_merge(library, from, &err);
    library_close(from);
    if (code < 0) {
        report_error("%s: %s", code == FORMAT_BAD ? name : out, err.what);
    }
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

/* Fills a catalogue beside the one to be, which gets its name when all are in it. */
static int merge_into(const struct options *options, const char *work)
{
    struct library *library;
    int status = open_catalogue(&library, work, LIBRARY_WRITE);
    if (status != EXIT_GOOD) {
        return status;
    }
    for (size_t i = 1; i < options->num_files && status == EXIT_GOOD; i++) {
        status = merge_one(library, options->files[i], options->out);
    }
    library_close(library);
    return status;
}

static int merge_catalogues(const struct options *options)
{
    const struct output_request request = {
        .path = options->out, .way = OUTPUT_PART, .force = options->force, .replace_part = true};
    struct output_file file;
    struct format_error err = {0};
    char work[OUTPUT_PATH];
    if (!options->out || strcmp(options->out, "-") == 0 || options->num_files < 2) {
        return command_refuse(COMMAND_LIBRARY, "merge CATALOGUE... -o CATALOGUE");
    }
    int status = command_check_output(options, options->out);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (output_file_open(&file, &request, &err) < 0) {
        report_error("%s: %s", options->out, err.what);
        return EXIT_BAD_INPUT;
    }
    snprintf(work, sizeof(work), "%.*s.merge", (int)sizeof(work) - 16, file.path);
    (void)!platform_remove_file(work); /* of a run that was killed */
    status = merge_into(options, work);
    const bool good = status == EXIT_GOOD && output_file_adopt(&file, work, &err) == 0;
    (void)!platform_remove_file(work);
    if (output_file_close(&file, good ? OUTPUT_DONE : OUTPUT_NONE, &err) < 0 ||
        (!good && status == EXIT_GOOD)) {
        report_error("%s: %s", options->out, err.what);
        status = EXIT_BAD_INPUT;
    }
    return status;
}

/* --- all ----------------------------------------------------------------------------------------
 */

static int check_update(const struct options *options)
{
    const struct library_options *asked = &options->library;
    return asked->sql || asked->json || asked->csv || asked->playlist || options->out
               ? command_refuse(COMMAND_LIBRARY,
                                "-o, --sql, --json, --csv and --playlist are of `library find`")
               : EXIT_GOOD;
}

int cmd_library(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_LIBRARY, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (strcmp(options.files[0], "find") == 0) {
        status = find_in_catalogue(&options);
    } else if (strcmp(options.files[0], "merge") == 0) {
        status = merge_catalogues(&options);
    } else {
        status = check_update(&options);
        status = status == EXIT_GOOD ? update_catalogue(&options) : status;
    }
    options_free(&options);
    return status;
}
