/* Ghosts: the runs of other demos on the level of the demo that plays, aligned with it.
 *
 * Made once when the demo is opened; what is seen at a time is a pure function of (both demos,
 * options, time). Prints nothing. Immutable afterwards. Times: seconds of demo time of the demo
 * that plays, unless something else is said. */
#ifndef ENGINE_PLAYBACK_GHOST_GHOST_SET_H
#define ENGINE_PLAYBACK_GHOST_GHOST_SET_H

#include "engine/family/demo_ghost.h"
#include "engine/playback/demo_mark.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/ghost/demo_run.h"

/* What is at the same time in both demos: `start`, the beginning of each level; `move`, the last
 * update before the player leaves the place where it begins a level; else a place (demo_place.h) of
 * both demos, or "A=B", place A of the demo that plays and B of the ghost. */
#define GHOST_ALIGN_FORMS "start, move, a place of both demos, or PLACE=PLACE"
bool ghost_align_is_valid(const char *text);
/* True for start and move, and for NULL, which is start. */
bool ghost_align_is_by_level(const char *text);

struct ghost_options {
    const char *names;  /* demos, '\n' between them; NULL = no ghosts */
    const char *align;  /* NULL = start */
    const char *player; /* whose run the ghosts are, by number or name; NULL = the recorder's */
    bool optional;      /* a ghost that cannot be used is left out and told, not an error */
    /* Marks of a demo with those bytes: fills at most `most`, by rising time, and returns their
     * number. NULL = there are none. */
    size_t (*find_marks)(const uint8_t *data, size_t size, struct demo_mark *marks, size_t most);
};

/* A level of the demo that plays with the ghost's run through it. */
struct ghost_level {
    size_t other;        /* + 1, level of the ghost's path; 0 = the ghost is not seen there */
    double anchor;       /* what is aligned: time in the demo, */
    double other_anchor; /* and in the ghost's */
};

/* Something that both did. Times count from the anchors. */
struct ghost_split {
    const struct run_split *own;
    double time, other_time;
    double at; /* demo time */
};

struct ghost {
    char *source;               /* owned: the demo's name as given */
    char name[DEMO_GHOST_NAME]; /* displayed */
    struct demo_run run;
    struct ghost_level *levels; /* owned: for each of the demo's own path */
    struct ghost_split *splits; /* owned, by rising `at` */
    size_t num_splits;
    bool is_damaged; /* the run ends there, */
    struct format_error damage;
};

enum { GHOST_TROUBLE = 384 };

struct ghost_set { /* start from {0} */
    struct demo_run own;
    struct ghost ghosts[DEMO_GHOSTS];
    size_t count;
    char trouble[GHOST_TROUBLE]; /* of an optional ghost that was left out; "" = none */
};

/* Continues a hash (formats/base/hash64.h) with the bytes of all ghosts' demos, in order; of one
 * that cannot be read with nothing. Returns the hash. */
uint64_t ghost_options_hash(const struct ghost_options *options, const struct demo_search *search,
                            uint64_t hash);

/* What a run is compared with. */
struct ghost_side {
    const struct demo_source *source;
    const struct timeline *timeline;
};

/* Reads the ghosts. player: whose run is the own one, as in body_path_read. Returns 0 or a negative
 * FORMAT_ code and fills err with one line that names the ghost. Free the set in either case. */
int ghost_set_open(struct ghost_set *set, const struct ghost_side *own, const char *player,
                   const struct ghost_options *options, const struct demo_search *search,
                   struct format_error *err) MUST_CHECK;
void ghost_set_free(struct ghost_set *set);

/* Where the own player and a ghost are at a time. */
struct ghost_gap {
    bool has_lead;
    double lead;             /* the own player is at its place so much earlier than the ghost */
    double units;            /* between the two; negative = one of them is not there */
    struct body_place place; /* of the ghost, if it is there */
    bool there;
};
void ghost_gap_at(const struct ghost_set *set, const struct ghost *ghost, double time,
                  struct ghost_gap *gap);

/* The ghosts as scenes show them at a time; returns their number. */
uint32_t ghost_set_at(const struct ghost_set *set, double time,
                      struct demo_ghost ghosts[DEMO_GHOSTS]);

#endif
