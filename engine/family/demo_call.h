/* An announcement about a player: a row of kills, or its end. Made by engine/playback/streaks. */
#ifndef ENGINE_FAMILY_DEMO_CALL_H
#define ENGINE_FAMILY_DEMO_CALL_H

enum { DEMO_CALLS = 4 /* in a frame */, DEMO_CALL_TEXT = 96 };

struct demo_call {
    char text[DEMO_CALL_TEXT]; /* plain ASCII: "ann: 5 in a row" */
    double age;                /* seconds */
};

#endif
