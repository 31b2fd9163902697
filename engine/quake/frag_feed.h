/* The server's last obituaries: part of a client state, plain memory without pointers and
 * padding. Times: seconds of the state's clock. */
#ifndef ENGINE_QUAKE_FRAG_FEED_H
#define ENGINE_QUAKE_FRAG_FEED_H

#include "engine/quake/demo_words.h"
#include "engine/quake/obituary.h"
#include "engine/quake/state_schema.h"

enum { FRAG_FEED_LINES = 8, FRAG_NAME_BYTES = 24 };

struct frag_line {                         /* 64 bytes */
    double time;                           /* when it was printed */
    uint32_t cause;                        /* enum obituary_cause */
    uint16_t killer_length, victim_length; /* glyphs; 0 = none or unknown */
    uint8_t killer[FRAG_NAME_BYTES];
    uint8_t victim[FRAG_NAME_BYTES];
};

struct frag_feed {                           /* start from zeros */
    struct frag_line lines[FRAG_FEED_LINES]; /* a ring: line i is lines[i % FRAG_FEED_LINES] */
    uint32_t count;                          /* so far */
    struct demo_line pending;                /* the line being printed */
};

extern const struct state_schema frag_feed_schema;

/* Reads prints to all players, which may arrive in pieces. */
void frag_feed_print(struct frag_feed *feed, const char *text, double time);

/* The i-th of those that are still there, 0 = the oldest; NULL = there are no more. */
const struct frag_line *frag_feed_line(const struct frag_feed *feed, uint32_t i);

#endif
