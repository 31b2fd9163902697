#include "engine/viewer/audio/audio_stretch.h"

#include <math.h>
#include <string.h>

enum {
    HOP = AUDIO_STRETCH_HOP,
    SEEK = AUDIO_STRETCH_SEEK,
    SPAN = HOP + 2 * SEEK,
    COARSE = 4 /* every so manieth place, by every so manieth sample, is tried at first */
};

void audio_stretch_begin(struct audio_stretch *stretch, int direction, int64_t position)
{
    stretch->direction = direction;
    stretch->due = (double)position;
    stretch->natural = position;
    stretch->begun = false;
    stretch->used = HOP;
}

double audio_stretch_position(const struct audio_stretch *stretch, double speed)
{
    return stretch->due - (HOP - stretch->used) * speed;
}

/* Both ears as one. */
static void make_mono(const int16_t *stereo, int count, int32_t *mono)
{
    for (int i = 0; i < count; i++) {
        mono[i] = (stereo[2 * i] + stereo[2 * i + 1]) / 2;
    }
}

/* Cross-correlation of the two signals, normalised by the energy of the second. */
static double normalised_correlation(const int32_t *a, const int32_t *b, int every)
{
    int64_t product = 0, energy = 1;
    for (int i = 0; i < HOP; i += every) {
        product += (int64_t)a[i] * b[i];
        energy += (int64_t)b[i] * b[i];
    }
    return (double)product / sqrt((double)energy);
}

/* The offset in `span` with the best correlation to `natural`; the middle if none is better. */
static int find_place(const int32_t natural[HOP], const int32_t span[SPAN])
{
    int best = SEEK;
    double most = normalised_correlation(natural, span + SEEK, COARSE);
    for (int at = 0; at <= 2 * SEEK; at += COARSE) {
        const double value = normalised_correlation(natural, span + at, COARSE);
        if (value > most) {
            most = value;
            best = at;
        }
    }
    const int from = best - COARSE > 0 ? best - COARSE : 0;
    const int to = best + COARSE < 2 * SEEK ? best + COARSE : 2 * SEEK;
    most = normalised_correlation(natural, span + best, 1);
    for (int at = from; at <= to; at++) {
        const double value = normalised_correlation(natural, span + at, 1);
        if (value > most) {
            most = value;
            best = at;
        }
    }
    return best;
}

static void make_piece(struct audio_stretch *s, struct audio_reader *reader, double speed)
{
    int16_t natural[2 * HOP], span[2 * SPAN];
    int32_t mono_natural[HOP], mono_span[SPAN];
    const int64_t due = llround(s->due);
    int64_t place = due;
    audio_reader_read(reader, s->direction, s->natural, HOP, natural);
    if (s->begun) {
        audio_reader_read(reader, s->direction, due - SEEK, SPAN, span);
        make_mono(natural, HOP, mono_natural);
        make_mono(span, SPAN, mono_span);
        const int at = find_place(mono_natural, mono_span);
        const int16_t *piece = span + 2 * at;
        for (int i = 0; i < 2 * HOP; i++) {
            const int32_t weight = i / 2;
            s->ready[i] = (int16_t)((natural[i] * (HOP - weight) + piece[i] * weight) / HOP);
        }
        place = due - SEEK + at;
    } else {
        memcpy(s->ready, natural, sizeof(natural));
    }
    s->begun = true;
    s->natural = place + HOP;
    s->due += HOP * speed;
    s->used = 0;
}

void audio_stretch_make(struct audio_stretch *stretch, struct audio_reader *reader, double speed,
                        int count, int16_t *out)
{
    for (int done = 0; done < count;) {
        if (stretch->used == HOP) {
            make_piece(stretch, reader, speed);
        }
        const int rest = HOP - stretch->used;
        const int piece = count - done < rest ? count - done : rest;
        memcpy(out + 2 * done, stretch->ready + 2 * stretch->used,
               (size_t)piece * 2 * sizeof(*out));
        stretch->used += piece;
        done += piece;
    }
}
