#include "tools/bench/peers/tyrquake.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/platform.h"
#include "tools/bench/peers/process.h"
#include "tools/bench/peers/quake_folder.h"

#define SETTING "/usr/bin/env"
#define UNBUFFERED "/usr/bin/stdbuf" /* else the result stays in the program's buffer */

enum {
    PATH_BYTES = QUAKE_FOLDER_PATH,
    OUTPUT_BYTES = 1 << 20,
    RUN_SECONDS = 600,
    SHORT_BLOCKS = 100
};

/* As sdl_clock.c counts. */
struct sdl_clock {
    uint64_t ns, pictures;
};

struct tyrquake {
    char program[PATH_BYTES];
    char folder[PATH_BYTES];       /* its home, and the folder of games */
    char preload[PATH_BYTES + 16]; /* "LD_PRELOAD=..."; "" = there is no sdl_clock.so */
    struct process_leash leash;
};

/* sdl_clock.so is in this program's folder. */
static void find_clock(struct tyrquake *peer)
{
    char path[PATH_BYTES];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 32);
    path[length > 0 ? length : 0] = '\0';
    char *end = strrchr(path, '/');
    if (end) {
        snprintf(end + 1, 32, "sdl_clock.so");
        if (access(path, R_OK) == 0) {
            snprintf(peer->preload, sizeof(peer->preload), "LD_PRELOAD=%s", path);
        }
    }
}

struct tyrquake *tyrquake_open(const char *program, const char *basedir)
{
    struct tyrquake *peer = calloc(1, sizeof(*peer));
    if (!peer) {
        return NULL;
    }
    snprintf(peer->program, sizeof(peer->program), "%s", program);
    find_clock(peer);
    if (access(program, X_OK) != 0 || access(UNBUFFERED, X_OK) != 0 ||
        !quake_folder_make(peer->folder, basedir) ||
        !process_leash_begin(&peer->leash, 0, peer->folder)) {
        tyrquake_close(peer);
        return NULL;
    }
    return peer;
}

void tyrquake_close(struct tyrquake *peer)
{
    if (peer) {
        process_leash_end(&peer->leash, peer->folder);
        free(peer);
    }
}

struct run {
    double seconds; /* processor time */
    double display; /* seconds of these, colours and handing over */
    int frames;
};

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

static void clock_path(const struct tyrquake *peer, char path[PATH_BYTES + 16])
{
    snprintf(path, PATH_BYTES + 16, "%s/sdl_clock", peer->folder);
}

static bool reset_clock(const struct tyrquake *peer)
{
    const struct sdl_clock zero = {0};
    char path[PATH_BYTES + 16];
    clock_path(peer, path);
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(&zero, sizeof(zero), 1, file) == 1;
    if (file) {
        good = fclose(file) == 0 && good;
    }
    return good;
}

/* Seconds; 0: nothing was counted. */
static double read_clock(const struct tyrquake *peer)
{
    struct sdl_clock clock = {0};
    char path[PATH_BYTES + 16];
    clock_path(peer, path);
    FILE *file = fopen(path, "rb");
    if (file) {
        if (fread(&clock, sizeof(clock), 1, file) != 1) {
            clock = (struct sdl_clock){0};
        }
        fclose(file);
    }
    return (double)clock.ns * 1e-9;
}

/* The peer does not exit when the demo ends; it is killed when it prints the end. */
static struct run play(const struct tyrquake *peer, int width, int height)
{
    char across[16], down[16], home[PATH_BYTES + 8], sums[PATH_BYTES + 64];
    snprintf(across, sizeof(across), "%d", width);
    snprintf(down, sizeof(down), "%d", height);
    snprintf(home, sizeof(home), "HOME=%s", peer->folder);
    snprintf(sums, sizeof(sums), "QUAKEREEL_SDL_CLOCK=%s/sdl_clock", peer->folder);
    char *arguments[] = {SETTING,
                         home,
                         "SDL_VIDEODRIVER=dummy",
                         "SDL_AUDIODRIVER=dummy",
                         sums,
                         peer->preload[0] != '\0' ? (char *)peer->preload : home,
                         UNBUFFERED,
                         "-oL",
                         (char *)peer->program,
                         "-basedir",
                         (char *)peer->folder,
                         "-noudp",
                         "-window",
                         "-width",
                         across,
                         "-height",
                         down,
                         "+timedemo",
                         "bench",
                         NULL};
    struct run run = {0};
    struct rusage before, after;
    char *text = malloc(OUTPUT_BYTES);
    int from;
    const bool asked = reset_clock(peer) && getrusage(RUSAGE_CHILDREN, &before) == 0;
    const pid_t child = text && asked ? process_start(arguments, STDOUT_FILENO, &from) : 0;
    if (child > 0) {
        const bool ended = process_read(from, " fps", RUN_SECONDS, text, OUTPUT_BYTES);
        process_stop(child);
        close(from);
        if (ended && getrusage(RUSAGE_CHILDREN, &after) == 0) {
            run.frames = quake_folder_frames(text);
            run.display = read_clock(peer);
            run.seconds = seconds_of(&after.ru_utime) + seconds_of(&after.ru_stime) -
                          seconds_of(&before.ru_utime) - seconds_of(&before.ru_stime);
        }
    }
    free(text);
    return run;
}

struct tyrquake_time tyrquake_timedemo(struct tyrquake *peer, const char *demo, int width,
                                       int height)
{
    struct file_bytes bytes;
    struct tyrquake_time time = {0};
    if (platform_read_file(demo, &bytes) != 0) {
        return time;
    }
    if (quake_folder_set_demo(peer->folder, &bytes, SHORT_BLOCKS)) {
        const struct run beginning = play(peer, width, height);
        const struct run whole = quake_folder_set_demo(peer->folder, &bytes, 0)
                                     ? play(peer, width, height)
                                     : (struct run){0};
        const int frames = whole.frames - beginning.frames;
        if (beginning.frames > 0 && frames > 0) {
            time.all = (whole.seconds - beginning.seconds) * 1000.0 / frames;
            time.display = (whole.display - beginning.display) * 1000.0 / frames;
        }
    }
    platform_free_file(&bytes);
    return time;
}
