/* A display of its own for a program that draws with OpenGL: Xvfb. */
#ifndef TOOLS_BENCH_PEERS_DISPLAY_H
#define TOOLS_BENCH_PEERS_DISPLAY_H

#include <stdbool.h>
#include <sys/types.h>

#define DISPLAY_PROGRAM "/usr/bin/Xvfb"

struct display {
    char name[32]; /* ":7" */
    pid_t server;  /* 0: none */
};

/* Starts it under a number that is free. False: it cannot be; display_stop is needed, too. */
bool display_start(struct display *display);
void display_stop(struct display *display);

#endif
