/* The original renderer, if installed: ioquake3 on software OpenGL, one thread, in a separate
 * display, run as a program that prints its time.
 *
 * It needs the packages ioquake3, openarena (the client game) and xvfb. */
#ifndef TOOLS_BENCH_PEERS_IOQUAKE3_H
#define TOOLS_BENCH_PEERS_IOQUAKE3_H

#include "render/filter.h"

struct ioquake3;

/* program: its path, borrowed, must outlive the peer; NULL: that of Debian's package. Returns NULL
 * if something is not installed or cannot be started; *lacks (may be NULL) names it. */
struct ioquake3 *ioquake3_open(const char *program, const char **lacks);
void ioquake3_close(struct ioquake3 *peer); /* NULL is fine */

/* Plays a demo (a .dm_68 file of OpenArena's) to its end as fast as it can, a frame a snapshot,
 * without the 2D display, dynamic lights, marks and shadows. Milliseconds a frame; 0 when it
 * failed. */
double ioquake3_timedemo(struct ioquake3 *peer, const char *demo, int width, int height,
                         enum rgb_filter filter);

#endif
