#include "formats/media/wav_reader.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/media/wave_format.h"

enum { RIFF_HEADER = 12, CHUNK_HEADER = 8, MAX_RATE = 1 << 20 };

#define LENGTH_UNKNOWN UINT32_MAX

static int read_format(struct wav_reader *reader, uint64_t at, uint64_t size,
                       struct format_error *err)
{
    uint8_t fmt[WAVE_FORMAT_SIZE];
    const size_t read = size < WAVE_FORMAT_SIZE ? (size_t)size : WAVE_FORMAT_SIZE;
    if (size < WAVE_FORMAT_SIZE_MIN) {
        return format_fail(err, FORMAT_BAD, (size_t)at, "a fmt chunk of %" PRIu64 " bytes", size);
    }
    const int code = byte_source_read(&reader->source, at, fmt, read, "the fmt chunk", err);
    if (code < 0) {
        return code;
    }
    const struct wave_format format = wave_format_read(fmt, read);
    reader->channels = (int)format.channels;
    reader->rate = format.rate;
    if (format.tag != WAVE_FORMAT_TAG_PCM || format.bits != 16 || reader->channels < 1 ||
        reader->channels > 2) {
        return format_fail(err, FORMAT_UNKNOWN, (size_t)at,
                           "not PCM of 16 bits in one or two channels");
    }
    if (reader->rate < 1 || reader->rate > MAX_RATE) {
        return format_fail(err, FORMAT_BAD, (size_t)at + 4, "a rate of %" PRIu32 " Hz",
                           reader->rate);
    }
    return 0;
}

static int read_length(struct wav_reader *reader, uint64_t at, uint64_t size,
                       struct format_error *err)
{
    const uint64_t left = reader->source.size - at;
    const uint64_t frame_size = (uint64_t)reader->channels * 2;
    if (size == LENGTH_UNKNOWN) {
        size = left;
    }
    if (size > left) {
        return format_fail(err, FORMAT_TRUNCATED, (size_t)reader->source.size,
                           "ends inside %" PRIu64 " bytes of samples", size);
    }
    if (size % frame_size != 0) {
        return format_fail(err, FORMAT_TRUNCATED, (size_t)(at + size), "ends inside a sample");
    }
    reader->at = at;
    reader->frames = size / frame_size;
    return 0;
}

int wav_reader_open(struct wav_reader *reader, const struct byte_source *source,
                    struct format_error *err)
{
    uint8_t head[RIFF_HEADER];
    bool has_format = false;
    *reader = (struct wav_reader){.source = *source};
    if (source->size < RIFF_HEADER ||
        byte_source_read(source, 0, head, RIFF_HEADER, "the head", NULL) < 0 ||
        memcmp(head, "RIFF", 4) != 0 || memcmp(head + 8, "WAVE", 4) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a WAV");
    }
    for (uint64_t at = RIFF_HEADER; at < source->size;) {
        int code = byte_source_read(source, at, head, CHUNK_HEADER, "a chunk", err);
        if (code < 0) {
            return code;
        }
        const uint64_t size = bytes_u32(head + 4), inside = at + CHUNK_HEADER;
        if (memcmp(head, "data", 4) == 0) {
            return has_format ? read_length(reader, inside, size, err)
                              : format_fail(err, FORMAT_BAD, (size_t)at, "no fmt chunk");
        }
        if (memcmp(head, "fmt ", 4) == 0) {
            code = read_format(reader, inside, size, err);
            has_format = true;
        }
        if (code < 0) {
            return code;
        }
        at = inside + size + size % 2;
    }
    return format_fail(err, FORMAT_TRUNCATED, (size_t)source->size, "no data chunk");
}
