/* The output of a command that writes as it reads: all of it, or no file. */
#ifndef ENGINE_COMMANDS_EDIT_SINK_OUTPUT_H
#define ENGINE_COMMANDS_EDIT_SINK_OUTPUT_H

#include "engine/options/options.h"
#include "formats/media/sink.h"

/* Calls `write` with the output of -o (NULL and "-": standard output), and gives the file its name
 * if it returns 0 or more. Returns what it returned, or a negative code with *failed set if the
 * output could not be opened or written: a line on stderr tells that. */
int sink_output_write(const struct options *options,
                      int (*write)(void *context, struct media_sink *out), void *context,
                      bool *failed);

#endif
