/* Loads keys.conf and reports its bad lines; keys of events. */
#ifndef ENGINE_VIEWER_VIEWER_KEYS_H
#define ENGINE_VIEWER_VIEWER_KEYS_H

#include "engine/viewer/keys/keys.h"
#include "formats/base/error.h"

struct input_event;
struct viewer_base;

/* The default keys, and over them those of keys.conf. Each wrong line is on stderr and in the log;
 * over the picture is one line, with the numbers that fit into it and how many more there are. 0 or
 * FORMAT_MEMORY. */
int viewer_read_keys(struct viewer_base *base) MUST_CHECK;

/* The key of an INPUT_KEY_DOWN or INPUT_KEY_UP, with its modifiers. */
struct key viewer_key(const struct input_event *event);

#endif
