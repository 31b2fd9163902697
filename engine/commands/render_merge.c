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
static int name_pieces(struct render_merge *merge, struct format_error *err)
{
    const char *path = merge->format.path;
    const size_t count = merge->num_pieces, room = strlen(path) + NAME_MORE;
    if (room > OUTPUT_PATH) {
        return format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(ENAMETOOLONG));
    }
    merge->paths = malloc(count * (sizeof(*merge->paths) + room));
    if (!merge->paths) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    char *name = (char *)(merge->paths + count);
    for (size_t i = 0; i < count; i++, name += room) {
        snprintf(name, room, "%s.piece-%zu-of-%zu", path, i + 1, count);
        merge->paths[i] = name;
    }
    return 0;
}

static int tell_left(const char *path)
{
    report_error("%s: cannot be removed: %s", path, strerror(errno));
    return EXIT_BAD_INPUT;
}

/* Returns the exit status. */
static int remove_pieces(const struct render_merge *merge)
{
    int status = EXIT_GOOD;
    for (unsigned i = 0; i < merge->num_pieces; i++) {
        if (platform_remove_file(merge->paths[i]) < 0 && errno != ENOENT) {
            status = tell_left(merge->paths[i]);
        }
    }
    return status;
}

static int remove_journal(const struct render_merge *merge)
{
    const char *path = merge->journal.path;
    return film_journal_remove(&merge->journal) < 0 && errno != ENOENT ? tell_left(path)
                                                                       : EXIT_GOOD;
}

/* Opens FILE.part, which locks it. */
static int open_part(struct render_merge *merge, struct format_error *err)
{
    const struct film_format *format = &merge->format;
    const struct output_request request = {.path = merge->work_path,
                                           .way = OUTPUT_PART,
                                           .force = format->force,
                                           .replace_part = format->resume,
                                           .keep_part = true};
    const int code = output_file_open(&merge->file, &request, err);
    if (code == 0 && merge->file.is_stream) {
        (void)!output_file_close(&merge->file, OUTPUT_NONE, NULL);
        return format_fail(err, FORMAT_BAD, 0, "is no file; one process writes there");
    }
    return code;
}

static int open_journal(struct render_merge *merge, const struct film_identity *identity,
                        struct format_error *err)
{
    const struct film_format *format = &merge->format;
    const bool pictures = !is_in_place(merge) && !is_appended(merge);
    const int code =
        film_journal_open(&merge->journal, merge->work_path, identity, merge->whole,
                          pictures ? merge->whole.last - merge->whole.first : merge->num_pieces,
                          format->resume, format->force, err);
    merge->journal.unsynced = pictures; /* each is checked by --resume */
    if (!pictures) {
        merge->num_pieces = (unsigned)merge->journal.num_pieces;
    }
    return code;
}

static int begin_in_place(struct render_merge *merge, struct format_error *err)
{
    int code = film_layout_make(&merge->layout, &merge->format, merge->whole, err);
    if (code == 0 && !merge->journal.continued) {
        code = film_layout_cut(&merge->layout, &merge->file, merge->whole.first, err);
    }
    return code;
}

static int begin_appended(struct render_merge *merge, struct format_error *err)
{
    const struct media_sink sink = output_file_sink(&merge->file);
    int code = name_pieces(merge, err);
    if (code == 0 && !merge->journal.continued) {
        (void)remove_pieces(merge); /* the film they belong to is gone */
    }
    if (code == 0 && sink.cut(sink.context, 0) < 0) { /* the pieces hold all of it */
        output_file_explain(&merge->file, err);
        code = FORMAT_BAD;
    }
    film_join_begin(&merge->join, merge->paths, merge->num_pieces);
    return code;
}

void render_merge_remove_left(const struct film_format *format, const char *work_path,
                              const struct film_identity *identity, struct film_piece whole)
{
    char part[OUTPUT_PATH];
    struct render_merge merge = {
        .format = *format, .work_path = work_path, .whole = whole, .num_pieces = 1};
    merge.format.resume = true;
    merge.format.force = false; /* another film's journal stays */
    if (!output_file_name_part(work_path, part) || platform_exists(part) ||
        !film_journal_is_there(work_path)) {
        return;
    }
    if (open_journal(&merge, identity, NULL) == 0 && merge.journal.continued) {
        if (!is_appended(&merge) ||
            (name_pieces(&merge, NULL) == 0 && remove_pieces(&merge) == 0)) {
            (void)remove_journal(&merge);
        }
    }
    film_journal_free(&merge.journal);
    free(merge.paths);
}

int render_merge_begin(struct render_merge *merge, const struct film_format *format,
                       const char *work_path, const struct film_identity *identity,
                       struct film_piece whole, unsigned num_pieces)
{
    struct format_error err = {0};
    *merge = (struct render_merge){
        .format = *format, .work_path = work_path, .whole = whole, .num_pieces = num_pieces};
    int code = open_part(merge, &err);
    if (code < 0) {
        return report_failure(format->path, &err);
    }
    code = open_journal(merge, identity, &err);
    if (code == 0 && is_in_place(merge)) {
        code = begin_in_place(merge, &err);
    } else if (code == 0 && is_appended(merge)) {
        code = begin_appended(merge, &err);
    }
    if (code < 0) {
        (void)!output_file_close(&merge->file, OUTPUT_PARTLY, NULL);
        if (merge->journal.created) {
            (void)remove_journal(merge);
        }
        film_journal_free(&merge->journal);
        film_layout_free(&merge->layout);
        free(merge->paths);
        return report_failure(format->path, &err);
    }
    return EXIT_GOOD;
}

/* File and byte range of a piece. */
struct piece_place {
    const char *path;
    uint64_t at, size;
};

static struct piece_place place_piece(const struct render_merge *merge, unsigned i)
{
    const struct film_piece piece = render_merge_piece(merge, i);
    if (is_appended(merge)) {
        return (struct piece_place){merge->paths[i], 0, platform_file_size(merge->paths[i])};
    }
    const uint64_t at = film_layout_at(&merge->layout, piece.first);
    return (struct piece_place){merge->file.part, at,
                                film_layout_at(&merge->layout, piece.last) - at};
}

bool render_merge_has(const struct render_merge *merge, unsigned i)
{
    if (!merge->journal.continued || !(is_in_place(merge) || is_appended(merge))) {
        return false;
    }
    const struct piece_place place = place_piece(merge, i);
    return place.size == merge->journal.pieces[i].size &&
           film_journal_has(&merge->journal, i, place.path, place.at);
}

/* --- a piece ---------------------------------------------------------------------------------- */

void render_merge_aim(const struct render_merge *merge, unsigned i, struct film_format *format)
{
    if (is_in_place(merge)) {
        format->path = merge->file.part;
        format->inside = true;
        format->at = film_layout_at(&merge->layout, render_merge_piece(merge, i).first);
    } else if (is_appended(merge)) {
        format->path = merge->paths[i];
        format->is_piece = format->force = true;
    } else {
        format->inside = true; /* the lock on all pictures is held */
        format->journal = &merge->journal;
    }
}

int render_merge_mark(const struct render_merge *merge, unsigned i, bool damaged)
{
    struct format_error err = {0};
    if (!is_in_place(merge) && !is_appended(merge)) {
        return EXIT_GOOD;
    }
    const struct piece_place place = place_piece(merge, i);
    struct film_journal_piece piece = {.made = true, .done = !damaged, .size = place.size};
    if (film_journal_hash(place.path, place.at, place.size, &piece.hash) < 0) {
        report_error("%s: cannot be read again", place.path);
        return EXIT_BAD_INPUT;
    }
    return film_journal_add(&merge->journal, i, &piece, &err) < 0
               ? report_failure(merge->journal.path, &err)
               : EXIT_GOOD;
}

/* --- together --------------------------------------------------------------------------------- */

int render_merge_take(struct render_merge *merge, unsigned count)
{
    struct film_join *join = &merge->join;
    struct format_error err = {.what = "out of memory"};
    const struct media_sink sink = output_file_sink(&merge->file);
    while (is_appended(merge) && join->appended < count) {
        if (film_join_append(join, &sink, &err) < 0) {
            output_file_explain(&merge->file, &err);
            merge->failed = true;
            return report_failure(join->bad ? join->bad : merge->format.path, &err);
        }
    }
    return EXIT_GOOD;
}

static int end_in_place(struct render_merge *merge, bool whole, uint64_t frames,
                        struct format_error *err)
{
    const uint64_t behind = whole ? merge->whole.last : merge->whole.first + frames;
    return film_layout_cut(&merge->layout, &merge->file, behind, err);
}

static int end_appended(struct render_merge *merge, struct format_error *err)
{
    const int code = merge->join.avi ? film_join_end(&merge->join) : 0;
    if (code < 0) {
        (void)format_fail(err, code, 0, "out of memory");
        output_file_explain(&merge->file, err);
    }
    return code;
}

/* Prints what FILE.part holds. frames: written without a gap; of an AVI whole pieces are appended.
 */
static void tell_front(const struct render_merge *merge, uint64_t frames)
{
    const struct film_piece *film = &merge->whole;
    if (is_appended(merge)) {
        const unsigned last = merge->join.appended - 1;
        frames = render_merge_piece(merge, last).last - film->first;
    }
    if (platform_is_file(merge->file.part)) {
        report_error("%s holds the first %llu of %llu frames", merge->file.part,
                     (unsigned long long)frames, (unsigned long long)(film->last - film->first));
    }
}

int render_merge_end(struct render_merge *merge, bool whole, uint64_t frames)
{
    struct format_error err = {0};
    const bool pictures = !is_in_place(merge) && !is_appended(merge);
    const bool some = is_appended(merge) ? merge->join.avi != NULL : whole || frames > 0;
    const int ended = pictures             ? 0
                      : is_in_place(merge) ? end_in_place(merge, whole, frames, &err)
                                           : end_appended(merge, &err);
    const int closed = output_file_close(&merge->file,
                                         pictures || !some     ? OUTPUT_NONE
                                         : whole && ended == 0 ? OUTPUT_DONE
                                                               : OUTPUT_PARTLY,
                                         ended < 0 ? NULL : &err);
    const int code = ended < 0 ? ended : closed;
    const bool nothing = is_in_place(merge)
                             ? !some
                             : merge->journal.created && film_journal_is_empty(&merge->journal);
    int left = EXIT_GOOD;
    if (!pictures && !whole && some && code == 0) {
        tell_front(merge, frames);
    }
    if (pictures && whole) {
        output_file_sync_all(merge->work_path);
    }
    if ((whole && code == 0) || nothing) {
        /* The journal last: as long as it is there, a killed run's pieces are found. */
        left = is_appended(merge) ? remove_pieces(merge) : EXIT_GOOD;
        left = left == EXIT_GOOD ? remove_journal(merge) : left;
    }
    film_join_close(&merge->join);
    film_layout_free(&merge->layout);
    film_journal_free(&merge->journal);
    free(merge->paths);
    return code < 0 && !merge->failed ? report_failure(merge->format.path, &err) : left;
}
