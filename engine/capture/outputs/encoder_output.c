/* Encodes with an ffmpeg process, which receives y4m and raw samples through two pipes. Run without
 * a shell.
 *
 * ffmpeg writes FILE.part.EXTENSION; it is renamed to FILE when finished. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "engine/capture/outputs/outputs.h"

enum {
    PICTURES,
    SOUND,
    WORDS_MAX = 64,
    OPTIONS_MAX = 2048,
    SAMPLE_BYTES = 4,
    AHEAD = 8 /* sound is given an eighth of a second ahead */
};

struct encoder_output {
    struct process process;
    struct y4m_writer y4m;
    struct film_rate fps;
    uint32_t sound_rate;
    uint64_t first, behind;   /* frames of the film it was given: from first on, before behind */
    uint64_t sound_taken;     /* bytes */
    struct byte_writer sound; /* samples not yet written to the pipe */
    struct output_file file;  /* FILE.part, empty until ffmpeg has finished: the lock */
    char part[OUTPUT_PATH];   /* what ffmpeg writes */
    char options[OPTIONS_MAX];
    int reason; /* errno of the write that failed; EPIPE = ffmpeg closed the pipe; 0 = none */
    bool failed;
};

static int report_failure(struct film_output *output, struct format_error *err)
{
    struct encoder_output *encoder = output->state;
    encoder->failed = true;
    memcpy(output->talk, encoder->process.talk, sizeof(output->talk));
    return format_fail(err, FORMAT_BAD, 0, "ffmpeg gave up; see its last lines");
}

/* ffmpeg did not get all bytes, and ends a shorter film as if it were whole. */
static int report_lack(struct encoder_output *encoder, struct format_error *err)
{
    encoder->failed = true;
    return encoder->reason == 0 ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                                : format_fail(err, FORMAT_BAD, 0, "cannot write to ffmpeg: %s",
                                              strerror(encoder->reason));
}

/* Called when a picture was not written. ffmpeg closed its pipe after an error, or because its
 * options (-t, -frames) end the film. */
static int explain_end(struct film_output *output, struct format_error *err)
{
    struct encoder_output *encoder = output->state;
    if (encoder->reason != EPIPE && encoder->reason != EINTR) {
        (void)process_finish(&encoder->process);
        return report_lack(encoder, err);
    }
    if (!process_finish(&encoder->process) || process_was_asked_to_end()) {
        return report_failure(output, err);
    }
    output->enough = true;
    return 0;
}

/* Bytes of pending sound up to `ahead` samples after the pictures' end. */
static size_t sound_due(const struct encoder_output *encoder, uint32_t ahead)
{
    const uint64_t first = film_samples_before(encoder->fps, encoder->sound_rate, encoder->first);
    const uint64_t behind = film_samples_before(encoder->fps, encoder->sound_rate, encoder->behind);
    const uint64_t most = SAMPLE_BYTES * (behind - first + ahead);
    const uint64_t due = most > encoder->sound_taken ? most - encoder->sound_taken : 0;
    return due < encoder->sound.size ? (size_t)due : encoder->sound.size;
}

/* The y4m writer's sink: writes pictures and pending sound to their pipes. Sound is sent slightly
 * ahead so that neither pipe blocks the other, more only if ffmpeg waits for it: a stopped film's
 * sound must end with its pictures. */
static int write_pipes(void *context, const uint8_t *bytes, size_t size)
{
    struct encoder_output *encoder = context;
    struct byte_writer *sound = &encoder->sound;
    const size_t due = sound_due(encoder, encoder->sound_rate / AHEAD);
    struct process_feed feeds[PROCESS_PIPES] = {
        [PICTURES] = {.bytes = bytes, .size = size},
        [SOUND] = {.bytes = sound->data, .size = due, .spare = sound->size - due}};
    const int code = process_write(&encoder->process, feeds, PICTURES);
    encoder->reason = code < 0 ? errno : 0;
    const size_t taken = feeds[SOUND].taken;
    encoder->sound_taken += taken;
    if (taken > 0) {
        memmove(sound->data, sound->data + taken, sound->size - taken);
        sound->size -= taken;
    }
    return code < 0 ? FORMAT_BAD : 0;
}

/* File name during encoding; ffmpeg chooses the container by its extension. */
static bool name_part(struct encoder_output *encoder, const char *path)
{
    const char *dot = strrchr(path, '.');
    const int length =
        snprintf(encoder->part, sizeof(encoder->part), "%.*s.part%s", (int)(dot - path), path, dot);
    return length > 0 && (size_t)length < sizeof(encoder->part);
}

/* A GIF has 256 colours: by default those of each picture, so that no picture waits in memory for
 * those of all. */
static const char *usual_options(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".gif") == 0
               ? "-filter_complex split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse="
                 "new=1:dither=none"
               : "";
}

static int start_encoder(struct encoder_output *encoder, const struct film_format *format,
                         struct format_error *err)
{
    char rate[16], name[OUTPUT_PATH + 8];
    const char *words[WORDS_MAX];
    size_t count = 0;
    const char *const first[] = {"ffmpeg", "-hide_banner", "-loglevel", "warning", "-y",
                                 "-f",     "yuv4mpegpipe", "-i",        "pipe:3"};
    /* The sample format is given, so probing (seconds of sound) is off. */
    const char *const second[] = {
        "-probesize", "32",    "-analyzeduration", "0", "-f", "s16le", "-ar", rate, "-ac", "2",
        "-i",         "pipe:4"};
    snprintf(rate, sizeof(rate), "%u", (unsigned)format->sound_rate);
    snprintf(name, sizeof(name), "file:%s", encoder->part);
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
        words[count++] = first[i];
    }
    for (size_t i = 0; format->sound_rate > 0 && i < sizeof(second) / sizeof(second[0]); i++) {
        words[count++] = second[i];
    }
    snprintf(encoder->options, sizeof(encoder->options), "%s",
             format->encoder_options ? format->encoder_options : usual_options(format->path));
    char *rest = encoder->options;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        if (count + 2 >= WORDS_MAX) {
            return format_fail(err, FORMAT_BAD, 0, "too many words for ffmpeg");
        }
        words[count++] = word;
    }
    words[count++] = name;
    words[count] = NULL;
    if (process_launch(&encoder->process, words, format->sound_rate > 0 ? 2 : 1) < 0) {
        return errno == ENOENT
                   ? format_fail(err, FORMAT_BAD, 0,
                                 "ffmpeg writes such films, and is not installed (apt install "
                                 "ffmpeg); FILE.avi or FILE.y4m need nothing")
                   : format_fail(err, FORMAT_BAD, 0, "cannot start ffmpeg: %s", strerror(errno));
    }
    return 0;
}

static int open_encoder(struct film_output *output, const struct film_format *format,
                        struct format_error *err)
{
    const struct y4m_format shape = outputs_y4m_format(format);
    struct encoder_output *encoder = calloc(1, sizeof(*encoder));
    if (!encoder) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    encoder->fps = format->fps;
    encoder->sound_rate = format->sound_rate;
    output->state = encoder;
    int code = outputs_open_file(&encoder->file, format, err);
    if (code < 0) {
        free(encoder);
        output->state = NULL;
        return code;
    }
    if (!name_part(encoder, format->path)) {
        code = format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(ENAMETOOLONG));
    } else if (!format->force && !format->resume && platform_exists(encoder->part)) {
        code = format_fail(err, FORMAT_BAD, 0,
                           "its unfinished file of an earlier run is there, %.120s; --force "
                           "replaces it",
                           encoder->part);
    } else {
        code = start_encoder(encoder, format, err);
    }
    if (code == 0) {
        const struct media_sink sink = {.context = encoder, .append = write_pipes};
        code = y4m_begin(&encoder->y4m, &sink, &shape);
        if (code < 0) {
            (void)process_finish(&encoder->process);
            code = code == FORMAT_MEMORY ? format_fail(err, code, 0, "out of memory")
                                         : report_failure(output, err);
        }
    }
    if (code < 0) {
        y4m_free(&encoder->y4m);
        (void)!output_file_close(&encoder->file, OUTPUT_NONE, NULL);
        free(encoder);
        output->state = NULL;
    }
    return code;
}

static int add_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                     struct format_error *err)
{
    struct encoder_output *encoder = output->state;
    if (output->enough) {
        return 0;
    }
    encoder->first = encoder->y4m.frames == 0 ? frame : encoder->first;
    encoder->behind = frame + 1;
    return y4m_add_frame(&encoder->y4m, pixels) < 0 ? explain_end(output, err) : 0;
}

static int add_sound(struct film_output *output, const int16_t *samples, size_t count,
                     struct format_error *err)
{
    struct encoder_output *encoder = output->state;
    for (size_t i = 0; i < 2 * count && !output->enough; i++) {
        byte_writer_u16(&encoder->sound, (uint16_t)samples[i]);
    }
    return encoder->sound.failed ? format_fail(err, FORMAT_MEMORY, 0, "out of memory") : 0;
}

/* The encoded file becomes FILE, or FILE.part if unfinished. An encoder that failed may have
 * written none; one that succeeded has, unless it is not what it seems. */
static int put_in_place(struct encoder_output *encoder, enum output_end end, bool good,
                        struct format_error *err)
{
    if (end == OUTPUT_NONE) {
        (void)!platform_remove_file(encoder->part);
    } else if (good || platform_exists(encoder->part)) {
        int code = output_file_adopt(&encoder->file, encoder->part, err);
        if (code < 0) {
            if (!platform_exists(encoder->part)) {
                code = format_fail(err, FORMAT_BAD, 0, "ffmpeg gave no error and wrote no file");
            }
            (void)!output_file_close(&encoder->file, OUTPUT_NONE, NULL);
            return code;
        }
    }
    return output_file_close(&encoder->file, good || end == OUTPUT_NONE ? end : OUTPUT_PARTLY, err);
}

static int end_encoder(struct film_output *output, enum output_end end, struct format_error *err)
{
    struct encoder_output *encoder = output->state;
    struct process_feed feeds[PROCESS_PIPES] = {
        [SOUND] = {.bytes = encoder->sound.data, .size = sound_due(encoder, 0)}};
    bool good = !encoder->failed, lacks = false;
    if (good && !output->enough) {
        /* It may want the end of the pictures before the rest of the sound. */
        process_end_pipe(&encoder->process, PICTURES);
        /* As much as it wants of it. */
        if (feeds[SOUND].size > 0 && process_write(&encoder->process, feeds, SOUND) < 0 &&
            errno != EPIPE && errno != EINTR) {
            encoder->reason = errno;
            lacks = true;
        }
        good = process_finish(&encoder->process) && !lacks;
    }
    int code = put_in_place(encoder, end, good, err);
    if (!good) {
        /* The first error counts. */
        code = encoder->failed ? FORMAT_BAD
               : lacks         ? report_lack(encoder, err)
                               : report_failure(output, err);
    }
    y4m_free(&encoder->y4m);
    byte_writer_free(&encoder->sound);
    free(encoder);
    output->state = NULL;
    return code;
}

const struct film_output_kind film_output_encoder = {.pictures = true,
                                                     .sound = true,
                                                     .open = open_encoder,
                                                     .frame = add_frame,
                                                     .add_sound = add_sound,
                                                     .end = end_encoder};
