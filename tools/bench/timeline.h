/* The timeline's speed: opening, indexing, seeking, stepping and playing backwards, dragging. */
#ifndef TOOLS_BENCH_TIMELINE_H
#define TOOLS_BENCH_TIMELINE_H

#include <stdio.h>

/* Measures and prints a table to standard output (about half a minute), with goals next to the
 * figures. On the longest and the largest NetQuake demo below `data` (a folder like
 * $QUAKEREEL_DATA, with netquake/ and librequake/) whose levels are there, and on an hour made of
 * the largest; with none there on the built-in demo; and on an hour of a .qwd and of a .mvd in
 * quakeworld/. json (may be NULL) gets one object
 * {"goals": {key: number, ...}, "quakeworld_goals": {...}, "demos": [{"demo": name, key: number or
 * null, ...}, ...]}. */
void bench_timeline(const char *data, FILE *json);

#endif
