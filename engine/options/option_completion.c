/* Completions for bash, zsh and fish. */
#include <string.h>

#include "engine/options/option_docs.h"
#include "engine/options/option_help.h"

/* The words that a value may be, separated by spaces; false if there is no list of them. */
static bool list_words(const struct option_row *row, char text[OPTION_HELP_MAX])
{
    size_t used = 0;
    text[0] = '\0';
    for (const struct option_word *word = row->words; word && word->text; word++) {
        snprintf(text + used, OPTION_HELP_MAX - used, "%s%s", used ? " " : "", word->text);
        used += strlen(text + used);
    }
    if (row->type == &option_auto) {
        snprintf(text, OPTION_HELP_MAX, "auto");
    }
    return text[0] != '\0';
}

static void write_command_names(FILE *file)
{
    for (int c = 0; c < COMMANDS; c++) {
        fprintf(file, "%s%s", c ? " " : "", command_info((enum command)c)->name);
    }
    fputs(" help", file);
}

/* --- bash ------------------------------------------------------------------------------------- */

/* "render-o|render--out" */
static void write_bash_pattern(FILE *file, enum command command, const struct option_row *row)
{
    char name[OPTION_SPELLING_MAX];
    for (size_t i = 0; option_spell_name(row, i, name); i++) {
        fprintf(file, "%s%s%s", i ? "|" : "", command_info(command)->name, name);
    }
}

/* The names and values of a command's options. Two rows of one name hold for different commands. */
static void write_bash_values(FILE *file, enum command command)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        char words[OPTION_HELP_MAX];
        if (!option_is_listed(row, command) || !row->value) {
            continue;
        }
        fputs("    ", file);
        write_bash_pattern(file, command, row);
        if (list_words(row, words)) {
            fprintf(file, ") COMPREPLY=($(compgen -W '%s' -- \"$current\")); return ;;\n", words);
        } else {
            fprintf(file, ") %sreturn ;;\n",
                    row->flags & OPTION_FILE_VALUE ? "COMPREPLY=($(compgen -f -- \"$current\")); "
                                                   : "");
        }
    }
}

void options_write_bash(FILE *file)
{
    fputs("# Completion of quakereel for bash; made by `make docs`.\n"
          "_quakereel() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=play word options\n"
          "    COMPREPLY=()\n"
          "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
          "        case $word in\n"
          "        ",
          file);
    for (int c = 0; c < COMMANDS; c++) {
        fprintf(file, "%s%s", c ? "|" : "", command_info((enum command)c)->name);
    }
    fputs("|help) command=$word; break ;;\n        esac\n    done\n    case $command in\n", file);
    for (int c = 0; c < COMMANDS; c++) {
        fprintf(file, "    %s) options='", command_info((enum command)c)->name);
        for (size_t i = 0; i < option_count(); i++) {
            char name[OPTION_SPELLING_MAX];
            const bool listed = option_is_listed(option_at(i), (enum command)c);
            for (size_t k = 0; listed && option_spell_name(option_at(i), k, name); k++) {
                fprintf(file, " %s", name);
            }
        }
        fputs("' ;;\n", file);
    }
    fputs("    esac\n    case $command$previous in\n", file);
    for (int c = 0; c < COMMANDS; c++) {
        write_bash_values(file, (enum command)c);
    }
    fputs("    esac\n"
          "    if [[ $current == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
          "    elif ((COMP_CWORD == 1)) || [[ $command == help ]]; then\n"
          "        COMPREPLY=($(compgen -W '",
          file);
    write_command_names(file);
    fputs("' -- \"$current\") $(compgen -f -- \"$current\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _quakereel quakereel\n",
          file);
}

/* --- zsh -------------------------------------------------------------------------------------- */

/* Text inside single quotes of an _arguments description: brackets and colons are escaped. */
static void write_zsh_text(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", file);
        } else {
            fprintf(file, strchr("[]:\\", *text) ? "\\%c" : "%c", *text);
        }
    }
}

static void write_zsh_option(FILE *file, const struct option_row *row, const char *name)
{
    char help[OPTION_HELP_MAX], words[OPTION_HELP_MAX];
    option_describe(row, help);
    fprintf(file, " \\\n            '%s[", name);
    write_zsh_text(file, help);
    fputs("]", file);
    if (row->value) {
        fputs(":", file);
        write_zsh_text(file, row->value);
        fputs(":", file);
        if (list_words(row, words)) {
            fprintf(file, "(%s)", words);
        } else if (row->flags & OPTION_FILE_VALUE) {
            fputs("_files", file);
        }
    }
    fputs("'", file);
}

static void write_zsh_options(FILE *file, enum command command)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        char name[OPTION_SPELLING_MAX];
        const bool listed = option_is_listed(row, command);
        for (size_t k = 0; listed && option_spell_name(row, k, name); k++) {
            write_zsh_option(file, row, name);
        }
    }
}

void options_write_zsh(FILE *file)
{
    fputs("#compdef quakereel\n"
          "# Completion of quakereel for zsh; made by `make docs`.\n"
          "_quakereel() {\n"
          "    local command=play\n"
          "    local -a commands=(",
          file);
    for (int c = 0; c < COMMANDS; c++) {
        const struct command_info *info = command_info((enum command)c);
        fprintf(file, "\n        '%s:", info->name);
        write_zsh_text(file, info->summary);
        fputs("'", file);
    }
    fputs("\n        'help:print help'\n"
          "    )\n"
          "    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
          "        _describe command commands\n"
          "        _files\n"
          "        return\n"
          "    fi\n"
          "    if [[ $words[2] == help ]]; then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    (($commands[(I)$words[2]:*])) && command=$words[2] && shift words && "
          "((CURRENT--))\n"
          "    case $command in\n",
          file);
    for (int c = 0; c < COMMANDS; c++) {
        fprintf(file, "    %s)\n        _arguments", command_info((enum command)c)->name);
        write_zsh_options(file, (enum command)c);
        fputs(" \\\n            '*:file:_files' ;;\n", file);
    }
    fputs("    esac\n}\n_quakereel \"$@\"\n", file);
}

/* --- fish ------------------------------------------------------------------------------------- */

static void write_fish_text(FILE *file, const char *text)
{
    fputs("'", file);
    for (; *text; text++) {
        fprintf(file, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    fputs("'", file);
}

static void write_fish_option(FILE *file, const struct option_row *row)
{
    char help[OPTION_HELP_MAX], words[OPTION_HELP_MAX], name[OPTION_SPELLING_MAX];
    fputs("complete -c quakereel -n '__quakereel_is", file);
    for (int c = 0; c < COMMANDS; c++) {
        if (option_is_listed(row, (enum command)c)) {
            fprintf(file, " %s", command_info((enum command)c)->name);
        }
    }
    fputs("'", file);
    for (size_t i = 0; option_spell_name(row, i, name); i++) {
        const bool is_long = name[1] == '-';
        fprintf(file, " %s %s", is_long ? "-l" : "-s", name + (is_long ? 2 : 1));
    }
    if (row->value && list_words(row, words)) {
        fprintf(file, " -x -a '%s'", words);
    } else if (row->value) {
        fputs(row->flags & OPTION_FILE_VALUE ? " -r" : " -x", file);
    }
    option_describe(row, help);
    fputs(" -d ", file);
    write_fish_text(file, help);
    fputs("\n", file);
}

void options_write_fish(FILE *file)
{
    fputs("# Completion of quakereel for fish; made by `make docs`.\n"
          "function __quakereel_is\n"
          "    set -l words (commandline -opc)\n"
          "    set -l command play\n"
          "    if set -q words[2]; and contains -- $words[2] ",
          file);
    write_command_names(file);
    fputs("\n"
          "        set command $words[2]\n"
          "    end\n"
          "    contains -- $command $argv\n"
          "end\n",
          file);
    for (int c = 0; c < COMMANDS; c++) {
        const struct command_info *info = command_info((enum command)c);
        fprintf(file, "complete -c quakereel -n __fish_use_subcommand -a %s -d ", info->name);
        write_fish_text(file, info->summary);
        fputs("\n", file);
    }
    fputs("complete -c quakereel -n __fish_use_subcommand -a help -d 'print help'\n"
          "complete -c quakereel -n '__quakereel_is help' -x -a '",
          file);
    write_command_names(file);
    fputs("'\n", file);
    for (size_t i = 0; i < option_count(); i++) {
        if (option_is_public(option_at(i))) {
            write_fish_option(file, option_at(i));
        }
    }
}
