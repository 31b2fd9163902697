/* The sound device of SDL2, which asks on a thread of its own. */
#include "engine/viewer/host/audio_device.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

enum { OTHER_RATE = 44100 };

struct audio_device {
    SDL_AudioDeviceID id;
    audio_fill_fn fill;
    void *context;
};

static void SDLCALL give_samples(void *context, Uint8 *stream, int bytes)
{
    const struct audio_device *device = context;
    int16_t *samples = (int16_t *)(void *)stream; /* SDL gives memory fit for its samples */
    device->fill(device->context, samples, (unsigned)bytes / (2 * sizeof(int16_t)), 0.0);
}

/* The device as it likes to be, where our samples can be of its rate; else SDL makes them so. What
 * SDL's own variables ask for comes first. */
static SDL_AudioDeviceID open_id(struct audio_device *device, struct audio_device_format *format)
{
    SDL_AudioSpec got = {0};
    SDL_AudioSpec want = {.freq = SDL_getenv("SDL_AUDIO_FREQUENCY") ? 0 : format->rate,
                          .format = AUDIO_S16SYS,
                          .channels = 2,
                          .samples = SDL_getenv("SDL_AUDIO_SAMPLES") ? 0 : (Uint16)format->samples,
                          .callback = give_samples,
                          .userdata = device};
    SDL_AudioDeviceID id = SDL_OpenAudioDevice(
        NULL, 0, &want, &got, SDL_AUDIO_ALLOW_FREQUENCY_CHANGE | SDL_AUDIO_ALLOW_SAMPLES_CHANGE);
    if (id && got.freq != format->rate && got.freq != OTHER_RATE) {
        want.freq = format->rate;
        SDL_CloseAudioDevice(id);
        id = SDL_OpenAudioDevice(NULL, 0, &want, &got, SDL_AUDIO_ALLOW_SAMPLES_CHANGE);
    }
    *format = (struct audio_device_format){.rate = got.freq, .samples = got.samples};
    return id;
}

struct audio_device *audio_device_open(struct audio_device_format *format, audio_fill_fn fill,
                                       void *context, char *reason, size_t reason_size)
{
    struct audio_device *device = malloc(sizeof(*device));
    const bool begun = device && SDL_InitSubSystem(SDL_INIT_AUDIO) == 0;
    snprintf(reason, reason_size, "out of memory");
    if (begun && SDL_GetNumAudioDevices(0) == 0 && !SDL_getenv("AUDIODEV")) {
        /* Opening ALSA without a device prints long messages on stderr. */
        snprintf(reason, reason_size, "there is no sound device");
    } else if (begun) {
        *device = (struct audio_device){.fill = fill, .context = context};
        device->id = open_id(device, format);
        if (device->id) {
            return device;
        }
        snprintf(reason, reason_size, "%s", SDL_GetError());
    } else if (device) {
        snprintf(reason, reason_size, "%s", SDL_GetError());
    }
    if (begun) {
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    SDL_TLSCleanup(); /* SDL keeps an error string per thread until SDL_TLSCleanup */
    free(device);
    return NULL;
}

void audio_device_start(struct audio_device *device)
{
    SDL_PauseAudioDevice(device->id, 0);
}

bool audio_device_is_gone(const struct audio_device *device)
{
    return SDL_GetAudioDeviceStatus(device->id) == SDL_AUDIO_STOPPED;
}

void audio_device_close(struct audio_device *device)
{
    if (device) {
        SDL_CloseAudioDevice(device->id);
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
        SDL_TLSCleanup();
        free(device);
    }
}
