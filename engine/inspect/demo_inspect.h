/* What info and dump ask of a family of demos: one struct demo_inspector per family, and the loop
 * that has the family's scanner read a demo for its facts.
 *
 * A new family is one file pair that counts what its scanner reads (nq_stats), one that speaks
 * (nq_inspect), one that dumps (nq_dump), and the struct in the family's demo_family. */
#ifndef ENGINE_INSPECT_DEMO_INSPECT_H
#define ENGINE_INSPECT_DEMO_INSPECT_H

#include "engine/family/demo_family.h"
#include "engine/inspect/demo_stats.h"
#include "formats/base/json.h"

struct demo_inspector {
    size_t facts_size; /* bytes of stats->facts, which is zeroed */
    /* Before the first step: what opening has told. Between, demo_family.scan fills stats. */
    void (*begin)(struct demo_stats *stats, const void *demo);
    /* Behind the last one, or before damage: what only the whole tells, and what is odd. */
    void (*end)(struct demo_stats *stats, void *scanner);
    const char *const *usual_words; /* stuffed commands that are not odd; NULL ends them */
    /* "NetQuake, protocol 15 (NetQuake)", to stdout without a line end. */
    void (*print_protocol)(const struct demo_stats *stats);
    const char *(*protocol_name)(const struct demo_stats *stats); /* NULL = no protocol known */
    /* The family's own lines, and what it says of a level behind the common part, to stdout;
     * print_level may be NULL. */
    void (*print_facts)(const struct demo_stats *stats);
    void (*print_level)(const struct demo_level *level);
    /* What follows a player's number and name; NULL: frags, colours and team. */
    void (*print_player)(const struct demo_player *player);
    /* The family's own keys of the demo, of a level, of a player; the last two may be NULL. */
    void (*json_facts)(struct json_writer *json, const struct demo_stats *stats);
    void (*json_level)(struct json_writer *json, const struct demo_level *level);
    void (*json_player)(struct json_writer *json, const struct demo_player *player);
    const char *(*message_name)(uint8_t id);
    /* Of what the family has opened, every message as one JSON object a line, to stdout. 0, or a
     * negative code with err; stops early when stdout has an error. */
    int (*dump)(const void *demo, struct format_error *err);
    /* Every snapshot as one JSON object a line, and as one line of hashes, likewise. NULL: the
     * family has no snapshots. */
    int (*dump_snapshots)(const void *demo, struct format_error *err);
    int (*dump_hashes)(const void *demo, struct format_error *err);
};

/* Reads the demo once, as far as it is good. 0, or a negative code, also in stats->code, with
 * stats->error. Call demo_stats_free in both cases. */
int demo_stats_read(struct demo_stats *stats, const struct demo *demo) MUST_CHECK;

/* A demo's text for a terminal: Quake's coloured letters as plain ones, QuakeWorld's codes taken
 * out (formats/base/quake_text.h), and nothing that could steer the terminal. */
void demo_print_text(const char *text, size_t length);

#endif
