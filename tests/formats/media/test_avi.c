/* AVI as it is written: the offsets and sizes players rely on, the pictures inside, segments. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/avi.h"
#include "formats/media/wave_format.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#include "formats/base/stb.h"

enum {
    WIDTH = 48,
    HEIGHT = 32,
    PIXELS = WIDTH * HEIGHT,
    FPS = 30,
    FRAMES = 3,
    RATE = 8000,
    STRL = 88,             /* where the first stream's list begins, */
    INDX = 8 + STRL + 124, /* and its super index */
    SUPER = 24 + 16 * AVI_MAX_SEGMENTS
};

static const uint32_t frame_colors[FRAMES] = {0x00c02010, 0x0020c040, 0x003010d0};
static const struct avi_format plain = {WIDTH, HEIGHT, FPS, 1, AVI_MJPEG, 85, 0};

/* A finished file in memory. */
struct film {
    struct byte_writer out;
};

static uint32_t u32_at(const struct film *avi, size_t at)
{
    cr_assert_leq(at + 4, avi->out.size, "at %zu", at);
    return bytes_u32(avi->out.data + at);
}

static bool is_tag(const struct film *avi, size_t at, const char *tag)
{
    cr_assert_leq(at + 4, avi->out.size, "at %zu", at);
    return memcmp(avi->out.data + at, tag, 4) == 0;
}

static void expect_tag(const struct film *avi, size_t at, const char *tag)
{
    cr_assert(is_tag(avi, at, tag), "at %zu: %.4s is not %s", at, (const char *)avi->out.data + at,
              tag);
}

/* `count` pictures; with sound, SAMPLES[i] samples behind the i-th. */
static void make_film(struct film *film, const struct avi_format *format, uint64_t segment_bytes,
                      const uint32_t *const *pictures, int count)
{
    static const int16_t samples[2 * RATE] = {1, -2, 3, -4, 32767, -32768};
    struct avi_writer avi;
    *film = (struct film){0};
    const struct media_sink sink = media_sink_memory(&film->out);
    cr_assert_eq(avi_begin(&avi, &sink, format), 0);
    avi.segment_bytes = segment_bytes;
    for (int f = 0; f < count; f++) {
        cr_assert_eq(avi_add_frame(&avi, pictures[f]), 0);
        if (format->sound_rate > 0) {
            cr_assert_eq(avi_add_sound(&avi, samples, (size_t)RATE / FPS + (f % 3 > 0)), 0);
        }
    }
    cr_assert_eq(avi_end(&avi), 0);
    cr_assert_eq(avi.size, film->out.size);
    cr_assert_eq(avi.streams[AVI_VIDEO].length, (uint64_t)count);
    avi_free(&avi);
}

/* FRAMES plain pictures, again and again. */
static struct film make_file(const struct avi_format *format, uint64_t segment_bytes, int count)
{
    static uint32_t pixels[FRAMES][PIXELS];
    const uint32_t *pictures[100];
    struct film film;
    cr_assert_leq(count, 100);
    for (int f = 0; f < count; f++) {
        for (int i = 0; i < PIXELS; i++) {
            pixels[f % FRAMES][i] = frame_colors[f % FRAMES];
        }
        pictures[f] = pixels[f % FRAMES];
    }
    make_film(&film, format, segment_bytes, pictures, count);
    return film;
}

/* The end of the chunk, filled up to even. */
static size_t chunk_end(const struct film *avi, size_t at)
{
    const uint32_t size = u32_at(avi, at + 4);
    cr_assert_leq(size, avi->out.size - at - 8, "at %zu", at);
    return at + 8 + size + size % 2;
}

/* Offset of "movi" in a segment. */
static size_t find_movi(const struct film *avi, size_t segment)
{
    size_t at = segment + 12;
    expect_tag(avi, segment, "RIFF");
    while (!is_tag(avi, at + 8, "movi")) {
        at = chunk_end(avi, at);
    }
    expect_tag(avi, at, "LIST");
    return at + 8;
}

Test(avi, header)
{
    struct film avi = make_file(&plain, AVI_SEGMENT_BYTES, FRAMES);
    expect_tag(&avi, 0, "RIFF");
    cr_expect_eq(u32_at(&avi, 4), avi.out.size - 8);
    expect_tag(&avi, 8, "AVI ");
    expect_tag(&avi, 12, "LIST");
    expect_tag(&avi, 20, "hdrl");
    expect_tag(&avi, 24, "avih");
    cr_expect_eq(u32_at(&avi, 28), 56u);
    cr_expect_eq(u32_at(&avi, 32), 33333u);       /* microseconds a frame */
    cr_expect_eq(u32_at(&avi, 44) & 0x10, 0x10u); /* has an index */
    cr_expect_eq(u32_at(&avi, 48), (uint32_t)FRAMES);
    cr_expect_eq(u32_at(&avi, 56), 1u); /* streams */
    cr_expect_eq(u32_at(&avi, 64), (uint32_t)WIDTH);
    cr_expect_eq(u32_at(&avi, 68), (uint32_t)HEIGHT);
    expect_tag(&avi, STRL, "LIST");
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
    expect_tag(&avi, INDX - 8, "indx");
    cr_expect_eq(u32_at(&avi, INDX - 4), (uint32_t)SUPER);
    cr_expect_eq(chunk_end(&avi, STRL), INDX + (size_t)SUPER);
    /* The odml list ends the header; the movi list follows it. */
    const size_t odml = chunk_end(&avi, STRL);
    expect_tag(&avi, odml + 8, "odml");
    expect_tag(&avi, odml + 12, "dmlh");
    cr_expect_eq(u32_at(&avi, odml + 20), (uint32_t)FRAMES);
    cr_expect_eq(chunk_end(&avi, odml), chunk_end(&avi, 12));
    cr_expect_eq(find_movi(&avi, 0), chunk_end(&avi, 12) + 8);
    byte_writer_free(&avi.out);
}

/* Goes over the frames of movi; each is at an even offset, and the list ends where its size says.
 */
static size_t walk_frames(const struct film *avi, size_t starts[FRAMES])
{
    const size_t movi = find_movi(avi, 0), end = movi + u32_at(avi, movi - 4);
    size_t at = movi + 4;
    int count = 0;
    while (is_tag(avi, at, "00dc")) {
        cr_assert_lt(count, FRAMES);
        cr_assert_eq(at % 2, 0);
        starts[count++] = at;
        at = chunk_end(avi, at);
    }
    expect_tag(avi, at, "ix00");
    cr_assert_eq(chunk_end(avi, at), end);
    cr_assert_eq(count, FRAMES);
    return end;
}

Test(avi, index_names_every_frame)
{
    struct film avi = make_file(&plain, AVI_SEGMENT_BYTES, FRAMES);
    const size_t movi = find_movi(&avi, 0);
    size_t starts[FRAMES];
    size_t at = walk_frames(&avi, starts);
    expect_tag(&avi, at, "idx1");
    cr_assert_eq(u32_at(&avi, at + 4), 16u * FRAMES);
    cr_expect_eq(at + 8 + 16 * FRAMES, avi.out.size);
    for (int i = 0; i < FRAMES; i++) {
        size_t entry = at + 8 + 16 * (size_t)i;
        expect_tag(&avi, entry, "00dc");
        cr_expect_eq(u32_at(&avi, entry + 4), 0x10u); /* each is a key frame */
        cr_expect_eq(u32_at(&avi, entry + 8), starts[i] - movi);
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
    struct film avi = make_file(&plain, AVI_SEGMENT_BYTES, FRAMES);
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
    const struct avi_format format = {ODD_WIDTH, ODD_HEIGHT, 25, 1, AVI_MJPEG, 95, 0};
    struct film avi;
    for (int i = 0; i < ODD_WIDTH * ODD_HEIGHT; i++) {
        bool top_left = i / ODD_WIDTH < 8 && i % ODD_WIDTH < 16;
        pixels[i] = top_left ? 0x00ffffff : 0;
    }
    make_film(&avi, &format, AVI_SEGMENT_BYTES, pictures, 1);
    cr_expect_eq(u32_at(&avi, 32), 40000u);
    int width, height, channels;
    const size_t frame = find_movi(&avi, 0) + 4;
    uint8_t *rgb = stbi_load_from_memory(avi.out.data + frame + 8, (int)u32_at(&avi, frame + 4),
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

Test(avi, raw_rows_are_bottom_up_bgr_and_padded)
{
    static const uint32_t pixels[] = {0x00010203, 0x00040506, 0x00070809, /* 3 x 2 */
                                      0x00111213, 0x00141516, 0x00171819};
    static const uint8_t expected[] = {0x13, 0x12, 0x11, 0x16, 0x15, 0x14, 0x19, 0x18,
                                       0x17, 0,    0,    0,    0x03, 0x02, 0x01, 0x06,
                                       0x05, 0x04, 0x09, 0x08, 0x07, 0,    0,    0};
    const uint32_t *const pictures[] = {pixels};
    const struct avi_format format = {3, 2, 30000, 1001, AVI_RAW, 0, 0};
    struct film avi;
    make_film(&avi, &format, AVI_SEGMENT_BYTES, pictures, 1);
    const size_t frame = find_movi(&avi, 0) + 4;
    cr_expect_eq(u32_at(&avi, 188), 0u, "the codec");
    cr_expect_eq(u32_at(&avi, 128), 1001u);
    cr_expect_eq(u32_at(&avi, 132), 30000u);
    expect_tag(&avi, frame, "00db");
    cr_expect_eq(avi_raw_frame_size(&format), sizeof(expected));
    cr_assert_eq(u32_at(&avi, frame + 4), sizeof(expected));
    cr_expect_eq(memcmp(avi.out.data + frame + 8, expected, sizeof(expected)), 0);
    byte_writer_free(&avi.out);
}

Test(avi, sound_is_a_second_stream)
{
    struct avi_format format = plain;
    format.sound_rate = RATE;
    struct film avi = make_file(&format, AVI_SEGMENT_BYTES, FRAMES);
    const size_t strl = chunk_end(&avi, STRL), strh = strl + 12, strf = strh + 64;
    const uint32_t samples = RATE / FPS * FRAMES + 2;
    cr_expect_eq(u32_at(&avi, 56), 2u); /* streams */
    expect_tag(&avi, strh + 8, "auds");
    cr_expect_eq(u32_at(&avi, strh + 8 + 24) / u32_at(&avi, strh + 8 + 20), (uint32_t)RATE);
    cr_expect_eq(u32_at(&avi, strh + 8 + 32), samples);
    cr_expect_eq(u32_at(&avi, strh + 8 + 36), 4u * (RATE / FPS + 1)); /* the largest chunk */
    expect_tag(&avi, strf, "strf");
    const struct wave_format sounds = wave_format_read(avi.out.data + strf + 8, 40);
    cr_expect_eq(u32_at(&avi, strf + 4), 40u);
    cr_expect(sounds.tag == WAVE_FORMAT_TAG_PCM && sounds.channels == 2);
    cr_expect_eq(u32_at(&avi, strf + 12), (uint32_t)RATE);
    cr_expect_eq(u32_at(&avi, strf + 20), 4u | 16u << 16);
    const size_t sound = chunk_end(&avi, find_movi(&avi, 0) + 4);
    expect_tag(&avi, sound, "01wb");
    cr_expect_eq(u32_at(&avi, sound + 4), 4u * (RATE / FPS));
    cr_expect_eq(memcmp(avi.out.data + sound + 8, "\1\0\xfe\xff\3\0\xfc\xff\xff\x7f\0\x80", 12), 0);
    byte_writer_free(&avi.out);
}

/* Every entry of the stream's indexes in the segments names a chunk, in order; how many. */
static uint32_t count_indexed(const struct film *avi, size_t indx, const char *tag,
                              uint32_t *segments)
{
    uint32_t count = 0;
    *segments = u32_at(avi, indx + 4);
    cr_expect_eq(u32_at(avi, indx), 4u, "longs an entry, and an index of indexes");
    expect_tag(avi, indx + 8, tag);
    for (uint32_t s = 0; s < *segments; s++) {
        const size_t entry = indx + 24 + 16 * (size_t)s;
        const size_t ix = (size_t)bytes_u64(avi->out.data + entry);
        cr_assert_eq(u32_at(avi, entry + 8), chunk_end(avi, ix) - ix);
        cr_assert_eq(u32_at(avi, ix + 8), 2u | 0x0100u << 16);
        const uint32_t entries = u32_at(avi, ix + 12);
        const size_t base = (size_t)bytes_u64(avi->out.data + ix + 20);
        expect_tag(avi, base, "movi");
        expect_tag(avi, ix + 16, tag);
        for (uint32_t i = 0; i < entries; i++) {
            const size_t at = base + u32_at(avi, ix + 32 + 8 * (size_t)i);
            expect_tag(avi, at - 8, tag);
            cr_assert_eq(u32_at(avi, at - 4), u32_at(avi, ix + 36 + 8 * (size_t)i));
        }
        count += entries;
    }
    return count;
}

Test(avi, a_long_film_has_segments)
{
    enum { LONG = 60, SEGMENT = 100000 };
    struct avi_format format = {WIDTH, HEIGHT, FPS, 1, AVI_RAW, 0, RATE};
    struct film avi = make_file(&format, SEGMENT, LONG);
    uint32_t segments = 0, frames, indexed[2];
    for (size_t at = 0; at < avi.out.size; at = chunk_end(&avi, at)) {
        expect_tag(&avi, at, "RIFF");
        expect_tag(&avi, at + 8, segments == 0 ? "AVI " : "AVIX");
        cr_expect_leq(chunk_end(&avi, at) - at, (size_t)SEGMENT);
        cr_expect_geq(find_movi(&avi, at), at);
        segments++;
    }
    cr_expect_geq(segments, 4u);
    frames = count_indexed(&avi, INDX, "00db", &indexed[0]);
    cr_expect_eq(frames, (uint32_t)LONG);
    const size_t audio = chunk_end(&avi, STRL) + 12 + 64 + 48 + 8;
    expect_tag(&avi, audio - 8, "indx");
    cr_expect_eq(count_indexed(&avi, audio, "01wb", &indexed[1]), (uint32_t)LONG);
    cr_expect(indexed[0] == segments && indexed[1] == segments);
    /* The first segment's own number of frames, and the whole film's. */
    const size_t odml = chunk_end(&avi, chunk_end(&avi, STRL));
    cr_expect_eq(u32_at(&avi, 140), (uint32_t)LONG);
    cr_expect_eq(u32_at(&avi, odml + 20), (uint32_t)LONG);
    cr_expect_eq(u32_at(&avi, 48), u32_at(&avi, (size_t)bytes_u64(avi.out.data + INDX + 24) + 12));
    cr_expect_lt(u32_at(&avi, 48), (uint32_t)LONG);
    byte_writer_free(&avi.out);
}

Test(avi, encoded_chunks_give_the_same_file)
{
    struct avi_format format = {WIDTH, HEIGHT, FPS, 1, AVI_RAW, 0, RATE};
    struct film whole = make_file(&format, 100000, 60), again = {0};
    const struct media_sink sink = media_sink_memory(&again.out);
    struct avi_writer avi;
    cr_assert_eq(avi_begin(&avi, &sink, &format), 0);
    avi.segment_bytes = 100000;
    for (size_t segment = 0; segment < whole.out.size; segment = chunk_end(&whole, segment)) {
        for (size_t at = find_movi(&whole, segment) + 4; !is_tag(&whole, at, "ix00");
             at = chunk_end(&whole, at)) {
            const uint8_t *bytes = whole.out.data + at + 8;
            const uint32_t size = u32_at(&whole, at + 4);
            cr_assert_eq(is_tag(&whole, at, "00db") ? avi_add_encoded_frame(&avi, bytes, size)
                                                    : avi_add_encoded_sound(&avi, bytes, size),
                         0);
        }
    }
    cr_assert_eq(avi_end(&avi), 0);
    cr_assert_eq(again.out.size, whole.out.size);
    cr_expect_eq(memcmp(again.out.data, whole.out.data, whole.out.size), 0);
    avi_free(&avi);
    byte_writer_free(&whole.out);
    byte_writer_free(&again.out);
}

Test(avi, a_file_without_frames_is_complete)
{
    struct film avi;
    make_film(&avi, &plain, AVI_SEGMENT_BYTES, NULL, 0);
    const size_t movi = find_movi(&avi, 0);
    cr_expect_eq(avi.out.size, movi + 4 + 8);
    cr_expect_eq(u32_at(&avi, 4), avi.out.size - 8);
    cr_expect_eq(u32_at(&avi, movi - 4), 4u);
    cr_expect_eq(u32_at(&avi, 48), 0u);
    expect_tag(&avi, movi + 4, "idx1");
    byte_writer_free(&avi.out);
}

Test(avi, data_beyond_the_limits_is_rejected)
{
    struct byte_writer out = {0};
    const struct media_sink sink = media_sink_memory(&out);
    struct avi_writer avi;
    cr_assert_eq(avi_begin(&avi, &sink, &plain), 0);
    cr_expect_eq(avi_add_encoded_frame(&avi, out.data, ((size_t)1 << 30) + 1), FORMAT_BAD);
    avi.segment_bytes = 1; /* a frame each */
    for (int i = 0; i < AVI_MAX_SEGMENTS; i++) {
        cr_assert_eq(avi_add_encoded_frame(&avi, (const uint8_t *)"frame", 5), 0, "%d", i);
    }
    cr_expect_eq(avi_add_encoded_frame(&avi, (const uint8_t *)"frame", 5), FORMAT_BAD);
    cr_expect_eq(avi_end(&avi), 0);
    const struct film film = {out};
    uint32_t segments;
    cr_expect_eq(count_indexed(&film, INDX, "00dc", &segments), (uint32_t)AVI_MAX_SEGMENTS);
    avi_free(&avi);
    byte_writer_free(&out);
}

/* A sink that accepts `left` pieces, then fails. */
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

Test(avi, a_failing_sink_is_reported)
{
    enum { BEGIN = 1, FRAME = 3, END = 10 };
    static const uint8_t frame[5] = "frame";
    /* Header; frame with its head and filling; two indexes, four numbers about the segment, four
     * about the whole. */
    for (int pieces = 0; pieces <= BEGIN + FRAME + END; pieces++) {
        struct narrow narrow = {pieces};
        const struct media_sink sink = {
            .context = &narrow, .append = narrow_append, .patch = narrow_patch};
        struct avi_writer avi;
        cr_expect_eq(avi_begin(&avi, &sink, &plain) == 0, pieces >= BEGIN);
        if (pieces >= BEGIN) {
            cr_expect_eq(avi_add_encoded_frame(&avi, frame, sizeof(frame)) == 0,
                         pieces >= BEGIN + FRAME);
            cr_expect_eq(avi_end(&avi) == 0, pieces >= BEGIN + FRAME + END, "%d", pieces);
        }
        avi_free(&avi);
    }
}

Test(avi, patches_stay_inside_the_output)
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
