#include "formats/media/wave_format.h"

#include <string.h>

#include "formats/base/bytes.h"

enum {
    TAG_EXTENSIBLE = 0xfffe,
    BASIC_SIZE = 18, /* with the field for the size of the extension */
    CODE_AT = 24,    /* GUID of the coding: 16 bytes, of which the first two are the tag */
    CODE_SIZE = 16,
    FRONT_LEFT = 1,
    FRONT_RIGHT = 2,
    FRONT_CENTER = 4
};

static const uint8_t pcm_code[CODE_SIZE] = {
    WAVE_FORMAT_TAG_PCM, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};

static void put_u16(uint8_t *p, unsigned v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

void wave_format_write_plain(uint8_t bytes[WAVE_FORMAT_SIZE_MIN], uint32_t rate, unsigned channels)
{
    const unsigned frame_size = channels * 2;
    put_u16(bytes, WAVE_FORMAT_TAG_PCM);
    put_u16(bytes + 2, channels);
    bytes_put_u32(bytes + 4, rate);
    bytes_put_u32(bytes + 8, rate * frame_size);
    put_u16(bytes + 12, frame_size);
    put_u16(bytes + 14, 16);
}

void wave_format_write(uint8_t bytes[WAVE_FORMAT_SIZE], uint32_t rate, unsigned channels)
{
    wave_format_write_plain(bytes, rate, channels);
    put_u16(bytes, TAG_EXTENSIBLE);
    put_u16(bytes + 16, WAVE_FORMAT_SIZE - BASIC_SIZE);
    put_u16(bytes + 18, 16); /* valid bits per sample */
    bytes_put_u32(bytes + 20, channels == 2 ? FRONT_LEFT | FRONT_RIGHT : FRONT_CENTER);
    memcpy(bytes + CODE_AT, pcm_code, CODE_SIZE);
}

struct wave_format wave_format_read(const uint8_t *bytes, size_t size)
{
    struct wave_format format = {.tag = bytes_u16(bytes),
                                 .channels = bytes_u16(bytes + 2),
                                 .bits = bytes_u16(bytes + 14),
                                 .rate = bytes_u32(bytes + 4)};
    if (format.tag == TAG_EXTENSIBLE && size >= WAVE_FORMAT_SIZE &&
        memcmp(bytes + CODE_AT, pcm_code, CODE_SIZE) == 0) {
        format.tag = WAVE_FORMAT_TAG_PCM;
    }
    return format;
}
