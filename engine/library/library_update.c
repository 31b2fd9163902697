#include "engine/library/library_update.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/library/library_queue.h"
#include "engine/library/library_walk.h"
#include "formats/base/arrays.h"
#include "formats/base/hash64.h"

/* Work that a kill may cost; a transaction waits for the disk at its end. */
#define TRANSACTION_SECONDS 2.0
#define PROGRESS_SECONDS 0.2

struct update {
    struct library *library;
    const struct library_work *work;
    struct library_counts *counts;
    struct library_queue *queue; /* NULL = files are read by this thread */
    size_t folder;               /* length of the folder's path */
    struct library_job *again;   /* files of which the hash was read, and the rest has to be */
    double begun, shown;         /* when the transaction was, and progress was shown last */
    char **skipped;              /* folders that could not be read; owned */
    size_t num_skipped, skipped_room;
    int code; /* the first failure */
    struct format_error *err;
};

/* What a walk returns that is ended for another reason than its own. */
enum { ENDED = 1 };

static int fail(struct update *u, int code)
{
    u->code = u->code == 0 ? code : u->code;
    return code;
}

static int fail_memory(struct update *u)
{
    return fail(u, format_fail(u->err, FORMAT_MEMORY, 0, "out of memory"));
}

/* --- writing ------------------------------------------------------------------------------------
 */

static int begin(struct update *u)
{
    if (!u->library->is_changing) {
        u->begun = platform_now();
    }
    return library_begin(u->library, u->err);
}

static int commit_old(struct update *u)
{
    if (u->library->is_changing && platform_now() - u->begun > TRANSACTION_SECONDS) {
        return library_commit(u->library, u->err);
    }
    return 0;
}

static int see(struct update *u, int64_t id)
{
    sqlite3_stmt *add = library_statement(u->library, LIBRARY_SEE, u->err);
    if (!add) {
        return FORMAT_BAD;
    }
    (void)sqlite3_bind_int64(add, 1, id);
    return library_do(u->library, add, u->err);
}

static bool can_be_read(const char *path)
{
    struct disk_file file;
    const bool can = platform_open_file(path, &file) == 0;
    platform_close_file(&file);
    return can;
}

static int write_record(struct update *u, struct library_job *job,
                        const struct library_record *record)
{
    int code = job->id == 0 ? library_begin_file(u->library, job->path, &job->id, u->err) : 0;
    u->counts->demos++;
    if (record->code < 0) {
        u->counts->damaged++;
        u->work->damaged(u->work->context, record->path, &record->error);
    }
    if (!record->has_bytes && !job->is_archive && !can_be_read(job->path)) {
        job->stamp.size = -1; /* try again next time */
    }
    return code == 0 ? library_add_demo(u->library, job->id, record, u->err) : code;
}

/* Of a file only the hash is known: if the catalogue has these bytes under a path that is gone, or
 * this one, no more is read. */
static int write_hash(struct update *u, struct library_job *job, const char *hash)
{
    enum library_same same;
    const int code =
        library_take_same(u->library, job->path, hash, &job->stamp, &same, &job->id, u->err);
    if (code < 0) {
        return code;
    }
    job->is_same = same != LIBRARY_SAME_NONE;
    job->is_new = same == LIBRARY_SAME_NONE;
    u->counts->renamed += same == LIBRARY_SAME_MOVED;
    u->counts->unchanged += same == LIBRARY_SAME_STAMPED;
    return 0;
}

static int write_end(struct update *u, struct library_job *job, const struct library_result *end)
{
    static const struct library_stamp later = {-1, 0};
    int code = 0;
    if (end->code == FORMAT_MEMORY) {
        return fail_memory(u);
    }
    if (job->is_same) {
        return see(u, job->id);
    }
    if (job->id == 0) {
        code = library_begin_file(u->library, job->path, &job->id, u->err);
    }
    if (end->code < 0) {
        u->counts->damaged++;
        u->work->damaged(u->work->context, job->path, &end->error);
    }
    if (code == 0) {
        code = library_end_file(u->library, job->id, end->is_whole ? &job->stamp : &later,
                                end->code < 0 ? &end->error : NULL, u->err);
    }
    u->counts->added += !job->is_known && end->is_whole;
    u->counts->changed += job->is_known && end->is_whole;
    return code == 0 ? see(u, job->id) : code;
}

/* Writes a result and frees it, and its job at the end. After a failure it is only freed. */
static void write_result(struct update *u, struct library_result *result)
{
    struct library_job *job = result->job;
    int code = u->code == 0 ? begin(u) : u->code;
    if (code == 0 && !result->is_end) {
        code = result->record.is_hash ? write_hash(u, job, result->record.hash)
                                      : write_record(u, job, &result->record);
    } else if (code == 0 && job->is_new) {
        job->is_new = job->only_hash = false;
        job->next = u->again;
        u->again = job;
        return;
    } else if (code == 0) {
        code = write_end(u, job, result);
        code = code == 0 ? commit_old(u) : code;
    }
    library_record_free(&result->record);
    if (result->is_end) {
        library_job_free(job);
    }
    if (code < 0) {
        (void)fail(u, code);
    }
    if (platform_now() - u->shown > PROGRESS_SECONDS) {
        u->shown = platform_now();
        u->work->progress(u->work->context, u->counts);
    }
}

/* --- reading ------------------------------------------------------------------------------------
 */

static void post_here(void *context, struct library_result *result)
{
    write_result(context, result);
}

static bool stop_here(void *context)
{
    struct update *u = context;
    u->counts->was_ended |= u->work->stop(u->work->context);
    return u->counts->was_ended || u->code < 0;
}

/* Reads a job's file here, or leaves it to the threads. False: there is no room now. */
static bool give_out(struct update *u, struct library_job *job)
{
    if (u->queue) {
        return library_queue_put(u->queue, job);
    }
    const struct library_reader reader = {u, post_here, stop_here};
    library_read_job(job, &reader);
    return true;
}

/* Gives out what has to be read although its hash was read already, as far as there is room. */
static void give_again(struct update *u)
{
    while (u->again) {
        struct library_job *job = u->again;
        u->again = job->next;
        if (stop_here(u)) {
            library_job_free(job);
        } else if (!give_out(u, job)) {
            u->again = job; /* its next is still the rest */
            return;
        }
    }
}

/* Gives out a job, and takes results until there is room for it. */
static void give(struct update *u, struct library_job *job)
{
    struct library_result result;
    give_again(u);
    while (!give_out(u, job)) {
        if (library_queue_take(u->queue, &result)) {
            write_result(u, &result);
        }
    }
    give_again(u);
}

/* True in *may_be if the catalogue has a file of that size, which may be this one. */
static int find_size(struct update *u, int64_t size, bool *may_be)
{
    sqlite3_stmt *find = library_statement(u->library, LIBRARY_FIND_SIZE, u->err);
    if (!find) {
        return FORMAT_BAD;
    }
    (void)sqlite3_bind_int64(find, 1, size);
    const int code = library_step(u->library, find, u->err);
    *may_be = code == 1;
    sqlite3_reset(find);
    return code < 0 ? code : 0;
}

static int add_job(struct update *u, const char *path, bool is_archive, bool is_known,
                   const struct library_stamp *stamp)
{
    struct library_job *job = calloc(1, sizeof(*job));
    char *copy = strdup(path);
    if (!job || !copy) {
        free(job);
        free(copy);
        return fail_memory(u);
    }
    *job = (struct library_job){
        .path = copy, .is_archive = is_archive, .is_known = is_known, .stamp = *stamp};
    const int code = is_archive ? 0 : find_size(u, stamp->size, &job->only_hash);
    if (code < 0) {
        library_job_free(job);
        return fail(u, code);
    }
    give(u, job);
    return u->code;
}

/* Size and time of the catalogue's row, if it has the path. */
static int find_file(struct update *u, const char *path, bool *is_known, int64_t *id,
                     struct library_stamp *stamp)
{
    sqlite3_stmt *find = library_statement(u->library, LIBRARY_FIND_FILE, u->err);
    if (!find) {
        return FORMAT_BAD;
    }
    library_bind_text(find, 1, path, false);
    const int code = library_step(u->library, find, u->err);
    *is_known = code == 1;
    if (code == 1) {
        *id = sqlite3_column_int64(find, 0);
        *stamp =
            (struct library_stamp){sqlite3_column_int64(find, 1), sqlite3_column_int64(find, 2)};
    }
    sqlite3_reset(find);
    return code < 0 ? code : 0;
}

static bool is_of_shard(const struct update *u, const char *path)
{
    const char *below = path + u->folder;
    return u->work->shards <= 1 ||
           hash64_add(HASH64_START, below, strlen(below)) % u->work->shards == u->work->shard - 1;
}

static int visit(void *context, const char *path, bool is_archive)
{
    struct update *u = context;
    struct disk_file file;
    struct library_stamp old;
    bool is_known;
    int64_t id;
    if (stop_here(u)) {
        return ENDED;
    }
    if (!is_of_shard(u, path) || platform_look_at_file(path, &file) < 0) {
        return 0; /* it is gone already, or no file */
    }
    const struct library_stamp stamp = {(int64_t)file.size,
                                        file.seconds * 1000000000 + file.nanoseconds};
    int code = find_file(u, path, &is_known, &id, &old);
    if (code == 0 && is_known && old.size == stamp.size && old.mtime == stamp.mtime) {
        u->counts->unchanged++;
        code = see(u, id);
    } else if (code == 0) {
        code = add_job(u, path, is_archive, is_known, &stamp);
    }
    code = code == 0 ? commit_old(u) : code;
    return code < 0 ? fail(u, code) : 0;
}

static void skip(void *context, const char *path, int reason)
{
    struct update *u = context;
    struct format_error error;
    (void)format_fail(&error, FORMAT_UNREADABLE, 0, "%s", strerror(reason));
    u->work->damaged(u->work->context, path, &error);
    u->counts->damaged++;
    if (array_reserve(&u->skipped, &u->skipped_room, u->num_skipped + 1, sizeof(*u->skipped)) < 0 ||
        !(u->skipped[u->num_skipped] = strdup(path))) {
        (void)fail_memory(u);
        return;
    }
    u->num_skipped++;
}

/* --- what is gone -------------------------------------------------------------------------------
 */

static bool is_skipped(const struct update *u, const char *path)
{
    bool is = false;
    for (size_t i = 0; i < u->num_skipped; i++) {
        const size_t length = strlen(u->skipped[i]);
        is |= strncmp(path, u->skipped[i], length) == 0 && path[length] == '/';
    }
    return is;
}

/* Drops some files that were not seen behind the path *last, and sets it to the last of them. 1 =
 * there may be more. */
static int drop_some(struct update *u, char *last, const char *end)
{
    enum { SOME = 1000 };
    int64_t ids[SOME];
    size_t count = 0, all = 0;
    sqlite3_stmt *unseen = library_statement(u->library, LIBRARY_UNSEEN, u->err);
    if (!unseen) {
        return FORMAT_BAD;
    }
    library_bind_text(unseen, 1, last, true);
    library_bind_text(unseen, 2, end, false);
    int code;
    while ((code = library_step(u->library, unseen, u->err)) == 1 && all < SOME) {
        const char *path = (const char *)sqlite3_column_text(unseen, 1);
        if (path && strlen(path) < LIBRARY_PATH) {
            snprintf(last, LIBRARY_PATH, "%s", path);
            if (is_of_shard(u, path) && !is_skipped(u, path)) {
                ids[count++] = sqlite3_column_int64(unseen, 0);
            }
        }
        all++;
    }
    sqlite3_reset(unseen);
    code = code < 0 ? code : 0;
    for (size_t i = 0; i < count && code == 0; i++) {
        code = begin(u);
        code = code == 0 ? library_drop_file(u->library, ids[i], u->err) : code;
        code = code == 0 ? commit_old(u) : code;
        u->counts->removed += code == 0;
    }
    return code == 0 ? all == SOME : code;
}

/* Paths below "FOLDER/" are those between it and "FOLDER0", the next character. */
static int drop_gone(struct update *u, const char *folder)
{
    char last[LIBRARY_PATH], end[LIBRARY_PATH];
    const bool slash = folder[u->folder - 1] == '/';
    snprintf(last, sizeof(last), "%s%s", folder, slash ? "" : "/");
    snprintf(end, sizeof(end), "%.*s0", (int)strlen(last) - 1, last);
    int code = 1;
    while (code == 1 && !stop_here(u)) {
        code = drop_some(u, last, end);
    }
    return code < 0 ? code : 0;
}

/* --- all ----------------------------------------------------------------------------------------
 */

/* Takes what the threads are reading; after an end, or a failure, the rest of the jobs is left. */
static void finish_reading(struct update *u)
{
    struct library_result result;
    do {
        give_again(u);
        if (u->queue && stop_here(u)) {
            library_queue_end(u->queue);
        }
        if (u->queue && library_queue_take(u->queue, &result)) {
            write_result(u, &result);
        } else if (!u->again) {
            break;
        }
    } while (true);
    if (u->queue) {
        library_queue_free(u->queue);
    }
}

static int update_folder(struct update *u, const char *folder)
{
    const struct library_visitor visitor = {u, visit, skip};
    int code = library_walk(folder, &visitor, u->err);
    finish_reading(u);
    code = u->code < 0 ? u->code : code == ENDED ? 0 : code;
    return code == 0 && !u->counts->was_ended ? drop_gone(u, folder) : code;
}

static int update_file(struct update *u, const char *path)
{
    const int code = visit(u, path, library_is_archive(path));
    finish_reading(u);
    return u->code < 0 ? u->code : code == ENDED ? 0 : code;
}

int library_update(struct library *library, const char *name, const struct library_work *work,
                   struct library_counts *counts, struct format_error *err)
{
    char path[LIBRARY_PATH - 2];
    struct update u = {.library = library, .work = work, .counts = counts, .err = err};
    *counts = (struct library_counts){0};
    if (platform_absolute_path(name, path, sizeof(path)) < 0) {
        return format_fail(err, FORMAT_MISSING, 0, "no such folder");
    }
    u.folder = strlen(path);
    int code = library_run(library,
                           "PRAGMA temp_store = MEMORY; DROP TABLE IF EXISTS temp.seen; "
                           "CREATE TEMP TABLE seen(id INTEGER PRIMARY KEY)",
                           err);
    if (code < 0) {
        return code;
    }
    u.queue = library_queue_create(work->threads);
    code = platform_is_directory(path) ? update_folder(&u, path) : update_file(&u, path);
    struct format_error ignored;
    const int ended = library_commit(library, code < 0 ? &ignored : err);
    code = code < 0 ? code : ended;
    if (code == 0 && counts->added + counts->changed + counts->removed > 0) {
        code = library_analyse(library, err);
    }
    for (size_t i = 0; i < u.num_skipped; i++) {
        free(u.skipped[i]);
    }
    free(u.skipped);
    return code;
}
