/* Statistics specific to NetQuake demos, and the functions that fill them and struct demo_stats. */
#ifndef ENGINE_NETQUAKE_NQ_STATS_H
#define ENGINE_NETQUAKE_NQ_STATS_H

#include "engine/inspect/demo_stats.h"
#include "engine/netquake/nq_file.h"
#include "engine/quake/demo_words.h"
#include "formats/netquake/nq_message.h"

struct nq_facts { /* demo_stats.facts */
    struct nq_file file;
    struct nq_protocol protocol; /* after the last message */
    uint32_t protocol_flags;
    bool has_view_entity;
    uint16_t view_entity;  /* the last one */
    uint64_t items_absent; /* clientdata without the field */
    uint64_t backward_times;
    uint64_t bad_times; /* infinite, negative */
    uint64_t long_strings;
    uint64_t high_stats;
    uint64_t other_versions;
    struct demo_line line;                  /* being printed */
    uint64_t delta_updates, delta_removals; /* entities of messages 86 */
    uint64_t quakedp_updates;               /* with bits that QUAKEDP alone has */
    uint32_t ftex, fte2;                    /* of the last serverinfo */
};

/* Counts a message, except entity updates. protocol: after the message. Returns 0 or
 * FORMAT_MEMORY. */
int nq_stats_message(struct demo_stats *stats, const struct nq_protocol *protocol,
                     const struct nq_message *message) MUST_CHECK;

/* Counts an entity update, which are the majority. */
static inline void nq_stats_update(struct demo_stats *stats, const struct nq_message *message)
{
    stats->messages[DEMO_STATS_UPDATES]++;
    ((struct nq_facts *)stats->facts)->quakedp_updates += message->u.update.is_dp;
}

/* As in demo_inspector. */
void nq_stats_begin(struct demo_stats *stats, const void *demo);
void nq_stats_end(struct demo_stats *stats, void *scanner);

#endif
