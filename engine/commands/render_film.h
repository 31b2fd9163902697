/* What the commands that make films share: the plan of a film over its demos, and one process's
 * work on it. They say on stderr what goes wrong. */
#ifndef ENGINE_COMMANDS_RENDER_FILM_H
#define ENGINE_COMMANDS_RENDER_FILM_H

#include "engine/capture/film.h"

struct render_job {
    const struct player_options *player;
    const char *const *demos; /* one after the other; a NULL is the built-in one */
    size_t num_demos;
    const char *from, *to; /* of each demo, as demo_time has them; NULL = its beginning, its end */
    bool least_picture;    /* `to` before `from` is one picture, and no mistake */
    double speed;
    bool reverse;
    struct film_format format; /* sound_rate 0: without sound */
    struct film_quality quality;
    struct soundtrack_options sound; /* rate and log are not looked at */
    size_t seek_bytes;               /* for key frames */
    bool resume, spare;              /* as struct film has them */
};

struct render_plan {
    struct film_stretch *stretches; /* one a demo */
    size_t count;
    uint64_t frames;
    bool outside; /* a time was asked for that a demo does not have */
};

/* Goes through the demos for their lengths. EXIT_GOOD, or another exit status after a line on
 * stderr. Free it in any case. */
int render_plan_make(struct render_plan *plan, const struct render_job *job);
void render_plan_free(struct render_plan *plan);

/* Who watches a film being made. */
struct render_watch {
    bool (*go_on)(void *context, struct film_written written); /* as struct film has it */
    void *context;
};

struct render_result {
    struct film_written written;
    bool stopped; /* go_on ended it */
    bool kept;    /* what was written is a film */
};

/* Makes a piece of the film, or all of it. demo damage and missing times count in the status. */
int render_film(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, const struct render_watch *watch,
                struct render_result *result);

#endif
