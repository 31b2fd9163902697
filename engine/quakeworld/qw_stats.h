/* Statistics specific to QuakeWorld demos, and the functions that fill them and struct
 * demo_stats. */
#ifndef ENGINE_QUAKEWORLD_QW_STATS_H
#define ENGINE_QUAKEWORLD_QW_STATS_H

#include "engine/family/demo_family.h"
#include "engine/inspect/demo_stats.h"
#include "engine/quakeworld/qw_block.h"
#include "formats/quakeworld/qw_message.h"

enum { QW_FACTS_NO_RECORDER = 255 };

struct qw_facts { /* demo_stats.facts */
    enum qw_container container;
    uint32_t ftex, fte2, mvd1;      /* extension words of the last serverdata */
    uint64_t types[QW_BLOCK_TYPES]; /* blocks by type */
    uint64_t with_messages;
    uint64_t connectionless;            /* .qwd: packets outside of the game */
    uint64_t hidden;                    /* .mvd: hidden blocks, addressed to no player */
    uint8_t recorder;                   /* .qwd: slot; QW_FACTS_NO_RECORDER */
    bool spectator;                     /* the recorder is a spectator */
    char game_dir[DEMO_GAME_DIR_BYTES]; /* the folder the data is taken from; "" = the usual one */
    uint64_t backward_times;
    uint64_t bad_times; /* NaN, infinite */
    uint64_t long_gaps;
    uint64_t runts;
};

/* Counts a block whose messages are still to be read; clock: before it. */
void qw_stats_block(struct demo_stats *stats, enum qw_container container,
                    const struct qw_block *block, const struct qw_clock *clock);
/* Counts a message of that id that is a frame, or another one. time: the demo's clock. 0 or
 * FORMAT_MEMORY. */
int qw_stats_frame(struct demo_stats *stats, uint8_t id, bool in_game, double time) MUST_CHECK;
int qw_stats_message(struct demo_stats *stats, const struct qw_message *message,
                     double time) MUST_CHECK;

/* As in demo_inspector. */
void qw_stats_begin(struct demo_stats *stats, const void *demo);
void qw_stats_end(struct demo_stats *stats, void *scanner);

#endif
