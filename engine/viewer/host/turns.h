/* Who calls the viewer's turns: a loop on a desktop, the page in a browser. */
#ifndef ENGINE_VIEWER_HOST_TURNS_H
#define ENGINE_VIEWER_HOST_TURNS_H

#include <stdbool.h>

#include "engine/viewer/host/window.h"

struct host_turns {
    /* A turn. *rest: seconds in which nothing is to be done unless the user does something. False:
     * it was the last. */
    bool (*turn)(void *context, double *rest);
    int (*end)(void *context); /* called once, after it */
    void *context;
    struct window *window;
};

/* Calls turns until the last, waits between them, and returns what `end` returns. In a browser it
 * does not return: main is left, its stack stays as it is, and the page calls the turns. */
int host_take_turns(const struct host_turns *turns);

#endif
