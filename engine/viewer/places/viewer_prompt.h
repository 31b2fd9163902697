/* Keys of a line that asks for a text (overlay/prompt.h). */
#ifndef ENGINE_VIEWER_PLACES_VIEWER_PROMPT_H
#define ENGINE_VIEWER_PLACES_VIEWER_PROMPT_H

#include <stdbool.h>

#include "engine/viewer/host/input_event.h"
#include "engine/viewer/overlay/prompt.h"

enum viewer_prompt_result {
    PROMPT_UNUSED, /* the key is none of the line's */
    PROMPT_USED,
    PROMPT_ENTERED /* Enter: the text is to be taken */
};

/* Handles a key while the line is shown: Esc closes it, arrows recall texts, Ctrl+v pastes. *types:
 * it types a character, which comes as text. */
enum viewer_prompt_result viewer_prompt_key(struct prompt *prompt, const struct input_event *event,
                                            bool *types);

#endif
