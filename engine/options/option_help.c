#include "engine/options/option_help.h"

#include <stdio.h>
#include <string.h>

static const char *family_names(unsigned families)
{
    switch (families) {
    case OPTION_NETQUAKE | OPTION_QUAKEWORLD:
        return " [NetQuake, QuakeWorld]";
    case OPTION_QUAKEWORLD | OPTION_QUAKE3:
        return " [QuakeWorld, Quake III]";
    case OPTION_NETQUAKE | OPTION_QUAKE3:
        return " [NetQuake, Quake III]";
    case OPTION_NETQUAKE:
        return " [NetQuake]";
    case OPTION_QUAKEWORLD:
        return " [QuakeWorld]";
    case OPTION_QUAKE3:
        return " [Quake III]";
    default:
        return "";
    }
}

void option_describe(const struct option_row *row, char text[OPTION_HELP_MAX])
{
    char range[OPTION_HELP_MAX / 2] = "";
    const bool explained = (row->flags & OPTION_EXPLAINED) != 0;
    const char *usual = explained ? NULL : row->unset ? row->unset : row->initial;
    if (row->type->describe && !row->type->explained && !explained) {
        row->type->describe(row, range, sizeof(range));
    }
    snprintf(text, OPTION_HELP_MAX, "%s%s%s%s%s%s%s", row->help, range[0] ? ": " : "", range,
             usual ? " (" : "", usual ? usual : "", usual ? ")" : "", family_names(row->families));
}

void option_put_name(const char *name, size_t length, char text[OPTION_SPELLING_MAX])
{
    snprintf(text, OPTION_SPELLING_MAX, "%s%.*s", length == 1 ? "-" : "--", (int)length, name);
}

bool option_spell_name(const struct option_row *row, size_t index, char text[OPTION_SPELLING_MAX])
{
    const char *name = index == 0 ? row->name : row->aliases;
    for (; index > 1 && name; index--) {
        name = strchr(name, ' ');
        name = name ? name + 1 : NULL;
    }
    if (name) {
        option_put_name(name, strcspn(name, " "), text);
    }
    return name != NULL;
}

void option_spell(const struct option_row *row, char text[OPTION_SPELLING_MAX])
{
    char name[OPTION_SPELLING_MAX];
    size_t used = 0;
    for (size_t i = 0; option_spell_name(row, i, name); i++) {
        snprintf(text + used, OPTION_SPELLING_MAX - used, "%s%s", i ? ", " : "", name);
        used += strlen(text + used);
    }
    snprintf(text + used, OPTION_SPELLING_MAX - used, "%s%s", row->value ? " " : "",
             row->value ? row->value : "");
}

const char *option_group_title(enum option_group group)
{
    static const char *const titles[OPTION_GROUPS] = {
        [OPTIONS_COMMAND] = "",    [OPTIONS_PICTURE] = "Picture", [OPTIONS_HUD] = "Status bar",
        [OPTIONS_SOUND] = "Sound", [OPTIONS_MACHINE] = "Machine", [OPTIONS_DATA] = "Game data",
    };
    return titles[group];
}

bool option_is_public(const struct option_row *row)
{
    return (row->flags & (OPTION_HIDDEN | OPTION_SETTING)) == 0;
}

bool option_is_listed(const struct option_row *row, enum command command)
{
    return (row->commands & option_command_bit(command)) != 0 && option_is_public(row);
}
