#include "engine/commands/render_gather.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

enum { NAME_MORE = 48 /* bytes of a piece's name beyond the film's */ };

bool render_gather_can(const struct film_format *format)
{
    return (film_kind_has_pieces(format->kind) || film_layout_can(format->kind)) &&
           strcmp(format->path, "-") != 0;
}

static bool is_in_place(const struct render_gather *gather)
{
    return film_layout_can(gather->format.kind);
}

static bool is_appended(const struct render_gather *gather)
{
    return gather->format.kind == FILM_AVI;
}

static int complain(const char *path, const struct format_error *err)
{
    report_error("%s: %s", path, err->what);
    return EXIT_BAD_INPUT;
}

struct film_piece render_gather_piece(const struct render_gather *gather, unsigned i)
{
    const struct film_piece whole = gather->whole;
    const struct film_piece in = film_piece_of(whole.last - whole.first, i + 1, gather->num_pieces);
    return (struct film_piece){whole.first + in.first, whole.first + in.last};
}

/* --- the beginning ---------------------------------------------------------------------------- */

/* One block: the pointers, and the names they lead to. */
static bool name_pieces(struct render_gather *gather)
{
    const char *path = gather->format.path;
    const size_t count = gather->num_pieces, room = strlen(path) + NAME_MORE;
    gather->paths = malloc(count * (sizeof(*gather->paths) + room));
    if (!gather->paths) {
        return false;
    }
    char *name = (char *)(gather->paths + count);
    for (size_t i = 0; i < count; i++, name += room) {
        snprintf(name, room, "%s.piece-%zu-of-%zu", path, i + 1, count);
        gather->paths[i] = name;
    }
    return true;
}

static void remove_pieces(const struct render_gather *gather, unsigned first)
{
    for (unsigned i = first; i < gather->num_pieces; i++) {
        if (platform_is_file(gather->paths[i])) {
            (void)!platform_remove_file(gather->paths[i]);
        }
    }
}

static int begin_in_place(struct render_gather *gather, struct format_error *err)
{
    int code = film_layout_make(&gather->layout, &gather->format, gather->whole, err);
    gather->resumed = gather->resumed && film_layout_fits(&gather->layout, gather->part);
    if (code == 0 && !gather->resumed) {
        remove_pieces(gather, 0); /* the film they belong to is gone */
        code = film_layout_begin(&gather->layout, gather->part, err);
    }
    if (code < 0) {
        film_layout_free(&gather->layout);
    }
    return code;
}

int render_gather_begin(struct render_gather *gather, const struct film_format *format,
                        struct film_piece whole, unsigned num_pieces, bool resume)
{
    const char *path = format->path;
    struct format_error err = {0};
    int code = 0;
    *gather = (struct render_gather){
        .format = *format, .whole = whole, .num_pieces = num_pieces, .resumed = resume};
    if (!is_in_place(gather) && !is_appended(gather)) {
        return EXIT_GOOD;
    }
    if (platform_is_file(path) ? !format->force : platform_exists(path)) {
        report_error(platform_is_file(path) ? "%s: is there already; --force replaces it"
                                            : "%s: is no file; one process writes there",
                     path);
        return EXIT_BAD_INPUT;
    }
    if (!film_file_name_part(path, gather->part) ||
        strlen(path) + NAME_MORE > sizeof(gather->part)) {
        report_error("%s: cannot write: %s", path, strerror(ENAMETOOLONG));
        return EXIT_BAD_INPUT;
    }
    if (!name_pieces(gather)) {
        code = format_fail(&err, FORMAT_MEMORY, 0, "no memory");
    } else if (is_in_place(gather)) {
        code = begin_in_place(gather, &err);
    } else {
        film_join_begin(&gather->join, gather->paths, num_pieces);
        code = film_file_open(&gather->file, path, format->force, &err);
    }
    if (code < 0) {
        free(gather->paths);
        return complain(path, &err);
    }
    return EXIT_GOOD;
}

bool render_gather_has(const struct render_gather *gather, unsigned i)
{
    struct file_source file;
    if (!gather->resumed || !gather->paths || !platform_is_file(gather->paths[i])) {
        return false;
    }
    if (is_appended(gather)) {
        return true;
    }
    const uint64_t end = film_layout_at(&gather->layout, render_gather_piece(gather, i).last);
    const bool has = file_source_open(&file, gather->part) == 0 && file.size >= end;
    file_source_close(&file);
    return has;
}

/* --- a piece ---------------------------------------------------------------------------------- */

void render_gather_aim(const struct render_gather *gather, unsigned i, struct film_format *format)
{
    if (is_in_place(gather)) {
        format->path = gather->part;
        format->inside = true;
        format->at = film_layout_at(&gather->layout, render_gather_piece(gather, i).first);
    } else if (is_appended(gather)) {
        format->path = gather->paths[i];
        format->force = true;
    }
}

int render_gather_mark(const struct render_gather *gather, unsigned i)
{
    struct file_sink mark;
    if (!is_in_place(gather)) {
        return EXIT_GOOD; /* it has its name */
    }
    if (file_sink_open(&mark, gather->paths[i]) < 0 || file_sink_close(&mark) < 0) {
        report_error("%s: cannot write: %s", gather->paths[i], strerror(errno));
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

/* --- together --------------------------------------------------------------------------------- */

int render_gather_take(struct render_gather *gather, unsigned count)
{
    struct film_join *join = &gather->join;
    struct format_error err = {.what = "no memory"};
    const struct media_sink sink = file_sink_media(&gather->file.sink);
    while (is_appended(gather) && join->appended < count) {
        if (film_join_append(join, &sink, &err) < 0) {
            file_sink_explain(&gather->file.sink, &err);
            gather->failed = true;
            return complain(join->bad ? join->bad : gather->format.path, &err);
        }
    }
    return EXIT_GOOD;
}

static int end_in_place(struct render_gather *gather, bool whole, uint64_t frames)
{
    struct format_error err = {0};
    const uint64_t behind = whole ? gather->whole.last : gather->whole.first + frames;
    unsigned kept = 0;
    int code = 0;
    while (!whole && frames > 0 && render_gather_piece(gather, kept).last <= behind) {
        kept++;
    }
    if (whole || frames > 0) {
        code = film_layout_cut(&gather->layout, gather->part, behind, &err);
    } else {
        (void)!platform_remove_file(gather->part);
    }
    if (code == 0 && whole && rename(gather->part, gather->format.path) != 0) {
        code = format_fail(&err, FORMAT_BAD, 0, "cannot write: %s", strerror(errno));
    }
    if (code == 0) {
        remove_pieces(gather, kept);
    }
    film_layout_free(&gather->layout);
    return code < 0 ? complain(gather->format.path, &err) : EXIT_GOOD;
}

static int end_appended(struct render_gather *gather, bool whole)
{
    struct format_error err = {0};
    const bool some = gather->join.avi != NULL;
    int code = some ? film_join_end(&gather->join) : 0;
    if (code < 0) {
        (void)format_fail(&err, code, 0, "no memory");
        file_sink_explain(&gather->file.sink, &err);
    }
    const int closed = film_file_close(&gather->file,
                                       !some                ? FILM_FILE_NONE
                                       : whole && code == 0 ? FILM_FILE_DONE
                                                            : FILM_FILE_PARTLY,
                                       code < 0 ? NULL : &err);
    film_join_close(&gather->join);
    code = code < 0 ? code : closed;
    if (whole && code == 0) {
        remove_pieces(gather, 0);
    }
    return code < 0 && !gather->failed ? complain(gather->format.path, &err) : EXIT_GOOD;
}

int render_gather_end(struct render_gather *gather, bool whole, uint64_t frames)
{
    const int status = is_in_place(gather)   ? end_in_place(gather, whole, frames)
                       : is_appended(gather) ? end_appended(gather, whole)
                                             : EXIT_GOOD;
    free(gather->paths);
    return status;
}
