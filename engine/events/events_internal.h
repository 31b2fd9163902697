/* Between the families' readers of events and the pass that gives them to the sink. */
#ifndef ENGINE_EVENTS_EVENTS_INTERNAL_H
#define ENGINE_EVENTS_EVENTS_INTERNAL_H

#include "engine/events/events_read.h"

/* What is known of a slot. */
struct events_player {
    char name[GAME_NAME], team[GAME_NAME]; /* "" = none, or not known */
    bool has_place;                        /* body.origin was told in this level */
    struct game_body body;
};

/* An event that waits for the update that shows it. */
struct events_waiting {
    struct game_event event;
    char text[GAME_TEXT];
    char names[2][GAME_NAME], teams[2][GAME_NAME]; /* player's and other's */
};

/* A reading under way. */
struct events_reader {
    const struct demo *demo;
    const struct events_sink *sink;
    double now, server_time; /* of the last update; server_time: NAN = not known */
    uint32_t block;          /* being read, */
    bool update;             /* which completes an update */
    size_t offset;
    uint32_t levels; /* begun so far */
    int status;      /* 0, or FORMAT_MEMORY */
    struct events_waiting *waiting;
    size_t num_waiting, room_waiting;
    uint64_t present[GAME_PLAYERS / 64]; /* bit n: the update being read tells n's place */
    struct events_player players[GAME_PLAYERS];
};

struct events_family {
    const struct demo_family *family;
    size_t state_size;
    /* state: zeroed. scanner: before its first step; a family may have it tell each message. */
    void (*begin)(struct events_reader *reader, void *state, void *scanner);
    /* Reports the events of the step at `at`, which the family's scanner has just read. events: of
     * that step. */
    void (*step)(struct events_reader *reader, void *state, const void *scanner,
                 const struct demo_events *events, size_t at);
    void (*end)(void *state); /* frees what it owns; NULL: nothing */
};

extern const struct events_family events_netquake, events_quakeworld, events_quake3;

/* --- for families: events_facts.c ---------------------------------------------------------------
 */

/* An event without time and text; slots below 0 or beyond GAME_PLAYERS are nobody. */
struct game_event events_make(enum game_event_kind kind, int32_t player, int32_t other);
/* Adds a copy with the names, teams and last known places of both sides. event->text may be NULL,
 * what is longer than GAME_TEXT is cut. Without memory, reader->status is set. */
void events_add(struct events_reader *reader, const struct game_event *event);
/* events_make, with a text, and events_add. */
void events_add_text(struct events_reader *reader, enum game_event_kind kind, int32_t player,
                     const char *text);
/* One side of an event that waits is that slot's player; GAME_NOBODY = not known. */
void events_set_player(const struct events_reader *reader, struct events_waiting *waiting,
                       int32_t slot);
void events_set_other(const struct events_reader *reader, struct events_waiting *waiting,
                      int32_t slot);
/* A level begins: names, places and teams are forgotten. */
void events_begin_level(struct events_reader *reader);
/* Adds the event of the level. file: "maps/e1m1.bsp" or "e1m1", NULL = not known. */
void events_name_level(struct events_reader *reader, const char *file);

/* The name or team of a slot from now on, plain ASCII. Slots beyond GAME_PLAYERS are ignored. */
void events_set_name(struct events_reader *reader, uint32_t slot, const char *plain);
/* Adds an event if a team that was known, or that of a player who was there, changed. */
void events_set_team(struct events_reader *reader, uint32_t slot, const char *plain);
/* The slot of that name; GAME_NOBODY = none. */
int32_t events_find_name(const struct events_reader *reader, const char *plain);
/* Finds the player whose name, the longest such, the line begins with, followed by `after`. Returns
 * the name's length; 0 = none, *slot is GAME_NOBODY. */
size_t events_find_speaker(const struct events_reader *reader, const char *line, const char *after,
                           int32_t *slot);
/* Adds a line of talk, plain text: who said it follows from its beginning, `name: ` or `(name): `.
 * shown: what clients show in place of the line, NULL = the line. viewer: slot of the player whose
 * view the demo shows, or GAME_NOBODY. */
void events_add_chat(struct events_reader *reader, const char *line, const char *shown,
                     int32_t viewer);
/* Reads a line that a Quake server printed to all players into a frag, team kill, suicide or death.
 * False: it is no obituary. */
bool events_read_obituary(const struct events_reader *reader, const char *line, int32_t viewer,
                          struct game_event *event);

/* What the update being read tells of a player; name and team are filled in. The place counts for
 * events that are added from now on. */
void events_see(struct events_reader *reader, const struct game_body *body);
/* Whether the way from a jump, or from an edge, to the ground is worth an event: steps and bumps
 * are not. jumped: it began upward; seconds: it lasted. */
static inline bool events_is_flight(bool jumped, double seconds)
{
    return jumped || seconds >= 0.25;
}

/* The body of a slot as last seen. */
static inline const struct game_body *events_body(const struct events_reader *reader, int32_t slot)
{
    return &reader->players[slot].body;
}

#endif
