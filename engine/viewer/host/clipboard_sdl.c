/* SDL's clipboard. */
#include "engine/viewer/host/clipboard.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

bool clipboard_set(const char *text, char *reason, size_t reason_size)
{
    const bool taken = SDL_SetClipboardText(text) == 0;
    if (!taken) {
        snprintf(reason, reason_size, "%s", SDL_GetError());
    }
    return taken;
}

char *clipboard_get(void)
{
    char *text = SDL_GetClipboardText();
    char *copy = text && *text ? strdup(text) : NULL;
    SDL_free(text);
    return copy;
}
