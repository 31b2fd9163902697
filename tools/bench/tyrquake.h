/* The original renderer of Quake's worlds in its best-kept C: TyrQuake, built by whoever measures
 * (-O2 on every line of the compiler), run as a program without a display.
 *
 * Measured is processor time: of a whole demo, less that of the same demo's beginning, so that
 * starting and loading do not count. In it are the demo's messages, the picture turned into the
 * display's colours and handed over; sound has no device. */
#ifndef TOOLS_BENCH_TYRQUAKE_H
#define TOOLS_BENCH_TYRQUAKE_H

struct tyrquake;

/* program: the path of tyr-quake. basedir: the folder that id1 is in. NULL: it cannot be run. */
struct tyrquake *tyrquake_open(const char *program, const char *basedir);
void tyrquake_close(struct tyrquake *peer); /* NULL is fine */

/* Plays a .dem to its end as fast as it can, each frame once. Milliseconds a frame; 0 when it
 * failed. */
double tyrquake_timedemo(struct tyrquake *peer, const char *demo, int width, int height);

#endif
