/* The turns in a loop that sleeps in between. */
#include "assets/platform.h"
#include "engine/viewer/host/turns.h"

/* Without vsync, limits the frame rate: faster drawing gains nothing. */
#define MIN_FRAME_SECONDS 0.004

int host_take_turns(const struct host_turns *turns)
{
    double rest, begun = platform_now();
    while (turns->turn(turns->context, &rest)) {
        const double spent = platform_now() - begun;
        if (spent < MIN_FRAME_SECONDS) {
            platform_sleep(MIN_FRAME_SECONDS - spent);
        }
        if (rest > 0.0) {
            window_wait(turns->window, rest);
        }
        begun = platform_now();
    }
    return turns->end(turns->context);
}
