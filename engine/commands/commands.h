/* The commands. argv[0] is the command's name. They return the program's exit status. Data goes to
 * standard output, messages go to standard error. */
#ifndef ENGINE_COMMANDS_COMMANDS_H
#define ENGINE_COMMANDS_COMMANDS_H

enum { EXIT_GOOD = 0, EXIT_BAD_INPUT = 1, EXIT_USAGE = 2 };

int cmd_play(int argc, char **argv);
int cmd_timedemo(int argc, char **argv);
int cmd_shot(int argc, char **argv);
int cmd_sheet(int argc, char **argv);
int cmd_sound(int argc, char **argv);
int cmd_render(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_join(int argc, char **argv);
int cmd_cut(int argc, char **argv);
int cmd_validate(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_repair(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_decompile(int argc, char **argv);
int cmd_compile(int argc, char **argv);
int cmd_split(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_subtitle(int argc, char **argv);
int cmd_camera(int argc, char **argv);
int cmd_strings(int argc, char **argv);
int cmd_search(int argc, char **argv);
int cmd_cuts(int argc, char **argv);
int cmd_map(int argc, char **argv);
int cmd_anonymise(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_marks(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_events(int argc, char **argv);
int cmd_library(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_stats(int argc, char **argv);
/* Help of the program, or of the command argv[1]. */
int cmd_help(int argc, char **argv);

#endif
