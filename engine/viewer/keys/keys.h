/* Key bindings: keys and their actions, the defaults and the user's keys.conf.
 *
 * Keys have the names of host/keycode.h ("Left", "Space", "PageUp", "F1", "a"; upper or lower case
 * is the same), with "Shift+", "Ctrl+" or "Alt+" before them; a space inside a name is written '_'
 * ("Keypad_5"). "Esc", "Enter" and "Hash" are accepted, too. Many keyboards have no key of their
 * own for these characters. Without a modifier each of them means the character, however it is
 * typed: ! " # $ % & ( ) * + : < > ? @ [ ] ^ _ { | } ~
 * '#' begins comments, so that key is written "Hash" ("Ctrl+#" is unambiguous).
 *
 * The window looks up the keydown first (keycode and modifiers; AltGr counts as Alt, locks are
 * ignored). If that is NULL and neither Ctrl nor the left Alt is held, it looks up the character
 * typed (is_text). So a bound Shift+'.' has precedence over the '>' that it types on some
 * keyboards, and '[' works on every layout.
 */
#ifndef ENGINE_VIEWER_KEYS_H
#define ENGINE_VIEWER_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/actions/actions.h"
#include "engine/viewer/host/keycode.h"
#include "formats/base/error.h"

struct key {
    int32_t code; /* enum keycode, or the character when is_text */
    uint8_t mods; /* KEY_SHIFT, KEY_CTRL, KEY_ALT; 0 for is_text */
    bool is_text;
};

struct key_binding {
    struct key key;
    enum action action;
    double amount; /* 0 for the actions without one */
};

enum { KEY_MAP_MAX = 512 }; /* bindings; further lines of keys.conf are bad lines */

struct key_map {
    struct key_binding *bindings; /* owned; each key at most once, never ACTION_NONE */
    size_t count, capacity;
};

/* Parses a key as keys.conf spells it. False if no key has that name. */
bool key_parse(struct key *key, const char *name);

/* Initialises the map to the default keys. Returns 0 or FORMAT_MEMORY. */
int key_map_init(struct key_map *map) MUST_CHECK;
void key_map_free(struct key_map *map);

/* Applies lines of "KEY ACTION [AMOUNT]"; "KEY none" removes a binding; '#' starts a comment (after
 * a blank or at the start of a line). Bad lines are skipped. Returns their number; err (may be
 * NULL) gets the first, "line 3: 'seek' needs an amount", with the line's offset. Returns
 * FORMAT_MEMORY if out of memory; the lines before stay applied. */
int key_map_read(struct key_map *map, const char *text, size_t size, struct format_error *err);
/* Applies $XDG_CONFIG_HOME/quakereel/keys.conf (or ~/.config/...) if it exists. Calls tell for each
 * bad line, with its number and "line 3: ..."; line 0 stands for the whole file. Returns 0 or
 * FORMAT_MEMORY. */
typedef void (*key_tell_fn)(void *context, const char *path, unsigned line, const char *what);
int key_map_read_user_file(struct key_map *map, key_tell_fn tell, void *context) MUST_CHECK;

/* The binding of a key; NULL = none. A character other than a letter that is not bound as text is
 * also looked up as the key of that name, so that digits and '.' work on layouts where they need
 * Shift. */
const struct key_binding *key_map_find(const struct key_map *map, struct key key);

enum { KEY_HELP_TEXT = 64 };
/* Writes a key as it is shown: "Ctrl+Left". */
void key_name(struct key key, char name[KEY_HELP_TEXT]);

/* Finds the key to show for an action with a negative amount (sign -1), a positive one (1) or 0.
 * Prefers keys without modifiers that are not digits. *amount (may be NULL): the binding's amount.
 * False if no key is bound. */
bool key_map_name(const struct key_map *map, enum action action, int sign, char name[KEY_HELP_TEXT],
                  double *amount);

/* Group and action of a help line. */
struct key_topic {
    enum key_group group;
    const char *action; /* its name in keys.conf */
    bool basic;         /* the line is on the help's first page */
};

/* A line of the help page, for the keys bound now, in ASCII. Opposite directions share a line
 * ("Left / Right", "5 s back / forward"); an action without keys has no line. line counts from 0;
 * false after the last line. topic may be NULL. */
bool key_map_help(const struct key_map *map, size_t line, char keys[KEY_HELP_TEXT],
                  char what[KEY_HELP_TEXT], struct key_topic *topic);

#endif
