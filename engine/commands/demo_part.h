/* Places and parts of a demo that the command line names. */
#ifndef ENGINE_COMMANDS_DEMO_PART_H
#define ENGINE_COMMANDS_DEMO_PART_H

#include <stdbool.h>

#include "engine/playback/demo_place.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"

struct demo_part {
    struct demo_place_found from, to;
    bool outside; /* one of the places is outside the demo: the nearest one replaces it */
    bool from_outside, to_outside;
};

/* The user's marks of the demo with those bytes; see ghost_options. */
size_t demo_part_marks(const uint8_t *data, size_t size, struct demo_mark *marks, size_t most);

/* Finds a place (engine/playback/demo_place.h) in a demo that is indexed to its end; the user's
 * marks are read if it is one. *outside becomes true if it is outside the demo, else stays as it
 * is. Returns EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr if the demo has no such place. */
int demo_part_place(const struct demo_source *source, const struct timeline *timeline,
                    const char *text, struct demo_place_found *place, bool *outside);

/* Finds the part at from..to, the start and the end if NULL. Codes as above. */
int demo_part_read(struct demo_part *part, const struct demo_source *source,
                   const struct timeline *timeline, const char *from, const char *to);

/* Returns EXIT_GOOD, or EXIT_USAGE after a line on stderr if the part ends before it starts. */
int demo_part_check(const struct demo_part *part, const char *from, const char *to);

/* The update at or after a place; a place found by its time may be a little before it. */
uint32_t demo_part_first_update(const struct timeline *timeline,
                                const struct demo_place_found *place);
/* The update at or before a place, before a level that begins there. */
uint32_t demo_part_last_update(const struct timeline *timeline,
                               const struct demo_place_found *place);

/* Prints which of the places are outside the demo. */
void demo_part_tell_outside(const struct demo_part *part, const char *demo, const char *from,
                            const char *to, double length);

#endif
