#include "engine/playback/camera_path_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_time.h"

enum { TEXT_LINE_MAX = 256, PLAIN_NAME_MAX = 200, WORDS = 9, NUMBERS_MIN = 5, NUMBERS_MAX = 7 };
enum { KEY_TEXT = 192 }; /* longest line of a key point, with margin */

/* --- reading ---------------------------------------------------------------------------------- */

/* Splits a line at spaces and commas. Returns the number of words, at most WORDS + 1. */
static int cut_words(char *line, char *words[WORDS])
{
    static const char blanks[] = " \t\r,";
    int count = 0;
    for (char *p = line + strspn(line, blanks); *p; p += strspn(p, blanks)) {
        if (count == WORDS) {
            return WORDS + 1;
        }
        words[count++] = p;
        p += strcspn(p, blanks);
        if (*p) {
            *p++ = '\0';
        }
    }
    return count;
}

static bool read_number(const char *text, float *number)
{
    char *end;
    const char *digits = text + (*text == '-' || *text == '+');
    /* strtod also accepts "inf", "nan" and hexadecimal numbers; these are refused. */
    if (strspn(digits, "0123456789.") != strlen(digits) || *digits == '\0') {
        return false;
    }
    *number = (float)strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number);
}

static bool read_time(const char *text, double *time)
{
    return *text != '-' && !strchr(text, '%') && demo_time_parse(text, INFINITY, time);
}

/* Parses "TIME X Y Z PITCH YAW [ROLL [FOV]]". Returns NULL or the error; *status: FORMAT_MEMORY. */
static const char *read_key(struct camera_path *path, char *const *words, int count, int *status)
{
    float numbers[NUMBERS_MAX] = {0};
    struct camera_key key = {0};
    if (count - 1 < NUMBERS_MIN || count - 1 > NUMBERS_MAX) {
        return "a key point is TIME X Y Z PITCH YAW [ROLL [FOV]]";
    }
    if (!read_time(words[0], &key.time)) {
        return "that is no time; try 90 or 1:30.5";
    }
    for (int i = 1; i < count; i++) {
        if (!read_number(words[i], &numbers[i - 1])) {
            return "that is no number";
        }
    }
    memcpy(key.origin, numbers, sizeof(key.origin));
    memcpy(key.angles, numbers + 3, sizeof(key.angles));
    key.fov = numbers[6];
    const size_t before = path->num_keys;
    *status = camera_path_add(path, &key);
    if (*status == FORMAT_BAD) {
        *status = 0;
        return "a number is too large (pitch 90, field of view 1 to 170, others a million)";
    }
    if (*status == FORMAT_UNKNOWN) {
        *status = 0;
        return "there are too many key points";
    }
    return *status == 0 && path->num_keys == before ? "there is a key point at that time already"
                                                    : NULL;
}

/* Parses a line. Returns NULL or the error. */
static const char *read_line(struct camera_path *path, char *line, enum camera_path_speed *speed,
                             int *status)
{
    char *words[WORDS];
    const int count = cut_words(line, words);
    if (count == 0) {
        return NULL;
    }
    if (strcmp(words[0], "key") == 0) {
        return read_key(path, words + 1, count - 1, status);
    }
    if (strcmp(words[0], "speed") == 0 && count == 2) {
        const bool even = strcmp(words[1], "even") == 0;
        if (even || strcmp(words[1], "time") == 0) {
            *speed = even ? CAMERA_PATH_EVEN : CAMERA_PATH_BY_TIME;
            return NULL;
        }
    }
    return "a line is 'key TIME X Y Z PITCH YAW [ROLL [FOV]]', 'speed time' or 'speed even'";
}

int camera_path_read(struct camera_path *path, const uint8_t *data, size_t size,
                     struct format_error *err)
{
    const char *text = (const char *)data;
    enum camera_path_speed speed = path->speed;
    int bad = 0, status = 0;
    size_t number = 1;
    /* Set at the end: with even speed every added key point would measure the path again. */
    path->speed = CAMERA_PATH_BY_TIME;
    for (size_t pos = 0; pos < size && status == 0; number++) {
        char line[TEXT_LINE_MAX];
        const char *end = memchr(text + pos, '\n', size - pos);
        const size_t length = end ? (size_t)(end - (text + pos)) : size - pos;
        const char *comment = memchr(text + pos, '#', length);
        const size_t used = comment ? (size_t)(comment - (text + pos)) : length;
        const char *what = "a line is too long";
        if (memchr(text + pos, '\0', used)) {
            what = "this is no text";
        } else if (used < sizeof(line)) {
            memcpy(line, text + pos, used);
            line[used] = '\0';
            what = read_line(path, line, &speed, &status);
        }
        if (what && bad++ == 0) {
            (void)format_fail(err, FORMAT_BAD, pos, "line %zu: %s", number, what);
        }
        pos += length + 1;
    }
    camera_path_set_speed(path, speed);
    return status < 0 ? status : bad;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Formats a time: "1:02.500", "1:02:03.000". */
static int write_time(char *text, size_t size, double time)
{
    const long long thousandths = (long long)(time * 1000.0 + 0.5);
    const long long minutes = thousandths / 60000;
    const int rest = (int)(thousandths % 60000);
    return minutes < 60 ? snprintf(text, size, "%lld:%02d.%03d", minutes, rest / 1000, rest % 1000)
                        : snprintf(text, size, "%lld:%02lld:%02d.%03d", minutes / 60, minutes % 60,
                                   rest / 1000, rest % 1000);
}

static size_t write_key(char *text, size_t size, const struct camera_key *key)
{
    char time[32];
    write_time(time, sizeof(time), key->time);
    int used = snprintf(text, size, "key %s  %.2f %.2f %.2f  %.2f %.2f", time,
                        (double)key->origin[0], (double)key->origin[1], (double)key->origin[2],
                        (double)key->angles[0], (double)key->angles[1]);
    if (key->angles[2] != 0.0f || key->fov > 0.0f) {
        used += snprintf(text + used, size - (size_t)used, "  %.2f", (double)key->angles[2]);
    }
    if (key->fov > 0.0f) {
        used += snprintf(text + used, size - (size_t)used, "  %.2f", (double)key->fov);
    }
    used += snprintf(text + used, size - (size_t)used, "\n");
    return (size_t)used;
}

char *camera_path_write(const struct camera_path *path, const char *name, size_t *size)
{
    static const char legend[] = "# key TIME  X Y Z  PITCH YAW [ROLL [FOV]]\n";
    char plain[PLAIN_NAME_MAX];
    size_t length = strlen(name);
    length = length < sizeof(plain) - 1 ? length : sizeof(plain) - 1;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];
        plain[i] = c < ' ' || c == 0x7f ? '?' : name[i];
    }
    plain[length] = '\0';
    const size_t room = sizeof(legend) + PLAIN_NAME_MAX + KEY_TEXT * (path->num_keys + 1);
    char *text = malloc(room);
    if (!text) {
        return NULL;
    }
    size_t used = (size_t)snprintf(text, room, "# quakereel camera path: %s\n%sspeed %s\n", plain,
                                   legend, path->speed == CAMERA_PATH_EVEN ? "even" : "time");
    for (size_t i = 0; i < path->num_keys; i++) {
        used += write_key(text + used, room - used, &path->keys[i]);
    }
    *size = used;
    return text;
}
