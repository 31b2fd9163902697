/* What the files of the keys share: the table of actions. */
#ifndef ENGINE_VIEWER_KEYS_INTERNAL_H
#define ENGINE_VIEWER_KEYS_INTERNAL_H

#include "engine/viewer/keys/keys.h"

enum amount_kind { AMOUNT_NO, AMOUNT_WHOLE, AMOUNT_REAL };

/* The help says of an action without amount: `help`; of one with an amount: "help 5 units less /
 * more", or "previous / next unit" for an amount of one where unit_is_next. */
struct action_info {
    const char *name; /* in keys.conf */
    enum amount_kind kind;
    double least, most; /* where least is negative, 0 is refused: it would do nothing */
    const char *help;
    const char *unit, *units;
    const char *less, *more;
    bool unit_is_next;
};

extern const struct action_info key_actions[ACTIONS];

#endif
