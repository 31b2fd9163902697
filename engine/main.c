/* The program: picks a subcommand. The only file that may end the process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/commands.h"

static const char help[] =
    "usage: quakereel [COMMAND] [DEMO] [options]\n"
    "\n"
    "Plays the demos of the Quake family, drawn on the CPU. Without a demo: built-in ones.\n"
    "  play       watch a demo in a window (the default)\n"
    "  timedemo   draw every server update as fast as possible and say how fast that was\n"
    "  shot       draw single pictures into PNG files\n"
    "  sheet      many small pictures of a demo in one\n"
    "  sound      the sound of a demo as a WAV file\n"
    "  render     a film of a demo, with sound: AVI, y4m, PNG files, whatever ffmpeg writes\n"
    "  join       pieces of a film as one film\n"
    "  info       what is in a demo\n"
    "  dump       every message of a demo as JSON\n"
    "  cut        a part of a Quake III demo as a demo\n"
    "quakereel COMMAND --help tells a command's options. Quake's own words work too:\n"
    "+playdemo X, +timedemo X, -basedir DIR, -game DIR, -width N, -height N.\n";

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"play", cmd_play},   {"playdemo", cmd_play}, {"timedemo", cmd_timedemo}, {"shot", cmd_shot},
    {"sheet", cmd_sheet}, {"sound", cmd_sound},   {"render", cmd_render},     {"join", cmd_join},
    {"info", cmd_info},   {"dump", cmd_dump},     {"cut", cmd_cut},
};

/* Moves Quake's "+playdemo x" or "+timedemo x" to the front, as the subcommand it means. */
static void take_quake_word(int argc, char **argv)
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

int main(int argc, char **argv)
{
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return EXIT_GOOD;
    }
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts("quakereel " QUAKEREEL_VERSION);
        return EXIT_GOOD;
    }
    take_quake_word(argc, argv);
    for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    return cmd_play(argc, argv);
}
