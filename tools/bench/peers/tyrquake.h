/* The original renderer of Quake's worlds in its best-kept C: TyrQuake, built by whoever measures
 * (-O2 on every line of the compiler), run as a program without a display.
 *
 * Measured is processor time: of a whole demo, less that of the same demo's beginning, so that
 * starting and loading do not count. In it are the demo's messages, the picture turned into the
 * display's colours and handed over; sound has no device. What the latter two take, from the lock
 * of the texture to the return of SDL_RenderPresent, is told as well, by sdl_clock.so. */
#ifndef TOOLS_BENCH_PEERS_TYRQUAKE_H
#define TOOLS_BENCH_PEERS_TYRQUAKE_H

struct tyrquake;

/* Milliseconds of the processor a frame. */
struct tyrquake_time {
    double all;     /* 0: it failed */
    double display; /* of these, colours and handing over; 0: not known */
};

/* program: the path of tyr-quake. basedir: the folder that id1 is in. NULL: it cannot be run. */
struct tyrquake *tyrquake_open(const char *program, const char *basedir);
void tyrquake_close(struct tyrquake *peer); /* NULL is fine */

/* Plays a .dem to its end as fast as it can, each frame once. */
struct tyrquake_time tyrquake_timedemo(struct tyrquake *peer, const char *demo, int width,
                                       int height);

#endif
