#include "assets/output_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/system/system_output.h"
#include "formats/base/hash64.h"

enum {
    BUFFER_BYTES = 1 << 16,
    STREAM_BUFFER_BYTES = 1 << 12, /* readers see frames soon */
    NAMES_MAX = 100,               /* temporary names that are tried */
    LOCK_ATTEMPTS = 10
};

#define LOCK_WAIT 0.1 /* seconds between two attempts */

static int fail_with_reason(struct format_error *err, int reason)
{
    (void)format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(reason));
    errno = reason; /* for callers without err */
    return FORMAT_BAD;
}

/* --- names ------------------------------------------------------------------------------------ */

bool output_file_name_part(const char *path, char part[OUTPUT_PATH])
{
    const int length = snprintf(part, OUTPUT_PATH, "%s.part", path);
    return length > 0 && length < OUTPUT_PATH;
}

/* The folder of a path, with its slash; "./" if the path has none. */
static void name_folder(const char *path, char folder[OUTPUT_PATH])
{
    const size_t name = platform_name_at(path);
    snprintf(folder, OUTPUT_PATH, "%.*s", name > 0 ? (int)name : 2, name > 0 ? path : "./");
}

/* The same for every process that writes this file, so that the next one finds what a killed one
 * left. False: too long. */
static bool name_temporary(const char *path, unsigned i, char name[OUTPUT_PATH])
{
    char folder[OUTPUT_PATH];
    const char *last = path + platform_name_at(path);
    name_folder(path, folder);
    const int length = snprintf(name, OUTPUT_PATH, "%s.quakereel-%016" PRIx64 "-%u.tmp", folder,
                                hash64_add(HASH64_START, last, strlen(last)), i);
    return length > 0 && length < OUTPUT_PATH;
}

void output_file_sync_all(const char *path)
{
    char folder[OUTPUT_PATH];
    name_folder(path, folder);
    system_sync_all(folder);
}

/* --- opening ---------------------------------------------------------------------------------- */

static void close_fd(struct output_file *file)
{
    if (file->fd >= 0) {
        system_close(file->fd);
    }
    file->fd = -1;
}

/* Keeps errno. */
static void close_descriptor(struct output_file *file)
{
    const int reason = errno;
    close_fd(file);
    free(file->buffer);
    file->buffer = NULL;
    errno = reason;
}

/* Follows links and looks at the target: what is at the path before it is written. */
static int find_target(struct output_file *file, const struct output_request *request,
                       struct system_entry *target, struct format_error *err)
{
    const size_t length = strlen(request->path);
    *target = (struct system_entry){0};
    if (length == 0 || length >= sizeof(file->path)) {
        return fail_with_reason(err, length == 0 ? ENOENT : ENAMETOOLONG);
    }
    memcpy(file->path, request->path, length + 1);
    if (system_look(request->path, target) < 0) {
        return fail_with_reason(err, errno);
    }
    switch (target->kind) {
    case SYSTEM_NOTHING:
        return 0;
    case SYSTEM_BROKEN_LINK:
        return format_fail(err, FORMAT_BAD, 0, "is a link to a file that does not exist");
    case SYSTEM_FOLDER:
        return fail_with_reason(err, EISDIR);
    case SYSTEM_STREAM:
        return 0;
    case SYSTEM_FILE:
        break;
    }
    /* A link to a stream, such as /dev/fd/3, has no path behind it. */
    if (target->is_link &&
        platform_absolute_path(request->path, file->path, sizeof(file->path)) < 0) {
        return fail_with_reason(err, errno);
    }
    if (!request->force) {
        return format_fail(err, FORMAT_BAD, 0, "is there already; --force replaces it");
    }
    return system_check_writable(file->path) == 0 ? 0 : fail_with_reason(err, errno);
}

/* A pipe without a reader is waited for: until there is one, or the process is asked to end. */
static int open_stream(struct output_file *file, struct format_error *err)
{
    file->fd = system_open_stream(file->path);
    file->is_stream = true;
    file->write_max = SIZE_MAX;
    return file->fd < 0 ? fail_with_reason(err, errno) : 0;
}

static int open_standard_output(struct output_file *file, struct format_error *err)
{
    file->fd = system_open_output(&file->write_max);
    file->is_stream = true;
    return file->fd < 0 ? fail_with_reason(err, errno) : 0;
}

static int open_unnamed(struct output_file *file, unsigned mode)
{
    char folder[OUTPUT_PATH];
    name_folder(file->path, folder);
    file->fd = system_create_unnamed(folder, mode);
    return file->fd < 0 ? -1 : 0;
}

static int open_whole(struct output_file *file, unsigned mode, struct format_error *err)
{
    int reason = EEXIST;
    if (open_unnamed(file, mode) == 0) {
        return 0;
    }
    for (unsigned i = 0; i < NAMES_MAX && reason == EEXIST; i++) {
        if (!name_temporary(file->path, i, file->part)) {
            reason = ENAMETOOLONG;
            break;
        }
        system_remove_left(file->part);
        file->fd = system_create(file->part, mode);
        if (file->fd >= 0) {
            return 0;
        }
        reason = errno;
    }
    file->part[0] = '\0';
    return fail_with_reason(err, reason);
}

/* Opens or creates FILE.part and locks it. The processes of an ended run hold the lock a moment
 * longer than the one that was waited for. *fresh: it was empty. */
static int lock_part(struct output_file *file, unsigned mode, bool *fresh, struct format_error *err)
{
    for (unsigned i = 0; i < LOCK_ATTEMPTS; i++) {
        switch (system_open_part(file->part, mode, &file->fd)) {
        case SYSTEM_PART_LOCKED:
            *fresh = system_size(file->fd) == 0;
            return 0;
        case SYSTEM_PART_OTHER:
            return format_fail(err, FORMAT_BAD, 0, "FILE.part is not a regular file");
        case SYSTEM_PART_FAILED:
            return fail_with_reason(err, errno);
        case SYSTEM_PART_HELD:
            platform_sleep(LOCK_WAIT);
            break;
        case SYSTEM_PART_MOVED:
            break;
        }
    }
    return format_fail(err, FORMAT_BAD, 0, "is being written by another process");
}

static int open_part(struct output_file *file, const struct output_request *request, unsigned mode,
                     struct format_error *err)
{
    bool fresh = false;
    if (!output_file_name_part(file->path, file->part)) {
        file->part[0] = '\0';
        return fail_with_reason(err, ENAMETOOLONG);
    }
    int code = lock_part(file, mode, &fresh, err);
    if (code == 0 && fresh && !request->force && platform_exists(file->path)) {
        (void)!system_remove(file->fd,
                             file->part); /* the process that held the lock has finished FILE */
        code = format_fail(err, FORMAT_BAD, 0, "is there already; --force replaces it");
    }
    if (code == 0 && !fresh && !request->force && !request->replace_part) {
        code = format_fail(err, FORMAT_BAD, 0,
                           "its unfinished FILE.part of an earlier run is there; --resume or "
                           "--force replaces that");
    }
    if (code == 0 && !request->keep_part && system_cut(file->fd, 0) < 0) {
        code = fail_with_reason(err, errno);
    }
    if (code < 0) {
        file->part[0] = '\0'; /* it is not ours */
    }
    return code;
}

int output_file_open(struct output_file *file, const struct output_request *request,
                     struct format_error *err)
{
    const unsigned mode = request->only_for_owner ? 0600 : 0666;
    struct system_entry target = {0};
    int code;
    *file = (struct output_file){.fd = -1, .force = request->force, .unsynced = request->unsynced};
    file->keeps_part = request->way == OUTPUT_PART;
    file->buffer = malloc(BUFFER_BYTES);
    if (!file->buffer) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (strcmp(request->path, "-") == 0) {
        code = open_standard_output(file, err);
    } else {
        code = find_target(file, request, &target, err);
        if (code == 0) {
            code = target.kind == SYSTEM_STREAM ? open_stream(file, err)
                   : file->keeps_part           ? open_part(file, request, mode, err)
                                                : open_whole(file, mode, err);
        }
    }
    file->room = file->is_stream ? STREAM_BUFFER_BYTES : BUFFER_BYTES;
    if (code < 0) {
        close_descriptor(file);
    } else if (!file->is_stream && target.kind == SYSTEM_FILE && !request->only_for_owner) {
        system_set_mode(file->fd, target.mode);
    }
    return code;
}

int output_file_check(const struct output_request *request, struct format_error *err)
{
    struct output_file file = {.fd = -1};
    struct system_entry target = {0};
    int code = 0;
    if (strcmp(request->path, "-") != 0) {
        code = find_target(&file, request, &target, err);
    }
    if (code == 0 && file.path[0] && target.kind != SYSTEM_STREAM) {
        code = open_whole(&file, 0600, err);
        if (code == 0 && file.part[0]) {
            (void)!system_remove(file.fd, file.part);
        }
    }
    close_descriptor(&file);
    return code;
}

int output_file_open_inside(struct output_file *file, const char *path, uint64_t at,
                            struct format_error *err)
{
    *file = (struct output_file){.fd = system_open_inside(path), .at = at};
    return file->fd < 0 ? fail_with_reason(err, errno) : 0;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes bytes; a stream appends them, `at` is for files. */
static int write_all(const struct output_file *file, const uint8_t *bytes, size_t size, uint64_t at)
{
    return file->is_stream ? system_write_stream(file->fd, bytes, size, file->write_max)
                           : system_write_at(file->fd, bytes, size, at);
}

static int note_result(struct output_file *file, bool good)
{
    if (!good && file->reason == 0) {
        file->reason = errno;
    }
    file->failed = !good;
    return good ? 0 : FORMAT_BAD;
}

/* What was buffered and cannot be written stays lost: after a failure only a cut helps. */
static int flush_buffer(struct output_file *file)
{
    const size_t used = file->used;
    if (file->failed || used == 0) {
        return file->failed ? FORMAT_BAD : 0;
    }
    file->used = 0;
    const int code = note_result(file, write_all(file, file->buffer, used, file->at) == 0);
    file->at += used;
    return code;
}

int output_file_append(struct output_file *file, const void *bytes, size_t size)
{
    if (file->failed) {
        return FORMAT_BAD;
    }
    if (file->buffer && size <= file->room - file->used) {
        if (size > 0) {
            memcpy(file->buffer + file->used, bytes, size);
        }
        file->used += size;
        return 0;
    }
    int code = flush_buffer(file);
    if (code == 0) {
        code = note_result(file, write_all(file, bytes, size, file->at) == 0);
        file->at += size;
    }
    return code;
}

static int append_bytes(void *context, const uint8_t *bytes, size_t size)
{
    return output_file_append(context, bytes, size);
}

static int patch_bytes(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    struct output_file *file = context;
    const int code = flush_buffer(file);
    return code < 0 ? code : note_result(file, write_all(file, bytes, size, at) == 0);
}

static uint64_t count_held(void *context)
{
    struct output_file *file = context;
    (void)flush_buffer(file);
    const int64_t size = system_size(file->fd);
    return size > 0 ? (uint64_t)size : 0;
}

static int cut_file(void *context, uint64_t size)
{
    struct output_file *file = context;
    file->used = 0;
    file->at = size;
    return note_result(file, system_cut(file->fd, size) == 0);
}

struct media_sink output_file_sink(struct output_file *file)
{
    return (struct media_sink){.context = file,
                               .append = append_bytes,
                               .patch = patch_bytes,
                               .held = count_held,
                               .cut = cut_file};
}

FILE *output_file_stdio(const struct output_file *file)
{
    return system_stdio(file->fd, file->is_stream);
}

void output_file_explain(const struct output_file *file, struct format_error *err)
{
    if (file->reason != 0) {
        (void)fail_with_reason(err, file->reason);
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

int output_file_adopt(struct output_file *file, const char *other, struct format_error *err)
{
    if (system_adopt(&file->fd, other, file->part) < 0) {
        return fail_with_reason(err, errno);
    }
    file->used = 0;
    return 0;
}

/* A file without a name cannot replace another: it gets a temporary one before. */
static int replace_by_unnamed(const struct output_file *file)
{
    char name[OUTPUT_PATH];
    system_lock(file->fd);
    for (unsigned i = 0; i < NAMES_MAX && name_temporary(file->path, i, name); i++) {
        system_remove_left(name);
        if (system_name(file->fd, name) == 0) {
            const int renamed = system_rename(file->fd, name, file->path, true), reason = errno;
            if (renamed < 0) {
                (void)!system_remove(file->fd, name);
            }
            errno = reason;
            return renamed;
        }
        if (errno != EEXIST) {
            return -1;
        }
    }
    return -1;
}

static int give_name(const struct output_file *file, struct format_error *err)
{
    const int code = file->part[0] ? system_rename(file->fd, file->part, file->path, file->force)
                     : file->force ? replace_by_unnamed(file)
                                   : system_name(file->fd, file->path);
    if (code == 0) {
        if (!file->unsynced) {
            char folder[OUTPUT_PATH];
            name_folder(file->path, folder);
            system_sync_folder(folder);
        }
        return 0;
    }
    return errno == EEXIST ? format_fail(err, FORMAT_BAD, 0,
                                         "appeared while it was written; --force replaces it%s",
                                         file->keeps_part ? "; the new file is FILE.part" : "")
                           : fail_with_reason(err, errno);
}

int output_file_close(struct output_file *file, enum output_end end, struct format_error *err)
{
    const bool keeps = end == OUTPUT_DONE || (end == OUTPUT_PARTLY && file->keeps_part);
    int code = 0;
    if (keeps || file->is_stream) {
        (void)flush_buffer(file);
    }
    if (keeps && !file->is_stream && !(file->unsynced && system_can_sync_all()) &&
        file->reason == 0 && system_sync(file->fd) < 0) {
        file->reason = errno;
    }
    if (file->reason != 0) {
        code = fail_with_reason(err, file->reason);
    }
    if (code == 0 && end == OUTPUT_DONE && !file->is_stream && file->path[0]) {
        code = give_name(file, err);
    }
    const bool stays = file->keeps_part && end != OUTPUT_NONE && system_size(file->fd) != 0;
    if (file->part[0] && !stays && !(end == OUTPUT_DONE && code == 0)) {
        const int reason = system_remove(file->fd, file->part) < 0 ? errno : 0;
        if (reason != 0 && reason != ENOENT && code == 0) {
            code = format_fail(err, FORMAT_BAD, 0, "its unfinished %s cannot be removed: %s",
                               file->keeps_part ? "FILE.part" : "temporary file", strerror(reason));
        }
    }
    close_descriptor(file);
    return code;
}

int output_file_write(const struct output_request *request, const void *data, size_t size,
                      struct format_error *err)
{
    struct output_file file;
    int code = output_file_open(&file, request, err);
    if (code == 0) {
        code = output_file_append(&file, data, size);
        code = output_file_close(&file, code == 0 ? OUTPUT_DONE : OUTPUT_NONE, err);
    }
    return code;
}

int output_file_save(const char *path, const void *data, size_t size)
{
    const struct output_request request = {.path = path, .force = true, .only_for_owner = true};
    return output_file_write(&request, data, size, NULL) < 0 ? -1 : 0;
}

int output_file_append_line(const char *path, const void *line, size_t size, bool unsynced)
{
    return system_append(path, line, size, !unsynced);
}
