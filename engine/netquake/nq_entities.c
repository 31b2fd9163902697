/* Entities of a NetQuake client state: CL_ParseBaseline, CL_ParseUpdate and the moving half of
 * CL_RelinkEntities. */
#include <math.h>
#include <string.h>

#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_state.h"
#include "formats/base/dmath.h"

/* An error when it cannot be an entity's number. */
static int add_entity(const struct nq_apply *apply, uint32_t number)
{
    struct nq_state *s = *apply->state;
    uint32_t limit = nq_entity_limit(s);
    uint32_t known = s->arrays[NQ_ENTITIES].count;
    if (number >= limit) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset,
                           "entity %u is beyond the limit of %u", (unsigned)number,
                           (unsigned)limit);
    }
    int status = nq_state_extend(apply->state, NQ_ENTITIES, number + 1);
    if (status < 0) {
        return status;
    }
    struct nq_entity *entities = nq_entities(*apply->state);
    for (uint32_t i = known; i <= number; i++) {
        entities[i].msg_time = NQ_NEVER;
        entities[i].scale = NQ_SCALE_DEFAULT;
        entities[i].baseline.scale = NQ_SCALE_DEFAULT;
    }
    return 0;
}

static inline int know_entity(const struct nq_apply *apply, uint32_t number)
{
    bool known = number < (*apply->state)->arrays[NQ_ENTITIES].count;
    return known ? 0 : add_entity(apply, number);
}

int nq_know_entity(const struct nq_apply *apply, uint32_t number)
{
    return know_entity(apply, number);
}

static void copy_baseline(struct nq_baseline *to, const struct nq_entity_state *from)
{
    for (int i = 0; i < 3; i++) {
        to->origin[i] = nq_clean_coord(from->origin[i]);
        to->angles[i] = nq_clean_angle(from->angles[i]);
    }
    to->model = from->model;
    to->frame = from->frame;
    to->colormap = from->colormap;
    to->skin = from->skin;
    to->alpha = from->alpha;
    to->scale = from->scale;
}

int nq_apply_baseline(const struct nq_apply *apply, uint32_t number,
                      const struct nq_entity_state *from)
{
    int status = know_entity(apply, number);
    if (status == 0) {
        copy_baseline(&nq_entities(*apply->state)[number].baseline, from);
    }
    return status == 0 && nq_has_deltas(*apply->state)
               ? nq_apply_delta_baseline(apply, number, NULL)
               : status;
}

int nq_add_static(const struct nq_apply *apply, const struct nq_static *looks)
{
    uint32_t count = (*apply->state)->arrays[NQ_STATICS].count;
    if (count >= NQ_MAX_STATICS) { /* a file of more than 13 MB of them */
        return format_fail(apply->err, FORMAT_BAD, apply->offset, "too many static entities");
    }
    int status = nq_state_extend(apply->state, NQ_STATICS, count + 1);
    if (status == 0) {
        nq_statics(*apply->state)[count] = *looks;
    }
    return status;
}

int nq_apply_static(const struct nq_apply *apply, const struct nq_entity_state *from)
{
    struct nq_static looks = {0};
    copy_baseline(&looks.looks, from);
    return nq_add_static(apply, &looks);
}

int nq_apply_static_sound(const struct nq_apply *apply, const struct nq_message *message)
{
    uint32_t count = (*apply->state)->arrays[NQ_STATIC_SOUNDS].count;
    if (count >= NQ_MAX_STATIC_SOUNDS) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset, "too many static sounds");
    }
    int status = nq_state_extend(apply->state, NQ_STATIC_SOUNDS, count + 1);
    if (status < 0) {
        return status;
    }
    struct nq_static_sound *sound = &nq_static_sounds(*apply->state)[count];
    for (int i = 0; i < 3; i++) {
        sound->origin[i] = nq_clean_coord(message->u.spawnstaticsound.origin[i]);
    }
    sound->sound = message->u.spawnstaticsound.sound;
    sound->volume = message->u.spawnstaticsound.volume;
    sound->attenuation = message->u.spawnstaticsound.attenuation;
    return 0;
}

/* A 16-bit value of which either byte may be missing from the update, and is 0 in value then:
 * without the second one the first is the whole value; without both the baseline is. */
static inline uint16_t merge_bytes(uint16_t value, uint16_t base, uint32_t has_low,
                                   uint32_t has_high)
{
    if (has_high && !has_low) {
        return (uint16_t)(value | (base & 0xffu));
    }
    return has_low ? value : base;
}

enum { ALPHA_INVISIBLE = 1 };

static uint8_t encode_alpha(float alpha)
{
    /* Nehahra's 0 is "as ever", as the alpha byte's is. */
    if (!(alpha > 0.0f)) {
        return alpha < 0.0f ? ALPHA_INVISIBLE : NQ_ALPHA_DEFAULT;
    }
    return alpha >= 1.0f ? 255 : (uint8_t)(alpha * 254.0f + 1.5f);
}

static void copy_looks(struct nq_entity *e, const struct nq_baseline *base,
                       const struct nq_entity_update *u)
{
    e->model = merge_bytes(u->model, base->model, u->mask & NQ_U_MODEL, u->mask & NQ_U_MODEL2);
    e->frame = merge_bytes(u->frame, base->frame, u->mask & NQ_U_FRAME, u->mask & NQ_U_FRAME2);
    e->colormap = base->colormap;
    e->skin = base->skin;
    e->alpha = base->alpha;
    e->scale = base->scale;
    e->shine = (struct nq_shine){0};
    e->effects = 0;
    if (u->mask & (NQ_U_COLORMAP | NQ_U_SKIN | NQ_U_ALPHA | NQ_U_SCALE | NQ_U_EFFECTS)) { /* rare */
        e->colormap = u->mask & NQ_U_COLORMAP ? u->colormap : e->colormap;
        e->skin = u->mask & NQ_U_SKIN ? u->skin : e->skin;
        e->alpha = u->mask & NQ_U_ALPHA ? u->alpha : e->alpha;
        e->scale = u->mask & NQ_U_SCALE ? u->scale : e->scale;
        e->effects = u->mask & NQ_U_EFFECTS ? (uint8_t)u->effects : 0;
    }
}

static struct nq_baseline last_looks(const struct nq_entity *e)
{
    struct nq_baseline looks = {.model = e->model,
                                .frame = e->frame,
                                .colormap = e->colormap,
                                .skin = e->skin,
                                .alpha = e->alpha,
                                .scale = e->scale};
    memcpy(looks.origin, e->origins[0], sizeof looks.origin);
    memcpy(looks.angles, e->angles[0], sizeof looks.angles);
    return looks;
}

/* Colours of 3, 3 and 2 bits. */
static void set_tint(struct nq_shine *shine, uint8_t color_mod)
{
    shine->tint[0] = (uint8_t)((color_mod >> 5) * 32 / 7);
    shine->tint[1] = (uint8_t)((color_mod >> 2 & 7) * 32 / 7);
    shine->tint[2] = (uint8_t)((color_mod & 3) * 32 / 3);
    shine->tinted = color_mod != UINT8_MAX;
}

/* What a baseline does not have. */
struct last_extras {
    uint8_t effects;
    struct nq_shine shine;
};

/* QUAKEDP's own fields (DarkPlaces protocol.h). */
static void copy_dp_looks(struct nq_entity *e, const struct last_extras *last,
                          const struct nq_entity_update *u)
{
    if (u->dp_mask & NQ_DPU_DELTA) {
        e->effects = u->mask & NQ_U_EFFECTS ? e->effects : last->effects;
        e->shine = last->shine;
    }
    if (u->dp_mask & NQ_DPU_ALPHA) {
        e->alpha = encode_alpha(u->alpha == 0 ? -1.0f : (float)u->alpha / 255.0f);
    }
    if (u->effects & (NQ_EF_BLUE_LIGHT | NQ_EF_RED_LIGHT)) {
        e->effects |= NQ_EF_DIMLIGHT;
    }
    e->shine.hidden = (e->effects & NQ_EF_NO_DRAW) != 0;
    if (u->dp_mask & NQ_DPU_EFFECTS2) {
        e->shine.full_bright = (u->effects & NQ_EF_FULL_BRIGHT) != 0;
    }
    if (u->dp_mask & NQ_DPU_GLOWSIZE) {
        e->shine.glow = u->glow_size;
    }
    if (u->dp_mask & NQ_DPU_COLORMOD) {
        set_tint(&e->shine, u->color_mod);
    }
}

/* Bit 15 of protocols without FitzQuake's: Nehahra's fields, or QUAKEDP's. */
static void copy_trans(struct nq_entity *e, const struct last_extras *last,
                       const struct nq_entity_update *u)
{
    if (u->is_dp) {
        copy_dp_looks(e, last, u);
        return;
    }
    e->alpha = encode_alpha(u->trans[1]);
    e->shine.full_bright = u->trans[0] == 2.0f && u->trans[2] >= 0.5f;
}

/* 0 if equal bit for bit; branch-free, because movement is unpredictable. */
static inline uint32_t differing_bits(float a, float b)
{
    uint32_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x ^ y;
}

struct move {
    uint32_t origin; /* not 0: it is elsewhere than before */
    bool stands;     /* it moves in steps and made none: the place before the last one is kept */
};

/* Reading recently written floats in larger pieces stalls: compare the new position before
 * writing it. */
static inline struct move copy_place(struct nq_entity *e, const struct nq_baseline *base,
                                     const struct nq_entity_update *u)
{
    static const uint32_t origin_bits[3] = {NQ_U_ORIGIN1, NQ_U_ORIGIN2, NQ_U_ORIGIN3};
    static const uint32_t angle_bits[3] = {NQ_U_ANGLE1, NQ_U_ANGLE2, NQ_U_ANGLE3};
    float origin[3], angles[3];
    uint32_t moved = 0, turned = 0;
    for (int i = 0; i < 3; i++) {
        origin[i] = u->mask & origin_bits[i] ? nq_clean_coord(u->origin[i]) : base->origin[i];
        angles[i] = u->mask & angle_bits[i] ? nq_clean_angle(u->angles[i]) : base->angles[i];
        moved |= differing_bits(origin[i], e->origins[0][i]);
        turned |= differing_bits(angles[i], e->angles[0][i]);
    }
    if ((moved | turned) == 0 && (u->mask & NQ_U_NOLERP) && (e->lerp_flags & NQ_LERP_STEP)) {
        return (struct move){0, true};
    }
    memcpy(e->origins[1], e->origins[0], sizeof e->origins[1]);
    memcpy(e->angles[1], e->angles[0], sizeof e->angles[1]);
    for (int i = 0; i < 3; i++) {
        e->origins[0][i] = origin[i];
        e->angles[0][i] = angles[i];
    }
    return (struct move){moved, false};
}

/* After the place, which asks how the entity moved so far. */
static inline void copy_lerp(const struct nq_state *s, struct nq_entity *e,
                             const struct nq_entity_update *u, bool stands)
{
    if ((u->mask & (NQ_U_NOLERP | NQ_U_LERPFINISH)) == 0 && e->lerp_flags == 0) {
        return;
    }
    uint32_t flags = e->lerp_flags & NQ_LERP_SKIP;
    if (u->mask & NQ_U_NOLERP) {
        flags |= NQ_LERP_STEP;
        e->step_start = stands ? e->step_start : nq_lerp_start(s);
    }
    if (u->mask & NQ_U_LERPFINISH) {
        flags |= NQ_LERP_FINISH;
        e->lerp_finish = u->lerp_finish;
    }
    e->lerp_flags = (uint8_t)flags;
}

void nq_enter_game(struct nq_state *s)
{
    if (s->signon < NQ_SIGNONS && s->level_count > 0) {
        s->signon = NQ_SIGNONS;
        s->console.count = 0;
    }
}

/* Only the game data knows which models leave trails: every move of an alias model is kept as long
 * as a trail would show. */
int nq_follow_trail(const struct nq_apply *apply, uint16_t number)
{
    const struct nq_state *s = *apply->state;
    const uint16_t model = nq_entities(s)[number].model;
    const bool trails = (model < s->arrays[NQ_MODELS].count && nq_models(s)[model].may_trail) ||
                        nq_delta_trail(apply, number) != EFFECT_TRAIL_BY_MODEL;
    return model != 0 && trails ? nq_apply_trail(apply, number) : 0;
}

int nq_apply_update(const struct nq_apply *apply, const struct nq_entity_update *u)
{
    int status = know_entity(apply, u->entity);
    if (status < 0) {
        return status;
    }
    struct nq_state *s = *apply->state;
    struct nq_entity *e = &nq_entities(s)[u->entity];
    nq_enter_game(s);
    uint16_t old_model = e->model, old_frame = e->frame;
    bool forced = e->msg_time != s->times[1]; /* not in the message before */
    e->msg_time = s->times[0];
    struct nq_baseline last;
    const struct nq_baseline *base = &e->baseline;
    const struct last_extras extras = {e->effects, e->shine};
    if (u->is_dp && (u->dp_mask & NQ_DPU_DELTA)) {
        last = last_looks(e);
        base = &last;
    }
    copy_looks(e, base, u);
    if ((u->mask & NQ_U_TRANS) && !nq_protocol_is_extended(&s->protocol)) {
        copy_trans(e, &extras, u);
    }
    if (e->model == 0 && old_model != 0) {
        forced = true;
    }
    struct move move = copy_place(e, base, u);
    copy_lerp(s, e, u, move.stands);
    if (forced) {
        memcpy(e->origins[1], e->origins[0], sizeof e->origins[1]);
        memcpy(e->angles[1], e->angles[0], sizeof e->angles[1]);
    }
    e->snap = forced || (u->mask & NQ_U_NOLERP);
    bool flash = (e->effects & NQ_EF_MUZZLEFLASH) && e->model != 0;
    if (forced || flash || e->frame != old_frame || e->model != old_model) {
        nq_follow_frame(s, e, u->entity, old_model, old_frame, forced);
    }
    if (move.origin != 0 && !forced) { /* each call may move e */
        status = nq_follow_trail(apply, u->entity);
    }
    return status == 0 && flash ? nq_apply_muzzle_flash(apply, u->entity) : status;
}

static void place_between(const struct nq_entity *entity, float f, float origin[3], float angles[3])
{
    for (int i = 0; i < 3; i++) {
        origin[i] = entity->origins[1][i] + f * (entity->origins[0][i] - entity->origins[1][i]);
        float turn = entity->angles[0][i] - entity->angles[1][i];
        if (turn > 180.0f) {
            turn -= 360.0f;
        } else if (turn < -180.0f) {
            turn += 360.0f;
        }
        angles[i] = entity->angles[1][i] + f * turn;
    }
}

void nq_entity_place(const struct nq_state *state, const struct nq_entity *entity, float lerp,
                     float origin[3], float angles[3])
{
    bool present = entity->msg_time == state->times[0];
    if (entity->snap ||
        !present) { /* absent entities keep their position: one may be the view entity */
        memcpy(origin, entity->origins[0], sizeof entity->origins[0]);
        memcpy(angles, entity->angles[0], sizeof entity->angles[0]);
        return;
    }
    place_between(entity, nq_entity_jumped(entity) ? 1.0f : lerp, origin, angles);
}

void nq_entity_place_smooth(const struct nq_state *state, const struct nq_entity *entity,
                            const struct nq_interp *moment, float origin[3], float angles[3])
{
    bool present = entity->msg_time == state->times[0];
    if (!present || !(entity->lerp_flags & NQ_LERP_STEP) || nq_entity_jumped(entity)) {
        nq_entity_place(state, entity, moment->lerp, origin, angles);
        return;
    }
    place_between(entity, nq_entity_lerp(entity, entity->step_start, moment->time), origin, angles);
}
