/* Making films, for the commands play and render: the plan of a film over its demos, and the work
 * of one process. Errors are reported on stderr. */
#ifndef ENGINE_COMMANDS_RENDER_FILM_H
#define ENGINE_COMMANDS_RENDER_FILM_H

#include "engine/capture/film.h"
#include "engine/capture/film_journal.h"
#include "engine/report/report.h"

struct render_job {
    const struct playback_options *player;
    const char *const *demos; /* in order; NULL = the built-in one */
    size_t num_demos;
    const char *from, *to; /* times in each demo, see demo_time; NULL = its start, its end */
    bool least_picture;    /* `to` before `from` gives one frame instead of an error */
    double speed;
    bool reverse;
    struct film_format format; /* sound_rate 0 = no sound */
    struct film_quality quality;
    struct soundtrack_options sound; /* rate and log are ignored */
    struct film_identity identity;   /* for --resume; play has none */
    const char *work_path;           /* see render_merge_begin; borrowed */
    size_t seek_bytes;               /* memory for key frames */
    bool spare;                      /* see struct film */
};

struct render_plan {
    struct film_stretch *stretches; /* one per demo */
    size_t count;
    uint64_t frames;
    uint64_t demos; /* hash64 of the demos' bytes, in order */
    bool outside;   /* a requested time is outside its demo */
};

/* Reads the lengths of the demos. Returns EXIT_GOOD, or another exit status after a line on stderr.
 * Free with render_plan_free in any case. */
int render_plan_make(struct render_plan *plan, const struct render_job *job);
void render_plan_free(struct render_plan *plan);

/* Callback for progress and cancelling. */
struct render_watch {
    bool (*go_on)(void *context, struct film_written written); /* see struct film */
    void *context;
};

struct render_result {
    struct film_written written;
    uint64_t kept; /* pictures of an earlier run that were not rendered again */
    bool stopped;  /* ended by go_on or by a failure */
    bool whole;    /* complete */
    bool damaged;  /* a file of the game data was damaged when some of it was drawn */
    bool part;     /* if it is a file, it is still named FILE.part */
};

enum { RENDER_LINES = 64 };

/* The demo that the last call of render_film left open, for the next call. Starts zeroed. Must not
 * be copied or moved. */
struct render_context {
    size_t demo; /* its index in the job plus 1; 0 = none is open */
    struct playback_context player;
    struct film_frames frames;
    struct soundtrack *soundtrack;
    struct film_sound *sound;
    uint64_t said[RENDER_LINES]; /* hashes of printed lines about the game data: frames and sound
                                    both open it, and each line is printed once */
    unsigned num_said;
    struct report_listener listener;
    struct missing_pieces missing; /* of demos closed so far; owned */
    bool is_copy; /* it runs for another process: missing pieces become lines for it, see
                     render_piece_of */
    int status;   /* exit status of demos closed so far */
    bool damaged; /* game data was, of those demos */
};
/* Closes it, and reports the pieces of game data that were missing. Returns EXIT_GOOD, or
 * EXIT_BAD_INPUT after a line on stderr if a demo or its game data is damaged, or the player to
 * follow is not in it. */
int render_context_close(struct render_context *rendering);

/* The name in a line that render_context_close printed in a copy; NULL: another line. */
const char *render_piece_of(const char *line);

/* Renders a piece of the film, or all of it. The returned exit status includes times outside of a
 * demo, but not damage: see render_context_close. */
int render_film(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, const struct render_watch *watch,
                struct render_context *rendering, struct render_result *result);

/* For a film of one process whose result is not whole: prints what is on disk of the piece, and how
 * to go on. Prints nothing if no frame was written, or for standard output. */
void render_result_tell(const struct film_format *format, struct film_piece piece,
                        const struct render_result *result);

#endif
