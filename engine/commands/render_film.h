/* What the commands that make films share: the plan of a film over its demos, and one process's
 * work on it. They say on stderr what goes wrong. */
#ifndef ENGINE_COMMANDS_RENDER_FILM_H
#define ENGINE_COMMANDS_RENDER_FILM_H

#include "engine/capture/film.h"
#include "engine/report/report.h"

struct render_job {
    const struct playback_options *player;
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
    bool stopped; /* go_on, or a failure, ended it */
    bool whole;   /* all of it is there */
    bool part;    /* what was written is called FILE.part, where it is a file */
};

enum { RENDER_LINES = 64 };

/* A demo as the last call of render_film left it open: the next one need not open it again. All
 * zero at first; not to be copied or moved. */
struct render_reel {
    size_t demo; /* its place in the job and one; 0 = none is open */
    struct playback_context player;
    struct film_frames frames;
    struct soundtrack *soundtrack;
    struct film_sound *sound;
    bool told;                   /* that nobody is to be followed */
    uint64_t said[RENDER_LINES]; /* hashes of lines about the game data: pictures and sound open it
                                    both, and what both miss is said once */
    unsigned num_said;
    struct report_listener listener;
    int status; /* of what was open before: damage */
};
/* EXIT_GOOD, or EXIT_BAD_INPUT when a demo or its game data turned out damaged, which it says. */
int render_reel_close(struct render_reel *reel);

/* Makes a piece of the film, or all of it. The status counts times that are missing, but not
 * damage: render_reel_close does. */
int render_film(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, const struct render_watch *watch, struct render_reel *reel,
                struct render_result *result);

#endif
