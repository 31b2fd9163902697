/* Cost per frame of the game's status bar and of the viewer's overlays. */
#ifndef TOOLS_BENCH_OVERLAY_H
#define TOOLS_BENCH_OVERLAY_H

#include <stdio.h>

/* Measures and prints a table to standard output (some ten seconds): one picture of 1920x1080 on
 * one thread, drawn in turns with and without the HUD, and over it the bar (without and with the
 * mouse on it), that of an hour in which much happens, a message, numbers, the console, the keys.
 * demo: a file, or "builtin:...", for the picture; dense: likewise, a short one the hour is made
 * of; basedir as in struct demo_search. json (may be NULL) gets one object. */
void bench_overlay(const char *demo, const char *dense, const char *basedir, FILE *json);

#endif
