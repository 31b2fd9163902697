/* WAVEFORMATEX: the fmt chunk of WAV, and strf of an AVI's sound.
 *
 * Written into AVI with a channel mask (WAVEFORMATEXTENSIBLE), so that no reader has to guess which
 * channel is left; into WAV in the plain form of 16 bytes, which every reader knows. Sources:
 * Multimedia Programming Interface and Data Specifications 1.0 (1991); Multiple Channel Audio Data
 * and WAVE Files (Microsoft, 2001). */
#ifndef FORMATS_MEDIA_WAVE_FORMAT_H
#define FORMATS_MEDIA_WAVE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

enum {
    WAVE_FORMAT_SIZE = 40,     /* bytes of the form with a channel mask, */
    WAVE_FORMAT_SIZE_MIN = 16, /* of the plain form, and the least that can be read */
    WAVE_FORMAT_TAG_PCM = 1
};

struct wave_format {
    unsigned tag; /* format tag; WAVE_FORMAT_TAG_PCM for extensible PCM */
    unsigned channels, bits;
    uint32_t rate;
};

/* PCM of 16 bits. channels: 1 (in the middle) or 2 (left, right). */
void wave_format_write(uint8_t bytes[WAVE_FORMAT_SIZE], uint32_t rate, unsigned channels);
void wave_format_write_plain(uint8_t bytes[WAVE_FORMAT_SIZE_MIN], uint32_t rate, unsigned channels);

/* size: at least WAVE_FORMAT_SIZE_MIN; bytes after WAVE_FORMAT_SIZE are ignored. */
struct wave_format wave_format_read(const uint8_t *bytes, size_t size);

#endif
