/* Motion JPEG in AVI: the offsets and sizes players rely on, and the pictures inside. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/avi.h"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

enum { WIDTH = 48, HEIGHT = 32, PIXELS = WIDTH * HEIGHT, FPS = 30, FRAMES = 3, HEADER = 224 };

static const uint32_t frame_colors[FRAMES] = {0x00c02010, 0x0020c040, 0x003010d0};

/* A file of FRAMES plain pictures. */
static struct avi_writer make_file(void)
{
    struct avi_writer avi;
    uint32_t pixels[PIXELS];
    avi_begin(&avi, WIDTH, HEIGHT, FPS);
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < PIXELS; i++) {
            pixels[i] = frame_colors[f];
        }
        cr_assert_eq(avi_add_frame(&avi, pixels, 85), 0);
    }
    cr_assert_eq(avi_end(&avi), 0);
    return avi;
}

static uint32_t u32_at(const struct avi_writer *avi, size_t at)
{
    cr_assert_leq(at + 4, avi->out.size);
    return bytes_u32(avi->out.data + at);
}

static void expect_tag(const struct avi_writer *avi, size_t at, const char *tag)
{
    cr_assert_leq(at + 4, avi->out.size);
    cr_expect_eq(memcmp(avi->out.data + at, tag, 4), 0, "at %zu: %.4s is not %s", at,
                 (const char *)avi->out.data + at, tag);
}

Test(avi, header)
{
    struct avi_writer avi = make_file();
    expect_tag(&avi, 0, "RIFF");
    cr_expect_eq(u32_at(&avi, 4), avi.out.size - 8);
    expect_tag(&avi, 8, "AVI ");
    expect_tag(&avi, 12, "LIST");
    cr_expect_eq(u32_at(&avi, 16), 192u);
    expect_tag(&avi, 20, "hdrl");
    expect_tag(&avi, 24, "avih");
    cr_expect_eq(u32_at(&avi, 28), 56u);
    cr_expect_eq(u32_at(&avi, 32), 33333u);        /* microseconds a frame */
    cr_expect_eq(u32_at(&avi, 44) & 0x10, 0x10u);  /* has an index */
    cr_expect_eq(u32_at(&avi, 48), (uint32_t)FRAMES);
    cr_expect_eq(u32_at(&avi, 56), 1u);            /* streams */
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
    avi_free(&avi);
}

/* Walks the chunks of movi; every frame is at an even offset and the list ends where it says. */
static size_t walk_frames(const struct avi_writer *avi, size_t starts[FRAMES])
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
    struct avi_writer avi = make_file();
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
    avi_free(&avi);
}

static int channel_error(uint8_t got, uint32_t wanted)
{
    return abs((int)got - (int)(wanted & 255));
}

Test(avi, frames_are_jpeg_pictures_of_the_right_colour)
{
    struct avi_writer avi = make_file();
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
    avi_free(&avi);
}

Test(avi, a_picture_keeps_its_place_and_odd_sizes)
{
    enum { ODD_WIDTH = 33, ODD_HEIGHT = 17 };
    static uint32_t pixels[ODD_WIDTH * ODD_HEIGHT];
    struct avi_writer avi;
    for (int i = 0; i < ODD_WIDTH * ODD_HEIGHT; i++) {
        bool top_left = i / ODD_WIDTH < 8 && i % ODD_WIDTH < 16;
        pixels[i] = top_left ? 0x00ffffff : 0;
    }
    avi_begin(&avi, ODD_WIDTH, ODD_HEIGHT, 25);
    cr_assert_eq(avi_add_frame(&avi, pixels, 95), 0);
    cr_assert_eq(avi_end(&avi), 0);
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
    avi_free(&avi);
}

Test(avi, a_file_without_frames_is_whole)
{
    struct avi_writer avi;
    avi_begin(&avi, WIDTH, HEIGHT, FPS);
    cr_assert_eq(avi_end(&avi), 0);
    cr_expect_eq(avi.out.size, HEADER + 8u);
    cr_expect_eq(u32_at(&avi, 4), avi.out.size - 8);
    cr_expect_eq(u32_at(&avi, 216), 4u);
    cr_expect_eq(u32_at(&avi, 48), 0u);
    expect_tag(&avi, HEADER, "idx1");
    avi_free(&avi);
}
