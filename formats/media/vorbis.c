#include "formats/media/vorbis.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/stb.h"
#include "formats/media/ogg.h"
#include "formats/media/vorbis_setup.h"

enum {
    /* Memory that stb allocates from its block to decode a packet: less than a pointer for each
     * half of the largest block's 8192 samples, in two channels, and half a block of floats. stb
     * does not check these allocations. */
    PACKET_MEMORY = 512 << 10,
    EMPTY_FRAMES = 16, /* in all: some at the beginning and the end are normal, more are damage */
    EMPTY_COMMENT_SIZE = 16
};

/* The stream as stb reads it: the file's audio pages after our headers. */
struct stream {
    struct vorbis_head head;
    struct byte_writer bytes;
    size_t head_size; /* bytes of head */
    size_t audio_at;  /* where in the file the first page of sound is */
};

/* Sets the offset of an error inside a packet to its page's. */
static int at_page(struct format_error *err, int code, const struct ogg_page *page)
{
    if (code < 0 && err) {
        err->offset += (size_t)page->at;
    }
    return code;
}

static int read_headers(struct stream *stream, struct ogg_packets *packets, const uint8_t *data,
                        size_t size, struct format_error *err)
{
    static const uint8_t empty[EMPTY_COMMENT_SIZE] = "\3vorbis\0\0\0\0\0\0\0\0\1";
    const struct byte_writer *packet = &packets->packet;
    uint32_t sequence = 0;
    const uint32_t serial = packets->page.serial;
    if (packets->page.flags != OGG_FIRST) {
        return format_fail(err, FORMAT_BAD, 0, "the Ogg file does not begin with a stream");
    }
    int code = ogg_packets_next(packets, data, size, VORBIS_MAX_SETUP, err);
    if (code == FORMAT_OK) {
        code = at_page(err, vorbis_check_head(&stream->head, packet->data, packet->size, err),
                       &packets->page);
    }
    if (code < 0) {
        return code;
    }
    if (packets->segment != packets->page.num_segments) {
        return format_fail(err, FORMAT_BAD, 0, "a Vorbis header shares its page");
    }
    ogg_write_packet(&stream->bytes, packet->data, packet->size, serial, &sequence, 0, OGG_FIRST);
    code = ogg_packets_next(packets, data, size, size, err);
    if (code == FORMAT_OK && (packet->size < 7 || memcmp(packet->data, "\3vorbis", 7) != 0)) {
        return format_fail(err, FORMAT_BAD, packets->page.at, "no Vorbis comment header");
    }
    ogg_write_packet(&stream->bytes, empty, sizeof(empty), serial, &sequence, 0, 0);
    if (code == FORMAT_OK) {
        code = ogg_packets_next(packets, data, size, VORBIS_MAX_SETUP, err);
    }
    if (code == FORMAT_OK) {
        code = at_page(err, vorbis_check_setup(&stream->head, packet->data, packet->size, err),
                       &packets->page);
    }
    if (code < 0) {
        return code;
    }
    if (packets->segment != packets->page.num_segments) {
        return format_fail(err, FORMAT_BAD, packets->page.at, "sound on the page of the headers");
    }
    ogg_write_packet(&stream->bytes, packet->data, packet->size, serial, &sequence, 0, 0);
    stream->head_size = stream->bytes.size;
    stream->audio_at = packets->page.at + packets->page.size;
    return FORMAT_OK;
}

/* Pages of sound as they are. stb does not understand empty ones. */
static int copy_sound(struct stream *stream, struct ogg_page *page, const uint8_t *data,
                      size_t size, struct format_error *err)
{
    int code;
    while ((code = ogg_next_page(page, data, size, err)) > 0) {
        if (page->num_segments > 0) {
            byte_writer_bytes(&stream->bytes, data + page->at, page->size);
        }
    }
    if (code == 0 && !page->ends_packet) {
        return format_fail(err, FORMAT_TRUNCATED, page->at + page->size,
                           "the Ogg stream is truncated");
    }
    return code;
}

static int build_stream(struct stream *stream, const uint8_t *data, size_t size,
                        struct format_error *err)
{
    struct ogg_packets packets;
    int code = ogg_packets_begin(&packets, data, size, 0, err);
    if (code == FORMAT_OK) {
        code = read_headers(stream, &packets, data, size, err);
    }
    if (code == FORMAT_OK) {
        code = copy_sound(stream, &packets.page, data, size, err);
    }
    ogg_packets_free(&packets);
    if (code == FORMAT_OK && stream->bytes.failed) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (%zu bytes of Vorbis)", size);
    }
    if (code == FORMAT_OK && stream->bytes.size > INT_MAX) {
        return format_fail(err, FORMAT_BAD, 0, "more than 2 GB of Vorbis");
    }
    return code;
}

/* Opens the headers alone first, to learn the decoder's memory; only then decodes sound, in the
 * same block. */
static int open_decoder(stb_vorbis **decoder, const struct stream *stream, char *memory,
                        struct format_error *err)
{
    const stb_vorbis_alloc block = {memory, VORBIS_MEMORY};
    int reason = 0;
    *decoder = stb_vorbis_open_memory(stream->bytes.data, (int)stream->head_size, &reason, &block);
    if (!*decoder) {
        return reason == VORBIS_outofmem
                   ? format_fail(err, FORMAT_BAD, 0, "Vorbis tables of more than %d bytes",
                                 VORBIS_MEMORY)
                   : format_fail(err, FORMAT_BAD, 0, "damaged Vorbis headers (stb_vorbis: %d)",
                                 reason);
    }
    if (stb_vorbis_get_info(*decoder).setup_memory_required > VORBIS_MEMORY - PACKET_MEMORY) {
        return format_fail(err, FORMAT_BAD, 0, "Vorbis tables of more than %d bytes",
                           VORBIS_MEMORY - PACKET_MEMORY);
    }
    *decoder = stb_vorbis_open_memory(stream->bytes.data, (int)stream->bytes.size, &reason, &block);
    return *decoder
               ? FORMAT_OK
               : format_fail(err, FORMAT_BAD, 0, "damaged Vorbis headers (stb_vorbis: %d)", reason);
}

/* To the nearest number; what is none is silence. */
static int16_t to_sample(float value)
{
    const float scaled = value * 32768.0f;
    if (scaled >= 32767.0f) {
        return INT16_MAX;
    }
    if (scaled <= -32768.0f) {
        return INT16_MIN;
    }
    return (int16_t)(scaled > 0 ? scaled + 0.5f : scaled < 0 ? scaled - 0.5f : 0);
}

static int add_frames(struct pcm *pcm, size_t *capacity, float **values, int count,
                      struct format_error *err)
{
    const size_t channels = (size_t)pcm->channels;
    if ((uint32_t)count > VORBIS_MAX_FRAMES - pcm->length) {
        return format_fail(err, FORMAT_BAD, 0, "more than %d minutes of sound at 48 kHz",
                           VORBIS_MAX_FRAMES / 48000 / 60);
    }
    if (array_reserve(&pcm->samples, capacity, (pcm->length + (size_t)count) * channels,
                      sizeof(*pcm->samples)) < 0) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (%zu samples)",
                           (pcm->length + (size_t)count) * channels);
    }
    int16_t *out = pcm->samples + pcm->length * channels;
    for (int i = 0; i < count; i++) {
        for (size_t c = 0; c < channels; c++) {
            *out++ = to_sample(values[c][i]);
        }
    }
    pcm->length += (uint32_t)count;
    return FORMAT_OK;
}

struct vorbis {
    struct stream stream;
    stb_vorbis *decoder; /* lives in memory */
    char *memory;
    struct pcm pcm;
    size_t capacity;
    int empty; /* packets without sound so far */
};

int vorbis_open(struct vorbis **vorbis, const uint8_t *data, size_t size, struct format_error *err)
{
    struct vorbis *v = calloc(1, sizeof(*v));
    *vorbis = NULL;
    if (!v) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (Vorbis decoder)");
    }
    int code = build_stream(&v->stream, data, size, err);
    if (code == FORMAT_OK) {
        v->pcm = (struct pcm){.width = 2,
                              .loop_start = PCM_NO_LOOP,
                              .channels = v->stream.head.channels,
                              .rate = v->stream.head.rate};
        v->memory = malloc(VORBIS_MEMORY);
        code = v->memory ? open_decoder(&v->decoder, &v->stream, v->memory, err)
                         : format_fail(err, FORMAT_MEMORY, 0, "out of memory (Vorbis decoder)");
    }
    if (code < 0) {
        vorbis_close(v);
        return code;
    }
    *vorbis = v;
    return FORMAT_OK;
}

int vorbis_decode(struct vorbis *v, uint32_t frames, struct format_error *err)
{
    const struct stream *stream = &v->stream;
    while (v->pcm.length < frames && v->empty <= EMPTY_FRAMES) {
        float **values = NULL;
        const int count = stb_vorbis_get_frame_float(v->decoder, NULL, &values);
        const int reason = stb_vorbis_get_error(v->decoder);
        const size_t pos = stb_vorbis_get_file_offset(v->decoder);
        if (count > 0) {
            const int code = add_frames(&v->pcm, &v->capacity, values, count, err);
            if (code < 0) {
                return code;
            }
            continue;
        }
        if (reason != VORBIS__no_error) {
            return format_fail(err, FORMAT_BAD,
                               stream->audio_at +
                                   (pos > stream->head_size ? pos - stream->head_size : 0),
                               "damaged Vorbis (stb_vorbis: %d)", reason);
        }
        if (pos >= stream->bytes.size) {
            return v->pcm.length > 0
                       ? 0
                       : format_fail(err, FORMAT_BAD, stream->audio_at, "Vorbis without sound");
        }
        v->empty++;
    }
    return v->pcm.length >= frames ? 1
                                   : format_fail(err, FORMAT_BAD, stream->audio_at,
                                                 "damaged Vorbis: packets without sound");
}

const struct pcm *vorbis_pcm(const struct vorbis *v)
{
    return &v->pcm;
}

void vorbis_close(struct vorbis *v)
{
    if (v) {
        free(v->memory);
        byte_writer_free(&v->stream.bytes);
        pcm_free(&v->pcm);
        free(v);
    }
}

int vorbis_read(struct pcm *pcm, const uint8_t *data, size_t size, enum pcm_channels channels,
                struct format_error *err)
{
    struct vorbis *v;
    *pcm = (struct pcm){.loop_start = PCM_NO_LOOP};
    int code = vorbis_open(&v, data, size, err);
    if (code < 0) {
        return code;
    }
    code = vorbis_decode(v, UINT32_MAX, err);
    if (code >= 0) {
        *pcm = v->pcm;
        v->pcm = (struct pcm){.loop_start = PCM_NO_LOOP};
    }
    vorbis_close(v);
    if (code < 0) {
        return code;
    }
    if (channels == PCM_MONO) {
        pcm_mix_down(pcm);
    }
    int16_t *fitting =
        realloc(pcm->samples, (size_t)pcm->length * (size_t)pcm->channels * sizeof(*pcm->samples));
    pcm->samples = fitting ? fitting : pcm->samples;
    return FORMAT_OK;
}
