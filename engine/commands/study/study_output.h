/* Writes a drawing as the file of -o: SVG or PNG, by its name. */
#ifndef ENGINE_COMMANDS_STUDY_STUDY_OUTPUT_H
#define ENGINE_COMMANDS_STUDY_STUDY_OUTPUT_H

#include "engine/drawing/drawing.h"
#include "engine/options/options.h"

/* EXIT_GOOD if a file of that name can be written: it ends in .svg or .png, or is "-", standard
 * output, which gets SVG. Else prints why and returns an exit status. */
int study_output_check(enum command command, const struct options *options, const char *path);

/* Writes it; a PNG has the drawing's size in pixels and the form's
 * theme. Returns an exit status, after a line on stderr
 * if it failed. */
int study_output_write(const struct drawing *drawing, const struct options *options,
                       const char *path, const struct drawing_svg *form);

#endif
