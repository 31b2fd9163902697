/* Search for moments in demos of any family: runs of frags, feats, flag runs, talk, pickups, speed.
 *
 * One pass reads the demo's events (engine/events), and patterns are looked for in these, so that
 * they mean the same in every family. Prints nothing.
 * Times: seconds of playback, as --from has them, of the first update that shows the moment.
 * Source: the patterns and their usual values are those of UberDemoTools, where it has them. */
#ifndef ENGINE_EDIT_SEARCH_SEARCH_H
#define ENGINE_EDIT_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "formats/base/error.h"

enum search_pattern {
    SEARCH_FRAGS,       /* a run: each frag soon after the one before */
    SEARCH_CHAT,        /* a text in what a player said */
    SEARCH_PICKUPS,     /* an item by its name */
    SEARCH_RAILS,       /* several frags by one shot of the railgun */
    SEARCH_FLICK_RAILS, /* a frag by the railgun right after a turn of the view */
    SEARCH_MID_AIRS,    /* a direct hit kills a player in the air */
    SEARCH_FLAG_RUNS,   /* a flag is captured */
    SEARCH_SPEEDS,      /* a player is fast */
    SEARCH_PATTERNS
};

enum { SEARCH_OF_NETQUAKE = 1, SEARCH_OF_QUAKEWORLD = 2, SEARCH_OF_QUAKE3 = 4 };

enum {
    SEARCH_NAME = 64,
    SEARCH_TEXT = 240,
    SEARCH_MAX_HITS = 1 << 16 /* later ones are dropped */
};

/* A row of the table of patterns. */
struct search_pattern_info {
    const char *name; /* "frags" */
    const char *unit; /* of a hit's value: "frags"; NULL = hits have no value */
    const char *one;  /* the unit of a value of 1 */
    uint8_t families; /* SEARCH_OF_* */
};

/* What to look for: at least one pattern. Strings are borrowed. */
struct search_terms {
    uint32_t patterns;   /* bit n: enum search_pattern n */
    uint32_t frags;      /* SEARCH_FRAGS: at least so many, 1 or more, */
    double within;       /* each at most so many seconds after the one before; */
    bool alive;          /* a run ends with the player's death */
    const char *by;      /* only frags whose means has this text; NULL = all */
    const char *chat;    /* SEARCH_CHAT: the text; case does not matter */
    const char *pickups; /* SEARCH_PICKUPS: in the item's name; case does not matter */
    uint32_t rails;      /* SEARCH_RAILS: at least so many, 2 or more */
    double flick;        /* SEARCH_FLICK_RAILS: degrees turned over two updates, at least, */
    double flick_speed;  /* and degrees per second, over one of the last four, at least */
    double mid_air;      /* SEARCH_MID_AIRS: units from the shot to the hit, at least; 0 = any */
    double air_time;     /* seconds that the victim flew, at least */
    double flag_run;     /* SEARCH_FLAG_RUNS: seconds that the flag was carried, at most */
    double speed;        /* SEARCH_SPEEDS: horizontal units per second, at least */
    const char *player;  /* hits of players whose name has this text, or of the
                            slot; "recorder": of the player whose view the demo
                            shows; NULL = all */
};

struct search_hit {
    enum search_pattern pattern;
    double start, end;      /* seconds */
    int32_t player;         /* slot; -1 = unknown */
    char name[SEARCH_NAME]; /* plain text; "" = unknown */
    double value;           /* in the pattern's unit; negative = unknown */
    char text[SEARCH_TEXT]; /* what happened, plain text */
};

struct search_hits {          /* start from {0}; free with search_hits_free */
    struct search_hit *items; /* ordered by start */
    size_t count, capacity;
    bool dropped; /* there were more than SEARCH_MAX_HITS */
};

const struct search_pattern_info *search_pattern_info(enum search_pattern pattern);

/* The patterns, as bits, that demos of the family can have. */
uint32_t search_patterns_of(const struct demo_family *family);

/* Searches an opened demo (code 0). Returns 0, FORMAT_MEMORY, or another negative code if the demo
 * is damaged: it is searched up to there. Fills err. hits are set in all cases. Safe from any
 * thread. */
int search_demo(const struct demo *demo, const struct search_terms *terms, struct search_hits *hits,
                struct format_error *err) MUST_CHECK;

void search_hits_free(struct search_hits *hits);

#endif
