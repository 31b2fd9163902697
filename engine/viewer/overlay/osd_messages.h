/* Messages over the picture. Three kinds: one passing line, the response to a key; troubles, each
 * shown for some seconds; and standing lines, shown until withdrawn. All of them are logged as
 * well.
 *
 * The caller supplies times (seconds of a monotonic clock). */
#ifndef ENGINE_VIEWER_OVERLAY_OSD_MESSAGES_H
#define ENGINE_VIEWER_OVERLAY_OSD_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/osd.h"
#include "engine/viewer/overlay/message_log.h"

/* Topic of a standing line; one line for each. */
enum osd_message_key {
    OSD_MESSAGE_DAMAGE,  /* that the demo ends early */
    OSD_MESSAGE_END,     /* what keys do at the end of the demo */
    OSD_MESSAGE_MISSING, /* what the game data lacks */
    OSD_MESSAGE_KEYS
};

enum { OSD_MESSAGE_TEXT = 240, OSD_MESSAGE_TROUBLES = 6 };

struct osd_message {
    char text[OSD_MESSAGE_TEXT]; /* "" = nothing */
    double until;
};

struct osd_messages { /* start from {0} */
    struct osd_message passing;
    struct osd_message standing[OSD_MESSAGE_KEYS];     /* `until` does not count */
    struct osd_message troubles[OSD_MESSAGE_TROUBLES]; /* oldest first */
    size_t num_troubles, more_troubles;                /* those there was no room for */
    struct message_log log;
};

/* Display times, seconds. */
#define OSD_MESSAGE_PASSING_SECONDS 3.0
#define OSD_MESSAGE_TROUBLE_SECONDS 10.0

/* Takes the place of the passing line. */
void osd_messages_say(struct osd_messages *messages, double now, const char *text);
/* Something went wrong. Said again while it is shown, it stays one line. */
void osd_messages_trouble(struct osd_messages *messages, double now, const char *text);
/* Removes a trouble that is shown elsewhere. */
void osd_messages_take_back(struct osd_messages *messages, const char *text);
/* True when that changes what is shown. Goes to the log when the line is new. */
bool osd_messages_stand(struct osd_messages *messages, enum osd_message_key key, const char *text);
bool osd_messages_withdraw(struct osd_messages *messages, enum osd_message_key key);
/* The play head jumped: removes messages about the old position. */
void osd_messages_jump(struct osd_messages *messages);
/* Another demo is shown: removes messages about the previous one, except troubles, which may
 * explain the change. */
void osd_messages_change_demo(struct osd_messages *messages);
/* Takes away the troubles and the line about damage (the person has seen them). False when there
 * are none. */
bool osd_messages_dismiss(struct osd_messages *messages);
/* Lets go what is past its time. True when that changes what is shown. */
bool osd_messages_tick(struct osd_messages *messages, double now);
void osd_messages_free(struct osd_messages *messages);

/* Formats all lines as one text: troubles, standing lines, the passing line. While the passing line
 * is shown the keys at the end are omitted: the scores of the game are near. "" = none. */
void osd_messages_text(const struct osd_messages *messages, char *text, size_t size);

#endif
