/* The events of a demo as lines of text, and its last update: for tests of the families' readers.
 *
 * A line: `TIME KIND [PLAYER[/TEAM]] [OTHER[/TEAM]] [by WEAPON] [VALUE[ of TOTAL]][: TEXT]`, then
 * (viewed), (team): talk to the team, (derived). */
#ifndef TESTS_ENGINE_EVENTS_EVENTS_STAGE_H
#define TESTS_ENGINE_EVENTS_EVENTS_STAGE_H

#include "engine/events/events_read.h"

enum { EVENTS_STAGE_KEPT = 4096 /* events whose numbers are kept */ };

struct events_stage {
    char told[1 << 18];
    uint32_t count;
    struct game_event events[EVENTS_STAGE_KEPT]; /* their texts, names and teams are NULL */
    uint32_t num_updates, num_bodies;
    struct game_body bodies[GAME_PLAYERS]; /* of the last update; no names and teams */
};

/* The bit of events_sink.kinds. */
#define KIND(NAME) (1u << GAME_EVENT_##NAME)

/* Reads all events of these kinds; asserts that the demo opens and that reading ends with code. */
void events_stage_read(struct events_stage *stage, const uint8_t *data, size_t size,
                       const char *name, uint32_t kinds, int code);

/* Asserts that these lines were told, and no others. */
void events_stage_expect(const struct events_stage *stage, const char *lines);

#endif
