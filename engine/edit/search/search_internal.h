/* Between the families' readers of facts and the patterns that are looked for in them. */
#ifndef ENGINE_EDIT_SEARCH_SEARCH_INTERNAL_H
#define ENGINE_EDIT_SEARCH_SEARCH_INTERNAL_H

#include "engine/edit/search/search.h"

enum search_fact_kind {
    SEARCH_LEVEL,    /* another level begins: runs end */
    SEARCH_KILL,     /* player kills other; text: the means */
    SEARCH_SAID,     /* text: all of the line, with the name */
    SEARCH_GOT,      /* text: the item */
    SEARCH_TAKES,    /* player takes a flag */
    SEARCH_CAPTURES, /* player captures one; value: seconds that he had it, -1 = since he took it */
    SEARCH_SPEED     /* value: units per second; of each update with at least terms.speed */
};

/* What happened. Slots are -1 where the player is unknown or none. */
struct search_fact {
    enum search_fact_kind kind;
    int32_t player, other;
    bool viewed;  /* the demo shows player's view */
    bool in_team; /* SEARCH_KILL, as what follows: a team mate */
    bool by_rail;
    bool in_air;       /* a direct hit of a player in the air, who */
    double air;        /* flew so many seconds; */
    double distance;   /* units from the shot to the hit; -1 = unknown */
    double turn;       /* by_rail: degrees over two updates; 0 = unknown */
    double turn_speed; /* degrees per second, over one of the last four */
    double value;
    char text[SEARCH_TEXT];
};

/* What a player does for some time: a run of frags, frags of a shot, speed. */
struct search_run {
    uint32_t count; /* 0 = no run */
    double start, last;
    double most; /* the highest value */
    bool viewed; /* all of it */
    uint32_t length;
    char text[SEARCH_TEXT];
};

/* A search under way. */
struct search {
    const struct demo *demo;
    const struct search_terms *terms;
    struct search_hits *hits;
    double now; /* time of the last update */
    int status; /* 0, or FORMAT_MEMORY */
    /* Facts since the last update. */
    struct search_fact *facts;
    size_t num_facts, fact_capacity;
    char names[SEARCH_PLAYERS][SEARCH_NAME]; /* plain text; "" = unknown */
    struct search_run frags[SEARCH_PLAYERS], rails[SEARCH_PLAYERS], speeds[SEARCH_PLAYERS];
    double taken[SEARCH_PLAYERS]; /* when the player took the flag */
};

struct search_family {
    const struct demo_family *family;
    uint8_t bit; /* SEARCH_OF_* */
    size_t state_size;
    void (*begin)(struct search *search, void *state); /* state: zeroed */
    /* Reports the facts of the step at `at`, which the family's scanner has just
     * read. events: of that step. */
    void (*step)(struct search *search, void *state, const void *scanner,
                 const struct demo_events *events, size_t at);
    void (*end)(void *state); /* frees what it owns; NULL: nothing */
};

extern const struct search_family search_netquake, search_quakeworld, search_quake3;

/* True if the pattern is looked for. */
static inline bool search_wants(const struct search *search, enum search_pattern pattern)
{
    return (search->terms->patterns >> pattern & 1) != 0;
}

/* --- for families: search_facts.c ---------------------------------------------------------------
 */

/* Adds a fact; without memory, search->status is set. */
void search_add_fact(struct search *search, const struct search_fact *fact);
/* The name of a slot from now on, and none of all. */
void search_set_name(struct search *search, uint32_t slot, const char *plain);
void search_forget_names(struct search *search);
/* The slot of that name; -1 = none. */
int32_t search_find_name(const struct search *search, const char *plain);
/* Finds the player whose name, the longest such, the line begins with, followed by `after`. Returns
 * the name's length; 0 = none, *slot is -1. */
size_t search_find_speaker(const struct search *search, const char *line, const char *after,
                           int32_t *slot);
/* Adds a line of talk, plain text: who said it follows from its beginning, `name: ` or `(name): `.
 * viewer: slot of the player whose view the demo shows, or -1. */
void search_add_said(struct search *search, const char *line, int32_t viewer);
/* Reads a line that a Quake server printed to all players into a kill. False: it is no obituary. */
bool search_read_obituary(const struct search *search, const char *line, int32_t viewer,
                          struct search_fact *kill);

/* --- for the pass: search_match.c ---------------------------------------------------------------
 */

/* Looks for patterns in the facts since the last update, which happened now, and drops them. */
void search_match_facts(struct search *search);
/* Ends all runs, as the end of a level does. */
void search_match_end(struct search *search);
/* Orders the hits. */
void search_sort_hits(struct search_hits *hits);

#endif
