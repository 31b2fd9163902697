/* The program: picks a subcommand. The only file that may end the process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/options/command_info.h"

static int (*const commands[COMMANDS])(int argc, char **argv) = {
    [COMMAND_PLAY] = cmd_play,
    [COMMAND_TIMEDEMO] = cmd_timedemo,
    [COMMAND_SHOT] = cmd_shot,
    [COMMAND_SHEET] = cmd_sheet,
    [COMMAND_SOUND] = cmd_sound,
    [COMMAND_RENDER] = cmd_render,
    [COMMAND_JOIN] = cmd_join,
    [COMMAND_INFO] = cmd_info,
    [COMMAND_DUMP] = cmd_dump,
    [COMMAND_CUT] = cmd_cut,
    [COMMAND_VALIDATE] = cmd_validate,
    [COMMAND_REPAIR] = cmd_repair,
    [COMMAND_CONVERT] = cmd_convert,
    [COMMAND_DECOMPILE] = cmd_decompile,
    [COMMAND_COMPILE] = cmd_compile,
    [COMMAND_SPLIT] = cmd_split,
    [COMMAND_DIFF] = cmd_diff,
    [COMMAND_CHECK] = cmd_check,
    [COMMAND_SUBTITLE] = cmd_subtitle,
    [COMMAND_CAMERA] = cmd_camera,
    [COMMAND_STRINGS] = cmd_strings,
    [COMMAND_SEARCH] = cmd_search,
    [COMMAND_ANONYMISE] = cmd_anonymise,
    [COMMAND_MERGE] = cmd_merge,
    [COMMAND_MARKS] = cmd_marks,
    [COMMAND_COMPARE] = cmd_compare,
    [COMMAND_CUTS] = cmd_cuts,
    [COMMAND_EVENTS] = cmd_events,
    [COMMAND_MAP] = cmd_map,
    [COMMAND_LIBRARY] = cmd_library,
    [COMMAND_PLOT] = cmd_plot,
    [COMMAND_REPORT] = cmd_report,
    [COMMAND_STATS] = cmd_stats,
};

/* Moves Quake's "+playdemo x" or "+timedemo x" to the front, as the subcommand it means. */
static void move_quake_word(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "+playdemo") == 0 || strcmp(argv[i], "+timedemo") == 0) {
            char *word = argv[i] + 1;
            memmove(&argv[2], &argv[1], (size_t)(i - 1) * sizeof(*argv));
            argv[1] = word;
            return;
        }
    }
}

/* A mistyped command: a bare word, close to a command's name, that is no file. NULL: it is none. */
static const char *find_meant(const char *word)
{
    return word[0] == '-' || strpbrk(word, "./:\\") || platform_exists(word)
               ? NULL
               : command_suggest(word);
}

int main(int argc, char **argv)
{
    enum command command;
    platform_start(&argc, &argv);
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
                     strcmp(argv[1], "help") == 0)) {
        return cmd_help(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts("quakereel " QUAKEREEL_VERSION);
        return EXIT_GOOD;
    }
    move_quake_word(argc, argv);
    if (argc > 1 && command_find(argv[1], &command)) {
        return commands[command](argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "playdemo") == 0) {
        return cmd_play(argc - 1, argv + 1);
    }
    const char *meant = argc > 1 ? find_meant(argv[1]) : NULL;
    if (meant) {
        fprintf(stderr,
                "quakereel: unknown command '%s'; did you mean %s? A demo of that name: quakereel "
                "play %s\n",
                argv[1], meant, argv[1]);
        return EXIT_USAGE;
    }
    return cmd_play(argc, argv);
}
