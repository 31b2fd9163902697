#include "engine/viewer/keys/keys.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "formats/base/arrays.h"

/* --- the map -----------------------------------------------------------------------------------
 */

static bool is_letter(int32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static struct key_binding *find_exactly(const struct key_map *map, struct key key)
{
    for (size_t i = 0; i < map->count; i++) {
        const struct key *k = &map->bindings[i].key;
        if (k->code == key.code && k->mods == key.mods && k->is_text == key.is_text) {
            return &map->bindings[i];
        }
    }
    return NULL;
}

const struct key_binding *key_map_find(const struct key_map *map, struct key key)
{
    const struct key_binding *binding = find_exactly(map, key);
    if (!binding && key.is_text && !is_letter(key.code)) {
        binding = find_exactly(map, (struct key){.code = key.code});
    }
    return binding;
}

/* 0, FORMAT_MEMORY, or FORMAT_BAD when the map is full. */
static int bind_key(struct key_map *map, const struct key_binding *binding)
{
    struct key_binding *old = find_exactly(map, binding->key);
    if (old && binding->action == ACTION_NONE) {
        /* The others keep their order: it is the help's. */
        size_t behind = map->count - (size_t)(old - map->bindings) - 1;
        memmove(old, old + 1, behind * sizeof(*old));
        map->count--;
        return 0;
    }
    if (old) {
        *old = *binding;
        return 0;
    }
    if (binding->action == ACTION_NONE) {
        return 0;
    }
    if (map->count == KEY_MAP_MAX) {
        return FORMAT_BAD;
    }
    if (array_reserve(&map->bindings, &map->capacity, map->count + 1, sizeof(*map->bindings)) < 0) {
        return FORMAT_MEMORY;
    }
    map->bindings[map->count++] = *binding;
    return 0;
}

int key_map_init(struct key_map *map)
{
    *map = (struct key_map){0};
    for (int action = ACTION_NONE + 1; action < ACTIONS; action++) {
        for (const struct action_key *k = action_infos[action].keys; k->key; k++) {
            struct key_binding binding = {.action = (enum action)action, .amount = k->amount};
            /* A test parses every default: no name in the table is unknown. */
            if (key_parse(&binding.key, k->key) && bind_key(map, &binding) < 0) {
                key_map_free(map);
                return FORMAT_MEMORY;
            }
        }
    }
    return 0;
}

void key_map_free(struct key_map *map)
{
    free(map->bindings);
    *map = (struct key_map){0};
}

/* --- keys.conf ---------------------------------------------------------------------------------
 */

enum { MAX_WORDS = 4, WORD_SIZE = 48 };

/* A line's words. Too long ones are cut: no name and no number comes near the size. */
struct line {
    unsigned number;
    size_t offset;
    unsigned count; /* words before the comment; MAX_WORDS means "or more" */
    bool has_control;
    char words[MAX_WORDS][WORD_SIZE];
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\t') || c == 0x7f;
}

static void split_line(struct line *line, const char *text, size_t length)
{
    line->count = 0;
    line->has_control = false;
    size_t at = 0;
    while (line->count < MAX_WORDS) {
        while (at < length && is_blank(text[at])) {
            at++;
        }
        if (at == length || text[at] == '#') {
            return;
        }
        char *word = line->words[line->count++];
        size_t used = 0;
        for (; at < length && !is_blank(text[at]); at++) {
            line->has_control = line->has_control || is_control(text[at]);
            if (used < WORD_SIZE - 1) {
                word[used++] = text[at];
            }
        }
        word[used] = '\0';
    }
}

/* Foreign bytes for the terminal. */
static const char *make_plain(char *word)
{
    for (char *c = word; *c; c++) {
        if (*c < ' ' || *c > '~') {
            *c = '?';
        }
    }
    return word;
}

static bool same_word(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

/* Takes "Shift+", "Ctrl+" and "Alt+" off the front of name. */
static const char *parse_mods(const char *name, uint8_t *mods)
{
    static const struct {
        const char *prefix;
        uint8_t mod;
    } prefixes[] = {{"Shift+", KEY_SHIFT}, {"Ctrl+", KEY_CTRL}, {"Alt+", KEY_ALT}};
    *mods = 0;
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]);) {
        size_t length = strlen(prefixes[i].prefix);
        if (strncasecmp(name, prefixes[i].prefix, length) != 0) {
            i++;
            continue;
        }
        *mods |= prefixes[i].mod;
        name += length;
        i = 0;
    }
    return name;
}

/* The code of a name without modifiers, or 0. */
static int32_t parse_code(const char *name)
{
    static const struct {
        const char *name;
        int32_t code;
    } others[] = {{"Hash", '#'}, {"Esc", KEYCODE_ESCAPE}, {"Enter", KEYCODE_RETURN}};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        if (same_word(name, others[i].name)) {
            return others[i].code;
        }
    }
    char spaced[WORD_SIZE];
    snprintf(spaced, sizeof(spaced), "%s", name);
    for (char *c = spaced; *c && name[1]; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    return keycode_find(spaced);
}

bool key_parse(struct key *key, const char *spelled)
{
    const char *name = parse_mods(spelled, &key->mods);
    key->code = parse_code(name);
    key->is_text = key->mods == 0 && key->code > 0 && key->code < 0x80 &&
                   strchr("!\"#$%&()*+:<>?@[]^_{|}~", key->code) != NULL;
    return key->code != 0;
}

static bool parse_number(const char *word, double *value)
{
    /* strtod also takes hexadecimal numbers, "inf" and "nan". */
    if (*word == '\0' || word[strspn(word, "+-.0123456789")] != '\0' ||
        strlen(word) == WORD_SIZE - 1) {
        return false;
    }
    char *end;
    *value = strtod(word, &end);
    *value = *value == 0 ? 0 : *value; /* no -0 */
    return *end == '\0';
}

static int bad_amount(const struct line *line, const struct action_info *info,
                      struct format_error *err)
{
    return format_fail(err, FORMAT_BAD, line->offset,
                       "line %u: '%s' takes %snumbers from %g to %g%s", line->number, info->name,
                       info->amount.kind == AMOUNT_WHOLE ? "whole " : "", info->amount.min,
                       info->amount.max, info->amount.min < 0 ? ", but not 0" : "");
}

static int parse_amount(struct line *line, const struct action_info *info, double *amount,
                        struct format_error *err)
{
    *amount = 0;
    if (info->amount.kind == AMOUNT_NO) {
        return line->count == 2
                   ? 0
                   : format_fail(err, FORMAT_BAD, line->offset, "line %u: '%s' takes no amount",
                                 line->number, info->name);
    }
    if (line->count == 2) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: '%s' needs an amount",
                           line->number, info->name);
    }
    if (line->count > 3) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: '%s' takes one amount",
                           line->number, info->name);
    }
    if (!parse_number(line->words[2], amount)) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: '%s' is not a number",
                           line->number, make_plain(line->words[2]));
    }
    if (*amount < info->amount.min || *amount > info->amount.max ||
        (*amount == 0 && info->amount.min < 0) ||
        (info->amount.kind == AMOUNT_WHOLE && *amount != trunc(*amount))) {
        return bad_amount(line, info, err);
    }
    return 0;
}

static int parse_line(struct line *line, struct key_binding *binding, struct format_error *err)
{
    if (line->has_control) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: a control character",
                           line->number);
    }
    if (!key_parse(&binding->key, line->words[0])) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: no key is called '%s'",
                           line->number, make_plain(line->words[0]));
    }
    if (line->count == 1) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: '%s' has no action",
                           line->number, make_plain(line->words[0]));
    }
    binding->action = action_find(line->words[1]);
    if (binding->action < ACTIONS) {
        return parse_amount(line, &action_infos[binding->action], &binding->amount, err);
    }
    return format_fail(err, FORMAT_BAD, line->offset, "line %u: no action is called '%s'",
                       line->number, make_plain(line->words[1]));
}

static int read_line(struct key_map *map, struct line *line, struct format_error *err)
{
    struct key_binding binding = {0};
    if (line->count == 0) {
        return 0;
    }
    int status = parse_line(line, &binding, err);
    if (status < 0) {
        return status;
    }
    status = bind_key(map, &binding);
    if (status == FORMAT_BAD) {
        return format_fail(err, status, line->offset, "line %u: more than %d keys", line->number,
                           KEY_MAP_MAX);
    }
    return status;
}

/* Reporting of bad lines; NULL = none. */
struct telling {
    key_tell_fn tell;
    void *context;
    const char *path;
};

/* key_map_read with a report of every bad line. */
static int read_lines(struct key_map *map, const char *text, size_t size,
                      const struct telling *telling, struct format_error *err)
{
    int bad = 0;
    struct line line = {0};
    size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* an editor's mark */
    while (at < size) {
        const char *newline = memchr(text + at, '\n', size - at);
        size_t end = newline ? (size_t)(newline - text) : size;
        size_t length = end - at;
        if (length > 0 && text[end - 1] == '\r') {
            length--;
        }
        line.number++;
        line.offset = at;
        split_line(&line, text + at, length);
        struct format_error wrong = {0};
        int status = read_line(map, &line, &wrong);
        if (status == FORMAT_MEMORY) {
            return format_fail(err, status, at, "line %u: out of memory", line.number);
        }
        if (status < 0 && bad == 0 && err) {
            *err = wrong;
        }
        if (status < 0 && telling) {
            telling->tell(telling->context, telling->path, line.number, wrong.what);
        }
        bad += status < 0 && bad < INT_MAX;
        at = end + 1;
    }
    return bad;
}

int key_map_read(struct key_map *map, const char *text, size_t size, struct format_error *err)
{
    return read_lines(map, text, size, NULL, err);
}

int key_map_read_user_file(struct key_map *map, key_tell_fn tell, void *context)
{
    char path[PATH_MAX];
    struct file_bytes file;
    const struct telling telling = {tell, context, path};
    if (user_config_path(path, sizeof(path), "keys.conf") < 0) {
        return 0;
    }
    if (platform_read_file(path, &file) < 0) {
        if (errno != ENOENT && errno != ENOTDIR) {
            tell(context, path, 0, strerror(errno));
        }
        return 0;
    }
    int bad = read_lines(map, (const char *)file.data, file.size, &telling, NULL);
    platform_free_file(&file);
    return bad < 0 ? bad : 0;
}
