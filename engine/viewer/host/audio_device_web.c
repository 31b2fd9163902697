/* The sound device by the page: web/worklet.js says how many samples it has left, and web/worker.js
 * has the missing ones made between two turns. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/viewer/host/audio_device.h"
#include "engine/viewer/host/web_page.h"

enum {
    AHEAD = 4096, /* worker.js's SOUND_AHEAD: a turn with its picture takes less */
    BLOCK = 4096  /* at most, asked for at once */
};

struct audio_device {
    audio_fill_fn fill;
    void *context;
    int16_t samples[2 * BLOCK];
};

struct audio_device *audio_device_open(struct audio_device_format *format, audio_fill_fn fill,
                                       void *context, char *reason, size_t reason_size)
{
    const int rate = web_sound_rate();
    struct audio_device *device = rate > 0 ? calloc(1, sizeof(*device)) : NULL;
    if (!device) {
        snprintf(reason, reason_size, rate > 0 ? "out of memory" : "the browser gives no sound");
        return NULL;
    }
    device->fill = fill;
    device->context = context;
    *format = (struct audio_device_format){.rate = rate, .samples = AHEAD};
    return device;
}

void audio_device_start(struct audio_device *device)
{
    web_sound_opened(device);
}

bool audio_device_is_gone(const struct audio_device *device)
{
    (void)device;
    return false;
}

void audio_device_close(struct audio_device *device)
{
    if (device) {
        web_sound_opened(NULL);
        free(device);
    }
}

const int16_t *web_fill(struct audio_device *device, int count, double late)
{
    device->fill(device->context, device->samples,
                 count < 0       ? 0
                 : count > BLOCK ? BLOCK
                                 : (unsigned)count,
                 late);
    return device->samples;
}
