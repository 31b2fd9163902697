#include "engine/commands/command_help.h"

#include <stdio.h>
#include <string.h>

#include "engine/options/option_help.h"

enum { COLUMN = 23, LINE_WIDTH = 96 };

/* Words of text from column COLUMN on, broken before LINE_WIDTH; `column` is where the line stands.
 */
static void print_wrapped(const char *text, int column)
{
    while (*text) {
        const int length = (int)strcspn(text, " ");
        const bool fits = column > COLUMN && column + 1 + length <= LINE_WIDTH;
        if (column <= COLUMN && column < COLUMN) {
            printf("%*s", COLUMN - column, "");
            column = COLUMN;
        } else if (fits) {
            putchar(' ');
            column++;
        } else if (column > COLUMN) {
            printf("\n%*s", COLUMN, "");
            column = COLUMN;
        }
        printf("%.*s", length, text);
        column += length;
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

static void print_option(const struct option_row *row)
{
    char spelling[OPTION_SPELLING_MAX], help[OPTION_HELP_MAX];
    option_spell(row, spelling);
    option_describe(row, help);
    print_wrapped(help, printf("  %s ", spelling) - 1);
}

void help_print_command(enum command command)
{
    const struct command_info *info = command_info(command);
    printf("usage: quakereel %s\n\n%s", info->usage, info->description);
    for (int group = 0; group < OPTION_GROUPS; group++) {
        bool titled = option_group_title(group)[0] == '\0';
        for (size_t i = 0; i < option_count(); i++) {
            const struct option_row *row = option_at(i);
            if ((int)option_group_at(i) == group && option_is_listed(row, command)) {
                if (!titled) {
                    printf("%s:\n", option_group_title(group));
                    titled = true;
                }
                print_option(row);
            }
        }
    }
}

void help_print_program(void)
{
    fputs("usage: quakereel [COMMAND] [DEMO] [options]\n"
          "\n"
          "Plays the demos of the Quake family, drawn on the CPU. Without a demo: built-in ones.\n",
          stdout);
    for (int i = 0; i < COMMANDS; i++) {
        const struct command_info *info = command_info((enum command)i);
        printf("  %-10s %s\n", info->name, info->summary);
    }
    fputs("  help       this text, or the help of a command: quakereel help COMMAND\n"
          "Words of Quake's command line work, too:\n"
          "+playdemo X, +timedemo X, -basedir DIR, -game DIR, -width N, -height N.\n",
          stdout);
}
