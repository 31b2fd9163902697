#include "engine/capture/film_join.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "assets/file_source.h"
#include "formats/media/avi_reader.h"
#include "formats/media/wav.h"
#include "formats/media/wav_reader.h"
#include "formats/media/y4m_reader.h"

enum { COPY_BYTES = 1 << 16, JPEG_MARKER = 4 };

/* A piece while it is looked through (the writers are NULL) or copied. */
struct piece {
    struct film_join *join;
    const struct byte_source *source;
    const struct media_sink *sink;
    bool first;
    struct avi_writer *avi;
    struct wav_writer *wav;
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

/* The first piece's header is kept; later pieces must have the same bytes. */
static int match_head(const struct piece *piece, const uint8_t *head, size_t size, size_t at,
                      const char *what, struct format_error *err)
{
    struct film_join_format *format = &piece->join->format;
    if (format->head) {
        return size == format->head_size && memcmp(head, format->head, size) == 0
                   ? 0
                   : format_fail(err, FORMAT_BAD, at, "%s than in %s", what,
                                 piece->join->pieces[0]);
    }
    format->head = malloc(size + 1);
    if (!format->head) {
        return no_memory(err);
    }
    memcpy(format->head, head, size);
    format->head_size = size;
    return 0;
}

/* --- AVI
 * -------------------------------------------------------------------------------------- */

/* Bytes of a picture before what is its own: tables of the quality, size, way of coding. */
static size_t jpeg_head(const uint8_t *jpeg, size_t size)
{
    size_t at = 2;
    while (size >= JPEG_MARKER && at <= size - JPEG_MARKER && jpeg[at] == 0xff &&
           jpeg[at + 1] != 0xda) {
        at += 2 + (size_t)(jpeg[at + 2] << 8 | jpeg[at + 3]);
    }
    return at < size ? at : size;
}

static int match_avi(const struct piece *piece, const struct avi_reader *reader,
                     struct format_error *err)
{
    struct film_join *join = piece->join;
    const struct avi_format *a = &join->format.avi, *b = &reader->format;
    if (piece->first) {
        join->format.avi = reader->format;
        return 0;
    }
    if (a->width != b->width || a->height != b->height) {
        return format_fail(err, FORMAT_BAD, 0,
                           "pictures of %" PRIu32 "x%" PRIu32 ", not %" PRIu32 "x%" PRIu32
                           " as in %s",
                           b->width, b->height, a->width, a->height, join->pieces[0]);
    }
    if (a->fps_num != b->fps_num || a->fps_den != b->fps_den) {
        return format_fail(err, FORMAT_BAD, 0,
                           "%" PRIu32 "/%" PRIu32 " frames a second, not %" PRIu32 "/%" PRIu32
                           " as in %s",
                           b->fps_num, b->fps_den, a->fps_num, a->fps_den, join->pieces[0]);
    }
    if (a->codec != b->codec) {
        return format_fail(err, FORMAT_BAD, 0, "other coding of pictures than in %s",
                           join->pieces[0]);
    }
    if (a->sound_rate != b->sound_rate) {
        return format_fail(err, FORMAT_BAD, 0,
                           "sound of %" PRIu32 " Hz, not %" PRIu32 " as in %s (0: none)",
                           b->sound_rate, a->sound_rate, join->pieces[0]);
    }
    return 0;
}

/* One chunk: only the film's first picture is looked at, all are copied. */
static int take_chunk(struct piece *piece, struct avi_reader *reader, const struct avi_chunk *chunk,
                      bool *seen, struct format_error *err)
{
    const bool video = chunk->stream == AVI_VIDEO;
    const bool look = !piece->avi && video && !*seen && reader->format.codec == AVI_MJPEG;
    if (!piece->avi && !look) {
        return 0;
    }
    int code = avi_reader_load(reader, chunk, err);
    if (code < 0) {
        return code;
    }
    if (look) {
        *seen = true;
        return match_head(piece, reader->bytes, jpeg_head(reader->bytes, chunk->size),
                          (size_t)chunk->at, "another quality of pictures", err);
    }
    code = video ? avi_add_encoded_frame(piece->avi, reader->bytes, chunk->size)
                 : avi_add_encoded_sound(piece->avi, reader->bytes, chunk->size);
    piece->join->bad = code < 0 ? NULL : piece->join->bad;
    return code;
}

static int take_avi(struct piece *piece, struct format_error *err)
{
    struct avi_reader reader;
    struct avi_chunk chunk;
    bool seen = false;
    int code = avi_reader_open(&reader, piece->source, err);
    if (code == 0) {
        code = match_avi(piece, &reader, err);
    }
    while (code == 0 && (code = avi_reader_next(&reader, &chunk, err)) > 0) {
        code = take_chunk(piece, &reader, &chunk, &seen, err);
    }
    if (code == 0 && !piece->avi) {
        piece->join->frames += reader.frames;
        piece->join->samples += reader.samples;
    }
    avi_reader_close(&reader);
    return code;
}

/* --- y4m and WAV
 * -------------------------------------------------------------------------------------- */

static int append_bytes(const struct piece *piece, const uint8_t *bytes, size_t size)
{
    const int code = piece->sink->append(piece->sink->context, bytes, size);
    piece->join->bad = code < 0 ? NULL : piece->join->bad;
    return code;
}

static int take_y4m(struct piece *piece, struct format_error *err)
{
    struct y4m_reader reader;
    int code = y4m_reader_open(&reader, piece->source, err);
    if (code == 0 && !piece->sink) {
        code = match_head(piece, (const uint8_t *)reader.header, reader.header_size, 0,
                          "another header", err);
    } else if (code == 0 && piece->first) {
        code = append_bytes(piece, (const uint8_t *)reader.header, reader.header_size);
    }
    while (code == 0 && (code = y4m_reader_next(&reader, err)) > 0) {
        code = piece->sink ? append_bytes(piece, reader.frame, reader.size) : 0;
    }
    if (code == 0 && !piece->sink) {
        piece->join->frames += reader.frames;
    }
    y4m_reader_close(&reader);
    return code;
}

static int copy_samples(struct piece *piece, const struct wav_reader *reader,
                        struct format_error *err)
{
    const size_t frame_size = (size_t)reader->channels * 2;
    uint8_t bytes[COPY_BYTES];
    uint64_t at = reader->at;
    for (uint64_t left = reader->frames; left > 0;) {
        const size_t most = COPY_BYTES / frame_size, count = left < most ? (size_t)left : most;
        int code =
            byte_source_read(piece->source, at, bytes, count * frame_size, "the samples", err);
        if (code < 0) {
            return code;
        }
        code = wav_add_encoded(piece->wav, bytes, count);
        if (code < 0) {
            piece->join->bad = NULL;
            return code;
        }
        at += count * frame_size;
        left -= count;
    }
    return 0;
}

static int take_wav(struct piece *piece, struct format_error *err)
{
    struct film_join *join = piece->join;
    struct wav_reader reader;
    const int code = wav_reader_open(&reader, piece->source, err);
    if (code < 0) {
        return code;
    }
    if (piece->first) {
        join->format.rate = reader.rate;
        join->format.channels = reader.channels;
    } else if (join->format.rate != reader.rate || join->format.channels != reader.channels) {
        return format_fail(err, FORMAT_BAD, 0, "%d x %" PRIu32 " Hz, not %d x %" PRIu32 " as in %s",
                           reader.channels, reader.rate, join->format.channels, join->format.rate,
                           join->pieces[0]);
    }
    if (piece->wav) {
        return copy_samples(piece, &reader, err);
    }
    join->samples += reader.frames;
    return 0;
}

/* --- all kinds
 * -------------------------------------------------------------------------------------- */

static int find_kind(const struct byte_source *source, enum film_join_kind *kind,
                     struct format_error *err)
{
    uint8_t head[12] = {0};
    if (source->size >= sizeof(head) &&
        byte_source_read(source, 0, head, sizeof(head), "the head", NULL) == 0) {
        const bool riff = memcmp(head, "RIFF", 4) == 0;
        if (riff && memcmp(head + 8, "AVI ", 4) == 0) {
            *kind = FILM_JOIN_AVI;
            return 0;
        }
        if (riff && memcmp(head + 8, "WAVE", 4) == 0) {
            *kind = FILM_JOIN_WAV;
            return 0;
        }
        if (memcmp(head, "YUV4MPEG2 ", 10) == 0) {
            *kind = FILM_JOIN_Y4M;
            return 0;
        }
    }
    return format_fail(err, FORMAT_UNKNOWN, 0, "neither AVI, y4m nor WAV");
}

static int take_piece(struct piece *piece, struct format_error *err)
{
    static int (*const take[])(struct piece *, struct format_error *) = {
        [FILM_JOIN_AVI] = take_avi, [FILM_JOIN_Y4M] = take_y4m, [FILM_JOIN_WAV] = take_wav};
    struct film_join *join = piece->join;
    if (piece->first && !piece->sink) {
        const int code = find_kind(piece->source, &join->format.kind, err);
        if (code < 0) {
            return code;
        }
    }
    return take[join->format.kind](piece, err);
}

static int take_one(struct film_join *join, const struct piece *like, size_t i,
                    struct format_error *err)
{
    struct disk_file file;
    join->bad = join->pieces[i];
    if (platform_open_file(join->pieces[i], &file) < 0) {
        return format_fail(err, FORMAT_MISSING, 0, "%s",
                           errno == EINVAL ? "Not a regular file" : strerror(errno));
    }
    const struct byte_source source = file_source(&file);
    struct piece piece = *like;
    piece.source = &source;
    piece.first = i == 0;
    const int code = take_piece(&piece, err);
    platform_close_file(&file);
    join->bad = code == 0 ? NULL : join->bad;
    return code;
}

static int take_all(struct film_join *join, const struct piece *like, struct format_error *err)
{
    int code = 0;
    for (size_t i = 0; code == 0 && i < join->count; i++) {
        code = take_one(join, like, i, err);
    }
    return code;
}

int film_join_open(struct film_join *join, const char *const *pieces, size_t count,
                   struct format_error *err)
{
    *join = (struct film_join){.pieces = pieces, .count = count};
    const struct piece like = {.join = join};
    return take_all(join, &like, err);
}

static int write_avi(struct film_join *join, struct piece *like, struct format_error *err)
{
    struct avi_writer avi;
    int code = avi_begin(&avi, like->sink, &join->format.avi);
    if (code == 0) {
        like->avi = &avi;
        code = take_all(join, like, err);
    }
    if (code == 0) {
        code = avi_end(&avi);
    }
    avi_free(&avi);
    return code;
}

static int write_wav(struct film_join *join, struct piece *like, struct format_error *err)
{
    struct wav_writer wav;
    int code = wav_begin(&wav, like->sink, join->format.rate, join->format.channels, join->samples);
    if (code == 0) {
        like->wav = &wav;
        code = take_all(join, like, err);
    }
    return code == 0 ? wav_end(&wav) : code;
}

int film_join_write(struct film_join *join, const struct media_sink *sink, struct format_error *err)
{
    struct piece like = {.join = join, .sink = sink};
    join->bad = NULL;
    switch (join->format.kind) {
    case FILM_JOIN_AVI:
        return write_avi(join, &like, err);
    case FILM_JOIN_WAV:
        return write_wav(join, &like, err);
    default:
        return take_all(join, &like, err);
    }
}

/* --- piece by piece --------------------------------------------------------------------------- */

void film_join_begin(struct film_join *join, const char *const *pieces, size_t count)
{
    *join = (struct film_join){.pieces = pieces, .count = count};
}

static int begin_avi(struct film_join *join, const struct media_sink *sink,
                     struct format_error *err)
{
    if (join->format.kind != FILM_JOIN_AVI) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not an AVI");
    }
    join->avi = malloc(sizeof(*join->avi));
    if (!join->avi) {
        return no_memory(err);
    }
    return avi_begin(join->avi, sink, &join->format.avi);
}

int film_join_append(struct film_join *join, const struct media_sink *sink,
                     struct format_error *err)
{
    struct piece like = {.join = join};
    int code = take_one(join, &like, join->appended, err);
    if (code == 0 && !join->avi) {
        code = begin_avi(join, sink, err);
    }
    if (code == 0) {
        like.sink = sink;
        like.avi = join->avi;
        code = take_one(join, &like, join->appended, err);
    }
    join->appended += code == 0;
    return code;
}

int film_join_end(struct film_join *join)
{
    return avi_end(join->avi);
}

void film_join_close(struct film_join *join)
{
    if (join->avi) {
        avi_free(join->avi);
        free(join->avi);
        join->avi = NULL;
    }
    free(join->format.head);
    join->format.head = NULL;
}
