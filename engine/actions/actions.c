#include "engine/actions/actions.h"

#include <string.h>

#include "formats/base/roff_text.h"

const char *const key_group_names[KEY_GROUPS] = {
    [KEY_GROUP_PLAY] = "Play",          [KEY_GROUP_JUMP] = "Jump",
    [KEY_GROUP_LOOK] = "Look",          [KEY_GROUP_HUD] = "Status bar",
    [KEY_GROUP_MARKS] = "Marks, films", [KEY_GROUP_WINDOW] = "Window",
    [KEY_GROUP_MOUSE] = "Mouse",
};

/* clang-format off */
#define KEYS(...) (const struct action_key[]){__VA_ARGS__, {NULL, 0}}
#define ACTION(id, action_name, in_group, default_keys, ...)                                       \
    [ACTION_##id] = {.name = (action_name), .group = KEY_GROUP_##in_group,                         \
                     .keys = (default_keys), __VA_ARGS__},
const struct action_info action_infos[ACTIONS] = {
    [ACTION_NONE] = {.name = "none", .help = "removes the key"},
#include "engine/actions/action_table.h"
};
/* clang-format on */

enum action action_find(const char *name)
{
    int action = ACTION_NONE;
    while (action < ACTIONS && strcmp(name, action_infos[action].name) != 0) {
        action++;
    }
    return (enum action)action;
}

void action_describe(enum action action, char text[ACTION_TEXT])
{
    const struct action_info *info = &action_infos[action];
    if (info->amount.kind == AMOUNT_NO) {
        snprintf(text, ACTION_TEXT, "%s", info->help);
    } else {
        snprintf(text, ACTION_TEXT, "%s%s%g to %g%s%s%s%s%s%s", info->help ? info->help : "",
                 info->help ? ", " : "", info->amount.min, info->amount.max, info->units ? " " : "",
                 info->units ? info->units : "", info->less ? ": " : "",
                 info->less ? info->less : "", info->less ? " / " : "",
                 info->less ? info->more : "");
    }
}

/* " 5" if the action takes an amount, exact enough to be read back. */
static void format_amount(const struct action_info *info, double amount, char text[32])
{
    text[0] = '\0';
    if (info->amount.kind != AMOUNT_NO) {
        snprintf(text, 32, " %.16g", amount);
    }
}

void actions_write_list(FILE *file)
{
    enum key_group group = KEY_GROUPS;
    fputs("# The default keys of quakereel's window: KEY ACTION [AMOUNT]\n", file);
    for (int i = ACTION_NONE + 1; i < ACTIONS; i++) {
        const struct action_info *info = &action_infos[i];
        char description[ACTION_TEXT], amount[32], line[80];
        if (info->group != group) {
            group = info->group;
            fprintf(file, "\n# %s\n", key_group_names[group]);
        }
        action_describe((enum action)i, description);
        for (const struct action_key *key = info->keys; key->key; key++) {
            format_amount(info, key->amount, amount);
            snprintf(line, sizeof(line), "%-16s %s%s", key->key, info->name, amount);
            if (key == info->keys) {
                fprintf(file, "%-40s # %s\n", line, description);
            } else {
                fprintf(file, "%s\n", line);
            }
        }
    }
}

void actions_write_roff(FILE *file)
{
    for (int i = ACTION_NONE + 1; i < ACTIONS; i++) {
        const struct action_info *info = &action_infos[i];
        char description[ACTION_TEXT], amount[32];
        action_describe((enum action)i, description);
        fputs(".TP\n\\fB", file);
        roff_write(file, info->name);
        fputs(info->amount.kind == AMOUNT_NO ? "\\fR\n\\&" : "\\fR \\fIAMOUNT\\fR\n\\&", file);
        roff_write(file, description);
        for (const struct action_key *key = info->keys; key->key; key++) {
            fputs(key == info->keys ? " (" : ", ", file);
            roff_write(file, key->key);
            format_amount(info, key->amount, amount);
            roff_write(file, amount);
        }
        fputs(")\n", file);
    }
}
