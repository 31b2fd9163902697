#include "engine/netquake/nq_hash.h"

#include <inttypes.h>

#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_state.h"
#include "engine/quake/field_hash.h"

uint64_t nq_hash_player(const struct nq_state *s)
{
    uint64_t hash = FIELD_HASH_START;
    const uint32_t numbers[] = {s->items, s->on_ground, s->in_water, s->view_entity,
                                s->weapon_alpha};
    hash = field_hash_numbers(hash, numbers, sizeof numbers / sizeof numbers[0]);
    for (int i = 0; i < NQ_MAX_STATS; i++) {
        hash = field_hash_u32(hash, (uint32_t)s->stats[i]);
    }
    hash = field_hash_floats(hash, s->view_angles[0], 3);
    hash = field_hash_floats(hash, s->velocity[0], 3);
    hash = field_hash_floats(hash, s->punch, 3);
    return field_hash_floats(hash, &s->view_height, 1);
}

static uint64_t add_entity(uint64_t hash, const struct nq_entity *e)
{
    const uint32_t numbers[] = {e->model, e->frame, e->colormap, e->skin,
                                e->alpha, e->scale, e->effects};
    hash = field_hash_numbers(hash, numbers, sizeof numbers / sizeof numbers[0]);
    return field_hash_floats(field_hash_floats(hash, e->origins[0], 3), e->angles[0], 3);
}

uint64_t nq_hash_entities(const struct nq_state *s)
{
    uint64_t hash = FIELD_HASH_START;
    const struct nq_entity *entities = nq_entities(s);
    for (uint32_t i = 0; i < s->arrays[NQ_ENTITIES].count; i++) {
        if (entities[i].msg_time == s->times[0]) {
            hash = add_entity(field_hash_u32(hash, i), &entities[i]);
        }
    }
    return hash;
}

static uint64_t add_looks(uint64_t hash, const struct nq_baseline *b)
{
    const uint32_t numbers[] = {b->model, b->frame, b->colormap, b->skin, b->alpha, b->scale};
    hash = field_hash_numbers(hash, numbers, sizeof numbers / sizeof numbers[0]);
    return field_hash_floats(field_hash_floats(hash, b->origin, 3), b->angles, 3);
}

static uint64_t add_statics(uint64_t hash, const struct nq_state *s)
{
    for (uint32_t i = 0; i < s->arrays[NQ_STATICS].count; i++) {
        hash = add_looks(hash, &nq_statics(s)[i].looks);
    }
    for (uint32_t i = 0; i < s->arrays[NQ_STATIC_SOUNDS].count; i++) {
        const struct nq_static_sound *sound = &nq_static_sounds(s)[i];
        hash = field_hash_floats(hash, sound->origin, 3);
        hash = field_hash_u32(hash, sound->sound);
        hash = field_hash_u32(hash, (uint32_t)sound->volume << 8 | sound->attenuation);
    }
    return hash;
}

uint64_t nq_hash_level(const struct nq_state *s)
{
    uint64_t hash = add_statics(field_hash_text(FIELD_HASH_START, s->level_name), s);
    for (int i = 0; i < NQ_MAX_LIGHTSTYLES; i++) {
        hash = field_hash_u32(hash, s->lightstyle_lengths[i]);
        for (int k = 0; k < s->lightstyle_lengths[i]; k++) {
            hash = field_hash_byte(hash, (uint8_t)s->lightstyles[i][k]);
        }
    }
    for (uint32_t i = 0; i < s->arrays[NQ_PLAYERS].count; i++) {
        const struct nq_player *player = &nq_players(s)[i];
        hash = field_hash_u32(field_hash_text(hash, player->name), (uint32_t)player->frags);
        hash = field_hash_u32(hash, player->colors);
    }
    const uint32_t numbers[] = {s->max_clients, s->game_type, s->paused, s->intermission,
                                s->cd_track};
    hash = field_hash_numbers(hash, numbers, sizeof numbers / sizeof numbers[0]);
    return field_hash_text(hash, s->skybox);
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
