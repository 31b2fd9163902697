/* WAVEFORMATEX: the bytes written, and which descriptions are PCM. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/media/wave_format.h"

static const uint8_t stereo[WAVE_FORMAT_SIZE] = {
    0xfe, 0xff, 2,  0, 0x80, 0xbb, 0,    0, 0,    0xee, 2, 0,    4, 0,    16,   0,
    22,   0,    16, 0, 3,    0,    0,    0, /* front left, front right */
    1,    0,    0,  0, 0,    0,    0x10, 0, 0x80, 0,    0, 0xaa, 0, 0x38, 0x9b, 0x71};

Test(wave_format, has_a_channel_mask)
{
    uint8_t bytes[WAVE_FORMAT_SIZE];
    wave_format_write(bytes, 48000, 2);
    cr_expect_arr_eq(bytes, stereo, sizeof(bytes));
    wave_format_write(bytes, 11025, 1);
    cr_expect_eq(bytes[20], 4, "front centre");
    const struct wave_format format = wave_format_read(bytes, sizeof(bytes));
    cr_expect(format.tag == WAVE_FORMAT_TAG_PCM && format.channels == 1 && format.bits == 16 &&
              format.rate == 11025);
}

Test(wave_format, plain_form_has_the_same_numbers)
{
    uint8_t bytes[WAVE_FORMAT_SIZE_MIN];
    wave_format_write_plain(bytes, 48000, 2);
    cr_expect_eq(bytes_u16(bytes), WAVE_FORMAT_TAG_PCM);
    cr_expect_arr_eq(bytes + 2, stereo + 2, sizeof(bytes) - 2);
}

Test(wave_format, is_pcm_only_if_all_fields_agree)
{
    uint8_t bytes[WAVE_FORMAT_SIZE];
    memcpy(bytes, stereo, sizeof(bytes));
    cr_expect_eq(wave_format_read(bytes, sizeof(bytes)).tag, 1);
    cr_expect_eq(wave_format_read(bytes, sizeof(bytes) - 1).tag, 0xfffe, "cut short");
    for (int i = 24; i < 40; i++) {
        bytes[i] ^= 2;
        cr_expect_eq(wave_format_read(bytes, sizeof(bytes)).tag, 0xfffe, "byte %d", i);
        bytes[i] ^= 2;
    }
    bytes[0] = 17; /* ADPCM, for example: the extension has another meaning then */
    bytes[1] = 0;
    cr_expect_eq(wave_format_read(bytes, sizeof(bytes)).tag, 17);
}
