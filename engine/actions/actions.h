/* The viewer's actions: names, default keys and help. Plain data: needs no window.
 *
 * Key handling (engine/viewer/keys, viewer_input.c), the help page, `quakereel --list-keys` and the
 * man page's list are all made from the rows of action_table.h. */
#ifndef ENGINE_ACTIONS_ACTIONS_H
#define ENGINE_ACTIONS_ACTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* clang-format off */
#define ACTION(id, ...) ACTION_##id,
enum action {
    ACTION_NONE, /* "none" in keys.conf: removes a binding */
#include "engine/actions/action_table.h"
    ACTIONS
};
#undef ACTION
/* clang-format on */

/* Sections of the help page. */
enum key_group {
    KEY_GROUP_PLAY,
    KEY_GROUP_JUMP,
    KEY_GROUP_LOOK,
    KEY_GROUP_HUD,
    KEY_GROUP_MARKS,
    KEY_GROUP_WINDOW,
    KEY_GROUP_MOUSE, /* mouse gestures: no action is in this group */
    KEY_GROUPS
};

extern const char *const key_group_names[KEY_GROUPS];

enum action_flag {
    ACTION_REPEATS = 1,      /* again and again while the key is held */
    ACTION_JUMPS = 2,        /* to another time: messages about the old one disappear */
    ACTION_SHOWS_BAR = 4,    /* the seek bar appears for a moment */
    ACTION_WITHOUT_DEMO = 8, /* works while no demo is open */
    ACTION_OVER_LIST = 16,   /* works while the list of demos is shown */
    ACTION_HELD = 32,        /* lasts from key down to key up */
    ACTION_BASIC = 64        /* on the help's first page: the line of its first default key */
};

enum amount_kind { AMOUNT_NO, AMOUNT_WHOLE, AMOUNT_REAL };

struct action_key {
    const char *key; /* as keys.conf spells it, "Shift+Left"; NULL ends a list */
    double amount;   /* 0 for actions without an amount */
};

struct action_info {
    const char *name; /* in keys.conf */
    enum key_group group;
    const struct action_key *keys; /* defaults, in the order of the help page */
    unsigned flags;                /* bits of enum action_flag */
    struct {
        enum amount_kind kind;
        double min, max; /* where min is negative, 0 is rejected: it would do nothing */
    } amount;
    /* The help line: `help` for an action without amount, "help 5 units less / more" for one with
     * an amount, "previous / next unit" for an amount of 1 where unit_is_next. */
    const char *help;
    const char *unit, *units;
    const char *less, *more; /* negative and positive amounts; factors below and above 1 */
    bool unit_is_next;
    const char *digits; /* help line shared by the digit keys, NULL = none */
};

/* Indexed by enum action. */
extern const struct action_info action_infos[ACTIONS];

/* The action of that name in keys.conf, ACTION_NONE included; ACTIONS if there is none. */
enum action action_find(const char *name);

/* Writes the range and effect of an action's amount: "-100000 to 100000 s: back / forward". */
enum { ACTION_TEXT = 96 };
void action_describe(enum action action, char text[ACTION_TEXT]);

/* The default keys as lines of keys.conf, described in comments. */
void actions_write_list(FILE *file);
/* The actions as a list in roff, for the man page: name, description, default keys. */
void actions_write_roff(FILE *file);

#endif
