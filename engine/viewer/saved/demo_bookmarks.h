/* Bookmarks of a demo: marks, and the time at which watching stopped.
 *
 * One small text file per demo in $XDG_STATE_HOME/quakereel/ (or ~/.local/state/quakereel/), named
 * by a hash of the demo's size and its first and last 256 KB, so that a moved or renamed demo keeps
 * its marks. Times are demo seconds. Example:
 *
 *     # quakereel: demo1.dem
 *     resume 83.250000000
 *     mark 12.500000000 the first quad
 *
 * Several windows may show one demo. Saving applies the changes made here to the file as it is
 * then: marks that other windows added stay, marks that they removed are gone, and the resume time
 * is that of the window that changed it last. Comments and lines that cannot be read stay in their
 * places. One thread. */
#ifndef ENGINE_VIEWER_SAVED_DEMO_BOOKMARKS_H
#define ENGINE_VIEWER_SAVED_DEMO_BOOKMARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/playback/demo_mark.h"
#include "engine/viewer/saved/saved_file.h"

/* Marks as near as this to another, in seconds, are the same mark. */
#define DEMO_BOOKMARKS_SAME_MARK 0.01

enum { DEMO_BOOKMARKS_PATH = 4096 };

/* By rising time, more than DEMO_BOOKMARKS_SAME_MARK apart. */
struct demo_marks {
    struct demo_mark *items; /* owned */
    size_t count, capacity;
};

struct demo_bookmarks {
    char path[DEMO_BOOKMARKS_PATH]; /* "" = no state folder */
    struct demo_marks marks;
    double resume; /* where watching stopped; 0 = nowhere */
    bool changed;  /* since loading or saving */
    bool marks_changed;

    /* Internal: content of the file when it was loaded or saved, and the last time given to
     * demo_bookmarks_set_resume, -1 = none. */
    struct demo_marks saved_marks;
    double saved_resume, resume_set;
};

/* Reads the notes of the demo with these bytes: whatever good lines there are. A missing file gives
 * empty bookmarks. */
void demo_bookmarks_load(struct demo_bookmarks *bookmarks, const uint8_t *data, size_t size);
/* Path of another file about the same demo: the bookmarks' path with `ending` instead of ".txt".
 * False if there is no folder for bookmarks, or the path is too long. */
bool demo_bookmarks_beside(const struct demo_bookmarks *bookmarks, const char *ending,
                           char path[DEMO_BOOKMARKS_PATH]);
/* Writes the file if something changed, and takes over what other windows changed in it. Removes
 * the file if nothing is left in it. name: the demo's, for a new file's first line. Returns as
 * saved_file_edit (ENOENT: no folder); on failure the changes can be saved later. */
int demo_bookmarks_save(struct demo_bookmarks *bookmarks, const char *name,
                        enum saved_patience patience);
/* Writes the resume time alone into the file at path, which is a bookmarks' path, and returns as
 * demo_bookmarks_save. Safe from any thread: saving may take long on a busy disk. */
int demo_bookmarks_save_resume(const char *path, double time, const char *name);
/* Notes that the resume time is in the file, or that writing it failed. */
void demo_bookmarks_resume_saved(struct demo_bookmarks *bookmarks, bool saved);
void demo_bookmarks_free(struct demo_bookmarks *bookmarks);

/* False if there is a mark within 0.01 s, too many marks, out of memory, or the time is invalid
 * (negative, not a number, above 1e9). */
bool demo_bookmarks_add_mark(struct demo_bookmarks *bookmarks, double time);
/* Names the mark nearest to time, at most `within` seconds away; with equal distance the earlier.
 * Returns it, or NULL if there is none. */
const struct demo_mark *demo_bookmarks_name_mark(struct demo_bookmarks *bookmarks, double time,
                                                 double within, const char *name);
/* The mark that demo_bookmarks_name_mark would name; NULL = none. */
const struct demo_mark *demo_bookmarks_near(const struct demo_bookmarks *bookmarks, double time,
                                            double within);
/* Removes the bookmark nearest to time, at most `within` seconds away; with equal distance the
 * earlier. Returns false if there is none. */
bool demo_bookmarks_remove_mark(struct demo_bookmarks *bookmarks, double time, double within);
/* Sets the time at which watching stopped; invalid times count as 0. The time that was set last
 * changes nothing, so that a window which stands still leaves another one's. */
void demo_bookmarks_set_resume(struct demo_bookmarks *bookmarks, double time);

#endif
