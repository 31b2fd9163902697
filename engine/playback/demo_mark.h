/* A mark that the user set in a demo: a time, and a name if it was given one. */
#ifndef ENGINE_PLAYBACK_DEMO_MARK_H
#define ENGINE_PLAYBACK_DEMO_MARK_H

#include <stddef.h>

enum { DEMO_MARK_NAME = 48, DEMO_MARKS_MAX = 1000 /* of a demo */ };

struct demo_mark {
    double time;               /* seconds */
    char name[DEMO_MARK_NAME]; /* printable ASCII without blanks at its ends; "" = none */
};

/* Gives the mark a name: UTF-8 of `length` bytes becomes Latin letters, control characters become
 * blanks, and what does not fit is cut. */
void demo_mark_set_name(struct demo_mark *mark, const char *text, size_t length);

/* The place in `marks`, which are by rising time, of the mark with that name, in capitals or not:
 * the first whose name it is, else the first whose name holds it. -1: there is none. */
int demo_mark_find(const struct demo_mark *marks, size_t count, const char *name, size_t length);

#endif
