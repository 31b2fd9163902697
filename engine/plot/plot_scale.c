#include "engine/plot/plot_scale.h"

#include <math.h>
#include <stdio.h>

enum { UNIT = 1000, SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* NAN is 0: no tick depends on what is no number. */
static int64_t to_thousandths(double value, bool up)
{
    const double clamped = value > PLOT_VALUE_MAX     ? PLOT_VALUE_MAX
                           : value < -PLOT_VALUE_MAX  ? -PLOT_VALUE_MAX
                           : value == value /* NAN */ ? value
                                                      : 0.0;
    /* 0.3 * 1000 is a little below 300 */
    const double scaled = clamped * UNIT, nearest = floor(scaled + 0.5);
    if (fabs(scaled - nearest) < 1e-6) {
        return (int64_t)nearest;
    }
    return (int64_t)(up ? ceil(scaled) : floor(scaled));
}

static int64_t divide_down(int64_t value, int64_t by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

static struct plot_ticks ticks_of(int64_t low, int64_t high, int64_t step)
{
    const int64_t first = -divide_down(-low, step);
    const int64_t last = divide_down(high, step);
    const int64_t count = last >= first ? last - first + 1 : 0;
    return (struct plot_ticks){first * step, step,
                               (uint32_t)(count > PLOT_TICKS_MAX ? PLOT_TICKS_MAX + 1 : count)};
}

static uint32_t clamp_most(uint32_t most)
{
    return most < 2 ? 2 : most > PLOT_TICKS_MAX ? PLOT_TICKS_MAX : most;
}

struct plot_ticks plot_ticks_of_numbers(double low, double high, uint32_t most, bool whole)
{
    const int64_t from = to_thousandths(low, true), to = to_thousandths(high, false);
    struct plot_ticks ticks = {0, UNIT, 0};
    for (int64_t power = whole ? UNIT : 1; power < INT64_C(1) << 50; power *= 10) {
        static const int64_t steps[] = {1, 2, 5};
        for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
            ticks = ticks_of(from, to, power * steps[i]);
            if (ticks.count <= clamp_most(most)) {
                return ticks;
            }
        }
    }
    return ticks;
}

struct plot_ticks plot_ticks_of_time(double low, double high, uint32_t most)
{
    static const int64_t steps[] = {1,           2,          5,           10,          20,
                                    50,          100,        200,         500,         SECOND,
                                    2 * SECOND,  5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND,
                                    MINUTE,      2 * MINUTE, 5 * MINUTE,  10 * MINUTE, 15 * MINUTE,
                                    30 * MINUTE, HOUR,       2 * HOUR,    5 * HOUR,    10 * HOUR};
    const int64_t from = to_thousandths(low, true), to = to_thousandths(high, false);
    struct plot_ticks ticks = {0, SECOND, 0};
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        ticks = ticks_of(from, to, steps[i]);
        if (ticks.count <= clamp_most(most)) {
            return ticks;
        }
    }
    for (int64_t step = 20 * HOUR; ticks.count > clamp_most(most); step *= 2) {
        ticks = ticks_of(from, to, step);
    }
    return ticks;
}

void plot_scale_round(double *low, double *high, uint32_t most, bool whole)
{
    struct plot_ticks ticks = {0};
    for (int i = 0; i < 2; i++) { /* the second time with what the first one added */
        ticks = plot_ticks_of_numbers(*low, *high, most, whole);
        const int64_t first = divide_down(to_thousandths(*low, false), ticks.step);
        const int64_t last = -divide_down(-to_thousandths(*high, true), ticks.step);
        *low = (double)(first * ticks.step) / UNIT;
        *high = (double)((last > first ? last : first + 1) * ticks.step) / UNIT;
    }
}

/* Decimals that a step of thousandths needs. */
static int decimals_of(int64_t step)
{
    return step % UNIT == 0 ? 0 : step % 100 == 0 ? 1 : step % 10 == 0 ? 2 : 3;
}

static void append_decimals(char text[PLOT_LABEL], int length, int64_t thousandths, int decimals)
{
    static const int divisors[] = {1000, 100, 10, 1};
    if (decimals > 0 && length > 0 && length < PLOT_LABEL) {
        snprintf(text + length, (size_t)(PLOT_LABEL - length), ".%0*d", decimals,
                 (int)(thousandths / divisors[decimals]));
    }
}

void plot_format_number(char text[PLOT_LABEL], int64_t thousandths, int64_t step)
{
    const int64_t size = thousandths < 0 ? -thousandths : thousandths;
    const int length =
        snprintf(text, PLOT_LABEL, "%s%lld", thousandths < 0 ? "-" : "", (long long)(size / UNIT));
    append_decimals(text, length, size % UNIT, decimals_of(step));
}

void plot_format_time(char text[PLOT_LABEL], int64_t milliseconds, int64_t step)
{
    const int64_t size = milliseconds < 0 ? -milliseconds : milliseconds;
    const long long hours = size / HOUR;
    const int minutes = (int)(size / MINUTE % 60), seconds = (int)(size / SECOND % 60);
    const char *sign = milliseconds < 0 ? "-" : "";
    const int length =
        hours > 0 ? snprintf(text, PLOT_LABEL, "%s%lld:%02d:%02d", sign, hours, minutes, seconds)
                  : snprintf(text, PLOT_LABEL, "%s%d:%02d", sign, minutes, seconds);
    append_decimals(text, length, size % SECOND, decimals_of(step));
}
