#include "engine/capture/film.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/avi.h"

enum { FILM_WIDTH = 640, FILM_HEIGHT = 480, FILM_FPS = 30, FILM_QUALITY = 85 };

/* Closes the file in any case. */
static int save(struct avi_writer *avi, FILE *file, const char *path)
{
    bool good = avi_end(avi) == 0 && fwrite(avi->out.data, 1, avi->out.size, file) == avi->out.size;
    good = fclose(file) == 0 && good;
    if (!good) {
        fprintf(stderr, "quakereel: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    return 0;
}

int film_write(struct player *player, const char *path, double from, double to, double speed)
{
    int width = player->options->width ? player->options->width : FILM_WIDTH;
    int height = player->options->height ? player->options->height : FILM_HEIGHT;
    FILE *file = fopen(path, "wb"); /* a path that will not do is better known before the work */
    if (!file) {
        fprintf(stderr, "quakereel: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    int status = player_set_size(player, width, height);
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof(*pixels));
    if (status || !pixels) {
        fclose(file);
        free(pixels);
        return EXIT_BAD_INPUT;
    }
    struct avi_writer avi;
    avi_begin(&avi, (uint32_t)width, (uint32_t)height, FILM_FPS);
    double step = (to < from ? -speed : speed) / FILM_FPS;
    uint32_t frames = 1 + (uint32_t)(fabs(to - from) * FILM_FPS / speed);
    fprintf(stderr, "quakereel: rendering %s to %s (%u frames at %dx%d)\n", player->source.name,
            path, frames, width, height);
    for (uint32_t i = 0; status == 0 && i < frames && avi.out.size < AVI_MAX_BYTES; i++) {
        if (timeline_go_time(player->timeline, from + step * i, !player->options->no_lerp) < 0 ||
            player_draw(player, pixels, (size_t)width) < 0 ||
            avi_add_frame(&avi, pixels, FILM_QUALITY) < 0) {
            fprintf(stderr, "quakereel: no memory to render frame %u\n", i);
            status = EXIT_BAD_INPUT;
        }
    }
    /* What was rendered before a failure is kept. */
    int saved = save(&avi, file, path);
    status = status ? status : saved;
    if (avi.frames < frames) {
        fprintf(stderr, "quakereel: %s holds %u of %u frames\n", path, avi.frames, frames);
    }
    if (status == 0) {
        printf("%s\n", path);
    }
    avi_free(&avi);
    free(pixels);
    return status;
}
