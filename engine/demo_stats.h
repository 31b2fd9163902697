/* What one pass over a demo's bytes tells: counts, levels, players and what is odd in the file.
 *
 * Strings point into the demo's bytes, which must outlive the struct. Only the list of levels is
 * owned. Nothing is printed. */
#ifndef ENGINE_DEMO_STATS_H
#define ENGINE_DEMO_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/dem.h"
#include "formats/error.h"
#include "formats/nq_message.h"

enum {
    DEMO_STATS_UPDATES = 128, /* index of all entity updates among the counts */
    DEMO_STATS_IDS = 129,
    DEMO_STATS_PLAYERS = 256,
    DEMO_STATS_WORDS = 64,   /* distinct stuffed commands that are listed */
    DEMO_STATS_ODDITIES = 16,
    DEMO_STATS_ENGINE = 64
};

/* One serverinfo, or the part before the first when a recording begins in the middle of a game. */
struct demo_level {
    const char *name; /* of the level, for people; NULL without a serverinfo */
    const char *map;  /* the first model, "maps/e1m1.bsp"; NULL without one */
    uint32_t first_block;
    uint32_t models, sounds; /* in the lists of its serverinfo */
    uint8_t max_clients;
    uint8_t game_type;
    bool has_time;
    double first_time, last_time; /* server clock, seconds */
};

struct demo_player {
    const char *name; /* the last that was not empty; NULL = this slot was never used */
    int16_t frags;
    uint8_t colors; /* shirt << 4 | pants */
};

/* The first word of a stuffed command, not terminated. */
struct demo_word {
    const char *text;
    uint32_t length;
};

struct demo_stats {
    const char *family;     /* "netquake"; NULL when it is no demo */
    struct dem_file dem;
    int32_t protocol;       /* of the last serverinfo; 0 = none seen */
    uint32_t protocol_flags;
    char engine[DEMO_STATS_ENGINE]; /* the server's, as it prints it: "FITZQUAKE 0.85"; "" = not
                                       said */
    bool items_optional;
    uint64_t blocks;        /* those that decoded to their end */
    uint64_t messages[DEMO_STATS_IDS];
    struct demo_level *levels;
    size_t level_count, level_capacity;
    struct demo_player players[DEMO_STATS_PLAYERS];
    bool has_view_entity;
    uint16_t view_entity;   /* the last one */
    double length;          /* sum of the levels' lengths, seconds */
    bool disconnected;      /* the demo ends as it should */
    struct demo_word words[DEMO_STATS_WORDS]; /* stuffed commands, each once */
    size_t word_count;
    char oddities[DEMO_STATS_ODDITIES][160];
    size_t oddity_count;
    int code;               /* 0, or what stopped the reading */
    struct format_error error; /* offset in the file */
};

/* Fills stats as far as the bytes are good. 0, or a negative code (also in stats->code, with
 * stats->error). Call demo_stats_free in both cases. */
int demo_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size) MUST_CHECK;
void demo_stats_free(struct demo_stats *stats);

/* Seconds from the level's first to its last time message. */
double demo_level_length(const struct demo_level *level);
uint64_t demo_stats_message_count(const struct demo_stats *stats);

#endif
