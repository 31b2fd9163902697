/* The anchor of the look of true colour, if installed: QuakeSpasm on software OpenGL, drawing on
 * one thread, in a separate display, run as a program that prints its frames.
 *
 * It needs the packages quakespasm and xvfb. The figure is processor time of the program, so the
 * display's own part does not count: of a demo's first part less that of its first blocks, so that
 * starting and loading do not count. It includes parsing messages; there is no sound device. */
#ifndef TOOLS_BENCH_PEERS_QUAKESPASM_H
#define TOOLS_BENCH_PEERS_QUAKESPASM_H

#include <stdint.h>

struct quakespasm;

enum {
    QUAKESPASM_FIRST = 100, /* blocks of a demo that do not count */
    QUAKESPASM_END = 1100   /* and all from this one on */
};

/* program: its path, borrowed, must outlive the peer; NULL: that of Debian's package. basedir: the
 * folder that id1 is in. Returns NULL if something is not installed or cannot be started; *lacks
 * (may be NULL) names it. */
struct quakespasm *quakespasm_open(const char *program, const char *basedir, const char **lacks);
void quakespasm_close(struct quakespasm *peer); /* NULL is fine */

/* Plays that part of a .dem as fast as it can, each frame once, without status bar, trilinear.
 * Milliseconds of the processor a frame; 0 when it failed. */
double quakespasm_timedemo(struct quakespasm *peer, const char *demo, int width, int height);

#endif
