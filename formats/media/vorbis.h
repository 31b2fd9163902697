/* Ogg Vorbis: music and sounds, decoded whole by stb_vorbis.
 *
 * All of a track is in memory, so that any of its samples is the same bits whatever was asked for
 * before: about 10 MB a minute of stereo at 44.1 kHz. The samples are the same on every machine,
 * too (formats/base/stb_vorbis.c).
 *
 * stb_vorbis believes what it reads. It gets pages whose checksums are right and that follow each
 * other, headers that were checked (vorbis_setup.h), an empty comment in place of the file's, and a
 * block of memory of its own, so that a damaged file cannot make it write or read elsewhere.
 *
 * Not read: floors of type 0 (before 2002), blocks below 256 samples, more than two channels, and
 * streams that follow the first one or run beside it. Thread-safe, but that stb_vorbis fills a
 * table it does not use. */
#ifndef FORMATS_MEDIA_VORBIS_H
#define FORMATS_MEDIA_VORBIS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/media/pcm.h"

enum {
    VORBIS_MAX_FRAMES = 20 * 60 * 48000, /* 20 minutes at 48 kHz */
    VORBIS_MEMORY = 8 << 20              /* of the decoder, in bytes */
};

/* Reads a whole file; width is 2, and there is no loop. Allocates besides the samples VORBIS_MEMORY
 * and a copy of the file while it decodes, and samples only as they come. Free with pcm_free; on
 * failure nothing is to be freed. FORMAT_UNKNOWN: not Ogg Vorbis, or of a kind that is not read;
 * FORMAT_BAD: damaged, or longer than VORBIS_MAX_FRAMES. */
int vorbis_read(struct pcm *pcm, const uint8_t *data, size_t size, enum pcm_channels channels,
                struct format_error *err) MUST_CHECK;

#endif
