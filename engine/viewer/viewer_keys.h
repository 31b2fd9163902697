/* Loads keys.conf and reports its bad lines. */
#ifndef ENGINE_VIEWER_VIEWER_KEYS_H
#define ENGINE_VIEWER_VIEWER_KEYS_H

#include "formats/base/error.h"

struct viewer_base;

/* The default keys, and over them those of keys.conf. Each wrong line is on stderr and in the log;
 * over the picture is one line, with the numbers that fit into it and how many more there are. 0 or
 * FORMAT_MEMORY. */
int viewer_read_keys(struct viewer_base *base) MUST_CHECK;

#endif
