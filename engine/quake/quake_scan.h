/* Scanning shared by NetQuake and QuakeWorld: counts of kills and secrets, and recent lines that
 * may be obituaries. */
#ifndef ENGINE_QUAKE_QUAKE_SCAN_H
#define ENGINE_QUAKE_QUAKE_SCAN_H

#include "engine/quake/demo_words.h"

/* By the numbers of their stats from QUAKE_COUNTS_FIRST on: DEM 1.0.9 table 2, QWD table 3. */
enum {
    QUAKE_TOTAL_SECRETS,
    QUAKE_TOTAL_KILLS,
    QUAKE_SECRETS,
    QUAKE_KILLS,
    QUAKE_COUNTS,
    QUAKE_COUNTS_FIRST = 11
};

struct quake_counts { /* counts of a level */
    int32_t counts[QUAKE_COUNTS];
};

/* A stat of the player's; those that are no counts are left alone. */
static inline void quake_counts_set(struct quake_counts *counts, uint8_t stat, int32_t value)
{
    if (stat >= QUAKE_COUNTS_FIRST && stat < QUAKE_COUNTS_FIRST + QUAKE_COUNTS) {
        counts->counts[stat - QUAKE_COUNTS_FIRST] = value;
    }
}

/* The messages killedmonster and foundsecret. 0 or FORMAT_MEMORY. */
int quake_counts_kill(struct quake_counts *counts, struct demo_events *events) MUST_CHECK;
int quake_counts_secret(struct quake_counts *counts, struct demo_events *events) MUST_CHECK;

enum { QUAKE_LINES = 8 };

/* A line that may be an obituary. */
struct quake_line {
    double when; /* seconds or steps, as the family likes */
    bool used;   /* a frag took it */
    bool medium; /* printed as obituaries are */
    char text[DEMO_LINE_BYTES];
};

struct quake_lines { /* start from {0} */
    struct quake_line ring[QUAKE_LINES];
    uint32_t count; /* so far: line i is ring[i % QUAKE_LINES] */
};

/* Takes printed text; the lines that end in it are kept. line: what was printed of one before. */
void quake_lines_print(struct quake_lines *lines, struct demo_line *line, const char *text,
                       double when, bool medium);
/* The number of the oldest line that is still there. */
uint32_t quake_lines_first(const struct quake_lines *lines);
/* Finds the slot of a player by name as an event's text has it; -1 = unknown. */
typedef int32_t (*quake_find_player_fn)(const void *scanner, const char *plain_name);
/* Adds what lines from the first on tell of flags; they are used then. Returns 0 or FORMAT_MEMORY.
 */
int quake_lines_note_flags(struct quake_lines *lines, uint32_t first, quake_find_player_fn find,
                           const void *scanner, struct demo_events *events) MUST_CHECK;
/* The newest line with that name in it that is no older than `age`; NULL = none. */
const char *quake_lines_newest(const struct quake_lines *lines, double now, double age,
                               const char *name);

#endif
