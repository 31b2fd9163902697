/* Readers of AVI, y4m and WAV: complete, truncated and damaged films. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/avi_reader.h"
#include "formats/media/wav_reader.h"
#include "formats/media/wave_format.h"
#include "formats/media/y4m_reader.h"
#include "tests/support/media/film_bytes.h"
#include "tests/support/random_numbers.h"

enum { FRAMES = 4, SHORT_SEGMENT = 40000 };

static struct byte_writer make_film(enum film_bytes_kind kind, int frames, uint64_t segment_bytes)
{
    struct byte_writer out;
    cr_assert(film_bytes_make(&out, kind, 0, frames, segment_bytes));
    return out;
}

/* --- reading it all --------------------------------------------------------------------------- */

/* Contents of a film, and the result of reading it. */
struct found {
    int code;
    uint64_t frames, samples;
    struct format_error err;
};

static void read_avi(struct found *found, const struct byte_source *source)
{
    struct avi_reader reader;
    struct avi_chunk chunk;
    found->code = avi_reader_open(&reader, source, &found->err);
    while (found->code == 0 && (found->code = avi_reader_next(&reader, &chunk, &found->err)) > 0) {
        const bool video = chunk.stream == AVI_VIDEO;
        found->code = avi_reader_load(&reader, &chunk, &found->err);
        found->frames += video ? 1 : 0;
        found->samples += video ? 0 : chunk.size / 4;
    }
    avi_reader_close(&reader);
}

static void read_y4m(struct found *found, const struct byte_source *source)
{
    struct y4m_reader reader;
    found->code = y4m_reader_open(&reader, source, &found->err);
    while (found->code == 0 && (found->code = y4m_reader_next(&reader, &found->err)) > 0) {
        found->code = 0;
        found->frames++;
    }
    y4m_reader_close(&reader);
}

static struct found read_film(enum film_bytes_kind kind, const uint8_t *data, size_t size)
{
    /* Copies of exact size, so that the sanitizers detect reads past the end. */
    uint8_t *copy = malloc(size + !size);
    struct found found = {0};
    memcpy(copy, data, size);
    const struct byte_source source = byte_source_memory(copy, size);
    if (kind == FILM_BYTES_WAV) {
        struct wav_reader reader;
        found.code = wav_reader_open(&reader, &source, &found.err);
        found.samples = found.code == 0 ? reader.frames : 0;
    } else if (kind == FILM_BYTES_Y4M) {
        read_y4m(&found, &source);
    } else {
        read_avi(&found, &source);
    }
    free(copy);
    return found;
}

/* Checks that the result is a film, or an error with offset and message. */
static void expect_sense(const struct found *found, size_t size)
{
    cr_assert(found->code == 0 ||
                  (found->code < 0 && found->err.what[0] != '\0' && found->err.offset <= size),
              "%d at %zu: %s", found->code, found->err.offset, found->err.what);
}

Test(film_readers, read_what_was_written)
{
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        for (int frames = 0; frames <= 60; frames += 30) {
            struct byte_writer film = make_film((enum film_bytes_kind)kind, frames, SHORT_SEGMENT);
            const struct found found = read_film((enum film_bytes_kind)kind, film.data, film.size);
            cr_expect_eq(found.code, 0, "kind %d: %s", kind, found.err.what);
            const uint64_t pictures = kind == FILM_BYTES_WAV ? 0 : (uint64_t)frames;
            const bool silent = kind == FILM_BYTES_Y4M || kind == FILM_BYTES_SILENT;
            cr_expect_eq(found.frames, pictures, "kind %d", kind);
            cr_expect_eq(found.samples,
                         silent ? 0 : (uint64_t)frames * FILM_BYTES_RATE / FILM_BYTES_FPS);
            byte_writer_free(&film);
        }
    }
}

Test(film_readers, report_the_format)
{
    struct byte_writer film = make_film(FILM_BYTES_RAW, 2, AVI_SEGMENT_BYTES);
    struct byte_source source = byte_source_memory(film.data, film.size);
    struct avi_reader avi;
    cr_assert_eq(avi_reader_open(&avi, &source, NULL), 0);
    struct avi_format format = film_bytes_avi(FILM_BYTES_RAW);
    format.quality = 0;
    cr_expect_eq(memcmp(&avi.format, &format, sizeof(format)), 0);
    cr_expect(avi.frames == 2 && avi.samples == 533);
    avi_reader_close(&avi);
    byte_writer_free(&film);

    film = make_film(FILM_BYTES_Y4M, 2, 0);
    source = byte_source_memory(film.data, film.size);
    struct y4m_reader y4m;
    cr_assert_eq(y4m_reader_open(&y4m, &source, NULL), 0);
    cr_expect(y4m.width == FILM_BYTES_WIDTH && y4m.height == FILM_BYTES_HEIGHT);
    cr_expect(y4m.fps_num == FILM_BYTES_FPS && y4m.fps_den == 1);
    cr_expect_eq(y4m.frame_size, FILM_BYTES_WIDTH * FILM_BYTES_HEIGHT * 3u / 2);
    cr_expect_eq(memcmp(y4m.header, film.data, y4m.header_size), 0);
    y4m_reader_close(&y4m);
    byte_writer_free(&film);
}

Test(film_readers, truncation_at_every_byte_is_reported)
{
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        struct byte_writer film = make_film((enum film_bytes_kind)kind, FRAMES, AVI_SEGMENT_BYTES);
        for (size_t size = 0; size < film.size; size++) {
            const struct found found = read_film((enum film_bytes_kind)kind, film.data, size);
            expect_sense(&found, size);
            /* A y4m may end after any frame: it stores no frame count. */
            cr_assert(found.code < 0 || (kind == FILM_BYTES_Y4M && found.frames < FRAMES),
                      "kind %d cut to %zu of %zu", kind, size, film.size);
            size += kind <= FILM_BYTES_RAW && size > 500 && size < 33000 ? 97 : 0; /* indexes */
        }
        byte_writer_free(&film);
    }
}

Test(film_readers, flipped_bits_are_harmless)
{
    struct random_source random = {.seed = 16};
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        struct byte_writer film = make_film((enum film_bytes_kind)kind, FRAMES, SHORT_SEGMENT);
        for (int i = 0; i < 3000; i++) {
            /* Mostly in the header's words. */
            const size_t most = i % 4 && film.size > 512 ? 512 : film.size;
            const size_t at = next_bits(&random) % most;
            const uint8_t was = film.data[at];
            film.data[at] = (uint8_t)(next_bits(&random) % 3 ? was ^ 1u << next_bits(&random) % 8
                                                             : next_bits(&random));
            const struct found found = read_film((enum film_bytes_kind)kind, film.data, film.size);
            expect_sense(&found, film.size);
            film.data[at] = was;
        }
        byte_writer_free(&film);
    }
}

/* --- what is refused -------------------------------------------------------------------------- */

/* A film of that kind with other bytes at `at` is rejected with that code and message. */
static void expect_refused(enum film_bytes_kind kind, size_t at, const void *bytes, size_t size,
                           int code, const char *why)
{
    struct byte_writer film = make_film(kind, FRAMES, AVI_SEGMENT_BYTES);
    memcpy(film.data + at, bytes, size);
    const struct found found = read_film(kind, film.data, film.size);
    cr_expect_eq(found.code, code, "%s: %d", why, found.code);
    cr_expect_not_null(strstr(found.err.what, why), "'%s' is not '%s'", found.err.what, why);
    byte_writer_free(&film);
}

Test(film_readers, other_kinds_of_avi_are_rejected)
{
    enum { STRF = 172 }; /* the strf of the pictures */
    expect_refused(FILM_BYTES_MJPEG, 0, "RIFX", 4, FORMAT_UNKNOWN, "not an AVI");
    expect_refused(FILM_BYTES_MJPEG, STRF + 16, "H264", 4, FORMAT_UNKNOWN, "neither Motion JPEG");
    expect_refused(FILM_BYTES_RAW, STRF + 14, "\x20", 1, FORMAT_UNKNOWN, "24 bits");
    expect_refused(FILM_BYTES_RAW, 108, "txts", 4, FORMAT_UNKNOWN, "video first");
    expect_refused(FILM_BYTES_RAW, STRF + 4, "\0\0\0\0", 4, FORMAT_BAD, "pictures of 0x10");
    expect_refused(FILM_BYTES_RAW, STRF + 4, "\x11", 1, FORMAT_BAD, "a raw frame of");
    expect_refused(FILM_BYTES_RAW, 128, "\0\0\0\0", 4, FORMAT_BAD, "the frame rate is 0");
    expect_refused(FILM_BYTES_RAW, 16, "\xff\xff\xff", 3, FORMAT_BAD, "longer than its list");
    expect_refused(FILM_BYTES_RAW, 12, "JUNK", 4, FORMAT_BAD, "no header");
    expect_refused(FILM_BYTES_RAW, 20, "hdrx", 4, FORMAT_BAD, "no header");
    expect_refused(FILM_BYTES_RAW, 92, "\xff\xff\xff", 3, FORMAT_BAD, "longer than its list");
    /* Killed before its end, its sizes are 0; its numbers of frames would be, too. */
    expect_refused(FILM_BYTES_RAW, 4, "\0\0\0\0", 4, FORMAT_TRUNCATED, "unfinished");
    expect_refused(FILM_BYTES_RAW, 140, "\0\0\0\0", 4, FORMAT_BAD, "4 frames, not the 0");
}

Test(film_readers, other_kinds_of_sound_are_rejected)
{
    expect_refused(FILM_BYTES_WAV, 20, "\3", 1, FORMAT_UNKNOWN, "not PCM");
    expect_refused(FILM_BYTES_WAV, 22, "\6", 1, FORMAT_UNKNOWN, "one or two channels");
    expect_refused(FILM_BYTES_WAV, 24, "\0\0\0\0", 4, FORMAT_BAD, "0 Hz");
    expect_refused(FILM_BYTES_WAV, 12, "fmtx", 4, FORMAT_BAD, "no fmt chunk");
    expect_refused(FILM_BYTES_WAV, WAV_HEADER_SIZE - 8, "dato", 4, FORMAT_TRUNCATED,
                   "no data chunk");
    expect_refused(FILM_BYTES_WAV, 8, "AVI ", 4, FORMAT_UNKNOWN, "not a WAV");
}

/* Offset of the sound format: in an AVI it follows the video stream's. */
static size_t find_sound_format(enum film_bytes_kind kind, const struct byte_writer *film)
{
    size_t at = kind == FILM_BYTES_WAV ? 20 : 64;
    while (kind != FILM_BYTES_WAV && memcmp(film->data + at - 64, "auds", 4) != 0) {
        at++;
        cr_assert_lt(at + WAVE_FORMAT_SIZE, film->size);
    }
    return at;
}

/* As others write it, and as it was written here once: without the channels' places. */
Test(film_readers, short_sound_formats_are_accepted)
{
    const enum film_bytes_kind kind = FILM_BYTES_RAW;
    struct byte_writer film = make_film(kind, FRAMES, AVI_SEGMENT_BYTES);
    const size_t at = find_sound_format(kind, &film);
    const struct found whole = read_film(kind, film.data, film.size);
    film.data[at - 4] = WAVE_FORMAT_SIZE_MIN;
    film.data[at] = WAVE_FORMAT_TAG_PCM;
    film.data[at + 1] = 0;
    memcpy(film.data + at + WAVE_FORMAT_SIZE_MIN, "JUNK\x10\0\0\0", 8);
    const struct found found = read_film(kind, film.data, film.size);
    cr_expect_eq(found.code, 0, "%s", found.err.what);
    cr_expect(found.samples > 0 && found.samples == whole.samples);
    byte_writer_free(&film);
    expect_refused(kind, at, "\3", 1, FORMAT_UNKNOWN, "not PCM");
    expect_refused(kind, at + 24, "\3", 1, FORMAT_UNKNOWN, "not PCM"); /* floats */
}

/* A WAV as it was written here once: with the channels' places. */
Test(film_readers, long_sound_formats_are_accepted)
{
    enum { FORMAT_AT = 20, MORE = WAVE_FORMAT_SIZE - WAVE_FORMAT_SIZE_MIN };
    struct byte_writer film = make_film(FILM_BYTES_WAV, FRAMES, AVI_SEGMENT_BYTES), longer = {0};
    uint8_t format[WAVE_FORMAT_SIZE];
    const struct found whole = read_film(FILM_BYTES_WAV, film.data, film.size);
    wave_format_write(format, bytes_u32(film.data + FORMAT_AT + 4), 2);
    byte_writer_bytes(&longer, film.data, FORMAT_AT);
    byte_writer_bytes(&longer, format, sizeof(format));
    byte_writer_bytes(&longer, film.data + FORMAT_AT + WAVE_FORMAT_SIZE_MIN,
                      film.size - FORMAT_AT - WAVE_FORMAT_SIZE_MIN);
    bytes_put_u32(longer.data + 4, bytes_u32(longer.data + 4) + MORE);
    longer.data[FORMAT_AT - 4] = WAVE_FORMAT_SIZE;
    const struct found found = read_film(FILM_BYTES_WAV, longer.data, longer.size);
    cr_expect_eq(found.code, 0, "%s", found.err.what);
    cr_expect(found.samples > 0 && found.samples == whole.samples);
    longer.data[FORMAT_AT + 24] = 3; /* floats */
    cr_expect_eq(read_film(FILM_BYTES_WAV, longer.data, longer.size).code, FORMAT_UNKNOWN);
    byte_writer_free(&longer);
    byte_writer_free(&film);
}

/* A header and one byte of a frame; read to its end. */
static struct found read_header(const char *header)
{
    return read_film(FILM_BYTES_Y4M, (const uint8_t *)header, strlen(header));
}

Test(film_readers, other_kinds_of_y4m)
{
    static const struct {
        const char *header;
        int code;
        const char *why;
    } cases[] = {
        {"YUV4MPEG2 W4 H2 F30:1\n", 0, ""},
        {"YUV4MPEG2 W4 H2 F30:1 Cmono\nFRAME Ip\n12345678FRAME\n12345678", 0, ""},
        {"YUV4MPEG2 W3 H1 F30:1 C422\nFRAME\n1234567", 0, ""},
        {"YUV4MPEG2 W3 H1 F30:1 C420mpeg2\nFRAME\n1234567", 0, ""},
        {"YUV4MPEG2 W4 H2 F30:1 C444p10\n", FORMAT_UNKNOWN, "C444p10"},
        {"YUV4MPEG2 W4 H2 F30\n", FORMAT_BAD, "'F30'"},
        {"YUV4MPEG2 W4 H2 F0:1\n", FORMAT_BAD, "'F0:1'"},
        {"YUV4MPEG2 W99999999999 H2 F30:1\n", FORMAT_BAD, "'W99999999999'"},
        {"YUV4MPEG2 W70000 H2 F30:1\n", FORMAT_BAD, "without size"},
        {"YUV4MPEG2 H2 F30:1\n", FORMAT_BAD, "without size"},
        {"YUV4MPEG W4 H2 F30:1\n", FORMAT_UNKNOWN, "not a y4m"},
        {"YUV4MPEG2 W4 H2 F30:1\nFRAMES\n", FORMAT_BAD, "no frame begins here"},
        {"YUV4MPEG2 W65535 H65535 F30:1\nFRAME\n1", FORMAT_BAD, "frames of 6442319873"},
        {"YUV4MPEG2 W6000 H6000 F30:1\nFRAME\n1", FORMAT_TRUNCATED, "ends inside a frame"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct found found = read_header(cases[i].header);
        cr_expect_eq(found.code, cases[i].code, "%s: %d, %s", cases[i].header, found.code,
                     found.err.what);
        cr_expect_not_null(strstr(found.err.what, cases[i].why), "%s: %s", cases[i].header,
                           found.err.what);
    }
    char endless[600];
    memset(endless, 'X', sizeof(endless) - 1);
    memcpy(endless, "YUV4MPEG2 ", 10);
    endless[sizeof(endless) - 1] = '\0';
    cr_expect_eq(read_header(endless).code, FORMAT_BAD);
}

Test(film_readers, a_wav_of_unknown_length_goes_to_its_end)
{
    struct byte_writer film = make_film(FILM_BYTES_WAV, FRAMES, 0);
    memset(film.data + 4, 0xff, 4);
    memset(film.data + WAV_HEADER_SIZE - 4, 0xff, 4);
    const struct found found = read_film(FILM_BYTES_WAV, film.data, film.size);
    cr_expect(found.code == 0 && found.samples == (film.size - WAV_HEADER_SIZE) / 4);
    byte_writer_free(&film);
}
