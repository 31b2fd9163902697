/* Errors of the X server: a drop source that is gone does not end the program. On an X server
 * without a screen (Xvfb); without one the handler alone. Xlib is SDL's, found by name. */
#define _GNU_SOURCE /* PR_SET_PDEATHSIG */

#include <SDL.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "engine/viewer/host/window.h"
#include "engine/viewer/host/x_errors_sdl.h"

enum { START_MS = 20000, CLIENT_MESSAGE = 33, TURNS = 50 };

typedef unsigned long x_id;

/* Xlib's XErrorEvent and XClientMessageEvent. */
struct x_error {
    int type;
    void *display;
    x_id resource, serial;
    unsigned char error_code, request_code, minor_code;
};

struct client_message {
    int type;
    unsigned long serial;
    int send_event;
    void *display;
    x_id window, message_type;
    int format;
    long data[5];
};

union x_event {
    struct client_message message;
    long room[24];
};

static void *xlib;

/* The named function of Xlib, in *function, a pointer to a pointer to it. */
static void find(const char *name, void *function)
{
    void *address = SDL_LoadFunction(xlib, name);
    cr_assert_not_null(address, "%s", name);
    memcpy(function, &address, sizeof(address));
}

#define FIND(type, name, ...)                                                                      \
    type (*name)(__VA_ARGS__);                                                                     \
    find(#name, &name)

static void load_xlib(void)
{
    xlib = SDL_LoadObject("libX11.so.6");
    if (!xlib) {
        cr_skip_test("there is no Xlib");
    }
}

/* What Xlib calls on an error, as it is set. */
typedef int (*handler_fn)(void *display, struct x_error *error);

static handler_fn take_handler(void)
{
    FIND(handler_fn, XSetErrorHandler, handler_fn handler);
    return XSetErrorHandler(NULL);
}

Test(x_errors, the_handler_returns)
{
    struct x_error bad_window = {.error_code = 3, .request_code = 20};
    load_xlib();
    const handler_fn usual = take_handler();
    x_errors_survive("wayland");
    x_errors_survive(NULL);
    cr_expect_eq(take_handler(), usual, "it is set for X alone");
    x_errors_survive("x11");
    const handler_fn handler = take_handler();
    cr_assert(handler != NULL && handler != usual);
    cr_expect_eq(handler(NULL, &bad_window), 0); /* the usual one ends the process */
}

/* Starts an X server that ends with this process, and sets DISPLAY. Skips the test if there is no
 * such program. */
static pid_t start_server(void)
{
    int ends[2];
    char display[16] = ":";
    cr_assert_eq(pipe(ends), 0);
    const pid_t server = fork();
    cr_assert_geq(server, 0);
    if (server == 0) {
        char number[16];
#ifdef __linux__
        (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
        snprintf(number, sizeof(number), "%d", ends[1]);
        const int nothing = open("/dev/null", O_RDWR);
        (void)dup2(nothing, 1);
        (void)dup2(nothing, 2); /* not closed: the server would take the number for its own */
        (void)execlp("Xvfb", "Xvfb", "-displayfd", number, "-screen", "0", "640x480x24",
                     "-nolisten", "tcp", (char *)NULL);
        _exit(127);
    }
    (void)close(ends[1]);
    struct pollfd wait = {.fd = ends[0], .events = POLLIN};
    size_t length = 1;
    do { /* a line, perhaps in parts */
        cr_assert_eq(poll(&wait, 1, START_MS), 1, "the X server does not start");
        const ssize_t more = read(ends[0], display + length, sizeof(display) - 1 - length);
        if (more <= 0) {
            int status = 0;
            (void)kill(server, SIGTERM);
            (void)waitpid(server, &status, 0);
            cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 127, "the X server ended");
            cr_skip_test("there is no Xvfb");
        }
        length += (size_t)more;
    } while (display[length - 1] != '\n');
    display[length - 1] = '\0';
    (void)close(ends[0]);
    cr_assert_eq(setenv("DISPLAY", display, 1), 0);
    return server;
}

/* Another program drags a file into every window, and is gone. */
static void drag_and_go(void)
{
    FIND(void *, XOpenDisplay, const char *name);
    FIND(x_id, XDefaultRootWindow, void *display);
    FIND(x_id, XCreateSimpleWindow, void *display, x_id parent, int x, int y, unsigned width,
         unsigned height, unsigned border, x_id border_pixel, x_id ground);
    FIND(x_id, XInternAtom, void *display, const char *name, int only_if_exists);
    FIND(int, XQueryTree, void *display, x_id window, x_id *root, x_id *parent, x_id **children,
         unsigned *count);
    FIND(int, XSendEvent, void *display, x_id window, int propagate, long mask,
         union x_event *event);
    FIND(int, XDestroyWindow, void *display, x_id window);
    FIND(int, XSync, void *display, int discard);
    FIND(int, XFree, void *data);
    FIND(int, XCloseDisplay, void *display);
    void *display = XOpenDisplay(NULL);
    cr_assert_not_null(display);
    x_id root = XDefaultRootWindow(display), parent, *windows = NULL;
    unsigned count = 0;
    cr_assert(XQueryTree(display, root, &root, &parent, &windows, &count) && count > 0);
    const x_id source = XCreateSimpleWindow(display, root, 0, 0, 10, 10, 0, 0, 0);
    for (unsigned i = 0; i < count; i++) {
        union x_event event = {.message = {.type = CLIENT_MESSAGE,
                                           .window = windows[i],
                                           .message_type = XInternAtom(display, "XdndEnter", 0),
                                           .format = 32,
                                           /* the source, version 5, and more than three types */
                                           .data = {(long)source, 5L << 24 | 1}}};
        cr_assert(XSendEvent(display, windows[i], 0, 0, &event));
    }
    XDestroyWindow(display, source);
    XSync(display, 0);
    XFree(windows);
    XCloseDisplay(display);
}

/* Lines on stderr from here on. */
static FILE *catch_stderr(void)
{
    FILE *caught = tmpfile();
    cr_assert_not_null(caught);
    cr_assert_geq(dup2(fileno(caught), 2), 0);
    return caught;
}

/* Of LeakSanitizer, where that is in the program. */
void __lsan_disable(void) __attribute__((weak));

Test(x_errors, a_drop_source_that_is_gone_does_not_end_the_program)
{
    if (__lsan_disable) { /* Xlib and what SDL loads beside it keep memory to the end */
        __lsan_disable();
    }
    char reason[128] = "", line[256] = "";
    size_t pitch;
    load_xlib();
    const pid_t server = start_server();
    setenv("SDL_VIDEODRIVER", "x11", 1);
    struct window *window =
        window_create(&(struct window_options){"x", 320, 200, NULL, false}, reason, sizeof(reason));
    cr_assert_not_null(window, "%s", reason);
    cr_assert_not_null(window_lock(window, 320, 200, &pitch));
    window_present(window);
    FILE *caught = catch_stderr();
    drag_and_go();
    for (int i = 0; i < TURNS; i++) { /* the usual handler ends the process here */
        SDL_PumpEvents();
        SDL_Delay(2);
    }
    fseek(caught, 0, SEEK_SET);
    cr_expect_not_null(fgets(line, sizeof(line), caught), "SDL asked the source for nothing");
    cr_expect_not_null(strstr(line, "X error 3 of request 20"), "%s", line); /* BadWindow */
    cr_expect_not_null(window_lock(window, 320, 200, &pitch), "it plays on");
    window_present(window);
    window_destroy(window);
    fclose(caught);
    (void)kill(server, SIGTERM);
    (void)waitpid(server, NULL, 0);
}
