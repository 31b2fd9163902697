#define _POSIX_C_SOURCE 200809L

#include "render/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "assets/platform.h"
#include "render/aligned.h"

/* Time that a thread spins before it sleeps: about the serial stretches between the calls of one
 * frame, and the time to wake a thread, which is long on virtual machines. The short one serves
 * where there are fewer processors than threads. */
static const uint64_t usual_wait = 300000, crowded_wait = 20000; /* nanoseconds */
enum { LOOKS = 32 };                                             /* between two of the clock */

/* Completion is counted by jobs, not by workers: a worker that the system wakes late delays no
 * call.
 *
 * `tickets` is the number of the call (high half) and the number of its jobs not taken yet
 * (low half). A thread takes a job by lowering it with a compare-and-swap. Success proves that
 * this call is still running, because the job just taken is not done; so fn, context and
 * num_jobs may be read. */
struct thread_pool {
    _Alignas(64) atomic_uint_least64_t tickets;
    _Alignas(64) atomic_int unfinished; /* jobs of this call that are not done */
    _Alignas(64) atomic_int sleepers;   /* workers asleep or about to be; changed under the mutex */
    atomic_bool caller_sleeps;          /* changed under the mutex */
    atomic_bool quit;

    thread_job_fn fn;
    void *context;
    int num_jobs;

    pthread_mutex_t mutex;
    pthread_cond_t wake;     /* to workers: jobs, or quit */
    pthread_cond_t finished; /* to the caller: unfinished fell to 0 */
    uint64_t wait;           /* nanoseconds before sleeping */
    int num_workers;
    pthread_t *workers;
};

static inline void spin_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static uint64_t read_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static inline uint32_t tickets_left(uint64_t tickets)
{
    return (uint32_t)tickets;
}

/* Takes and does jobs until none is left. */
static void run_jobs(struct thread_pool *pool)
{
    uint64_t tickets = atomic_load(&pool->tickets);
    while (tickets_left(tickets) != 0) {
        if (!atomic_compare_exchange_weak(&pool->tickets, &tickets, tickets - 1)) {
            continue;
        }
        pool->fn(pool->context, pool->num_jobs - (int)tickets_left(tickets));
        /* The caller sets caller_sleeps before its last look at unfinished, we look at it after
         * lowering: with sequential consistency one of the two sees the other. */
        if (atomic_fetch_sub(&pool->unfinished, 1) == 1 && atomic_load(&pool->caller_sleeps)) {
            pthread_mutex_lock(&pool->mutex);
            pthread_cond_signal(&pool->finished);
            pthread_mutex_unlock(&pool->mutex);
        }
        tickets = atomic_load(&pool->tickets);
    }
}

static bool has_news(const struct thread_pool *pool)
{
    return tickets_left(atomic_load(&pool->tickets)) != 0 || atomic_load(&pool->quit);
}

static bool is_finished(const struct thread_pool *pool)
{
    return atomic_load(&pool->unfinished) == 0;
}

/* Looks for a while whether it is so. */
static bool wait_awake(const struct thread_pool *pool, bool (*is_so)(const struct thread_pool *))
{
    uint64_t end = 0;
    for (int looks = 1; !is_so(pool); looks++) {
        spin_pause();
        if (looks % LOOKS == 0) {
            end = end == 0 ? read_clock() + pool->wait : end;
            if (read_clock() >= end) {
                return false;
            }
        }
    }
    return true;
}

static void *worker_main(void *argument)
{
    struct thread_pool *pool = argument;
    while (!atomic_load(&pool->quit)) {
        run_jobs(pool);
        if (wait_awake(pool, has_news)) {
            continue;
        }
        pthread_mutex_lock(&pool->mutex);
        atomic_fetch_add(&pool->sleepers, 1);
        while (!has_news(pool)) {
            pthread_cond_wait(&pool->wake, &pool->mutex);
        }
        atomic_fetch_sub(&pool->sleepers, 1);
        pthread_mutex_unlock(&pool->mutex);
    }
    return NULL;
}

struct thread_pool *thread_pool_create(int threads)
{
    struct thread_pool *pool = aligned_block(sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    atomic_init(&pool->tickets, 0);
    atomic_init(&pool->unfinished, 0);
    atomic_init(&pool->sleepers, 0);
    atomic_init(&pool->caller_sleeps, false);
    atomic_init(&pool->quit, false);
    pool->fn = NULL;
    pool->context = NULL;
    pool->num_jobs = 0;
    pool->wait = threads <= platform_cpu_count() ? usual_wait : crowded_wait;
    pool->num_workers = 0;
    pool->workers = NULL;
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) {
        goto no_mutex;
    }
    if (pthread_cond_init(&pool->wake, NULL) != 0) {
        goto no_wake;
    }
    if (pthread_cond_init(&pool->finished, NULL) != 0) {
        goto no_finished;
    }
    if (threads > 1) {
        pool->workers = calloc((size_t)threads - 1, sizeof *pool->workers);
        if (pool->workers == NULL) {
            thread_pool_destroy(pool);
            return NULL;
        }
    }
    /* A job may run on any thread: with fewer of them the pool is slower, and does the same. */
    while (pool->num_workers < threads - 1 &&
           pthread_create(&pool->workers[pool->num_workers], NULL, worker_main, pool) == 0) {
        pool->num_workers++;
    }
    return pool;

no_finished:
    pthread_cond_destroy(&pool->wake);
no_wake:
    pthread_mutex_destroy(&pool->mutex);
no_mutex:
    aligned_free(pool);
    return NULL;
}

void thread_pool_destroy(struct thread_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->quit, true);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->num_workers; i++) {
        pthread_join(pool->workers[i], NULL);
    }
    free(pool->workers);
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    aligned_free(pool);
}

int thread_pool_threads(const struct thread_pool *pool)
{
    return pool->num_workers + 1;
}

static void wake_workers(struct thread_pool *pool)
{
    if (atomic_load(&pool->sleepers) == 0) {
        return;
    }
    /* A worker before its wait holds the mutex: taking it here makes sure that the signal
     * arrives. */
    pthread_mutex_lock(&pool->mutex);
    int wanted = pool->num_jobs - 1; /* the caller does one itself */
    if (wanted >= atomic_load(&pool->sleepers)) {
        pthread_cond_broadcast(&pool->wake);
    } else {
        for (int i = 0; i < wanted; i++) {
            pthread_cond_signal(&pool->wake);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
}

void thread_pool_run(struct thread_pool *pool, thread_job_fn fn, void *context, int num_jobs)
{
    if (pool->num_workers == 0 || num_jobs <= 1) {
        for (int job = 0; job < num_jobs; job++) {
            fn(context, job);
        }
        return;
    }
    pool->fn = fn;
    pool->context = context;
    pool->num_jobs = num_jobs;
    atomic_store(&pool->unfinished, num_jobs);
    uint64_t call = (atomic_load(&pool->tickets) >> 32) + 1;
    atomic_store(&pool->tickets, call << 32 | (uint32_t)num_jobs);
    wake_workers(pool);

    run_jobs(pool);
    if (wait_awake(pool, is_finished)) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (atomic_load(&pool->unfinished) != 0) {
        pthread_cond_wait(&pool->finished, &pool->mutex);
    }
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}
