#include "formats/media/wav.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/media/wave_format.h"

enum {
    FIRST_CHUNK = 12, /* after RIFF, its size and WAVE */
    CHUNK_HEADER = 8,
    CUE_OFFSET_AT = 24, /* cue: offset of the first point's sample number, */
    CUE_SIZE = 28,
    LIST_LENGTH_AT = 16, /* and of LIST: the region's length and its purpose. */
    LIST_PURPOSE_AT = 20,
    LIST_SIZE = 24,
    ADD_FRAMES = 1024 /* frames converted to bytes at a time */
};

#define SIZE_UNKNOWN UINT32_MAX

struct chunk {
    size_t at;   /* offset of its payload */
    size_t size; /* bytes of its payload inside the file */
    size_t next; /* offset of the next chunk; inside the file */
};

/* Finds the first chunk of that name from `at` on. A chunk of unknown length extends to the end of
 * the file. */
static bool find_chunk(struct chunk *chunk, const uint8_t *data, size_t size, size_t at,
                       const char *name)
{
    while (size - at >= CHUNK_HEADER) {
        const uint32_t length = bytes_u32(data + at + 4);
        const size_t left = size - at - CHUNK_HEADER;
        const bool found = memcmp(data + at, name, 4) == 0;
        if (length > INT32_MAX &&
            (length != SIZE_UNKNOWN || !found || memcmp(name, "data", 4) != 0)) {
            return false;
        }
        chunk->at = at + CHUNK_HEADER;
        chunk->size = length < left ? length : left;
        /* Lengths are rounded up to even. */
        const size_t step = chunk->size + (chunk->size & 1);
        chunk->next = chunk->at + (step < left ? step : left);
        if (found) {
            return true;
        }
        at = chunk->next;
    }
    return false;
}

static int read_format(struct pcm *wav, const uint8_t *data, size_t size, struct format_error *err)
{
    struct chunk chunk;
    if (!find_chunk(&chunk, data, size, FIRST_CHUNK, "fmt ")) {
        return format_fail(err, FORMAT_BAD, FIRST_CHUNK, "no fmt chunk");
    }
    if (chunk.size < WAVE_FORMAT_SIZE_MIN) {
        return format_fail(err, chunk.next == size ? FORMAT_TRUNCATED : FORMAT_BAD, chunk.at,
                           "a fmt chunk of %zu bytes", chunk.size);
    }
    const struct wave_format fmt = wave_format_read(data + chunk.at, chunk.size);
    if (fmt.tag != WAVE_FORMAT_TAG_PCM) {
        return format_fail(err, FORMAT_UNKNOWN, chunk.at, "format %u, not PCM", fmt.tag);
    }
    if (fmt.channels != 1 && fmt.channels != 2) {
        return format_fail(err, FORMAT_UNKNOWN, chunk.at + 2, "%u channels", fmt.channels);
    }
    if (fmt.bits != 8 && fmt.bits != 16) {
        return format_fail(err, FORMAT_UNKNOWN, chunk.at + 14, "%u bits per sample, not 8 or 16",
                           fmt.bits);
    }
    if (fmt.rate < PCM_MIN_RATE || fmt.rate > PCM_MAX_RATE) {
        return format_fail(err, FORMAT_BAD, chunk.at + 4, "a rate of %lu Hz",
                           (unsigned long)fmt.rate);
    }
    wav->channels = (int)fmt.channels;
    wav->width = (int)fmt.bits / 8;
    wav->rate = fmt.rate;
    return FORMAT_OK;
}

/* Reads the loop start, and the end of the sound (before wav->length) if a "mark" gives one. */
static void read_loop(struct pcm *wav, const uint8_t *data, size_t size)
{
    struct chunk cue, list;
    wav->loop_start = PCM_NO_LOOP;
    if (!find_chunk(&cue, data, size, FIRST_CHUNK, "cue ") || cue.size < CUE_SIZE) {
        return;
    }
    const uint32_t start = bytes_u32(data + cue.at + CUE_OFFSET_AT);
    if (start > INT32_MAX) {
        return;
    }
    if (find_chunk(&list, data, size, cue.next, "LIST") && list.size >= LIST_SIZE &&
        memcmp(data + list.at + LIST_PURPOSE_AT, "mark", 4) == 0) {
        const uint32_t loop = bytes_u32(data + list.at + LIST_LENGTH_AT);
        /* A mark of length 0 or beyond the samples is ignored. */
        if (loop != 0 && loop <= INT32_MAX && start + loop <= wav->length) {
            wav->length = start + loop;
        }
    }
    if (start < wav->length) {
        wav->loop_start = (int32_t)start;
    }
}

/* Samples of the file from the first on, in our form. 8-bit ones have no sign there. */
static void read_samples(int16_t *out, size_t count, const uint8_t *in, int width)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = (int16_t)(width == 1 ? in[i] - 128 : (int16_t)bytes_u16(in + 2 * i));
    }
}

int wav_read(struct pcm *wav, const uint8_t *data, size_t size, enum pcm_channels channels,
             struct format_error *err)
{
    *wav = (struct pcm){.loop_start = PCM_NO_LOOP};
    if (size < FIRST_CHUNK || memcmp(data, "RIFF", 4) != 0 || memcmp(data + 8, "WAVE", 4) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a WAV");
    }
    struct pcm read = *wav;
    const int code = read_format(&read, data, size, err);
    if (code < 0) {
        return code;
    }
    struct chunk chunk;
    if (!find_chunk(&chunk, data, size, FIRST_CHUNK, "data")) {
        return format_fail(err, FORMAT_BAD, FIRST_CHUNK, "no data chunk");
    }
    const size_t length = chunk.size / (size_t)(read.width * read.channels);
    if (length == 0) {
        return format_fail(err, chunk.next == size ? FORMAT_TRUNCATED : FORMAT_BAD, chunk.at,
                           "no samples");
    }
    read.length = length < INT32_MAX ? (uint32_t)length : INT32_MAX;
    read_loop(&read, data, size);
    const size_t count = (size_t)read.length * (size_t)read.channels;
    read.samples = malloc(count * sizeof(*read.samples));
    if (!read.samples) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (%zu samples)", count);
    }
    read_samples(read.samples, count, data + chunk.at, read.width);
    if (channels == PCM_MONO) {
        pcm_mix_down(&read);
    }
    *wav = read;
    return FORMAT_OK;
}

/* --- writing
 * -------------------------------------------------------------------------------------- */

static void make_header(const struct wav_writer *writer, uint64_t frames,
                        uint8_t header[WAV_HEADER_SIZE])
{
    const uint32_t frame_size = (uint32_t)writer->channels * 2;
    uint32_t size = SIZE_UNKNOWN, riff_size = SIZE_UNKNOWN;
    if (frames <= (SIZE_UNKNOWN - WAV_HEADER_SIZE) / frame_size) {
        size = (uint32_t)frames * frame_size;
        riff_size = size + WAV_HEADER_SIZE - CHUNK_HEADER;
    }
    memcpy(header, "RIFF    WAVEfmt ", 16);
    bytes_put_u32(header + 4, riff_size);
    bytes_put_u32(header + 16, WAVE_FORMAT_SIZE_MIN);
    wave_format_write_plain(header + 20, writer->rate, (unsigned)writer->channels);
    memcpy(header + WAV_HEADER_SIZE - 8, "data", 4);
    bytes_put_u32(header + WAV_HEADER_SIZE - 4, size);
}

int wav_begin(struct wav_writer *writer, const struct media_sink *sink, uint32_t rate, int channels,
              uint64_t frames)
{
    *writer =
        (struct wav_writer){.sink = *sink, .rate = rate, .channels = channels, .promised = frames};
    uint8_t header[WAV_HEADER_SIZE];
    make_header(writer, frames, header);
    return sink->append(sink->context, header, sizeof(header));
}

int wav_add_encoded(struct wav_writer *writer, const uint8_t *bytes, size_t frames)
{
    writer->frames += frames;
    return writer->sink.append(writer->sink.context, bytes, frames * (size_t)writer->channels * 2);
}

int wav_add(struct wav_writer *writer, const int16_t *samples, size_t frames)
{
    uint8_t bytes[ADD_FRAMES * 4];
    const size_t channels = (size_t)writer->channels;
    while (frames > 0) {
        const size_t piece = frames < ADD_FRAMES ? frames : ADD_FRAMES;
        for (size_t i = 0; i < piece * channels; i++) {
            bytes[2 * i] = (uint8_t)samples[i];
            bytes[2 * i + 1] = (uint8_t)((uint16_t)samples[i] >> 8);
        }
        const int code = wav_add_encoded(writer, bytes, piece);
        if (code < 0) {
            return code;
        }
        samples += piece * channels;
        frames -= piece;
    }
    return FORMAT_OK;
}

int wav_end(struct wav_writer *writer)
{
    if (writer->frames == writer->promised) {
        return FORMAT_OK;
    }
    if (!writer->sink.patch) {
        return writer->promised == WAV_UNKNOWN_LENGTH ? FORMAT_OK : FORMAT_BAD;
    }
    uint8_t header[WAV_HEADER_SIZE];
    make_header(writer, writer->frames, header);
    return writer->sink.patch(writer->sink.context, 0, header, sizeof(header));
}
