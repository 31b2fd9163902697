/* The original renderer of Quake's worlds in maintained C: TyrQuake, built by the user (with -O2),
 * run as a program without a display.
 *
 * The figure is processor time of a whole demo, less that of the same demo's beginning, so that
 * starting and loading do not count. It includes parsing messages, conversion to the display's
 * colours and presentation; there is no sound device. sdl_clock.so measures conversion and
 * presentation separately, from the lock of the texture to the return of SDL_RenderPresent. */
#ifndef TOOLS_BENCH_PEERS_TYRQUAKE_H
#define TOOLS_BENCH_PEERS_TYRQUAKE_H

struct tyrquake;

/* Milliseconds of the processor a frame. */
struct tyrquake_time {
    double all;     /* 0: it failed */
    double display; /* part of these for conversion and presentation; 0 = unknown */
};

/* program: the path of tyr-quake. basedir: the folder that id1 is in. NULL: it cannot be run. */
struct tyrquake *tyrquake_open(const char *program, const char *basedir);
void tyrquake_close(struct tyrquake *peer); /* NULL is fine */

/* Plays a .dem to its end as fast as it can, each frame once. */
struct tyrquake_time tyrquake_timedemo(struct tyrquake *peer, const char *demo, int width,
                                       int height);

#endif
