#include "engine/events/event_schema.h"

#include <stdbool.h>

#include "engine/events/game_event.h"
#include "engine/family/demo_items.h"

/* A key of an object: its type, as JSON Schema has it, and what it holds. */
struct key {
    const char *name, *type, *words;
    bool always;
};

static const struct key event_keys[] = {
    {"time", "number", "seconds of playback, of the first frame that shows it", true},
    {"server_time", "number", "seconds of the server's clock; QuakeWorld: of the demo's", false},
    {"block", "integer", "number of the block that tells it, from 0", true},
    {"offset", "integer", "byte offset of that block", true},
    {"level", "integer", "number of the level in the demo, from 0", true},
    {"text", "string", "the means, item, words, level or act, as the kind says", false},
    {"value", "number", "points, a count or seconds, as the kind says", false},
    {"total", "number", "of so many", false},
    {"air", "number", "seconds that the victim of a direct hit flew", false},
    {"distance", "number", "units from the shot to the hit", false},
    {"turn", "number", "railgun: degrees that the view turned over two updates before", false},
    {"turn_speed", "number", "railgun: degrees per second, the fastest of the last updates", false},
    {"to_team", "boolean", "said to the team only", false},
    {"derived", "boolean", "the demo does not tell it: it follows from what the demo shows", false},
    {"viewed", "boolean", "the demo shows it through the player's eyes", false},
};

static const struct key demo_keys[] = {
    {"schema", "integer", "version of these keys", true},
    {"file", "string", "name of the demo, as given", true},
    {"complete", "boolean", "false: the demo is damaged; what is before the damage follows", true},
};

static void write_key(FILE *file, const char *indent, const struct key *key)
{
    fprintf(file, "%s\"%s\": {\"type\": \"%s\", \"description\": \"%s\"}", indent, key->name,
            key->type, key->words);
}

static void write_kinds(FILE *file)
{
    fputs(
        "        \"kind\": {\n          \"description\": \"what happens\",\n          \"oneOf\": [",
        file);
    for (int i = 0; i < GAME_EVENT_KINDS; i++) {
        fprintf(file, "%s\n            {\"const\": \"%s\", \"description\": \"%s\"}",
                i > 0 ? "," : "", game_event_kind_name((enum game_event_kind)i),
                game_event_kind_words((enum game_event_kind)i));
    }
    fputs("\n          ]\n        },\n", file);
}

static void write_weapons(FILE *file)
{
    fputs("        \"weapon\": {\"description\": \"what kills or hurts\", \"enum\": [", file);
    for (int i = 1; i < GAME_WEAPONS; i++) {
        fprintf(file, "%s\"%s\"", i > 1 ? ", " : "", game_weapon_name((enum game_weapon)i));
    }
    fputs("]},\n", file);
}

static void write_items(FILE *file)
{
    fputs("        \"item\": {\"description\": \"the timed item that text names\", \"enum\": [",
          file);
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        fprintf(file, "%s\"%s\"", i > 0 ? ", " : "", demo_item_name((enum demo_item_kind)i));
    }
    fputs("]},\n", file);
}

static void write_required(FILE *file, const struct key *keys, size_t count)
{
    fputs("      \"required\": [\"kind\"", file);
    for (size_t i = 0; i < count; i++) {
        if (keys[i].always) {
            fprintf(file, ", \"%s\"", keys[i].name);
        }
    }
    fputs("],\n", file);
}

/* A reader checks the version by the key schema. */
static void write_demo(FILE *file)
{
    const size_t count = sizeof demo_keys / sizeof demo_keys[0];
    fputs("    \"demo\": {\n"
          "      \"description\": \"a demo: its events follow\",\n"
          "      \"type\": \"object\",\n",
          file);
    write_required(file, demo_keys, count);
    fputs("      \"properties\": {\n"
          "        \"kind\": {\"const\": \"demo\"},\n",
          file);
    fputs("        \"family\": {\"enum\": [\"netquake\", \"quakeworld\", \"quake3\", null]}", file);
    for (size_t i = 0; i < count; i++) {
        fputs(",\n", file);
        write_key(file, "        ", &demo_keys[i]);
    }
    fputs("\n      },\n      \"additionalProperties\": false\n    },\n", file);
}

static void write_player(FILE *file)
{
    fputs("    \"player\": {\n"
          "      \"type\": \"object\",\n"
          "      \"required\": [\"slot\"],\n"
          "      \"properties\": {\n"
          "        \"slot\": {\"type\": \"integer\", \"description\": \"number in the demo, from "
          "0\"},\n"
          "        \"name\": {\"type\": \"string\"},\n"
          "        \"team\": {\"type\": \"string\"},\n"
          "        \"position\": {\n"
          "          \"description\": \"x, y, z of the body's middle, Quake units\",\n"
          "          \"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 3, "
          "\"maxItems\": 3\n"
          "        },\n"
          "        \"place\": {\"type\": \"string\", \"description\": \"the level's name of it\"}\n"
          "      },\n"
          "      \"additionalProperties\": false\n"
          "    },\n",
          file);
}

static void write_event(FILE *file)
{
    const size_t count = sizeof event_keys / sizeof event_keys[0];
    fputs("    \"event\": {\n      \"type\": \"object\",\n", file);
    write_required(file, event_keys, count);
    fputs("      \"properties\": {\n", file);
    write_kinds(file);
    write_weapons(file);
    write_items(file);
    fputs("        \"player\": {\"$ref\": \"#/$defs/player\"},\n"
          "        \"other\": {\"$ref\": \"#/$defs/player\"}",
          file);
    for (size_t i = 0; i < count; i++) {
        fputs(",\n", file);
        write_key(file, "        ", &event_keys[i]);
    }
    fputs("\n      },\n      \"additionalProperties\": false\n    }\n", file);
}

void event_schema_write(FILE *file)
{
    fputs("{\n"
          "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"A line of quakereel events --json\",\n"
          "  \"oneOf\": [{\"$ref\": \"#/$defs/demo\"}, {\"$ref\": \"#/$defs/event\"}],\n"
          "  \"$defs\": {\n",
          file);
    write_demo(file);
    write_player(file);
    write_event(file);
    fputs("  }\n}\n", file);
}
