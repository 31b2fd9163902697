/* What one pass over a demo's bytes tells: counts, levels, players and what is odd in the file.
 *
 * Strings point into the demo's bytes, which must outlive the struct, or are kept in it. Nothing is
 * printed. What only one family has is in memory of its own, `facts`. */
#ifndef ENGINE_INSPECT_DEMO_STATS_H
#define ENGINE_INSPECT_DEMO_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    DEMO_STATS_UPDATES = 128, /* messages are counted by id, those from here on as one */
    DEMO_STATS_IDS = 129,
    DEMO_STATS_PLAYERS = 256,
    DEMO_STATS_WORDS = 64, /* distinct stuffed commands that are listed */
    DEMO_STATS_ODDITIES = 16,
    DEMO_STATS_ENGINE = 96
};

/* One serverinfo or serverdata, or the part before the first when a recording begins in the middle
 * of a game. */
struct demo_level {
    const char *name; /* of the level, for people; NULL = not said */
    const char *map;  /* the first model, "maps/e1m1.bsp"; NULL = not said */
    uint32_t first_block;
    uint32_t models, sounds; /* in its lists */
    bool has_time;
    double first_time, last_time; /* seconds; the server's clock, or else the demo's */
    uint8_t max_clients;          /* 0 = not said */
    uint8_t game_type;
    const char *game_dir; /* as the server says it; NULL = not said */
};

struct demo_player {
    const char *name; /* the last that was not empty; NULL = this slot was never used */
    uint32_t name_length;
    int16_t frags;
    uint8_t shirt, pants; /* 0 .. 15 */
    const char *team;     /* or NULL */
    uint32_t team_length;
    int32_t user;
    bool spectator;
    const char *model; /* or NULL */
    bool unscored;     /* his score is not known */
};

/* The first word of a stuffed command, not terminated. */
struct demo_word {
    const char *text;
    uint32_t length;
};

struct demo_kept;

struct demo_stats {
    const char *family;             /* "netquake"; NULL when it is no demo */
    int32_t protocol;               /* of the last serverinfo or serverdata; 0 = none seen */
    char engine[DEMO_STATS_ENGINE]; /* the server's, as it says it: "FITZQUAKE 0.85"; "" = not
                                       said */
    uint64_t blocks;                /* those that decoded to their end */
    uint64_t messages[DEMO_STATS_IDS];
    struct demo_level *levels;
    size_t level_count, level_capacity;
    struct demo_player players[DEMO_STATS_PLAYERS];
    double length;                            /* sum of the levels' lengths, seconds */
    double playing;                           /* seconds it plays, as timeline_length has it */
    bool disconnected;                        /* the demo ends as it should */
    size_t trailing;                          /* bytes behind that end */
    struct demo_word words[DEMO_STATS_WORDS]; /* stuffed commands, each once */
    size_t word_count;
    bool more_words; /* than that */
    bool in_command; /* the last stufftext did not end its line */
    char oddities[DEMO_STATS_ODDITIES][160];
    size_t oddity_count;
    int code;                  /* 0, or what stopped the reading */
    struct format_error error; /* offset in the file */
    struct demo_kept *kept;    /* texts of demo_stats_keep */
    void *facts;               /* the family's own: see demo_inspector.facts_size */
};

void demo_stats_free(struct demo_stats *stats);

/* Seconds from the level's first to its last time. */
double demo_level_length(const struct demo_level *level);
uint64_t demo_stats_message_count(const struct demo_stats *stats);

/* For the families: */

void demo_stats_oddity(struct demo_stats *stats, const char *fmt, ...) FORMAT_PRINTF(2, 3);
/* One that is told with its count, the only %llu of both texts, unless that is 0. one: the text for
 * a single thing. */
void demo_stats_odd_count(struct demo_stats *stats, uint64_t count, const char *one,
                          const char *many);
/* A new, empty level at the end of the list, beginning at the next block; NULL without memory. */
struct demo_level *demo_stats_add_level(struct demo_stats *stats);
/* The last of the list; NULL = there is none. */
struct demo_level *demo_stats_level(struct demo_stats *stats);
/* The last level was there at that time; without one a nameless level begins. 0 or FORMAT_MEMORY.
 */
int demo_stats_at_time(struct demo_stats *stats, double time) MUST_CHECK;
/* A name that is not empty takes the place of the one before. */
void demo_stats_name(struct demo_player *player, const char *name, uint32_t length);
/* A message says goodbye; trailing: bytes behind it in its block. */
void demo_stats_goodbye(struct demo_stats *stats, size_t trailing);
/* A copy of a text that is good as long as stats is; NULL without memory. */
const char *demo_stats_keep(struct demo_stats *stats, const char *text);
void demo_stats_engine(struct demo_stats *stats, const char *text, size_t length);
/* Lists the commands' first words. Mods stuff a command in pieces: set in_command to false where
 * the console would not put together what comes. */
void demo_stats_stufftext(struct demo_stats *stats, const char *text);
/* An oddity when no message of that id, which begins a level, was there before all others. */
void demo_stats_judge_begin(struct demo_stats *stats, uint8_t id, const char *name);
/* One for what was stuffed besides the words of that list, which NULL ends. */
void demo_stats_judge_words(struct demo_stats *stats, const char *const *usual);
/* And for how the file ends. */
void demo_stats_judge_end(struct demo_stats *stats);

#endif
