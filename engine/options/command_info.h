/* The commands of the program: names and help texts. Without their code, so that options can name
 * the commands they hold for. */
#ifndef ENGINE_OPTIONS_COMMAND_INFO_H
#define ENGINE_OPTIONS_COMMAND_INFO_H

#include <stdbool.h>
#include <stddef.h>

enum command {
    COMMAND_PLAY,
    COMMAND_TIMEDEMO,
    COMMAND_SHOT,
    COMMAND_SHEET,
    COMMAND_SOUND,
    COMMAND_RENDER,
    COMMAND_JOIN,
    COMMAND_INFO,
    COMMAND_DUMP,
    COMMAND_CUT,
    COMMAND_VALIDATE,
    COMMAND_REPAIR,
    COMMAND_CONVERT,
    COMMAND_DECOMPILE,
    COMMAND_COMPILE,
    COMMAND_DIFF,
    COMMAND_SPLIT,
    COMMAND_CHECK,
    COMMAND_SUBTITLE,
    COMMAND_CAMERA,
    COMMAND_STRINGS,
    COMMAND_SEARCH,
    COMMAND_ANONYMISE,
    COMMAND_MERGE,
    COMMAND_MARKS,
    COMMAND_COMPARE,
    COMMAND_CUTS,
    COMMAND_EVENTS,
    COMMAND_REPORT,
    COMMAND_MAP,
    COMMAND_LIBRARY,
    COMMAND_PLOT,
    COMMAND_STATS,
    COMMANDS
};

struct command_info {
    const char *name;
    const char *summary;     /* one line of `quakereel help` */
    const char *usage;       /* what follows "quakereel " in the usage line */
    const char *description; /* paragraphs of the command's help; lines end with \n */
    const char *files;       /* noun of its arguments: "demo", "piece" */
    size_t min_files, max_files;
    bool draws; /* it draws pictures: $QUAKEREEL_CPU counts */
};

const struct command_info *command_info(enum command command);

/* The command of that name. False: there is none; *command is unchanged. */
bool command_find(const char *name, enum command *command);

/* The command whose name is closest to a mistyped one; NULL if none is close enough. */
const char *command_suggest(const char *name);

#endif
