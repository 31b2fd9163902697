/* Lines on stderr about demos, the same for the window and the commands: "quakereel: NAME: ...",
 * with terminal control characters replaced. A listener gets the same lines without the program's
 * name; the window shows them. Main thread only, except report_line. */
#ifndef ENGINE_REPORT_REPORT_H
#define ENGINE_REPORT_REPORT_H

#include "assets/missing_pieces.h"
#include "engine/playback/playback_context.h"
#include "engine/playback/pov_names.h"

enum report_kind {
    REPORT_TROUBLE, /* an operation failed */
    REPORT_DETAIL,  /* about one file of the game data */
    REPORT_NO_DATA, /* no game data was found; the searched folders follow as details */
    REPORT_DAMAGE   /* the demo ends early */
};

struct report_listener {
    void (*hear)(void *context, enum report_kind kind, const char *line);
    void *context;
};

/* Prints a line; no listener gets it. */
void report_error(const char *format, ...) FORMAT_PRINTF(1, 2);

/* Prints a line about the game data; a files_log_fn. context: a report_listener, NULL = none. */
void report_line(void *context, const char *line);

/* Passes a line to the listener and prints nothing; a files_log_fn for single missing pieces, which
 * report_missing sums up. context as of report_line. */
void report_piece(void *context, const char *line);

/* Prints a line with the pieces' number and the first names; nothing when there are none. */
void report_pieces(const struct missing_pieces *pieces);
/* report_pieces of those that the open demo lacked so far, with its sounds (NULL = none). */
void report_missing(const struct playback_context *player, const struct files *sounds);

/* playback_open, and prints why it failed or that game data is missing. Sets the logs of
 * options->search: each line of them is printed, single missing pieces only if verbose is set.
 * name: as for demo_source_open. listener: gets lines about game data while the player is open,
 * NULL = none. why: gets the reason of a failure, NULL = not wanted. Returns 0 or a negative
 * FORMAT_ code. */
int report_open(struct playback_context *player, const char *name,
                const struct playback_options *options, const struct timeline_options *index,
                const struct report_listener *listener, struct format_error *why) MUST_CHECK;

/* playback_set_size; prints a failure. Returns 0 or a negative FORMAT_ code. */
int report_set_size(struct playback_context *player, int width, int height) MUST_CHECK;

/* playback_draw, then report_follow; prints a failure. Returns 0 or a negative FORMAT_ code. */
int report_draw(struct playback_context *player, uint32_t *target, size_t pitch,
                bool *reported) MUST_CHECK;

/* Prints once (*reported) that the player that the options call `who` (NULL: none) is not in the
 * demo, with the names to choose from; nothing if it was found. known: those names; NULL: the
 * players at the cursor. */
void report_follow(const struct playback_context *player, const char *who,
                   enum follow_result result, const struct pov_names *known, bool *reported);

/* Prints once (*reported) why fewer views are drawn than the options ask for. */
void report_views(const struct playback_context *player, bool *reported);

/* timeline_wait: blocks until the demo's length is known. Returns 0 or FORMAT_MEMORY, printed. */
int report_wait(const struct playback_context *player) MUST_CHECK;

/* Prints where the demo is damaged. True if the demo or its game data is. */
bool report_damage(const struct playback_context *player, const struct report_listener *listener);

/* Writes the frame last drawn as a PNG file; prints a failure. force: an existing file may be
 * replaced. Returns 0 or a negative code. */
int report_write_png(struct playback_context *player, const char *path, bool force,
                     const struct report_listener *listener) MUST_CHECK;

#endif
