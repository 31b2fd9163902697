/* Ogg Vorbis: music and sounds, decoded from the beginning on by stb_vorbis.
 *
 * What is decoded of a track stays in memory, so that any of its samples is the same bits whatever
 * was asked for before: about 10 MB a minute of stereo at 44.1 kHz. The samples are the same on
 * every machine, too (formats/base/stb_vorbis.c).
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

/* The same piece by piece, from the beginning on: a track's decoder, and what it has made so far.
 */
struct vorbis;

/* *vorbis keeps a copy of what it needs of the file, and VORBIS_MEMORY. The file is looked through
 * for damage first. 0, or as vorbis_read; *vorbis is NULL then. */
int vorbis_open(struct vorbis **vorbis, const uint8_t *data, size_t size,
                struct format_error *err) MUST_CHECK;
/* Decodes until there are `frames` in all, or the track ends. 1: so many are there; 0: the track
 * has ended, with less; negative: as vorbis_read, and what is there stays. */
int vorbis_decode(struct vorbis *vorbis, uint32_t frames, struct format_error *err) MUST_CHECK;
/* All of them so far, the same that vorbis_read gives with its channels as they are. Good until
 * more are decoded. */
const struct pcm *vorbis_pcm(const struct vorbis *vorbis);
void vorbis_close(struct vorbis *vorbis); /* NULL is fine */

#endif
