#include "engine/capture/film_done.h"

#include "assets/file_source.h"
#include "engine/capture/film_layout.h"
#include "formats/media/avi_reader.h"

static bool is_same_avi(const struct avi_reader *reader, const struct film_format *format,
                        uint64_t frames)
{
    const struct avi_format *avi = &reader->format;
    return avi->width == (uint32_t)format->width && avi->height == (uint32_t)format->height &&
           (uint64_t)avi->fps_num * format->fps.den == (uint64_t)format->fps.num * avi->fps_den &&
           avi->codec == format->codec && avi->sound_rate == format->sound_rate &&
           reader->frames == frames;
}

static bool check_avi(const struct film_format *format, uint64_t frames)
{
    struct disk_file file;
    struct avi_reader reader;
    if (platform_open_file(format->path, &file) < 0) {
        return false;
    }
    const struct byte_source source = file_source(&file);
    const bool same =
        avi_reader_open(&reader, &source, NULL) == 0 && is_same_avi(&reader, format, frames);
    avi_reader_close(&reader);
    platform_close_file(&file);
    return same;
}

static bool check_layout(const struct film_format *format, struct film_piece piece)
{
    struct film_layout layout;
    const bool same = film_layout_make(&layout, format, piece, NULL) == 0 &&
                      film_layout_is_whole(&layout, format->path);
    film_layout_free(&layout);
    return same;
}

int film_done_check(const struct film_format *format, struct film_piece piece,
                    struct format_error *err)
{
    const bool same = format->kind == FILM_AVI        ? check_avi(format, piece.last - piece.first)
                      : film_layout_can(format->kind) ? check_layout(format, piece)
                                                      : true;
    return same ? 0
                : format_fail(err, FORMAT_BAD, 0,
                              "is there, and is not this film (size, rate, length); --force "
                              "replaces it");
}
