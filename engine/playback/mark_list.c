#include "engine/playback/mark_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_time.h"
#include "formats/base/arrays.h"

enum { TIME_TEXT = 64, LINE = 256 };

/* --- reading ------------------------------------------------------------------------------------
 */

static int fail(struct mark_list_error *err, size_t line, const char *what)
{
    *err = (struct mark_list_error){line, what};
    return FORMAT_BAD;
}

/* One line, without blanks at its start: "TIME NAME". */
static int read_mark(struct demo_mark *mark, const char *line, size_t size, double length,
                     size_t number, struct mark_list_error *err)
{
    char time[TIME_TEXT];
    size_t end = 0;
    while (end < size && line[end] != ' ' && line[end] != '\t') {
        end++;
    }
    if (end >= sizeof(time)) {
        return fail(err, number, "expected " DEMO_TIME_FORMS);
    }
    memcpy(time, line, end);
    time[end] = '\0';
    if (strlen(time) != end || !demo_time_parse(time, length, &mark->time)) {
        return fail(err, number, "expected " DEMO_TIME_FORMS);
    }
    if (demo_time_is_outside(time, length)) {
        return fail(err, number, "the time is outside the demo");
    }
    demo_mark_set_name(mark, line + end, size - end);
    return 0;
}

int mark_list_read(struct demo_mark **marks, size_t *count, const char *text, size_t size,
                   double length, struct mark_list_error *err)
{
    size_t room = 0, number = 0;
    *marks = NULL;
    *count = 0;
    for (size_t pos = 0; pos < size;) {
        const char *line = text + pos;
        const char *end = memchr(line, '\n', size - pos);
        size_t left = end ? (size_t)(end - line) : size - pos;
        pos += left + 1;
        number++;
        while (left > 0 && strchr("\r \t", line[left - 1]) && line[left - 1] != '\0') {
            left--;
        }
        while (left > 0 && (*line == ' ' || *line == '\t')) {
            line++;
            left--;
        }
        if (left == 0 || *line == '#') {
            continue;
        }
        if (*count == DEMO_MARKS_MAX) {
            return fail(err, number, "more marks than a demo can have");
        }
        if (array_reserve(marks, &room, *count + 1, sizeof(**marks)) < 0) {
            return FORMAT_MEMORY;
        }
        if (read_mark(&(*marks)[*count], line, left, length, number, err) < 0) {
            return FORMAT_BAD;
        }
        ++*count;
    }
    return 0;
}

/* --- writing ------------------------------------------------------------------------------------
 */

static void put_text(struct byte_writer *out, const char *text)
{
    byte_writer_bytes(out, text, strlen(text));
}

static double round_to(double time, double units)
{
    return floor(time * units + 0.5) / units;
}

/* M:SS.mmm; times that are no whole milliseconds get nine digits, as the file of marks has. */
static void put_line(struct byte_writer *out, const struct demo_mark *mark)
{
    char line[LINE];
    const double short_time = round_to(mark->time, 1e3);
    const bool is_short = fabs(short_time - mark->time) < 5e-10;
    const double time = is_short ? short_time : round_to(mark->time, 1e9);
    const double minutes = floor(time / 60.0);
    const int digits = is_short ? 3 : 9;
    snprintf(line, sizeof(line), "%.0f:%0*.*f%s%s\n", minutes, digits + 3, digits,
             time - 60.0 * minutes, mark->name[0] ? " " : "", mark->name);
    put_text(out, line);
}

/* ffmpeg's metadata file: these have a meaning, or would begin a comment. */
static void put_escaped(struct byte_writer *out, const char *name)
{
    for (; *name; name++) {
        if (strchr("=;#\\", *name)) {
            byte_writer_u8(out, '\\');
        }
        byte_writer_u8(out, (uint8_t)*name);
    }
}

static void put_ffmetadata(struct byte_writer *out, const char *name, double start, double end)
{
    char line[LINE];
    snprintf(line, sizeof(line),
             "\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=%.0f\nEND=%.0f\ntitle=", start * 1000.0,
             end * 1000.0);
    put_text(out, line);
    put_escaped(out, name);
    byte_writer_u8(out, '\n');
}

static void put_ogm(struct byte_writer *out, const char *name, double start, int number)
{
    char line[LINE];
    const long ms = (long)floor(start * 1000.0 + 0.5);
    snprintf(line, sizeof(line), "CHAPTER%02d=%02ld:%02ld:%02ld.%03ld\nCHAPTER%02dNAME=%s\n",
             number, ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000, number, name);
    put_text(out, line);
}

/* Number of the mark's chapter, from 1. */
static void put_chapter(struct byte_writer *out, const struct demo_mark *mark, size_t place,
                        enum mark_list_form form, double start, double end, int number)
{
    char name[DEMO_MARK_NAME];
    snprintf(name, sizeof(name), "%s", mark->name);
    if (name[0] == '\0') {
        snprintf(name, sizeof(name), "Mark %zu", place + 1);
    }
    if (form == MARK_LIST_OGM) {
        put_ogm(out, name, start, number);
    } else {
        put_ffmetadata(out, name, start, end);
    }
}

void mark_list_write(const struct demo_mark *marks, size_t count, enum mark_list_form form,
                     double from, double to, struct byte_writer *out)
{
    int number = 0;
    if (form == MARK_LIST_FFMETADATA) {
        put_text(out, ";FFMETADATA1\n");
    }
    for (size_t i = 0; i < count; i++) {
        if (form == MARK_LIST_TEXT) {
            put_line(out, &marks[i]);
        } else if (marks[i].time >= from && marks[i].time < to) {
            const double next = i + 1 < count && marks[i + 1].time < to ? marks[i + 1].time : to;
            put_chapter(out, &marks[i], i, form, marks[i].time - from, next - from, ++number);
        }
    }
}
