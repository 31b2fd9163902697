#include "engine/library/library_queue.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_list.h"

/* --- reading ------------------------------------------------------------------------------------
 */

void library_job_free(struct library_job *job)
{
    if (job) {
        free(job->path);
        free(job);
    }
}

static int read_demo(struct library_job *job, const char *path, const struct library_reader *reader)
{
    struct library_result result = {.job = job};
    const int code = library_record_read(&result.record, path, job->only_hash);
    if (code < 0) {
        library_record_free(&result.record);
        return code;
    }
    reader->post(reader->context, &result);
    return 0;
}

/* The demos of an archive, one after the other; `end` says how it went. */
static void read_archive(struct library_job *job, const struct library_reader *reader,
                         struct library_result *end)
{
    struct demo_list list = {0};
    end->code = demo_list_add(&list, job->path, &end->error);
    if (end->code == 0 && list.left_out > 0) {
        end->code = FORMAT_BAD;
        end->error = list.reason;
    }
    int code = 0;
    size_t i = 0;
    for (; i < list.count && code == 0 && !reader->stop(reader->context); i++) {
        if (strcmp(list.names[i], job->path) != 0) { /* it has no demos, and stands for itself */
            code = read_demo(job, list.names[i], reader);
        }
    }
    end->is_whole = i == list.count && code == 0;
    end->code = code < 0 ? code : end->code;
    demo_list_free(&list);
}

void library_read_job(struct library_job *job, const struct library_reader *reader)
{
    struct library_result end = {.job = job, .is_end = true};
    if (job->is_archive) {
        read_archive(job, reader, &end);
    } else {
        end.code = read_demo(job, job->path, reader);
        end.is_whole = end.code == 0;
    }
    reader->post(reader->context, &end);
}

/* --- threads ------------------------------------------------------------------------------------
 */

enum { THREADS_MAX = 256, JOBS_PER_THREAD = 8, RESULTS_PER_THREAD = 2 };

struct library_queue {
    pthread_mutex_t lock;
    pthread_cond_t job_came, result_came, result_taken;
    pthread_t threads[THREADS_MAX];
    int num_threads;
    struct library_job **jobs; /* rings */
    struct library_result *results;
    size_t job_room, jobs_first, num_jobs, result_room, results_first, num_results;
    size_t reading; /* jobs that a thread has */
    bool is_ended, is_closed;
};

static void post(void *context, struct library_result *result)
{
    struct library_queue *q = context;
    pthread_mutex_lock(&q->lock);
    while (q->num_results == q->result_room) {
        pthread_cond_wait(&q->result_taken, &q->lock);
    }
    q->results[(q->results_first + q->num_results++) % q->result_room] = *result;
    pthread_cond_signal(&q->result_came);
    pthread_mutex_unlock(&q->lock);
}

static bool is_ended(void *context)
{
    struct library_queue *q = context;
    pthread_mutex_lock(&q->lock);
    const bool ended = q->is_ended;
    pthread_mutex_unlock(&q->lock);
    return ended;
}

static void *run(void *context)
{
    struct library_queue *q = context;
    const struct library_reader reader = {q, post, is_ended};
    pthread_mutex_lock(&q->lock);
    while (!q->is_closed) {
        if (q->num_jobs == 0) {
            pthread_cond_wait(&q->job_came, &q->lock);
            continue;
        }
        struct library_job *job = q->jobs[q->jobs_first];
        q->jobs_first = (q->jobs_first + 1) % q->job_room;
        q->num_jobs--;
        q->reading++;
        pthread_mutex_unlock(&q->lock);
        library_read_job(job, &reader);
        pthread_mutex_lock(&q->lock);
        q->reading--;
        pthread_cond_signal(&q->result_came);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

static void destroy(struct library_queue *q)
{
    pthread_cond_destroy(&q->job_came);
    pthread_cond_destroy(&q->result_came);
    pthread_cond_destroy(&q->result_taken);
    pthread_mutex_destroy(&q->lock);
    free(q->jobs);
    free(q->results);
    free(q);
}

struct library_queue *library_queue_create(int threads)
{
    struct library_queue *q = threads > 1 ? calloc(1, sizeof(*q)) : NULL;
    if (!q) {
        return NULL;
    }
    const size_t count = threads < THREADS_MAX ? (size_t)threads : THREADS_MAX;
    q->job_room = count * JOBS_PER_THREAD;
    q->result_room = count * RESULTS_PER_THREAD;
    q->jobs = calloc(q->job_room, sizeof(struct library_job *));
    q->results = calloc(q->result_room, sizeof(*q->results));
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->job_came, NULL);
    pthread_cond_init(&q->result_came, NULL);
    pthread_cond_init(&q->result_taken, NULL);
    while (q->jobs && q->results && (size_t)q->num_threads < count &&
           pthread_create(&q->threads[q->num_threads], NULL, run, q) == 0) {
        q->num_threads++;
    }
    if (q->num_threads == 0) {
        destroy(q);
        return NULL;
    }
    return q;
}

void library_queue_end(struct library_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->is_ended = true;
    while (q->num_jobs > 0) {
        library_job_free(q->jobs[q->jobs_first]);
        q->jobs_first = (q->jobs_first + 1) % q->job_room;
        q->num_jobs--;
    }
    pthread_mutex_unlock(&q->lock);
}

void library_queue_free(struct library_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->is_closed = true;
    pthread_cond_broadcast(&q->job_came);
    pthread_mutex_unlock(&q->lock);
    for (int i = 0; i < q->num_threads; i++) {
        pthread_join(q->threads[i], NULL);
    }
    destroy(q);
}

bool library_queue_put(struct library_queue *q, struct library_job *job)
{
    pthread_mutex_lock(&q->lock);
    const bool has_room = q->num_jobs < q->job_room;
    if (has_room) {
        q->jobs[(q->jobs_first + q->num_jobs++) % q->job_room] = job;
        pthread_cond_signal(&q->job_came);
    }
    pthread_mutex_unlock(&q->lock);
    return has_room;
}

bool library_queue_take(struct library_queue *q, struct library_result *result)
{
    pthread_mutex_lock(&q->lock);
    while (q->num_results == 0 && (q->num_jobs > 0 || q->reading > 0)) {
        pthread_cond_wait(&q->result_came, &q->lock);
    }
    const bool has_one = q->num_results > 0;
    if (has_one) {
        *result = q->results[q->results_first];
        q->results_first = (q->results_first + 1) % q->result_room;
        q->num_results--;
        pthread_cond_signal(&q->result_taken);
    }
    pthread_mutex_unlock(&q->lock);
    return has_one;
}
