/* Decoded sound in memory, before resampling to the mixer's rate. */
#ifndef FORMATS_MEDIA_PCM_H
#define FORMATS_MEDIA_PCM_H

#include <stdint.h>

enum { PCM_MIN_RATE = 1000, PCM_MAX_RATE = 384000, PCM_NO_LOOP = -1 };

struct pcm {
    int channels;       /* 1 or 2 */
    int width;          /* bytes of a sample in the file, 1 or 2 */
    uint32_t rate;      /* frames per second, PCM_MIN_RATE..PCM_MAX_RATE */
    uint32_t length;    /* frames, 1..INT32_MAX */
    int32_t loop_start; /* playback continues here after the end: 0..length - 1, or PCM_NO_LOOP */
    /* length * channels samples, interleaved: left, right. Values as in the file, with zero in the
     * middle: -128..127 if width is 1, -32768..32767 if it is 2. */
    int16_t *samples;
};

/* What a reader does with two channels. */
enum pcm_channels {
    PCM_MONO, /* one, (left + right) >> 1 */
    PCM_AS_IS
};

/* Mixes two channels to one, in place. */
void pcm_mix_down(struct pcm *pcm);
void pcm_free(struct pcm *pcm);

#endif
