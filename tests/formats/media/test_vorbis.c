/* Ogg and Vorbis: packets as written, complete and damaged streams, headers with every number
 * changed, a real track. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checksum.h"
#include "formats/media/vorbis.h"
#include "tests/support/media/vorbis_bytes.h"
#include "tests/support/real_data.h"
#include "tests/support/scarce.h"

enum { PACKETS = 20, FRAMES = (PACKETS - 1) * VORBIS_BYTES_HALF };

static struct byte_writer make_file(int channels)
{
    struct vorbis_recipe recipe = {.channels = channels, .packets = PACKETS};
    return vorbis_bytes(&recipe);
}

static uint32_t hash_samples(const struct pcm *pcm)
{
    uint32_t crc = 0;
    for (size_t i = 0; i < (size_t)pcm->length * (size_t)pcm->channels; i++) {
        const uint8_t bytes[2] = {(uint8_t)pcm->samples[i],
                                  (uint8_t)((uint16_t)pcm->samples[i] >> 8)};
        crc = checksum_crc32(crc, bytes, 2);
    }
    return crc;
}

/* --- Ogg
 * ------------------------------------------------------------------------------------------ */

Test(ogg, packets_are_read_as_they_were_written)
{
    static const size_t sizes[] = {1, 0, 254, 255, 256, 255 * 255 - 1, 255 * 255, 200000, 3};
    enum { COUNT = sizeof(sizes) / sizeof(sizes[0]) };
    struct byte_writer file = {0};
    uint8_t *bytes = malloc(200000 + COUNT);
    uint32_t sequence = 0;
    for (size_t i = 0; i < 200000 + COUNT; i++) {
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    }
    for (int i = 0; i < COUNT; i++) {
        ogg_write_packet(&file, bytes + i, sizes[i], 9, &sequence, (uint64_t)i << 33,
                         i == 0           ? OGG_FIRST
                         : i == COUNT - 1 ? OGG_LAST
                                          : 0);
    }
    struct ogg_packets packets;
    struct format_error err;
    cr_assert_eq(ogg_packets_begin(&packets, file.data, file.size, 0, &err), 0);
    for (int i = 0; i < COUNT; i++) {
        cr_assert_eq(ogg_packets_next(&packets, file.data, file.size, 200000, &err), 0, "%d: %s", i,
                     err.what);
        cr_assert_eq(packets.packet.size, sizes[i]);
        cr_expect(sizes[i] == 0 || memcmp(packets.packet.data, bytes + i, sizes[i]) == 0);
        cr_expect_eq(packets.page.granule, (uint64_t)i << 33);
    }
    cr_expect_eq(ogg_packets_next(&packets, file.data, file.size, 200000, &err), FORMAT_TRUNCATED);
    ogg_packets_free(&packets);
    cr_assert_eq(ogg_packets_begin(&packets, file.data, file.size, 0, &err), 0);
    int code = 0;
    for (int i = 0; i < 8 && code == 0; i++) {
        code = ogg_packets_next(&packets, file.data, file.size, 199999, &err);
    }
    cr_expect_eq(code, FORMAT_BAD, "one of 200000 bytes");
    ogg_packets_free(&packets);
    byte_writer_free(&file);
    free(bytes);
}

/* --- Vorbis
 * --------------------------------------------------------------------------------------- */

Test(vorbis, a_stream_is_decoded)
{
    /* The hashes are those of all machines. */
    static const uint32_t hashes[2] = {0x47897da4, 0x43caa21d};
    for (int channels = 1; channels <= 2; channels++) {
        struct vorbis_recipe recipe = {.channels = channels, .packets = PACKETS, .cut = 5};
        struct byte_writer file = vorbis_bytes(&recipe);
        struct pcm pcm;
        struct format_error err;
        cr_assert_eq(vorbis_read(&pcm, file.data, file.size, PCM_AS_IS, &err), 0, "%s", err.what);
        cr_expect_eq(pcm.channels, channels);
        cr_expect_eq(pcm.rate, VORBIS_BYTES_RATE);
        cr_expect_eq(pcm.width, 2);
        cr_expect_eq(pcm.length, FRAMES - 5);
        cr_expect_eq(pcm.loop_start, PCM_NO_LOOP);
        cr_expect_eq(hash_samples(&pcm), hashes[channels - 1], "%08x",
                     (unsigned)hash_samples(&pcm));
        pcm_free(&pcm);
        byte_writer_free(&file);
    }
}

Test(vorbis, two_channels_are_mixed_down)
{
    struct byte_writer file = make_file(2);
    struct pcm both, one;
    cr_assert_eq(vorbis_read(&both, file.data, file.size, PCM_AS_IS, NULL), 0);
    cr_assert_eq(vorbis_read(&one, file.data, file.size, PCM_MONO, NULL), 0);
    cr_assert_eq(one.channels, 1);
    cr_assert_eq(one.length, both.length);
    for (uint32_t i = 0; i < one.length; i++) {
        const int sum = both.samples[2 * i] + both.samples[2 * i + 1];
        cr_assert_eq(one.samples[i], sum >= 0 ? sum / 2 : -((1 - sum) / 2));
    }
    pcm_free(&one);
    pcm_free(&both);
    byte_writer_free(&file);
}

static void expect_refused(const uint8_t *data, size_t size, int code, size_t at, const char *words)
{
    struct pcm pcm;
    struct format_error err;
    cr_expect_eq(vorbis_read(&pcm, data, size, PCM_AS_IS, &err), code, "%s", words);
    cr_expect_eq(err.offset, at, "%s: at %zu", words, err.offset);
    cr_expect_not_null(strstr(err.what, words), "%s, not %s", err.what, words);
    cr_expect_null(pcm.samples);
}

/* Offset of page i. */
static size_t page_at(const struct byte_writer *file, int i)
{
    struct ogg_page page;
    size_t at = 0;
    for (;;) {
        cr_assert_eq(ogg_read_page(&page, file->data, file->size, at, NULL), 0);
        if (i-- == 0) {
            return at;
        }
        at += page.size;
    }
}

Test(vorbis, damaged_pages_are_named)
{
    struct byte_writer file = make_file(2);
    const size_t at = page_at(&file, 10), next = page_at(&file, 11);
    expect_refused(file.data, 0, FORMAT_UNKNOWN, 0, "not an Ogg page");
    file.data[at + 40] ^= 4;
    expect_refused(file.data, file.size, FORMAT_BAD, at, "damaged");
    file.data[at + 40] ^= 4;
    file.data[at + 18] += 1; /* its number */
    ogg_seal_page(file.data + at, next - at);
    expect_refused(file.data, file.size, FORMAT_BAD, at, "missing");
    file.data[at + 18] -= 1;
    file.data[at + 14] += 1; /* its stream */
    ogg_seal_page(file.data + at, next - at);
    expect_refused(file.data, file.size, FORMAT_BAD, at, "multiplexed");
    file.data[at + 14] -= 1;
    file.data[at + 5] |= OGG_CONTINUED;
    ogg_seal_page(file.data + at, next - at);
    expect_refused(file.data, file.size, FORMAT_BAD, at, "does not continue");
    file.data[at + 5] = 0;
    ogg_seal_page(file.data + at, next - at);
    struct pcm pcm;
    cr_expect_eq(vorbis_read(&pcm, file.data, file.size, PCM_MONO, NULL), 0);
    pcm_free(&pcm);
    byte_writer_free(&file);
}

Test(vorbis, truncated_anywhere)
{
    struct byte_writer file = make_file(1);
    const size_t sound =
        page_at(&file, 4); /* after the first audio packet, which yields no samples */
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *part = malloc(size + !size);
        struct pcm pcm;
        struct format_error err;
        memcpy(part, file.data, size);
        const int code = vorbis_read(&pcm, part, size, PCM_MONO, &err);
        struct ogg_page page;
        size_t at = 0;
        while (at < size && ogg_read_page(&page, file.data, file.size, at, NULL) == 0) {
            at += page.size;
        }
        /* Between two pages is an end. */
        cr_expect_eq(code == 0, at == size && size > sound, "%zu bytes: %d", size, code);
        cr_expect(code == 0 || err.offset <= size);
        pcm_free(&pcm);
        free(part);
    }
    byte_writer_free(&file);
}

Test(vorbis, flipped_bits_are_detected)
{
    struct byte_writer file = make_file(2);
    for (size_t bit = 0; bit < file.size * 8; bit += 3) {
        struct pcm pcm;
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        cr_expect_lt(vorbis_read(&pcm, file.data, file.size, PCM_AS_IS, NULL), 0, "bit %zu", bit);
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    byte_writer_free(&file);
}

/* With checksums that are right: what stb_vorbis would believe. Under a sanitizer this is the test
 * of the checks that stand before it. */
Test(vorbis, headers_with_any_number_changed)
{
    static const uint32_t values[] = {0,  1,   2,    3,     7,        15,
                                      16, 255, 4097, 65535, 1u << 20, UINT32_MAX};
    struct vorbis_recipe recipe = {.channels = 2, .packets = 4};
    struct byte_writer file = vorbis_bytes(&recipe);
    const int numbers = recipe.num_numbers;
    byte_writer_free(&file);
    cr_assert_gt(numbers, 80);
    int read = 0, refused = 0;
    for (recipe.change = 1; recipe.change <= numbers; recipe.change++) {
        for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
            struct pcm pcm;
            struct format_error err = {.what = ""};
            recipe.to = values[i];
            file = vorbis_bytes(&recipe);
            const int code = vorbis_read(&pcm, file.data, file.size, PCM_AS_IS, &err);
            cr_expect(code == 0 ? pcm.length > 0 : err.what[0] && err.offset <= file.size);
            code == 0 ? read++ : refused++;
            pcm_free(&pcm);
            byte_writer_free(&file);
        }
    }
    cr_expect_gt(read, 100);
    cr_expect_gt(refused, 300);
}

/* By name, the first numbers among them. */
Test(vorbis, unsafe_setup_headers_are_rejected)
{
    static const struct {
        int change;
        uint32_t to;
        const char *words;
    } cases[] = {{2, 6, "6 channels"},      {3, 10, "a rate of 10 Hz"}, {7, 7, "blocks of 2^7"},
                 {12, 0, "no or too"},      {13, 0, "no or too"},       {13, 1 << 20, "no or too"},
                 {16, 30, "codes too long"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct vorbis_recipe recipe = {
            .channels = 2, .packets = 4, .change = cases[i].change, .to = cases[i].to};
        struct byte_writer file = vorbis_bytes(&recipe);
        struct pcm pcm;
        struct format_error err = {.what = ""};
        cr_expect_lt(vorbis_read(&pcm, file.data, file.size, PCM_AS_IS, &err), 0);
        cr_expect_not_null(strstr(err.what, cases[i].words), "%d: %s", cases[i].change, err.what);
        byte_writer_free(&file);
    }
}

Test(vorbis, out_of_memory)
{
    struct byte_writer file = make_file(2);
    struct pcm pcm;
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(vorbis_read(&pcm, file.data, file.size, PCM_AS_IS, NULL), 0);
    scarce_end();
    const uint64_t calls = scarce_count();
    cr_expect_eq(scarce_blocks(), 1); /* the samples */
    pcm_free(&pcm);
    /* The last one only gives back what is too much. */
    for (uint64_t from = 1; from < calls; from++) {
        scarce_begin_from(from);
        const int code = vorbis_read(&pcm, file.data, file.size, PCM_AS_IS, NULL);
        scarce_end();
        cr_expect_eq(code, FORMAT_MEMORY, "%d: %d", (int)from, code);
        cr_expect_eq(scarce_blocks(), 0, "%d", (int)from);
    }
    scarce_begin_from(calls);
    cr_expect_eq(vorbis_read(&pcm, file.data, file.size, PCM_AS_IS, NULL), 0);
    scarce_end();
    pcm_free(&pcm);
    byte_writer_free(&file);
}

Test(vorbis, a_real_track)
{
    size_t size = 0;
    uint8_t *data = real_data_read(&size, "librequake/id1/music/track02.ogg");
    struct pcm pcm;
    struct format_error err;
    cr_assert_eq(vorbis_read(&pcm, data, size, PCM_AS_IS, &err), 0, "%s", err.what);
    cr_expect_eq(pcm.channels, 2);
    cr_expect_eq(pcm.rate, 44100);
    cr_expect_eq(pcm.length, 5820788u);
    /* No sample differs by more than 1 from the reference decoder's. */
    cr_expect_eq(hash_samples(&pcm), 0x16caf685u, "%08x", (unsigned)hash_samples(&pcm));
    pcm_free(&pcm);
    free(data);
}
