#include "engine/quake3/q3_scan.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/match/q3_told.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_reader.h"
#include "engine/quake3/q3_scanner.h"
#include "engine/quake3/q3_stats.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "formats/base/info_string.h"

#define EVENT_TEXT_BYTES 256 /* more than an event takes: names are cut there */

static void copy_value(const char *info, const char *key, char *value, uint32_t size)
{
    info_copy(info, key, INFO_KEYS_ANY_CASE, value, size);
}

static int add_kill(struct demo_events *events, enum demo_event_kind kind, const char *text,
                    int32_t killer, int32_t victim)
{
    char plain[EVENT_TEXT_BYTES];
    q3_plain_text(text, plain, sizeof(plain));
    for (char *c = plain; *c != '\0'; c++) {
        *c = (unsigned char)*c < 128 ? *c : '?';
    }
    return demo_events_add_kill(events, kind, plain, killer, victim);
}

static int add_event(struct demo_events *events, enum demo_event_kind kind, const char *text)
{
    return add_kill(events, kind, text, -1, -1);
}

static const char *name_of(const struct q3_state *c, int32_t slot)
{
    return slot >= 0 && slot < Q3_PLAYERS && c->names[slot][0] != '\0' ? c->names[slot] : "someone";
}

/* --- the level -------------------------------------------------------------------------------- */

static int note_level(const struct q3_state *c, struct demo_events *events)
{
    char text[EVENT_TEXT_BYTES], map[64], host[64], mod[32];
    const char *server = q3_gamestate_string(&c->gamestate, Q3_CS_SERVERINFO);
    const char *title = q3_gamestate_string(&c->gamestate, Q3_CS_MESSAGE);
    copy_value(server, "mapname", map, sizeof(map));
    copy_value(server, "sv_hostname", host, sizeof(host));
    copy_value(q3_gamestate_string(&c->gamestate, Q3_CS_SYSTEMINFO), "fs_game", mod, sizeof(mod));
    if (mod[0] == '\0') {
        copy_value(server, "gamename", mod, sizeof(mod));
    }
    (void)snprintf(text, sizeof(text), "%s%s%.40s%s%s%s%s%s", map, *title ? ": " : "", title,
                   mod[0] || host[0] ? ", " : "", mod, mod[0] && host[0] ? " on " : "",
                   !mod[0] && host[0] ? "on " : "", host);
    return add_event(events, DEMO_EVENT_LEVEL, text);
}

/* Takes the new level's values as previous values, so that nothing counts as changed. */
static void begin_level(struct q3_scanner *s, const struct q3_game *game)
{
    const struct q3_state *c = &s->state;
    char name[32];
    copy_value(q3_gamestate_string(&c->gamestate, Q3_CS_SERVERINFO), "gamename", name,
               sizeof(name));
    s->mod = q3_game_mod(game, q3_gamestate_string(&c->gamestate, game->version), name);
    s->warmup = c->match.warmup; /* the gamestate's */
    s->restarts = c->restarts;
    s->is_on = s->in_round = s->paused = false;
    s->intermission = q3_state_intermission(c, game);
    for (uint32_t i = 0; i < Q3_PLAYERS; i++) {
        s->teams[i] = (int8_t)q3_state_team(c, game, i);
    }
    s->state.told_players = 0;
    q3_flag_watch_begin(&s->flags, c, game);
}

/* --- configstrings ---------------------------------------------------------------------------- */

static int note_teams(struct q3_scanner *s, const struct q3_game *game, struct demo_events *events)
{
    int status = 0;
    for (uint64_t told = s->state.told_players; status == 0 && told != 0; told &= told - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(told);
        const int8_t team = (int8_t)q3_state_team(&s->state, game, i), before = s->teams[i];
        s->teams[i] = team;
        if (team < 0 || team == before) {
            continue;
        }
        static const char *const into[] = {"joins the game", "joins red", "joins blue", "watches"};
        char text[EVENT_TEXT_BYTES];
        snprintf(text, sizeof(text), "%s %s", s->state.names[i], into[team]);
        status = add_event(events, DEMO_EVENT_TEAM, text);
    }
    s->state.told_players = 0;
    return status;
}

/* A countdown in a match whose beginning was seen is that of its next round, or follows a timeout.
 * CPMA has no map restart: its match is over when it waits for players again. */
static const char *round_text(struct q3_scanner *s, const struct q3_match *match, int32_t before)
{
    if (match->warmup < 0) {
        s->is_on = s->in_round = s->paused = false;
        return before == 0 && match->mod == Q3_MOD_CPMA && !s->intermission ? "the match ends"
                                                                            : "warmup";
    }
    if (match->warmup > 0) {
        s->in_round = s->is_on && match->rounds;
        s->paused = s->is_on && !match->rounds;
        return s->in_round ? "countdown to the round"
               : s->paused ? "countdown after a timeout"
                           : "countdown to the match";
    }
    const char *text = s->in_round ? "the round begins"
                       : s->paused ? "the match goes on"
                                   : "the match begins";
    s->is_on = true;
    s->in_round = s->paused = false;
    return text;
}

static int note_warmup(struct q3_scanner *s, const struct q3_game *game, struct demo_events *events)
{
    struct q3_match match; /* a listing state does not renew its own */
    q3_match_of(&match, &s->state, game);
    const int32_t before = s->warmup;
    const bool restarted = s->restarts != s->state.restarts;
    s->warmup = match.warmup;
    s->restarts = s->state.restarts;
    s->is_on = s->is_on && !restarted;
    s->in_round = s->in_round && !restarted;
    s->paused = s->paused && !restarted;
    /* Each countdown has another end time, so a changed value is a new one. */
    return match.warmup == before
               ? 0
               : add_event(events, DEMO_EVENT_ROUND, round_text(s, &match, before));
}

static int note_changes(struct q3_scanner *s, const struct q3_game *game,
                        struct demo_events *events)
{
    if (s->changes == s->state.changes) {
        return 0;
    }
    s->changes = s->state.changes;
    int status = note_teams(s, game, events);
    return status == 0 ? note_warmup(s, game, events) : status;
}

/* first: the level's first snapshot; a recording may begin in an intermission. */
static int note_end(struct q3_scanner *s, const struct q3_game *game, bool first,
                    struct demo_events *events)
{
    const bool before = s->intermission;
    s->intermission = q3_state_ended(&s->state, game);
    return s->intermission && !before && !first
               ? add_event(events, DEMO_EVENT_ROUND, "the match ends")
               : 0;
}

/* --- server commands -------------------------------------------------------------------------- */

static int note_command(const struct q3_game *game, const char *command, int32_t watched,
                        struct demo_events *events)
{
    struct q3_words words;
    if (q3_told_is(command)) {
        q3_words_split(&words, command);
        return q3_told_read(&words, watched, events->figures);
    }
    if (strncmp(command, "chat", 4) != 0 && strncmp(command, "tchat", 5) != 0 &&
        strncmp(command, "map_restart", 11) != 0) {
        return 0;
    }
    q3_words_split(&words, command);
    const char *name = q3_word(&words, 0);
    if (strcmp(name, "map_restart") == 0) {
        return add_event(events, DEMO_EVENT_ROUND, "map restart");
    }
    if (strcmp(name, "chat") == 0 || strcmp(name, "tchat") == 0) {
        return add_event(events, DEMO_EVENT_CHAT, q3_game_chat(game, q3_word(&words, 1)));
    }
    return 0;
}

static int note_commands(const struct q3_scanner *s, const struct q3_game *game,
                         struct demo_events *events)
{
    const int32_t watched = q3_state_snapshot(&s->state)->player.fields[Q3_PS_CLIENT_NUM];
    uint32_t at = 0;
    int32_t sequence;
    const char *command;
    int status = 0;
    while (status == 0 && (command = q3_state_command(&s->state, &at, &sequence)) != NULL) {
        status = note_command(game, command, watched, events);
    }
    return status;
}

/* --- entity events ---------------------------------------------------------------------------- */

static int note_obituary(const struct q3_scanner *s, const struct q3_event *e, int32_t watched,
                         struct demo_events *events)
{
    const char *victim = name_of(&s->state, e->other);
    const char *means = q3_game_death(s->mod, e->parm);
    char text[EVENT_TEXT_BYTES], number[24];
    if (!means) {
        snprintf(number, sizeof(number), "weapon %d", (int)e->parm);
        means = number;
    }
    const bool killed = e->other2 != e->other && e->other2 >= 0 && e->other2 < Q3_PLAYERS;
    if (!killed) {
        snprintf(text, sizeof(text), "%s dies (%s)", victim, means);
    } else {
        snprintf(text, sizeof(text), "%s kills %s (%s)", name_of(&s->state, e->other2), victim,
                 means);
    }
    return add_kill(events, e->other == watched ? DEMO_EVENT_DEATH : DEMO_EVENT_FRAG, text,
                    killed ? e->other2 : -1,
                    e->other >= 0 && e->other < Q3_PLAYERS ? e->other : -1);
}

static int note_event(const struct q3_scanner *s, const struct q3_game *game,
                      const struct q3_event *e, int32_t watched, struct demo_events *events)
{
    switch (q3_event_kind_of(game, s->mod, e->event)) {
    case Q3_EVENT_OBITUARY:
        return e->player ? 0 : note_obituary(s, e, watched, events);
    case Q3_EVENT_ITEM_PICKUP: {
        const struct q3_item *item = e->player ? q3_item_of(game, s->mod, e->parm) : NULL;
        return item && item->notable ? add_event(events, DEMO_EVENT_PICKUP, item->name) : 0;
    }
    default:
        break;
    }
    return 0;
}

static int note_events(struct q3_scanner *s, const struct q3_game *game, struct demo_events *events)
{
    const struct q3_state *c = &s->state;
    const int32_t watched = q3_state_snapshot(c)->player.fields[Q3_PS_CLIENT_NUM];
    uint32_t first = s->num_events;
    if (c->num_events - first > Q3_EVENTS) {
        first = c->num_events - Q3_EVENTS;
    }
    int status = q3_flag_watch_update(&s->flags, c, game, first, events);
    for (uint32_t i = first; status == 0 && i != c->num_events; i++) {
        status = note_event(s, game, &c->events[i % Q3_EVENTS], watched, events);
    }
    const struct q3_status_facts facts = {.state = c,
                                          .game = game,
                                          .mod = s->mod,
                                          .teams = s->teams,
                                          .flags = &s->flags,
                                          .first_event = first};
    if (status == 0) {
        status = q3_status_watch_update(&s->statuses, &facts, events->statuses, events->figures);
    }
    s->num_events = c->num_events;
    return status;
}

/* --- a message -------------------------------------------------------------------------------- */

static void take_update(struct q3_scanner *s, struct demo_step *step)
{
    const int32_t time = q3_state_snapshot(&s->state)->server_time;
    const double gap = s->same_level ? ((double)time - s->last_time) / 1000.0 : 0.0;
    step->update = true;
    step->gap = gap > 0.0 ? gap : 0.0;
    step->seconds = step->gap < Q3_MAX_GAP ? step->gap : Q3_MAX_GAP;
    s->last_time = time;
    s->same_level = true;
}

/* Lists the events of a block. level: it had a gamestate; updated: it had a snapshot; first: of the
 * level. */
static int note_block(struct q3_scanner *s, int protocol, bool level, bool updated, bool first,
                      struct demo_events *events)
{
    const struct q3_game *game = q3_game_of(protocol);
    int status = 0;
    if (level) {
        begin_level(s, game);
        status = note_level(&s->state, events);
    }
    if (status == 0 && updated) {
        status = note_commands(s, game, events);
    }
    if (status == 0 && updated) {
        status = note_changes(s, game, events);
    }
    if (status == 0 && updated) {
        status = note_end(s, game, first, events);
    }
    return status == 0 && updated ? note_events(s, game, events) : status;
}

/* Who plays a demo does not miss its end mark. */
static int read_end(const struct q3_file *file, const struct q3_scanner *s, size_t pos,
                    struct demo_stats *stats, struct format_error *err)
{
    if (!stats) {
        return 0;
    }
    const int status = q3_check_end(file->data, file->size, pos, s->block.sequence, s->blocks, err);
    if (status == 0) {
        demo_stats_goodbye(stats, file->size - pos - DM3_BLOCK_HEADER);
    }
    return status;
}

/* A level is finished when an intermission begins, not when the recording begins in one; the time
 * is that of the game's clock, which a restart sets to 0. first: the level's first snapshot. */
static int see_finish(struct q3_scanner *s, const struct q3_game *game, bool first,
                      struct demo_stats *stats)
{
    const bool intermission = q3_state_ended(&s->state, game);
    const bool begins = intermission && !first && !s->told_intermission;
    s->told_intermission = intermission;
    if (!begins) {
        return 0;
    }
    struct q3_match match;
    q3_match_of(&match, &s->state, game);
    const double time = ((double)s->last_time - match.start) / 1000.0;
    return demo_stats_finish(stats, time >= 0.0 && !q3_match_clocks_rounds(&match) ? &time : NULL);
}

int q3_scan(const void *demo, void *scanner, size_t *pos, struct demo_reading *reading,
            struct format_error *err)
{
    const struct q3_file *file = demo;
    struct q3_scanner *s = scanner;
    bool updated = false;
    reading->step = (struct demo_step){0};
    if (!s->begun) {
        s->begun = true;
        q3_state_start_listing(&s->state, reading->events ? Q3_SCOPE_EVENTS : Q3_SCOPE_COMMANDS);
    }
    int status = dm3_next_block(file->data, file->size, pos, &s->block, err);
    if (status <= 0) {
        return status < 0 ? status : read_end(file, s, *pos, reading->stats, err);
    }
    status = q3_state_apply_seen(&s->state, file->protocol, &s->block, &updated,
                                 reading->stats ? q3_stats_message : NULL, reading->stats, err);
    if (status < 0) {
        return status;
    }
    if (reading->stats) {
        q3_stats_block(reading->stats, s->block.sequence);
    }
    s->blocks++;
    const bool level = s->gamestates != s->state.gamestates;
    if (level) {
        s->gamestates = s->state.gamestates;
        s->changes = s->state.changes;
        s->same_level = false;
    }
    const bool first = !s->same_level;
    if (updated) {
        take_update(s, &reading->step);
    }
    if (reading->stats && updated &&
        see_finish(s, q3_game_of(file->protocol->number), first, reading->stats) < 0) {
        return format_fail(err, FORMAT_MEMORY, s->block.offset, "out of memory");
    }
    if (reading->events &&
        note_block(s, file->protocol->number, level, updated, first, reading->events) < 0) {
        return format_fail(err, FORMAT_MEMORY, s->block.offset, "out of memory");
    }
    return 1;
}
