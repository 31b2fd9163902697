/* What the viewer leaves behind at a demo: marks, and where he stopped watching.
 *
 * One small text file a demo in $XDG_STATE_HOME/quakereel/ (or ~/.local/state/quakereel/), named by
 * the demo's bytes (its size and its first and last 256 KB), so that a moved or renamed demo keeps
 * its marks. Times are demo seconds. The file, whose bad lines are skipped:
 *
 *     # quakereel: demo1.dem
 *     resume 83.250000000
 *     mark 12.500000000
 */
#ifndef ENGINE_VIEWER_SAVED_DEMO_BOOKMARKS_H
#define ENGINE_VIEWER_SAVED_DEMO_BOOKMARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEMO_BOOKMARKS_PATH = 4096, DEMO_BOOKMARKS_MAX_MARKS = 1000 };

struct demo_bookmarks {
    char path[DEMO_BOOKMARKS_PATH]; /* "" = there is no place to keep them */
    double *marks;                  /* rising, owned */
    size_t num_marks, cap_marks;
    double resume; /* where watching stopped; 0 = nowhere */
    bool changed;  /* since loading or saving */
};

/* Reads the notes of the demo with these bytes: whatever good lines there are. A missing file gives
 * empty bookmarks. */
void demo_bookmarks_load(struct demo_bookmarks *bookmarks, const uint8_t *data, size_t size);
/* Where something else of the same demo is kept beside them: their path with `ending` instead of
 * ".txt". False: there is no place, or the path is too long. */
bool demo_bookmarks_beside(const struct demo_bookmarks *bookmarks, const char *ending,
                           char path[DEMO_BOOKMARKS_PATH]);
/* Writes them when they have changed (name: the demo's, for people who look into the file): a new
 * file first, then put in place of the old. Removes the file of notes that are empty. 0, or -1 with
 * errno set (ENOENT when there is no place to keep them). */
int demo_bookmarks_save(struct demo_bookmarks *bookmarks, const char *name);
void demo_bookmarks_free(struct demo_bookmarks *bookmarks);

/* False when there is a mark within a hundredth of a second, too many, no memory, or time is none
 * (negative, not a number, or beyond 1e9). */
bool demo_bookmarks_add_mark(struct demo_bookmarks *bookmarks, double time);
/* Removes the mark nearest to time (of two the earlier), at most `within` seconds away. False when
 * there is none. */
bool demo_bookmarks_remove_mark(struct demo_bookmarks *bookmarks, double time, double within);
/* What is no time counts as 0. */
void demo_bookmarks_set_resume(struct demo_bookmarks *bookmarks, double time);

#endif
