/* A PNG file a frame, each called by its number in the film. A file is put in its place whole. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/film_journal.h"
#include "engine/capture/outputs/outputs.h"
#include "engine/capture/picture_name.h"
#include "formats/base/hash64.h"
#include "formats/pictures/png.h"

struct pictures_output {
    const char *pattern;                /* borrowed */
    const struct film_journal *journal; /* borrowed; NULL = none */
    const atomic_bool *damaged;         /* borrowed; NULL = no game data is */
    int width, height;
    bool force, resume;
    struct byte_writer png; /* its memory is used again */
};

static int begin_pictures(struct film_output *output, const struct film_format *format,
                          struct format_error *err)
{
    struct pictures_output *pictures = calloc(1, sizeof(*pictures));
    if (!pictures) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    *pictures = (struct pictures_output){.pattern = format->path,
                                         .journal = format->journal,
                                         .damaged = format->damaged,
                                         .width = format->width,
                                         .height = format->height,
                                         .force = format->force,
                                         .resume = format->resume};
    output->state = pictures;
    return 0;
}

static bool has_frame(const struct film_output *output, uint64_t frame)
{
    const struct pictures_output *pictures = output->state;
    const struct film_journal *journal = pictures->journal;
    char path[OUTPUT_PATH];
    return journal && picture_name_make(path, sizeof(path), pictures->pattern, frame) &&
           film_journal_has(journal, frame - journal->frames.first, path, 0) &&
           platform_file_size(path) == journal->pieces[frame - journal->frames.first].size;
}

enum found { FOUND_NOTHING, FOUND_SAME, FOUND_CUT, FOUND_OTHER };

/* Compares what has the frame's name with the frame: an interrupted run leaves its beginning. */
static enum found find_picture(const struct pictures_output *pictures, const char *path)
{
    struct file_bytes file;
    if (!platform_exists(path)) {
        return FOUND_NOTHING;
    }
    if (platform_read_file(path, &file) < 0) {
        return FOUND_OTHER;
    }
    const bool same =
        file.size <= pictures->png.size && memcmp(file.data, pictures->png.data, file.size) == 0;
    const enum found found = !same                             ? FOUND_OTHER
                             : file.size == pictures->png.size ? FOUND_SAME
                                                               : FOUND_CUT;
    platform_free_file(&file);
    return found;
}

/* Writes the PNG unless an earlier run of this film did. */
static int write_picture(const struct pictures_output *pictures, const char *path, uint64_t frame,
                         struct format_error *err)
{
    const struct film_journal *journal = pictures->journal;
    const struct byte_writer *png = &pictures->png;
    const uint64_t index = journal ? frame - journal->frames.first : 0;
    const enum found found = pictures->resume ? find_picture(pictures, path) : FOUND_NOTHING;
    /* What the journal has and is not the same was damaged since, or drawn with damaged data. */
    const bool own =
        found == FOUND_CUT || (journal && journal->continued && journal->pieces[index].made);
    const struct output_request request = {
        .path = path, .force = pictures->force || own, .unsynced = journal != NULL};
    struct format_error inner;
    if (found == FOUND_OTHER && !request.force) {
        return format_fail(err, FORMAT_BAD, 0,
                           "picture %llu is there and is not of this film; --force replaces it",
                           (unsigned long long)frame);
    }
    const int code =
        found == FOUND_SAME ? 0 : output_file_write(&request, png->data, png->size, &inner);
    if (code < 0) {
        return code == FORMAT_MEMORY ? format_fail(err, code, 0, "out of memory")
                                     : format_fail(err, code, 0, "picture %llu: %s",
                                                   (unsigned long long)frame, inner.what);
    }
    const struct film_journal_piece piece = {
        .made = true,
        .done = !pictures->damaged || !atomic_load(pictures->damaged),
        .size = png->size,
        .hash = hash64_add(HASH64_START, png->data, png->size)};
    return journal ? film_journal_add(journal, index, &piece, err) : 0;
}

static int add_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                     struct format_error *err)
{
    struct pictures_output *pictures = output->state;
    char path[OUTPUT_PATH];
    if (!picture_name_make(path, sizeof(path), pictures->pattern, frame)) {
        return format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(ENAMETOOLONG));
    }
    pictures->png.size = 0;
    if (png_encode_rgb(pixels, pictures->width, pictures->height, &pictures->png) < 0) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    const int code = write_picture(pictures, path, frame, err);
    output->size += code == 0 ? pictures->png.size : 0;
    return code;
}

static int end_pictures(struct film_output *output, enum output_end end, struct format_error *err)
{
    struct pictures_output *pictures = output->state;
    (void)end, (void)err;
    byte_writer_free(&pictures->png);
    free(pictures);
    output->state = NULL;
    return 0;
}

const struct film_output_kind film_output_pictures = {.pictures = true,
                                                      .pieces = true,
                                                      .open = begin_pictures,
                                                      .frame = add_frame,
                                                      .has_frame = has_frame,
                                                      .end = end_pictures};
