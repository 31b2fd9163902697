#include "formats/quake3/q3_hash.h"

static const uint64_t fnv_basis = UINT64_C(0xcbf29ce484222325);
static const uint64_t fnv_prime = UINT64_C(0x100000001b3);

static inline uint64_t add_byte(uint64_t hash, uint32_t byte)
{
    return (hash ^ (byte & 0xff)) * fnv_prime;
}

static inline uint64_t add_u16(uint64_t hash, uint32_t v)
{
    return add_byte(add_byte(hash, v), v >> 8);
}

static inline uint64_t add_i32(uint64_t hash, int32_t v)
{
    return add_u16(add_u16(hash, (uint32_t)v), (uint32_t)v >> 16);
}

uint64_t q3_hash_player(const struct q3_protocol *protocol, const struct q3_player_state *player)
{
    const int32_t *const shorts[] = {player->stats, player->persistant, player->ammo};
    uint64_t hash = fnv_basis;
    for (uint32_t i = 0; i < protocol->player_count; i++) {
        hash = add_i32(hash, player->fields[protocol->player[i].slot]);
    }
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < Q3_ARRAY; i++) {
            hash = add_u16(hash, (uint32_t)shorts[k][i]);
        }
    }
    for (uint32_t i = 0; i < Q3_ARRAY; i++) {
        hash = add_i32(hash, player->powerups[i]);
    }
    return hash;
}

static uint64_t add_entity(uint64_t hash, const struct q3_protocol *protocol,
                           const struct q3_entity_state *state)
{
    hash = add_i32(hash, state->number);
    for (uint32_t i = 0; i < protocol->entity_count; i++) {
        hash = add_i32(hash, state->fields[protocol->entity[i].slot]);
    }
    return hash;
}

uint64_t q3_hash_entities(const struct q3_protocol *protocol, const struct q3_frames *frames,
                          const struct q3_snapshot *snapshot)
{
    uint64_t hash = fnv_basis;
    for (uint32_t i = 0; i < snapshot->count; i++) {
        hash = add_entity(hash, protocol, q3_frames_entity(frames, snapshot, i));
    }
    return hash;
}

uint64_t q3_hash_baselines(const struct q3_protocol *protocol, const struct q3_frames *frames)
{
    uint64_t hash = fnv_basis;
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        hash = add_entity(hash, protocol, q3_frames_baseline(frames, i));
    }
    return hash;
}

uint64_t q3_hash_configstrings(const struct q3_gamestate *gamestate)
{
    uint64_t hash = fnv_basis;
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        const char *text = q3_gamestate_string(gamestate, i);
        if (*text == '\0') {
            continue;
        }
        hash = add_i32(hash, (int32_t)i);
        for (; *text != '\0'; text++) {
            hash = add_byte(hash, (uint8_t)*text);
        }
    }
    return hash;
}
