#include "formats/media/avi.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/stb.h"

/* Offsets of what avi_end patches; the header before the frames always has this shape. */
enum {
    RIFF_SIZE_AT = 4,
    AVIH_FRAMES_AT = 48,
    STRH_LENGTH_AT = 140,
    MOVI_SIZE_AT = 216,
    MOVI_AT = 220,
    CHUNK_HEADER = 8, /* tag and size */
    AVI_HAS_INDEX = 0x10,
    AVI_KEY_FRAME = 0x10
};

static void put_tag(struct byte_writer *w, const char *tag)
{
    byte_writer_bytes(w, tag, 4);
}

/* Writes what is in `bytes` to the sink, and empties it. */
static int flush(struct avi_writer *avi, struct byte_writer *bytes)
{
    if (bytes->failed) {
        return FORMAT_MEMORY;
    }
    const int code = avi->sink.append(avi->sink.context, bytes->data, bytes->size);
    avi->size += bytes->size;
    bytes->size = 0;
    return code;
}

static void store_u32(uint8_t bytes[4], uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}

static int patch_u32(struct avi_writer *avi, uint64_t at, uint64_t value)
{
    uint8_t bytes[4];
    store_u32(bytes, (uint32_t)value);
    return avi->sink.patch(avi->sink.context, at, bytes, sizeof(bytes));
}

static void put_zeros(struct byte_writer *w, int count)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, 0);
    }
}

int avi_begin(struct avi_writer *avi, const struct media_sink *sink, uint32_t width,
              uint32_t height, uint32_t fps)
{
    *avi = (struct avi_writer){.sink = *sink,
                               .rgb = malloc((size_t)width * height * 3),
                               .fps = fps,
                               .width = width,
                               .height = height};
    if (!avi->rgb) {
        return FORMAT_MEMORY;
    }
    struct byte_writer *w = &avi->chunk;
    put_tag(w, "RIFF");
    byte_writer_u32(w, 0);
    put_tag(w, "AVI ");
    put_tag(w, "LIST");
    byte_writer_u32(w, 192);
    put_tag(w, "hdrl");

    put_tag(w, "avih");
    byte_writer_u32(w, 56);
    byte_writer_u32(w, 1000000 / fps); /* microseconds a frame */
    byte_writer_u32(w, 0);
    byte_writer_u32(w, 0);
    byte_writer_u32(w, AVI_HAS_INDEX);
    byte_writer_u32(w, 0); /* frames: AVIH_FRAMES_AT */
    byte_writer_u32(w, 0);
    byte_writer_u32(w, 1); /* streams */
    byte_writer_u32(w, 0);
    byte_writer_u32(w, width);
    byte_writer_u32(w, height);
    put_zeros(w, 4);

    put_tag(w, "LIST");
    byte_writer_u32(w, 116);
    put_tag(w, "strl");
    put_tag(w, "strh");
    byte_writer_u32(w, 56);
    put_tag(w, "vids");
    put_tag(w, "MJPG");
    put_zeros(w, 3);
    byte_writer_u32(w, 1); /* scale; frames a second = rate / scale */
    byte_writer_u32(w, fps);
    byte_writer_u32(w, 0);
    byte_writer_u32(w, 0); /* length: STRH_LENGTH_AT */
    put_zeros(w, 3);
    byte_writer_u16(w, 0);
    byte_writer_u16(w, 0);
    byte_writer_u16(w, width);
    byte_writer_u16(w, height);

    put_tag(w, "strf");
    byte_writer_u32(w, 40);
    byte_writer_u32(w, 40);
    byte_writer_u32(w, width);
    byte_writer_u32(w, height);
    byte_writer_u16(w, 1);
    byte_writer_u16(w, 24);
    put_tag(w, "MJPG");
    byte_writer_u32(w, width * height * 3);
    put_zeros(w, 4);

    put_tag(w, "LIST");
    byte_writer_u32(w, 0); /* MOVI_SIZE_AT */
    put_tag(w, "movi");
    return flush(avi, w);
}

static void append(void *context, void *data, int size)
{
    if (size > 0) {
        byte_writer_bytes(context, data, (size_t)size);
    }
}

int avi_add_frame(struct avi_writer *avi, const uint32_t *pixels, int quality)
{
    struct byte_writer *w = &avi->chunk;
    const size_t count = (size_t)avi->width * avi->height;
    for (size_t i = 0; i < count; i++) {
        avi->rgb[i * 3] = (uint8_t)(pixels[i] >> 16);
        avi->rgb[i * 3 + 1] = (uint8_t)(pixels[i] >> 8);
        avi->rgb[i * 3 + 2] = (uint8_t)pixels[i];
    }
    put_tag(w, "00dc");
    byte_writer_u32(w, 0);
    if (!stbi_write_jpg_to_func(append, w, (int)avi->width, (int)avi->height, 3, avi->rgb,
                                quality) ||
        w->failed) {
        return FORMAT_MEMORY;
    }
    const uint32_t length = (uint32_t)(w->size - CHUNK_HEADER);
    store_u32(w->data + 4, length);
    if (length % 2) {
        byte_writer_u8(w, 0);
    }
    put_tag(&avi->index, "00dc");
    byte_writer_u32(&avi->index, AVI_KEY_FRAME);
    byte_writer_u32(&avi->index, (uint32_t)(avi->size - MOVI_AT));
    byte_writer_u32(&avi->index, length);
    if (avi->index.failed) {
        return FORMAT_MEMORY;
    }
    avi->frames++;
    return flush(avi, w);
}

int avi_end(struct avi_writer *avi)
{
    const uint64_t movi_size = avi->size - MOVI_AT;
    struct byte_writer *w = &avi->chunk;
    put_tag(w, "idx1");
    byte_writer_u32(w, (uint32_t)avi->index.size);
    byte_writer_bytes(w, avi->index.data, avi->index.size);
    int code = flush(avi, w);
    const struct {
        uint64_t at, value;
    } sizes[] = {{MOVI_SIZE_AT, movi_size},
                 {RIFF_SIZE_AT, avi->size - CHUNK_HEADER},
                 {AVIH_FRAMES_AT, avi->frames},
                 {STRH_LENGTH_AT, avi->frames}};
    for (size_t i = 0; code == 0 && i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        code = patch_u32(avi, sizes[i].at, sizes[i].value);
    }
    return code;
}

void avi_free(struct avi_writer *avi)
{
    byte_writer_free(&avi->chunk);
    byte_writer_free(&avi->index);
    free(avi->rgb);
    avi->rgb = NULL;
}
