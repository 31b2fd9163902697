/* WAV: oddities that the original's reader tolerates, damaged files, every sound of the real data,
 * and the writer read back. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/archives/pak.h"
#include "formats/base/checksum.h"
#include "formats/media/wav.h"
#include "tests/support/real_data.h"
#include "tests/support/scarce.h"

enum { RATE = 22050, HEADER_END = 12 };

static void put_chunk(struct byte_writer *w, const char *name, uint32_t length, const void *payload,
                      size_t size)
{
    byte_writer_bytes(w, name, 4);
    byte_writer_u32(w, length);
    byte_writer_bytes(w, payload, size);
}

static void put_format(struct byte_writer *w, uint32_t tag, uint32_t channels, uint32_t bits)
{
    put_chunk(w, "fmt ", 16, NULL, 0);
    byte_writer_u16(w, tag);
    byte_writer_u16(w, channels);
    byte_writer_u32(w, RATE);
    byte_writer_u32(w, RATE * channels * bits / 8);
    byte_writer_u16(w, channels * bits / 8);
    byte_writer_u16(w, bits);
}

static void put_head(struct byte_writer *w, uint32_t tag, uint32_t channels, uint32_t bits)
{
    *w = (struct byte_writer){0};
    put_chunk(w, "RIFF", 0, "WAVE", 4); /* its size is not looked at */
    put_format(w, tag, channels, bits);
}

/* One cue point. The numbers that are not its sample's are others, on purpose. */
static void put_cue(struct byte_writer *w, uint32_t sample)
{
    put_chunk(w, "cue ", 28, NULL, 0);
    const uint32_t numbers[] = {1, 7, 99, 0x61746164, 98, 97, sample};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        byte_writer_u32(w, numbers[i]);
    }
}

static void put_mark(struct byte_writer *w, uint32_t length)
{
    put_chunk(w, "LIST", 32, "adtlltxt", 8);
    byte_writer_u32(w, 20);
    byte_writer_u32(w, 7);
    byte_writer_u32(w, length);
    byte_writer_bytes(w, "mark\0\0\0\0\0\0\0\0", 12);
}

static const uint8_t ten_bytes[10] = {128, 129, 127, 255, 0, 128, 1, 2, 3, 4};

static int read_all(struct pcm *wav, const struct byte_writer *file, struct format_error *err)
{
    return wav_read(wav, file->data, file->size, PCM_MONO, err);
}

/* Ten 8-bit samples, followed by whatever the caller appended. */
static void expect_loop(struct byte_writer *file, uint32_t length, int32_t loop_start)
{
    struct pcm wav;
    struct format_error err;
    cr_assert_eq(read_all(&wav, file, &err), 0, "%s", err.what);
    cr_expect_eq(wav.length, length, "%u samples", (unsigned)wav.length);
    cr_expect_eq(wav.loop_start, loop_start, "from %d", (int)wav.loop_start);
    pcm_free(&wav);
    byte_writer_free(file);
}

static void put_ten(struct byte_writer *file)
{
    put_head(file, 1, 1, 8);
    put_chunk(file, "data", 10, ten_bytes, 10);
}

Test(wav, eight_bits_have_their_zero_at_128)
{
    static const int16_t wanted[10] = {0, 1, -1, 127, -128, 0, -127, -126, -125, -124};
    struct byte_writer file;
    struct pcm wav;
    put_ten(&file);
    cr_assert_eq(read_all(&wav, &file, NULL), 0);
    cr_expect_eq(wav.width, 1);
    cr_expect_eq(wav.channels, 1);
    cr_expect_eq(wav.rate, RATE);
    cr_expect_eq(wav.length, 10);
    cr_expect_eq(wav.loop_start, PCM_NO_LOOP);
    cr_expect_eq(memcmp(wav.samples, wanted, sizeof(wanted)), 0);
    pcm_free(&wav);
    byte_writer_free(&file);
}

Test(wav, two_channels_are_kept_or_mixed_down)
{
    struct byte_writer file;
    struct pcm wav;
    put_head(&file, 1, 2, 16);
    const int16_t samples[] = {100, 201, -32768, -32768, -5, 0, 32767, 32767};
    put_chunk(&file, "data", 17, NULL, 0); /* and a byte of a frame that is not whole */
    for (int i = 0; i < 8; i++) {
        byte_writer_u16(&file, (uint16_t)samples[i]);
    }
    byte_writer_u8(&file, 1);
    cr_assert_eq(wav_read(&wav, file.data, file.size, PCM_AS_IS, NULL), 0);
    cr_expect_eq(wav.channels, 2);
    cr_expect_eq(wav.width, 2);
    cr_expect_eq(wav.length, 4);
    cr_expect_eq(memcmp(wav.samples, samples, sizeof(samples)), 0);
    pcm_free(&wav);
    static const int16_t mixed[] = {150, -32768, -3, 32767};
    cr_assert_eq(wav_read(&wav, file.data, file.size, PCM_MONO, NULL), 0);
    cr_expect_eq(wav.channels, 1);
    cr_expect_eq(wav.length, 4);
    cr_expect_eq(memcmp(wav.samples, mixed, sizeof(mixed)), 0);
    pcm_free(&wav);
    byte_writer_free(&file);
}

Test(wav, chunks_in_any_order_padded_to_even_lengths)
{
    struct byte_writer file = {0};
    put_chunk(&file, "RIFF", 0, "WAVE", 4);
    put_chunk(&file, "JUNK", 3, "abc", 4);
    put_cue(&file, 4);
    put_chunk(&file, "data", 10, ten_bytes, 10);
    put_chunk(&file, "bext", 1, "a", 2);
    put_format(&file, 1, 1, 8);
    expect_loop(&file, 10, 4);
}

Test(wav, a_loop_starts_at_the_cue_point_and_ends_at_its_mark)
{
    struct byte_writer file;
    put_ten(&file);
    put_cue(&file, 0);
    expect_loop(&file, 10, 0);

    put_ten(&file);
    put_cue(&file, 3);
    put_mark(&file, 4);
    expect_loop(&file, 7, 3);

    /* A list before the cue points is ignored, and so is one of another purpose. */
    put_ten(&file);
    put_mark(&file, 2);
    put_cue(&file, 3);
    put_chunk(&file, "LIST", 26, "INFOISFT\x0e\0\0\0a program or so", 26);
    expect_loop(&file, 10, 3);

    /* Without cue points there is no loop. */
    put_ten(&file);
    put_mark(&file, 2);
    expect_loop(&file, 10, PCM_NO_LOOP);
}

Test(wav, impossible_loops_are_ignored)
{
    static const uint32_t behind[] = {10, 11, INT32_MAX, 0x80000000u, UINT32_MAX};
    struct byte_writer file;
    for (size_t i = 0; i < sizeof(behind) / sizeof(behind[0]); i++) {
        put_ten(&file);
        put_cue(&file, behind[i]);
        expect_loop(&file, 10, PCM_NO_LOOP);
        put_ten(&file);
        put_cue(&file, behind[i]);
        put_mark(&file, UINT32_MAX);
        expect_loop(&file, 10, PCM_NO_LOOP);
    }
    /* A mark behind the data or of nothing is none; the loop goes to the end. */
    static const uint32_t marks[] = {0, 8, INT32_MAX, 0x80000000u, UINT32_MAX};
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        put_ten(&file);
        put_cue(&file, 3);
        put_mark(&file, marks[i]);
        expect_loop(&file, 10, 3);
    }
    /* Cue points and lists that are too short for the fields that are read. */
    put_ten(&file);
    put_chunk(&file, "cue ", 4, "\0\0\0\0", 4);
    put_chunk(&file, "JUNK", 32, "01234567890123456789012345678901", 32);
    expect_loop(&file, 10, PCM_NO_LOOP);
    put_ten(&file);
    put_cue(&file, 3);
    put_chunk(&file, "LIST", 4, "adtl", 4);
    expect_loop(&file, 10, 3);
}

Test(wav, wrong_lengths)
{
    static const struct {
        uint32_t claimed;
        int code;
    } cases[] = {{11, 0},
                 {INT32_MAX, 0},
                 {UINT32_MAX, 0},
                 {0, FORMAT_BAD},
                 {0x80000000u, FORMAT_BAD},
                 {UINT32_MAX - 1, FORMAT_BAD}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct byte_writer file;
        struct pcm wav;
        put_head(&file, 1, 1, 8);
        put_chunk(&file, "data", cases[i].claimed, ten_bytes, 10);
        const int code = read_all(&wav, &file, NULL);
        cr_expect_eq(code == 0, cases[i].code == 0, "%u: %d", (unsigned)cases[i].claimed, code);
        cr_expect_eq(wav.length, code == 0 ? 10u : 0u);
        pcm_free(&wav);
        byte_writer_free(&file);
    }
    /* Another chunk of unknown length hides the chunks after it. */
    struct byte_writer file;
    struct pcm wav;
    put_head(&file, 1, 1, 8);
    put_chunk(&file, "JUNK", UINT32_MAX, "ab", 2);
    put_chunk(&file, "data", 10, ten_bytes, 10);
    cr_expect_eq(read_all(&wav, &file, NULL), FORMAT_BAD);
    byte_writer_free(&file);
}

static void expect_refused(struct byte_writer *file, int code, size_t offset, const char *words)
{
    struct pcm wav;
    struct format_error err;
    cr_expect_eq(read_all(&wav, file, &err), code, "%s", words);
    cr_expect_eq(err.offset, offset, "%s: at %zu", words, err.offset);
    cr_expect_not_null(strstr(err.what, words), "%s", err.what);
    cr_expect_null(wav.samples);
    byte_writer_free(file);
}

Test(wav, errors_name_the_reason)
{
    static const struct {
        uint32_t tag, channels, bits;
        size_t offset;
        const char *words;
    } cases[] = {{2, 1, 16, 20, "format 2"},   {0xfffe, 1, 16, 20, "format 65534"},
                 {1, 0, 16, 22, "0 channels"}, {1, 3, 16, 22, "3 channels"},
                 {1, 1, 24, 34, "24 bits"},    {1, 1, 4, 34, "4 bits"}};
    struct byte_writer file;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        put_head(&file, cases[i].tag, cases[i].channels, cases[i].bits);
        put_chunk(&file, "data", 10, ten_bytes, 10);
        expect_refused(&file, FORMAT_UNKNOWN, cases[i].offset, cases[i].words);
    }
    static const uint32_t rates[] = {0, 999, 384001, 0x80000000u};
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        put_ten(&file);
        bytes_put_u32(file.data + 24, rates[i]);
        expect_refused(&file, FORMAT_BAD, 24, " Hz");
    }
    put_head(&file, 1, 1, 8);
    expect_refused(&file, FORMAT_BAD, HEADER_END, "no data chunk");
    put_head(&file, 1, 1, 16);
    put_chunk(&file, "data", 1, "a", 2);
    expect_refused(&file, FORMAT_TRUNCATED, 44, "no samples");
    file = (struct byte_writer){0};
    put_chunk(&file, "RIFF", 0, "WAVE", 4);
    put_chunk(&file, "data", 10, ten_bytes, 10);
    expect_refused(&file, FORMAT_BAD, HEADER_END, "no fmt chunk");
    file = (struct byte_writer){0};
    put_chunk(&file, "RIFX", 0, "WAVE", 4);
    expect_refused(&file, FORMAT_UNKNOWN, 0, "not a WAV");
}

Test(wav, truncated_anywhere)
{
    struct byte_writer file;
    struct pcm wav;
    put_ten(&file);
    put_cue(&file, 3);
    put_mark(&file, 4);
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *part =
            malloc(size + !size); /* exact size, so that the sanitizer detects reads past its end */
        memcpy(part, file.data, size);
        const int code = wav_read(&wav, part, size, PCM_MONO, NULL);
        cr_expect_eq(code == 0, size > 44, "%zu bytes: %d", size, code);
        cr_expect(code < 0 || wav.length <= 10);
        pcm_free(&wav);
        free(part);
    }
    byte_writer_free(&file);
}

Test(wav, flipped_bits_are_harmless)
{
    struct byte_writer file;
    struct pcm wav;
    put_ten(&file);
    put_cue(&file, 3);
    put_mark(&file, 4);
    for (size_t bit = 0; bit < file.size * 8; bit++) {
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (wav_read(&wav, file.data, file.size, PCM_AS_IS, NULL) == 0) {
            cr_expect(wav.length > 0 && wav.length <= file.size);
            cr_expect(wav.loop_start < (int32_t)wav.length && wav.loop_start >= PCM_NO_LOOP);
        }
        pcm_free(&wav);
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    byte_writer_free(&file);
}

Test(wav, out_of_memory)
{
    struct byte_writer file;
    struct pcm wav;
    put_ten(&file);
    scarce_begin_from(1);
    const int code = read_all(&wav, &file, NULL);
    scarce_end();
    cr_expect_eq(code, FORMAT_MEMORY);
    cr_expect_eq(scarce_blocks(), 0);
    byte_writer_free(&file);
}

/* --- real ones
 * ------------------------------------------------------------------------------------ */

struct totals {
    int files, loops, wide;
    uint64_t samples;
    uint32_t crc; /* CRC-32 of all samples, little-endian */
};

static void add_file(struct totals *totals, const struct pak_member *member)
{
    struct pcm wav;
    struct format_error err;
    cr_assert_eq(wav_read(&wav, member->data, member->size, PCM_MONO, &err), 0, "%s: %zu: %s",
                 member->name, err.offset, err.what);
    totals->files++;
    totals->loops += wav.loop_start >= 0;
    totals->wide += wav.width == 2;
    totals->samples += wav.length;
    for (uint32_t i = 0; i < wav.length; i++) {
        const uint8_t bytes[2] = {(uint8_t)wav.samples[i],
                                  (uint8_t)((uint16_t)wav.samples[i] >> 8)};
        totals->crc = checksum_crc32(totals->crc, bytes, 2);
    }
    pcm_free(&wav);
}

Test(wav, every_sound_of_a_real_game)
{
    struct totals totals = {0};
    struct pak pak;
    struct pak_member member;
    size_t size = 0;
    uint8_t *data = real_data_read(&size, "librequake/id1/pak0.pak");
    cr_assert_eq(pak_open_memory(&pak, data, size, NULL), 0);
    for (uint32_t i = 0; i < pak.num_members; i++) {
        cr_assert_eq(pak_get(&pak, i, &member, NULL), 0);
        const size_t length = strlen(member.name);
        if (length > 4 && strcmp(member.name + length - 4, ".wav") == 0) {
            add_file(&totals, &member);
        }
    }
    free(data);
    /* As another decoder gives them. */
    cr_expect_eq(totals.files, 227, "%d", totals.files);
    cr_expect_eq(totals.loops, 18, "%d", totals.loops);
    cr_expect_eq(totals.wide, 138, "%d", totals.wide);
    cr_expect_eq(totals.samples, 8965571u, "%llu", (unsigned long long)totals.samples);
    cr_expect_eq(totals.crc, 0x0333192du, "%08x", (unsigned)totals.crc);
}

/* --- writing
 * -------------------------------------------------------------------------------------- */

enum { FRAMES = 3000, LENGTH_AT = WAV_HEADER_SIZE - 4 };

static void make_sound(int16_t *samples, int count)
{
    for (int i = 0; i < count; i++) {
        samples[i] = (int16_t)(i * 7919);
    }
}

/* Writes FRAMES frames in pieces of `piece`. */
static int write_sound(const struct media_sink *sink, int channels, uint64_t promised, size_t piece)
{
    static int16_t samples[FRAMES * 2];
    struct wav_writer writer;
    make_sound(samples, FRAMES * channels);
    int code = wav_begin(&writer, sink, 48000, channels, promised);
    for (size_t at = 0; code == 0 && at < FRAMES; at += piece) {
        const size_t left = FRAMES - at;
        code = wav_add(&writer, samples + at * (size_t)channels, piece < left ? piece : left);
    }
    return code == 0 ? wav_end(&writer) : code;
}

Test(wav, written_files_read_back)
{
    static const size_t pieces[] = {1, 1000, FRAMES};
    static const uint64_t promises[] = {FRAMES, WAV_UNKNOWN_LENGTH, 5, UINT64_MAX / 2};
    for (int i = 0; i < 24; i++) {
        struct byte_writer out = {0};
        struct media_sink sink = media_sink_memory(&out);
        const int channels = 1 + i % 2;
        const size_t piece = pieces[i / 2 % 3];
        int16_t samples[FRAMES * 2];
        struct pcm wav;
        make_sound(samples, FRAMES * channels);
        cr_assert_eq(write_sound(&sink, channels, promises[i / 6], piece), 0);
        cr_expect_eq(out.size, WAV_HEADER_SIZE + FRAMES * 2u * (unsigned)channels);
        cr_expect_eq(bytes_u32(out.data + 4), out.size - 8);
        cr_expect_eq(bytes_u32(out.data + LENGTH_AT), out.size - WAV_HEADER_SIZE);
        cr_expect_eq(bytes_u32(out.data + 28), 48000u * 2 * (unsigned)channels);
        cr_assert_eq(wav_read(&wav, out.data, out.size, PCM_AS_IS, NULL), 0);
        cr_expect_eq(wav.rate, 48000);
        cr_expect_eq(wav.length, FRAMES);
        cr_assert_eq(wav.channels, channels);
        cr_expect_eq(memcmp(wav.samples, samples, FRAMES * 2u * (unsigned)channels), 0);
        pcm_free(&wav);
        byte_writer_free(&out);
    }
}

Test(wav, a_pipe_gets_the_announced_length)
{
    static const struct {
        uint64_t promised;
        int code;
        uint32_t size;
    } cases[] = {{FRAMES, 0, FRAMES * 4},
                 {WAV_UNKNOWN_LENGTH, 0, UINT32_MAX},
                 {FRAMES - 1, FORMAT_BAD, (FRAMES - 1) * 4},
                 {UINT32_MAX, FORMAT_BAD, UINT32_MAX}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct byte_writer out = {0};
        struct media_sink sink = media_sink_memory(&out);
        struct pcm wav;
        sink.patch = NULL;
        cr_expect_eq(write_sound(&sink, 2, cases[i].promised, 100), cases[i].code);
        cr_expect_eq(bytes_u32(out.data + LENGTH_AT), cases[i].size);
        cr_expect_eq(bytes_u32(out.data + 4), cases[i].size == UINT32_MAX
                                                  ? UINT32_MAX
                                                  : cases[i].size + WAV_HEADER_SIZE - 8);
        cr_assert_eq(wav_read(&wav, out.data, out.size, PCM_AS_IS, NULL), 0);
        cr_expect_eq(wav.length, i == 2 ? FRAMES - 1 : FRAMES);
        pcm_free(&wav);
        byte_writer_free(&out);
    }
}

/* A sink that accepts a limited number of pieces. */
static int narrow_append(void *context, const uint8_t *bytes, size_t size)
{
    int *left = context;
    cr_assert(bytes && size > 0);
    return (*left)-- > 0 ? 0 : FORMAT_BAD;
}

static int narrow_patch(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    cr_assert_eq(at, 0);
    return narrow_append(context, bytes, size);
}

Test(wav, a_failing_sink_is_reported)
{
    /* Header, three pieces of sound, header. */
    for (int pieces = 0; pieces <= 5; pieces++) {
        int left = pieces;
        const struct media_sink sink = {
            .context = &left, .append = narrow_append, .patch = narrow_patch};
        cr_expect_eq(write_sound(&sink, 2, WAV_UNKNOWN_LENGTH, FRAMES) == 0, pieces == 5);
    }
}
