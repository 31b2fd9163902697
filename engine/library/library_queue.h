/* Jobs for the threads that read files, and what they read, in queues of a fixed length: so memory
 * does not depend on the number of files. */
#ifndef ENGINE_LIBRARY_LIBRARY_QUEUE_H
#define ENGINE_LIBRARY_LIBRARY_QUEUE_H

#include <pthread.h>
#include <stdbool.h>

#include "engine/library/library_record.h"
#include "engine/library/library_write.h"

/* A file to be read. */
struct library_job {
    char *path; /* owned */
    bool is_archive;
    bool is_known; /* the catalogue has the path */
    struct library_stamp stamp;
    bool only_hash; /* the file may be one that the catalogue has under another path, or time */
    /* For the writer: */
    int64_t id;   /* its row once it is begun; 0 = not yet */
    bool is_same; /* the row is another file's that became this one, or was this one all the time */
    bool is_new;  /* its hash is known now, and it has to be read */
    struct library_job *next;
};

/* What was read: a demo of a job's file, or the end of the file, after which the job is the
 * receiver's. */
struct library_result {
    struct library_job *job;
    bool is_end;
    bool is_whole;                /* is_end: all of the file was read */
    int code;                     /* is_end: 0, or FORMAT_MEMORY, or the archive is damaged: */
    struct format_error error;    /* why */
    struct library_record record; /* else; owned */
};

/* Reads a job's file and passes what it has to post, in order; stop: ends an archive early. */
struct library_reader {
    void *context;
    void (*post)(void *context, struct library_result *result);
    bool (*stop)(void *context);
};
void library_read_job(struct library_job *job, const struct library_reader *reader);
void library_job_free(struct library_job *job);

struct library_queue;

/* NULL: there are no threads, or no memory for them. */
struct library_queue *library_queue_create(int threads);
/* Discards jobs that no thread has begun with, and waits for those that are being read; their
 * results still come. */
void library_queue_end(struct library_queue *queue);
/* No job and no result may be left. */
void library_queue_free(struct library_queue *queue);

/* False: there is no room; take a result first. */
bool library_queue_put(struct library_queue *queue, struct library_job *job);
/* Waits for a result. False: none is left, and no job. */
bool library_queue_take(struct library_queue *queue, struct library_result *result);

#endif
