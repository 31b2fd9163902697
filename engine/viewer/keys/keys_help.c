/* The help's lines, made from the keys that are bound. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/viewer/keys/keys.h"

/* Amounts that differ by less share a line: 0.909 undoes 1.1. */
#define SAME_SIZE 1.0002

/* Digit keys that go to their tenth of the demo, or to the player of that number, share a line, and
 * are on no other. -1 = not one of them. */
enum digit_kind { DIGIT_PLAIN, DIGIT_CTRL, DIGIT_KEYPAD, DIGIT_KINDS };

static int digit_of(const struct key_binding *b, enum digit_kind kind)
{
    const int step = b->action == ACTION_PERCENT ? 10 : 1;
    int digit = -1;
    if ((b->action != ACTION_PERCENT && b->action != ACTION_PLAYER) ||
        b->key.mods != (kind == DIGIT_CTRL ? KEY_CTRL : 0)) {
        return -1;
    }
    if (kind != DIGIT_KEYPAD && b->key.code >= '0' && b->key.code <= '9') {
        digit = b->key.code - '0';
    } else if (kind == DIGIT_KEYPAD && b->key.code >= KEYCODE_KP_1 && b->key.code <= KEYCODE_KP_9) {
        digit = b->key.code - KEYCODE_KP_1 + 1;
    } else if (kind == DIGIT_KEYPAD && b->key.code == KEYCODE_KP_0) {
        digit = 0;
    }
    return digit >= 0 && b->amount == digit * step ? digit : -1;
}

static bool is_digit(const struct key_binding *b)
{
    for (int kind = 0; kind < DIGIT_KINDS; kind++) {
        if (digit_of(b, (enum digit_kind)kind) >= 0) {
            return true;
        }
    }
    return false;
}

/* Magnitude shared by opposite amounts. */
static double amount_size(const struct key_binding *b)
{
    if (b->action == ACTION_PERCENT) {
        return b->amount < 100 ? b->amount : 0;
    }
    if (b->action == ACTION_SPEED) {
        return b->amount < 1 ? 1 / b->amount : b->amount;
    }
    return fabs(b->amount);
}

static bool is_less(const struct key_binding *b)
{
    if (b->action == ACTION_PERCENT) {
        return b->amount == 0;
    }
    return b->action == ACTION_SPEED ? b->amount < 1 : b->amount < 0;
}

/* The next larger size of an action's amounts; begins with a negative one. */
static bool next_size(const struct key_map *map, enum action action, double *size)
{
    bool found = false;
    double next = 0;
    for (size_t i = 0; i < map->count; i++) {
        const struct key_binding *b = &map->bindings[i];
        if (b->action != action || is_digit(b)) {
            continue;
        }
        double s = amount_size(b);
        if (s > *size * SAME_SIZE && (!found || s < next)) {
            next = s;
            found = true;
        }
    }
    *size = next;
    return found;
}

void key_name(struct key key, char name[KEY_HELP_TEXT])
{
    char bare[44];
    if (key.code > ' ' && key.code < 0x7f) {
        snprintf(bare, sizeof(bare), "%c", key.code);
    } else if (key.code > 0x7f && key.code < KEYCODE_BY_PLACE) {
        snprintf(bare, sizeof(bare), "U+%04X", (unsigned)key.code);
    } else {
        snprintf(bare, sizeof(bare), "%s",
                 key.code == KEYCODE_ESCAPE   ? "Esc"
                 : key.code == KEYCODE_RETURN ? "Enter"
                                              : keycode_name(key.code));
    }
    snprintf(name, KEY_HELP_TEXT, "%s%s%s%s", key.mods & KEY_CTRL ? "Ctrl+" : "",
             key.mods & KEY_ALT ? "Alt+" : "", key.mods & KEY_SHIFT ? "Shift+" : "", bare);
}

/* Preference of a key in messages: higher is shown. */
static int key_name_rank(const struct key_binding *b)
{
    return b->key.is_text ? 3 : b->key.mods ? 0 : is_digit(b) ? 1 : 2;
}

bool key_map_name(const struct key_map *map, enum action action, int sign, char name[KEY_HELP_TEXT],
                  double *amount)
{
    const struct key_binding *best = NULL;
    for (size_t i = 0; i < map->count; i++) {
        const struct key_binding *b = &map->bindings[i];
        const int way = (b->amount > 0) - (b->amount < 0);
        if (b->action == action && way == sign &&
            (!best || key_name_rank(b) > key_name_rank(best))) {
            best = b;
        }
    }
    name[0] = '\0';
    if (best) {
        key_name(best->key, name);
    }
    if (best && amount) {
        *amount = best->amount;
    }
    return best != NULL;
}

/* Appends a key's name, or "..." for all that do not fit. */
static void add_name(char keys[KEY_HELP_TEXT], const char *separator, const char *name)
{
    const char more[] = ", ...";
    size_t used = strlen(keys);
    size_t cut = sizeof(more) - 1;
    if (used >= cut && strcmp(keys + used - cut, more) == 0) {
        return;
    }
    separator = used > 0 ? separator : "";
    if (used + strlen(separator) + strlen(name) + cut < KEY_HELP_TEXT) {
        snprintf(keys + used, KEY_HELP_TEXT - used, "%s%s", separator, name);
    } else {
        snprintf(keys + used, KEY_HELP_TEXT - used, "%s", more);
    }
}

/* The line of the action's digits; false when it has none. */
static bool write_digits(const struct key_map *map, enum action action, char keys[KEY_HELP_TEXT],
                         char what[KEY_HELP_TEXT])
{
    static const char *const prefixes[DIGIT_KINDS] = {"", "Ctrl+", "Pad "};
    keys[0] = '\0';
    snprintf(what, KEY_HELP_TEXT, "%s", action_infos[action].digits);
    for (int kind = 0; kind < DIGIT_KINDS; kind++) {
        bool bound[11] = {false}; /* one more, where every run has ended */
        for (size_t i = 0; i < map->count; i++) {
            const struct key_binding *b = &map->bindings[i];
            int digit = b->action == action ? digit_of(b, (enum digit_kind)kind) : -1;
            if (digit >= 0) {
                bound[digit] = true;
            }
        }
        for (int first = 0; first < 10; first++) {
            int last = first;
            while (bound[last]) {
                last++;
            }
            char run[KEY_HELP_TEXT];
            int length = snprintf(run, sizeof(run), "%s%d", prefixes[kind], first);
            if (last > first + 1) {
                snprintf(run + length, sizeof(run) - (size_t)length, "-%d", last - 1);
            }
            if (last > first) {
                add_name(keys, ", ", run);
                first = last;
            }
        }
    }
    return keys[0] != '\0';
}

static void write_percent(double amount, bool less, bool more, char what[KEY_HELP_TEXT])
{
    const struct action_info *info = &action_infos[ACTION_PERCENT];
    if (amount > 0) {
        snprintf(what, KEY_HELP_TEXT, "%g %% into the demo", amount);
    } else {
        snprintf(what, KEY_HELP_TEXT, "%s%s%s", less ? info->less : "", less && more ? " / " : "",
                 more ? info->more : "");
    }
}

static void write_what(enum action action, double size, bool less, bool more,
                       char what[KEY_HELP_TEXT])
{
    const struct action_info *info = &action_infos[action];
    const char *help = info->help ? info->help : "";
    const char *between = less && more ? " / " : "";
    if (action == ACTION_PERCENT) {
        write_percent(size, less, more, what);
    } else if (action == ACTION_PLAYER && size == 0) {
        snprintf(what, KEY_HELP_TEXT, "the recorder's eyes again");
    } else if (action == ACTION_PLAYER) {
        snprintf(what, KEY_HELP_TEXT, "%s %g", help, size);
    } else if (info->amount.kind == AMOUNT_NO) {
        snprintf(what, KEY_HELP_TEXT, "%s", help);
    } else if (info->unit_is_next && size == 1) {
        snprintf(what, KEY_HELP_TEXT, "%s%s%s %s", less ? "previous" : "", between,
                 more ? "next" : "", info->unit);
    } else {
        snprintf(what, KEY_HELP_TEXT, "%s%s%g %s %s%s%s", help, *help ? " " : "", size,
                 size == 1 ? info->unit : info->units, less ? info->less : "", between,
                 more ? info->more : "");
    }
}

static void write_row(const struct key_map *map, enum action action, double size,
                      char keys[KEY_HELP_TEXT], char what[KEY_HELP_TEXT])
{
    bool has[2] = {false, false}; /* more, less */
    keys[0] = '\0';
    for (int less = 1; less >= 0; less--) {
        for (size_t i = 0; i < map->count; i++) {
            const struct key_binding *b = &map->bindings[i];
            if (b->action != action || is_digit(b) || is_less(b) != less || amount_size(b) < size ||
                amount_size(b) > size * SAME_SIZE) {
                continue;
            }
            char name[KEY_HELP_TEXT];
            key_name(b->key, name);
            add_name(keys, has[less] ? ", " : " / ", name);
            has[less] = true;
        }
    }
    write_what(action, size, has[1], has[0], what);
}

/* True if that size is the one of the first default key of an action that everybody needs. */
static bool is_basic(enum action action, double size)
{
    const struct action_info *info = &action_infos[action];
    const struct key_binding first = {.action = action, .amount = info->keys[0].amount};
    return (info->flags & ACTION_BASIC) && size <= amount_size(&first) * SAME_SIZE &&
           amount_size(&first) <= size * SAME_SIZE;
}

bool key_map_help(const struct key_map *map, size_t line, char keys[KEY_HELP_TEXT],
                  char what[KEY_HELP_TEXT], struct key_topic *topic)
{
    struct key_topic unused;
    topic = topic ? topic : &unused;
    for (int i = ACTION_NONE + 1; i < ACTIONS; i++) {
        const enum action action = (enum action)i;
        const struct action_info *info = &action_infos[action];
        *topic = (struct key_topic){info->group, info->name, false};
        if (info->digits && write_digits(map, action, keys, what) && line-- == 0) {
            return true;
        }
        for (double size = -1; next_size(map, action, &size);) {
            if (line-- == 0) {
                write_row(map, action, size, keys, what);
                topic->basic = is_basic(action, size);
                return true;
            }
        }
    }
    keys[0] = '\0';
    what[0] = '\0';
    return false;
}
