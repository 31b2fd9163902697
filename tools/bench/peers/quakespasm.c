#include "tools/bench/peers/quakespasm.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tools/bench/peers/display.h"
#include "tools/bench/peers/process.h"
#include "tools/bench/peers/quake_folder.h"

#define PROGRAM "/usr/games/quakespasm"
#define SETTING "/usr/bin/env"
#define UNBUFFERED "/usr/bin/stdbuf" /* else the result stays in the program's buffer */

enum { OUTPUT_BYTES = 1 << 20, RUN_SECONDS = 600, SETTING_BYTES = QUAKE_FOLDER_PATH + 16 };

struct quakespasm {
    const char *program;
    char folder[QUAKE_FOLDER_PATH]; /* its home, and the folder of games */
    struct display display;
    struct process_leash leash;
};

struct quakespasm *quakespasm_open(const char *program, const char *basedir, const char **lacks)
{
    program = program ? program : PROGRAM;
    const char *missing = access(program, X_OK) != 0           ? program
                          : access(DISPLAY_PROGRAM, X_OK) != 0 ? DISPLAY_PROGRAM
                          : access(UNBUFFERED, X_OK) != 0      ? UNBUFFERED
                                                               : NULL;
    struct quakespasm *peer = missing ? NULL : calloc(1, sizeof(*peer));
    if (peer) {
        peer->program = program;
    }
    if (peer && (!quake_folder_make(peer->folder, basedir) || !display_start(&peer->display) ||
                 !process_leash_begin(&peer->leash, peer->display.server, peer->folder))) {
        missing = "display, or folder for it";
        quakespasm_close(peer);
        peer = NULL;
    }
    if (lacks) {
        *lacks = missing;
    }
    return peer;
}

void quakespasm_close(struct quakespasm *peer)
{
    if (peer) {
        process_leash_end(&peer->leash, peer->folder);
        display_stop(&peer->display);
        free(peer);
    }
}

struct run {
    double seconds; /* processor time */
    int frames;
};

static double seconds_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1e-6;
}

/* The peer does not exit when the demo ends; it is killed when it prints the end. */
static struct run play(const struct quakespasm *peer, int width, int height)
{
    char across[16], down[16], home[SETTING_BYTES], display[64];
    snprintf(across, sizeof(across), "%d", width);
    snprintf(down, sizeof(down), "%d", height);
    snprintf(home, sizeof(home), "HOME=%s", peer->folder);
    snprintf(display, sizeof(display), "DISPLAY=%s", peer->display.name);
    char *arguments[] = {SETTING,
                         home,
                         display,
                         "SDL_VIDEODRIVER=x11",
                         "LIBGL_ALWAYS_SOFTWARE=1",
                         "LP_NUM_THREADS=0",
                         UNBUFFERED,
                         "-oL",
                         (char *)peer->program,
                         "-basedir",
                         (char *)peer->folder,
                         "-nosound",
                         "-noudp",
                         "-window",
                         "-width",
                         across,
                         "-height",
                         down,
                         "+vid_vsync",
                         "0",
                         "+viewsize",
                         "120",
                         "+timedemo",
                         "bench",
                         NULL};
    struct run run = {0};
    struct rusage before, after;
    char *text = malloc(OUTPUT_BYTES);
    int from;
    const pid_t child = text && getrusage(RUSAGE_CHILDREN, &before) == 0
                            ? process_start(arguments, STDOUT_FILENO, &from)
                            : 0;
    if (child > 0) {
        const bool ended = process_read(from, " fps", RUN_SECONDS, text, OUTPUT_BYTES);
        process_stop(child);
        close(from);
        if (ended && getrusage(RUSAGE_CHILDREN, &after) == 0) {
            run.frames = quake_folder_frames(text);
            run.seconds = seconds_of(&after) - seconds_of(&before);
        }
    }
    free(text);
    return run;
}

double quakespasm_timedemo(struct quakespasm *peer, const char *demo, int width, int height)
{
    struct file_bytes bytes;
    double result = 0.0;
    if (platform_read_file(demo, &bytes) != 0) {
        return result;
    }
    if (quake_folder_set_demo(peer->folder, &bytes, QUAKESPASM_FIRST)) {
        const struct run beginning = play(peer, width, height);
        const struct run whole = quake_folder_set_demo(peer->folder, &bytes, QUAKESPASM_END)
                                     ? play(peer, width, height)
                                     : (struct run){0};
        const int frames = whole.frames - beginning.frames;
        if (beginning.frames > 0 && frames > 0) {
            result = (whole.seconds - beginning.seconds) * 1000.0 / frames;
        }
    }
    platform_free_file(&bytes);
    return result;
}
