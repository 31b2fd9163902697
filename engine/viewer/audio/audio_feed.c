#include "engine/viewer/audio/audio_feed.h"

#include <math.h>
#include <string.h>

/* A slice is softer than play. */
enum { SLICE_SHARE = 2 };
#define SLICE_LEAST 0.03
#define SLICE_MOST 0.25

/* How fast a position between two samples goes back onto one when nothing else asks for it. */
#define GLIDE (AUDIO_ONE >> 11)

#define FARTHEST 1e13 /* samples: what is behind every demo */

void audio_feed_init(struct audio_feed *feed, int rate)
{
    memset(feed, 0, sizeof(*feed));
    feed->rate = rate;
    feed->fade = (int)(rate * AUDIO_FADE_SECONDS);
    feed->fade = feed->fade < AUDIO_FADE_MOST ? feed->fade : AUDIO_FADE_MOST;
    feed->tail_at = feed->fade_in = feed->fade;
    audio_kernel_init(&feed->kernel);
    audio_reader_init(&feed->reader, NULL);
}

static int16_t limit(int32_t value)
{
    return (int16_t)(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
}

/* --- the samples of the head ------------------------------------------------------------------ */

/* The head's next samples, `step` apart. */
static void resample(struct audio_feed *feed, int64_t step, int count, int16_t *out)
{
    enum { ROOM = AUDIO_CHUNK * AUDIO_MAX_STEP + 2 * AUDIO_MARGIN + 1 };
    int16_t in[2 * ROOM];
    struct audio_head *head = &feed->head;
    const int64_t end = (int64_t)head->part + step * count; /* less than 2^42 */
    const int span = (int)(end >> 32) + 2 * AUDIO_MARGIN + 1;
    audio_reader_read(&feed->reader, head->direction, head->whole - AUDIO_MARGIN, span, in);
    audio_resample(&feed->kernel, in + 2 * AUDIO_MARGIN, head->part, step, count, out);
    head->whole += end >> 32;
    head->part = (uint32_t)(end & (AUDIO_ONE - 1));
}

/* At speed 1 with nothing to make up for: onto the demo's samples, and then those. */
static void copy(struct audio_feed *feed, int count, int16_t *out)
{
    struct audio_head *head = &feed->head;
    const bool down = head->part < AUDIO_ONE / 2;
    const int64_t way = down ? head->part : AUDIO_ONE - head->part;
    int glide = head->part ? (int)(way / GLIDE) : 0;
    glide = glide < count ? glide : count;
    if (glide > 0) {
        resample(feed, AUDIO_ONE + (down ? -GLIDE : GLIDE), glide, out);
    }
    if (glide < count && head->part) {
        head->whole += down ? 0 : 1;
        head->part = 0;
    }
    audio_reader_read(&feed->reader, head->direction, head->whole, count - glide, out + 2 * glide);
    head->whole += count - glide;
}

/* What the head plays next, and on it goes. count <= AUDIO_CHUNK. */
static void play(struct audio_feed *feed, int count, int16_t *out)
{
    struct audio_head *head = &feed->head;
    const double speed = head->speed * (1.0 + feed->lean);
    switch (head->kind) {
    case AUDIO_SILENT:
        memset(out, 0, (size_t)count * 2 * sizeof(*out));
        break;
    case AUDIO_STRETCHED:
        audio_stretch_make(&feed->stretch, &feed->reader, speed, count, out);
        break;
    case AUDIO_SLICE:
        copy(feed, count, out);
        for (int i = 0; i < 2 * count; i++) {
            out[i] /= SLICE_SHARE;
        }
        break;
    case AUDIO_PLAIN:
        if (speed == 1.0) {
            copy(feed, count, out);
        } else {
            resample(feed, (int64_t)(speed * (double)AUDIO_ONE), count, out);
        }
        break;
    }
}

/* --- fades ------------------------------------------------------------------------------------ */

/* How much of what comes in is heard at that sample of a fade, of 65536: slow at both ends. */
static int32_t fade_share(int at, int fade)
{
    const int64_t x = ((int64_t)at << 16) / fade;
    return (int32_t)((((x * x) >> 16) * (3 * 65536 - 2 * x)) >> 16);
}

/* The head coming in, over what goes out. count <= AUDIO_CHUNK. */
static void play_faded(struct audio_feed *feed, int count, int16_t *out)
{
    play(feed, count, out);
    for (int i = 0; i < count && feed->fade_in < feed->fade; i++, feed->fade_in++) {
        const int32_t share = fade_share(feed->fade_in, feed->fade);
        out[2 * i] = (int16_t)((out[2 * i] * (int64_t)share) >> 16);
        out[2 * i + 1] = (int16_t)((out[2 * i + 1] * (int64_t)share) >> 16);
    }
    for (int i = 0; i < count && feed->tail_at < feed->fade; i++, feed->tail_at++) {
        out[2 * i] = limit(out[2 * i] + feed->tail[2 * feed->tail_at]);
        out[2 * i + 1] = limit(out[2 * i + 1] + feed->tail[2 * feed->tail_at + 1]);
    }
}

/* What is heard now goes out, whatever it is; silence comes in. */
static void cut(struct audio_feed *feed)
{
    int16_t tail[2 * AUDIO_FADE_MOST];
    for (int done = 0; done < feed->fade;) {
        const int rest = feed->fade - done;
        const int piece = rest < AUDIO_CHUNK ? rest : AUDIO_CHUNK;
        play_faded(feed, piece, tail + 2 * done);
        done += piece;
    }
    for (int i = 0; i < feed->fade; i++) {
        const int32_t share = 65536 - fade_share(i, feed->fade);
        feed->tail[2 * i] = (int16_t)((tail[2 * i] * (int64_t)share) >> 16);
        feed->tail[2 * i + 1] = (int16_t)((tail[2 * i + 1] * (int64_t)share) >> 16);
    }
    feed->tail_at = feed->fade_in = 0;
    feed->head = (struct audio_head){.kind = AUDIO_SILENT};
}

void audio_feed_source(struct audio_feed *feed, const struct audio_source *source)
{
    cut(feed);
    audio_reader_init(&feed->reader, source);
    feed->prepared = 0;
}

/* --- orders ----------------------------------------------------------------------------------- */

static int direction_of(const struct audio_order *order)
{
    return order->reverse ? -1 : 1;
}

/* What the order wants to be heard of play. */
static enum audio_head_kind kind_wanted(const struct audio_feed *feed,
                                        const struct audio_order *order)
{
    const double speed = order->speed;
    if (!order->moving || !feed->reader.source.mix ||
        !(speed >= AUDIO_SPEED_MIN && speed <= AUDIO_SPEED_MAX) ||
        (order->volume <= 0.0f && feed->gain == 0)) {
        return AUDIO_SILENT;
    }
    return order->keep_pitch && speed != 1.0 ? AUDIO_STRETCHED : AUDIO_PLAIN;
}

/* Where along the direction of play what is heard then should be. */
static double position_wanted(const struct audio_feed *feed, const struct audio_order *order,
                              double when)
{
    const double time = order->time * direction_of(order) + (when - order->at) * order->speed;
    return fmax(-FARTHEST, fmin(FARTHEST, time * feed->rate));
}

static double position(const struct audio_feed *feed)
{
    const struct audio_head *head = &feed->head;
    return head->kind == AUDIO_STRETCHED
               ? audio_stretch_position(&feed->stretch, head->speed * (1.0 + feed->lean))
               : (double)head->whole + (double)head->part / (double)AUDIO_ONE;
}

double audio_feed_lag(const struct audio_feed *feed, double when)
{
    const double samples = position_wanted(feed, &feed->order, when) - position(feed);
    return samples / (feed->rate * feed->head.speed);
}

static void begin_play(struct audio_feed *feed, const struct audio_order *order, double when,
                       enum audio_head_kind kind)
{
    feed->head = (struct audio_head){.kind = kind,
                                     .direction = direction_of(order),
                                     .speed = order->speed,
                                     .whole = llround(position_wanted(feed, order, when))};
    if (kind == AUDIO_STRETCHED) {
        audio_stretch_begin(&feed->stretch, feed->head.direction, feed->head.whole);
    }
}

static void begin_slice(struct audio_feed *feed, const struct audio_order *order)
{
    const double from = fmax(0.0, fmin(FARTHEST, order->slice_from * feed->rate));
    const double seconds = fmax(SLICE_LEAST, fmin(SLICE_MOST, order->slice_seconds));
    feed->head = (struct audio_head){.kind = AUDIO_SLICE,
                                     .direction = 1,
                                     .speed = 1.0,
                                     .whole = llround(from),
                                     .left = (int64_t)(seconds * feed->rate)};
}

/* Keeps step with the picture by playing a little faster or slower. */
static void lean(struct audio_feed *feed, double lag, int count)
{
    const double over = lag - fmax(-AUDIO_SLACK, fmin(AUDIO_SLACK, lag));
    const double wanted = fmax(-AUDIO_MOST_LEAN, fmin(AUDIO_MOST_LEAN, over * AUDIO_LEANING));
    const double most = AUDIO_LEAN_PER_SECOND * count / feed->rate;
    feed->lean += fmax(-most, fmin(most, wanted - feed->lean));
}

static void take_order(struct audio_feed *feed, const struct audio_order *order, double when,
                       int count)
{
    const bool jumped = feed->ordered && order->jumps != feed->order.jumps;
    const bool sliced = feed->ordered && order->slices != feed->order.slices;
    const enum audio_head_kind wanted = kind_wanted(feed, order);
    const struct audio_head *head = &feed->head;
    if (!feed->ordered) {
        feed->gain = (int32_t)(order->volume * AUDIO_GAIN_ONE);
    }
    feed->order = *order;
    feed->ordered = true;
    if (sliced && !order->moving && feed->reader.source.mix) {
        cut(feed);
        begin_slice(feed, order);
        return;
    }
    const bool sounds_on = head->kind == AUDIO_SLICE && wanted == AUDIO_SILENT && !jumped;
    const bool plays_on = head->kind == wanted && !jumped &&
                          (wanted == AUDIO_SILENT ||
                           (head->direction == direction_of(order) && head->speed == order->speed));
    const double lag = plays_on && wanted != AUDIO_SILENT ? audio_feed_lag(feed, when) : 0.0;
    if (!sounds_on && (!plays_on || !(fabs(lag) < AUDIO_TOO_FAR))) {
        cut(feed);
        if (wanted != AUDIO_SILENT) {
            begin_play(feed, order, when, wanted);
        }
    } else if (head->kind == AUDIO_PLAIN || head->kind == AUDIO_STRETCHED) {
        lean(feed, lag, count);
    }
}

void audio_feed_prepare(struct audio_feed *feed)
{
    enum { AHEAD = 96, AT_ONCE = 4 }; /* blocks */
    const struct audio_head *head = &feed->head;
    const struct audio_source *source = &feed->reader.source;
    if (!source->prepare || head->direction < 0 ||
        (head->kind != AUDIO_PLAIN && head->kind != AUDIO_STRETCHED)) {
        return;
    }
    const int64_t now = llround(position(feed)) / MIXER_BLOCK;
    if (feed->prepared < now || feed->prepared > now + AHEAD) {
        feed->prepared = now;
    }
    for (int i = 0; i < AT_ONCE && feed->prepared < now + AHEAD; i++) {
        source->prepare(source->context, feed->prepared++);
    }
}

/* --- what comes out --------------------------------------------------------------------------- */

static void make_loud(struct audio_feed *feed, int count, int16_t *out)
{
    const int32_t wanted = (int32_t)(feed->order.volume * AUDIO_GAIN_ONE);
    const int32_t most = (int32_t)(AUDIO_GAIN_ONE / (AUDIO_GAIN_SECONDS * feed->rate)) + 1;
    if (feed->gain == AUDIO_GAIN_ONE && wanted == AUDIO_GAIN_ONE) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const int32_t way = wanted - feed->gain;
        feed->gain += way > most ? most : way < -most ? -most : way;
        for (int ear = 0; ear < 2; ear++) {
            const int64_t value = (int64_t)out[2 * i + ear] * feed->gain + AUDIO_GAIN_ONE / 2;
            out[2 * i + ear] = limit((int32_t)(value >> 16));
        }
    }
}

void audio_feed_make(struct audio_feed *feed, const struct audio_order *order, double when,
                     int count, int16_t *out)
{
    take_order(feed, order, when, count);
    for (int done = 0; done < count;) {
        const bool slice = feed->head.kind == AUDIO_SLICE;
        const int rest = count - done;
        const int piece = slice && feed->head.left < rest ? (int)feed->head.left : rest;
        play_faded(feed, piece, out + 2 * done);
        done += piece;
        if (slice) {
            feed->head.left -= piece;
            if (feed->head.left == 0) {
                cut(feed);
            }
        }
    }
    make_loud(feed, count, out);
}
