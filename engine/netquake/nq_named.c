/* Names that come after the serverinfo, and particle effects by name. What an effect looks like is
 * in scripts that no game data of Quake's has; a name tells which of Quake's own it is or resembles
 * ("TE_", "TR_" and the names of QuakeSpasm-Spiked's and FTE's scripts). */
#include <string.h>

#include "engine/netquake/nq_state.h"

enum {
    LIKE_SPLASH = 255,
    MAX_SPLASH = 1000, /* a count of 1024 is an explosion: R_RunParticleEffect */
    GREY = 4
};

struct likeness {
    const char *word; /* in lower case; part of the name */
    uint8_t type;     /* the temporary entity, or LIKE_SPLASH */
    uint8_t color;    /* of a splash */
    uint8_t count;
    uint8_t trail;
};

/* The first word in the name decides; the last has no word. */
static const struct likeness likenesses[] = {
    {"wizspike", NQ_TE_WIZSPIKE, 0, 0, EFFECT_TRAIL_TRACER},
    {"knightspike", NQ_TE_KNIGHTSPIKE, 0, 0, EFFECT_TRAIL_TRACER2},
    {"vore", LIKE_SPLASH, 152, 20, EFFECT_TRAIL_VOOR},
    {"slightblood", LIKE_SPLASH, 73, 10, EFFECT_TRAIL_SLIGHT_BLOOD},
    {"blood", LIKE_SPLASH, 73, 20, EFFECT_TRAIL_BLOOD},
    {"gib", LIKE_SPLASH, 73, 20, EFFECT_TRAIL_BLOOD},
    {"tarexp", NQ_TE_TAREXPLOSION, 0, 0, EFFECT_TRAIL_SMOKE},
    {"lava", NQ_TE_LAVASPLASH, 0, 0, EFFECT_TRAIL_ROCKET},
    {"teleport", NQ_TE_TELEPORT, 0, 0, EFFECT_TRAIL_SMOKE},
    {"explo", NQ_TE_EXPLOSION, 0, 0, EFFECT_TRAIL_ROCKET},
    {"superspike", NQ_TE_SUPERSPIKE, 0, 0, EFFECT_TRAIL_SMOKE},
    {"spike", NQ_TE_SPIKE, 0, 0, EFFECT_TRAIL_SMOKE},
    {"gunshot", NQ_TE_GUNSHOT, 0, 0, EFFECT_TRAIL_SMOKE},
    {"rocket", LIKE_SPLASH, 104, 10, EFFECT_TRAIL_ROCKET},
    {"fire", LIKE_SPLASH, 232, 10, EFFECT_TRAIL_ROCKET},
    {"flame", LIKE_SPLASH, 232, 10, EFFECT_TRAIL_ROCKET},
    {"spark", LIKE_SPLASH, 104, 10, EFFECT_TRAIL_SMOKE},
    {NULL, LIKE_SPLASH, GREY, 10, EFFECT_TRAIL_SMOKE},
};

/* Letters of either case are the same. */
static bool has_word(const char *name, const char *word)
{
    for (; *name != '\0'; name++) {
        size_t i = 0;
        while (word[i] != '\0' && name[i] != '\0' && (name[i] | 0x20) == word[i]) {
            i++;
        }
        if (word[i] == '\0') {
            return true;
        }
    }
    return false;
}

static const struct likeness *find_likeness(const struct nq_apply *apply, uint32_t effect)
{
    const struct nq_state *s = *apply->state;
    if (effect >= s->arrays[NQ_EFFECT_NAMES].count) {
        return NULL;
    }
    const uint32_t offset = nq_late_names(s, NQ_EFFECT_NAMES)[effect].offset;
    const char *name = (const char *)apply->dem->data + offset;
    const struct likeness *like = likenesses;
    while (offset != 0 && like->word != NULL && !has_word(name, like->word)) {
        like++;
    }
    return offset != 0 ? like : NULL;
}

enum effect_trail nq_named_trail(const struct nq_apply *apply, uint32_t effect)
{
    const struct likeness *like = effect != 0 ? find_likeness(apply, effect) : NULL;
    return like != NULL ? (enum effect_trail)like->trail : EFFECT_TRAIL_BY_MODEL;
}

static int apply_trail(const struct nq_apply *apply, const struct nq_named_particles *from,
                       enum effect_trail trail)
{
    float origin[3], end[3];
    for (int i = 0; i < 3; i++) {
        origin[i] = nq_clean_coord(from->origin[i]);
        end[i] = nq_clean_coord(from->end[i]);
    }
    const struct effect_mover mover = {trail, 0, from->entity, nq_apply_seed(apply)};
    const struct effect_event event =
        effect_make_trail((*apply->state)->times[0], 0.0f, origin, end, &mover);
    return nq_apply_event(apply, &event);
}

int nq_apply_named_particles(const struct nq_apply *apply, const struct nq_named_particles *from)
{
    const struct likeness *like = find_likeness(apply, from->effect);
    if (like == NULL) {
        return 0; /* the engines draw none that has no name */
    }
    if (from->is_trail) {
        return apply_trail(apply, from, (enum effect_trail)like->trail);
    }
    if (like->type != LIKE_SPLASH) {
        struct nq_temp_entity effect = {.type = like->type};
        memcpy(effect.origin, from->origin, sizeof effect.origin);
        return nq_apply_temp_entity(apply, &effect);
    }
    float origin[3], velocity[3];
    for (int i = 0; i < 3; i++) {
        origin[i] = nq_clean_coord(from->origin[i]);
        velocity[i] = nq_clean_coord(from->velocity[i]);
    }
    const uint32_t count = (uint32_t)like->count * from->count;
    const struct effect_event event = effect_make_splash(
        (*apply->state)->times[0], origin, velocity, like->color,
        (uint16_t)(count < MAX_SPLASH ? count : MAX_SPLASH), nq_apply_seed(apply));
    return nq_apply_event(apply, &event);
}

int nq_apply_precache(const struct nq_apply *apply, const struct nq_precache *precache)
{
    if (precache->kind == NQ_PRECACHE_MODEL) {
        return nq_name_model(apply, precache->number, precache->name);
    }
    if (precache->kind > NQ_PRECACHE_SOUND) {
        return 0;
    }
    if (!nq_inside_file(apply->dem, precache->name)) {
        return format_fail(apply->err, FORMAT_UNKNOWN, apply->offset, "the file is too large");
    }
    const enum nq_array array =
        precache->kind == NQ_PRECACHE_SOUND ? NQ_LATE_SOUNDS : NQ_EFFECT_NAMES;
    const int status = nq_state_extend(apply->state, array, precache->number + 1u);
    if (status == 0) {
        nq_late_names(*apply->state, array)[precache->number].offset =
            (uint32_t)((uintptr_t)precache->name - (uintptr_t)apply->dem->data);
    }
    return status;
}
