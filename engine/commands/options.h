/* The command line: one table an option, from which it is parsed, checked and explained.
 *
 * `--name value`, `--name=value`, and Quake's own words (-basedir, -game, -width, -height): one
 * dash or two. `--` ends the options. All subcommands take the options of the game data, those that
 * draw the options of the picture and of the machine as well; a subcommand's own come as a table.
 */
#ifndef ENGINE_COMMANDS_OPTIONS_H
#define ENGINE_COMMANDS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "assets/platform.h"
#include "engine/playback/player.h"

struct options {
    int width, height;      /* 0 = the subcommand's default */
    double gamma, contrast; /* 0 = not asked for; player.light has what counts */
    struct player_options player;
    const char *camera_file;        /* NULL = none; */
    struct camera_path camera_path; /* what it says, which player has then */
    bool help;
    const char **files; /* borrowed from argv, the array is owned */
    size_t num_files;
    struct file_bytes input; /* standard input, where a file is "-"; player.search has it */
};

/* An option. Exactly one of flag, text, whole, real and parse is set: where its value goes. */
struct option {
    const char *name;  /* without dashes; one letter means -x. NULL ends a table */
    const char *value; /* what the help calls it: "WxH" */
    const char *help;  /* lines, for the help's right column; NULL = not listed there */
    bool *flag;
    const char **text;                             /* borrowed from argv */
    long *whole;                                   /* least .. most */
    double *real;                                  /* finite; low .. high where high is not 0 */
    bool (*parse)(void *target, const char *text); /* false: the text will not do */
    void *target;
    long least, most; /* of whole, and what a refusal of parse names where they differ */
    double low, high;
    const char *range; /* of parse: what will do, for the answer to what will not */
};

struct command_line {
    const char *command;      /* "shot" */
    const char *usage;        /* the help's head */
    const struct option *own; /* or NULL */
    bool draws;
    size_t least_demos, most_demos;
    const char
        *files;       /* what it takes instead of demos, "piece": no option of the data is for it */
    bool plain_light; /* unless gamma or contrast are asked for, in whatever look */
};

/* Parses argv[1..]. 0, or EXIT_USAGE after one line on stderr that names what is wrong. Also
 * applies --cpu and $QUAKEREEL_CPU to the kernels when the command draws. Numbers of demos are not
 * looked at. */
int options_parse(struct options *options, const struct command_line *line, int argc, char **argv);
void options_free(struct options *options);

/* options_parse with what every subcommand does next: --help prints the help, the wrong number of
 * demos is refused, the camera path is read. options must stay where it is. OPTIONS_GO_ON, or the
 * exit status (the options are freed then). */
enum { OPTIONS_GO_ON = -1 };
int options_begin(struct options *options, const struct command_line *line, int argc, char **argv);

/* A whole number from least to most; false, and *value stays, when the text is none. */
bool options_parse_int(const char *text, long least, long most, int *value);

/* "640x480", of a picture that can be drawn; false, and the numbers stay, when the text is none. */
bool options_parse_size(const char *text, int *width, int *height);

/* One line on stderr: `what` with its one %s replaced by `name`, and where help is. EXIT_USAGE. */
int options_complain(const char *command, const char *what, const char *name);

#endif
