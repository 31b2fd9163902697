/* What the program says on stderr about demos it plays, the same for the window and the commands:
 * one line each, "quakereel: NAME: ...", without what a terminal would take for commands. A
 * listener hears the same lines, without the program's name: so the window shows what the terminal
 * says. */
#ifndef ENGINE_REPORT_REPORT_H
#define ENGINE_REPORT_REPORT_H

#include "engine/playback/player.h"

enum report_kind {
    REPORT_TROUBLE, /* something cannot be done */
    REPORT_DETAIL,  /* about a piece of the game data */
    REPORT_NO_DATA, /* no game data was found; where it was looked for are details */
    REPORT_DAMAGE   /* the demo ends early */
};

struct report_listener {
    void (*hear)(void *context, enum report_kind kind, const char *line);
    void *context;
};

/* Says a line that nobody but the terminal hears. */
void report_error(const char *format, ...) FORMAT_PRINTF(1, 2);

/* Says a line about the game data; a files_log_fn. context: a report_listener, or NULL = nobody. */
void report_line(void *context, const char *line);

/* player_open with what there is to say: why it failed, what is missing. options->search.log is
 * set. 0 or the negative code. name as demo_source_open takes it. listener (NULL = nobody) hears of
 * the game data as long as the player is open. why (NULL = nobody asks) gets the reason of a
 * failure. */
int report_open(struct player *player, const char *name, const struct player_options *options,
                const struct timeline_options *index, const struct report_listener *listener,
                struct format_error *why) MUST_CHECK;

/* player_set_size likewise. */
int report_set_size(struct player *player, int width, int height) MUST_CHECK;

/* player_draw likewise; also says once (*told) that nobody can be followed as the options want. */
int report_draw(struct player *player, uint32_t *target, size_t pitch, bool *told) MUST_CHECK;

/* Says once (*told) that nobody can be followed as the options want, when that is so. */
void report_follow(const struct player *player, bool *told);

/* Waits until the demo's length is known (timeline_wait), and says so when memory is not enough to
 * find it. 0 or FORMAT_MEMORY. */
int report_wait(const struct player *player) MUST_CHECK;

/* Says where the demo is damaged, when it is. True when it or its game data is. */
bool report_damage(const struct player *player, const struct report_listener *listener);

/* The frame last drawn as a PNG file; says why not. 0 or a negative code. */
int report_write_png(const struct player *player, const char *path,
                     const struct report_listener *listener) MUST_CHECK;

#endif
