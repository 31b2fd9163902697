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

/* As read_line, for a line with its comment. */
static const char *read_text_line(struct camera_path *path, const char *text, size_t length,
                                  enum camera_path_speed *speed, int *status)
{
    char line[TEXT_LINE_MAX];
    const char *comment = memchr(text, '#', length);
    const size_t used = comment ? (size_t)(comment - text) : length;
    if (memchr(text, '\0', used)) {
        return "this is no text";
    }
    if (used >= sizeof(line)) {
        return "a line is too long";
    }
    memcpy(line, text, used);
    line[used] = '\0';
    return read_line(path, line, speed, status);
}

/* Length of the line at the start of `size` bytes, without its line end. */
static size_t line_length(const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    return end ? (size_t)(end - text) : size;
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
        const size_t length = line_length(text + pos, size - pos);
        const char *what = read_text_line(path, text + pos, length, &speed, &status);
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

static const char title[] = "# quakereel camera path:";
static const char legend[] = "# key TIME  X Y Z  PITCH YAW [ROLL [FOV]]";

static const char *speed_word(const struct camera_path *path)
{
    return path->speed == CAMERA_PATH_EVEN ? "even" : "time";
}

char *camera_path_write(const struct camera_path *path, const char *name, size_t *size)
{
    char plain[PLAIN_NAME_MAX];
    size_t length = strlen(name);
    length = length < sizeof(plain) - 1 ? length : sizeof(plain) - 1;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];
        plain[i] = c < ' ' || c == 0x7f ? '?' : name[i];
    }
    plain[length] = '\0';
    const size_t room =
        sizeof(title) + sizeof(legend) + PLAIN_NAME_MAX + KEY_TEXT * (path->num_keys + 1);
    char *text = malloc(room);
    if (!text) {
        return NULL;
    }
    size_t used = (size_t)snprintf(text, room, "%s %s\n%s\nspeed %s\n", title, plain, legend,
                                   speed_word(path));
    for (size_t i = 0; i < path->num_keys; i++) {
        used += write_key(text + used, room - used, &path->keys[i]);
    }
    *size = used;
    return text;
}

/* --- editing ---------------------------------------------------------------------------------- */

struct edit {
    const struct camera_path *before, *after;
    size_t next;      /* the first key point of `after` that may have to be written */
    bool speed_done;  /* the changed speed is written */
    bool has_content; /* a key point, or a line that this file did not write, is in the text */
    char *text;       /* with room for the old text and everything that is added */
    size_t used, room;
};

static const struct camera_key *find_key(const struct camera_path *path, double time)
{
    const size_t nearest = camera_path_nearest(path, time);
    return nearest < path->num_keys && path->keys[nearest].time == time ? &path->keys[nearest]
                                                                        : NULL;
}

static bool is_same_key(const struct camera_key *a, const struct camera_key *b)
{
    return memcmp(a->origin, b->origin, sizeof(a->origin)) == 0 &&
           memcmp(a->angles, b->angles, sizeof(a->angles)) == 0 && a->fov == b->fov;
}

/* True if `after` has a key point at that time, which `before` has not, or has elsewhere. */
static bool key_changed(const struct edit *edit, double time)
{
    const struct camera_key *old = find_key(edit->before, time), *new = find_key(edit->after, time);
    return new && !(old && is_same_key(old, new));
}

static bool key_removed(const struct edit *edit, double time)
{
    return find_key(edit->before, time) && !find_key(edit->after, time);
}

static bool speed_changed(const struct edit *edit)
{
    return edit->before->speed != edit->after->speed;
}

static void put_changed_speed(struct edit *edit)
{
    if (speed_changed(edit) && !edit->speed_done) {
        edit->used += (size_t)snprintf(edit->text + edit->used, edit->room - edit->used,
                                       "speed %s\n", speed_word(edit->after));
        edit->speed_done = true;
    }
}

/* Writes the changed key points up to `until`. */
static void put_changed_keys(struct edit *edit, double until)
{
    const struct camera_path *after = edit->after;
    for (; edit->next < after->num_keys && after->keys[edit->next].time <= until; edit->next++) {
        const struct camera_key *key = &after->keys[edit->next];
        if (key_changed(edit, key->time)) {
            edit->used += write_key(edit->text + edit->used, edit->room - edit->used, key);
            edit->has_content = true;
        }
    }
}

static bool begins_with(const char *line, size_t length, const char *start)
{
    return length >= strlen(start) && memcmp(line, start, strlen(start)) == 0;
}

/* Copies a line unless it was changed. Returns 0 or FORMAT_MEMORY. */
static int edit_line(struct edit *edit, const char *line, size_t length)
{
    struct camera_path one = {0};
    enum camera_path_speed speed = CAMERA_PATH_BY_TIME;
    int status = 0;
    const bool good = !read_text_line(&one, line, length, &speed, &status);
    const bool is_key = one.num_keys > 0;
    const double time = is_key ? one.keys[0].time : 0.0;
    camera_path_free(&one);
    if (status < 0) {
        return status;
    }
    size_t blanks = 0;
    while (blanks < length && strchr(" \t\r,", line[blanks]) && line[blanks] != '\0') {
        blanks++;
    }
    const bool is_speed = good && blanks < length && line[blanks] == 's';
    if (is_key || is_speed) {
        put_changed_speed(edit);
    }
    if (is_key) {
        put_changed_keys(edit, time);
    }
    if ((is_key && (key_changed(edit, time) || key_removed(edit, time))) ||
        (is_speed && speed_changed(edit))) {
        return 0;
    }
    edit->has_content |= blanks < length && !is_speed && !begins_with(line, length, title) &&
                         !begins_with(line, length, legend);
    memcpy(edit->text + edit->used, line, length);
    edit->used += length;
    edit->text[edit->used++] = '\n';
    return 0;
}

char *camera_path_edit_text(const struct camera_path_change *change, const char *text, size_t size,
                            size_t *new_size)
{
    if (size == 0) {
        const struct camera_path none = {.speed = change->after->speed};
        char *head = camera_path_write(&none, change->name, &size);
        char *fresh = head ? camera_path_edit_text(change, head, size, new_size) : NULL;
        free(head);
        return fresh;
    }
    struct edit edit = {.before = change->before,
                        .after = change->after,
                        .room = size + 2 + KEY_TEXT * (change->after->num_keys + 1)};
    edit.text = malloc(edit.room);
    int status = edit.text ? 0 : FORMAT_MEMORY;
    for (size_t pos = 0; pos < size && status == 0;) {
        const size_t length = line_length(text + pos, size - pos);
        status = edit_line(&edit, text + pos, length);
        pos += length + 1;
    }
    if (status < 0) {
        free(edit.text);
        return NULL;
    }
    put_changed_speed(&edit);
    put_changed_keys(&edit, INFINITY);
    *new_size = edit.has_content ? edit.used : 0;
    return edit.text;
}
