/* Statistics of a demo, collected in one pass: counts, levels, players, anomalies of the file.
 *
 * Strings point into the demo's bytes, which must outlive the struct, or are copies owned by it.
 * Prints nothing. Statistics of a single family are in `facts`. */
#ifndef ENGINE_INSPECT_DEMO_STATS_H
#define ENGINE_INSPECT_DEMO_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/inspect/demo_date.h"
#include "engine/inspect/demo_told.h"
#include "formats/base/error.h"

enum {
    DEMO_STATS_UPDATES =
        128, /* messages are counted by id; ids from this one on share one counter */
    DEMO_STATS_IDS = 129,
    DEMO_STATS_PLAYERS = 256,
    DEMO_STATS_WORDS = 64, /* maximum of distinct stuffed commands */
    DEMO_STATS_ODDITIES = 16,
    DEMO_STATS_ENGINE = 96
};

/* A level: starts with a serverinfo or serverdata; or the part before the first one, if recording
 * started during a game. */
struct demo_level {
    const char *name; /* display name; NULL = unknown */
    const char *map;  /* the first model, "maps/e1m1.bsp"; NULL = unknown */
    uint32_t first_block;
    uint32_t models, sounds; /* lengths of the level's model and sound lists */
    bool has_time;
    double first_time, last_time; /* seconds; server time, or demo time if there is none */
    uint8_t max_clients;          /* 0 = unknown */
    uint8_t game_type;
    const char *game_dir; /* as sent by the server; NULL = unknown */
    bool finished;        /* the screens of the level's end began: intermission, finale, cutscene */
    bool has_finish_time;
    double finish_time;    /* seconds; NetQuake: the server's clock; QuakeWorld: since first_time;
                             Quake    III: the game's clock */
    uint32_t finish_block; /* the block that tells it */
    bool has_counts;       /* the server told the totals; they and the counts are as at the end */
    int32_t kills, total_kills, secrets, total_secrets;
    bool has_skill;
    uint8_t skill; /* 0 easy .. 3 nightmare */
};

struct demo_player {
    const char *name; /* the last non-empty name; NULL = slot never used */
    uint32_t name_length;
    int16_t frags;
    uint8_t shirt, pants; /* 0..15 */
    const char *team;     /* or NULL */
    uint32_t team_length;
    int32_t user;
    bool spectator;
    const char *model; /* or NULL */
    bool unscored;     /* the score is unknown */
};

/* The first word of a stuffed command, not terminated. */
struct demo_word {
    const char *text;
    uint32_t length;
};

struct demo_kept;

struct demo_stats {
    const char *family;             /* "netquake"; NULL = not a demo */
    int32_t protocol;               /* protocol of the last serverinfo or serverdata; 0 = none */
    char engine[DEMO_STATS_ENGINE]; /* the server's name for itself: "FITZQUAKE 0.85"; "" = unknown
                                     */
    char server[DEMO_STATS_ENGINE]; /* the server's name, ASCII; "" = unknown */
    char mod[DEMO_STATS_ENGINE];    /* folder or name of the mod; "" = none, or unknown */
    char date[DEMO_DATE];           /* of the match; "" = unknown */
    struct demo_told told;          /* when all is read: with server and date */
    uint64_t blocks;                /* blocks that decoded completely */
    uint64_t messages[DEMO_STATS_IDS];
    struct demo_level *levels;
    size_t level_count, level_capacity;
    struct demo_player players[DEMO_STATS_PLAYERS];
    double length;                            /* sum of the levels' lengths, seconds */
    double playing;                           /* seconds, as timeline_length */
    bool disconnected;                        /* the demo ends with a disconnect */
    size_t trailing;                          /* bytes after the disconnect message or end mark */
    struct demo_word words[DEMO_STATS_WORDS]; /* stuffed commands, each once */
    size_t word_count;
    bool more_words; /* than DEMO_STATS_WORDS */
    bool in_command; /* the last stufftext has no line end yet */
    char oddities[DEMO_STATS_ODDITIES][160];
    size_t oddity_count;
    int code;                  /* 0, or the error that stopped reading */
    struct format_error error; /* offset in the file */
    struct demo_kept *kept;    /* owned texts of demo_stats_keep */
    void *facts;               /* statistics of the family; demo_inspector.facts_size bytes */
};

void demo_stats_free(struct demo_stats *stats);

/* True if reading ended at something that is not supported: the demo is a demo, and not damaged. */
static inline bool demo_stats_is_unsupported(const struct demo_stats *stats)
{
    return stats->family && stats->code == FORMAT_UNKNOWN;
}

/* Seconds from the level's first to its last time. */
double demo_level_length(const struct demo_level *level);
/* The name of the level's file without folder and ending, "e1m1", as terminal_text gives it. False:
 * it is unknown; text is "". */
bool demo_level_file(const struct demo_level *level, char *text, size_t size);
uint64_t demo_stats_message_count(const struct demo_stats *stats);

/* Called by the families: */

void demo_stats_oddity(struct demo_stats *stats, const char *fmt, ...) FORMAT_PRINTF(2, 3);
/* Adds an anomaly with its count (the only %llu in the texts) unless the count is 0. one: the text
 * for count 1. */
void demo_stats_odd_count(struct demo_stats *stats, uint64_t count, const char *one,
                          const char *many);
/* Appends an empty level that starts at the next block. Returns NULL if out of memory. */
struct demo_level *demo_stats_add_level(struct demo_stats *stats);
/* The last level; NULL = none. */
struct demo_level *demo_stats_level(struct demo_stats *stats);
/* Extends the last level to a time; without a level, starts one without a name. Returns 0 or
 * FORMAT_MEMORY.
 */
int demo_stats_at_time(struct demo_stats *stats, double time) MUST_CHECK;
/* The last level is finished, once: what comes later is not looked at. time: NULL = unknown.
 * Without a level, starts one without a name. Returns 0 or FORMAT_MEMORY. */
int demo_stats_finish(struct demo_stats *stats, const double *time) MUST_CHECK;
/* Replaces the player's name if the new one is not empty. */
void demo_stats_name(struct demo_player *player, const char *name, uint32_t length);
/* Records a disconnect message; trailing: bytes after it in its block. */
void demo_stats_goodbye(struct demo_stats *stats, size_t trailing);
/* Returns a copy of a text, owned by stats; NULL if out of memory. */
const char *demo_stats_keep(struct demo_stats *stats, const char *text);
void demo_stats_engine(struct demo_stats *stats, const char *text, size_t length);
/* Sets the server's name. */
void demo_stats_server(struct demo_stats *stats, const char *text, size_t length);
/* Lists the first word of each command. Mods send a command in several stufftexts: set in_command
 * to false where the client would not concatenate them. */
void demo_stats_stufftext(struct demo_stats *stats, const char *text);
/* Adds an anomaly if the demo does not start with a message of that id. */
void demo_stats_judge_begin(struct demo_stats *stats, uint8_t id, const char *name);
/* Adds an anomaly for stuffed commands that are in neither list; each ends with NULL. The case of
 * commands is ignored, that of variables is not. */
void demo_stats_judge_words(struct demo_stats *stats, const char *const *commands,
                            const char *const *variables);
/* Adds anomalies of the end of the file. */
void demo_stats_judge_end(struct demo_stats *stats);

#endif
