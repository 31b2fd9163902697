/* Ogg Vorbis decoder (stb_vorbis) for music and sounds, from the beginning of a track.
 *
 * Decoded samples stay in memory, so that they are the same bits whatever was requested before:
 * about 10 MB per minute of stereo at 44.1 kHz. They are also the same on every machine
 * (formats/media/stb_vorbis.c).
 *
 * stb_vorbis does not validate its input. It gets consecutive pages with correct checksums, checked
 * headers (vorbis_setup.h), an empty comment header and a fixed block of memory, so that a damaged
 * file cannot cause accesses outside.
 *
 * Not supported: floors of type 0 (before 2002), blocks below 256 samples, more than two channels,
 * chained and multiplexed streams. Thread-safe, except that stb_vorbis fills a table that it does
 * not use. */
#ifndef FORMATS_MEDIA_VORBIS_H
#define FORMATS_MEDIA_VORBIS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/media/pcm.h"

enum {
    VORBIS_MAX_FRAMES = 20 * 60 * 48000, /* 20 minutes at 48 kHz */
    VORBIS_MEMORY = 8 << 20              /* the decoder's memory, bytes */
};

/* Reads a whole file; width is 2, without a loop. While decoding allocates VORBIS_MEMORY, a copy of
 * the file and, as they are decoded, the samples. pcm is owned; free with pcm_free. FORMAT_UNKNOWN:
 * not Ogg Vorbis, or an unsupported kind; FORMAT_BAD: damaged, or longer than VORBIS_MAX_FRAMES.
 * Nothing is owned on failure. */
int vorbis_read(struct pcm *pcm, const uint8_t *data, size_t size, enum pcm_channels channels,
                struct format_error *err) MUST_CHECK;

/* Decodes a track incrementally, from the beginning; holds the decoder and the samples so far. */
struct vorbis;

/* Checks the file for damage, copies what decoding needs of it and allocates VORBIS_MEMORY. Returns
 * 0 or codes as vorbis_read, with *vorbis NULL. */
int vorbis_open(struct vorbis **vorbis, const uint8_t *data, size_t size,
                struct format_error *err) MUST_CHECK;
/* Decodes until `frames` frames exist or the track ends. 1: they exist; 0: the track ended before;
 * negative: codes as vorbis_read, and the decoded frames stay. */
int vorbis_decode(struct vorbis *vorbis, uint32_t frames, struct format_error *err) MUST_CHECK;
/* All frames decoded so far, as vorbis_read returns them with PCM_AS_IS. Valid until more are
 * decoded. */
const struct pcm *vorbis_pcm(const struct vorbis *vorbis);
void vorbis_close(struct vorbis *vorbis); /* NULL is fine */

#endif
