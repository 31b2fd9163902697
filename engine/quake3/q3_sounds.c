#include "engine/quake3/q3_sounds.h"

#include <string.h>

#include "formats/base/dmath.h"

enum {
    SOUNDS = 256, /* configstrings of sounds, right before those of the players */
    CHANNEL_VOICE = 3,
    TYPE_SPEAKER = 7,
    FULL = 255,
    SPEAKER_VOLUME = 181 /* 90 of the usual 127 */
};

/* Of the volume is lost in 1000 units. */
#define ATTENUATION 0.8f

/* Foreign numbers made harmless: not a number becomes 0, the others stay inside +-1e9. */
static void set_origin(struct demo_sound *sound, const float origin[3])
{
    for (int i = 0; i < 3; i++) {
        const float v = origin[i];
        sound->origin[i] = v <= 1e9f ? (v >= -1e9f ? v : -1e9f) : v > 0.0f ? 1e9f : 0.0f;
    }
}

/* NULL = no sound has that number. */
static const char *find_name(const struct q3_state *c, const struct q3_game *game, int32_t number)
{
    return number > 0 && number < SOUNDS
               ? q3_gamestate_string(&c->gamestate, (uint32_t)(game->players - SOUNDS + number))
               : NULL;
}

/* ---- Events ---- */

static int note_event(const struct q3_state *c, const struct q3_game *game,
                      const struct q3_event *event, uint32_t number, struct demo_sounds *sounds)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .entity = event->entity,
                               .volume = FULL,
                               .seed = dmath_hash((uint32_t)event->time, number, 0)};
    const char *name = find_name(c, game, event->parm);
    set_origin(&sound, event->origin);
    if (event->event == 0) {
        return 0; /* as a game's event that does not exist */
    }
    if (event->event == game->sound) { /* an entity that is nothing but an event is gone at once */
        const bool brief = event->e_type > game->event_entity;
        sound.place = brief ? DEMO_SOUND_AT_ORIGIN : DEMO_SOUND_AT_ENTITY;
        sound.attenuation = ATTENUATION;
        sound.channel = CHANNEL_VOICE;
    } else if (event->event == game->sound_for_all) {
        sound.place = DEMO_SOUND_AT_LISTENER;
    } else if (event->event == game->loop_ends) {
        sound.kind = DEMO_SOUND_LOOP;
        name = NULL;
    } else {
        return 0;
    }
    return demo_sounds_add(sounds, &sound, "", name);
}

static int note_events(const struct q3_heard *before, const struct q3_state *c,
                       const struct q3_game *game, struct demo_sounds *sounds)
{
    const uint32_t new = c->num_events - before->num_events,
                   kept = new < Q3_EVENTS ? new : Q3_EVENTS;
    int status = 0;
    for (uint32_t i = c->num_events - kept; status == 0 && i != c->num_events; i++) {
        status = note_event(c, game, &c->events[i % Q3_EVENTS], i, sounds);
    }
    return status;
}

/* ---- Loops ---- */

static void collect_loops(const struct q3_state *c, const struct q3_game *game,
                          struct q3_loop loops[Q3_MAX_ENTITIES])
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    memset(loops, 0, Q3_MAX_ENTITIES * sizeof(*loops));
    if (!now) {
        return;
    }
    for (uint32_t i = 0; i < now->count; i++) {
        const int32_t *fields = q3_frames_entity(&c->frames, now, i)->fields;
        const int32_t type = fields[Q3_ES_E_TYPE];
        if (type <= game->event_entity) {
            loops[now->numbers[i]] =
                (struct q3_loop){(uint16_t)fields[Q3_ES_LOOP_SOUND], true, type == TYPE_SPEAKER};
        }
    }
    const int32_t own = now->player.fields[Q3_PS_CLIENT_NUM]; /* he is not among them */
    if (own >= 0 && own < Q3_PLAYERS) {
        loops[own] = (struct q3_loop){(uint16_t)now->player.fields[Q3_PS_LOOP_SOUND], true, false};
    }
}

void q3_sounds_before(struct q3_heard *heard, const struct q3_state *c, const struct q3_game *game)
{
    heard->gamestates = c->gamestates;
    heard->restarts = c->restarts;
    heard->num_events = c->num_events;
    collect_loops(c, game, heard->loops);
}

static void find_origin(const struct q3_state *c, uint32_t number, float origin[3])
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    const struct q3_entity_state *entity =
        now ? q3_frames_entity_of(&c->frames, now, number) : NULL;
    if (entity) {
        const struct q3_trajectory place = q3_trajectory_of_origin(entity);
        q3_trajectory_at(&place, now->server_time, origin);
    } else if (now) {
        origin[0] = q3_float(now->player.fields[Q3_PS_ORIGIN_0]);
        origin[1] = q3_float(now->player.fields[Q3_PS_ORIGIN_1]);
        origin[2] = q3_float(now->player.fields[Q3_PS_ORIGIN_2]);
    }
}

static int note_loop(const struct q3_state *c, const struct q3_game *game, uint32_t number,
                     const struct q3_loop *loop, struct demo_sounds *sounds)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_LOOP,
                               .place = DEMO_SOUND_AT_ENTITY,
                               .attenuation = ATTENUATION,
                               .entity = (int32_t)number,
                               .volume = loop->speaker ? SPEAKER_VOLUME : FULL,
                               .seed = dmath_hash(number, loop->sound, 1)};
    float origin[3] = {0.0f, 0.0f, 0.0f};
    if (loop->sound != 0) {
        find_origin(c, number, origin);
    }
    set_origin(&sound, origin);
    return demo_sounds_add(sounds, &sound, "", find_name(c, game, loop->sound));
}

/* anew: nothing was heard before. */
static int note_loops(const struct q3_heard *before, const struct q3_state *c,
                      const struct q3_game *game, bool anew, struct demo_sounds *sounds)
{
    struct q3_loop loops[Q3_MAX_ENTITIES];
    int status = 0;
    collect_loops(c, game, loops);
    for (uint32_t i = 0; status == 0 && i < Q3_MAX_ENTITIES; i++) {
        const struct q3_loop *old = &before->loops[i];
        const uint16_t was = anew ? 0 : old->sound;
        if (loops[i].sound != was && (loops[i].is_there || !old->speaker)) {
            status = note_loop(c, game, i, &loops[i], sounds);
        }
    }
    return status;
}

int q3_sounds_note(const struct q3_heard *before, const struct q3_state *c,
                   const struct q3_game *game, struct demo_sounds *sounds)
{
    const bool other_level = c->gamestates != before->gamestates;
    const bool restarted = other_level || c->restarts != before->restarts;
    int status = 0;
    if (restarted) {
        const struct demo_sound clear = {.kind = other_level ? DEMO_SOUND_CLEAR
                                                             : DEMO_SOUND_CLEAR_LOOPS};
        status = demo_sounds_add(sounds, &clear, "", NULL);
    }
    if (status == 0) {
        status = note_events(before, c, game, sounds);
    }
    return status == 0 ? note_loops(before, c, game, restarted, sounds) : status;
}
