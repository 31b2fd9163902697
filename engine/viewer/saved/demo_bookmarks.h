/* Bookmarks of a demo: marks, and the time at which watching stopped.
 *
 * One small text file per demo in $XDG_STATE_HOME/quakereel/ (or ~/.local/state/quakereel/), named
 * by a hash of the demo's size and its first and last 256 KB, so that a moved or renamed demo keeps
 * its marks. Times are demo seconds. Bad lines are skipped. Example:
 *
 *     # quakereel: demo1.dem
 *     resume 83.250000000
 *     mark 12.500000000 */
#ifndef ENGINE_VIEWER_SAVED_DEMO_BOOKMARKS_H
#define ENGINE_VIEWER_SAVED_DEMO_BOOKMARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEMO_BOOKMARKS_PATH = 4096, DEMO_BOOKMARKS_MAX_MARKS = 1000 };

struct demo_bookmarks {
    char path[DEMO_BOOKMARKS_PATH]; /* "" = no state folder */
    double *marks;                  /* rising, owned */
    size_t num_marks, cap_marks;
    double resume; /* where watching stopped; 0 = nowhere */
    bool changed;  /* since loading or saving */
};

/* Reads the notes of the demo with these bytes: whatever good lines there are. A missing file gives
 * empty bookmarks. */
void demo_bookmarks_load(struct demo_bookmarks *bookmarks, const uint8_t *data, size_t size);
/* Path of another file about the same demo: the bookmarks' path with `ending` instead of ".txt".
 * False if there is no folder for bookmarks, or the path is too long. */
bool demo_bookmarks_beside(const struct demo_bookmarks *bookmarks, const char *ending,
                           char path[DEMO_BOOKMARKS_PATH]);
/* Writes the file if something changed: a new file, then renamed over the old one. Removes the file
 * if there are no bookmarks. name: the demo's, for readers of the file. Returns 0, or -1 with errno
 * set (ENOENT if there is no folder). */
int demo_bookmarks_save(struct demo_bookmarks *bookmarks, const char *name);
void demo_bookmarks_free(struct demo_bookmarks *bookmarks);

/* False if there is a mark within 0.01 s, too many marks, out of memory, or the time is invalid
 * (negative, not a number, above 1e9). */
bool demo_bookmarks_add_mark(struct demo_bookmarks *bookmarks, double time);
/* Removes the bookmark nearest to time, at most `within` seconds away; with equal distance the
 * earlier. Returns false if there is none. */
bool demo_bookmarks_remove_mark(struct demo_bookmarks *bookmarks, double time, double within);
/* Invalid times count as 0. */
void demo_bookmarks_set_resume(struct demo_bookmarks *bookmarks, double time);

#endif
