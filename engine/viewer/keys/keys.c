#include "engine/viewer/keys/keys.h"

#include <SDL.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "engine/viewer/keys/keys_internal.h"
#include "formats/base/arrays.h"

const struct action_info key_actions[ACTIONS] = {
    [ACTION_NONE] = {.name = "none"},
    [ACTION_PAUSE] = {.name = "pause", .help = "pause, go on"},
    [ACTION_SEEK] = {.name = "seek",
                     .kind = AMOUNT_REAL,
                     .least = -100000,
                     .most = 100000,
                     .unit = "s",
                     .units = "s",
                     .less = "back",
                     .more = "forward"},
    [ACTION_PERCENT] = {.name = "percent",
                        .kind = AMOUNT_REAL,
                        .least = 0,
                        .most = 100,
                        .less = "beginning",
                        .more = "end"},
    [ACTION_STEP] = {.name = "step",
                     .kind = AMOUNT_WHOLE,
                     .least = -1000,
                     .most = 1000,
                     .unit = "server update",
                     .units = "server updates",
                     .less = "back",
                     .more = "forward"},
    [ACTION_FRAME] = {.name = "frame",
                      .kind = AMOUNT_WHOLE,
                      .least = -1000,
                      .most = 1000,
                      .unit = "display frame",
                      .units = "display frames",
                      .less = "back",
                      .more = "forward"},
    [ACTION_LEVEL] = {.name = "level",
                      .kind = AMOUNT_WHOLE,
                      .least = -1000,
                      .most = 1000,
                      .unit = "level or mark",
                      .units = "levels or marks",
                      .less = "back",
                      .more = "forward",
                      .unit_is_next = true},
    [ACTION_EVENT] = {.name = "event",
                      .kind = AMOUNT_WHOLE,
                      .least = -1000,
                      .most = 1000,
                      .unit = "event",
                      .units = "events",
                      .less = "back",
                      .more = "forward",
                      .unit_is_next = true},
    [ACTION_ANY_EVENT] = {.name = "any-event",
                          .kind = AMOUNT_WHOLE,
                          .least = -1000,
                          .most = 1000,
                          .unit = "event of any kind",
                          .units = "events of any kind",
                          .less = "back",
                          .more = "forward",
                          .unit_is_next = true},
    [ACTION_FILTER] = {.name = "filter", .help = "which events those are"},
    [ACTION_SPEED] = {.name = "speed",
                      .kind = AMOUNT_REAL,
                      .least = 0.01,
                      .most = 100,
                      .unit = "x",
                      .units = "x",
                      .less = "slower",
                      .more = "faster"},
    [ACTION_NORMAL_SPEED] = {.name = "normal-speed", .help = "normal speed"},
    [ACTION_REVERSE] = {.name = "reverse", .help = "play backwards, forwards"},
    [ACTION_LOOP] = {.name = "loop", .help = "A-B loop: set A, set B, off"},
    [ACTION_UNDO_SEEK] = {.name = "undo-seek", .help = "back to before the last jump"},
    [ACTION_RESUME] = {.name = "resume", .help = "where you stopped last time"},
    [ACTION_MARK] = {.name = "mark", .help = "set a mark"},
    [ACTION_UNMARK] = {.name = "unmark", .help = "take the mark away"},
    [ACTION_RECORD] = {.name = "record", .help = "record a film: from here, to here"},
    [ACTION_NO_RECORD] = {.name = "no-record", .help = "record nothing, end the film"},
    [ACTION_PLAYLIST] = {.name = "playlist",
                         .kind = AMOUNT_WHOLE,
                         .least = -1000,
                         .most = 1000,
                         .unit = "demo",
                         .units = "demos",
                         .less = "back",
                         .more = "forward",
                         .unit_is_next = true},
    [ACTION_LIST] = {.name = "list", .help = "choose from the list of demos"},
    [ACTION_FOLLOW] = {.name = "follow",
                       .kind = AMOUNT_WHOLE,
                       .least = -1000,
                       .most = 1000,
                       .unit = "player's eyes",
                       .units = "players",
                       .less = "back",
                       .more = "forward",
                       .unit_is_next = true},
    [ACTION_PLAYER] =
        {.name = "player", .kind = AMOUNT_WHOLE, .least = 0, .most = 255, .help = "eyes of player"},
    [ACTION_CAMERA] = {.name = "camera", .help = "camera: eye, chase, free"},
    [ACTION_DISTANCE] = {.name = "distance",
                         .kind = AMOUNT_REAL,
                         .least = -10000,
                         .most = 10000,
                         .help = "camera",
                         .unit = "unit",
                         .units = "units",
                         .less = "nearer",
                         .more = "farther"},
    [ACTION_HEIGHT] = {.name = "height",
                       .kind = AMOUNT_REAL,
                       .least = -10000,
                       .most = 10000,
                       .help = "camera",
                       .unit = "unit",
                       .units = "units",
                       .less = "lower",
                       .more = "higher"},
    [ACTION_KEY_POINT] = {.name = "key-point", .help = "camera path: set a key point"},
    [ACTION_NO_KEY_POINT] = {.name = "no-key-point", .help = "remove the nearest key point"},
    [ACTION_PATH] = {.name = "camera-path", .help = "watch along the camera path"},
    [ACTION_PATH_SPEED] = {.name = "path-speed", .help = "its speed: by time, even"},
    [ACTION_GAMMA] = {.name = "gamma",
                      .kind = AMOUNT_REAL,
                      .least = -3,
                      .most = 3,
                      .unit = "gamma",
                      .units = "gamma",
                      .less = "brighter",
                      .more = "darker"},
    [ACTION_CONTRAST] = {.name = "contrast",
                         .kind = AMOUNT_REAL,
                         .least = -3,
                         .most = 3,
                         .unit = "contrast",
                         .units = "contrast",
                         .less = "less",
                         .more = "more"},
    [ACTION_NORMAL_LIGHT] = {.name = "normal-light", .help = "normal gamma and contrast"},
    [ACTION_VIEW_SIZE] = {.name = "viewsize",
                          .kind = AMOUNT_WHOLE,
                          .least = -1000,
                          .most = 1000,
                          .help = "view",
                          .unit = "step",
                          .units = "steps",
                          .less = "smaller",
                          .more = "larger"},
    [ACTION_SCORES] = {.name = "scores", .help = "scores, while held"},
    [ACTION_TEAM_SCORES] = {.name = "team-scores", .help = "scores of teams, while held"},
    [ACTION_HUD] = {.name = "hud", .help = "status bar: over, below, figures"},
    [ACTION_HUD_SCALE] = {.name = "hud-scale", .help = "size of the status bar"},
    [ACTION_CROSSHAIR] = {.name = "crosshair", .help = "crosshair: none, plus, dots"},
    [ACTION_CLOCK] = {.name = "clock", .help = "match clock"},
    [ACTION_SPEEDOMETER] = {.name = "speedometer", .help = "the player's speed"},
    [ACTION_MATCH] = {.name = "match", .help = "who killed whom, the team"},
    [ACTION_HUD_ALPHA] = {.name = "hud-alpha", .help = "opacity of the status bar"},
    [ACTION_SCALE] = {.name = "scale", .help = "picture scale: 1 to 4, auto"},
    [ACTION_VOLUME] = {.name = "volume",
                       .kind = AMOUNT_REAL,
                       .least = -150,
                       .most = 150,
                       .unit = "% sound",
                       .units = "% sound",
                       .less = "softer",
                       .more = "louder"},
    [ACTION_MUTE] = {.name = "mute", .help = "sound off, on"},
    [ACTION_CONSOLE] = {.name = "console", .help = "console: messages, found by typing"},
    [ACTION_REMEMBER] = {.name = "remember-data", .help = "remember the dropped game data"},
    [ACTION_BAR] = {.name = "bar", .help = "bar: when needed, always, never"},
    [ACTION_INFO] = {.name = "info", .help = "numbers about the playback"},
    [ACTION_SHOT] = {.name = "shot", .help = "save the picture as PNG"},
    [ACTION_FULLSCREEN] = {.name = "fullscreen", .help = "fullscreen, window"},
    [ACTION_HELP] = {.name = "help", .help = "this page"},
    [ACTION_CANCEL] = {.name = "cancel", .help = "close help, leave fullscreen"},
    [ACTION_QUIT] = {.name = "quit", .help = "quit"},
};

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
    if (map->count == KEY_MAP_MOST) {
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
    size_t count;
    const struct key_binding *defaults = key_defaults(&count);
    for (size_t i = 0; i < count; i++) {
        if (bind_key(map, &defaults[i]) < 0) {
            key_map_free(map);
            return FORMAT_MEMORY;
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
    unsigned count; /* words before the comment; MAX_WORDS may stand for more */
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
static const char *plain(char *word)
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
    return SDL_strcasecmp(a, b) == 0;
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
        if (SDL_strncasecmp(name, prefixes[i].prefix, length) != 0) {
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
    } others[] = {{"Hash", SDLK_HASH}, {"Esc", SDLK_ESCAPE}, {"Enter", SDLK_RETURN}};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        if (same_word(name, others[i].name)) {
            return others[i].code;
        }
    }
    char sdl_name[WORD_SIZE];
    snprintf(sdl_name, sizeof(sdl_name), "%s", name);
    for (char *c = sdl_name; *c && name[1]; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    int32_t code = SDL_GetKeyFromName(sdl_name);
    /* SDL takes what looks like UTF-8 without looking closely. */
    if ((unsigned char)*sdl_name >= 0x80 && strcmp(SDL_GetKeyName(code), sdl_name) != 0) {
        return 0;
    }
    return code;
}

static bool parse_key(struct key *key, const char *word)
{
    const char *name = parse_mods(word, &key->mods);
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
                       info->kind == AMOUNT_WHOLE ? "whole " : "", info->least, info->most,
                       info->least < 0 ? ", but not 0" : "");
}

static int parse_amount(struct line *line, const struct action_info *info, double *amount,
                        struct format_error *err)
{
    *amount = 0;
    if (info->kind == AMOUNT_NO) {
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
                           line->number, plain(line->words[2]));
    }
    if (*amount < info->least || *amount > info->most || (*amount == 0 && info->least < 0) ||
        (info->kind == AMOUNT_WHOLE && *amount != trunc(*amount))) {
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
    if (!parse_key(&binding->key, line->words[0])) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: no key is called '%s'",
                           line->number, plain(line->words[0]));
    }
    if (line->count == 1) {
        return format_fail(err, FORMAT_BAD, line->offset, "line %u: '%s' has no action",
                           line->number, plain(line->words[0]));
    }
    for (int i = 0; i < ACTIONS; i++) {
        if (strcmp(line->words[1], key_actions[i].name) == 0) {
            binding->action = (enum action)i;
            return parse_amount(line, &key_actions[i], &binding->amount, err);
        }
    }
    return format_fail(err, FORMAT_BAD, line->offset, "line %u: no action is called '%s'",
                       line->number, plain(line->words[1]));
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
                           KEY_MAP_MOST);
    }
    return status;
}

/* Where bad lines are told: NULL = nobody. */
struct telling {
    key_tell_fn tell;
    void *context;
    const char *path;
};

/* key_map_read, which tells of every bad line besides. */
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
            return format_fail(err, status, at, "line %u: no memory", line.number);
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
    if (platform_map_file(path, &file) < 0) {
        if (errno != ENOENT && errno != ENOTDIR) {
            tell(context, path, 0, strerror(errno));
        }
        return 0;
    }
    int bad = read_lines(map, (const char *)file.data, file.size, &telling, NULL);
    platform_unmap_file(&file);
    return bad < 0 ? bad : 0;
}
