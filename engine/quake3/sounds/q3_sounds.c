#include "engine/quake3/sounds/q3_sounds.h"

#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/sounds/q3_event_sounds.h"
#include "engine/quake3/sounds/q3_obelisks.h"
#include "engine/quake3/sounds/q3_own_sounds.h"
#include "engine/quake3/sounds/q3_speakers.h"

void q3_sounds_before(struct q3_sounds_seen *seen, const struct q3_state *c,
                      const struct q3_game *game)
{
    struct q3_sound_emitter h;
    q3_emit_begin(&h, c, game, c->updates, NULL);
    seen->gamestates = c->gamestates;
    seen->restarts = c->restarts;
    seen->num_events = c->num_events;
    seen->updates = c->updates;
    seen->best_score = q3_own_best_score(&h.match);
    q3_match_before(&seen->match, &h);
    q3_loops_collect(c, game, h.mod, &seen->loops);
}

static void emit_events(struct q3_sound_emitter *h, uint32_t first)
{
    const struct q3_state *c = h->state;
    const uint32_t new = c->num_events - first, kept = new < Q3_EVENTS ? new : Q3_EVENTS;
    for (uint32_t i = c->num_events - kept; h->status == 0 && i != c->num_events; i++) {
        const struct q3_event *event = &c->events[i % Q3_EVENTS];
        if (q3_emit_is_turn(h, event->player ? Q3_ET_PLAYER : event->e_type)) {
            q3_event_sounds(h, event, i);
        }
    }
}

/* Missile sounds that OpenArena's client plays before the rest of the snapshot. */
static void emit_early(struct q3_sound_emitter *h, const struct q3_sounds_seen *before)
{
    h->takes = h->now && q3_state_missile_time(h->state) < h->now->server_time;
    h->early = h->takes;
    if (h->early) {
        emit_events(h, before->num_events);
        q3_loops_emit(h, &before->loops, false);
    }
    h->early = false;
}

/* Clears all sounds; the name selects the level for demo_sound.water and .flight. */
static void emit_level(struct q3_sound_emitter *h)
{
    char name[Q3_NAME_BYTES];
    const struct demo_sound clear = {.kind = DEMO_SOUND_CLEAR};
    q3_level_name(&h->state->gamestate, name);
    h->status = demo_sounds_add(h->sounds, &clear, "", name);
}

/* The original's order: server commands, events, player state changes, then loops. */
int q3_sounds_note(const struct q3_sounds_seen *before, const struct q3_state *c,
                   const struct q3_game *game, struct demo_sounds *sounds)
{
    const bool other_level = c->gamestates != before->gamestates;
    const bool restarted = other_level || c->restarts != before->restarts;
    struct q3_sound_emitter h;
    q3_emit_begin(&h, c, game, before->updates, sounds);
    if (other_level) {
        emit_level(&h);
    } else if (restarted) {
        const struct demo_sound clear = {.kind = DEMO_SOUND_CLEAR_LOOPS};
        h.status = demo_sounds_add(sounds, &clear, "", NULL);
    } else {
        emit_early(&h, before);
    }
    q3_match_sounds(&h, &before->match);
    emit_events(&h, before->num_events);
    q3_own_sounds(&h, before->best_score);
    q3_speakers_emit(&h);
    q3_obelisks_emit(&h);
    q3_loops_emit(&h, &before->loops, restarted);
    return h.status;
}
