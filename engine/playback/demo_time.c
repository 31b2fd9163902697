#include "engine/playback/demo_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits and at most one point, starting with a digit; strtod reads more than that. NULL: none. */
static const char *parse_number(const char *text, double *number)
{
    char *end;
    if (*text < '0' || *text > '9') {
        return NULL;
    }
    *number = strtod(text, &end);
    return end == text + strspn(text, "0123456789.") ? end : NULL;
}

/* "90", "1:30.5", "1:02:03". NULL: it does not start so; else what follows. */
static const char *parse_clock(const char *text, double *seconds)
{
    *seconds = 0.0;
    for (int field = 0; field < 3; field++) {
        double number;
        text = parse_number(text, &number);
        if (!text) {
            return NULL;
        }
        *seconds = *seconds * 60.0 + number;
        if (*text != ':' || field == 2) {
            break;
        }
        text++;
    }
    return text;
}

/* "90s", "1m30s", "1h2m3.5s": all of the text, each unit at most once, in this order. */
static bool parse_units(const char *text, double *seconds)
{
    static const struct {
        char name;
        double seconds;
    } units[] = {{'h', 3600.0}, {'m', 60.0}, {'s', 1.0}};
    size_t unit = 0;
    *seconds = 0.0;
    do {
        double number;
        text = parse_number(text, &number);
        while (text && unit < sizeof(units) / sizeof(units[0]) && units[unit].name != *text) {
            unit++;
        }
        if (!text || unit == sizeof(units) / sizeof(units[0])) {
            return false;
        }
        *seconds += number * units[unit++].seconds;
        text++;
    } while (*text);
    return true;
}

/* Seconds from the start, not clamped to the demo. */
static bool parse_seconds(const char *text, double length, double *seconds)
{
    const bool from_end = *text == '-';
    double total;
    text += from_end ? 1 : 0;
    if (!parse_units(text, &total)) {
        text = parse_clock(text, &total);
        if (text && (strcmp(text, "%") == 0 || strcmp(text, " %") == 0)) {
            total = length * total / 100.0;
        } else if (!text || *text != '\0') {
            return false;
        }
    }
    if (!isfinite(total)) {
        return false;
    }
    *seconds = from_end ? length - total : total;
    return true;
}

bool demo_time_parse(const char *text, double length, double *seconds)
{
    double time;
    if (!parse_seconds(text, length, &time)) {
        return false;
    }
    *seconds = time < 0.0 ? 0.0 : time > length ? length : time;
    return true;
}

bool demo_time_is_outside(const char *text, double length)
{
    double time;
    return parse_seconds(text, length, &time) && (time < 0.0 || time > length + DEMO_TIME_SLACK);
}

void demo_time_write(double seconds, char text[DEMO_TIME_TEXT])
{
    for (int decimals = 3; decimals <= 12; decimals++) {
        snprintf(text, DEMO_TIME_TEXT, "%.*f", decimals, seconds);
        if (strtod(text, NULL) == seconds) {
            return;
        }
    }
}
