#define _POSIX_C_SOURCE 200809L

#include "engine/capture/film_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"

static int fail_with_reason(struct format_error *err, int reason)
{
    return format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(reason));
}

static int open_standard_output(struct film_file *file, struct format_error *err)
{
    const int copy = dup(STDOUT_FILENO);
    file->sink = (struct file_sink){.file = copy < 0 ? NULL : fdopen(copy, "wb")};
    if (file->sink.file) {
        return 0;
    }
    const int reason = errno;
    if (copy >= 0) {
        close(copy);
    }
    return fail_with_reason(err, reason);
}

int film_file_open(struct film_file *file, const char *path, bool force, struct format_error *err)
{
    *file = (struct film_file){0};
    if (strcmp(path, "-") == 0) {
        return open_standard_output(file, err);
    }
    const bool regular = platform_is_file(path);
    if (regular && !force) {
        return format_fail(err, FORMAT_BAD, 0, "is there already; --force replaces it");
    }
    char part[FILM_FILE_PATH];
    if (!film_file_name_part(path, part)) {
        return fail_with_reason(err, ENAMETOOLONG);
    }
    memcpy(file->path, path, strlen(path) + 1);
    if (regular || !platform_exists(path)) {
        memcpy(file->part, part, strlen(part) + 1);
    }
    if (file_sink_open(&file->sink, file->part[0] ? file->part : path) < 0) {
        return fail_with_reason(err, errno);
    }
    return 0;
}

int film_file_open_inside(struct film_file *file, const char *path, uint64_t at,
                          struct format_error *err)
{
    *file = (struct film_file){0};
    return file_sink_open_inside(&file->sink, path, at) < 0 ? fail_with_reason(err, errno) : 0;
}

bool film_file_name_part(const char *path, char part[FILM_FILE_PATH])
{
    const int length = snprintf(part, FILM_FILE_PATH, "%s.part", path);
    return length > 0 && length < FILM_FILE_PATH;
}

bool film_file_patches(const struct film_file *file)
{
    return file->part[0] || platform_is_file(file->path);
}

int film_file_close(struct film_file *file, enum film_file_end end, struct format_error *err)
{
    int code = file_sink_close(&file->sink) < 0 ? fail_with_reason(err, errno) : 0;
    if (file->part[0] && end == FILM_FILE_NONE) {
        (void)!platform_remove_file(file->part);
    } else if (file->part[0] && end == FILM_FILE_DONE && rename(file->part, file->path) != 0) {
        code = code ? code : fail_with_reason(err, errno);
    }
    return code;
}
