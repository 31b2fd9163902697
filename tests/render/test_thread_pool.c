/* The thread pool: every job once, whatever the number of threads. */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "render/thread_pool.h"
#include "tests/support/scarce.h"

enum { MAX_JOBS = 300 };

struct count {
    int done[MAX_JOBS]; /* plain: a job touched twice at once would show under ThreadSanitizer */
    atomic_int total;
    int sum;
};

static void count_job(void *context, int job)
{
    struct count *count = context;
    count->done[job]++;
    atomic_fetch_add(&count->total, 1);
}

Test(thread_pool, every_job_once)
{
    static const int threads[] = {1, 2, 3, 7};
    static const int jobs[] = {0, 1, 2, 3, 8, 64, MAX_JOBS};
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        struct thread_pool *pool = thread_pool_create(threads[t]);
        cr_assert_not_null(pool);
        for (int repeat = 0; repeat < 200; repeat++) {
            for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
                struct count count;
                memset(&count, 0, sizeof count);
                thread_pool_run(pool, count_job, &count, jobs[j]);
                cr_assert_eq(atomic_load(&count.total), jobs[j]);
                for (int i = 0; i < MAX_JOBS; i++) {
                    cr_assert_eq(count.done[i], i < jobs[j]);
                }
            }
        }
        thread_pool_destroy(pool);
    }
}

/* Threads that the system does not start are missing, and their jobs are done. */
Test(thread_pool, works_with_the_threads_there_are)
{
    for (int allowed = 0; allowed < 8; allowed++) {
        struct count count;
        memset(&count, 0, sizeof count);
        scarce_begin_limited(allowed, 0);
        struct thread_pool *pool = thread_pool_create(7);
        cr_assert_not_null(pool);
        cr_expect_eq(thread_pool_threads(pool), allowed < 6 ? allowed + 1 : 7);
        thread_pool_run(pool, count_job, &count, MAX_JOBS);
        thread_pool_destroy(pool);
        cr_expect_eq(scarce_blocks(), 0);
        scarce_end();
        cr_expect_eq(atomic_load(&count.total), MAX_JOBS);
    }
}

static void first_phase(void *context, int job)
{
    struct count *count = context;
    count->done[job] = job * 3 + count->sum;
}

static void second_phase(void *context, int job)
{
    struct count *count = context;
    /* Reads what another thread's job of the phase before has written. */
    int other = (job * 7 + 5) % 32;
    cr_assert_eq(count->done[other], other * 3 + count->sum);
    atomic_fetch_add(&count->total, 1);
}

/* Phases of a frame: each sees all of the one before, many times, with pauses that send workers
 * to sleep. */
Test(thread_pool, barrier_between_calls)
{
    struct thread_pool *pool = thread_pool_create(3);
    cr_assert_not_null(pool);
    struct count count;
    memset(&count, 0, sizeof count);
    for (int frame = 0; frame < 3000; frame++) {
        count.sum = frame;
        thread_pool_run(pool, first_phase, &count, 32);
        thread_pool_run(pool, second_phase, &count, 32);
        if (frame % 100 == 0) {
            for (volatile int i = 0; i < 300000; i++) {
            }
        }
    }
    cr_assert_eq(atomic_load(&count.total), 3000 * 32);
    thread_pool_destroy(pool);
}

Test(thread_pool, can_be_created_and_destroyed_without_calls)
{
    for (int i = 0; i < 100; i++) {
        struct thread_pool *pool = thread_pool_create(1 + i % 5);
        cr_assert_not_null(pool);
        thread_pool_destroy(pool);
    }
    thread_pool_destroy(NULL);
}
