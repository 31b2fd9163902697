#include "engine/quake3/update/q3_state_apply.h"

#include <string.h>

#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/update/q3_effect_step.h"
#include "engine/quake3/update/q3_trail_step.h"
#include "formats/base/info_string.h"

/* Everything belonged to the level, or to the connection, that is gone. Lines stay: the console
 * does, too. */
static void begin_gamestate(struct q3_state *c, const struct q3_game *game)
{
    c->gamestates++;
    c->changes++;
    c->current = c->previous = Q3_NO_SNAPSHOT;
    c->restarts = c->restart_time = 0;
    c->due_used = c->due_executed = 0;
    c->executed = c->gamestate.server_command;
    c->join.size = 0;
    c->told_players = UINT64_MAX;
    memset(c->last_event, 0, sizeof(c->last_event));
    memset(c->last_seen, 0, sizeof(c->last_seen));
    q3_state_refresh_names(c, game);
    q3_match_refresh(c, game);
    if (c->scope != Q3_SCOPE_ALL) {
        return;
    }
    q3_player_anim_clear(&c->player_anims);
    memset(c->views, 0, sizeof(c->views));
    memset(c->huds, 0, sizeof(c->huds));
    memset(&c->board, 0, sizeof(c->board));
    q3_effects_clear(&c->effects);
    q3_trails_clear(&c->trails);
    c->num_scores = 0;
}

static int32_t index_of(const struct q3_state *c, const struct q3_snapshot *snapshot)
{
    return (int32_t)(snapshot - c->frames.snapshots);
}

/* Updates the view state by the current snapshot and its events, which start at `first`. */
static void look_on(struct q3_state *c, const struct q3_game *game, uint32_t first)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    c->views[1] = c->views[0];
    if (!before) {
        return;
    }
    const uint32_t new = c->num_events - first, kept = new < Q3_EVENTS ? new : Q3_EVENTS;
    for (uint32_t i = c->num_events - kept; i != c->num_events; i++) {
        const struct q3_event *event = &c->events[i % Q3_EVENTS];
        /* The original compares the event's client with the player of the previous frame's view. */
        if (event->player || event->client == before->player.fields[Q3_PS_CLIENT_NUM]) {
            q3_view_state_event(&c->views[0], event->event, game->fall_far - 2, now->server_time);
        }
    }
    q3_view_state_step(&c->views[0], before, now);
}

static void copy_name(const struct q3_state *c, const struct q3_game *game, int32_t client,
                      char name[Q3_HUD_NAME])
{
    const bool there = client >= 0 && client < Q3_PLAYERS;
    info_copy(there ? q3_state_player_info(c, game, (uint32_t)client) : "", "n", INFO_KEYS_ANY_CASE,
              name, Q3_HUD_NAME);
}

/* Updates the HUD state by the same events. */
static void note_for_display(struct q3_state *c, const struct q3_game *game, uint32_t first)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    const uint32_t new = c->num_events - first, kept = new < Q3_EVENTS ? new : Q3_EVENTS;
    const struct q3_match *match = &c->match;
    const struct q3_hud_step step = {
        .game = game,
        .mod = match->mod,
        .before = before ? &before->player : NULL,
        .now = &now->player,
        .time = now->server_time,
        .restarted = c->restarts > 0 && c->restart_time == now->server_time,
        .warming_up = match->warmup != 0,
        .ended = q3_state_intermission(c, game),
        .team_game = match->teams,
        .own_excellent = match->own_excellent,
        .start = match->start,
        .num_lines = c->num_lines,
    };
    c->huds[1] = c->huds[0];
    for (uint32_t i = c->num_events - kept; i != c->num_events; i++) {
        const struct q3_event *event = &c->events[i % Q3_EVENTS];
        char victim[Q3_HUD_NAME] = "", attacker[Q3_HUD_NAME] = "";
        if (event->event == game->obituary) {
            copy_name(c, game, event->other, victim);
            copy_name(c, game, event->other2, attacker);
        }
        q3_hud_state_event(&c->huds[0], &step, event, victim, attacker);
    }
    q3_hud_state_step(&c->huds[0], &step);
}

/* A snapshot becomes current: its commands, then its events. */
static void take_snapshot(struct q3_state *c, const struct q3_game *game,
                          const struct q3_snapshot *snapshot)
{
    c->previous = c->current;
    c->current = index_of(c, snapshot);
    c->updates++;
    q3_state_execute(c, game, snapshot->server_time);
    const uint32_t first = c->num_events;
    if (c->scope != Q3_SCOPE_ALL) {
        if (c->scope == Q3_SCOPE_EVENTS) {
            q3_state_fire(c, game);
        }
        return;
    }
    q3_effects_begin(c);
    q3_trails_step(c);
    q3_state_fire(c, game);
    q3_effects_run(c, game);
    look_on(c, game, first);
    note_for_display(c, game, first);
    q3_board_see(&c->board, snapshot->player.fields[Q3_PS_CLIENT_NUM],
                 q3_player_count(game, &snapshot->player, Q3_COUNT_SCORE));
}

/* A snapshot that was dropped or is damaged was read into the spare place, where the one before
 * the current may still have been. */
static void forget_overwritten(struct q3_state *c)
{
    if (c->previous == (int32_t)c->frames.spare) {
        c->previous = Q3_NO_SNAPSHOT;
    }
}

int q3_state_apply_seen(struct q3_state *c, const struct q3_protocol *protocol,
                        const struct dm3_block *block, bool *updated, q3_state_see_fn *see,
                        void *context, struct format_error *err)
{
    const struct q3_game *game = q3_game_of(protocol->number);
    struct q3_packet packet;
    struct q3_message message;
    int code;
    *updated = false;
    if (c->due_executed == c->due_used) {
        c->due_used = c->due_executed = 0;
    }
    q3_packet_open(&packet, protocol, block);
    while ((code = q3_packet_next(&packet, &c->frames, &c->gamestate, &message, err)) > 0) {
        switch (message.id) {
        case Q3_GAMESTATE:
            begin_gamestate(c, game);
            *updated = false; /* the level before is over */
            break;
        case Q3_SERVER_COMMAND:
            if (!message.u.command.repeated) {
                q3_state_queue(c, game, message.u.command.sequence, message.u.command.text);
            }
            break;
        case Q3_SNAPSHOT:
            if (message.u.snapshot) {
                take_snapshot(c, game, message.u.snapshot);
                *updated = true;
            } else {
                forget_overwritten(c);
            }
            break;
        default:
            break;
        }
        if (see && (code = see(context, c, &message)) < 0) {
            return format_fail(err, code, block->offset, "out of memory");
        }
    }
    if (code < 0) {
        forget_overwritten(c);
        if (!c->frames.any) { /* a gamestate broke off */
            c->current = c->previous = Q3_NO_SNAPSHOT;
        }
    }
    return code;
}

int q3_state_apply(struct q3_state *c, const struct q3_protocol *protocol,
                   const struct dm3_block *block, bool *updated, struct format_error *err)
{
    return q3_state_apply_seen(c, protocol, block, updated, NULL, NULL, err);
}
