/* viewer_run and the window's functions for a build without one (make HEADLESS=1): opening a window
 * always fails. Replaces every other source of engine/viewer. */
#include <stdio.h>

#include "engine/viewer/host/window.h"
#include "engine/viewer/viewer.h"

static const char no_window[] = "this program was built without one";

enum viewer_end viewer_run(const struct viewer_options *options, char *reason, size_t reason_size)
{
    (void)options;
    snprintf(reason, reason_size, "%s", no_window);
    return VIEWER_NO_WINDOW;
}

struct window *window_create(const struct window_options *options, char *reason, size_t reason_size)
{
    (void)options;
    snprintf(reason, reason_size, "%s", no_window);
    return NULL;
}

void window_destroy(struct window *window)
{
    (void)window;
}

uint32_t *window_lock(struct window *window, int width, int height, size_t *pitch)
{
    (void)window, (void)width, (void)height, (void)pitch;
    return NULL;
}

void window_present(struct window *window)
{
    (void)window;
}
