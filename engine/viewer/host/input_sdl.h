/* SDL's events as those of input_event.h. Main thread only. */
#ifndef ENGINE_VIEWER_HOST_INPUT_SDL_H
#define ENGINE_VIEWER_HOST_INPUT_SDL_H

#include <SDL.h>

#include "engine/viewer/host/input_event.h"

struct input_sdl {           /* start from {0} */
    SDL_GameController *pad; /* the one that was plugged in last; NULL = none */
    char *dropped;           /* path of the last dropped file */
};

/* Takes SDL's event. False: it means nothing to us. */
bool input_sdl_take(struct input_sdl *input, const SDL_Event *sdl, struct input_event *event);
void input_sdl_end(struct input_sdl *input);

#endif
