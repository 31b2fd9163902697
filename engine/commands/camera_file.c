#include "engine/commands/camera_file.h"

#include <errno.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/playback/camera_path_text.h"
#include "engine/report/report.h"

enum { BYTES_MAX = 1 << 20 };

int camera_file_read(const char *name, struct camera_path *path)
{
    struct file_bytes file;
    struct format_error err = {0};
    if (platform_read_small_file(name, BYTES_MAX, &file) < 0) {
        if (errno == ENOMEM) {
            report_error("out of memory");
        } else {
            report_error("%s: %s", name,
                         errno == EFBIG ? "too large for a camera path" : strerror(errno));
        }
        return EXIT_BAD_INPUT;
    }
    const int bad = camera_path_read(path, file.data, file.size, &err);
    platform_free_file(&file);
    if (bad < 0) {
        report_error("out of memory");
    } else if (bad > 0) {
        report_error("%s: byte %zu: %s", name, err.offset, err.what);
    } else if (path->num_keys == 0) {
        report_error("%s: no key point", name);
    } else {
        return EXIT_GOOD;
    }
    camera_path_free(path);
    return EXIT_BAD_INPUT;
}
