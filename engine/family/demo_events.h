/* Events of a demo that a user may want to seek to: frags, pickups, chat, levels. The list grows
 * while a demo is scanned. Times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_EVENTS_H
#define ENGINE_FAMILY_DEMO_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum demo_event_kind {
    DEMO_EVENT_LEVEL, /* a new level begins; the first is at time 0 */
    DEMO_EVENT_FRAG,
    DEMO_EVENT_DEATH, /* the recorder dies */
    DEMO_EVENT_PICKUP,
    DEMO_EVENT_CHAT,
    DEMO_EVENT_SECRET,
    DEMO_EVENT_FLAG,   /* taken, returned or captured */
    DEMO_EVENT_TEAM,   /* a player joins or changes team */
    DEMO_EVENT_ROUND,  /* warmup, a match or a round begins or ends */
    DEMO_EVENT_FINISH, /* a level is finished, with its time and counts */
    DEMO_EVENT_KINDS
};

enum { DEMO_EVENT_TEXT = 80 };

struct demo_event {
    double time; /* time of the first frame that shows it; set by the timeline */
    uint32_t step;
    enum demo_event_kind kind;
    int16_t player, other; /* slots: of a frag or death who killed and who died; -1 = not known */
    char text[DEMO_EVENT_TEXT]; /* description, plain ASCII, NUL-terminated */
};

struct demo_figures;
struct demo_prints;
struct demo_statuses;
struct quake_text;

struct demo_events { /* initialise to {0}; caller frees items */
    struct demo_event *items;
    uint32_t count;
    size_t capacity;
    struct demo_prints
        *prints; /* demo_prints.h: receives printed lines; borrowed; NULL = dropped */
    struct demo_statuses *statuses; /* demo_status.h: receives players' status; likewise */
    struct demo_figures *figures;   /* demo_figure.h: receives their figures; likewise */
};

/* Maximum number of events, beyond what real demos have; later ones are dropped. */
enum { DEMO_MAX_EVENTS = 1 << 16 };

/* Adds an event. Quake's coloured and special glyphs in text become plain ASCII, line ends become
 * spaces. events may be NULL. Returns 0 or FORMAT_MEMORY. */
int demo_events_add(struct demo_events *events, enum demo_event_kind kind,
                    const char *text) MUST_CHECK;
/* As demo_events_add, of a frag or death. player, other: slots, or negative. */
int demo_events_add_kill(struct demo_events *events, enum demo_event_kind kind, const char *text,
                         int32_t player, int32_t other) MUST_CHECK;

/* Converts game text to plain ASCII: maps Quake's coloured and special glyphs, removes QuakeWorld's
 * colour and alphabet codes (formats/base/quake_text.h; braces stay), turns runs of spaces and line
 * ends into one space, drops text that a carriage return overwrites. Truncates to size - 1
 * characters; zeroes the rest of `to`. */
void demo_plain_text(char *to, size_t size, const char *from);
/* As demo_plain_text, from a text reader (formats/base/quake_text.h). colors: receives each
 * character's colour, `size` entries, or NULL. */
void demo_plain_read(char *to, uint16_t *colors, size_t size, struct quake_text *text);

#endif
