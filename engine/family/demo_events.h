/* What happens in a demo that a person may want to jump to: frags, pickups, chat, levels. A list
 * that grows while a demo is scanned. Times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_EVENTS_H
#define ENGINE_FAMILY_DEMO_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum demo_event_kind {
    DEMO_EVENT_LEVEL, /* a new level begins; the first is at time 0 */
    DEMO_EVENT_FRAG,
    DEMO_EVENT_DEATH, /* of the recorder */
    DEMO_EVENT_PICKUP,
    DEMO_EVENT_CHAT,
    DEMO_EVENT_SECRET,
    DEMO_EVENT_FLAG,  /* taken, brought back or captured */
    DEMO_EVENT_TEAM,  /* somebody joins or changes his team */
    DEMO_EVENT_ROUND, /* warmup, a match or a round begins or ends */
    DEMO_EVENT_KINDS
};

enum { DEMO_EVENT_TEXT = 80 };

struct demo_event {
    double time; /* of the first picture that shows it; the timeline fills it in */
    uint32_t step;
    enum demo_event_kind kind;
    char text[DEMO_EVENT_TEXT]; /* what happened, in plain ASCII, NUL-terminated */
};

struct demo_prints;
struct quake_text;

struct demo_events { /* start from {0}; free items */
    struct demo_event *items;
    uint32_t count;
    size_t capacity;
    struct demo_prints *prints; /* demo_prints.h: where printed lines go, not owned; NULL = nobody
                                   wants them */
};

/* The most a demo may have: only hostile ones come near; what follows is not listed. */
enum { DEMO_MAX_EVENTS = 1 << 16 };

/* Adds an event; Quake's coloured and special glyphs in text become plain ASCII, line ends blanks.
 * events NULL: nobody wants it. 0 or FORMAT_MEMORY. */
int demo_events_add(struct demo_events *events, enum demo_event_kind kind,
                    const char *text) MUST_CHECK;

/* Quake's coloured and special glyphs as plain ASCII, QuakeWorld's codes for colours and alphabets
 * taken out (formats/base/quake_text.h; braces stay), runs of blanks and line ends as one blank,
 * what a Return writes over left out. Cut to size - 1 characters; the rest of to is zeroed. */
void demo_plain_text(char *to, size_t size, const char *from);
/* The same of what a reader gives (formats/base/quake_text.h), with each character's colour;
 * colors: `size` of them, or NULL. */
void demo_plain_read(char *to, uint16_t *colors, size_t size, struct quake_text *text);

#endif
