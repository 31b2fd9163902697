/* The man page's sections about commands and options. */
#include <string.h>

#include "engine/options/option_docs.h"
#include "engine/options/option_help.h"
#include "formats/base/roff_text.h"

static void write_option(FILE *file, const struct option_row *row)
{
    char spelling[OPTION_SPELLING_MAX], help[OPTION_HELP_MAX];
    option_spell(row, spelling);
    option_describe(row, help);
    fputs(".TP\n.B ", file);
    roff_write(file, spelling);
    fputs("\n", file);
    roff_write(file, help);
    fputs("\n", file);
}

/* Lines of a description. Indented ones keep their line ends. */
static void write_description(FILE *file, const char *text)
{
    bool filled = true;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        char line[OPTION_HELP_MAX];
        const bool indented = *text == ' ';
        if (indented == filled) {
            fputs(indented ? ".nf\n" : ".fi\n", file);
            filled = !indented;
        }
        snprintf(line, sizeof(line), "%.*s", (int)length, text);
        roff_write(file, line);
        fputs("\n", file);
        text += length + (text[length] == '\n');
    }
    if (!filled) {
        fputs(".fi\n", file);
    }
}

void options_write_commands_roff(FILE *file)
{
    for (int c = 0; c < COMMANDS; c++) {
        const struct command_info *info = command_info((enum command)c);
        fputs(".SS ", file);
        roff_write(file, info->name);
        fputs("\n.nf\n.B quakereel ", file);
        for (const char *usage = info->usage; *usage;) {
            char line[OPTION_HELP_MAX];
            const size_t length = strcspn(usage, "\n");
            snprintf(line, sizeof(line), "%.*s", (int)length, usage);
            roff_write(file, line);
            usage += length + (usage[length] == '\n');
            fputs(*usage ? "\n.B " : "\n", file);
            usage += strspn(usage, " ");
        }
        fputs(".fi\n.PP\n", file);
        write_description(file, info->description);
        for (size_t i = 0; i < option_count(); i++) {
            if (option_group_at(i) == OPTIONS_COMMAND &&
                option_is_listed(option_at(i), (enum command)c)) {
                write_option(file, option_at(i));
            }
        }
    }
}

static void write_commands_of(FILE *file, const struct option_row *row)
{
    bool first = true;
    fputs("Commands:", file);
    for (int c = 0; c < COMMANDS; c++) {
        if (option_is_listed(row, (enum command)c)) {
            fprintf(file, "%s %s", first ? "" : ",", command_info((enum command)c)->name);
            first = false;
        }
    }
    fputs(".\n", file);
}

void options_write_shared_roff(FILE *file)
{
    for (int group = OPTIONS_COMMAND + 1; group < OPTION_GROUPS; group++) {
        fputs(".SS ", file);
        roff_write(file, option_group_title((enum option_group)group));
        fputs("\n", file);
        for (size_t i = 0; i < option_count(); i++) {
            const struct option_row *row = option_at(i);
            if ((int)option_group_at(i) == group && option_is_public(row)) {
                write_option(file, row);
                write_commands_of(file, row);
            }
        }
    }
}
