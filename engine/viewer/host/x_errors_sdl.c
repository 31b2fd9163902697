#include "engine/viewer/host/x_errors_sdl.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

/* Xlib's XErrorEvent. */
struct x_error {
    int type;
    void *display;
    unsigned long resource, serial;
    unsigned char error_code, request_code, minor_code;
};

static int report_x_error(void *display, struct x_error *error)
{
    (void)display;
    fprintf(stderr, "quakereel: X error %d of request %d (ignored)\n", error->error_code,
            error->request_code);
    return 0; /* Xlib ignores it */
}

/* SDL has loaded Xlib already, under this name; so no build depends on it. */
void x_errors_survive(const char *driver)
{
    typedef int (*error_fn)(void *display, struct x_error *error);
    typedef error_fn (*set_fn)(error_fn handler);
    void *xlib = driver && strcmp(driver, "x11") == 0 ? SDL_LoadObject("libX11.so.6") : NULL;
    void *address = xlib ? SDL_LoadFunction(xlib, "XSetErrorHandler") : NULL;
    set_fn set_handler = NULL;
    memcpy(&set_handler, &address, sizeof(set_handler));
    if (set_handler) {
        (void)set_handler(report_x_error);
    }
    if (xlib) {
        SDL_UnloadObject(xlib); /* SDL's own reference remains */
    }
}
