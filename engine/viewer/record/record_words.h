/* What is seen in a window as a command line: the words of the `quakereel render` that makes the
 * film of it. Whoever types them gets the same bytes again. */
#ifndef ENGINE_VIEWER_RECORD_RECORD_WORDS_H
#define ENGINE_VIEWER_RECORD_RECORD_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/playback/playback_context.h"
#include "engine/sound/mixer.h"
#include "formats/base/bytes.h"

struct record_plan {
    const char *demo;        /* as demo_source_open takes it */
    const char *out;         /* the film's file */
    const char *camera_file; /* of a camera path; NULL = none. It counts, not the player's */
    double from, to;         /* demo seconds, whole milliseconds; infinite: the end */
    int width, height;
    /* How it is drawn; light and threads are not looked at, of search only basedir and game. */
    const struct playback_options *player;
    double gamma, contrast; /* 0 = as the command has them anyway */
    bool no_sound;
    enum mixer_look sound;
    double music_volume; /* percent */
};

struct record_words {        /* start from {0} */
    struct byte_writer text; /* each word with its NUL */
    size_t count;
};

enum { RECORD_WORDS = 128 };

/* "render", the demo, its options. 0 or FORMAT_MEMORY. record_words_free in any case. */
int record_words_make(struct record_words *words, const struct record_plan *plan) MUST_CHECK;
void record_words_free(struct record_words *words);

/* The words, borrowed, behind a first one that is the program's name; then NULL. */
void record_words_list(const struct record_words *words, const char *program,
                       const char *list[RECORD_WORDS + 2]);
/* The line as a shell takes it: "quakereel render ...". Cut when it does not fit. */
void record_words_line(const struct record_words *words, char *line, size_t size);

#endif
