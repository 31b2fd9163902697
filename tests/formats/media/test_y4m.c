/* y4m as it is written: the header's words, the planes' values. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/y4m.h"

/* A file of one picture. */
static struct byte_writer make_file(const struct y4m_format *format, const uint32_t *pixels)
{
    struct byte_writer out = {0};
    const struct media_sink sink = media_sink_memory(&out);
    struct y4m_writer writer;
    cr_assert_eq(y4m_begin(&writer, &sink, format), 0);
    cr_assert_eq(y4m_add_frame(&writer, pixels), 0);
    cr_expect(writer.frames == 1 && writer.size == out.size);
    y4m_free(&writer);
    return out;
}

Test(y4m, chroma_420)
{
    static const char header[] = "YUV4MPEG2 W4 H2 F30000:1001 Ip A1:1 C420jpeg XYSCSS=420JPEG "
                                 "XCOLORRANGE=LIMITED\nFRAME\n";
    /* Black, white, grey, red; then a block of one red pixel, one blue, two black. */
    static const uint32_t pixels[] = {0x00000000, 0x00ffffff, 0x00ff0000, 0x00000000,
                                      0x00808080, 0x00808080, 0x00000000, 0x000000ff};
    static const uint8_t planes[] = {16, 235, 81, 16, 126, 126, 16, 41, 128, 147, 128, 151};
    const struct y4m_format format = {4, 2, 30000, 1001, Y4M_420};
    struct byte_writer out = make_file(&format, pixels);
    cr_expect_eq(y4m_frame_size(&format), sizeof(planes));
    cr_assert_eq(out.size, sizeof(header) - 1 + sizeof(planes));
    cr_expect_arr_eq(out.data, header, sizeof(header) - 1);
    for (size_t i = 0; i < sizeof(planes); i++) {
        cr_expect_eq(out.data[sizeof(header) - 1 + i], planes[i], "%zu: %d", i,
                     out.data[sizeof(header) - 1 + i]);
    }
    byte_writer_free(&out);
}

Test(y4m, chroma_444)
{
    static const char header[] =
        "YUV4MPEG2 W3 H1 F25:1 Ip A1:1 C444 XYSCSS=444 XCOLORRANGE=LIMITED\nFRAME\n";
    static const uint32_t pixels[] = {0x00ff0000, 0x0000ff00, 0x000000ff};
    static const uint8_t planes[] = {81, 145, 41, 90, 54, 240, 240, 34, 110};
    const struct y4m_format format = {3, 1, 25, 1, Y4M_444};
    struct byte_writer out = make_file(&format, pixels);
    cr_assert_eq(out.size, sizeof(header) - 1 + sizeof(planes));
    cr_expect_arr_eq(out.data, header, sizeof(header) - 1);
    for (size_t i = 0; i < sizeof(planes); i++) {
        cr_expect_eq(out.data[sizeof(header) - 1 + i], planes[i], "%zu: %d", i,
                     out.data[sizeof(header) - 1 + i]);
    }
    byte_writer_free(&out);
}

Test(y4m, greys_are_neutral_and_in_range)
{
    for (uint32_t grey = 0; grey < 256; grey++) {
        uint32_t pixels[4];
        uint8_t planes[12];
        for (int chroma = Y4M_420; chroma <= Y4M_444; chroma++) {
            const struct y4m_format format = {2, 2, 25, 1, (enum y4m_chroma)chroma};
            for (int i = 0; i < 4; i++) {
                pixels[i] = grey * 0x00010101;
            }
            y4m_convert(&format, pixels, planes);
            const int luma = (int)(16.5 + 219.0 * grey / 255.0);
            for (size_t i = 0; i < y4m_frame_size(&format); i++) {
                cr_assert_eq(planes[i], i < 4 ? luma : 128, "grey %u at %zu: %d", (unsigned)grey, i,
                             planes[i]);
            }
        }
    }
}

Test(y4m, odd_sizes_need_444)
{
    static const uint32_t sizes[][2] = {{3, 2}, {2, 3}, {1, 1}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct y4m_format format = {sizes[i][0], sizes[i][1], 25, 1, Y4M_420};
        struct byte_writer out = {0};
        const struct media_sink sink = media_sink_memory(&out);
        struct y4m_writer writer;
        cr_expect_eq(y4m_begin(&writer, &sink, &format), FORMAT_BAD);
        cr_expect_eq(out.size, 0);
        y4m_free(&writer);
        format.chroma = Y4M_444;
        cr_expect_eq(y4m_begin(&writer, &sink, &format), 0);
        y4m_free(&writer);
        byte_writer_free(&out);
    }
}

Test(y4m, encoded_frames_give_the_same_file)
{
    uint32_t pixels[16 * 8];
    for (uint32_t i = 0; i < 16 * 8; i++) {
        pixels[i] = i * 0x0003070b & 0x00ffffff;
    }
    const struct y4m_format format = {16, 8, 60, 1, Y4M_420};
    struct byte_writer whole = make_file(&format, pixels), again = {0};
    const struct media_sink sink = media_sink_memory(&again);
    struct y4m_writer writer;
    cr_assert_eq(y4m_begin(&writer, &sink, &format), 0);
    cr_assert_eq(y4m_add_encoded_frame(&writer, whole.data + whole.size - y4m_frame_size(&format)),
                 0);
    cr_assert_eq(again.size, whole.size);
    cr_expect_arr_eq(again.data, whole.data, whole.size);
    y4m_free(&writer);
    byte_writer_free(&whole);
    byte_writer_free(&again);
}
