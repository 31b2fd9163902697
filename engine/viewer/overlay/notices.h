/* Short lines over the picture that say what just happened or what is the matter. Three kinds:
 * one passing line, the answer to what the person did; troubles, each a line for a while; and
 * standing lines, which stay until they no longer hold. All that is said goes into a log as well.
 *
 * Told the time by the caller (seconds of any clock that does not go back); no demo, no window. */
#ifndef ENGINE_VIEWER_OVERLAY_NOTICES_H
#define ENGINE_VIEWER_OVERLAY_NOTICES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/osd.h"
#include "engine/viewer/overlay/message_log.h"

/* What a standing line is about: there is one line for each. */
enum notice_key {
    NOTICE_DAMAGE,  /* that the demo ends early */
    NOTICE_END,     /* what keys do at the end of the demo */
    NOTICE_MISSING, /* what the game data lacks */
    NOTICE_KEYS
};

enum { NOTICE_TEXT = 240, NOTICE_TROUBLES = 6 };

struct notice {
    char text[NOTICE_TEXT]; /* "" = nothing */
    double until;
};

struct notices { /* start from {0} */
    struct notice passing;
    struct notice standing[NOTICE_KEYS];     /* `until` does not count */
    struct notice troubles[NOTICE_TROUBLES]; /* oldest first */
    size_t num_troubles, more_troubles;      /* those there was no room for */
    struct message_log log;
};

/* How long lines are shown, seconds. */
#define NOTICE_PASSING_SECONDS 3.0
#define NOTICE_TROUBLE_SECONDS 10.0

/* Takes the place of the passing line. */
void notices_say(struct notices *notices, double now, const char *text);
/* Something went wrong. Said again while it is shown, it stays one line. */
void notices_trouble(struct notices *notices, double now, const char *text);
/* That trouble is told in another way now. */
void notices_take_back(struct notices *notices, const char *text);
/* True when that changes what is shown. Goes to the log when the line is new. */
bool notices_stand(struct notices *notices, enum notice_key key, const char *text);
bool notices_withdraw(struct notices *notices, enum notice_key key);
/* The play head jumped: what was said of the place before no longer holds. */
void notices_jump(struct notices *notices);
/* Another demo is shown: neither does what was said of the one before. Troubles stay: they may be
 * why. */
void notices_change_demo(struct notices *notices);
/* Takes away the troubles and the line about damage (the person has seen them). False when there
 * are none. */
bool notices_dismiss(struct notices *notices);
/* Lets go what is past its time. True when that changes what is shown. */
bool notices_tick(struct notices *notices, double now);
void notices_free(struct notices *notices);

/* All lines there are, one below the other, for one block of text: troubles, what stands, what
 * passes; while that is there, not what keys do at the end: there the game's scores are near. "" =
 * none. */
void notices_text(const struct notices *notices, char *text, size_t size);

#endif
