/* Statistics as aligned text, as JSON and as CSV. The keys of the JSON are those of
 * engine/stats/stats.schema.json. */
#ifndef ENGINE_STATS_STATS_OUTPUT_H
#define ENGINE_STATS_STATS_OUTPUT_H

#include <stdio.h>

#include "engine/stats/stats_match.h"
#include "engine/stats/stats_sums.h"
#include "formats/base/json.h"
#include "formats/text/csv.h"

enum { STATS_SCHEMA = 1 /* version of the keys */, STATS_KEY = 32 };

/* Keys of an item, enum demo_item_kind: "red_armor"; of a weapon with shots, from SUMMARY_MG on:
 * "rocket", of the column "rocket_accuracy"; of what kills, enum game_weapon. key: STATS_KEY bytes.
 */
void stats_item_key(char *key, int kind);
void stats_weapon_key(char *key, int weapon);
void stats_means_key(char *key, int weapon);

/* Tables of a match, and of sums. Returns whether a value was marked as least (+) or derived (*).
 */
bool stats_text_match(FILE *out, const struct stats_match *match);
bool stats_text_sums(FILE *out, const struct stats_sums *sums);
/* What the marks mean, in a line. */
void stats_text_marks(FILE *out);

void stats_json_match(struct json_writer *json, const struct stats_match *match);
/* An array of rows. */
void stats_json_sums(struct json_writer *json, const char *key, const struct stats_sums *sums);

/* The row of names; rows of a demo's match, teams first; those of sums, whose demo is "". */
void stats_csv_head(struct csv_writer *csv);
void stats_csv_match(struct csv_writer *csv, const char *demo, size_t number,
                     const struct stats_match *match);
void stats_csv_sums(struct csv_writer *csv, const struct stats_sums *sums);

#endif
