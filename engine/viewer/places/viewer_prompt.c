#include "engine/viewer/places/viewer_prompt.h"

static void paste(struct prompt *prompt)
{
    char *text = SDL_GetClipboardText();
    for (const char *p = text; p && *p && *p != '\n'; p++) {
        prompt_type(prompt, *p);
    }
    SDL_free(text);
}

enum viewer_prompt_result viewer_prompt_key(struct prompt *prompt, const SDL_Keysym *key,
                                            bool *types)
{
    const SDL_Keycode code = key->sym;
    const bool control = (key->mod & KMOD_CTRL) != 0;
    *types = code >= ' ' && !(code & SDLK_SCANCODE_MASK) && code != SDLK_DELETE && !control &&
             !(key->mod & KMOD_LALT);
    switch (code) {
    case SDLK_ESCAPE:
        prompt->shown = false;
        return PROMPT_USED;
    case SDLK_BACKSPACE:
        prompt_erase(prompt);
        return PROMPT_USED;
    case SDLK_UP:
    case SDLK_DOWN:
        prompt_recall(prompt, code == SDLK_UP ? 1 : -1);
        return PROMPT_USED;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        return PROMPT_ENTERED;
    case SDLK_v:
        if (control) {
            paste(prompt);
            return PROMPT_USED;
        }
        break;
    default:
        break;
    }
    return *types ? PROMPT_USED : PROMPT_UNUSED;
}
