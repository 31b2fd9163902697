#include "engine/viewer/places/viewer_goto.h"

#include <stdio.h>

#include "engine/playback/demo_place.h"
#include "engine/viewer/viewer_demo.h"

static void go(struct prompt *prompt, struct viewer_demo *demo)
{
    struct demo_place_found place;
    const struct timeline *timeline = demo->player.timeline;
    char text[PROMPT_TEXT + 8];
    const bool is_place = demo_place_is_valid(prompt->text);
    snprintf(text, sizeof(text), "%s%s", is_place ? "" : "mark ", prompt->text);
    if (demo_place_needs_index(text)) {
        (void)!timeline_wait(timeline, false); /* a shorter demo is told where it ends */
    }
    const struct demo_places places = {.timeline = timeline,
                                       .length = timeline_length(timeline),
                                       .marks = demo->bookmarks.marks.items,
                                       .num_marks = demo->bookmarks.marks.count};
    const enum demo_place_result result = demo_place_find(text, &places, &place);
    if (result == DEMO_PLACE_MISSING && !is_place) {
        snprintf(prompt->wrong, sizeof(prompt->wrong), "%s", DEMO_PLACE_FORMS);
        return;
    }
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

void viewer_goto_enter(struct prompt *prompt, struct viewer_demo *demo)
{
    if (demo->open && prompt->text[0] != '\0') {
        go(prompt, demo);
    } else {
        prompt->shown = false;
    }
}
