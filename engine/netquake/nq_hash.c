#include "engine/netquake/nq_hash.h"

#include <inttypes.h>
#include <string.h>

#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_state.h"

static const uint64_t fnv_basis = UINT64_C(0xcbf29ce484222325);
static const uint64_t fnv_prime = UINT64_C(0x100000001b3);

static uint64_t add_byte(uint64_t hash, uint32_t byte)
{
    return (hash ^ (byte & 0xff)) * fnv_prime;
}

static uint64_t add_u32(uint64_t hash, uint32_t v)
{
    for (int i = 0; i < 4; i++, v >>= 8) {
        hash = add_byte(hash, v);
    }
    return hash;
}

static uint64_t add_float(uint64_t hash, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return add_u32(hash, bits);
}

static uint64_t add_floats(uint64_t hash, const float *v, int count)
{
    for (int i = 0; i < count; i++) {
        hash = add_float(hash, v[i]);
    }
    return hash;
}

static uint64_t add_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = add_byte(hash, (uint8_t)*text);
    }
    return add_byte(hash, 0);
}

uint64_t nq_hash_player(const struct nq_state *s)
{
    uint64_t hash = fnv_basis;
    const uint32_t numbers[] = {s->items, s->on_ground, s->in_water, s->view_entity,
                                s->weapon_alpha};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        hash = add_u32(hash, numbers[i]);
    }
    for (int i = 0; i < NQ_MAX_STATS; i++) {
        hash = add_u32(hash, (uint32_t)s->stats[i]);
    }
    hash = add_floats(hash, s->view_angles[0], 3);
    hash = add_floats(hash, s->velocity[0], 3);
    hash = add_floats(hash, s->punch, 3);
    return add_float(hash, s->view_height);
}

static uint64_t add_entity(uint64_t hash, const struct nq_entity *e)
{
    const uint32_t numbers[] = {e->model, e->frame, e->colormap, e->skin,
                                e->alpha, e->scale, e->effects};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        hash = add_u32(hash, numbers[i]);
    }
    return add_floats(add_floats(hash, e->origins[0], 3), e->angles[0], 3);
}

uint64_t nq_hash_entities(const struct nq_state *s)
{
    uint64_t hash = fnv_basis;
    const struct nq_entity *entities = nq_entities(s);
    for (uint32_t i = 0; i < s->arrays[NQ_ENTITIES].count; i++) {
        if (entities[i].msg_time == s->times[0]) {
            hash = add_entity(add_u32(hash, i), &entities[i]);
        }
    }
    return hash;
}

static uint64_t add_looks(uint64_t hash, const struct nq_baseline *b)
{
    const uint32_t numbers[] = {b->model, b->frame, b->colormap, b->skin, b->alpha, b->scale};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        hash = add_u32(hash, numbers[i]);
    }
    return add_floats(add_floats(hash, b->origin, 3), b->angles, 3);
}

static uint64_t add_statics(uint64_t hash, const struct nq_state *s)
{
    for (uint32_t i = 0; i < s->arrays[NQ_STATICS].count; i++) {
        hash = add_looks(hash, &nq_statics(s)[i].looks);
    }
    for (uint32_t i = 0; i < s->arrays[NQ_STATIC_SOUNDS].count; i++) {
        const struct nq_static_sound *sound = &nq_static_sounds(s)[i];
        hash = add_floats(hash, sound->origin, 3);
        hash = add_u32(hash, sound->sound);
        hash = add_u32(hash, (uint32_t)sound->volume << 8 | sound->attenuation);
    }
    return hash;
}

uint64_t nq_hash_level(const struct nq_state *s)
{
    uint64_t hash = add_statics(add_text(fnv_basis, s->level_name), s);
    for (int i = 0; i < NQ_MAX_LIGHTSTYLES; i++) {
        hash = add_u32(hash, s->lightstyle_lengths[i]);
        for (int k = 0; k < s->lightstyle_lengths[i]; k++) {
            hash = add_byte(hash, (uint8_t)s->lightstyles[i][k]);
        }
    }
    for (uint32_t i = 0; i < s->arrays[NQ_PLAYERS].count; i++) {
        const struct nq_player *player = &nq_players(s)[i];
        hash = add_u32(add_text(hash, player->name), (uint32_t)player->frags);
        hash = add_u32(hash, player->colors);
    }
    const uint32_t numbers[] = {s->max_clients, s->game_type, s->paused, s->intermission,
                                s->cd_track};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        hash = add_u32(hash, numbers[i]);
    }
    return add_text(hash, s->skybox);
}

int nq_dump_hashes(FILE *out, const void *demo, struct format_error *err)
{
    const struct nq_file *file = demo;
    struct nq_state *state = nq_state_create();
    struct dem_block block;
    size_t pos = file->dem.first_block;
    uint32_t updates = 0, told = 0;
    int code = state ? 0 : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    for (uint32_t number = 0; code == 0 && !nq_state_disconnected(state) && !ferror(out);
         number++) {
        code = dem_next_block(&file->dem, &pos, &block, err);
        if (code <= 0) {
            break;
        }
        code = nq_state_apply_block(&state, &file->dem, &block, err);
        if (code == 0 && state->updates != told && nq_state_in_game(state)) {
            fprintf(out, "%lu %lu %.9g %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n",
                    (unsigned long)updates++, (unsigned long)number, state->times[0],
                    nq_hash_player(state), nq_hash_entities(state), nq_hash_level(state));
        }
        told = state ? state->updates : 0;
    }
    nq_state_destroy(state);
    return code < 0 ? code : 0;
}
