/* A command's arguments: parsed, checked and explained by the option registry
 * (engine/options/option_row.h).
 *
 * `--name value`, `--name=value`; one dash or two, as Quake has -basedir and -width. `--` ends the
 * options. */
#ifndef ENGINE_COMMANDS_COMMAND_LINE_H
#define ENGINE_COMMANDS_COMMAND_LINE_H

#include "engine/options/options.h"
#include "formats/base/error.h"

/* Parses argv[1..]; argv[0] is not read. Returns 0, or an exit status after one line on stderr.
 * Also applies --cpu and $QUAKEREEL_CPU if the command draws. Does not count the demos. */
int command_parse(struct options *options, enum command command, int argc, char **argv);

/* Calls command_parse, then does what all commands share: prints --help, rejects a wrong number of
 * demos, reads standard input and the camera path. *options must not move. Returns COMMAND_GO_ON,
 * or the exit status; *options then owns nothing. */
enum { COMMAND_GO_ON = -1 };
int command_begin(struct options *options, enum command command, int argc, char **argv);

/* Prints "quakereel: ...; see quakereel COMMAND --help" on stderr. Returns EXIT_USAGE. */
FORMAT_PRINTF(2, 3)
int command_refuse(enum command command, const char *format, ...);

#endif
