#include "tools/bench/beside/beside.h"

#include <stdlib.h>

#include "assets/platform.h"
#include "tools/bench/measure.h"
#include "tools/bench/peers/tyrquake.h"

enum { FAITHFUL, EXACT, LOOKS };

/* Milliseconds a frame. */
struct pair {
    struct tyrquake_time peer;
    double ours[2][LOOKS]; /* on one thread, processor time; on two, wall time */
};

struct pairs {
    struct pair list[BENCH_PAIRS_MAX];
    int count;
};

/* Seconds for the whole demo; 0 = failed. */
static double draw_demo(const struct bench_job *job, const struct bench_size *size,
                        enum render_look look, int threads, uint32_t *target)
{
    struct playback_context player;
    if (!bench_open(&player, job, size, look, threads)) {
        return 0.0;
    }
    const uint32_t updates = timeline_extent(player.timeline).num_updates;
    double seconds = 0.0;
    uint32_t drawn = 0;
    for (; drawn < updates && timeline_go_update(player.timeline, drawn) == 0; drawn++) {
        const double start = threads == 1 ? bench_processor_now() : platform_now();
        if (playback_draw(&player, target, (size_t)size->width) < 0) {
            break;
        }
        seconds += (threads == 1 ? bench_processor_now() : platform_now()) - start;
    }
    playback_close(&player);
    return drawn > 0 && drawn == updates ? seconds * 1000.0 / updates : 0.0;
}

/* False where the peer or a run of ours failed. */
static bool run_pairs(struct tyrquake *peer, const struct bench_job *job,
                      const struct bench_size *size, int count, struct pairs *pairs)
{
    uint32_t *target = malloc((size_t)size->width * (size_t)size->height * sizeof(*target));
    bool good = target != NULL;
    pairs->count = 0;
    for (int i = 0; i < count && good; i++) {
        struct pair *pair = &pairs->list[pairs->count++];
        pair->peer = tyrquake_timedemo(peer, job->demo, size->width, size->height);
        good = pair->peer.all > 0.0;
        for (int look = 0; look < LOOKS && good; look++) {
            const enum render_look own = look == FAITHFUL ? LOOK_FAITHFUL : LOOK_EXACT;
            pair->ours[0][look] = draw_demo(job, size, own, 1, target);
            pair->ours[1][look] = draw_demo(job, size, own, 2, target);
            good = pair->ours[0][look] > 0.0 && pair->ours[1][look] > 0.0;
        }
    }
    free(target);
    return good;
}

/* Peer's time divided by ours; `without`: less the peer's display time. */
static double factor(const struct pairs *pairs, int threads, int look, bool without)
{
    double factors[BENCH_PAIRS_MAX];
    for (int i = 0; i < pairs->count; i++) {
        const struct pair *pair = &pairs->list[i];
        factors[i] =
            (pair->peer.all - (without ? pair->peer.display : 0.0)) / pair->ours[threads - 1][look];
    }
    return bench_median(factors, pairs->count);
}

static void tell_row(const struct bench_job *job, const struct bench_size *size,
                     const struct pairs *pairs)
{
    double all[BENCH_PAIRS_MAX], display[BENCH_PAIRS_MAX];
    for (int i = 0; i < pairs->count; i++) {
        all[i] = pairs->list[i].peer.all;
        display[i] = pairs->list[i].peer.display;
    }
    printf("%-12s %4dx%-4d %8.3f %8.3f %8.2fx %7.2fx %8.2fx %7.2fx %8.2fx %7.2fx\n", job->label,
           size->width, size->height, bench_median(all, pairs->count),
           bench_median(display, pairs->count), factor(pairs, 1, FAITHFUL, false),
           factor(pairs, 1, EXACT, false), factor(pairs, 1, FAITHFUL, true),
           factor(pairs, 1, EXACT, true), factor(pairs, 2, FAITHFUL, false),
           factor(pairs, 2, EXACT, false));
    fflush(stdout);
}

static void write_row(FILE *json, const struct bench_job *job, const struct bench_size *size,
                      const struct pairs *pairs, bool first)
{
    fprintf(json, "%s\n  {\"demo\": \"%s\", \"width\": %d, \"height\": %d, \"pairs\": [",
            first ? "" : ",", job->label, size->width, size->height);
    for (int i = 0; i < pairs->count; i++) {
        const struct pair *pair = &pairs->list[i];
        fprintf(json,
                "%s\n    {\"peer_ms\": %.5f, \"peer_display_ms\": %.5f, "
                "\"faithful_1_thread_ms\": %.5f, \"exact_1_thread_ms\": %.5f, "
                "\"faithful_2_threads_ms\": %.5f, \"exact_2_threads_ms\": %.5f}",
                i == 0 ? "" : ",", pair->peer.all, pair->peer.display, pair->ours[0][FAITHFUL],
                pair->ours[0][EXACT], pair->ours[1][FAITHFUL], pair->ours[1][EXACT]);
    }
    fprintf(json, "]}");
}

static void bench_job_beside(struct tyrquake *peer, const struct bench_job *job,
                             const struct bench_choice *choice, int count, FILE *json, bool *first)
{
    for (int s = 0; s < BENCH_SIZES; s++) {
        static struct pairs pairs;
        const struct bench_size *size = &bench_sizes[s];
        if (!bench_is_chosen(choice, job->label, size)) {
            continue;
        }
        if (!run_pairs(peer, job, size, count, &pairs)) {
            printf("%-12s %4dx%-4d not measured\n", job->label, size->width, size->height);
            continue;
        }
        tell_row(job, size, &pairs);
        if (json) {
            write_row(json, job, size, &pairs, *first);
            *first = false;
        }
    }
}

void bench_beside(const struct bench_job *jobs, size_t num_jobs, const struct bench_choice *choice,
                  const char *tyrquake, int pairs, FILE *json)
{
    const int count = pairs < 1 ? 1 : pairs > BENCH_PAIRS_MAX ? BENCH_PAIRS_MAX : pairs;
    struct tyrquake *peer = NULL;
    bool first = true;
    if (json) {
        fprintf(json, "\"beside_tyrquake\": [");
    }
    for (size_t j = 0; j < num_jobs; j++) {
        if (!jobs[j].beside) {
            continue;
        }
        if (!peer) {
            peer = tyrquake_open(tyrquake, jobs[j].basedir);
            if (!peer) {
                printf("%s cannot be run with the games in %s\n", tyrquake, jobs[j].basedir);
                break;
            }
            printf("beside TyrQuake: milliseconds of its processor a frame of the whole demo, of "
                   "these its display's\n(colours and handing over), and how many times ours go "
                   "into it: on one thread; on one, its display's left out; on two\n"
                   "%-12s %-9s %8s %8s %9s %8s %9s %8s %9s %8s\n",
                   "demo", "size", "ms", "display", "faithful", "exact", "faithful", "exact",
                   "faithful", "exact");
        }
        bench_job_beside(peer, &jobs[j], choice, count, json, &first);
    }
    if (json) {
        fprintf(json, "],\n");
    }
    tyrquake_close(peer);
    printf("\n");
}
