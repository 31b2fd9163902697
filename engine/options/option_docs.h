/* The man page's sections about commands and options, and the completions of shells, made from the
 * registry. `make docs` writes them to assets/desktop; a test compares those files. */
#ifndef ENGINE_OPTIONS_OPTION_DOCS_H
#define ENGINE_OPTIONS_OPTION_DOCS_H

#include <stdio.h>

/* Man page: each command with its description and its own options. */
void options_write_commands_roff(FILE *file);
/* Man page: the options that commands share, by group, each with the commands that take it. */
void options_write_shared_roff(FILE *file);

/* Completion of commands, option names and option values; other words are file names. */
void options_write_bash(FILE *file);
void options_write_zsh(FILE *file);
void options_write_fish(FILE *file);

#endif
