/* The terms of a search: "player=Frost", "air>0.3", "text~gg". Knows no SQLite. */
#ifndef ENGINE_LIBRARY_LIBRARY_TERMS_H
#define ENGINE_LIBRARY_LIBRARY_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/events/game_event.h"
#include "formats/base/error.h"

/* Kinds that the catalogue does not keep, as bits: most of what happens in a demo, and nothing that
 * is looked for one by one. */
#define LIBRARY_KINDS_LEFT_OUT                                                                     \
    (UINT32_C(1) << GAME_EVENT_JUMP | UINT32_C(1) << GAME_EVENT_LAND |                             \
     UINT32_C(1) << GAME_EVENT_DAMAGE)

enum library_value {
    LIBRARY_VALUE_TEXT,   /* compared without case */
    LIBRARY_VALUE_NUMBER, /* also "1:30", minutes and seconds */
    LIBRARY_VALUE_DATE,   /* "2024", "2024-06", ...: compared as far as it goes */
    LIBRARY_VALUE_KIND,   /* an event's */
    LIBRARY_VALUE_WEAPON,
    LIBRARY_VALUE_YES /* yes or no */
};

/* X(NAME, "name", value, is_event, "SQL of a demo", "SQL of an event", "what it is")
 *
 * is_event: a term with it finds events; without such a term demos are found. The SQL is an
 * expression; '#' in it stands for the comparison of an inner value, which must hold for one row.
 */
#define LIBRARY_FIELDS_LIST(X)                                                                     \
    X(PATH, "path", TEXT, false, "demo.path", "demo.path", "path of the demo")                     \
    X(FAMILY, "family", TEXT, false, "demo.family", "demo.family",                                 \
      "netquake, quakeworld or quake3")                                                            \
    X(PROTOCOL, "protocol", NUMBER, false, "demo.protocol", "demo.protocol",                       \
      "number of its protocol")                                                                    \
    X(MOD, "mod", TEXT, false, "demo.mod", "demo.mod", "folder or name of the mod")                \
    X(MODE, "mode", TEXT, false, "demo.mode", "demo.mode", "its rules: duel, Capture the Flag")    \
    X(RESULT, "result", TEXT, false, "demo.result", "demo.result",                                 \
      "how it ended: red 39, blue 12")                                                             \
    X(SERVER, "server", TEXT, false, "demo.server", "demo.server", "name of the server")           \
    X(DATE, "date", DATE, false, "demo.date", "demo.date",                                         \
      "date of the match, where the demo tells it: 2024, 2024-06, 2024-06-16")                     \
    X(LENGTH, "length", NUMBER, false, "demo.length", "demo.length",                               \
      "seconds of play, also as 5:00")                                                             \
    X(SIZE, "size", NUMBER, false, "demo.bytes", "demo.bytes", "bytes of the demo, unpacked")      \
    X(HASH, "hash", TEXT, false, "demo.hash", "demo.hash", "hash of these bytes")                  \
    X(PLAYERS, "players", NUMBER, false, "demo.players", "demo.players",                           \
      "number of players, without spectators")                                                     \
    X(DAMAGED, "damaged", YES, false, "(demo.error IS NOT NULL)", "(demo.error IS NOT NULL)",      \
      "yes or no")                                                                                 \
    X(ERROR, "error", TEXT, false, "demo.error", "demo.error", "why it is damaged")                \
    X(LEVEL, "level", TEXT, false, "demo.id IN (SELECT level.demo FROM level WHERE level.map#)",   \
      "level.map", "a level's file, dm3; of an event: where it happens")                           \
    X(TITLE, "title", TEXT, false, "demo.id IN (SELECT level.demo FROM level WHERE level.title#)", \
      "level.title", "a level's name, likewise")                                                   \
    X(PLAYER, "player", TEXT, false,                                                               \
      "demo.id IN (SELECT player.demo FROM player WHERE player.name#)", "event.player",            \
      "a player's name; of an event: who does it, who kills")                                      \
    X(TEAM, "team", TEXT, false, "demo.id IN (SELECT player.demo FROM player WHERE player.team#)", \
      "demo.id IN (SELECT player.demo FROM player WHERE player.team#)", "a team's name")           \
    X(SCORE, "score", NUMBER, false,                                                               \
      "demo.id IN (SELECT player.demo FROM player WHERE player.score#)",                           \
      "demo.id IN (SELECT player.demo FROM player WHERE player.score#)", "a player's score")       \
    X(KIND, "kind", KIND, true, "", "event.kind", "kind of event: frag, death, pickup, chat ...")  \
    X(OTHER, "other", TEXT, true, "", "event.other",                                               \
      "the other player of the event: the one who is killed")                                      \
    X(WEAPON, "weapon", WEAPON, true, "", "event.weapon", "what kills: rocket, railgun, lava ...") \
    X(TIME, "time", NUMBER, true, "", "event.time", "seconds of play, also as 1:30")               \
    X(TEXT, "text", TEXT, true, "", "event.text", "the event's text: item, talk, means")           \
    X(VALUE, "value", NUMBER, true, "", "event.value", "the event's number: seconds, points")      \
    X(AIR, "air", NUMBER, true, "", "event.air", "seconds that the victim of a direct hit flew")   \
    X(DISTANCE, "distance", NUMBER, true, "", "event.distance", "units from shot to hit")          \
    X(VIEWED, "viewed", YES, true, "", "event.viewed", "yes: seen through the player's eyes")      \
    X(X_, "x", NUMBER, true, "", "event.x", "the place's first coordinate")                        \
    X(Y_, "y", NUMBER, true, "", "event.y", "its second one")                                      \
    X(Z_, "z", NUMBER, true, "", "event.z", "its height")

enum library_field {
#define LIBRARY_FIELD(NAME, name, value, is_event, demo_sql, event_sql, what) LIBRARY_FIELD_##NAME,
    LIBRARY_FIELDS_LIST(LIBRARY_FIELD)
#undef LIBRARY_FIELD
        LIBRARY_FIELDS
};

struct library_field_info {
    const char *name;
    enum library_value value;
    bool is_event;
    const char *demo_sql, *event_sql;
    const char *what; /* for help */
};
const struct library_field_info *library_field_info(enum library_field field);

enum library_operator {
    LIBRARY_EQUAL,
    LIBRARY_NOT_EQUAL,
    LIBRARY_LESS,
    LIBRARY_LESS_EQUAL,
    LIBRARY_GREATER,
    LIBRARY_GREATER_EQUAL,
    LIBRARY_CONTAINS,     /* ~ */
    LIBRARY_CONTAINS_NOT, /* !~ */
    LIBRARY_OPERATORS
};

struct library_term {
    enum library_field field;
    enum library_operator operator;
    const char *text; /* as written; borrowed */
    double number;    /* of NUMBER, and 1 or 0 of YES */
};

enum { LIBRARY_TERMS_MAX = 64 };

struct library_terms { /* start from {0} */
    struct library_term terms[LIBRARY_TERMS_MAX];
    size_t count;
    bool finds_events;
};

/* Adds a term as it is written, NAME OPERATOR VALUE; text must outlive *terms. Returns 0, or
 * FORMAT_BAD with a message that names what is wrong. */
int library_terms_add(struct library_terms *terms, const char *text,
                      struct format_error *err) MUST_CHECK;

#endif
