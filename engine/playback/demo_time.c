#include "engine/playback/demo_time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parses seconds, minutes and hours without a sign. */
static bool parse(const char *text, double length, double *seconds)
{
    bool from_end = *text == '-';
    const char *p = text + (from_end ? 1 : 0);
    double total = 0.0;
    for (int field = 0; field < 3; field++) {
        char *end;
        if (*p < '0' || *p > '9') {
            return false;
        }
        total = total * 60.0 + strtod(p, &end);
        if (end != p + strspn(p, "0123456789.")) {
            return false; /* strtod also accepts other spellings */
        }
        p = end;
        if (*p != ':' || field == 2) {
            break;
        }
        p++;
    }
    if (*p == '%' && p[1] == '\0') {
        total = length * total / 100.0;
    } else if (*p != '\0') {
        return false;
    }
    if (!isfinite(total)) {
        return false;
    }
    if (from_end) {
        total = length - total;
    }
    *seconds = total;
    return true;
}

bool demo_time_parse(const char *text, double length, double *seconds)
{
    double time;
    if (!parse(text, length, &time)) {
        return false;
    }
    *seconds = time < 0.0 ? 0.0 : time > length ? length : time;
    return true;
}

bool demo_time_is_outside(const char *text, double length)
{
    double time;
    return parse(text, length, &time) && (time < 0.0 || time > length);
}
