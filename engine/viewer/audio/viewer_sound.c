#include "engine/viewer/audio/viewer_sound.h"

#include <math.h>
#include <stdio.h>

#include "assets/platform.h"
#include "engine/viewer/audio/audio.h"
#include "engine/viewer/audio/audio_track.h"
#include "engine/viewer/saved/option_settings.h"
#include "engine/viewer/viewer_internal.h"

/* Maximum wait for the device before playing, s. Most devices open faster. */
#define COMING_SECONDS 0.3
/* Play went elsewhere when it is this far, s, from where it would have come by itself. */
#define JUMP 0.001

/* --- volume ----------------------------------------------------------------------------------- */

void viewer_begin_sound(struct viewer_sound *sound, const struct viewer_base *base)
{
    const struct options *asked = base->options->asked;
    struct options options = *asked;
    option_settings_read_group(&base->settings, OPTIONS_SOUND, &options);
    sound->volume = options.sound.volume;
    sound->muted = asked->sound.mute || (!options_given(asked, "volume") && options.sound.mute);
}

static void say_volume(const struct viewer_sound *sound, struct viewer_base *base)
{
    const struct viewer_sound *s = sound;
    const bool silent = !s->audio || audio_get_state(s->audio, NULL, 0) >= AUDIO_NONE;
    viewer_say(base, "Volume %d %%%s%s", s->volume, s->muted ? ", muted" : "",
               silent ? " (there is no sound)" : "");
}

static void save_option(const struct viewer_sound *sound, struct viewer_base *base,
                        const char *setting)
{
    struct options options = *base->options->asked;
    options.sound.volume = sound->volume;
    options.sound.mute = sound->muted;
    viewer_keep(base, option_settings_write(&base->settings, setting, "", &options));
}

void viewer_change_volume(struct viewer_sound *sound, struct viewer_base *base, double percent)
{
    struct viewer_sound *s = sound;
    const double volume = fmin(VIEWER_VOLUME_MAX, fmax(0.0, s->volume + percent));
    s->volume = (int)lround(volume);
    if (s->muted && percent > 0.0) { /* raising the volume unmutes */
        s->muted = false;
        save_option(sound, base, "muted");
    }
    say_volume(sound, base);
    save_option(sound, base, "volume");
}

void viewer_mute(struct viewer_sound *sound, struct viewer_base *base)
{
    sound->muted = !sound->muted;
    if (sound->muted) {
        viewer_say(base, "muted");
    } else {
        say_volume(sound, base);
    }
    save_option(sound, base, "muted");
}

/* --- the device ------------------------------------------------------------------------------- */

void viewer_open_sound(struct viewer_sound *sound, struct viewer_base *base)
{
    if (base->options->asked->sound.off) {
        return;
    }
    sound->audio = audio_begin();
    sound->waits_until = platform_now() + COMING_SECONDS;
    if (!sound->audio) {
        viewer_trouble(base, "no sound (out of memory)");
    }
}

void viewer_end_sound(struct viewer_sound *sound)
{
    audio_end(sound->audio);
    sound->audio = NULL;
}

bool viewer_sound_is_coming(const struct viewer_sound *sound, double now)
{
    return sound->audio && now < sound->waits_until &&
           audio_get_state(sound->audio, NULL, 0) == AUDIO_OPENING;
}

/* One line each, and no trouble: pictures are most of a demo. */
static void follow_device(struct viewer_sound *sound, struct viewer_base *base)
{
    char reason[256], line[320];
    struct viewer_sound *s = sound;
    const enum audio_state state = audio_get_state(s->audio, reason, sizeof(reason));
    if (s->told || state < AUDIO_NONE) {
        return;
    }
    s->told = true;
    if (state == AUDIO_NONE) {
        snprintf(line, sizeof(line), "no sound (%s)", reason);
    } else {
        snprintf(line, sizeof(line), "the sound device is gone");
    }
    report_line(&base->listener, line);
}

/* --- the demo's sound ------------------------------------------------------------------------- */

static struct sound_eyes eyes_of(const struct viewer_demo *demo, const struct camera *camera,
                                 const struct viewer_path *path)
{
    const struct playback_context *player = &demo->player;
    return (struct sound_eyes){.camera = viewer_camera_now(path, camera, demo),
                               .follow = player->follow ? 0 : player->scene_options.follow,
                               .who = player->follow,
                               .no_lerp = player->options.no_lerp,
                               .own_water_alpha = player->options.own_water_alpha,
                               .water_alpha = player->options.water_alpha};
}

static void open_track(struct viewer *v)
{
    struct viewer_sound *s = &v->sound;
    struct format_error err;
    const struct playback_context *player = &v->demo.player;
    const struct sound_options *o = &v->base.options->asked->sound;
    const struct sound_eyes eyes = eyes_of(&v->demo, &v->camera, &v->path);
    const struct soundtrack_options options = {.rate = (uint32_t)audio_get_rate(s->audio),
                                               .look = o->look,
                                               .volume = 1.0f,
                                               .music_volume = (float)(o->music_volume / 100.0)};
    if (!player->source.game.found) {
        return; /* and nothing to hear */
    }
    if (audio_track_open(&s->track, player->timeline, &player->source.game, &options, &eyes, &err) <
        0) {
        viewer_trouble(&v->base, "no sound: %s", err.what);
        s->failed = true;
        return;
    }
    const struct audio_source source = audio_track_source(s->track);
    audio_set_source(s->audio, &source);
}

void viewer_close_demo_sound(struct viewer_sound *sound)
{
    struct viewer_sound *s = sound;
    if (s->track) {
        audio_set_source(s->audio, NULL);
        audio_track_close(s->track);
        s->track = NULL;
    }
    s->failed = false;
}

void viewer_hear_step(struct viewer_sound *sound, double from, double seconds)
{
    sound->slices++;
    sound->slice_from = from;
    sound->slice_seconds = seconds;
}

/* Expected position now if no seek happened. */
static double expected_time(const struct viewer_sound *s, double now)
{
    const double way = (now - s->at) * s->speed;
    return s->time + (!s->moving ? 0.0 : s->reverse ? -way : way);
}

static void give_order(struct viewer_sound *sound, const struct viewer_demo *demo,
                       const struct viewer_mouse *mouse, const struct viewer_base *base, double now)
{
    struct viewer_sound *s = sound;
    const struct transport *t = &demo->transport;
    s->jumps += fabs(t->time - expected_time(s, now)) > JUMP;
    s->time = t->time;
    s->at = now;
    s->speed = t->speed;
    s->moving = transport_is_moving(t) && !mouse->dragging;
    s->reverse = t->reverse;
    const struct audio_order order = {.time = s->time,
                                      .at = s->at,
                                      .speed = s->speed,
                                      .moving = s->moving,
                                      .reverse = s->reverse,
                                      .jumps = s->jumps,
                                      .slices = s->slices,
                                      .slice_from = s->slice_from,
                                      .slice_seconds = s->slice_seconds,
                                      .keep_pitch = base->options->asked->sound.keep_pitch,
                                      .volume = s->muted ? 0.0f : (float)s->volume / 100.0f};
    audio_set_order(s->audio, &order);
}

void viewer_follow_sound(struct viewer *v, double now)
{
    char line[AUDIO_TRACK_TEXT];
    struct viewer_sound *s = &v->sound;
    if (!s->audio) {
        return;
    }
    follow_device(&v->sound, &v->base);
    give_order(&v->sound, &v->demo, &v->mouse, &v->base, now);
    if (!s->track && !s->failed && v->demo.player.renderer &&
        audio_get_state(s->audio, NULL, 0) == AUDIO_OPEN) {
        open_track(v); /* after the first picture, so that it does not wait for sounds */
    } else if (s->track) {
        const struct sound_eyes eyes = eyes_of(&v->demo, &v->camera, &v->path);
        audio_track_set_eyes(s->track, &eyes);
        while (audio_track_next(s->track, line)) {
            report_line(&v->base.listener, line);
        }
    }
}
