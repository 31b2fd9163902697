/* The sound alone, as a WAV file or into a pipe. */
#include <stdlib.h>

#include "assets/output_file.h"
#include "engine/capture/outputs/outputs.h"
#include "formats/media/wav.h"

struct wav_output {
    struct output_file file;
    struct wav_writer wav;
};

static int explain_failure(struct film_output *output, int code, struct format_error *err)
{
    struct wav_output *wav = output->state;
    output->size = WAV_HEADER_SIZE + wav->wav.frames * 4;
    if (code < 0) {
        (void)format_fail(err, code, 0, "not all of the sound was written");
        output_file_explain(&wav->file, err);
    }
    return code;
}

static int open_file(struct film_output *output, const struct film_format *format,
                     struct format_error *err)
{
    struct wav_output *wav = calloc(1, sizeof(*wav));
    if (!wav) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int code = outputs_open_file(&wav->file, format, err);
    if (code < 0) {
        free(wav);
        return code;
    }
    const bool unknown = format->samples == 0 || format->inside;
    const struct media_sink none = outputs_no_sink();
    struct media_sink sink = output_file_sink(&wav->file);
    sink.patch = format->inside || wav->file.is_stream ? NULL : sink.patch;
    output->state = wav;
    code = explain_failure(output,
                           wav_begin(&wav->wav, format->inside ? &none : &sink, format->sound_rate,
                                     2, unknown ? WAV_UNKNOWN_LENGTH : format->samples),
                           err);
    wav->wav.sink = sink;
    if (code < 0) {
        (void)!output_file_close(&wav->file, OUTPUT_NONE, NULL);
        free(wav);
    }
    return code;
}

static int add_sound(struct film_output *output, const int16_t *samples, size_t count,
                     struct format_error *err)
{
    struct wav_output *wav = output->state;
    return explain_failure(output, wav_add(&wav->wav, samples, count), err);
}

static int end_file(struct film_output *output, enum output_end end, struct format_error *err)
{
    struct wav_output *wav = output->state;
    const int code = explain_failure(output, wav_end(&wav->wav), err);
    const int closed = output_file_close(&wav->file, end, code < 0 ? NULL : err);
    free(wav);
    output->state = NULL;
    return code < 0 ? code : closed;
}

const struct film_output_kind film_output_wav = {
    .sound = true, .pieces = true, .open = open_file, .add_sound = add_sound, .end = end_file};
