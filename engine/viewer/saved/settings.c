#include "engine/viewer/saved/settings.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "formats/base/arrays.h"

static const char file_name[] = "settings.conf";

enum { MAX_TOLD_LINES = 20, MAX_MESSAGE = SETTINGS_PATH + 256 };

FORMAT_PRINTF(2, 3)
static void tell(const struct settings *settings, const char *format, ...)
{
    char line[MAX_MESSAGE];
    va_list args;
    if (settings->tell) {
        va_start(args, format);
        vsnprintf(line, sizeof(line), format, args);
        va_end(args);
        settings->tell(settings->context, line);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

/* Length of the name that a text of `size` bytes begins with; 0 = it begins with none. */
static size_t name_length(const char *text, size_t size)
{
    size_t length = 0;
    while (length < size && is_name_letter(text[length])) {
        length++;
    }
    return length < SETTINGS_NAME ? length : 0;
}

/* Cuts the blanks around a line. */
static void trim(const char **text, size_t *length)
{
    while (*length > 0 && is_blank((*text)[*length - 1])) {
        (*length)--;
    }
    while (*length > 0 && is_blank(**text)) {
        (*text)++;
        (*length)--;
    }
}

/* Without blanks around it. */
static bool is_setting(const char *text, size_t length)
{
    if (length >= SETTINGS_LINE) {
        return false;
    }
    const size_t name = name_length(text, length);
    if (name == 0 || name >= length || !is_blank(text[name]) || is_blank(text[length - 1])) {
        return false;
    }
    for (size_t i = name; i < length; i++) {
        if (is_control(text[i]) && text[i] != '\t') {
            return false;
        }
    }
    return true;
}

static const char *value_of(const struct settings_line *line)
{
    const char *value = line->text + name_length(line->text, line->length);
    while (is_blank(*value)) {
        value++;
    }
    return value;
}

/* Appends a line; text need not end with a 0. */
static int add_line(struct settings *settings, const char *text, size_t length, size_t number)
{
    char *copy = malloc(length + 1);
    if (!copy || array_reserve(&settings->lines, &settings->cap_lines, settings->num_lines + 1,
                               sizeof(*settings->lines)) < 0) {
        free(copy);
        return FORMAT_MEMORY;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    settings->lines[settings->num_lines++] =
        (struct settings_line){.text = copy, .length = length, .number = number};
    return 0;
}

/* Whether a line is a setting of that name, or the place of one that was removed. */
static bool is_of(const struct settings_line *line, const char *name, size_t length)
{
    return (line->removed || is_setting(line->text, line->length)) &&
           name_length(line->text, line->length) == length && memcmp(line->text, name, length) == 0;
}

/* The line that counts for a name; NULL = none. */
static struct settings_line *find_line(const struct settings *settings, const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = settings->num_lines; i-- > 0;) {
        if (is_of(&settings->lines[i], name, length)) {
            return &settings->lines[i];
        }
    }
    return NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

int settings_read(struct settings *settings, const char *text, size_t size)
{
    size_t number = 0;
    size_t bad = 0;
    for (size_t pos = 0; pos < size;) {
        const char *line = text + pos;
        const char *line_end = memchr(line, '\n', size - pos);
        size_t length = line_end ? (size_t)(line_end - line) : size - pos;
        pos += length + 1;
        number++;
        const char *inner = line;
        size_t inner_length = length;
        trim(&inner, &inner_length);
        const bool good = is_setting(inner, inner_length);
        if (add_line(settings, good ? inner : line, good ? inner_length : length, number) < 0) {
            return FORMAT_MEMORY;
        }
        if (good || inner_length == 0 || *inner == '#') {
            continue;
        }
        bad++;
        if (bad <= MAX_TOLD_LINES) {
            tell(settings, "%s: line %zu is not of the form NAME VALUE", file_name, number);
        }
    }
    if (bad > MAX_TOLD_LINES) {
        tell(settings, "%s: %zu more lines are not of that form", file_name, bad - MAX_TOLD_LINES);
    }
    return 0;
}

/* Reads the file; a missing one is empty. Returns 0, or -1 with errno set. */
static int read_settings(const char *path, struct file_bytes *file)
{
    return platform_read_small_file(path, SAVED_FILE_MAX, file) == 0 || errno == ENOENT ||
                   errno == ENOTDIR
               ? 0
               : -1;
}

int settings_load(struct settings *settings, settings_tell_fn tell_fn, void *context)
{
    char path[SETTINGS_PATH];
    struct file_bytes file;
    *settings = (struct settings){.tell = tell_fn, .context = context};
    if (user_config_path(path, sizeof(path), file_name) != 0) {
        return 0;
    }
    if (read_settings(path, &file) < 0) {
        tell(settings, "%s: %s; settings are not remembered", path, strerror(errno));
        return 0;
    }
    int status = settings_read(settings, (const char *)file.data, file.size);
    platform_free_file(&file);
    /* A link stays one, and what it leads to is written: people keep such files elsewhere. */
    if (status == 0 && platform_absolute_path(path, settings->path, sizeof(settings->path)) != 0) {
        memcpy(settings->path, path, sizeof(path));
    }
    return status;
}

void settings_free(struct settings *settings)
{
    for (size_t i = 0; i < settings->num_lines; i++) {
        free(settings->lines[i].text);
    }
    free(settings->lines);
    *settings = (struct settings){0};
}

/* --- values ----------------------------------------------------------------------------------- */

const char *settings_text(const struct settings *settings, const char *name)
{
    const struct settings_line *line = find_line(settings, name);
    return line && !line->removed ? value_of(line) : NULL;
}

bool settings_number(const struct settings *settings, const char *name, double least, double most,
                     double *value)
{
    const struct settings_line *line = find_line(settings, name);
    if (!line || line->removed) {
        return false;
    }
    char *end;
    const char *text = value_of(line);
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= least && number <= most)) {
        tell(settings, "%s: line %zu: %s is a number from %g to %g", file_name, line->number, name,
             least, most);
        return false;
    }
    *value = number;
    return true;
}

void settings_reject(const struct settings *settings, const char *name, const char *values)
{
    const struct settings_line *line = find_line(settings, name);
    if (line && !line->removed) {
        tell(settings, "%s: line %zu: bad %s '%s'; good values: %s", file_name, line->number, name,
             value_of(line), values);
    }
}

/* Takes all lines of a name away but one (or none, NULL). */
static void drop_others(struct settings *settings, const char *name,
                        const struct settings_line *kept)
{
    const size_t length = strlen(name);
    const char *text = kept ? kept->text : NULL;
    size_t count = 0;
    for (size_t i = 0; i < settings->num_lines; i++) {
        struct settings_line *line = &settings->lines[i];
        if (line->text != text && is_of(line, name, length)) {
            free(line->text);
        } else {
            settings->lines[count++] = *line;
        }
    }
    settings->num_lines = count;
}

/* The name's one line from now on; removed: text is the name alone. */
static int put_line(struct settings *settings, const char *name, const char *text, bool removed)
{
    struct settings_line *line = find_line(settings, name);
    const size_t length = strlen(text);
    if (!line) {
        if (add_line(settings, text, length, 0) < 0) {
            return FORMAT_MEMORY;
        }
        line = &settings->lines[settings->num_lines - 1];
    } else {
        char *copy = strdup(text);
        if (!copy) {
            return FORMAT_MEMORY;
        }
        free(line->text);
        line->text = copy;
        line->length = length;
    }
    line->set = true;
    line->removed = removed;
    drop_others(settings, name, line);
    return 0;
}

int settings_set_text(struct settings *settings, const char *name, const char *value)
{
    char text[SETTINGS_LINE];
    const size_t value_length = strlen(value);
    const size_t own_length = name_length(name, strlen(name));
    if (own_length == 0 || name[own_length] != '\0' || value_length == 0 ||
        own_length + 1 + value_length >= sizeof(text) || is_blank(value[0]) ||
        is_blank(value[value_length - 1])) {
        return FORMAT_BAD;
    }
    const int length = snprintf(text, sizeof(text), "%s %s", name, value);
    if (!is_setting(text, (size_t)length)) {
        return FORMAT_BAD;
    }
    const char *old = settings_text(settings, name);
    return old && strcmp(old, value) == 0 ? 0 : put_line(settings, name, text, false);
}

int settings_set_number(struct settings *settings, const char *name, double value)
{
    char text[32];
    snprintf(text, sizeof(text), "%.9g", value);
    return isfinite(value) ? settings_set_text(settings, name, text) : FORMAT_BAD;
}

int settings_remove(struct settings *settings, const char *name)
{
    return settings_text(settings, name) ? put_line(settings, name, name, true) : 0;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* What was set here goes into what the file holds now. */
static int merge(struct settings *now, const struct settings *settings)
{
    char name[SETTINGS_NAME];
    int status = 0;
    for (size_t i = 0; status == 0 && i < settings->num_lines; i++) {
        const struct settings_line *line = &settings->lines[i];
        if (line->set) {
            const size_t length = name_length(line->text, line->length);
            memcpy(name, line->text, length);
            name[length] = '\0';
            status = put_line(now, name, line->text, line->removed);
        }
    }
    return status;
}

/* The whole file, without what is removed. NULL: no memory. */
static char *join_lines(const struct settings *settings, size_t *size)
{
    size_t room = 1;
    for (size_t i = 0; i < settings->num_lines; i++) {
        room += settings->lines[i].length + 1;
    }
    char *text = malloc(room);
    *size = 0;
    for (size_t i = 0; text && i < settings->num_lines; i++) {
        const struct settings_line *line = &settings->lines[i];
        if (!line->removed) {
            memcpy(text + *size, line->text, line->length);
            *size += line->length;
            text[(*size)++] = '\n';
        }
    }
    return text;
}

/* A saved_edit_fn: the lines set here go into the file as it is now. */
static char *edit_text(void *context, const char *text, size_t size, size_t *new_size)
{
    const struct settings *settings = context;
    struct settings now = {.tell = NULL}; /* bad lines were reported at loading */
    char *edited = NULL;
    if (settings_read(&now, text, size) == 0 && merge(&now, settings) == 0) {
        edited = join_lines(&now, new_size);
    }
    settings_free(&now);
    return edited;
}

int settings_save(struct settings *settings, enum saved_patience patience)
{
    bool set = false;
    for (size_t i = 0; i < settings->num_lines; i++) {
        set |= settings->lines[i].set;
    }
    if (!set || settings->path[0] == '\0') {
        return 0; /* why there is no path was told at loading */
    }
    const int status = saved_file_edit(settings->path, patience, edit_text, settings);
    if (status < 0 && patience == SAVED_NO_WAIT && errno == EWOULDBLOCK) {
        return -1; /* the next one may succeed */
    }
    if (status != 0 && !settings->told_failure) {
        tell(settings, "%s: %s", settings->path,
             status < 0 ? strerror(errno) : "saved, but another window holds the lock file");
        settings->told_failure = true;
    }
    if (status < 0) {
        return -1;
    }
    for (size_t i = 0; i < settings->num_lines; i++) {
        settings->lines[i].set = false;
    }
    return 0;
}
