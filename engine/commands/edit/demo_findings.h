/* The frame of commands that print findings about demos, for people or as JSON: an object a demo,
 * of several demos an array. */
#ifndef ENGINE_COMMANDS_EDIT_DEMO_FINDINGS_H
#define ENGINE_COMMANDS_EDIT_DEMO_FINDINGS_H

#include <stdio.h>

#include "engine/options/options.h"
#include "engine/playback/demo_source.h"
#include "formats/base/json.h"

struct findings_printer {
    FILE *out;
    struct json_writer *json; /* NULL: for people */
    const struct options *options;
    char name[1024]; /* of the demo, for a terminal */
};

/* Prints what is found in an opened demo (code 0). name: as given by the user. Returns the exit
 * status. */
typedef int findings_print_fn(struct findings_printer *printer, const char *name,
                              struct demo_source *source);

/* Runs such a command: its options, its demos one after another, its output. Damage of a compressed
 * file is told. game_data: opens game data as well, if the options name it. Returns the worst exit
 * status. */
int findings_command(enum command command, int argc, char **argv, bool game_data,
                     findings_print_fn *print);

#endif
