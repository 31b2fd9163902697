#include "assets/parallel_for.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_THREADS = 64 };

struct work {
    parallel_for_fn fn;
    void *context;
    size_t jobs;
    atomic_size_t next;
};

static void *run_jobs(void *argument)
{
    struct work *work = argument;
    size_t job;
    while ((job = atomic_fetch_add(&work->next, 1)) < work->jobs) {
        work->fn(work->context, job);
    }
    return NULL;
}

void parallel_for(int threads, parallel_for_fn fn, void *context, size_t jobs)
{
    struct work work = {.fn = fn, .context = context, .jobs = jobs};
    pthread_t helpers[MAX_THREADS];
    int count = 0;
    atomic_init(&work.next, 0);
    while (count + 1 < threads && count < MAX_THREADS && (size_t)count + 1 < jobs &&
           pthread_create(&helpers[count], NULL, run_jobs, &work) == 0) {
        count++;
    }
    run_jobs(&work);
    for (int i = 0; i < count; i++) {
        pthread_join(helpers[i], NULL);
    }
}
