#include "engine/capture/film_frames.h"

#include <stdlib.h>
#include <string.h>

int film_frames_open(struct film_frames *frames, struct playback_context *player, int width,
                     int height, const struct film_quality *quality)
{
    const int n = quality->supersample;
    const size_t count = (size_t)width * (size_t)height;
    *frames = (struct film_frames){
        .player = player, .quality = *quality, .width = width, .height = height};
    if (n > 1 || quality->blur > 1) {
        frames->drawn = malloc(count * (size_t)(n * n) * sizeof(*frames->drawn));
        frames->sums = malloc(count * 3 * sizeof(*frames->sums));
        if (!frames->drawn || !frames->sums) {
            return FORMAT_MEMORY;
        }
    }
    return playback_set_size(player, width * n, height * n);
}

void film_frames_free(struct film_frames *frames)
{
    free(frames->drawn);
    free(frames->sums);
    frames->drawn = NULL;
    frames->sums = NULL;
}

static void add_picture(struct film_frames *frames)
{
    const size_t width = (size_t)frames->width, n = (size_t)frames->quality.supersample;
    const uint32_t *pixel = frames->drawn;
    for (size_t y = 0; y < (size_t)frames->height * n; y++) {
        uint16_t *sum = frames->sums + y / n * width * 3;
        for (size_t x = 0; x < width; x++, sum += 3) {
            for (size_t i = 0; i < n; i++, pixel++) {
                sum[0] = (uint16_t)(sum[0] + (*pixel >> 16 & 255));
                sum[1] = (uint16_t)(sum[1] + (*pixel >> 8 & 255));
                sum[2] = (uint16_t)(sum[2] + (*pixel & 255));
            }
        }
    }
}

static void average_samples(const struct film_frames *frames, uint32_t *pixels)
{
    const struct film_quality *q = &frames->quality;
    const uint32_t shares = (uint32_t)(q->supersample * q->supersample * q->blur);
    const size_t count = (size_t)frames->width * (size_t)frames->height;
    uint8_t mean[FILM_SHARES_MAX * 255 + 1];
    for (uint32_t sum = 0; sum <= shares * 255; sum++) {
        mean[sum] = (uint8_t)((sum + shares / 2) / shares);
    }
    for (size_t i = 0; i < count; i++) {
        const uint16_t *sum = frames->sums + 3 * i;
        pixels[i] = (uint32_t)mean[sum[0]] << 16 | (uint32_t)mean[sum[1]] << 8 | mean[sum[2]];
    }
}

int film_frames_draw(struct film_frames *frames, const struct film_stretch *stretch, uint64_t frame,
                     uint32_t *pixels)
{
    const struct film_quality *q = &frames->quality;
    const size_t width = (size_t)frames->width;
    if (frames->sums) {
        memset(frames->sums, 0, width * (size_t)frames->height * 3 * sizeof(*frames->sums));
    }
    for (int i = 0; i < q->blur; i++) {
        const double shift = q->shutter / 360.0 * ((2 * i + 1 - q->blur) / (2.0 * q->blur));
        uint32_t *target = frames->drawn ? frames->drawn : pixels;
        int code = playback_go_time(frames->player, film_stretch_time(stretch, frame, shift));
        if (code == 0) {
            code = playback_draw(frames->player, target, width * (size_t)q->supersample);
        }
        if (code < 0) {
            return code;
        }
        if (frames->sums) {
            add_picture(frames);
        }
    }
    if (frames->sums) {
        average_samples(frames, pixels);
    }
    return 0;
}
