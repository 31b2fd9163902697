/* The JSON Schema of what `quakereel stats --json` prints: engine/stats/stats.schema.json, made by
 * `make docs` from the tables of columns, items and weapons.
 *
 * A new key keeps STATS_SCHEMA (stats_output.h); a key whose meaning changes, or that is no longer
 * written, gives it the next number. */
#ifndef ENGINE_STATS_STATS_SCHEMA_H
#define ENGINE_STATS_STATS_SCHEMA_H

#include <stdio.h>

void stats_schema_write(FILE *file);

#endif
