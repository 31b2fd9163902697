#include "engine/viewer/places/viewer_prompt.h"

#include <stdlib.h>

#include "engine/viewer/host/clipboard.h"

static void paste(struct prompt *prompt)
{
    char *text = clipboard_get();
    for (const char *p = text; p && *p && *p != '\n'; p++) {
        prompt_type(prompt, *p);
    }
    free(text);
}

enum viewer_prompt_result viewer_prompt_key(struct prompt *prompt, const struct input_event *event,
                                            bool *types)
{
    const int32_t code = event->key.code;
    const bool control = (event->mods & KEY_CTRL) != 0;
    *types = keycode_types(code) && !control && !(event->mods & KEY_ALT);
    switch (code) {
    case KEYCODE_ESCAPE:
        prompt->shown = false;
        return PROMPT_USED;
    case KEYCODE_BACKSPACE:
        prompt_erase(prompt);
        return PROMPT_USED;
    case KEYCODE_UP:
    case KEYCODE_DOWN:
        prompt_recall(prompt, code == KEYCODE_UP ? 1 : -1);
        return PROMPT_USED;
    case KEYCODE_RETURN:
    case KEYCODE_KP_ENTER:
        return PROMPT_ENTERED;
    case 'v':
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
