/* golden: updates tests/golden.txt from the current renderer.
 *
 * For every frame whose hash changes it writes build/golden-frames/NAME_after.png; NAME_before.png
 * is the frame of the old hash, written by an earlier run (keep the folder between runs). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/picture.h"
#include "engine/playback/playback_context.h"
#include "tests/support/golden.h"

#define PICTURES "build/golden-frames"

static const char *const demos[] = {"builtin:demo1", "builtin:demo2", "builtin:demo3",
                                    "builtin:demo4", "builtin:demo5"};
static const double times[] = {0.0, 1.5, 4.0, 7.25, 10.0, 13.5, 17.0, 20.5, 24.0, 28.0, 33.0};
static const int sizes[][2] = {{320, 200}, {640, 480}, {853, 481}};

/* Draws one golden frame and leaves it in the player. */
static bool draw(const struct golden_frame *frame, uint64_t *hash, const char *png)
{
    const struct playback_options options = {.fov = 90.0f, .look = frame->look, .threads = 1};
    struct playback_context player;
    if (playback_open(&player, frame->demo, &options, &(struct timeline_options){0}, NULL) != 0) {
        return false;
    }
    bool good = playback_set_size(&player, frame->width, frame->height) == 0 &&
                timeline_go_time(player.timeline, frame->time, true) == 0 &&
                playback_draw(&player, NULL, 0) == 0;
    if (good) {
        *hash = renderer_hash(player.renderer);
        good = !png || picture_write_png(player.renderer, png, true, NULL) == 0;
    }
    playback_close(&player);
    return good;
}

/* The hash golden.txt has for the frame, 0 = none. */
static uint64_t old_hash(const struct golden_frame *frame)
{
    char line[256];
    uint64_t hash = 0;
    struct golden_frame old;
    FILE *file = fopen(GOLDEN_FILE, "r");
    while (file && fgets(line, sizeof(line), file)) {
        if (golden_parse(line, &old) && strcmp(old.demo, frame->demo) == 0 &&
            old.time == frame->time && old.width == frame->width && old.look == frame->look) {
            hash = old.hash;
        }
    }
    if (file) {
        fclose(file);
    }
    return hash;
}

static void picture_path(char *path, size_t size, const struct golden_frame *frame,
                         const char *kind)
{
    snprintf(path, size, PICTURES "/%s_%g_%dx%d_%s_%s.png", frame->demo + strlen("builtin:"),
             frame->time, frame->width, frame->height, golden_look_names[frame->look], kind);
}

static bool renew(struct golden_frame *frame, FILE *out, unsigned *changed)
{
    char after[256];
    char before[256];
    uint64_t old = old_hash(frame);
    picture_path(after, sizeof(after), frame, "after");
    picture_path(before, sizeof(before), frame, "before");
    rename(after, before);
    if (!draw(frame, &frame->hash, after)) {
        return false;
    }
    if (old != frame->hash) {
        (*changed)++;
        printf("%s %g %dx%d: %s, see %s\n", frame->demo, frame->time, frame->width, frame->height,
               old ? "changed" : "new", after);
    }
    golden_print(out, frame);
    return true;
}

int main(void)
{
    unsigned changed = 0;
    bool good = platform_make_directory("build") == 0 && platform_make_directory(PICTURES) == 0;
    FILE *out = good ? fopen(GOLDEN_FILE ".new", "w") : NULL;
    if (!out) {
        fprintf(stderr, "golden: run it in the project's folder\n");
        return EXIT_FAILURE;
    }
    fprintf(out, "# demo time size look hash; renewed by `make golden`\n");
    for (size_t d = 0; d < sizeof(demos) / sizeof(demos[0]); d++) {
        for (size_t t = 0; t < sizeof(times) / sizeof(times[0]); t++) {
            for (int look = 0; look < GOLDEN_LOOKS; look++) {
                struct golden_frame frame = {.time = times[t],
                                             .width = sizes[t % 3][0],
                                             .height = sizes[t % 3][1],
                                             .look = (enum render_look)look};
                snprintf(frame.demo, sizeof(frame.demo), "%s", demos[d]);
                good = renew(&frame, out, &changed) && good;
            }
        }
    }
    good = fclose(out) == 0 && good && rename(GOLDEN_FILE ".new", GOLDEN_FILE) == 0;
    printf("%u frames changed\n", changed);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
