/* Motion JPEG in AVI: the offsets and sizes players rely on, and the pictures inside. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/avi.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#include "formats/base/stb.h"

enum { WIDTH = 48, HEIGHT = 32, PIXELS = WIDTH * HEIGHT, FPS = 30, FRAMES = 3, HEADER = 224 };

static const uint32_t frame_colors[FRAMES] = {0x00c02010, 0x0020c040, 0x003010d0};

/* A finished file in memory. */
struct film {
    struct byte_writer out;
};

/* `count` pictures of width * height. */
static void make_film(struct film *film, uint32_t width, uint32_t height, uint32_t fps,
                      const uint32_t *const *pictures, int count, int quality)
{
    struct avi_writer avi;
    *film = (struct film){0};
    const struct media_sink sink = media_sink_memory(&film->out);
    cr_assert_eq(avi_begin(&avi, &sink, width, height, fps), 0);
    for (int f = 0; f < count; f++) {
        cr_assert_eq(avi_add_frame(&avi, pictures[f], quality), 0);
    }
    cr_assert_eq(avi_end(&avi), 0);
    cr_assert_eq(avi.size, film->out.size);
    cr_assert_eq(avi.frames, (uint32_t)count);
    avi_free(&avi);
}

/* A file of FRAMES plain pictures. */
static struct film make_file(void)
{
    static uint32_t pixels[FRAMES][PIXELS];
    const uint32_t *pictures[FRAMES];
    struct film film;
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < PIXELS; i++) {
            pixels[f][i] = frame_colors[f];
        }
        pictures[f] = pixels[f];
    }
    make_film(&film, WIDTH, HEIGHT, FPS, pictures, FRAMES, 85);
    return film;
}

static uint32_t u32_at(const struct film *avi, size_t at)
{
    cr_assert_leq(at + 4, avi->out.size);
    return bytes_u32(avi->out.data + at);
}

static void expect_tag(const struct film *avi, size_t at, const char *tag)
{
    cr_assert_leq(at + 4, avi->out.size);
    cr_expect_eq(memcmp(avi->out.data + at, tag, 4), 0, "at %zu: %.4s is not %s", at,
                 (const char *)avi->out.data + at, tag);
}

Test(avi, header)
{
    struct film avi = make_file();
    expect_tag(&avi, 0, "RIFF");
    cr_expect_eq(u32_at(&avi, 4), avi.out.size - 8);
    expect_tag(&avi, 8, "AVI ");
    expect_tag(&avi, 12, "LIST");
    cr_expect_eq(u32_at(&avi, 16), 192u);
    expect_tag(&avi, 20, "hdrl");
    expect_tag(&avi, 24, "avih");
    cr_expect_eq(u32_at(&avi, 28), 56u);
    cr_expect_eq(u32_at(&avi, 32), 33333u);       /* microseconds a frame */
    cr_expect_eq(u32_at(&avi, 44) & 0x10, 0x10u); /* has an index */
    cr_expect_eq(u32_at(&avi, 48), (uint32_t)FRAMES);
    cr_expect_eq(u32_at(&avi, 56), 1u); /* streams */
    cr_expect_eq(u32_at(&avi, 64), (uint32_t)WIDTH);
    cr_expect_eq(u32_at(&avi, 68), (uint32_t)HEIGHT);
    /* The strl list begins behind avih and ends with the hdrl list. */
    expect_tag(&avi, 88, "LIST");
    cr_expect_eq(96 + u32_at(&avi, 92), 20 + u32_at(&avi, 16));
    expect_tag(&avi, 96, "strl");
    expect_tag(&avi, 100, "strh");
    cr_expect_eq(u32_at(&avi, 104), 56u);
    expect_tag(&avi, 108, "vids");
    expect_tag(&avi, 112, "MJPG");
    cr_expect_eq(u32_at(&avi, 132) / u32_at(&avi, 128), (uint32_t)FPS); /* rate / scale */
    cr_expect_eq(u32_at(&avi, 140), (uint32_t)FRAMES);
    expect_tag(&avi, 164, "strf");
    cr_expect_eq(u32_at(&avi, 168), 40u);
    cr_expect_eq(u32_at(&avi, 172), 40u);
    cr_expect_eq(u32_at(&avi, 176), (uint32_t)WIDTH);
    cr_expect_eq(u32_at(&avi, 180), (uint32_t)HEIGHT);
    expect_tag(&avi, 188, "MJPG");
    expect_tag(&avi, 212, "LIST");
    expect_tag(&avi, 220, "movi");
    byte_writer_free(&avi.out);
}

/* Walks the chunks of movi; every frame is at an even offset and the list ends where it says. */
static size_t walk_frames(const struct film *avi, size_t starts[FRAMES])
{
    size_t at = HEADER;
    size_t end = 220 + u32_at(avi, 216);
    int count = 0;
    while (at < end) {
        cr_assert_lt(count, FRAMES);
        cr_assert_eq(at % 2, 0);
        expect_tag(avi, at, "00dc");
        starts[count++] = at;
        at += 8 + u32_at(avi, at + 4);
        at += at % 2;
    }
    cr_assert_eq(at, end);
    cr_assert_eq(count, FRAMES);
    return end;
}

Test(avi, index_names_every_frame)
{
    struct film avi = make_file();
    size_t starts[FRAMES];
    size_t at = walk_frames(&avi, starts);
    expect_tag(&avi, at, "idx1");
    cr_assert_eq(u32_at(&avi, at + 4), 16u * FRAMES);
    cr_expect_eq(at + 8 + 16 * FRAMES, avi.out.size);
    for (int i = 0; i < FRAMES; i++) {
        size_t entry = at + 8 + 16 * (size_t)i;
        expect_tag(&avi, entry, "00dc");
        cr_expect_eq(u32_at(&avi, entry + 4), 0x10u); /* each is a key frame */
        cr_expect_eq(u32_at(&avi, entry + 8), starts[i] - 220);
        cr_expect_eq(u32_at(&avi, entry + 12), u32_at(&avi, starts[i] + 4));
    }
    byte_writer_free(&avi.out);
}

static int channel_error(uint8_t got, uint32_t wanted)
{
    return abs((int)got - (int)(wanted & 255));
}

Test(avi, frames_are_jpeg_pictures_of_the_right_colour)
{
    struct film avi = make_file();
    size_t starts[FRAMES];
    walk_frames(&avi, starts);
    for (int f = 0; f < FRAMES; f++) {
        const uint8_t *jpeg = avi.out.data + starts[f] + 8;
        int size = (int)u32_at(&avi, starts[f] + 4);
        int width, height, channels;
        cr_assert_gt(size, 100);
        cr_expect_eq(memcmp(jpeg, "\xff\xd8\xff", 3), 0, "frame %d: no start of image", f);
        cr_expect_eq(memcmp(jpeg + size - 2, "\xff\xd9", 2), 0, "frame %d: no end of image", f);
        uint8_t *rgb = stbi_load_from_memory(jpeg, size, &width, &height, &channels, 3);
        cr_assert_not_null(rgb, "frame %d cannot be decoded", f);
        cr_assert_eq(width, WIDTH);
        cr_assert_eq(height, HEIGHT);
        for (int i = 0; i < PIXELS; i++) {
            const uint8_t *p = rgb + i * 3;
            uint32_t color = frame_colors[f];
            cr_assert(channel_error(p[0], color >> 16) <= 4 &&
                          channel_error(p[1], color >> 8) <= 4 && channel_error(p[2], color) <= 4,
                      "frame %d pixel %d is %d %d %d", f, i, p[0], p[1], p[2]);
        }
        stbi_image_free(rgb);
    }
    byte_writer_free(&avi.out);
}

Test(avi, a_picture_keeps_its_place_and_odd_sizes)
{
    enum { ODD_WIDTH = 33, ODD_HEIGHT = 17 };
    static uint32_t pixels[ODD_WIDTH * ODD_HEIGHT];
    const uint32_t *const pictures[] = {pixels};
    struct film avi;
    for (int i = 0; i < ODD_WIDTH * ODD_HEIGHT; i++) {
        bool top_left = i / ODD_WIDTH < 8 && i % ODD_WIDTH < 16;
        pixels[i] = top_left ? 0x00ffffff : 0;
    }
    make_film(&avi, ODD_WIDTH, ODD_HEIGHT, 25, pictures, 1, 95);
    cr_expect_eq(u32_at(&avi, 32), 40000u);
    int width, height, channels;
    uint8_t *rgb = stbi_load_from_memory(avi.out.data + HEADER + 8, (int)u32_at(&avi, HEADER + 4),
                                         &width, &height, &channels, 3);
    cr_assert_not_null(rgb);
    cr_assert_eq(width, ODD_WIDTH);
    cr_assert_eq(height, ODD_HEIGHT);
    cr_expect_gt(rgb[(2 * ODD_WIDTH + 4) * 3], 230);
    cr_expect_lt(rgb[(2 * ODD_WIDTH + 28) * 3], 25);
    cr_expect_lt(rgb[(14 * ODD_WIDTH + 4) * 3], 25);
    stbi_image_free(rgb);
    byte_writer_free(&avi.out);
}

Test(avi, a_file_without_frames_is_whole)
{
    struct film avi;
    make_film(&avi, WIDTH, HEIGHT, FPS, NULL, 0, 85);
    cr_expect_eq(avi.out.size, HEADER + 8u);
    cr_expect_eq(u32_at(&avi, 4), avi.out.size - 8);
    cr_expect_eq(u32_at(&avi, 216), 4u);
    cr_expect_eq(u32_at(&avi, 48), 0u);
    expect_tag(&avi, HEADER, "idx1");
    byte_writer_free(&avi.out);
}

/* A sink that takes so many pieces and then no more. */
struct narrow {
    int left;
};

static int narrow_append(void *context, const uint8_t *bytes, size_t size)
{
    struct narrow *narrow = context;
    cr_assert(bytes && size > 0);
    return narrow->left-- > 0 ? 0 : FORMAT_BAD;
}

static int narrow_patch(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    (void)at;
    return narrow_append(context, bytes, size);
}

Test(avi, a_sink_that_fails_is_told_of)
{
    static const uint32_t pixels[PIXELS];
    /* Header, frame, index, four numbers. */
    for (int pieces = 0; pieces <= 7; pieces++) {
        struct narrow narrow = {pieces};
        const struct media_sink sink = {&narrow, narrow_append, narrow_patch};
        struct avi_writer avi;
        cr_expect_eq(avi_begin(&avi, &sink, WIDTH, HEIGHT, FPS) == 0, pieces >= 1);
        if (pieces >= 1) {
            cr_expect_eq(avi_add_frame(&avi, pixels, 85) == 0, pieces >= 2);
            cr_expect_eq(avi_end(&avi) == 0, pieces >= 7);
        }
        avi_free(&avi);
    }
}

Test(avi, memory_is_patched_inside_only)
{
    struct byte_writer out = {0};
    const struct media_sink sink = media_sink_memory(&out);
    cr_assert_eq(sink.append(sink.context, (const uint8_t *)"abcdef", 6), 0);
    cr_expect_eq(sink.patch(sink.context, 2, (const uint8_t *)"XY", 2), 0);
    cr_expect_eq(memcmp(out.data, "abXYef", 6), 0);
    cr_expect_lt(sink.patch(sink.context, 5, (const uint8_t *)"XY", 2), 0);
    cr_expect_lt(sink.patch(sink.context, UINT64_MAX, (const uint8_t *)"XY", 2), 0);
    byte_writer_free(&out);
}
