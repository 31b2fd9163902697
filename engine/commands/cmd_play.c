/* quakereel play: demos in a window, in real time. Without a display: into a file. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/capture/film.h"
#include "engine/commands/commands.h"
#include "engine/playback/player.h"
#include "engine/playback/transport.h"
#include "engine/viewer/viewer.h"

static const char help[] =
    "usage: quakereel [play] [DEMO...] [options]\n"
    "\n"
    "Plays demos in a window; without a demo, the built-in one. A bare name is looked for in the\n"
    "game data. Several demos are a playlist. Without a display the demo is rendered to\n"
    "quakereel.avi (-o FILE names another). Press ? in the window for its keys.\n"
    "  --start T            start there: 90, 1:30.5, 50%, -10 (from the end)\n"
    "  --end T              stop there\n"
    "  --speed X            0.05 to 64 times as fast\n"
    "  --reverse            play backward, from the end\n"
    "  --loop               again and again\n"
    "  --resume             go on where watching stopped last time\n"
    "  --no-spoilers        show nothing that tells of what is to come\n"
    "  --no-osd             neither bar nor messages (the key o brings them)\n"
    "  --fullscreen         start on the whole screen\n"
    "  --seek-memory MB     for jumping around quickly (64)\n"
    "  -o FILE.avi          render to this file instead of a window\n";

static int complain_time(const char *text)
{
    fprintf(stderr, "quakereel: '%s' is no time; try 90, 1:30.5, 50%% or -10\n", text);
    return EXIT_USAGE;
}

/* The first demo into a file: what a machine without a display does with it. */
static int play_to_file(const struct viewer_options *v, const char *path)
{
    const struct timeline_options index = {.key_frame_bytes = v->seek_bytes, .background = true};
    const struct options *options = v->drawing;
    struct player player;
    double from = 0.0;
    double to = 0.0;
    int status =
        player_open(&player, options->num_files ? options->files[0] : NULL, options, &index);
    if (status) {
        return status;
    }
    timeline_wait(player.timeline, false);
    double length = timeline_length(player.timeline);
    if (v->start && !options_parse_time(v->start, length, &from)) {
        status = complain_time(v->start);
    } else if (!options_parse_time(v->end ? v->end : "100%", length, &to)) {
        status = complain_time(v->end);
    } else {
        to = fmax(from, to);
        status =
            film_write(&player, path, v->reverse ? to : from, v->reverse ? from : to, v->speed);
    }
    if (status == 0) {
        status = player_exit_status(&player);
    }
    player_close(&player);
    return status;
}

/* What is no time at all is known before anything is opened. */
static int check(const struct viewer_options *v)
{
    double time;
    if (v->start && !options_parse_time(v->start, 1.0, &time)) {
        return complain_time(v->start);
    }
    if (v->end && !options_parse_time(v->end, 1.0, &time)) {
        return complain_time(v->end);
    }
    if (!(v->speed >= TRANSPORT_SPEED_LEAST && v->speed <= TRANSPORT_SPEED_MOST)) {
        fprintf(stderr, "quakereel: --speed is from 0.05 to 64; see quakereel play --help\n");
        return EXIT_USAGE;
    }
    return 0;
}

int cmd_play(int argc, char **argv)
{
    const char *output = NULL;
    long seek_megabytes = TIMELINE_KEY_FRAME_BYTES >> 20;
    struct options options;
    struct viewer_options v = {.drawing = &options, .speed = 1.0};
    const struct option_spec specs[] = {
        {.name = "o", .text = &output},
        {.name = "start", .text = &v.start},
        {.name = "end", .text = &v.end},
        {.name = "speed", .real = &v.speed},
        {.name = "loop", .flag = &v.repeat},
        {.name = "reverse", .flag = &v.reverse},
        {.name = "resume", .flag = &v.resume},
        {.name = "no-spoilers", .flag = &v.no_spoilers},
        {.name = "no-osd", .flag = &v.no_osd},
        {.name = "fullscreen", .flag = &v.fullscreen},
        {.name = "seek-memory", .number = &seek_megabytes},
        {.name = NULL},
    };
    char reason[256];
    int status = options_begin(&options, "play", argc, argv, specs, help, SIZE_MAX);
    if (status != OPTIONS_GO_ON) {
        return status;
    }
    v.seek_bytes = (size_t)seek_megabytes << 20;
    status = check(&v);
    if (status == 0 && output) {
        status = play_to_file(&v, output);
    } else if (status == 0) {
        status = viewer_run(&v, reason, sizeof(reason));
        if (status == VIEWER_NO_WINDOW) {
            fprintf(stderr, "quakereel: no window (%s)\n", reason);
            status = play_to_file(&v, "quakereel.avi");
        }
    }
    options_free(&options);
    return status;
}
