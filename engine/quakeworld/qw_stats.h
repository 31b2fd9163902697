/* QuakeWorld's part of demo_stats: see there. */
#ifndef ENGINE_QUAKEWORLD_QW_STATS_H
#define ENGINE_QUAKEWORLD_QW_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quakeworld/qw_block.h"
#include "formats/quakeworld/qw_message.h"

struct demo_stats;

enum { QW_FACTS_NO_RECORDER = 255 };

struct qw_facts {
    enum qw_container container;
    uint32_t ftex, fte2, mvd1;      /* extension words of the last serverdata */
    uint64_t types[QW_BLOCK_TYPES]; /* blocks by type */
    uint64_t with_messages;
    uint64_t connectionless; /* .qwd: packets outside of the game */
    uint64_t hidden;         /* .mvd: blocks for nobody */
    uint8_t recorder;        /* .qwd: his slot; QW_FACTS_NO_RECORDER */
    bool spectator;          /* he did not play */
    char game_dir[64];       /* the folder the data is taken from; "" = none but the usual */
};

/* As demo_inspector.read. */
int qw_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size,
                  const char *name) MUST_CHECK;

#endif
