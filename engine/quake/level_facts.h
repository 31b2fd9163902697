/* What people ask first of a level: when it was finished, kills and secrets of their totals, skill.
 * Counts for info, and the text of the event on the seek bar. */
#ifndef ENGINE_QUAKE_LEVEL_FACTS_H
#define ENGINE_QUAKE_LEVEL_FACTS_H

#include "engine/inspect/demo_stats.h"
#include "engine/quake/quake_scan.h"

/* A stat of the player's: counts go to the last level, others are left alone. */
void level_facts_stat(struct demo_stats *stats, uint8_t stat, int32_t value);
/* The messages killedmonster and foundsecret. */
void level_facts_kill(struct demo_stats *stats);
void level_facts_secret(struct demo_stats *stats);
/* A printed line: JoeQuake and the QdQStats progs print "Playing on Hard skill" as a level
 * begins. */
void level_facts_line(struct demo_stats *stats, const char *line);
/* Stuffed text: servers with QuakeWorld's kind of serverinfo tell its key "skill"
 * (QuakeSpasm-Spiked: //fullserverinfo and //svi). */
void level_facts_stufftext(struct demo_stats *stats, const char *text);

/* Adds the event of a level's end. time: as demo_level.finish_time, NULL = unknown. Returns 0 or
 * FORMAT_MEMORY. */
int level_facts_finish_event(struct demo_events *events, const double *time,
                             const struct quake_counts *counts) MUST_CHECK;

#endif
