#include "engine/commands/batch/demo_batch.h"
#include "assets/platform.h"

#include <pthread.h>
#include <stdlib.h>

enum { AHEAD = 4 /* reports per thread that may wait for their turn */ };

struct batch {
    const char *const *names;
    size_t count;
    const struct demo_work *work;
    int threads;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t next; /* to be read */
    size_t told;
    bool failed;
    void **done; /* by name; NULL = not yet */
};

static void *run_worker(void *context)
{
    struct batch *b = context;
    pthread_mutex_lock(&b->lock);
    while (!b->failed && b->next < b->count) {
        if (b->next - b->told >= (size_t)b->threads * AHEAD) {
            pthread_cond_wait(&b->changed, &b->lock);
            continue;
        }
        const size_t i = b->next++;
        pthread_mutex_unlock(&b->lock);
        void *read = b->work->read(b->work->context, b->names[i]);
        pthread_mutex_lock(&b->lock);
        b->done[i] = read;
        b->failed |= !read;
        pthread_cond_broadcast(&b->changed);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

static void tell_all(struct batch *b)
{
    for (size_t i = 0; i < b->count; i++) {
        pthread_mutex_lock(&b->lock);
        while (!b->done[i] && !b->failed) {
            pthread_cond_wait(&b->changed, &b->lock);
        }
        void *read = b->done[i];
        b->done[i] = NULL;
        pthread_mutex_unlock(&b->lock);
        if (!read) {
            return;
        }
        b->work->tell(b->work->context, read);
        b->work->free(read);
        pthread_mutex_lock(&b->lock);
        b->told++;
        pthread_cond_broadcast(&b->changed);
        pthread_mutex_unlock(&b->lock);
    }
}

static int read_alone(struct batch *b)
{
    for (size_t i = 0; i < b->count; i++) {
        void *read = b->work->read(b->work->context, b->names[i]);
        if (!read) {
            return FORMAT_MEMORY;
        }
        b->work->tell(b->work->context, read);
        b->work->free(read);
    }
    return 0;
}

int demo_batch_work(const char *const *names, size_t count, int threads,
                    const struct demo_work *work)
{
    struct batch b = {.names = names, .count = count, .work = work};
    const size_t most = (size_t)threads < count ? (size_t)threads : count;
    pthread_t *ids = most > 1 ? calloc(most, sizeof(*ids)) : NULL;
    b.done = ids ? calloc(count, sizeof(void *)) : NULL;
    size_t started = 0;
    if (b.done) {
        b.threads = (int)most;
        pthread_mutex_init(&b.lock, NULL);
        pthread_cond_init(&b.changed, NULL);
        while (started < most && pthread_create(&ids[started], NULL, run_worker, &b) == 0) {
            started++;
        }
    }
    int code = 0;
    if (started > 0) {
        tell_all(&b);
    } else {
        code = read_alone(&b);
    }
    for (size_t i = 0; i < started; i++) {
        pthread_join(ids[i], NULL);
    }
    if (b.done) {
        for (size_t i = 0; i < count; i++) { /* reports after a failure */
            work->free(b.done[i]);
        }
        pthread_cond_destroy(&b.changed);
        pthread_mutex_destroy(&b.lock);
    }
    free(b.done);
    free(ids);
    return b.failed ? FORMAT_MEMORY : code;
}

/* --- statistics --------------------------------------------------------------------------------
 */

struct reader {
    const struct demo_search *search;
    void (*tell)(void *context, const struct demo_report *report);
    void *context;
};

static void *read_one(void *context, const char *name)
{
    const struct reader *reader = context;
    struct demo_report *report = calloc(1, sizeof(*report));
    if (!report) {
        return NULL;
    }
    struct format_error err = {0};
    const int code = demo_source_open_bytes(&report->source, name, reader->search, &err);
    report->name = name;
    report->opened = code == 0;
    if (report->opened) {
        (void)!demo_stats_read(&report->stats, &report->source.demo);
        if (report->source.is_torn && report->stats.code != FORMAT_MEMORY) {
            report->stats.code = FORMAT_BAD; /* what the demo lacks is missing for that reason */
            report->stats.error = report->source.torn;
        }
    } else {
        report->stats = (struct demo_stats){.code = code, .error = err};
    }
    return report;
}

static void tell_one(void *context, void *read)
{
    const struct reader *reader = context;
    reader->tell(reader->context, read);
}

static void free_one(void *read)
{
    struct demo_report *report = read;
    if (report) {
        demo_stats_free(&report->stats);
        demo_source_close(&report->source);
        free(report);
    }
}

int demo_batch_read(const char *const *names, size_t count, const struct demo_search *search,
                    int threads, void (*tell)(void *context, const struct demo_report *report),
                    void *context)
{
    struct reader reader = {search, tell, context};
    const struct demo_work work = {&reader, read_one, tell_one, free_one};
    return demo_batch_work(names, count, threads, &work);
}
