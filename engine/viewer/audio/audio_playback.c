#include "engine/viewer/audio/audio_playback.h"

#include <math.h>
#include <string.h>

/* A slice is softer than play. */
enum { SLICE_SHARE = 2 };
#define SLICE_MIN 0.03
#define SLICE_MAX 0.25

/* Rate at which a position between two samples returns to a whole one at speed 1. */
#define GLIDE (AUDIO_ONE >> 11)

#define FARTHEST 1e13 /* samples: what is behind every demo */

void audio_playback_init(struct audio_playback *playback, int rate)
{
    memset(playback, 0, sizeof(*playback));
    playback->rate = rate;
    playback->fade = (int)(rate * AUDIO_FADE_SECONDS);
    playback->fade = playback->fade < AUDIO_FADE_MAX ? playback->fade : AUDIO_FADE_MAX;
    playback->tail_at = playback->fade_in = playback->fade;
    audio_kernel_init(&playback->kernel);
    audio_reader_init(&playback->reader, NULL);
}

static int16_t limit_value(int32_t value)
{
    return (int16_t)(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
}

/* --- the samples of the head ------------------------------------------------------------------ */

/* The head's next samples, `step` apart. */
static void resample_head(struct audio_playback *playback, int64_t step, int count, int16_t *out)
{
    enum { ROOM = AUDIO_CHUNK * AUDIO_MAX_STEP + 2 * AUDIO_MARGIN + 1 };
    int16_t in[2 * ROOM];
    struct audio_head *head = &playback->head;
    const int64_t end = (int64_t)head->part + step * count; /* less than 2^42 */
    const int span = (int)(end >> 32) + 2 * AUDIO_MARGIN + 1;
    audio_reader_read(&playback->reader, head->direction, head->whole - AUDIO_MARGIN, span, in);
    audio_resample(&playback->kernel, in + 2 * AUDIO_MARGIN, head->part, step, count, out);
    head->whole += end >> 32;
    head->part = (uint32_t)(end & (AUDIO_ONE - 1));
}

/* At speed 1 with nothing to make up for: onto the demo's samples, and then those. */
static void copy_samples(struct audio_playback *playback, int count, int16_t *out)
{
    struct audio_head *head = &playback->head;
    const bool down = head->part < AUDIO_ONE / 2;
    const int64_t way = down ? head->part : AUDIO_ONE - head->part;
    int glide = head->part ? (int)(way / GLIDE) : 0;
    glide = glide < count ? glide : count;
    if (glide > 0) {
        resample_head(playback, AUDIO_ONE + (down ? -GLIDE : GLIDE), glide, out);
    }
    if (glide < count && head->part) {
        head->whole += down ? 0 : 1;
        head->part = 0;
    }
    audio_reader_read(&playback->reader, head->direction, head->whole, count - glide,
                      out + 2 * glide);
    head->whole += count - glide;
}

/* Renders the head's next samples and advances it. count <= AUDIO_CHUNK. */
static void render_head(struct audio_playback *playback, int count, int16_t *out)
{
    struct audio_head *head = &playback->head;
    const double speed = head->speed * (1.0 + playback->drift_correction);
    switch (head->kind) {
    case AUDIO_SILENT:
        memset(out, 0, (size_t)count * 2 * sizeof(*out));
        break;
    case AUDIO_STRETCHED:
        audio_stretch_make(&playback->stretch, &playback->reader, speed, count, out);
        break;
    case AUDIO_SLICE:
        copy_samples(playback, count, out);
        for (int i = 0; i < 2 * count; i++) {
            out[i] /= SLICE_SHARE;
        }
        break;
    case AUDIO_PLAIN:
        if (speed == 1.0) {
            copy_samples(playback, count, out);
        } else {
            resample_head(playback, (int64_t)(speed * (double)AUDIO_ONE), count, out);
        }
        break;
    }
}

/* --- fades ------------------------------------------------------------------------------------ */

/* Fade-in weight at a sample of a fade, 0..65536; smooth at both ends. */
static int32_t fade_share(int at, int fade)
{
    const int64_t x = ((int64_t)at << 16) / fade;
    return (int32_t)((((x * x) >> 16) * (3 * 65536 - 2 * x)) >> 16);
}

/* Mixes the fading-in head over the fading-out tail. count <= AUDIO_CHUNK. */
static void play_faded(struct audio_playback *playback, int count, int16_t *out)
{
    render_head(playback, count, out);
    for (int i = 0; i < count && playback->fade_in < playback->fade; i++, playback->fade_in++) {
        const int32_t share = fade_share(playback->fade_in, playback->fade);
        out[2 * i] = (int16_t)((out[2 * i] * (int64_t)share) >> 16);
        out[2 * i + 1] = (int16_t)((out[2 * i + 1] * (int64_t)share) >> 16);
    }
    for (int i = 0; i < count && playback->tail_at < playback->fade; i++, playback->tail_at++) {
        out[2 * i] = limit_value(out[2 * i] + playback->tail[2 * playback->tail_at]);
        out[2 * i + 1] = limit_value(out[2 * i + 1] + playback->tail[2 * playback->tail_at + 1]);
    }
}

/* Fades the current signal out and starts with silence. */
static void cut_to_silence(struct audio_playback *playback)
{
    int16_t tail[2 * AUDIO_FADE_MAX];
    for (int done = 0; done < playback->fade;) {
        const int rest = playback->fade - done;
        const int piece = rest < AUDIO_CHUNK ? rest : AUDIO_CHUNK;
        play_faded(playback, piece, tail + 2 * done);
        done += piece;
    }
    for (int i = 0; i < playback->fade; i++) {
        const int32_t share = 65536 - fade_share(i, playback->fade);
        playback->tail[2 * i] = (int16_t)((tail[2 * i] * (int64_t)share) >> 16);
        playback->tail[2 * i + 1] = (int16_t)((tail[2 * i + 1] * (int64_t)share) >> 16);
    }
    playback->tail_at = playback->fade_in = 0;
    playback->head = (struct audio_head){.kind = AUDIO_SILENT};
}

void audio_playback_source(struct audio_playback *playback, const struct audio_source *source)
{
    cut_to_silence(playback);
    audio_reader_init(&playback->reader, source);
    playback->prepared = 0;
}

/* --- orders ----------------------------------------------------------------------------------- */

static int direction_of(const struct audio_order *order)
{
    return order->reverse ? -1 : 1;
}

/* The head that an order asks for. */
static enum audio_head_kind kind_wanted(const struct audio_playback *playback,
                                        const struct audio_order *order)
{
    const double speed = order->speed;
    if (!order->moving || !playback->reader.source.mix ||
        !(speed >= AUDIO_SPEED_MIN && speed <= AUDIO_SPEED_MAX) ||
        (order->volume <= 0.0f && playback->gain == 0)) {
        return AUDIO_SILENT;
    }
    return order->keep_pitch && speed != 1.0 ? AUDIO_STRETCHED : AUDIO_PLAIN;
}

/* Position along the direction of play that should be heard at that time. */
static double position_wanted(const struct audio_playback *playback,
                              const struct audio_order *order, double when)
{
    const double time = order->time * direction_of(order) + (when - order->at) * order->speed;
    return fmax(-FARTHEST, fmin(FARTHEST, time * playback->rate));
}

static double head_position(const struct audio_playback *playback)
{
    const struct audio_head *head = &playback->head;
    return head->kind == AUDIO_STRETCHED
               ? audio_stretch_position(&playback->stretch,
                                        head->speed * (1.0 + playback->drift_correction))
               : (double)head->whole + (double)head->part / (double)AUDIO_ONE;
}

double audio_playback_lag(const struct audio_playback *playback, double when)
{
    const double samples =
        position_wanted(playback, &playback->order, when) - head_position(playback);
    return samples / (playback->rate * playback->head.speed);
}

static void begin_play(struct audio_playback *playback, const struct audio_order *order,
                       double when, enum audio_head_kind kind)
{
    playback->head = (struct audio_head){.kind = kind,
                                         .direction = direction_of(order),
                                         .speed = order->speed,
                                         .whole = llround(position_wanted(playback, order, when))};
    if (kind == AUDIO_STRETCHED) {
        audio_stretch_begin(&playback->stretch, playback->head.direction, playback->head.whole);
    }
}

static void begin_slice(struct audio_playback *playback, const struct audio_order *order)
{
    const double from = fmax(0.0, fmin(FARTHEST, order->slice_from * playback->rate));
    const double seconds = fmax(SLICE_MIN, fmin(SLICE_MAX, order->slice_seconds));
    playback->head = (struct audio_head){.kind = AUDIO_SLICE,
                                         .direction = 1,
                                         .speed = 1.0,
                                         .whole = llround(from),
                                         .left = (int64_t)(seconds * playback->rate)};
}

/* Keeps step with the picture by playing a little faster or slower. */
static void drift_correction(struct audio_playback *playback, double lag, int count)
{
    const double over = lag - fmax(-AUDIO_SLACK, fmin(AUDIO_SLACK, lag));
    const double wanted = fmax(-AUDIO_DRIFT_CORRECTION_MAX,
                               fmin(AUDIO_DRIFT_CORRECTION_MAX, over * AUDIO_DRIFT_GAIN));
    const double most = AUDIO_DRIFT_CORRECTION_SLEW * count / playback->rate;
    playback->drift_correction += fmax(-most, fmin(most, wanted - playback->drift_correction));
}

static void take_order(struct audio_playback *playback, const struct audio_order *order,
                       double when, int count)
{
    const bool jumped = playback->ordered && order->jumps != playback->order.jumps;
    const bool sliced = playback->ordered && order->slices != playback->order.slices;
    const enum audio_head_kind wanted = kind_wanted(playback, order);
    const struct audio_head *head = &playback->head;
    if (!playback->ordered) {
        playback->gain = (int32_t)(order->volume * AUDIO_GAIN_ONE);
    }
    playback->order = *order;
    playback->ordered = true;
    if (sliced && !order->moving && playback->reader.source.mix) {
        cut_to_silence(playback);
        begin_slice(playback, order);
        return;
    }
    const bool sounds_on = head->kind == AUDIO_SLICE && wanted == AUDIO_SILENT && !jumped;
    const bool plays_on = head->kind == wanted && !jumped &&
                          (wanted == AUDIO_SILENT ||
                           (head->direction == direction_of(order) && head->speed == order->speed));
    const double lag =
        plays_on && wanted != AUDIO_SILENT ? audio_playback_lag(playback, when) : 0.0;
    if (!sounds_on && (!plays_on || !(fabs(lag) < AUDIO_TOO_FAR))) {
        cut_to_silence(playback);
        if (wanted != AUDIO_SILENT) {
            begin_play(playback, order, when, wanted);
        }
    } else if (head->kind == AUDIO_PLAIN || head->kind == AUDIO_STRETCHED) {
        drift_correction(playback, lag, count);
    }
}

void audio_playback_prepare(struct audio_playback *playback)
{
    enum { AHEAD = 96, AT_ONCE = 4 }; /* blocks */
    const struct audio_head *head = &playback->head;
    const struct audio_source *source = &playback->reader.source;
    if (!source->prepare || head->direction < 0 ||
        (head->kind != AUDIO_PLAIN && head->kind != AUDIO_STRETCHED)) {
        return;
    }
    const int64_t now = llround(head_position(playback)) / MIXER_BLOCK;
    if (playback->prepared < now || playback->prepared > now + AHEAD) {
        playback->prepared = now;
    }
    for (int i = 0; i < AT_ONCE && playback->prepared < now + AHEAD; i++) {
        source->prepare(source->context, playback->prepared++);
    }
}

/* --- what comes out --------------------------------------------------------------------------- */

static void make_loud(struct audio_playback *playback, int count, int16_t *out)
{
    const int32_t wanted = (int32_t)(playback->order.volume * AUDIO_GAIN_ONE);
    const int32_t most = (int32_t)(AUDIO_GAIN_ONE / (AUDIO_GAIN_SECONDS * playback->rate)) + 1;
    if (playback->gain == AUDIO_GAIN_ONE && wanted == AUDIO_GAIN_ONE) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const int32_t way = wanted - playback->gain;
        playback->gain += way > most ? most : way < -most ? -most : way;
        for (int ear = 0; ear < 2; ear++) {
            const int64_t value = (int64_t)out[2 * i + ear] * playback->gain + AUDIO_GAIN_ONE / 2;
            out[2 * i + ear] = limit_value((int32_t)(value >> 16));
        }
    }
}

void audio_playback_make(struct audio_playback *playback, const struct audio_order *order,
                         double when, int count, int16_t *out)
{
    take_order(playback, order, when, count);
    for (int done = 0; done < count;) {
        const bool slice = playback->head.kind == AUDIO_SLICE;
        const int rest = count - done;
        const int piece = slice && playback->head.left < rest ? (int)playback->head.left : rest;
        play_faded(playback, piece, out + 2 * done);
        done += piece;
        if (slice) {
            playback->head.left -= piece;
            if (playback->head.left == 0) {
                cut_to_silence(playback);
            }
        }
    }
    make_loud(playback, count, out);
}
