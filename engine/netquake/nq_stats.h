/* NetQuake's part of demo_stats: see there. */
#ifndef ENGINE_NETQUAKE_NQ_STATS_H
#define ENGINE_NETQUAKE_NQ_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

struct demo_stats;

struct nq_facts {
    struct dem_file dem;
    uint32_t protocol_flags;
    bool items_optional;
    bool has_view_entity;
    uint16_t view_entity; /* the last one */
};

/* As demo_inspector.read. */
int nq_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size,
                  const char *name) MUST_CHECK;

#endif
