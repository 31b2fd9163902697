/* Small films in memory: segments and complete films of every kind that can be joined.
 *
 * Frame i is a unique image of FILM_BYTES_WIDTH x FILM_BYTES_HEIGHT, followed by its sound. So
 * frames [0, n) are [0, k) joined with [k, n). */
#ifndef TESTS_SUPPORT_MEDIA_FILM_BYTES_H
#define TESTS_SUPPORT_MEDIA_FILM_BYTES_H

#include <stdbool.h>
#include <string.h>

#include "formats/media/avi.h"
#include "formats/media/wav.h"
#include "formats/media/y4m.h"

enum {
    FILM_BYTES_WIDTH = 18,
    FILM_BYTES_HEIGHT = 10,
    FILM_BYTES_FPS = 30,
    FILM_BYTES_RATE = 8000,
    FILM_BYTES_SAMPLES_MAX = FILM_BYTES_RATE / FILM_BYTES_FPS + 1
};

enum film_bytes_kind {
    FILM_BYTES_MJPEG,
    FILM_BYTES_SILENT, /* the same without sound */
    FILM_BYTES_RAW,
    FILM_BYTES_Y4M,
    FILM_BYTES_WAV,
    FILM_BYTES_KINDS
};

static inline void film_bytes_picture(int frame, uint32_t *pixels)
{
    for (uint32_t i = 0; i < FILM_BYTES_WIDTH * FILM_BYTES_HEIGHT; i++) {
        pixels[i] = (i * 0x00010305 + (uint32_t)frame * 0x00080420) & 0x00ffffff;
    }
}

/* samples: 2 * FILM_BYTES_SAMPLES_MAX. How many the frame has. */
static inline size_t film_bytes_sound(int frame, int16_t *samples)
{
    const int first = frame * FILM_BYTES_RATE / FILM_BYTES_FPS;
    const int count = (frame + 1) * FILM_BYTES_RATE / FILM_BYTES_FPS - first;
    for (int i = 0; i < 2 * count; i++) {
        samples[i] = (int16_t)((2 * first + i) * 37);
    }
    return (size_t)count;
}

static inline struct avi_format film_bytes_avi(enum film_bytes_kind kind)
{
    return (struct avi_format){.width = FILM_BYTES_WIDTH,
                               .height = FILM_BYTES_HEIGHT,
                               .fps_num = FILM_BYTES_FPS,
                               .fps_den = 1,
                               .codec = kind == FILM_BYTES_RAW ? AVI_RAW : AVI_MJPEG,
                               .quality = 80,
                               .sound_rate = kind == FILM_BYTES_SILENT ? 0 : FILM_BYTES_RATE};
}

/* Writes frames [first, end). segment_bytes: size of an AVI's segments. Returns false if out of
 * memory. */
static inline bool film_bytes_make(struct byte_writer *out, enum film_bytes_kind kind, int first,
                                   int end, uint64_t segment_bytes)
{
    uint32_t pixels[FILM_BYTES_WIDTH * FILM_BYTES_HEIGHT];
    int16_t samples[2 * FILM_BYTES_SAMPLES_MAX];
    const struct y4m_format planes = {FILM_BYTES_WIDTH, FILM_BYTES_HEIGHT, FILM_BYTES_FPS, 1,
                                      Y4M_420};
    const struct avi_format format = film_bytes_avi(kind);
    const struct media_sink sink = media_sink_memory(out);
    struct avi_writer avi = {0};
    struct y4m_writer y4m = {0};
    struct wav_writer wav;
    const bool is_wav = kind == FILM_BYTES_WAV, is_y4m = kind == FILM_BYTES_Y4M;
    *out = (struct byte_writer){0};
    bool good = (is_wav   ? wav_begin(&wav, &sink, FILM_BYTES_RATE, 2, WAV_UNKNOWN_LENGTH)
                 : is_y4m ? y4m_begin(&y4m, &sink, &planes)
                          : avi_begin(&avi, &sink, &format)) == 0;
    avi.segment_bytes = segment_bytes;
    for (int i = first; good && i < end; i++) {
        const size_t count = film_bytes_sound(i, samples);
        film_bytes_picture(i, pixels);
        good = (is_wav   ? wav_add(&wav, samples, count)
                : is_y4m ? y4m_add_frame(&y4m, pixels)
                         : avi_add_frame(&avi, pixels)) == 0;
        if (good && !is_wav && !is_y4m && format.sound_rate > 0) {
            good = avi_add_sound(&avi, samples, count) == 0;
        }
    }
    if (good && !is_y4m) {
        good = (is_wav ? wav_end(&wav) : avi_end(&avi)) == 0;
    }
    avi_free(&avi);
    y4m_free(&y4m);
    return good;
}

#endif
