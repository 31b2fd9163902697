/* The arguments of the `quakereel render` that makes a video of what the window shows, or of the
 * `quakereel shot` that makes a picture. Running them gives the same bytes again. Main thread only.
 */
#ifndef ENGINE_VIEWER_RECORD_RENDER_ARGV_H
#define ENGINE_VIEWER_RECORD_RENDER_ARGV_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/capture/film_plan.h"
#include "engine/playback/playback_context.h"
#include "engine/sound/mixer.h"
#include "formats/base/bytes.h"

struct record_plan {
    const char *demo;        /* as demo_source_open takes it */
    const char *out;         /* output file */
    const char *camera_file; /* camera path file; replaces the player's camera. NULL = none */
    const char *at;    /* a picture at this time, as shot takes it; NULL = a film of what follows */
    double from, to;   /* demo time, seconds; written in whole ms. to: INFINITY = the end */
    int width, height; /* pixels */
    /* View and picture options. Its light and threads are ignored; of its search only basedir and
     * game count. */
    const struct playback_options *player;
    double gamma, contrast; /* 0 = the command's default */
    bool no_sound;
    struct film_rate fps; /* of a film; 0 = the command's default */
    enum mixer_look sound;
    double music_volume; /* percent */
};

struct render_argv {         /* zero-initialise; free with render_argv_free */
    struct byte_writer text; /* the arguments, each with its NUL */
    size_t count;
};

enum { RENDER_ARGV_MAX = 128 };

/* Fills argv with "render" or "shot", the demo and every option that differs from its default.
 * Returns 0 or FORMAT_MEMORY. Caller frees argv in any case. */
int render_argv_make(struct render_argv *argv, const struct record_plan *plan) MUST_CHECK;
void render_argv_free(struct render_argv *argv);

/* Fills list with program, the arguments and NULL. All borrowed; valid until argv is freed. */
void render_argv_list(const struct render_argv *argv, const char *program,
                      const char *list[RENDER_ARGV_MAX + 2]);
/* Writes "quakereel render ..." or "quakereel shot ..." quoted for a shell. Truncated to size,
 * always with a NUL. */
void render_argv_line(const struct render_argv *argv, char *line, size_t size);

#endif
