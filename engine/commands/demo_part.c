#include "engine/commands/demo_part.h"

#include "engine/commands/commands.h"
#include "engine/playback/demo_time.h"
#include "engine/report/report.h"

/* The option's reader has refused what is no time. */
static double read_time(const char *text, double length, double usual, bool *outside)
{
    double time = usual;
    if (text && demo_time_parse(text, length, &time)) {
        *outside |= demo_time_is_outside(text, length);
    }
    return time;
}

struct demo_part demo_part_read(const char *from, const char *to, double length)
{
    struct demo_part part = {.outside = false};
    part.from = read_time(from, length, 0.0, &part.outside);
    part.to = read_time(to, length, length, &part.outside);
    return part;
}

int demo_part_check(const struct demo_part *part, const char *from, const char *to)
{
    if (part->to >= part->from) {
        return EXIT_GOOD;
    }
    report_error("--to %s is before --from %s", to ? to : "the end", from ? from : "the start");
    return EXIT_USAGE;
}

void demo_part_tell_outside(const char *demo, const char *from, const char *to, double length)
{
    const char *const times[2] = {from, to};
    for (int i = 0; i < 2; i++) {
        if (times[i] && demo_time_is_outside(times[i], length)) {
            report_error("%s: %s is outside the demo (%.3f s)", demo, times[i], length);
        }
    }
}
