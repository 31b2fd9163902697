/* Facts of Quake III demos. */
#include <stdio.h>
#include <string.h>

#include "engine/edit/search/search_q3_players.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_scanner.h"

struct q3_searcher {
    const struct q3_game *game;
    uint32_t gamestates, updates, changes, num_events; /* of the scanner's state, seen so far */
    struct q3_bodies bodies;
};

/* What a step's facts are made from. */
struct q3_step {
    struct search *search;
    struct q3_searcher *searcher;
    const struct q3_state *state;
    const struct q3_snapshot *snapshot;
    enum q3_mod mod;
    int32_t viewer;
};

static void begin(struct search *search, void *state)
{
    struct q3_searcher *s = state;
    s->game = q3_game_of(((const struct q3_file *)search->demo->file)->protocol->number);
}

static bool is_player(int32_t slot)
{
    return slot >= 0 && slot < Q3_PLAYERS;
}

/* ASCII, as other texts of a search. */
static void copy_plain(char *to, size_t size, const char *from)
{
    q3_plain_text(from, to, (uint32_t)size);
    for (; *to; to++) {
        *to = (unsigned char)*to < 128 ? *to : '?';
    }
}

static void set_names(const struct q3_step *step)
{
    char name[SEARCH_NAME];
    for (uint32_t i = 0; i < Q3_PLAYERS; i++) {
        copy_plain(name, sizeof(name), step->state->names[i]);
        search_set_name(step->search, i, name);
    }
}

/* --- talk ---------------------------------------------------------------------------------------
 */

static void note_command(const struct q3_step *step, const char *command)
{
    struct q3_words words;
    char line[SEARCH_TEXT];
    if (strncmp(command, "chat", 4) != 0 && strncmp(command, "tchat", 5) != 0) {
        return;
    }
    q3_words_split(&words, command);
    const char *name = q3_word(&words, 0), *text = q3_word(&words, 1);
    if (strcmp(name, "chat") != 0 && strcmp(name, "tchat") != 0) {
        return;
    }
    copy_plain(line, sizeof(line), q3_game_chat(step->searcher->game, text));
    search_add_said(step->search, line, step->viewer);
}

static void note_commands(const struct q3_step *step)
{
    uint32_t at = 0;
    int32_t sequence;
    const char *command;
    while ((command = q3_state_command(step->state, &at, &sequence)) != NULL) {
        note_command(step, command);
    }
}

/* --- events -------------------------------------------------------------------------------------
 */

static bool are_mates(const struct q3_step *step, int32_t a, int32_t b)
{
    const struct q3_game *game = step->searcher->game;
    const int32_t team = q3_state_team(step->state, game, (uint32_t)a);
    return (team == Q3_TEAM_RED || team == Q3_TEAM_BLUE) &&
           team == q3_state_team(step->state, game, (uint32_t)b);
}

static void note_obituary(const struct q3_step *step, const struct q3_event *e)
{
    const char *means = q3_game_death(step->mod, e->parm);
    struct search_fact fact = {.kind = SEARCH_KILL,
                               .player = is_player(e->other2) ? e->other2 : -1,
                               .other = is_player(e->other) ? e->other : -1};
    if (fact.other < 0) {
        return;
    }
    fact.viewed = fact.player >= 0 && fact.player == step->viewer;
    fact.in_team =
        fact.player >= 0 && fact.player != fact.other && are_mates(step, fact.player, fact.other);
    if (means) {
        snprintf(fact.text, sizeof(fact.text), "%s", means);
    } else {
        snprintf(fact.text, sizeof(fact.text), "weapon %d", (int)e->parm);
    }
    q3_bodies_kill(&step->searcher->bodies, &fact, e->time);
    search_add_fact(step->search, &fact);
}

/* The player of a team who has had a flag last. CPMA names him and the time that he had it. */
static void note_team_sound(const struct q3_step *step, const struct q3_event *e)
{
    const char *text = q3_game_team_sound(step->mod, e->parm);
    const int32_t sound = step->mod == Q3_MOD_CPMA ? e->parm ^ 1 : e->parm;
    struct search_fact fact = {.kind = SEARCH_CAPTURES, .player = -1, .other = -1, .value = -1.0};
    if (!text || (sound != Q3_TEAM_RED_CAPTURE && sound != Q3_TEAM_BLUE_CAPTURE)) {
        return;
    }
    const struct q3_entity_state *entity =
        step->mod == Q3_MOD_CPMA && !e->player
            ? q3_frames_entity_of(&step->state->frames, step->snapshot, (uint32_t)e->entity)
            : NULL;
    if (entity && is_player(entity->fields[Q3_ES_GENERIC1])) {
        fact.player = entity->fields[Q3_ES_GENERIC1];
        fact.value = entity->fields[Q3_ES_TIME] / 1000.0;
    } else {
        fact.player = q3_bodies_carrier(
            &step->searcher->bodies,
            sound == Q3_TEAM_RED_CAPTURE ? Q3_POWERUP_BLUE_FLAG : Q3_POWERUP_RED_FLAG, e->time);
    }
    fact.viewed = fact.player >= 0 && fact.player == step->viewer;
    snprintf(fact.text, sizeof(fact.text), "%s", text);
    search_add_fact(step->search, &fact);
}

static void note_pickup(const struct q3_step *step, const struct q3_event *e)
{
    const struct q3_item *item = q3_item_of(step->searcher->game, step->mod, e->parm);
    struct search_fact fact = {.kind = SEARCH_GOT,
                               .player = is_player(e->entity) ? e->entity : -1,
                               .other = -1,
                               .viewed = e->player != 0};
    if (item) {
        snprintf(fact.text, sizeof(fact.text), "%s", item->name);
        search_add_fact(step->search, &fact);
    }
}

static void note_event(const struct q3_step *step, const struct q3_event *e,
                       enum q3_event_kind kind)
{
    switch (kind) {
    case Q3_EVENT_OBITUARY:
        if (!e->player) {
            note_obituary(step, e);
        }
        break;
    case Q3_EVENT_ITEM_PICKUP:
        note_pickup(step, e);
        break;
    case Q3_EVENT_TEAM_SOUND:
        note_team_sound(step, e);
        break;
    default:
        break;
    }
}

/* Shots come first: one may kill in the update that tells it. */
static void note_events(const struct q3_step *step, uint32_t first)
{
    const struct q3_state *state = step->state;
    if (state->num_events - first > Q3_EVENTS) {
        first = state->num_events - Q3_EVENTS;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = first; i != state->num_events; i++) {
            const struct q3_event *e = &state->events[i % Q3_EVENTS];
            const enum q3_event_kind kind =
                q3_event_kind_of(step->searcher->game, step->mod, e->event);
            if (pass == 1) {
                note_event(step, e, kind);
            } else if (kind == Q3_EVENT_FIRE_WEAPON) {
                q3_bodies_fire(&step->searcher->bodies, e->entity, e->weapon, e->time);
            }
        }
    }
}

static void step(struct search *search, void *state, const void *scanner,
                 const struct demo_events *events, size_t at)
{
    const struct q3_scanner *from = scanner;
    struct q3_searcher *s = state;
    struct q3_step now = {
        .search = search, .searcher = s, .state = &from->state, .mod = from->mod, .viewer = -1};
    (void)events;
    (void)at;
    if (s->gamestates != from->state.gamestates) {
        const struct search_fact level = {.kind = SEARCH_LEVEL, .player = -1, .other = -1};
        s->gamestates = from->state.gamestates;
        memset(&s->bodies, 0, sizeof(s->bodies));
        search_add_fact(search, &level);
    }
    now.snapshot = q3_state_snapshot(&from->state);
    if (s->updates == from->state.updates || !now.snapshot) {
        return;
    }
    s->updates = from->state.updates;
    now.viewer = now.snapshot->player.fields[Q3_PS_CLIENT_NUM];
    if (s->changes != from->state.changes) {
        s->changes = from->state.changes;
        set_names(&now);
    }
    q3_bodies_see(&s->bodies, search, &from->state, s->game);
    note_commands(&now);
    note_events(&now, s->num_events);
    s->num_events = from->state.num_events;
}

const struct search_family search_quake3 = {
    &quake3_family, SEARCH_OF_QUAKE3, sizeof(struct q3_searcher), begin, step, NULL};
