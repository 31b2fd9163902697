#include "tools/bench/peers/ioquake3.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "tools/bench/peers/display.h"
#include "tools/bench/peers/process.h"

#define PROGRAM "/usr/lib/ioquake3/ioquake3"
#define GAME "/usr/lib/openarena"

enum { PATH_BYTES = 512, OUTPUT_BYTES = 1 << 20, ARGUMENTS_MAX = 80 };
enum { RUN_SECONDS = 600 };

struct ioquake3 {
    const char *program;
    char home[PATH_BYTES];
    struct display display;
    struct process_leash leash;
};

static bool make_home(struct ioquake3 *peer)
{
    char path[PATH_BYTES + 32];
    if (!process_make_folder(peer->home, sizeof(peer->home))) {
        return false;
    }
    snprintf(path, sizeof(path), "%s/baseoa", peer->home);
    if (platform_make_directory(path) != 0) {
        return false;
    }
    snprintf(path, sizeof(path), "%s/baseoa/demos", peer->home);
    return platform_make_directory(path) == 0;
}

struct ioquake3 *ioquake3_open(const char *program, const char **lacks)
{
    program = program ? program : PROGRAM;
    const char *missing = access(program, X_OK) != 0           ? program
                          : access(GAME "/baseoa", R_OK) != 0  ? GAME
                          : access(DISPLAY_PROGRAM, X_OK) != 0 ? DISPLAY_PROGRAM
                                                               : NULL;
    struct ioquake3 *peer = missing ? NULL : calloc(1, sizeof(*peer));
    if (peer) {
        peer->program = program;
    }
    if (peer && (!make_home(peer) || !display_start(&peer->display) ||
                 !process_leash_begin(&peer->leash, peer->display.server, peer->home))) {
        missing = "a display and a folder for it";
        ioquake3_close(peer);
        peer = NULL;
    }
    if (lacks) {
        *lacks = missing;
    }
    return peer;
}

void ioquake3_close(struct ioquake3 *peer)
{
    if (!peer) {
        return;
    }
    process_leash_end(&peer->leash, peer->home);
    display_stop(&peer->display);
    free(peer);
}

static bool copy_demo(const struct ioquake3 *peer, const char *demo)
{
    char path[PATH_BYTES + 32];
    struct file_bytes bytes;
    snprintf(path, sizeof(path), "%s/baseoa/demos/bench.dm_68", peer->home);
    if (platform_read_file(demo, &bytes) != 0) {
        return false;
    }
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    if (file) {
        good = fclose(file) == 0 && good;
    }
    platform_free_file(&bytes);
    return good;
}

struct setting {
    const char *name, *value;
};

static void add_settings(char **arguments, size_t *count, const struct setting *settings,
                         size_t number)
{
    for (size_t i = 0; i < number; i++) {
        arguments[(*count)++] = "+set";
        arguments[(*count)++] = (char *)settings[i].name;
        arguments[(*count)++] = (char *)settings[i].value;
    }
}

/* "1259 frames 20.1 seconds 62.9 fps" -> ms a frame. */
static double parse_result(const char *text)
{
    for (const char *at = strstr(text, " frames "); at; at = strstr(at + 1, " frames ")) {
        double seconds;
        const char *number = at;
        while (number > text && number[-1] >= '0' && number[-1] <= '9') {
            number--;
        }
        const int frames = atoi(number);
        if (frames > 0 && sscanf(at, " frames %lf seconds", &seconds) == 1) {
            return seconds * 1000.0 / frames;
        }
    }
    return 0.0;
}

double ioquake3_timedemo(struct ioquake3 *peer, const char *demo, int width, int height,
                         enum rgb_filter filter)
{
    static const char *const filters[] = {[RGB_TRILINEAR] = "GL_LINEAR_MIPMAP_LINEAR",
                                          [RGB_BILINEAR] = "GL_LINEAR_MIPMAP_NEAREST",
                                          [RGB_NEAREST] = "GL_NEAREST_MIPMAP_NEAREST"};
    static const struct setting always[] = {
        {"com_basegame", "baseoa"}, {"fs_basepath", GAME}, {"com_protocol", "68"},
        {"cl_renderer", "opengl1"}, {"r_mode", "-1"},      {"com_legacyprotocol", "68"},
        {"r_fullscreen", "0"},      {"r_picmip", "0"},     {"r_swapInterval", "0"},
        {"com_maxfps", "0"},        {"s_initsound", "0"},  {"com_introplayed", "1"},
        {"con_notifytime", "-1"},   {"cg_draw2D", "0"},    {"r_dynamiclight", "0"},
        {"cg_marks", "0"},          {"cg_shadows", "0"},   {"nextdemo", "quit"},
        {"timedemo", "1"}};
    char across[16], down[16];
    snprintf(across, sizeof(across), "%d", width);
    snprintf(down, sizeof(down), "%d", height);
    const struct setting own[] = {{"fs_homepath", peer->home},
                                  {"r_customwidth", across},
                                  {"r_customheight", down},
                                  {"r_textureMode", filters[filter]}};
    char *arguments[ARGUMENTS_MAX] = {(char *)peer->program};
    size_t count = 1;
    add_settings(arguments, &count, always, sizeof(always) / sizeof(always[0]));
    add_settings(arguments, &count, own, sizeof(own) / sizeof(own[0]));
    arguments[count++] = "+demo";
    arguments[count++] = "bench";
    arguments[count] = NULL;
    char *text = malloc(OUTPUT_BYTES);
    double result = 0.0;
    int from;
    if (text && copy_demo(peer, demo)) {
        setenv("DISPLAY", peer->display.name, 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        setenv("LP_NUM_THREADS", "0", 1);
        const pid_t child = process_start(arguments, STDOUT_FILENO, &from);
        if (child > 0) {
            const bool ended = process_read(from, NULL, RUN_SECONDS, text, OUTPUT_BYTES);
            result = ended ? parse_result(text) : 0.0;
            close(from);
            process_stop(child);
        }
    }
    free(text);
    return result;
}
