/* Interface of a demo family to info and dump (struct demo_inspector), and the loop that runs the
 * family's scanner over a demo.
 *
 * A new family has a file pair that counts (as nq_stats), one that prints (nq_inspect), one that
 * hashes (nq_hash), and the struct in its demo_family. */
#ifndef ENGINE_INSPECT_DEMO_INSPECT_H
#define ENGINE_INSPECT_DEMO_INSPECT_H

#include <stdio.h>

#include "engine/family/demo_family.h"
#include "engine/inspect/demo_stats.h"
#include "formats/base/json.h"

struct demo_inspector {
    size_t facts_size; /* bytes of stats->facts, zeroed */
    /* Called before the first step; demo_family.scan then fills stats. */
    void (*begin)(struct demo_stats *stats, const void *demo);
    /* Called after the last step, or at damage: totals and anomalies. */
    void (*end)(struct demo_stats *stats, void *scanner);
    /* Stuffed commands and console variables that are obeyed or expected; each ends with NULL. */
    const char *const *usual_commands;
    const char *const *usual_variables;
    /* Prints "NetQuake, protocol 15 (NetQuake)" without a line end. */
    void (*print_protocol)(FILE *out, const struct demo_stats *stats);
    const char *(*protocol_name)(const struct demo_stats *stats); /* NULL = unknown */
    /* Print the family's lines, and its part of a level's line; print_level may be NULL. */
    void (*print_facts)(FILE *out, const struct demo_stats *stats);
    void (*print_level)(FILE *out, const struct demo_level *level);
    /* Prints what follows a player's number and name; NULL: frags, colours and team. */
    void (*print_player)(FILE *out, const struct demo_player *player);
    /* Write the family's keys of the demo, of a level, of a player; the last two may be NULL. */
    void (*json_facts)(struct json_writer *json, const struct demo_stats *stats);
    void (*json_level)(struct json_writer *json, const struct demo_level *level);
    void (*json_player)(struct json_writer *json, const struct demo_player *player);
    const char *(*message_name)(const struct demo_stats *stats, uint8_t id);
    /* Prints every snapshot as one JSON object per line. demo: as opened by the family. Returns 0
     * or a negative FORMAT_ code; fills err. Stops early on a write error. NULL: the family has
     * none. */
    int (*dump_snapshots)(FILE *out, const void *demo, struct format_error *err);
    /* Prints a line of hashes for each update's state; as dump_snapshots. */
    int (*dump_hashes)(FILE *out, const void *demo, struct format_error *err);
};

/* Reads the demo up to the first damage. Returns 0 or a negative FORMAT_ code, also in stats->code
 * and stats->error. Call demo_stats_free in both cases. */
int demo_stats_read(struct demo_stats *stats, const struct demo *demo) MUST_CHECK;

/* The same in parts, for a pass over the demo that has other uses, too. demo->code must be 0.
 * Scanning between them fills stats, with stats->blocks counted by the caller. Returns 0, or
 * FORMAT_MEMORY. */
int demo_stats_begin(struct demo_stats *stats, const struct demo *demo) MUST_CHECK;
/* playing: seconds. code: why scanning ended, explained by stats->error; 0 = at the end. */
void demo_stats_end(struct demo_stats *stats, const struct demo *demo, void *scanner,
                    double playing, int code);

/* Prints a demo's text: coloured glyphs as plain ASCII, without QuakeWorld's codes
 * (formats/base/quake_text.h) and without control characters. */
void demo_print_text(FILE *out, const char *text, size_t length);

#endif
