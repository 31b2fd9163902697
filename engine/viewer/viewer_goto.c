#include "engine/viewer/viewer_goto.h"

#include <stdio.h>

#include "engine/playback/demo_place.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

static void go(struct prompt *prompt, struct viewer_demo *demo)
{
    struct demo_place_found place;
    const struct timeline *timeline = demo->player.timeline;
    if (!demo_place_is_valid(prompt->text)) {
        snprintf(prompt->wrong, sizeof(prompt->wrong), "%s", DEMO_PLACE_FORMS);
        return;
    }
    if (demo_place_needs_index(prompt->text)) {
        (void)!timeline_wait(timeline, false); /* a shorter demo is told where it ends */
    }
    const struct demo_places places = {.timeline = timeline,
                                       .length = timeline_length(timeline),
                                       .marks = demo->bookmarks.marks.times,
                                       .num_marks = demo->bookmarks.marks.count};
    const enum demo_place_result result = demo_place_find(prompt->text, &places, &place);
    if (result == DEMO_PLACE_MISSING) {
        snprintf(prompt->wrong, sizeof(prompt->wrong), "there is no %s in this demo", prompt->text);
        return;
    }
    if (result == DEMO_PLACE_OUTSIDE) {
        char length[OSD_TIME];
        osd_format_time(length, places.length, 3);
        snprintf(prompt->wrong, sizeof(prompt->wrong), "the demo is %s long", length);
        return;
    }
    transport_seek(&demo->transport, place.seconds);
    prompt_accept(prompt);
}

static void paste(struct prompt *prompt)
{
    char *text = SDL_GetClipboardText();
    for (const char *p = text; p && *p && *p != '\n'; p++) {
        prompt_type(prompt, *p);
    }
    SDL_free(text);
}

bool viewer_goto_key(struct prompt *prompt, struct viewer_demo *demo, struct viewer_base *base,
                     const SDL_Keysym *key, bool *types)
{
    const SDL_Keycode code = key->sym;
    const bool control = (key->mod & KMOD_CTRL) != 0;
    *types = code >= ' ' && !(code & SDLK_SCANCODE_MASK) && code != SDLK_DELETE && !control &&
             !(key->mod & KMOD_LALT);
    base->dirty = true;
    switch (code) {
    case SDLK_ESCAPE:
        prompt->shown = false;
        return true;
    case SDLK_BACKSPACE:
        prompt_erase(prompt);
        return true;
    case SDLK_UP:
    case SDLK_DOWN:
        prompt_recall(prompt, code == SDLK_UP ? 1 : -1);
        return true;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        if (demo->open && prompt->text[0] != '\0') {
            go(prompt, demo);
        } else {
            prompt->shown = false;
        }
        return true;
    case SDLK_v:
        if (control) {
            paste(prompt);
            return true;
        }
        break;
    default:
        break;
    }
    return *types;
}
