/* When demos were watched last: history.txt in the state folder (assets/user_dirs.h), a line for
 * each demo, "SECONDS PATH", the seconds since 1970, the newest last. The newest PLAY_HISTORY_MAX
 * stay. Lines that cannot be read stay in their places. One thread. */
#ifndef ENGINE_VIEWER_SAVED_PLAY_HISTORY_H
#define ENGINE_VIEWER_SAVED_PLAY_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { PLAY_HISTORY_MAX = 1000 };

struct played_demo {
    char *path;      /* owned; absolute */
    int64_t seconds; /* since 1970 */
};

struct play_history {          /* start from {0} */
    struct played_demo *demos; /* owned; by path */
    size_t count, capacity;
};

/* Reads the file; a missing one, or no memory, gives an empty history. */
void play_history_load(struct play_history *history);
void play_history_free(struct play_history *history);
/* When the demo was watched last; 0 = never. name: as demo_source_open takes it; NULL = a built-in
 * one, which is never in it. */
int64_t play_history_find(const struct play_history *history, const char *name);
/* Notes that the demo was watched at that time. Built-in demos, standard input and names with
 * control characters are passed over. Returns as saved_file_edit. */
int play_history_note(const char *name, int64_t seconds) MUST_CHECK;

#endif
