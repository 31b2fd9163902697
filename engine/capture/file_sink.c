#define _POSIX_C_SOURCE 200809L

#include "engine/capture/file_sink.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int file_sink_open(struct file_sink *sink, const char *path)
{
    *sink = (struct file_sink){.file = fopen(path, "wb")};
    return sink->file ? 0 : -1;
}

int file_sink_open_inside(struct file_sink *sink, const char *path, uint64_t at)
{
    *sink = (struct file_sink){.file = fopen(path, "r+b")};
    if (!sink->file) {
        return -1;
    }
    if (setvbuf(sink->file, NULL, _IONBF, 0) == 0 && fseeko(sink->file, (off_t)at, SEEK_SET) == 0) {
        return 0;
    }
    const int reason = errno;
    fclose(sink->file);
    errno = reason;
    return -1;
}

static int check_result(struct file_sink *sink, bool good)
{
    if (!good && sink->reason == 0) {
        sink->reason = errno;
    }
    sink->failed = !good;
    return good ? 0 : FORMAT_BAD;
}

static int append_bytes(void *context, const uint8_t *bytes, size_t size)
{
    struct file_sink *sink = context;
    return check_result(sink, !sink->failed && fwrite(bytes, 1, size, sink->file) == size);
}

static int patch_bytes(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    struct file_sink *sink = context;
    const bool good = !sink->failed && fseeko(sink->file, (off_t)at, SEEK_SET) == 0 &&
                      fwrite(bytes, 1, size, sink->file) == size &&
                      fseeko(sink->file, 0, SEEK_END) == 0;
    return check_result(sink, good);
}

static uint64_t count_held(void *context)
{
    struct file_sink *sink = context;
    struct stat info;
    (void)fflush(sink->file);
    return fstat(fileno(sink->file), &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size
                                                                          : 0;
}

/* The stream is another one afterwards: this one would try again to write what it still has. */
static int cut_file(void *context, uint64_t size)
{
    struct file_sink *sink = context;
    const int copy = dup(fileno(sink->file));
    FILE *again = copy < 0 ? NULL : fdopen(copy, "wb");
    if (!again) {
        if (copy >= 0) {
            close(copy);
        }
        return check_result(sink, false);
    }
    (void)fclose(sink->file);
    sink->file = again;
    return check_result(sink, ftruncate(copy, (off_t)size) == 0 && fseeko(again, 0, SEEK_END) == 0);
}

struct media_sink file_sink_media(struct file_sink *sink)
{
    return (struct media_sink){.context = sink,
                               .append = append_bytes,
                               .patch = patch_bytes,
                               .held = count_held,
                               .cut = cut_file};
}

void file_sink_explain(const struct file_sink *sink, struct format_error *err)
{
    if (sink->reason != 0) {
        (void)format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(sink->reason));
    }
}

int file_sink_close(struct file_sink *sink)
{
    if (fclose(sink->file) != 0 && sink->reason == 0) {
        sink->reason = errno;
    }
    sink->file = NULL;
    errno = sink->reason;
    return sink->reason == 0 ? 0 : -1;
}
