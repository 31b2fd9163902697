#include "engine/commands/text_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

int text_output_open(struct text_output *out, const char *path, bool force)
{
    *out = (struct text_output){.stream = stdout};
    if (!path || strcmp(path, "-") == 0) {
        return EXIT_GOOD;
    }
    if (platform_exists(path) && !force) {
        report_error("%s: is there already; --force replaces it", path);
        return EXIT_BAD_INPUT;
    }
    out->path = path;
    out->stream = open_memstream(&out->text, &out->size);
    if (!out->stream) {
        report_error("out of memory");
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

int text_output_close(struct text_output *out, int status)
{
    bool good = fflush(out->stream) == 0 && !ferror(out->stream);
    if (out->path) {
        good = fclose(out->stream) == 0 && good;
        const bool wanted = out->size > 0 || status == EXIT_GOOD;
        if (good && wanted) {
            good = platform_write_file(out->path, out->text, out->size) == 0;
        }
        const int reason = errno;
        free(out->text);
        errno = reason;
    }
    if (!good) {
        report_error("%s: cannot write: %s", out->path ? out->path : "standard output",
                     strerror(errno));
    }
    *out = (struct text_output){0};
    return good ? status : EXIT_BAD_INPUT;
}
