/* Events of Quake III demos. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/events/q3_watch.h"
#include "engine/family/demo_flag.h"
#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_trajectory.h"
#include "formats/base/info_string.h"

struct q3_events {
    const struct q3_game *game;
    uint32_t gamestates, updates, changes, num_events; /* of the scanner's state, seen so far */
    bool intermission;
    uint64_t connected;                    /* bit n: somebody has slot n */
    int8_t teams[Q3_PLAYERS];              /* as the scanner has them */
    char names[Q3_PLAYERS][Q3_NAME_BYTES]; /* as the state has them */
    int32_t taken[DEMO_FLAGS];             /* when each flag was taken; Q3_UNKNOWN_TIME */
    struct q3_watch watch;
};

static void begin(struct events_reader *reader, void *state, void *scanner)
{
    (void)scanner;
    struct q3_events *s = state;
    s->game = q3_game_of(((const struct q3_file *)reader->demo->file)->protocol->number);
}

static bool is_player(int32_t slot)
{
    return slot >= 0 && slot < Q3_PLAYERS;
}

/* ASCII, as other texts of events. */
static void copy_plain(char *to, size_t size, const char *from)
{
    q3_plain_text(from, to, (uint32_t)size);
    for (; *to; to++) {
        *to = (unsigned char)*to < 128 ? *to : '?';
    }
}

/* --- players ------------------------------------------------------------------------------------
 */

static void set_name(struct events_reader *reader, const struct q3_state *from, uint32_t slot)
{
    char name[GAME_NAME];
    copy_plain(name, sizeof(name), from->names[slot]);
    events_set_name(reader, slot, name);
}

/* Who is free has no team; that he was not, or will not be, is told. */
static void change_team(struct q3_events *s, struct events_reader *reader, uint32_t slot,
                        int8_t team)
{
    const int8_t before = s->teams[slot];
    const bool freed = team == Q3_TEAM_FREE, was_free = before == Q3_TEAM_FREE;
    s->teams[slot] = team;
    events_set_team(reader, slot, q3_game_team(team));
    if (before >= 0 && team >= 0 && freed != was_free) {
        events_add_text(reader, GAME_EVENT_TEAM, (int32_t)slot,
                        freed ? "free" : q3_game_team(team));
    }
}

static void leave(struct q3_events *s, struct events_reader *reader, uint32_t slot)
{
    events_add_text(reader, GAME_EVENT_LEAVE, (int32_t)slot, NULL);
    events_set_team(reader, slot, "");
    events_set_name(reader, slot, "");
    s->teams[slot] = -1;
    q3_watch_forget(&s->watch, slot);
}

/* told: who comes and goes is told; else they are those of a new level. */
static void see_players(struct q3_events *s, struct events_reader *reader,
                        const struct q3_scanner *from, bool told)
{
    for (uint32_t i = 0; i < Q3_PLAYERS; i++) {
        const bool was = s->connected >> i & 1;
        const bool is = q3_state_player_info(&from->state, s->game, i)[0] != '\0';
        if (was && !is) {
            leave(s, reader, i);
        }
        if (is && (!was || memcmp(s->names[i], from->state.names[i], Q3_NAME_BYTES) != 0)) {
            set_name(reader, &from->state, i);
        }
        if (is) {
            change_team(s, reader, i, from->teams[i]);
        }
        if (is && !was && told) {
            events_add_text(reader, GAME_EVENT_JOIN, (int32_t)i, NULL);
        }
        s->connected = (s->connected & ~(UINT64_C(1) << i)) | (uint64_t)is << i;
    }
    memcpy(s->names, from->state.names, sizeof(s->names));
}

static void begin_level(struct q3_events *s, struct events_reader *reader,
                        const struct q3_scanner *from)
{
    char map[GAME_NAME];
    info_copy(q3_gamestate_string(&from->state.gamestate, Q3_CS_SERVERINFO), "mapname",
              INFO_KEYS_ANY_CASE, map, sizeof(map));
    s->gamestates = from->state.gamestates;
    s->changes = from->state.changes;
    s->intermission = q3_state_intermission(&from->state, s->game);
    s->connected = 0;
    memset(s->teams, -1, sizeof(s->teams));
    memset(&s->watch, 0, sizeof(s->watch));
    for (int i = 0; i < DEMO_FLAGS; i++) {
        s->taken[i] = Q3_UNKNOWN_TIME;
    }
    events_begin_level(reader);
    events_name_level(reader, map);
    see_players(s, reader, from, false);
}

/* --- the match ----------------------------------------------------------------------------------
 */

/* first: the level's first snapshot. Its time is that of the game's clock, which a restart sets to
 * 0. */
static void see_finish(struct q3_events *s, const struct q3_moment *moment, bool first)
{
    const bool intermission = q3_state_ended(moment->state, s->game);
    const bool begins = intermission && !s->intermission && !first;
    struct game_event event = events_make(GAME_EVENT_FINISH, GAME_NOBODY, GAME_NOBODY);
    s->intermission = intermission;
    if (!begins) {
        return;
    }
    struct q3_match match;
    q3_match_of(&match, moment->state, s->game);
    const double time = ((double)moment->now->server_time - match.start) / 1000.0;
    event.value = time >= 0.0 && !q3_match_clocks_rounds(&match) ? time : NAN;
    events_add(moment->reader, &event);
}

static void see_changes(struct q3_events *s, const struct q3_moment *moment, bool first)
{
    if (s->changes == moment->state->changes && !first) {
        return;
    }
    s->changes = moment->state->changes;
    see_players(s, moment->reader, moment->scanner, !first);
}

/* --- talk and scores ----------------------------------------------------------------------------
 */

static void trim_end(char *line)
{
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == ' ') {
        line[--length] = '\0';
    }
}

static void add_chat(const struct q3_moment *moment, int32_t slot, bool to_team, const char *text)
{
    struct game_event event = events_make(GAME_EVENT_CHAT, slot, GAME_NOBODY);
    event.to_team = to_team;
    event.text = text;
    event.viewed = event.player.slot >= 0 && slot == moment->viewer;
    events_add(moment->reader, &event);
}

/* The colon behind the name of that player, in front of which may be a clan's; NULL = none. */
static const char *find_colon(const struct q3_moment *moment, const char *line, int32_t slot)
{
    const char *name = is_player(slot) ? moment->reader->players[slot].name : "";
    const char *at = name[0] != '\0' ? strstr(line, name) : NULL;
    const char *end = at ? at + strlen(name) : NULL;
    return end ? strchr(end, ':') : NULL;
}

/* "ann: hi", to the team "(ann): hi" or "(ann) (armor): hi", to one player "[ann]: hi". Quake
 * Live's begins with the speaker's number, and may have a clan's name in front. */
static void note_chat(const struct q3_moment *moment, bool to_team, const char *said)
{
    const char *words = q3_game_chat(moment->game, said);
    char line[GAME_TEXT + GAME_NAME];
    int32_t slot;
    copy_plain(line, sizeof(line), words);
    trim_end(line);
    const bool mates = to_team && line[0] == '(', alone = line[0] == '[';
    const size_t start = mates || alone;
    size_t length = events_find_speaker(moment->reader, line + start,
                                        mates   ? ")"
                                        : alone ? "]"
                                                : ":",
                                        &slot);
    if (length == 0 && alone) {
        length = events_find_speaker(moment->reader, line, ":", &slot);
    }
    const char *colon = length > 0 ? strchr(line + length, ':') : NULL;
    if (slot < 0 && words != said) {
        slot = (said[0] - '0') * 10 + said[1] - '0';
        colon = find_colon(moment, line, slot);
    }
    const char *text = colon ? colon + 1 : line;
    add_chat(moment, slot, to_team, text + (colon && text[0] == ' '));
}

static bool begins_with(const char *command, const char *word)
{
    return strncmp(command, word, strlen(word)) == 0;
}

static void note_command(struct q3_events *s, const struct q3_moment *moment, const char *command)
{
    struct q3_words words;
    char line[GAME_TEXT];
    const bool chat = begins_with(command, "chat") || begins_with(command, "tchat") ||
                      begins_with(command, "mm2 ");
    if (!chat && !begins_with(command, "scores") && !begins_with(command, "xscores")) {
        return;
    }
    q3_words_split(&words, command);
    const char *name = q3_word(&words, 0);
    if (strcmp(name, "chat") == 0 || strcmp(name, "tchat") == 0) {
        note_chat(moment, name[0] == 't', q3_word(&words, 1));
    } else if (strcmp(name, "mm2") == 0) { /* CPMA: client, location, text */
        copy_plain(line, sizeof(line), q3_word(&words, 3));
        trim_end(line);
        add_chat(moment, q3_word_number(&words, 1), true, line);
    } else if (!chat) {
        q3_watch_scores(&s->watch, &words);
    }
}

static void note_commands(struct q3_events *s, const struct q3_moment *moment)
{
    uint32_t at = 0;
    int32_t sequence;
    const char *command;
    while ((command = q3_state_command(moment->state, &at, &sequence)) != NULL) {
        note_command(s, moment, command);
    }
}

/* --- flags --------------------------------------------------------------------------------------
 */

/* CPMA's sound tells how long the flag was carried; ms, or Q3_UNKNOWN_TIME. */
static int32_t told_carry(const struct q3_moment *moment, uint32_t first)
{
    const struct q3_state *state = moment->state;
    for (uint32_t i = first; moment->scanner->mod == Q3_MOD_CPMA && i != state->num_events; i++) {
        const struct q3_event *e = &state->events[i % Q3_EVENTS];
        const bool captures = e->parm == Q3_TEAM_RED_CAPTURE || e->parm == Q3_TEAM_BLUE_CAPTURE;
        if (e->player || !captures ||
            q3_event_kind_of(moment->game, Q3_MOD_CPMA, e->event) != Q3_EVENT_TEAM_SOUND) {
            continue;
        }
        const struct q3_entity_state *entity =
            q3_frames_entity_of(&state->frames, moment->now, (uint32_t)e->entity);
        if (entity && is_player(entity->fields[Q3_ES_GENERIC1])) {
            return entity->fields[Q3_ES_TIME];
        }
    }
    return Q3_UNKNOWN_TIME;
}

static void note_capture(struct q3_events *s, const struct q3_moment *moment, enum demo_flag flag,
                         int32_t slot, uint32_t first)
{
    const int32_t time = moment->now->server_time, told = told_carry(moment, first);
    const int32_t player =
        slot >= 0 ? slot
                  : q3_bodies_find_carrier(
                        &s->watch.bodies, (enum q3_powerup)(Q3_POWERUP_RED_FLAG + (int)flag), time);
    struct game_event event = events_make(GAME_EVENT_CAPTURE, player, GAME_NOBODY);
    const struct q3_body *body = is_player(player) ? &s->watch.bodies.players[player] : NULL;
    const int32_t seen = body && body->since[flag] != 0 ? body->since[flag] : Q3_UNKNOWN_TIME;
    const int32_t since = s->taken[flag] != Q3_UNKNOWN_TIME ? s->taken[flag] : seen;
    event.text = flag == DEMO_FLAG_RED ? "red flag" : flag == DEMO_FLAG_BLUE ? "blue flag" : "flag";
    event.viewed = event.player.slot >= 0 && player == moment->viewer;
    event.derived = slot < 0 && player >= 0;
    if (told != Q3_UNKNOWN_TIME) {
        event.value = told / 1000.0;
    } else if (since != Q3_UNKNOWN_TIME) {
        event.value = ((double)time - since) / 1000.0;
    }
    events_add(moment->reader, &event);
}

/* The scanner's events of flags and of rounds. */
static void note_scanned(struct q3_events *s, const struct q3_moment *moment,
                         const struct demo_events *events, uint32_t first)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const struct demo_event *e = &events->items[i];
        struct demo_flag_line told;
        if (e->kind == DEMO_EVENT_ROUND) {
            events_add_text(moment->reader, GAME_EVENT_ROUND, GAME_NOBODY, e->text);
        }
        if (e->kind != DEMO_EVENT_FLAG || !demo_flag_read_event(e->text, &told)) {
            continue;
        }
        if (told.act == DEMO_FLAG_CAPTURED) {
            note_capture(s, moment, told.flag, e->player, first);
        } else {
            struct game_event event = events_make(GAME_EVENT_FLAG, e->player, GAME_NOBODY);
            event.text = demo_flag_act_text(told.flag, told.act);
            event.viewed = event.player.slot >= 0 && e->player == moment->viewer;
            events_add(moment->reader, &event);
        }
        s->taken[told.flag] =
            told.act == DEMO_FLAG_TAKEN ? moment->now->server_time : Q3_UNKNOWN_TIME;
    }
}

/* --- events of entities -------------------------------------------------------------------------
 */

static bool are_mates(const struct q3_moment *moment, int32_t a, int32_t b)
{
    const int8_t *teams = moment->scanner->teams;
    return (teams[a] == Q3_TEAM_RED || teams[a] == Q3_TEAM_BLUE) && teams[a] == teams[b];
}

/* By the words of q3_game_death. What is not here is OTHER. */
static enum game_weapon weapon_of(const char *means)
{
    static const struct {
        const char *means;
        enum game_weapon weapon;
    } rows[] = {
        {"shotgun", GAME_WEAPON_SHOTGUN},
        {"gauntlet", GAME_WEAPON_GAUNTLET},
        {"machinegun", GAME_WEAPON_MACHINEGUN},
        {"grenade launcher", GAME_WEAPON_GRENADE},
        {"grenade", GAME_WEAPON_GRENADE},
        {"rocket", GAME_WEAPON_ROCKET},
        {"rocket splash", GAME_WEAPON_ROCKET},
        {"plasma gun", GAME_WEAPON_PLASMA},
        {"plasma splash", GAME_WEAPON_PLASMA},
        {"railgun", GAME_WEAPON_RAILGUN},
        {"railgun headshot", GAME_WEAPON_RAILGUN},
        {"lightning gun", GAME_WEAPON_LIGHTNING},
        {"BFG10K", GAME_WEAPON_BFG},
        {"BFG splash", GAME_WEAPON_BFG},
        {"water", GAME_WEAPON_WATER},
        {"slime", GAME_WEAPON_SLIME},
        {"lava", GAME_WEAPON_LAVA},
        {"crushed", GAME_WEAPON_CRUSH},
        {"telefrag", GAME_WEAPON_TELEFRAG},
        {"falling", GAME_WEAPON_FALL},
        {"suicide", GAME_WEAPON_SELF},
        {"change of teams", GAME_WEAPON_SELF},
        {"laser", GAME_WEAPON_TRAP},
        {"hurt", GAME_WEAPON_TRAP},
        {"nailgun", GAME_WEAPON_NAILGUN},
        {"chaingun", GAME_WEAPON_CHAINGUN},
        {"proximity mine", GAME_WEAPON_PROXIMITY_MINE},
        {"kamikaze", GAME_WEAPON_KAMIKAZE},
        {"grapple", GAME_WEAPON_GRAPPLE},
        {"discharge", GAME_WEAPON_DISCHARGE},
        {"heavy machinegun", GAME_WEAPON_MACHINEGUN},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(rows[i].means, means) == 0) {
            return rows[i].weapon;
        }
    }
    return GAME_WEAPON_OTHER;
}

/* Freeze tag's "thaw" is no death. */
static void note_obituary(struct q3_events *s, const struct q3_moment *moment,
                          const struct q3_event *e)
{
    const char *means = q3_game_death(moment->scanner->mod, e->parm);
    const int32_t killer = e->other2, victim = e->other;
    struct game_event event = events_make(GAME_EVENT_DEATH, victim, GAME_NOBODY);
    char number[24];
    if (!is_player(victim) || (means && strcmp(means, "thaw") == 0)) {
        return;
    }
    if (!means) {
        snprintf(number, sizeof(number), "weapon %d", (int)e->parm);
    }
    event.text = means ? means : number;
    event.weapon = means ? weapon_of(means) : GAME_WEAPON_OTHER;
    if (killer == victim || event.weapon == GAME_WEAPON_SELF) {
        event.kind = GAME_EVENT_SUICIDE;
    } else if (is_player(killer)) {
        event.kind = are_mates(moment, killer, victim) ? GAME_EVENT_TEAM_KILL : GAME_EVENT_FRAG;
        event.player.slot = killer;
        event.other.slot = victim;
        q3_bodies_frag(&s->watch.bodies, &event, e->time);
    }
    event.viewed = event.player.slot == moment->viewer;
    events_add(moment->reader, &event);
}

static void add_pickup(const struct q3_moment *moment, const struct q3_item *item, int32_t slot,
                       const struct q3_entity_state *place)
{
    struct game_event event = events_make(GAME_EVENT_PICKUP, slot, GAME_NOBODY);
    const enum demo_item_kind kind = q3_item_kind_of(item);
    char name[Q3_ITEM_NAME];
    event.text = q3_item_lower_name(item, name);
    event.item = kind == DEMO_ITEM_KINDS ? -1 : (int32_t)kind;
    event.viewed = slot >= 0 && slot == moment->viewer;
    if (place) {
        const struct q3_trajectory way = q3_trajectory_of_origin(place);
        memcpy(event.player.place, way.base, sizeof(event.player.place));
        event.player.has_place = true;
    }
    events_add(moment->reader, &event);
}

static void note_pickup(const struct q3_moment *moment, const struct q3_event *e)
{
    const struct q3_item *item = q3_item_of(moment->game, moment->scanner->mod, e->parm);
    if (item) {
        add_pickup(moment, item, is_player(e->entity) ? e->entity : GAME_NOBODY, NULL);
    }
}

/* The server tells all players that a powerup was taken, but not by whom. A player in sight has a
 * pickup event, too. */
static void note_far_pickup(const struct q3_moment *moment, const struct q3_event *e,
                            uint32_t first)
{
    const struct q3_item *item = q3_item_of(moment->game, moment->scanner->mod, e->parm);
    if (!item || item->kind != Q3_ITEM_POWERUP) {
        return;
    }
    for (uint32_t i = first; i != moment->state->num_events; i++) {
        const struct q3_event *other = &moment->state->events[i % Q3_EVENTS];
        if (other->parm == e->parm && q3_event_kind_of(moment->game, moment->scanner->mod,
                                                       other->event) == Q3_EVENT_ITEM_PICKUP) {
            return;
        }
    }
    add_pickup(moment, item, GAME_NOBODY,
               e->player
                   ? NULL
                   : q3_frames_entity_of(&moment->state->frames, moment->now, (uint32_t)e->entity));
}

static void note_event(struct q3_events *s, const struct q3_moment *moment,
                       const struct q3_event *e, enum q3_event_kind kind, uint32_t first)
{
    switch (kind) {
    case Q3_EVENT_OBITUARY:
        if (!e->player) {
            note_obituary(s, moment, e);
        }
        break;
    case Q3_EVENT_ITEM_PICKUP:
        note_pickup(moment, e);
        break;
    case Q3_EVENT_GLOBAL_ITEM_PICKUP:
        note_far_pickup(moment, e, first);
        break;
    default:
        q3_watch_event(&s->watch, moment, e, kind);
        break;
    }
}

/* Shots come first: one may kill in the update that tells it. */
static void note_events(struct q3_events *s, const struct q3_moment *moment, uint32_t first)
{
    const struct q3_state *state = moment->state;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = first; i != state->num_events; i++) {
            const struct q3_event *e = &state->events[i % Q3_EVENTS];
            const enum q3_event_kind kind =
                q3_event_kind_of(moment->game, moment->scanner->mod, e->event);
            if (pass == 1) {
                note_event(s, moment, e, kind, first);
            } else if (kind == Q3_EVENT_FIRE_WEAPON) {
                q3_bodies_shoot(&s->watch.bodies, e->entity, e->weapon, e->time);
            }
        }
    }
}

static void step(struct events_reader *reader, void *state, const void *scanner,
                 const struct demo_events *events, size_t at)
{
    const struct q3_scanner *from = scanner;
    struct q3_events *s = state;
    const bool level = s->gamestates != from->state.gamestates;
    (void)at;
    if (level) {
        begin_level(s, reader, from);
    }
    const struct q3_snapshot *now = q3_state_snapshot(&from->state);
    if (s->updates == from->state.updates || !now) {
        return;
    }
    s->updates = from->state.updates;
    const struct q3_moment moment = {.reader = reader,
                                     .scanner = from,
                                     .state = &from->state,
                                     .now = now,
                                     .before = q3_state_previous(&from->state),
                                     .game = s->game,
                                     .viewer = now->player.fields[Q3_PS_CLIENT_NUM]};
    uint32_t first = s->num_events;
    if (from->state.num_events - first > Q3_EVENTS) {
        first = from->state.num_events - Q3_EVENTS;
    }
    s->num_events = from->state.num_events;
    reader->server_time = now->server_time / 1000.0;
    see_changes(s, &moment, !moment.before);
    see_finish(s, &moment, !moment.before);
    q3_watch_snapshot(&s->watch, &moment);
    note_commands(s, &moment);
    note_scanned(s, &moment, events, first);
    note_events(s, &moment, first);
}

const struct events_family events_quake3 = {&quake3_family, sizeof(struct q3_events), begin, step,
                                            NULL};
