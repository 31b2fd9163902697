/* Small pictures of a demo at times that are asked for, drawn by a thread of their own from a demo
 * and game data of their own, so that no frame waits for them. The last ones are kept. One
 * thread calls. */
#ifndef ENGINE_VIEWER_PREVIEW_PREVIEW_H
#define ENGINE_VIEWER_PREVIEW_PREVIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playback/playback_context.h"

enum { PREVIEW_KEPT = 64 };

struct preview;

/* Which picture: the view of the player with slot + 1 == follow (0 = the recorder) at a time. */
struct preview_key {
    double time; /* seconds */
    uint32_t follow;
};

/* Begins with a demo of that name (as for demo_source_open) and the picture settings of `options`,
 * without status bar, camera path and ghosts; they are copied but for search.input, which must
 * outlive it. Opens the demo when a picture is first asked for. Returns NULL if out of memory or
 * threads. */
struct preview *preview_begin(const char *name, const struct playback_options *options, int width,
                              int height);
/* Waits for the thread, which may be opening the demo. NULL is allowed. */
void preview_end(struct preview *preview);

/* Asks for a picture, which replaces one that was asked for and is not begun. */
void preview_ask(struct preview *preview, struct preview_key key);
/* Copies the picture, width * height pixels of 0x00RRGGBB. False: it is not there (yet). */
bool preview_copy(struct preview *preview, struct preview_key key, uint32_t *pixels);
/* True once after each picture that was finished. */
bool preview_is_new(struct preview *preview);

#endif
