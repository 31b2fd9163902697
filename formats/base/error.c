#include "formats/base/error.h"

#include <stdarg.h>
#include <stdio.h>

int format_fail(struct format_error *err, int code, size_t offset, const char *fmt, ...)
{
    if (err) {
        va_list args;
        err->offset = offset;
        va_start(args, fmt);
        vsnprintf(err->what, sizeof(err->what), fmt, args);
        va_end(args);
    }
    return code;
}
