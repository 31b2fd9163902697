#include "formats/media/avi_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/media/wave_format.h"

enum {
    CHUNK_HEADER = 8,
    LIST_HEADER = 12,
    STRH_SIZE = 48,         /* bytes of a stream's strh, */
    VIDEO_FORMAT_SIZE = 40, /* and of its strf */
    SAMPLE_BYTES = 4,
    MAX_RATE = 1 << 20,
    MAX_SIDE = 65535
};

#define MAX_CHUNK ((uint64_t)1 << 30)

/* A part of the header, loaded to memory. */
struct part {
    const uint8_t *data;
    size_t size;
    uint64_t at; /* in the file */
};

static bool has_tag(const uint8_t *bytes, const char *tag)
{
    return memcmp(bytes, tag, 4) == 0;
}

/* Takes the next chunk out of a list. 1, 0 at its end, or negative. */
static int take_part(struct part *list, const uint8_t **tag, struct part *part,
                     struct format_error *err)
{
    if (list->size == 0) {
        return 0;
    }
    if (list->size < CHUNK_HEADER) {
        return format_fail(err, FORMAT_BAD, (size_t)list->at, "a list ends inside a chunk");
    }
    const size_t size = bytes_u32(list->data + 4), left = list->size - CHUNK_HEADER;
    if (size > left) {
        return format_fail(err, FORMAT_BAD, (size_t)list->at, "a chunk longer than its list");
    }
    const size_t step = CHUNK_HEADER + size + (size % 2 && size < left);
    *tag = list->data;
    *part = (struct part){list->data + CHUNK_HEADER, size, list->at + CHUNK_HEADER};
    *list = (struct part){list->data + step, list->size - step, list->at + step};
    return 1;
}

/* --- the header
 * -------------------------------------------------------------------------------------- */

static int fail_part(struct format_error *err, const struct part *part, const char *what)
{
    return format_fail(err, FORMAT_UNKNOWN, (size_t)part->at, "%s", what);
}

/* The header of one stream. */
struct stream_parts {
    struct part strh, strf;
};

static int read_video(struct avi_reader *reader, const struct stream_parts *s,
                      struct format_error *err)
{
    struct avi_format *format = &reader->format;
    if (s->strf.size < VIDEO_FORMAT_SIZE) {
        return format_fail(err, FORMAT_BAD, (size_t)s->strf.at, "a strf chunk of %zu bytes",
                           s->strf.size);
    }
    const uint8_t *strh = s->strh.data, *strf = s->strf.data;
    format->fps_den = bytes_u32(strh + 20);
    format->fps_num = bytes_u32(strh + 24);
    reader->frames = bytes_u32(strh + 32);
    format->width = bytes_u32(strf + 4);
    format->height = bytes_u32(strf + 8);
    if (format->fps_num == 0 || format->fps_den == 0) {
        return format_fail(err, FORMAT_BAD, (size_t)s->strh.at + 20, "the frame rate is 0");
    }
    if (format->width < 1 || format->width > MAX_SIDE || format->height < 1 ||
        format->height > MAX_SIDE) {
        return format_fail(err, FORMAT_BAD, (size_t)s->strf.at + 4,
                           "pictures of %" PRIu32 "x%" PRIu32, format->width, format->height);
    }
    if (bytes_u16(strf + 14) != 24) {
        return fail_part(err, &s->strf, "frames without 24 bits per pixel");
    }
    if (has_tag(strf + 16, "MJPG")) {
        format->codec = AVI_MJPEG;
    } else if (bytes_u32(strf + 16) == 0) {
        format->codec = AVI_RAW;
    } else {
        return fail_part(err, &s->strf, "frames neither Motion JPEG nor raw");
    }
    return 0;
}

static int read_audio(struct avi_reader *reader, const struct stream_parts *s,
                      struct format_error *err)
{
    if (s->strf.size < WAVE_FORMAT_SIZE_MIN) {
        return format_fail(err, FORMAT_BAD, (size_t)s->strf.at, "a strf chunk of %zu bytes",
                           s->strf.size);
    }
    const struct wave_format format = wave_format_read(s->strf.data, s->strf.size);
    reader->samples = bytes_u32(s->strh.data + 32);
    reader->format.sound_rate = format.rate;
    if (format.tag != WAVE_FORMAT_TAG_PCM || format.channels != 2 || format.bits != 16) {
        return fail_part(err, &s->strf, "not PCM of 16 bits in stereo");
    }
    if (reader->format.sound_rate < 1 || reader->format.sound_rate > MAX_RATE) {
        return format_fail(err, FORMAT_BAD, (size_t)s->strf.at + 4, "a rate of %" PRIu32 " Hz",
                           reader->format.sound_rate);
    }
    return 0;
}

static int read_stream(struct avi_reader *reader, struct part strl, int stream,
                       struct format_error *err)
{
    const struct part whole = strl;
    struct stream_parts s = {0};
    struct part part = {0};
    const uint8_t *tag = NULL;
    int code;
    while ((code = take_part(&strl, &tag, &part, err)) > 0) {
        if (has_tag(tag, "strh")) {
            s.strh = part;
        } else if (has_tag(tag, "strf")) {
            s.strf = part;
        }
    }
    if (code < 0) {
        return code;
    }
    if (s.strh.size < STRH_SIZE || !s.strf.data) {
        return format_fail(err, FORMAT_BAD, (size_t)whole.at, "a stream without a header");
    }
    if (!has_tag(s.strh.data, stream == AVI_VIDEO ? "vids" : "auds") || stream >= AVI_STREAMS) {
        return fail_part(err, &s.strh, "streams other than video first, then sound");
    }
    return stream == AVI_VIDEO ? read_video(reader, &s, err) : read_audio(reader, &s, err);
}

static int read_header(struct avi_reader *reader, struct part hdrl, struct format_error *err)
{
    const struct part whole = hdrl;
    int streams = 0, code;
    struct part part = {0};
    const uint8_t *tag = NULL;
    while ((code = take_part(&hdrl, &tag, &part, err)) > 0) {
        const bool list = has_tag(tag, "LIST") && part.size >= 4;
        if (list && has_tag(part.data, "strl")) {
            const struct part strl = {part.data + 4, part.size - 4, part.at + 4};
            code = read_stream(reader, strl, streams++, err);
            if (code < 0) {
                return code;
            }
        }
    }
    if (code == 0 && streams == 0) {
        code = format_fail(err, FORMAT_BAD, (size_t)whole.at, "no video stream");
    }
    return code;
}

/* --- chunks
 * -------------------------------------------------------------------------------------- */

/* A chunk's header at reader->at, inside something that ends at `end`. */
static int read_chunk_header(struct avi_reader *reader, uint64_t end, uint8_t head[CHUNK_HEADER],
                             uint64_t *size, struct format_error *err)
{
    const size_t at = (size_t)reader->at;
    if (end - reader->at < CHUNK_HEADER) {
        return format_fail(err, FORMAT_BAD, at, "a list ends inside a chunk");
    }
    const int code =
        byte_source_read(&reader->source, reader->at, head, CHUNK_HEADER, "a chunk", err);
    if (code < 0) {
        return code;
    }
    *size = bytes_u32(head + 4);
    if (*size > end - reader->at - CHUNK_HEADER) {
        return format_fail(err, FORMAT_BAD, at, "a chunk longer than its list");
    }
    return 0;
}

/* Behind a chunk of that size, filled up to even where there is room. */
static uint64_t step_over(uint64_t at, uint64_t size, uint64_t end)
{
    const uint64_t behind = at + CHUNK_HEADER + size;
    return behind + (size % 2 && behind < end);
}

/* Enters the RIFF at reader->at and checks that its size and contents are in the file. */
static int enter_riff(struct avi_reader *reader, struct format_error *err)
{
    const struct byte_source *source = &reader->source;
    const size_t at = (size_t)reader->at;
    uint8_t head[LIST_HEADER];
    const bool first = reader->segments == 0;
    if (source->size - reader->at < LIST_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, at, "ends inside a RIFF header");
    }
    const int code = byte_source_read(source, reader->at, head, sizeof(head), "a RIFF", err);
    if (code < 0) {
        return code;
    }
    if (!has_tag(head, "RIFF") || !has_tag(head + 8, first ? "AVI " : "AVIX")) {
        return format_fail(err, first ? FORMAT_UNKNOWN : FORMAT_BAD, at, "%s",
                           first ? "not an AVI" : "no segment of an AVI begins here");
    }
    const uint64_t size = bytes_u32(head + 4);
    if (size == 0) {
        return format_fail(err, FORMAT_TRUNCATED, at + 4,
                           "a RIFF of unknown size (unfinished file)");
    }
    if (size < 4) {
        return format_fail(err, FORMAT_BAD, at + 4, "a RIFF of %" PRIu64 " bytes", size);
    }
    if (size > source->size - reader->at - CHUNK_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, (size_t)source->size,
                           "ends inside a RIFF of %" PRIu64 " bytes", size);
    }
    reader->riff_end = reader->at + CHUNK_HEADER + size;
    reader->at += LIST_HEADER;
    reader->segments++;
    return 0;
}

/* Processes the next part of the RIFF: enters a list of chunks, skips all else. */
static int pass_part(struct avi_reader *reader, struct format_error *err)
{
    uint8_t head[CHUNK_HEADER], kind[4];
    uint64_t size;
    int code = read_chunk_header(reader, reader->riff_end, head, &size, err);
    if (code < 0) {
        return code;
    }
    if (has_tag(head, "LIST") && size >= 4) {
        code = byte_source_read(&reader->source, reader->at + CHUNK_HEADER, kind, 4, "a list", err);
        if (code < 0) {
            return code;
        }
        if (has_tag(kind, "movi")) {
            reader->movi_end = reader->at + CHUNK_HEADER + size;
            reader->at += LIST_HEADER;
            return 0;
        }
    }
    reader->at = step_over(reader->at, size, reader->riff_end);
    return 0;
}

/* Checks that the film has the frames and samples that its header counts. */
static int check_lengths(const struct avi_reader *reader, struct format_error *err)
{
    const size_t at = (size_t)reader->source.size;
    const uint64_t *got = reader->length;
    if (got[AVI_VIDEO] != reader->frames) {
        return format_fail(err, FORMAT_BAD, at,
                           "%" PRIu64 " frames, not the %" PRIu64 " its header counts",
                           got[AVI_VIDEO], reader->frames);
    }
    if (got[AVI_AUDIO] != reader->samples) {
        return format_fail(err, FORMAT_BAD, at,
                           "%" PRIu64 " samples of sound, not the %" PRIu64 " its header counts",
                           got[AVI_AUDIO], reader->samples);
    }
    return 0;
}

static int check_chunk(const struct avi_reader *reader, const struct avi_chunk *chunk,
                       struct format_error *err)
{
    const struct avi_format *format = &reader->format;
    const size_t at = (size_t)chunk->at;
    if (chunk->size > MAX_CHUNK) {
        return format_fail(err, FORMAT_BAD, at, "a chunk of %zu bytes", chunk->size);
    }
    if (chunk->stream == AVI_VIDEO && format->codec == AVI_RAW &&
        chunk->size != avi_raw_frame_size(format)) {
        return format_fail(err, FORMAT_BAD, at, "a raw frame of %zu bytes, not %zu", chunk->size,
                           avi_raw_frame_size(format));
    }
    if (chunk->stream == AVI_AUDIO && (format->sound_rate == 0 || chunk->size % SAMPLE_BYTES)) {
        return format_fail(err, FORMAT_BAD, at, "%s",
                           format->sound_rate == 0 ? "sound that the header does not know"
                                                   : "sound that ends inside a sample");
    }
    return 0;
}

int avi_reader_next(struct avi_reader *reader, struct avi_chunk *chunk, struct format_error *err)
{
    int code = 0;
    while (code == 0) {
        uint8_t head[CHUNK_HEADER];
        uint64_t size;
        if (reader->at < reader->movi_end) {
            code = read_chunk_header(reader, reader->movi_end, head, &size, err);
            if (code < 0) {
                return code;
            }
            const bool video = has_tag(head, "00dc") || has_tag(head, "00db");
            *chunk = (struct avi_chunk){.stream = video ? AVI_VIDEO : AVI_AUDIO,
                                        .at = reader->at + CHUNK_HEADER,
                                        .size = (size_t)size};
            reader->at = step_over(reader->at, size, reader->movi_end);
            if (video || has_tag(head, "01wb")) {
                reader->length[chunk->stream] += video ? 1 : size / SAMPLE_BYTES;
                code = check_chunk(reader, chunk, err);
                return code < 0 ? code : 1;
            }
        } else if (reader->at < reader->riff_end) {
            code = pass_part(reader, err);
        } else if (reader->at < reader->source.size) {
            code = enter_riff(reader, err);
        } else {
            return check_lengths(reader, err);
        }
    }
    return code;
}

static int load_bytes(struct avi_reader *reader, uint64_t at, size_t size, const char *what,
                      struct format_error *err)
{
    if (size > reader->source.size || at > reader->source.size - size) {
        return format_fail(err, FORMAT_TRUNCATED, (size_t)reader->source.size, "ends inside %s",
                           what);
    }
    if (array_reserve(&reader->bytes, &reader->capacity, size, 1) < 0) {
        return format_fail(err, FORMAT_MEMORY, (size_t)at, "out of memory (%s)", what);
    }
    return byte_source_read(&reader->source, at, reader->bytes, size, what, err);
}

int avi_reader_load(struct avi_reader *reader, const struct avi_chunk *chunk,
                    struct format_error *err)
{
    const bool video = chunk->stream == AVI_VIDEO;
    const int code =
        load_bytes(reader, chunk->at, chunk->size, video ? "a frame" : "a piece of sound", err);
    if (code == 0 && video && reader->format.codec == AVI_MJPEG &&
        (chunk->size < 2 || memcmp(reader->bytes, "\xff\xd8", 2) != 0)) {
        return format_fail(err, FORMAT_BAD, (size_t)chunk->at, "the frame is not a JPEG image");
    }
    return code;
}

int avi_reader_open(struct avi_reader *reader, const struct byte_source *source,
                    struct format_error *err)
{
    uint8_t head[CHUNK_HEADER];
    uint64_t size;
    *reader = (struct avi_reader){.source = *source};
    int code = enter_riff(reader, err);
    if (code == 0) {
        code = read_chunk_header(reader, reader->riff_end, head, &size, err);
    }
    if (code < 0) {
        return code;
    }
    const uint64_t at = reader->at + CHUNK_HEADER;
    if (!has_tag(head, "LIST") || size < 4 || size > AVI_READER_MAX_HEADER) {
        return format_fail(err, FORMAT_BAD, (size_t)reader->at, "no header");
    }
    code = load_bytes(reader, at, (size_t)size, "the header", err);
    if (code == 0 && !has_tag(reader->bytes, "hdrl")) {
        code = format_fail(err, FORMAT_BAD, (size_t)at, "no header");
    }
    if (code == 0) {
        const struct part hdrl = {reader->bytes + 4, (size_t)size - 4, at + 4};
        code = read_header(reader, hdrl, err);
    }
    reader->at = step_over(reader->at, size, reader->riff_end);
    return code;
}

void avi_reader_close(struct avi_reader *reader)
{
    free(reader->bytes);
    reader->bytes = NULL;
    reader->capacity = 0;
}
