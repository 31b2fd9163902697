#include "engine/viewer/saved/option_settings.h"

#include <stdio.h>
#include <string.h>

static void name_setting(const struct option_row *row, const char *look, char name[SETTINGS_NAME])
{
    snprintf(name, SETTINGS_NAME, "%s%s", row->flags & OPTION_PER_LOOK ? look : "", row->setting);
}

static void describe_values(const struct option_row *row, char *text, size_t size)
{
    text[0] = '\0';
    if (row->type == &option_switch) {
        snprintf(text, size, "0 or 1");
    } else if (row->type->describe) {
        row->type->describe(row, text, size);
    }
}

/* Older versions wrote 0 for "auto". */
static const char *option_value(const struct option_row *row, const char *text)
{
    const bool zero = strcmp(text, "0") == 0;
    return row->type == &option_auto && zero                       ? "auto"
           : row->type == &option_switch && strcmp(text, "1") == 0 ? ""
                                                                   : text;
}

/* True if the command line gave the row's field, by this row or by another one. */
static bool field_is_given(const struct option_row *row, const struct options *options)
{
    for (size_t i = 0; i < option_count(); i++) {
        if (option_at(i)->offset == row->offset && option_is_given(option_at(i), options)) {
            return true;
        }
    }
    return false;
}

bool option_settings_read(const struct settings *settings, const char *setting, const char *look,
                          struct options *options)
{
    const struct option_row *row = option_find_setting(setting);
    char name[SETTINGS_NAME], values[SETTINGS_NAME + 256];
    name_setting(row, look, name);
    const char *text = settings_text(settings, name);
    if (!text || field_is_given(row, options) ||
        (row->type == &option_switch && strcmp(text, "0") == 0)) {
        return false;
    }
    if (option_read(row, options, option_value(row, text))) {
        return true;
    }
    describe_values(row, values, sizeof(values));
    settings_reject(settings, name, values);
    return false;
}

void option_settings_read_group(const struct settings *settings, enum option_group group,
                                struct options *options)
{
    for (size_t i = 0; i < option_count(); i++) {
        if (option_group_at(i) == group && option_at(i)->setting) {
            option_settings_read(settings, option_at(i)->setting, "", options);
        }
    }
}

int option_settings_write(struct settings *settings, const char *setting, const char *look,
                          const struct options *options)
{
    const struct option_row *row = option_find_setting(setting);
    char name[SETTINGS_NAME], text[OPTION_TEXT_MAX];
    name_setting(row, look, name);
    if (!option_write(row, options, text, sizeof(text))) {
        return settings_remove(settings, name);
    }
    return settings_set_text(settings, name, row->type == &option_switch ? "1" : text);
}
