#include "engine/commands/render_jobs.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "engine/commands/commands.h"
#include "engine/commands/render_merge.h"
#include "engine/report/report.h"
#include "formats/base/arrays.h"
#include "formats/base/hash64.h"

enum {
    PIECES_A_JOB = 32,     /* so that all are busy up to the end, and little is lost with one */
    PIECE_FRAMES_MIN = 24, /* frames per piece, if the film has enough */
    ROUNDS_MAX = 3,        /* after processes were killed */
    WAIT_MS = 100
};

/* State shared by the processes. */
struct piece_state {
    _Atomic uint64_t frames, bytes; /* written so far */
    atomic_bool done;
};

struct shared_progress {
    atomic_uint next; /* first piece that no process has taken */
    struct piece_state pieces[];
};

struct workers {
    const struct render_job *job;
    const struct render_plan *plan;
    struct render_merge merge;
    unsigned jobs, num_pieces;
    struct shared_progress *shared;
    long ids[RENDER_JOBS_MAX];  /* 0 = none */
    bool again;                 /* pictures of a killed process are there */
    struct process_lines lines; /* what they print */
    uint64_t *printed;          /* hash64 of the lines that this process printed; owned */
    size_t num_printed, cap_printed;
    struct missing_pieces missing;    /* of all of them; owned */
    struct render_progress *progress; /* while this process renders the pieces itself; else NULL */
};

bool render_jobs_can(const struct film_format *format)
{
    return render_merge_can(format);
}

/* --- a worker --------------------------------------------------------------------------------- */

static struct film_written sum_up(const struct workers *workers)
{
    struct film_written sum = {0};
    for (unsigned i = 0; i < workers->num_pieces; i++) {
        struct piece_state *state = &workers->shared->pieces[i];
        sum.frames += atomic_load(&state->frames);
        sum.bytes += atomic_load(&state->bytes);
    }
    return sum;
}

struct piece_watch {
    const struct workers *workers;
    struct piece_state *state;
};

static bool go_on(void *context, struct film_written written)
{
    const struct piece_watch *watch = context;
    atomic_store(&watch->state->frames, written.frames);
    atomic_store(&watch->state->bytes, written.bytes);
    if (watch->workers->progress) {
        render_progress_tell(watch->workers->progress, sum_up(watch->workers));
    }
    return !process_was_asked_to_end();
}

static int make_piece(const struct workers *workers, unsigned i, struct render_context *rendering)
{
    struct piece_state *state = &workers->shared->pieces[i];
    struct piece_watch piece_watch = {workers, state};
    const struct render_watch watch = {go_on, &piece_watch};
    const struct film_piece piece = render_merge_piece(&workers->merge, i);
    struct render_job job = *workers->job;
    struct render_result result;
    job.spare = true;
    job.format.resume |= workers->again;
    render_merge_aim(&workers->merge, i, &job.format);
    int status = render_film(&job, workers->plan, piece, &watch, rendering, &result);
    atomic_store(&state->frames, result.written.frames);
    atomic_store(&state->bytes, result.written.bytes);
    if (!result.whole) {
        return status;
    }
    status = render_merge_mark(&workers->merge, i, result.damaged);
    atomic_store(&state->done, status == EXIT_GOOD);
    return status;
}

static int run_worker(void *context)
{
    const struct workers *workers = context;
    struct render_context rendering = {0};
    int status = EXIT_GOOD;
    rendering.is_copy = !workers->progress && workers->lines.ends[1] >= 0;
    if (!workers->progress) {
        process_lines_enter(&workers->lines);
    }
    while (status == EXIT_GOOD && !process_was_asked_to_end()) {
        const unsigned i = atomic_fetch_add(&workers->shared->next, 1);
        if (i >= workers->num_pieces) {
            break;
        }
        if (!atomic_load(&workers->shared->pieces[i].done)) {
            status = make_piece(workers, i, &rendering);
        }
    }
    const int damage = render_context_close(&rendering);
    return status != EXIT_GOOD ? status : damage;
}

/* --- the one that waits for them -------------------------------------------------------------- */

static unsigned count_missing(const struct workers *workers)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < workers->num_pieces; i++) {
        missing += !atomic_load(&workers->shared->pieces[i].done);
    }
    return missing;
}

/* Pieces at the film's front that are all done. */
static unsigned count_front(const struct workers *workers)
{
    unsigned count = 0;
    while (count < workers->num_pieces && atomic_load(&workers->shared->pieces[count].done)) {
        count++;
    }
    return count;
}

/* Number of frames from the start without a gap: finished pieces and the beginning of the next. */
static uint64_t count_front_frames(const struct workers *workers)
{
    const unsigned front = count_front(workers);
    const struct film_piece next = render_merge_piece(&workers->merge, front);
    const uint64_t some = atomic_load(&workers->shared->pieces[front].frames);
    return next.first - workers->merge.whole.first + some;
}

static void ask_all_to_end(const struct workers *workers)
{
    for (unsigned i = 0; i < workers->jobs; i++) {
        if (workers->ids[i] > 0) {
            process_ask_to_end(workers->ids[i]);
        }
    }
}

/* Renders the pieces in this process, when the system starts no other one. */
static int run_here(struct workers *workers, struct render_progress *progress, int reason)
{
    report_error("cannot start another process (%s); rendering in this one", strerror(reason));
    workers->progress = progress;
    const int status = run_worker(workers);
    workers->progress = NULL;
    return status;
}

/* Prints the workers' lines, each once: all say the same about demo and game data. */
static void print_lines(struct workers *workers, struct render_progress *progress)
{
    for (const char *line; (line = process_lines_next(&workers->lines));) {
        const char *piece = render_piece_of(line);
        if (piece) {
            (void)!missing_pieces_add(&workers->missing, piece); /* without memory: one fewer */
            continue;
        }
        const uint64_t hash = hash64_add(HASH64_START, line, strlen(line));
        size_t i = 0;
        while (i < workers->num_printed && workers->printed[i] != hash) {
            i++;
        }
        if (i < workers->num_printed) {
            continue;
        }
        if (array_reserve(&workers->printed, &workers->cap_printed, i + 1,
                          sizeof(*workers->printed)) == 0) {
            workers->printed[workers->num_printed++] = hash;
        }
        render_progress_clear(progress);
        fprintf(stderr, "%s\n", line);
    }
}

/* Starts as many as it can, and waits for them. *killed: how many were ended by a signal. */
static int run_round(struct workers *workers, struct render_progress *progress, unsigned *killed)
{
    int status = EXIT_GOOD, taken = EXIT_GOOD, reason = 0;
    unsigned running = 0;
    bool asked = false;
    *killed = 0;
    atomic_store(&workers->shared->next, 0);
    for (unsigned i = 0; i < workers->jobs; i++) {
        workers->ids[i] = process_copy(run_worker, workers);
        reason = workers->ids[i] < 0 ? errno : reason;
        running += workers->ids[i] > 0;
    }
    if (running == 0) {
        return run_here(workers, progress, reason);
    }
    while (running > 0) {
        long id;
        int how;
        if (process_copy_ended(WAIT_MS, &id, &how)) {
            for (unsigned i = 0; i < workers->jobs; i++) {
                if (workers->ids[i] == id) {
                    workers->ids[i] = 0;
                    running--;
                    *killed += how < 0;
                    status = how > 0 ? how : status;
                }
            }
        }
        print_lines(workers, progress);
        if (taken == EXIT_GOOD) {
            taken = render_merge_take(&workers->merge, count_front(workers));
        }
        render_progress_tell(progress, sum_up(workers));
        if (!asked && (taken != EXIT_GOOD || process_was_asked_to_end())) {
            asked = true;
            ask_all_to_end(workers);
        }
    }
    return taken != EXIT_GOOD ? taken : status;
}

/* As often as processes are killed, but not for ever. */
static int run_rounds(struct workers *workers, struct render_progress *progress)
{
    unsigned killed = 0;
    int status = run_round(workers, progress, &killed);
    for (int round = 1; round < ROUNDS_MAX && killed > 0 && count_missing(workers) > 0 &&
                        !process_was_asked_to_end();
         round++) {
        render_progress_clear(progress);
        report_error("%u of the processes ended by a signal; what they were at is made again",
                     killed);
        workers->again = true;
        status = run_round(workers, progress, &killed);
    }
    return status;
}

static int work_together(struct workers *workers, struct render_progress *progress,
                         struct render_result *result)
{
    int status = run_rounds(workers, progress);
    const unsigned missing = count_missing(workers);
    if (missing == 0) {
        const int taken = render_merge_take(&workers->merge, workers->num_pieces);
        status = taken != EXIT_GOOD ? taken : status;
        result->whole = taken == EXIT_GOOD;
    }
    render_progress_clear(progress);
    report_pieces(&workers->missing);
    result->written = sum_up(workers);
    result->stopped = missing > 0;
    const int ended = render_merge_end(&workers->merge, result->whole,
                                       missing > 0 ? count_front_frames(workers) : 0);
    if (missing > 0) {
        report_error("%s: %u of %u pieces are missing; --resume makes them",
                     workers->job->format.path, missing, workers->num_pieces);
        return EXIT_BAD_INPUT;
    }
    result->whole = result->whole && ended == EXIT_GOOD;
    return ended != EXIT_GOOD ? ended : status;
}

static unsigned choose_pieces(struct film_piece whole, unsigned jobs)
{
    const uint64_t frames = whole.last - whole.first;
    const uint64_t most = frames / PIECE_FRAMES_MIN;
    const uint64_t wanted = (uint64_t)jobs * PIECES_A_JOB;
    const uint64_t pieces = wanted < most ? wanted : most;
    return pieces < 1 ? 1 : (unsigned)pieces;
}

/* Renders the pieces that an earlier run did not finish. */
static int run_workers(struct workers *workers, struct film_piece piece,
                       struct render_progress *progress, struct render_result *result)
{
    const struct render_job *job = workers->job;
    const int begun =
        render_merge_begin(&workers->merge, &job->format, job->work_path, &job->identity, piece,
                           choose_pieces(piece, workers->jobs));
    if (begun != EXIT_GOOD) {
        return begun;
    }
    workers->num_pieces = workers->merge.num_pieces;
    const size_t size =
        sizeof(*workers->shared) + workers->num_pieces * sizeof(workers->shared->pieces[0]);
    workers->shared = process_share(size);
    if (!workers->shared) {
        fprintf(stderr, "quakereel: out of memory\n");
        (void)render_merge_end(&workers->merge, false, 0);
        return EXIT_BAD_INPUT;
    }
    for (unsigned i = 0; i < workers->num_pieces; i++) {
        atomic_store(&workers->shared->pieces[i].done, render_merge_has(&workers->merge, i));
    }
    (void)!process_lines_open(&workers->lines); /* else some lines come several times */
    const int status = work_together(workers, progress, result);
    process_lines_close(&workers->lines);
    free(workers->printed);
    missing_pieces_free(&workers->missing);
    process_unshare(workers->shared, size);
    return status;
}

int render_jobs(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, int jobs, struct render_progress *progress,
                struct render_result *result)
{
    struct playback_options player = *job->player;
    struct render_job shared = *job;
    struct workers workers = {.job = &shared, .plan = plan, .jobs = (unsigned)jobs};
    *result = (struct render_result){0};
    if (player.threads == platform_cpu_count()) { /* the usual: one a core */
        player.threads = player.threads > jobs ? player.threads / jobs : 1;
    }
    shared.player = &player;
    const int status = run_workers(&workers, piece, progress, result);
    return plan->outside ? EXIT_BAD_INPUT : status;
}
