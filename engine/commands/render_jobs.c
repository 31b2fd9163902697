#include "engine/commands/render_jobs.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "engine/capture/film_file.h"
#include "engine/capture/film_join.h"
#include "engine/commands/commands.h"
#include "engine/viewer/tell.h"

enum {
    PIECES_A_JOB = 8,  /* so that all are busy up to the end, and little is lost with one */
    LEAST_FRAMES = 24, /* of a piece, where there are enough */
    MOST_ROUNDS = 3,   /* after processes were killed */
    WAIT_MS = 100,
    PATH_MOST = FILM_FILE_PATH
};

/* What the processes share. */
struct piece_state {
    _Atomic uint64_t frames, bytes; /* written so far */
    atomic_bool done;
};

struct board {
    atomic_uint next; /* the piece nobody has taken yet */
    struct piece_state pieces[];
};

struct crew {
    const struct render_job *job;
    const struct render_plan *plan;
    struct film_piece whole;
    unsigned jobs, num_pieces;
    struct board *board;
    size_t board_size;
    long workers[RENDER_MOST_JOBS]; /* 0 = none */
    unsigned number;                /* in a worker: which it is */
};

bool render_jobs_can(const struct film_format *format)
{
    return film_kind_has_pieces(format->kind) && strcmp(format->path, "-") != 0;
}

/* Pictures are files of their own; their pieces are stretches of them. */
static bool has_piece_files(const struct crew *crew)
{
    return crew->job->format.kind != FILM_PICTURES;
}

static struct film_piece find_piece(const struct crew *crew, unsigned i)
{
    const struct film_piece in =
        film_piece_of(crew->whole.last - crew->whole.first, i + 1, crew->num_pieces);
    return (struct film_piece){crew->whole.first + in.first, crew->whole.first + in.last};
}

static bool name_piece(const struct crew *crew, unsigned i, char path[PATH_MOST])
{
    const int length = snprintf(path, PATH_MOST, "%s.piece-%u-of-%u", crew->job->format.path, i + 1,
                                crew->num_pieces);
    return length > 0 && length < PATH_MOST - 8;
}

/* --- a worker --------------------------------------------------------------------------------- */

static bool go_on(void *context, struct film_written written)
{
    struct piece_state *state = context;
    atomic_store(&state->frames, written.frames);
    atomic_store(&state->bytes, written.bytes);
    return !process_was_asked_to_end();
}

static int make_piece(const struct crew *crew, unsigned i, struct render_reel *reel)
{
    struct piece_state *state = &crew->board->pieces[i];
    const struct render_watch watch = {go_on, state};
    struct render_job job = *crew->job;
    struct render_result result;
    char path[PATH_MOST];
    job.spare = true;
    if (has_piece_files(crew)) {
        if (!name_piece(crew, i, path)) {
            return EXIT_BAD_INPUT;
        }
        job.format.path = path;
        if (job.resume && platform_is_file(path)) {
            atomic_store(&state->done, true);
            return EXIT_GOOD;
        }
        job.format.force = true;
    }
    const int status = render_film(&job, crew->plan, find_piece(crew, i), &watch, reel, &result);
    atomic_store(&state->frames, result.written.frames);
    atomic_store(&state->bytes, result.written.bytes);
    atomic_store(&state->done, result.whole);
    return result.whole ? EXIT_GOOD : status;
}

/* The first one alone speaks: all would say the same of the demo and the game data. */
static int work(void *context)
{
    const struct crew *crew = context;
    struct render_reel reel = {0};
    int status = EXIT_GOOD;
    if (crew->number > 0 && !freopen("/dev/null", "w", stderr)) {
        return EXIT_BAD_INPUT;
    }
    while (status == EXIT_GOOD && !process_was_asked_to_end()) {
        const unsigned i = atomic_fetch_add(&crew->board->next, 1);
        if (i >= crew->num_pieces) {
            break;
        }
        if (!atomic_load(&crew->board->pieces[i].done)) {
            status = make_piece(crew, i, &reel);
        }
    }
    const int damage = render_reel_close(&reel);
    return status != EXIT_GOOD ? status : damage;
}

/* --- the one that waits for them -------------------------------------------------------------- */

static struct film_written sum_up(const struct crew *crew)
{
    struct film_written sum = {0};
    for (unsigned i = 0; i < crew->num_pieces; i++) {
        struct piece_state *state = &crew->board->pieces[i];
        sum.frames += atomic_load(&state->frames);
        sum.bytes += atomic_load(&state->bytes);
    }
    return sum;
}

static unsigned count_missing(const struct crew *crew)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < crew->num_pieces; i++) {
        missing += !atomic_load(&crew->board->pieces[i].done);
    }
    return missing;
}

static void ask_all_to_end(const struct crew *crew)
{
    for (unsigned i = 0; i < crew->jobs; i++) {
        if (crew->workers[i] > 0) {
            process_ask_to_end(crew->workers[i]);
        }
    }
}

/* Starts all and waits for them. *killed: how many were ended by a signal. */
static int run_round(struct crew *crew, struct render_progress *progress, unsigned *killed)
{
    int status = EXIT_GOOD;
    unsigned running = 0;
    bool asked = false;
    *killed = 0;
    atomic_store(&crew->board->next, 0);
    for (unsigned i = 0; i < crew->jobs; i++) {
        crew->number = i;
        crew->workers[i] = process_copy(work, crew);
        running += crew->workers[i] > 0;
    }
    if (running == 0) {
        tell_error("cannot start another process");
        return EXIT_BAD_INPUT;
    }
    while (running > 0) {
        long id;
        int how;
        if (process_copy_ended(WAIT_MS, &id, &how)) {
            for (unsigned i = 0; i < crew->jobs; i++) {
                if (crew->workers[i] == id) {
                    crew->workers[i] = 0;
                    running--;
                    *killed += how < 0;
                    status = how > 0 ? how : status;
                }
            }
        }
        render_progress_tell(progress, sum_up(crew));
        if (!asked && process_was_asked_to_end()) {
            asked = true;
            ask_all_to_end(crew);
        }
    }
    return status;
}

static void remove_pieces(const struct crew *crew)
{
    char path[PATH_MOST];
    for (unsigned i = 0; i < crew->num_pieces; i++) {
        if (name_piece(crew, i, path)) {
            (void)!platform_remove_file(path);
        }
    }
}

static int join_paths(const struct crew *crew, const char *const *paths)
{
    const struct film_format *format = &crew->job->format;
    struct format_error err = {0};
    struct film_join join = {0};
    struct film_file file;
    int code = film_join_open(&join, paths, crew->num_pieces, &err);
    if (code == 0 && (code = film_file_open(&file, format->path, format->force, &err)) == 0) {
        struct media_sink sink = file_sink_media(&file.sink);
        sink.patch = film_file_patches(&file) ? sink.patch : NULL;
        code = film_join_write(&join, &sink, &err);
        file_sink_explain(&file.sink, &err);
        const int closed = film_file_close(&file, code < 0 ? FILM_FILE_NONE : FILM_FILE_DONE,
                                           code < 0 ? NULL : &err);
        code = code < 0 ? code : closed;
    }
    if (code < 0) {
        tell_error("%s: %s", join.bad ? join.bad : format->path, err.what);
    }
    film_join_close(&join);
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int join_pieces(const struct crew *crew)
{
    char(*names)[PATH_MOST] = malloc(crew->num_pieces * sizeof(*names));
    const char **paths = malloc(crew->num_pieces * sizeof(*paths));
    int status = EXIT_BAD_INPUT;
    if (names && paths) {
        for (unsigned i = 0; i < crew->num_pieces; i++) {
            (void)name_piece(crew, i, names[i]);
            paths[i] = names[i];
        }
        status = join_paths(crew, paths);
    } else {
        fprintf(stderr, "quakereel: no memory\n");
    }
    free(names);
    free(paths);
    if (status == EXIT_GOOD) {
        remove_pieces(crew);
    }
    return status;
}

static int work_together(struct crew *crew, struct render_progress *progress,
                         struct render_result *result)
{
    unsigned killed = 0;
    int status = run_round(crew, progress, &killed);
    for (int round = 1; round < MOST_ROUNDS && killed > 0 && count_missing(crew) > 0 &&
                        !process_was_asked_to_end();
         round++) {
        render_progress_clear(progress);
        tell_error("%u of the processes ended by a signal; what they were at is made again",
                   killed);
        status = run_round(crew, progress, &killed);
    }
    render_progress_clear(progress);
    result->written = sum_up(crew);
    const unsigned missing = count_missing(crew);
    result->stopped = missing > 0;
    if (missing > 0) {
        tell_error("%s: %u of %u pieces are missing; --resume makes them", crew->job->format.path,
                   missing, crew->num_pieces);
        return EXIT_BAD_INPUT;
    }
    if (has_piece_files(crew)) {
        const int joined = join_pieces(crew);
        status = joined != EXIT_GOOD ? joined : status;
        result->whole = joined == EXIT_GOOD;
    } else {
        result->whole = true;
    }
    return status;
}

static unsigned choose_pieces(struct film_piece whole, unsigned jobs)
{
    const uint64_t frames = whole.last - whole.first;
    const uint64_t most = frames / LEAST_FRAMES;
    const uint64_t wanted = (uint64_t)jobs * PIECES_A_JOB;
    const uint64_t pieces = wanted < most ? wanted : most;
    return pieces < 1 ? 1 : (unsigned)pieces;
}

int render_jobs(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, int jobs, struct render_progress *progress,
                struct render_result *result)
{
    struct player_options player = *job->player;
    struct render_job shared = *job;
    struct crew crew = {.job = &shared,
                        .plan = plan,
                        .whole = piece,
                        .jobs = (unsigned)jobs,
                        .num_pieces = choose_pieces(piece, (unsigned)jobs)};
    *result = (struct render_result){0};
    if (has_piece_files(&crew) && platform_is_file(job->format.path) && !job->format.force) {
        tell_error("%s: is there already; --force replaces it", job->format.path);
        return EXIT_BAD_INPUT;
    }
    if (player.threads == platform_cpu_count()) { /* the usual: one a core */
        player.threads = player.threads > jobs ? player.threads / jobs : 1;
    }
    shared.player = &player;
    crew.board_size = sizeof(*crew.board) + crew.num_pieces * sizeof(crew.board->pieces[0]);
    crew.board = process_share(crew.board_size);
    if (!crew.board) {
        fprintf(stderr, "quakereel: no memory\n");
        return EXIT_BAD_INPUT;
    }
    const int status = work_together(&crew, progress, result);
    process_unshare(crew.board, crew.board_size);
    return plan->outside ? EXIT_BAD_INPUT : status;
}
