/* A pool of workers that share out the jobs of one call by an atomic counter.
 *
 * pool_run returns when all jobs are done: it is a barrier. Jobs may run on any thread in any
 * order, so a job must not depend on another of the same call. One thread calls pool_run at a time.
 */
#ifndef RENDER_THREAD_POOL_H
#define RENDER_THREAD_POOL_H

struct thread_pool;

/* threads counts the caller; 1 = no workers, jobs run inline. The pool has fewer threads if the
 * system starts no more. Returns NULL if out of memory. */
struct thread_pool *thread_pool_create(int threads);
void thread_pool_destroy(struct thread_pool *pool);
/* Number of threads, including the caller's. */
int thread_pool_threads(const struct thread_pool *pool);

typedef void (*thread_job_fn)(void *context, int job);
void thread_pool_run(struct thread_pool *pool, thread_job_fn fn, void *context, int num_jobs);

#endif
