/* Fuzz target: WAV sounds, and that what is written of them reads as the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/wav.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_and_read(const struct pcm *wav)
{
    struct byte_writer out = {0};
    const struct media_sink sink = media_sink_memory(&out);
    struct wav_writer writer;
    struct pcm again;
    int16_t *wide = malloc((size_t)wav->length * (size_t)wav->channels * sizeof(*wide));
    for (size_t i = 0; i < (size_t)wav->length * (size_t)wav->channels; i++) {
        wide[i] = (int16_t)(wav->width == 1 ? wav->samples[i] * 256 : wav->samples[i]);
    }
    require(wav_begin(&writer, &sink, wav->rate, wav->channels, WAV_UNKNOWN_LENGTH) == 0);
    require(wav_add(&writer, wide, wav->length) == 0);
    require(wav_end(&writer) == 0);
    require(wav_read(&again, out.data, out.size, PCM_AS_IS, NULL) == 0);
    require(again.rate == wav->rate && again.channels == wav->channels);
    require(again.length == wav->length && again.loop_start == PCM_NO_LOOP);
    require(memcmp(again.samples, wide, again.length * (size_t)again.channels * 2) == 0);
    pcm_free(&again);
    free(wide);
    byte_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct format_error err;
    for (enum pcm_channels channels = PCM_MONO; channels <= PCM_AS_IS; channels++) {
        struct pcm wav;
        if (wav_read(&wav, data, size, channels, &err) < 0) {
            require(wav.samples == NULL && err.offset <= size);
            continue;
        }
        require(wav.length > 0 && (wav.width == 1 || wav.width == 2));
        require(wav.loop_start >= PCM_NO_LOOP && wav.loop_start < (int64_t)wav.length);
        require((size_t)wav.length * (size_t)wav.width <= size);
        for (size_t i = 0; wav.width == 1 && i < (size_t)wav.length * (size_t)wav.channels; i++) {
            require(wav.samples[i] >= -128 && wav.samples[i] <= 127);
        }
        write_and_read(&wav);
        pcm_free(&wav);
    }
    return 0;
}
