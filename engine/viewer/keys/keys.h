/* What keys do: the table of actions, the keys bound to them, and the user's keys.conf.
 *
 * Keys have SDL's names ("Left", "Space", "PageUp", "F1", "a"; upper or lower case is the same),
 * with "Shift+", "Ctrl+" or "Alt+" before them; a blank inside a name is written '_' ("Keypad_5").
 * "Esc", "Enter" and "Hash" are understood too. A character that is no key of its own on many
 * keyboards means that character, however it is typed, as long as no modifier stands before it:
 *     ! " # $ % & ( ) * + : < > ? @ [ ] ^ _ { | } ~
 * Since '#' begins comments, that character alone is written "Hash" ("Ctrl+#" needs no help).
 *
 * The window asks in this order: first the keydown (keycode and modifiers; AltGr counts as Alt,
 * locks do not count), then, only if that gave NULL, the character which the same keydown typed
 * (is_text) unless Ctrl or the left Alt was held. So a Shift+'.' that is bound wins over the '>'
 * it types on some keyboards, and a '[' is found wherever the keyboard has it.
 *
 * One thread: SDL keeps the names it gives in a buffer of its own. */
#ifndef ENGINE_VIEWER_KEYS_H
#define ENGINE_VIEWER_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* Amounts are never 0 but for PERCENT and PLAYER; "whole" ones lie within +-1000. */
enum action {
    ACTION_NONE,
    ACTION_PAUSE,
    ACTION_SEEK,      /* amount: seconds */
    ACTION_PERCENT,   /* amount: 0 .. 100 of the length */
    ACTION_STEP,      /* amount: server updates, whole */
    ACTION_FRAME,     /* amount: display frames, whole */
    ACTION_LEVEL,     /* amount: -1 previous, 1 next level or mark; whole */
    ACTION_EVENT,     /* amount: -1 previous, 1 next event of those the filter lets by; whole */
    ACTION_ANY_EVENT, /* likewise, of all */
    ACTION_FILTER,    /* cycles: main events, all, frags, items, chat */
    ACTION_SPEED,     /* amount: factor, 0.01 .. 100 */
    ACTION_NORMAL_SPEED,
    ACTION_REVERSE,
    ACTION_LOOP, /* A, B, off */
    ACTION_UNDO_SEEK,
    ACTION_RESUME, /* to where watching stopped last time */
    ACTION_MARK,
    ACTION_UNMARK,
    ACTION_RECORD,    /* a range as a film: from here, to here; or the A-B loop */
    ACTION_NO_RECORD, /* takes the beginning, or the newest film, back */
    ACTION_PLAYLIST,  /* amount: -1 previous, 1 next demo; whole */
    ACTION_LIST,      /* shows the demos to choose one from */
    ACTION_FOLLOW,    /* amount: -1 previous, 1 next player; whole */
    ACTION_PLAYER,    /* amount: a player's number, 0 the recorder; whole. Where only the recorder's
                         eyes exist: so many tenths into the demo */
    ACTION_CAMERA,    /* cycles eye, chase, free */
    ACTION_DISTANCE, /* amount: units the chase camera goes back; other cameras: as VIEW_SIZE, which
                        a smaller distance makes larger */
    ACTION_HEIGHT,   /* amount: units it goes up; other cameras: as VIEW_SIZE */
    ACTION_KEY_POINT,    /* of the camera's path: sets one */
    ACTION_NO_KEY_POINT, /* removes the nearest */
    ACTION_PATH,         /* watches along it, or no longer */
    ACTION_PATH_SPEED,   /* by time, or even */
    ACTION_GAMMA,        /* amount: added to gamma, of which less is brighter */
    ACTION_CONTRAST,     /* amount: added to contrast */
    ACTION_NORMAL_LIGHT,
    ACTION_VIEW_SIZE,   /* amount: 1 a step larger, -1 smaller; whole */
    ACTION_SCORES,      /* while the key is down */
    ACTION_TEAM_SCORES, /* likewise */
    ACTION_HUD,         /* cycles the styles of the status bar */
    ACTION_HUD_SCALE,   /* and its sizes */
    ACTION_CROSSHAIR,
    ACTION_CLOCK,
    ACTION_SPEEDOMETER,
    ACTION_MATCH,
    ACTION_HUD_ALPHA,
    ACTION_SCALE,  /* cycles 1 to 4, auto */
    ACTION_VOLUME, /* amount: percent louder */
    ACTION_MUTE,
    ACTION_CONSOLE,
    ACTION_REMEMBER, /* the folder of game data that was dropped */
    ACTION_BAR,      /* cycles: when needed, always, never */
    ACTION_INFO,
    ACTION_SHOT,
    ACTION_FULLSCREEN,
    ACTION_HELP,
    ACTION_CANCEL, /* closes the help, lets the mouse go, leaves fullscreen */
    ACTION_QUIT,
    ACTIONS
};

enum { KEY_SHIFT = 1, KEY_CTRL = 2, KEY_ALT = 4 };

struct key {
    int32_t code; /* SDL keycode, or the character when is_text */
    uint8_t mods; /* KEY_*; 0 for is_text */
    bool is_text;
};

struct key_binding {
    struct key key;
    enum action action;
    double amount; /* 0 for the actions without one */
};

enum { KEY_MAP_MOST = 512 }; /* bindings; a keys.conf that asks for more has bad lines */

struct key_map {
    struct key_binding *bindings; /* owned; a key is there once, ACTION_NONE never */
    size_t count, capacity;
};

/* The keys as README.md lists them. */
const struct key_binding *key_defaults(size_t *count);

/* The default keys. 0 or FORMAT_MEMORY. */
int key_map_init(struct key_map *map) MUST_CHECK;
void key_map_free(struct key_map *map);

/* Lines of "KEY ACTION [AMOUNT]" over what is there; "KEY none" takes a binding away; '#' begins a
 * comment (after a blank or at the line's start). Bad lines are skipped: the number of them is
 * returned, err (may be NULL) holds the first, "line 3: 'seek' needs an amount" (its offset is that
 * of the line). Negative: FORMAT_MEMORY; the lines before are then taken. */
int key_map_read(struct key_map *map, const char *text, size_t size, struct format_error *err);
/* $XDG_CONFIG_HOME/quakereel/keys.conf (or ~/.config/...) when there is one. tell hears of each bad
 * line, with its number and "line 3: ..."; of the file as a whole that is line 0. 0 or
 * FORMAT_MEMORY. */
typedef void (*key_tell_fn)(void *context, const char *path, unsigned line, const char *what);
int key_map_read_user_file(struct key_map *map, key_tell_fn tell, void *context) MUST_CHECK;

/* NULL when the key does nothing. A character that is not bound as text and is no letter is also
 * looked for as the key of that name, so that digits and '.' work where they need Shift. */
const struct key_binding *key_map_find(const struct key_map *map, struct key key);

/* The key to name for an action with an amount below 0 (sign -1), above it (1) or of 0: of several
 * one without modifiers, that is no digit. *amount (may be NULL): what it does. False: no key does
 * that. */
enum { KEY_HELP_TEXT = 64 };
bool key_map_name(const struct key_map *map, enum action action, int sign, char name[KEY_HELP_TEXT],
                  double *amount);

/* What belongs together on the help's page. */
enum key_group {
    KEY_GROUP_PLAY,
    KEY_GROUP_JUMP,
    KEY_GROUP_LOOK,
    KEY_GROUP_HUD,
    KEY_GROUP_MARKS,
    KEY_GROUP_WINDOW,
    KEY_GROUP_MOUSE, /* no key's */
    KEY_GROUPS
};

extern const char *const key_group_names[KEY_GROUPS];

/* What a line of the help is about. */
struct key_topic {
    enum key_group group;
    const char *action; /* its name in keys.conf */
};

/* The help's lines: what the keys do, with the keys bound now. Opposite directions share a line
 * ("Left / Right", "5 s back / forward"); an action without keys has none. Plain ASCII. line counts
 * from 0; false behind the last one. topic may be NULL. */
bool key_map_help(const struct key_map *map, size_t line, char keys[KEY_HELP_TEXT],
                  char what[KEY_HELP_TEXT], struct key_topic *topic);

#endif
