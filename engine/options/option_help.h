/* The help texts of options, as `--help`, the man page and shell completions show them. */
#ifndef ENGINE_OPTIONS_OPTION_HELP_H
#define ENGINE_OPTIONS_OPTION_HELP_H

#include "engine/options/option_row.h"

enum { OPTION_HELP_MAX = 768, OPTION_SPELLING_MAX = 64 };

/* Describes the option: effect, values, default, demo families. */
void option_describe(const struct option_row *row, char text[OPTION_HELP_MAX]);

/* "--name", or "-x" for one letter. */
void option_put_name(const char *name, size_t length, char text[OPTION_SPELLING_MAX]);

/* The row's names by index, from 0, spelled with dashes; false after the last one. */
bool option_spell_name(const struct option_row *row, size_t index, char text[OPTION_SPELLING_MAX]);

/* All its names and its value: "-o, --out FILE". */
void option_spell(const struct option_row *row, char text[OPTION_SPELLING_MAX]);

/* A group's title; "" for the command's own options. */
const char *option_group_title(enum option_group group);

/* True if help, man page and completions show the row. */
bool option_is_public(const struct option_row *row);
/* The same for one command. */
bool option_is_listed(const struct option_row *row, enum command command);

#endif
