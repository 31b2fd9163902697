#include "formats/media/avi.h"

#include <stdlib.h>
#include <string.h>

#include <stb/stb_image_write.h>

/* Offsets of what avi_end patches; the header before the frames always has this shape. */
enum {
    RIFF_SIZE_AT = 4,
    AVIH_FRAMES_AT = 48,
    STRH_LENGTH_AT = 140,
    MOVI_SIZE_AT = 216,
    MOVI_AT = 220,
    AVI_HAS_INDEX = 0x10,
    AVI_KEY_FRAME = 0x10
};

static void put_tag(struct byte_writer *w, const char *tag)
{
    byte_writer_bytes(w, tag, 4);
}

static void patch_u32(struct byte_writer *w, size_t at, size_t value)
{
    if (!w->failed) {
        w->data[at] = (uint8_t)value;
        w->data[at + 1] = (uint8_t)(value >> 8);
        w->data[at + 2] = (uint8_t)(value >> 16);
        w->data[at + 3] = (uint8_t)(value >> 24);
    }
}

static void put_zeros(struct byte_writer *w, int count)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, 0);
    }
}

void avi_begin(struct avi_writer *avi, uint32_t width, uint32_t height, uint32_t fps)
{
    *avi = (struct avi_writer){.fps = fps, .width = width, .height = height};
    struct byte_writer *w = &avi->out;
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
}

static void append(void *context, void *data, int size)
{
    if (size > 0) {
        byte_writer_bytes(context, data, (size_t)size);
    }
}

int avi_add_frame(struct avi_writer *avi, const uint32_t *pixels, int quality)
{
    struct byte_writer *w = &avi->out;
    size_t count = (size_t)avi->width * avi->height;
    uint8_t *rgb = malloc(count * 3);
    if (!rgb) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        rgb[i * 3] = (uint8_t)(pixels[i] >> 16);
        rgb[i * 3 + 1] = (uint8_t)(pixels[i] >> 8);
        rgb[i * 3 + 2] = (uint8_t)pixels[i];
    }
    size_t chunk = w->size;
    put_tag(w, "00dc");
    byte_writer_u32(w, 0);
    int written = stbi_write_jpg_to_func(append, w, (int)avi->width, (int)avi->height, 3, rgb,
                                         quality);
    free(rgb);
    size_t length = w->size - chunk - 8;
    patch_u32(w, chunk + 4, length);
    if (length % 2) {
        byte_writer_u8(w, 0);
    }
    put_tag(&avi->index, "00dc");
    byte_writer_u32(&avi->index, AVI_KEY_FRAME);
    byte_writer_u32(&avi->index, (uint32_t)(chunk - MOVI_AT));
    byte_writer_u32(&avi->index, (uint32_t)length);
    avi->frames++;
    return written && !w->failed && !avi->index.failed ? 0 : FORMAT_MEMORY;
}

int avi_end(struct avi_writer *avi)
{
    struct byte_writer *w = &avi->out;
    patch_u32(w, MOVI_SIZE_AT, w->size - MOVI_AT);
    put_tag(w, "idx1");
    byte_writer_u32(w, (uint32_t)avi->index.size);
    byte_writer_bytes(w, avi->index.data, avi->index.size);
    patch_u32(w, RIFF_SIZE_AT, w->size - 8);
    patch_u32(w, AVIH_FRAMES_AT, avi->frames);
    patch_u32(w, STRH_LENGTH_AT, avi->frames);
    return w->failed ? FORMAT_MEMORY : 0;
}

void avi_free(struct avi_writer *avi)
{
    byte_writer_free(&avi->out);
    byte_writer_free(&avi->index);
}
