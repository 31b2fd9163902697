#include "engine/commands/render_merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

enum { NAME_MORE = 48 /* bytes of a piece's name beyond the film's */ };

bool render_merge_can(const struct film_format *format)
{
    return (film_kind_has_pieces(format->kind) || film_layout_can(format->kind)) &&
           strcmp(format->path, "-") != 0;
}

static bool is_in_place(const struct render_merge *merge)
{
    return film_layout_can(merge->format.kind);
}

static bool is_appended(const struct render_merge *merge)
{
    return merge->format.kind == FILM_AVI;
}

static int report_failure(const char *path, const struct format_error *err)
{
    report_error("%s: %s", path, err->what);
    return EXIT_BAD_INPUT;
}

struct film_piece render_merge_piece(const struct render_merge *merge, unsigned i)
{
    const struct film_piece whole = merge->whole;
    const struct film_piece in = film_piece_of(whole.last - whole.first, i + 1, merge->num_pieces);
    return (struct film_piece){whole.first + in.first, whole.first + in.last};
}

/* --- the beginning ---------------------------------------------------------------------------- */

/* One block: the pointers, and the names they lead to. */
static bool name_pieces(struct render_merge *merge)
{
    const char *path = merge->format.path;
    const size_t count = merge->num_pieces, room = strlen(path) + NAME_MORE;
    merge->paths = malloc(count * (sizeof(*merge->paths) + room));
    if (!merge->paths) {
        return false;
    }
    char *name = (char *)(merge->paths + count);
    for (size_t i = 0; i < count; i++, name += room) {
        snprintf(name, room, "%s.piece-%zu-of-%zu", path, i + 1, count);
        merge->paths[i] = name;
    }
    return true;
}

static void remove_pieces(const struct render_merge *merge, unsigned first)
{
    for (unsigned i = first; i < merge->num_pieces; i++) {
        if (platform_is_file(merge->paths[i])) {
            (void)!platform_remove_file(merge->paths[i]);
        }
    }
}

static int begin_in_place(struct render_merge *merge, struct format_error *err)
{
    int code = film_layout_make(&merge->layout, &merge->format, merge->whole, err);
    merge->resumed = merge->resumed && film_layout_fits(&merge->layout, merge->part);
    if (code == 0 && !merge->resumed) {
        remove_pieces(merge, 0); /* the film they belong to is gone */
        code = film_layout_begin(&merge->layout, merge->part, err);
    }
    if (code < 0) {
        film_layout_free(&merge->layout);
    }
    return code;
}

int render_merge_begin(struct render_merge *merge, const struct film_format *format,
                       struct film_piece whole, unsigned num_pieces, bool resume)
{
    const char *path = format->path;
    struct format_error err = {0};
    int code = 0;
    *merge = (struct render_merge){
        .format = *format, .whole = whole, .num_pieces = num_pieces, .resumed = resume};
    if (!is_in_place(merge) && !is_appended(merge)) {
        return EXIT_GOOD;
    }
    if (platform_is_file(path) ? !format->force : platform_exists(path)) {
        report_error(platform_is_file(path) ? "%s: is there already; --force replaces it"
                                            : "%s: is no file; one process writes there",
                     path);
        return EXIT_BAD_INPUT;
    }
    if (!film_file_name_part(path, merge->part) || strlen(path) + NAME_MORE > sizeof(merge->part)) {
        report_error("%s: cannot write: %s", path, strerror(ENAMETOOLONG));
        return EXIT_BAD_INPUT;
    }
    if (!name_pieces(merge)) {
        code = format_fail(&err, FORMAT_MEMORY, 0, "out of memory");
    } else if (is_in_place(merge)) {
        code = begin_in_place(merge, &err);
    } else {
        film_join_begin(&merge->join, merge->paths, num_pieces);
        code = film_file_open(&merge->file, path, format->force, &err);
    }
    if (code < 0) {
        free(merge->paths);
        return report_failure(path, &err);
    }
    return EXIT_GOOD;
}

bool render_merge_has(const struct render_merge *merge, unsigned i)
{
    struct file_handle file;
    if (!merge->resumed || !merge->paths || !platform_is_file(merge->paths[i])) {
        return false;
    }
    if (is_appended(merge)) {
        return true;
    }
    const uint64_t end = film_layout_at(&merge->layout, render_merge_piece(merge, i).last);
    const bool has = platform_open_file(merge->part, &file) == 0 && file.size >= end;
    platform_close_file(&file);
    return has;
}

/* --- a piece ---------------------------------------------------------------------------------- */

void render_merge_aim(const struct render_merge *merge, unsigned i, struct film_format *format)
{
    if (is_in_place(merge)) {
        format->path = merge->part;
        format->inside = true;
        format->at = film_layout_at(&merge->layout, render_merge_piece(merge, i).first);
    } else if (is_appended(merge)) {
        format->path = merge->paths[i];
        format->force = true;
    }
}

int render_merge_mark(const struct render_merge *merge, unsigned i)
{
    struct file_sink mark;
    if (!is_in_place(merge)) {
        return EXIT_GOOD; /* it has its name */
    }
    if (file_sink_open(&mark, merge->paths[i]) < 0 || file_sink_close(&mark) < 0) {
        report_error("%s: cannot write: %s", merge->paths[i], strerror(errno));
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

/* --- together --------------------------------------------------------------------------------- */

int render_merge_take(struct render_merge *merge, unsigned count)
{
    struct film_join *join = &merge->join;
    struct format_error err = {.what = "out of memory"};
    const struct media_sink sink = file_sink_media(&merge->file.sink);
    while (is_appended(merge) && join->appended < count) {
        if (film_join_append(join, &sink, &err) < 0) {
            file_sink_explain(&merge->file.sink, &err);
            merge->failed = true;
            return report_failure(join->bad ? join->bad : merge->format.path, &err);
        }
    }
    return EXIT_GOOD;
}

static int end_in_place(struct render_merge *merge, bool whole, uint64_t frames)
{
    struct format_error err = {0};
    const uint64_t behind = whole ? merge->whole.last : merge->whole.first + frames;
    unsigned kept = 0;
    int code = 0;
    while (!whole && frames > 0 && render_merge_piece(merge, kept).last <= behind) {
        kept++;
    }
    if (whole || frames > 0) {
        code = film_layout_cut(&merge->layout, merge->part, behind, &err);
    } else {
        (void)!platform_remove_file(merge->part);
    }
    if (code == 0 && whole && rename(merge->part, merge->format.path) != 0) {
        code = format_fail(&err, FORMAT_BAD, 0, "cannot write: %s", strerror(errno));
    }
    if (code == 0) {
        remove_pieces(merge, kept);
    }
    film_layout_free(&merge->layout);
    return code < 0 ? report_failure(merge->format.path, &err) : EXIT_GOOD;
}

static int end_appended(struct render_merge *merge, bool whole)
{
    struct format_error err = {0};
    const bool some = merge->join.avi != NULL;
    int code = some ? film_join_end(&merge->join) : 0;
    if (code < 0) {
        (void)format_fail(&err, code, 0, "out of memory");
        file_sink_explain(&merge->file.sink, &err);
    }
    const int closed = film_file_close(&merge->file,
                                       !some                ? FILM_FILE_NONE
                                       : whole && code == 0 ? FILM_FILE_DONE
                                                            : FILM_FILE_PARTLY,
                                       code < 0 ? NULL : &err);
    film_join_close(&merge->join);
    code = code < 0 ? code : closed;
    if (whole && code == 0) {
        remove_pieces(merge, 0);
    }
    return code < 0 && !merge->failed ? report_failure(merge->format.path, &err) : EXIT_GOOD;
}

int render_merge_end(struct render_merge *merge, bool whole, uint64_t frames)
{
    const int status = is_in_place(merge)   ? end_in_place(merge, whole, frames)
                       : is_appended(merge) ? end_appended(merge, whole)
                                            : EXIT_GOOD;
    free(merge->paths);
    return status;
}
