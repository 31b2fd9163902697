#include "engine/quake3/sounds/q3_sound_emit.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/sounds/q3_live_names.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"

enum {
    SOUNDS = 256, /* configstrings of sounds, directly before CS_PLAYERS */
    FULL = 255,
    EQUAL_MAX = 5,     /* maximum of equal sounds of an entity at once, */
    OWN_EQUAL_MAX = 9, /* and of the local player */
    GAP_BUFFERED = 750,
    GAP_REWARDS = 3000,
    NAME_BYTES = 192
};

/* fraction of the volume lost per 1000 units */
#define ATTENUATION 0.8f

void q3_emit_begin(struct q3_sound_emitter *h, const struct q3_state *c, const struct q3_game *game,
                   uint32_t before_update, struct demo_sounds *sounds)
{
    *h = (struct q3_sound_emitter){.state = c, .game = game, .own = -1, .sounds = sounds};
    h->match = c->match;
    h->mod = h->match.mod;
    if (c->updates != before_update) {
        h->now = q3_state_snapshot(c);
        h->before = q3_state_previous(c);
    }
    const struct q3_snapshot *current = q3_state_snapshot(c);
    if (current) {
        const int32_t own = current->player.fields[Q3_PS_CLIENT_NUM];
        h->own = own >= 0 && own < Q3_PLAYERS ? own : -1;
    }
}

bool q3_emit_is_turn(const struct q3_sound_emitter *h, int32_t e_type)
{
    const bool taken = h->takes && (e_type == Q3_ET_MISSILE || e_type == Q3_ET_GENERAL);
    return taken == h->early;
}

uint32_t q3_emit_random(const struct q3_sound_emitter *h, uint32_t salt, uint32_t sides)
{
    return dmath_hash(h->seed, salt, 2) % sides;
}

/* NaN becomes 0; other values are clamped to -1e9..1e9. */
static float sanitise_coordinate(float v)
{
    return v <= 1e9f ? (v >= -1e9f ? v : -1e9f) : v > 0.0f ? 1e9f : 0.0f;
}

static void set_origin(struct demo_sound *sound, const float origin[3])
{
    for (int i = 0; i < 3; i++) {
        sound->origin[i] = sanitise_coordinate(origin[i]);
    }
}

static void add_sound(struct q3_sound_emitter *h, struct demo_sound *sound, const char *name)
{
    if (sound->kind == DEMO_SOUND_START) {
        sound->volume = FULL;
        sound->water = h->water;
        memcpy(sound->depths, h->depths, sizeof(sound->depths));
    }
    sound->seed = h->seed;
    sound->early = h->early;
    if (h->status == 0) {
        h->status =
            demo_sounds_add(h->sounds, sound, "", h->game->live ? q3_live_name(name) : name);
    }
}

/* ---- positions ----------------------------------------------------------------------------------
 */

void q3_emit_at(struct q3_sound_emitter *h, int32_t entity, const float origin[3],
                enum q3_channel channel, const char *name)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .attenuation = ATTENUATION,
                               .entity = entity,
                               .channel = (uint8_t)channel,
                               .most = EQUAL_MAX};
    set_origin(&sound, origin);
    add_sound(h, &sound, name);
}

void q3_emit_from(struct q3_sound_emitter *h, int32_t entity, const float origin[3],
                  enum q3_channel channel, const char *name)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_ENTITY,
                               .attenuation = ATTENUATION,
                               .entity = entity,
                               .channel = (uint8_t)channel,
                               .own = entity == h->own,
                               .most = entity == h->own ? OWN_EQUAL_MAX : EQUAL_MAX};
    set_origin(&sound, origin);
    add_sound(h, &sound, name);
}

void q3_emit_thrown(struct q3_sound_emitter *h, const float origin[3], const float velocity[3],
                    int32_t delay, int32_t flight, const char *name)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .attenuation = ATTENUATION,
                               .entity = Q3_WORLD,
                               .channel = Q3_CHANNEL_AUTO,
                               .most = EQUAL_MAX,
                               .delay = (uint16_t)delay,
                               .flight = (uint16_t)flight};
    set_origin(&sound, origin);
    for (int i = 0; i < 3; i++) {
        sound.velocity[i] = sanitise_coordinate(velocity[i]);
    }
    add_sound(h, &sound, name);
}

static struct demo_sound in_both_ears(const struct q3_sound_emitter *h, enum q3_channel channel)
{
    return (struct demo_sound){.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_LISTENER,
                               .entity = h->own,
                               .channel = (uint8_t)channel,
                               .most = OWN_EQUAL_MAX};
}

void q3_emit_everywhere(struct q3_sound_emitter *h, enum q3_channel channel, const char *name)
{
    struct demo_sound sound = in_both_ears(h, channel);
    add_sound(h, &sound, name);
}

void q3_emit_own(struct q3_sound_emitter *h, enum q3_channel channel, const char *name)
{
    struct demo_sound sound = in_both_ears(h, channel);
    sound.audience = h->own >= 0 ? UINT64_C(1) << h->own : 0;
    add_sound(h, &sound, name);
}

void q3_emit_queued(struct q3_sound_emitter *h, enum q3_queue queue, const char *name)
{
    struct demo_sound sound = in_both_ears(h, Q3_CHANNEL_ANNOUNCER);
    sound.audience = h->own >= 0 ? UINT64_C(1) << h->own : 0;
    sound.queue = (uint8_t)queue;
    sound.gap = queue == Q3_QUEUE_REWARDS ? GAP_REWARDS : GAP_BUFFERED;
    add_sound(h, &sound, name);
}

void q3_emit_loop(struct q3_sound_emitter *h, int32_t entity, const float origin[3], uint8_t volume,
                  const char *name)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_LOOP,
                               .place = DEMO_SOUND_AT_ENTITY,
                               .attenuation = ATTENUATION,
                               .entity = entity,
                               .volume = volume};
    set_origin(&sound, origin);
    add_sound(h, &sound, name);
}

/* ---- players --------------------------------------------------------------------------------- */

/* "*keel*james/jump1.wav", as in assets/quake3/sound_names.h. An unknown model gets the default
 * sounds. */
static void name_of_player(const struct q3_sound_emitter *h, int32_t entity, const char *what,
                           char name[NAME_BYTES])
{
    struct q3_player player;
    const bool known = entity >= 0 && entity < Q3_PLAYERS &&
                       q3_state_player(h->state, h->game, (uint32_t)entity, &player);
    const char *slash = known ? strchr(player.model, '/') : NULL;
    const int length = !known ? 0 : slash ? (int)(slash - player.model) : (int)strlen(player.model);
    const bool james = h->match.teams && !h->game->live && h->mod == Q3_MOD_TEAM_ARENA;
    (void)snprintf(name, NAME_BYTES, "*%.*s%s/%.64s", length, known ? player.model : "",
                   james ? "*james" : "", what + (what[0] == '*'));
}

void q3_emit_player(struct q3_sound_emitter *h, int32_t entity, const float origin[3],
                    enum q3_channel channel, const char *what)
{
    char name[NAME_BYTES];
    name_of_player(h, entity, what, name);
    q3_emit_from(h, entity, origin, channel, name);
}

void q3_emit_player_everywhere(struct q3_sound_emitter *h, int32_t entity, enum q3_channel channel,
                               const char *what)
{
    char name[NAME_BYTES];
    name_of_player(h, entity, what, name);
    q3_emit_everywhere(h, channel, name);
}

/* ---- configstrings
 * -------------------------------------------------------------------------------- */

const char *q3_emit_sound_name(const struct q3_sound_emitter *h, int32_t number)
{
    return number > 0 && number < SOUNDS
               ? q3_gamestate_string(&h->state->gamestate,
                                     (uint32_t)(h->game->players - SOUNDS + number))
               : NULL;
}

int32_t q3_emit_serverinfo(const struct q3_sound_emitter *h, const char *key)
{
    return info_number(q3_gamestate_string(&h->state->gamestate, Q3_CS_SERVERINFO), key,
                       INFO_KEYS_ANY_CASE, 0);
}
