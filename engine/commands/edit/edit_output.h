/* Demos that commands make: their names, and how they are written. */
#ifndef ENGINE_COMMANDS_EDIT_EDIT_OUTPUT_H
#define ENGINE_COMMANDS_EDIT_EDIT_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "assets/output_file.h"
#include "engine/options/options.h"
#include "formats/base/bytes.h"

/* True if -o names a folder that is there, or ends in a slash: the files in it are named after
 * their demos. */
bool edit_output_is_folder(const struct options *options);

/* Makes the folder that -o names, one level, if it is not there. Returns EXIT_GOOD, or
 * EXIT_BAD_INPUT after a line on stderr. */
int edit_output_make_folder(const struct options *options);

/* The file for a demo: -o, or in its folder the demo's name without folder and extension, then
 * suffix, then extension (".dem"). Makes the folder if it is not there. Returns EXIT_GOOD if the
 * file can be written now, else EXIT_BAD_INPUT after a line on stderr. */
int edit_output_name(char path[OUTPUT_PATH], const struct options *options, const char *demo,
                     const char *suffix, const char *extension);

/* Writes the file. Returns EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr. */
int edit_output_write(const struct options *options, const char *path,
                      const struct byte_writer *bytes);

/* Where a command reports what it made: standard output, or stderr if the demo goes there. */
FILE *edit_output_report(const char *path);

#endif
