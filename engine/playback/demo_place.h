/* Finds places of a demo that the user types: a time (demo_time.h), or a name and a number: "block
 * 120" or "b120" (from 0), "frame 80" (updates, from 0), "server 68850" or "s68850" (the server's
 * clock, ms; the first time that it shows this), "level 2", "mark 1", "frag 3" and the other kinds
 * of events (from 1; "last" is the last one, without a number it is the first), or "mark NAME" (or
 * a part of the name), each with a time added or subtracted: "frag 3 -5s". Blanks may be left out.
 */
#ifndef ENGINE_PLAYBACK_DEMO_PLACE_H
#define ENGINE_PLAYBACK_DEMO_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/playback/demo_mark.h"
#include "engine/playback/demo_time.h"
#include "engine/playback/timeline.h"

/* For error messages about an invalid place. */
#define DEMO_PLACE_FORMS                                                                           \
    DEMO_TIME_FORMS                                                                                \
    "; or block N, frame N, server MS, level N, mark N or NAME, frag N, death N ..., with +T or "  \
    "-T"

/* What places are looked for in. */
struct demo_places {
    const struct timeline *timeline; /* completely indexed; NULL = only times are found */
    double length;                   /* seconds */
    const struct demo_mark *marks;   /* by rising time */
    size_t num_marks;
};

enum demo_place_result {
    DEMO_PLACE_FOUND,
    DEMO_PLACE_OUTSIDE, /* before the start or after the end, which replaces it */
    DEMO_PLACE_MISSING /* the demo has no such event, mark, block, server time, or no memory is left
                          to look for it; or the text is no place */
};

/* True if the text is a place in some demo. */
bool demo_place_is_valid(const char *text);

/* True if the text can be found only in a demo that is indexed to its end. */
bool demo_place_needs_index(const char *text);

/* True if the text names a mark. */
bool demo_place_is_mark(const char *text);

struct demo_place_found {
    double seconds;  /* in [0, length] */
    bool has_update; /* it is a block, frame, event or level itself, and not found by its time */
    uint32_t update; /* the first that shows it; another one may be at the same time */
    bool is_level;   /* and a level begins with that update */
};

/* Finds a place; all zero if it is missing. */
enum demo_place_result demo_place_find(const char *text, const struct demo_places *places,
                                       struct demo_place_found *place) MUST_CHECK;

/* Parses "A-B", two places, of which A may be left out for the start and B for the end. *a_length:
 * of A's text at the start of text; *b: start of B's. False: it is none. */
bool demo_place_parse_range(const char *text, size_t *a_length, size_t *b);

#endif
