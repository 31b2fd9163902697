#include "engine/viewer/audio/audio_track.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 64 };

struct audio_track {
    struct soundtrack *soundtrack; /* the audio's thread's, once it is asked for samples */
    struct sound_eyes heard;       /* listener of the block mixed last */
    bool mixed;

    pthread_mutex_t lock; /* guards the members below; held only while they are copied */
    struct sound_eyes eyes;
    char lines[MAX_LINES][AUDIO_TRACK_TEXT]; /* queued messages; later ones are dropped */
    unsigned num_lines;
};

static void log_line(void *context, const char *text)
{
    struct audio_track *track = context;
    pthread_mutex_lock(&track->lock);
    if (track->num_lines < MAX_LINES) {
        snprintf(track->lines[track->num_lines++], AUDIO_TRACK_TEXT, "%s", text);
    }
    pthread_mutex_unlock(&track->lock);
}

bool audio_track_next(struct audio_track *track, char text[AUDIO_TRACK_TEXT])
{
    pthread_mutex_lock(&track->lock);
    const bool any = track->num_lines > 0;
    if (any) {
        memcpy(text, track->lines[0], AUDIO_TRACK_TEXT);
        track->num_lines--;
        memmove(track->lines[0], track->lines[1], (size_t)track->num_lines * AUDIO_TRACK_TEXT);
    }
    pthread_mutex_unlock(&track->lock);
    return any;
}

int audio_track_open(struct audio_track **opened, const struct timeline *timeline,
                     const struct game_files *game, const struct soundtrack_options *options,
                     const struct sound_eyes *eyes, struct format_error *err)
{
    struct soundtrack_options own = *options;
    struct audio_track *track = calloc(1, sizeof(*track));
    *opened = NULL;
    if (!track) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    pthread_mutex_init(&track->lock, NULL);
    track->eyes = *eyes;
    own.log = log_line;
    own.log_context = track;
    const int status = soundtrack_open(&track->soundtrack, timeline, game, &own, err);
    if (status < 0) {
        audio_track_close(track);
        return status;
    }
    *opened = track;
    return 0;
}

void audio_track_close(struct audio_track *track)
{
    if (track) {
        soundtrack_close(track->soundtrack);
        pthread_mutex_destroy(&track->lock);
        free(track);
    }
}

void audio_track_set_eyes(struct audio_track *track, const struct sound_eyes *eyes)
{
    pthread_mutex_lock(&track->lock);
    track->eyes = *eyes;
    pthread_mutex_unlock(&track->lock);
}

/* --- the audio's thread ----------------------------------------------------------------------- */

static bool eyes_are_equal(const struct sound_eyes *a, const struct sound_eyes *b)
{
    const struct camera *c = &a->camera, *d = &b->camera;
    return a->camera_path == b->camera_path && a->follow == b->follow && a->no_lerp == b->no_lerp &&
           a->own_water_alpha == b->own_water_alpha && a->water_alpha == b->water_alpha &&
           c->kind == d->kind && memcmp(c->origin, d->origin, sizeof(c->origin)) == 0 &&
           memcmp(c->angles, d->angles, sizeof(c->angles)) == 0 && c->distance == d->distance &&
           c->height == d->height;
}

static void fade_over(const int16_t before[2 * MIXER_BLOCK], int16_t out[2 * MIXER_BLOCK])
{
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        const int32_t share = i / 2;
        out[i] = (int16_t)((before[i] * (MIXER_BLOCK - share) + out[i] * share) / MIXER_BLOCK);
    }
}

static int mix_block(void *context, int64_t block, int16_t out[2 * MIXER_BLOCK])
{
    struct audio_track *track = context;
    int16_t before[2 * MIXER_BLOCK];
    if (!soundtrack_is_known(track->soundtrack, block)) {
        return FORMAT_MISSING;
    }
    pthread_mutex_lock(&track->lock);
    const struct sound_eyes eyes = track->eyes;
    pthread_mutex_unlock(&track->lock);
    int status = soundtrack_mix(track->soundtrack, &eyes, block, out);
    if (track->mixed && !eyes_are_equal(&eyes, &track->heard)) {
        const int again = soundtrack_mix(track->soundtrack, &track->heard, block, before);
        status = status < 0 ? status : again;
        fade_over(before, out);
    }
    track->heard = eyes;
    track->mixed = true;
    return status;
}

static void prepare_block(void *context, int64_t block)
{
    struct audio_track *track = context;
    soundtrack_load(track->soundtrack, block);
}

struct audio_source audio_track_source(struct audio_track *track)
{
    return (struct audio_source){.mix = mix_block, .prepare = prepare_block, .context = track};
}
