#include "engine/commands/render_jobs.h"

#include <stdatomic.h>
#include <stdio.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "engine/commands/commands.h"
#include "engine/commands/render_gather.h"
#include "engine/report/report.h"

enum {
    PIECES_A_JOB = 32, /* so that all are busy up to the end, and little is lost with one */
    LEAST_FRAMES = 24, /* frames per piece, if the film has enough */
    MOST_ROUNDS = 3,   /* after processes were killed */
    WAIT_MS = 100
};

/* State shared by the processes. */
struct piece_state {
    _Atomic uint64_t frames, bytes; /* written so far */
    atomic_bool done;
};

struct board {
    atomic_uint next; /* first piece that no process has taken */
    struct piece_state pieces[];
};

struct crew {
    const struct render_job *job;
    const struct render_plan *plan;
    struct render_gather gather;
    unsigned jobs, num_pieces;
    struct board *board;
    size_t board_size;
    long workers[RENDER_MOST_JOBS]; /* 0 = none */
    unsigned number;                /* in a worker: which it is */
};

bool render_jobs_can(const struct film_format *format)
{
    return render_gather_can(format);
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
    const struct film_piece piece = render_gather_piece(&crew->gather, i);
    struct render_job job = *crew->job;
    struct render_result result;
    job.spare = true;
    render_gather_aim(&crew->gather, i, &job.format);
    int status = render_film(&job, crew->plan, piece, &watch, reel, &result);
    atomic_store(&state->frames, result.written.frames);
    atomic_store(&state->bytes, result.written.bytes);
    if (!result.whole) {
        return status;
    }
    status = render_gather_mark(&crew->gather, i);
    atomic_store(&state->done, status == EXIT_GOOD);
    return status;
}

/* Only the first process prints messages: all would print the same ones about demo and game data.
 */
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

/* Pieces at the film's front that are all done. */
static unsigned count_front(const struct crew *crew)
{
    unsigned count = 0;
    while (count < crew->num_pieces && atomic_load(&crew->board->pieces[count].done)) {
        count++;
    }
    return count;
}

/* Number of frames from the start without a gap: finished pieces and the beginning of the next. */
static uint64_t count_front_frames(const struct crew *crew)
{
    const unsigned front = count_front(crew);
    const struct film_piece next = render_gather_piece(&crew->gather, front);
    const uint64_t some = atomic_load(&crew->board->pieces[front].frames);
    return next.first - crew->gather.whole.first + some;
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
    int status = EXIT_GOOD, taken = EXIT_GOOD;
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
        report_error("cannot start another process");
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
        if (taken == EXIT_GOOD) {
            taken = render_gather_take(&crew->gather, count_front(crew));
        }
        render_progress_tell(progress, sum_up(crew));
        if (!asked && (taken != EXIT_GOOD || process_was_asked_to_end())) {
            asked = true;
            ask_all_to_end(crew);
        }
    }
    return taken != EXIT_GOOD ? taken : status;
}

/* As often as processes are killed, but not for ever. */
static int run_rounds(struct crew *crew, struct render_progress *progress)
{
    unsigned killed = 0;
    int status = run_round(crew, progress, &killed);
    for (int round = 1; round < MOST_ROUNDS && killed > 0 && count_missing(crew) > 0 &&
                        !process_was_asked_to_end();
         round++) {
        render_progress_clear(progress);
        report_error("%u of the processes ended by a signal; what they were at is made again",
                     killed);
        status = run_round(crew, progress, &killed);
    }
    return status;
}

static int work_together(struct crew *crew, struct render_progress *progress,
                         struct render_result *result)
{
    int status = run_rounds(crew, progress);
    const unsigned missing = count_missing(crew);
    if (missing == 0) {
        const int taken = render_gather_take(&crew->gather, crew->num_pieces);
        status = taken != EXIT_GOOD ? taken : status;
        result->whole = taken == EXIT_GOOD;
    }
    render_progress_clear(progress);
    result->written = sum_up(crew);
    result->stopped = missing > 0;
    const int ended =
        render_gather_end(&crew->gather, result->whole, missing > 0 ? count_front_frames(crew) : 0);
    if (missing > 0) {
        report_error("%s: %u of %u pieces are missing; --resume makes them", crew->job->format.path,
                     missing, crew->num_pieces);
        return EXIT_BAD_INPUT;
    }
    result->whole = result->whole && ended == EXIT_GOOD;
    return ended != EXIT_GOOD ? ended : status;
}

static unsigned choose_pieces(struct film_piece whole, unsigned jobs)
{
    const uint64_t frames = whole.last - whole.first;
    const uint64_t most = frames / LEAST_FRAMES;
    const uint64_t wanted = (uint64_t)jobs * PIECES_A_JOB;
    const uint64_t pieces = wanted < most ? wanted : most;
    return pieces < 1 ? 1 : (unsigned)pieces;
}

/* Renders the pieces that an earlier run did not finish. */
static int run_crew(struct crew *crew, struct film_piece piece, struct render_progress *progress,
                    struct render_result *result)
{
    const struct render_job *job = crew->job;
    const int begun =
        render_gather_begin(&crew->gather, &job->format, piece, crew->num_pieces, job->resume);
    if (begun != EXIT_GOOD) {
        return begun;
    }
    for (unsigned i = 0; i < crew->num_pieces; i++) {
        atomic_store(&crew->board->pieces[i].done, render_gather_has(&crew->gather, i));
    }
    return work_together(crew, progress, result);
}

int render_jobs(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, int jobs, struct render_progress *progress,
                struct render_result *result)
{
    struct playback_options player = *job->player;
    struct render_job shared = *job;
    struct crew crew = {.job = &shared,
                        .plan = plan,
                        .jobs = (unsigned)jobs,
                        .num_pieces = choose_pieces(piece, (unsigned)jobs)};
    *result = (struct render_result){0};
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
    const int status = run_crew(&crew, piece, progress, result);
    process_unshare(crew.board, crew.board_size);
    return plan->outside ? EXIT_BAD_INPUT : status;
}
