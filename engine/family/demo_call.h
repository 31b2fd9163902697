/* An announcement: a row of kills, or its end (engine/playback/streaks); what happened to a flag.
 */
#ifndef ENGINE_FAMILY_DEMO_CALL_H
#define ENGINE_FAMILY_DEMO_CALL_H

#define DEMO_FEED_SECONDS 4.0 /* so long the kill feed shows a death or what happened to a flag */

enum { DEMO_CALLS = 4 /* in a frame */, DEMO_CALL_TEXT = 96 };

struct demo_call {
    char text[DEMO_CALL_TEXT]; /* plain ASCII: "ann: 5 in a row" */
    double age;                /* seconds */
};

#endif
