/* quakereel sound: the sound of a stretch of a demo as a WAV file, without a device. */
#include <stdio.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/follow_check.h"
#include "engine/playback/soundtrack.h"
#include "engine/report/progress_line.h"
#include "engine/report/report.h"
#include "formats/media/wav.h"

/* The samples to write. */
struct stretch {
    int64_t first, count;
};

static int find_stretch(const struct options *options, const struct playback_context *player,
                        struct stretch *stretch, bool *outside)
{
    if (report_wait(player) < 0) {
        return EXIT_BAD_INPUT;
    }
    const double length = timeline_length(player->timeline), rate = options->sound.rate;
    struct demo_part part;
    const int status =
        demo_part_read(&part, &player->source, player->timeline, options->from, options->to);
    if (status != EXIT_GOOD) {
        return status;
    }
    demo_part_tell_outside(&part, player->source.name, options->from, options->to, length);
    *outside = part.outside;
    stretch->first = (int64_t)(part.from.seconds * rate + 0.5);
    stretch->count = (int64_t)(part.to.seconds * rate + 0.5) - stretch->first;
    return demo_part_check(&part, options->from, options->to);
}

/* Mixes and writes, block by block. 0, or negative: the sink's code, or FORMAT_MEMORY. */
static int write_stretch(struct soundtrack *soundtrack, const struct sound_eyes *eyes,
                         const struct stretch *stretch, struct wav_writer *writer)
{
    int64_t at = stretch->first;
    const int64_t end = stretch->first + stretch->count;
    struct progress_line progress;
    int status = 0;
    progress_line_begin(&progress, false);
    while (status == 0 && at < end) {
        int16_t samples[2 * MIXER_BLOCK];
        const int64_t block = at / MIXER_BLOCK;
        const int skip = (int)(at % MIXER_BLOCK);
        const int64_t left = end - at;
        const int count = left < MIXER_BLOCK - skip ? (int)left : MIXER_BLOCK - skip;
        status = soundtrack_mix(soundtrack, eyes, block, samples);
        if (status == 0) {
            status = wav_add(writer, samples + 2 * skip, (size_t)count);
        }
        at += count;
        if (progress_line_is_due(&progress)) {
            char text[64];
            snprintf(text, sizeof(text), "%.0f of %.0f s (%.0f %%)",
                     (double)(at - stretch->first) / writer->rate,
                     (double)stretch->count / writer->rate,
                     100.0 * (double)(at - stretch->first) / (double)stretch->count);
            progress_line_print(&progress, text);
        }
    }
    progress_line_clear(&progress);
    return status;
}

static int write_file(const struct options *options, struct soundtrack *soundtrack,
                      const struct sound_eyes *eyes, const struct stretch *stretch)
{
    const struct output_request request = {.path = options->out, .force = options->force};
    const char *name = strcmp(options->out, "-") == 0 ? "standard output" : options->out;
    struct output_file file;
    struct format_error err;
    if (output_file_open(&file, &request, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    struct media_sink sink = output_file_sink(&file);
    sink.patch = file.is_stream ? NULL : sink.patch;
    struct wav_writer writer;
    int status =
        wav_begin(&writer, &sink, (uint32_t)options->sound.rate, 2, (uint64_t)stretch->count);
    if (status == 0) {
        status = write_stretch(soundtrack, eyes, stretch, &writer);
    }
    if (status == 0) {
        status = wav_end(&writer);
    }
    if (status == FORMAT_MEMORY) {
        fprintf(stderr, "quakereel: out of memory (sound)\n");
    }
    const int closed = output_file_close(&file, status == 0 ? OUTPUT_DONE : OUTPUT_NONE, &err);
    if (closed < 0) {
        report_error("%s: %s", name, err.what);
    }
    return status < 0 || closed < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int open_and_write(const struct options *options, const char *demo)
{
    const struct sound_options *s = &options->sound;
    const struct playback_options *p = &options->player;
    const struct sound_eyes eyes = {
        .camera = p->camera, .camera_path = p->camera_path, .who = p->follow};
    static const struct timeline_options index = {
        .key_frame_bytes = TIMELINE_KEY_FRAME_BYTES, .background = true, .sounds = true};
    /* As in the window, where the volume is that of all. */
    const double volume = s->volume / 100.0;
    const double music_volume = s->no_music ? 0.0 : volume * s->music_volume / 100.0;
    const struct soundtrack_options mix = {.rate = (uint32_t)options->sound.rate,
                                           .look = s->look,
                                           .volume = (float)volume,
                                           .music_volume = (float)music_volume,
                                           .log = report_line,
                                           .log_piece = p->search.verbose ? NULL : report_piece};
    struct playback_context player;
    struct soundtrack *soundtrack;
    struct stretch stretch;
    struct format_error err = {0};
    bool outside = false;
    if (command_check_output(options, options->out) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    if (report_open(&player, demo, &options->player, &index, NULL, NULL) < 0) {
        return EXIT_BAD_INPUT;
    }
    int status = find_stretch(options, &player, &stretch, &outside);
    if (status == EXIT_GOOD &&
        soundtrack_open(&soundtrack, player.timeline, &player.source.game, &mix, &err) < 0) {
        report_error("%s: %s", demo ? demo : player.source.name, err.what);
        status = EXIT_BAD_INPUT;
    } else if (status == EXIT_GOOD) {
        const bool followed =
            follow_check_part(&player, (double)stretch.first / options->sound.rate,
                              (double)(stretch.first + stretch.count) / options->sound.rate);
        status = command_check_reads(&player, soundtrack_files(soundtrack), options->out);
        if (status == EXIT_GOOD) {
            status = write_file(options, soundtrack, &eyes, &stretch);
        }
        const bool damaged = report_damage(&player, NULL);
        if (damaged || outside || !followed ||
            files_damaged_count(soundtrack_files(soundtrack)) > 0) {
            status = EXIT_BAD_INPUT;
        }
        report_missing(&player, soundtrack_files(soundtrack));
        soundtrack_close(soundtrack);
    }
    playback_close(&player);
    return status;
}

int cmd_sound(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *demo;
    int status = command_begin(&options, COMMAND_SOUND, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (!options.out) {
        status = command_refuse(COMMAND_SOUND, "no file to write (-o)");
        options_free(&options);
        return status;
    }
    status = demo_arguments_one(&demos, &options, &demo);
    if (status == EXIT_GOOD) {
        status = open_and_write(&options, demo);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
