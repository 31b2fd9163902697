#include "engine/stats/stats_schema.h"

#include <stdbool.h>
#include <stdint.h>

#include "engine/stats/stats_output.h"

/* A key of an object: its schema, as JSON, and what it holds; NULL words: the schema says it. */
struct key {
    const char *name, *schema, *words;
};

#define NUMBER "\"type\": \"number\""
#define MAYBE_NUMBER "\"oneOf\": [{\"type\": \"number\"}, {\"type\": \"null\"}]"
#define INTEGER "\"type\": \"integer\""
#define MAYBE_INTEGER "\"oneOf\": [{\"type\": \"integer\"}, {\"type\": \"null\"}]"
#define STRING "\"type\": \"string\""
#define MAYBE_STRING "\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"null\"}]"
#define BOOLEAN "\"type\": \"boolean\""
#define LIST(name) "\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/" name "\"}"

static const struct key demo_keys[] = {
    {"kind", "\"const\": \"demo\"", NULL},
    {"schema", INTEGER, "version of these keys"},
    {"file", STRING, "name of the demo, as given"},
    {"family", "\"enum\": [\"netquake\", \"quakeworld\", \"quake3\", null]", NULL},
    {"complete", BOOLEAN, "false: the demo is damaged; what is before the damage counts"},
    {"date", MAYBE_STRING,
     "when it was played, mostly by the server's clock: 2024-06-16 17:19:39; null: not told"},
    {"server", MAYBE_STRING, "the server's name"},
    {"mod", MAYBE_STRING, "the game's mod, with its version where that is told"},
    {"mode", MAYBE_STRING, "the mode of the game, in the mod's words"},
    {"result", "\"oneOf\": [{" LIST("side") "}, {\"type\": \"null\"}]",
     "scores of teams or players at the end of the match, as the server tells them"},
    {"matches", LIST("match"), "the demo's matches, and levels without one"},
};

static const struct key side_keys[] = {
    {"name", MAYBE_STRING, "team or player"},
    {"score", INTEGER, NULL},
};

static const struct key match_keys[] = {
    {"level", INTEGER, "number of the level in the demo, from 0"},
    {"map", MAYBE_STRING, "the level's file"},
    {"kind", "\"enum\": [\"match\", \"level\"]", NULL},
    {"start", NUMBER, "seconds of playback"},
    {"seconds", NUMBER, "of playback that it lasts"},
    {"finished", BOOLEAN, "the demo shows its end"},
    {"finish_time", MAYBE_NUMBER, "seconds of the game's clock at its end"},
    {"kills", MAYBE_INTEGER, "monsters"},
    {"total_kills", MAYBE_INTEGER, "of so many"},
    {"secrets", MAYBE_INTEGER, "found"},
    {"total_secrets", MAYBE_INTEGER, "of so many"},
    {"teams", LIST("team"), "by falling score; none without two of them"},
    {"players", LIST("player"), "by falling score"},
};

static const struct key name_keys[] = {{"name", STRING, NULL}};

static const struct key player_keys[] = {
    {"name", STRING, NULL},
    {"team", STRING, "\\\"\\\": none"},
    {"slot", INTEGER, "number in the demo, from 0"},
    {"viewed", BOOLEAN, "the demo shows this player's view"},
};

static const struct key sum_keys[] = {
    {"name", STRING, NULL},
    {"demos", INTEGER, "in which the player is"},
    {"matches", INTEGER, "likewise"},
    {"seconds", NUMBER, "of these matches"},
};

static const struct key sums_keys[] = {
    {"kind", "\"const\": \"sums\"", NULL},
    {"schema", INTEGER, "version of these keys"},
    {"demos", INTEGER, NULL},
    {"matches", INTEGER, NULL},
    {"players", LIST("sum"), "by falling score"},
};

#define COUNT(keys) (sizeof(keys) / sizeof((keys)[0]))

/* --- writing ------------------------------------------------------------------------------------
 */

static void begin_object(FILE *file, const char *name)
{
    fprintf(file, "    \"%s\": {\n      \"type\": \"object\",\n      \"properties\": {", name);
}

static void write_keys(FILE *file, const struct key *keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s\n        \"%s\": {%s", i > 0 ? "," : "", keys[i].name, keys[i].schema);
        if (keys[i].words) {
            fprintf(file, ", \"description\": \"%s\"", keys[i].words);
        }
        putc('}', file);
    }
}

/* All of the keys are always there. */
static void end_object(FILE *file, const struct key *keys, size_t count, bool last)
{
    fprintf(file, "\n      },\n      \"required\": [");
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s\"%s\"", i > 0 ? ", " : "", keys[i].name);
    }
    fprintf(file, "],\n      \"additionalProperties\": false\n    }%s\n", last ? "" : ",");
}

static void write_object(FILE *file, const char *name, const struct key *keys, size_t count,
                         bool last)
{
    begin_object(file, name);
    write_keys(file, keys, count);
    end_object(file, keys, count, last);
}

static void write_columns(FILE *file)
{
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if (stats_column_group(i) != STATS_OF_ITEMS) {
            fprintf(file, ",\n        \"%s\": {" NUMBER ", \"description\": \"%s\"}",
                    stats_column_key(i), stats_column_words(i));
        }
    }
}

static void write_marks(FILE *file, const char *key, const char *words)
{
    fprintf(file,
            ",\n        \"%s\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/column\"}, "
            "\"description\": \"%s\"}",
            key, words);
}

/* A player, a team or a sum: its own keys, then what all have. */
static void write_row(FILE *file, const char *name, const struct key *keys, size_t count)
{
    begin_object(file, name);
    write_keys(file, keys, count);
    write_columns(file);
    write_marks(file, "least", "columns that are at least so much: the demo does not show all");
    write_marks(file, "derived", "columns that the demo does not tell: they are concluded");
    fputs(",\n        \"items\": {\"$ref\": \"#/$defs/items\"}"
          ",\n        \"shots\": {\"$ref\": \"#/$defs/shots\"}"
          ",\n        \"frags_by\": {\"$ref\": \"#/$defs/frags\"}",
          file);
    end_object(file, keys, count, false);
}

static void write_column_names(FILE *file)
{
    bool first = true;
    fputs("    \"column\": {\"enum\": [", file);
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if (stats_column_group(i) != STATS_OF_ITEMS) {
            fprintf(file, "%s\"%s\"", first ? "" : ", ", stats_column_key(i));
            first = false;
        }
    }
    fputs("]},\n", file);
}

static const struct key item_keys[] = {
    {"taken", INTEGER, "how many"},
    {"share", MAYBE_NUMBER, "of all that were taken in the match, 0 to 1"},
    {"least", BOOLEAN, NULL},
    {"derived", BOOLEAN, NULL},
};

static const struct key shot_keys[] = {{"shots", INTEGER, NULL}, {"hits", INTEGER, NULL}};

/* An object whose keys are names of a table, each optional. */
static void write_named(FILE *file, const char *name, int count, void (*key)(char *, int),
                        int first, const char *schema)
{
    char text[STATS_KEY];
    begin_object(file, name);
    for (int i = first; i < count; i++) {
        key(text, i);
        fprintf(file, "%s\n        \"%s\": {%s}", i > first ? "," : "", text, schema);
    }
    fputs("\n      },\n      \"additionalProperties\": false\n    },\n", file);
}

void stats_schema_write(FILE *file)
{
    fputs("{\n"
          "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"A line of quakereel stats --json\",\n"
          "  \"oneOf\": [{\"$ref\": \"#/$defs/demo\"}, {\"$ref\": \"#/$defs/sums\"}],\n"
          "  \"$defs\": {\n",
          file);
    write_object(file, "demo", demo_keys, COUNT(demo_keys), false);
    write_object(file, "side", side_keys, COUNT(side_keys), false);
    write_object(file, "match", match_keys, COUNT(match_keys), false);
    write_row(file, "team", name_keys, COUNT(name_keys));
    write_row(file, "player", player_keys, COUNT(player_keys));
    write_row(file, "sum", sum_keys, COUNT(sum_keys));
    write_column_names(file);
    write_object(file, "item", item_keys, COUNT(item_keys), false);
    write_named(file, "items", DEMO_ITEM_KINDS, stats_item_key, 0, "\"$ref\": \"#/$defs/item\"");
    write_object(file, "shot", shot_keys, COUNT(shot_keys), false);
    write_named(file, "shots", SUMMARY_WEAPONS, stats_weapon_key, 0, "\"$ref\": \"#/$defs/shot\"");
    write_named(file, "frags", GAME_WEAPONS, stats_means_key, 0, INTEGER);
    write_object(file, "sums", sums_keys, COUNT(sums_keys), true);
    fputs("  }\n}\n", file);
}
