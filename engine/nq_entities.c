/* Entities of a NetQuake client state: CL_ParseBaseline, CL_ParseUpdate and the moving half of
 * CL_RelinkEntities. */
#include <math.h>
#include <string.h>

#include "engine/nq_state.h"
#include "render/dmath.h"

/* An error when it cannot be an entity's number. */
static int add_entity(const struct nq_apply *apply, uint32_t number)
{
    struct nq_state *s = *apply->state;
    uint32_t limit = s->protocol == NQ_PROTOCOL_15 ? NQ_MAX_ENTITIES_15 : NQ_MAX_ENTITIES;
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

/* Makes sure the number is known. */
static inline int know_entity(const struct nq_apply *apply, uint32_t number)
{
    bool known = number < (*apply->state)->arrays[NQ_ENTITIES].count;
    return known ? 0 : add_entity(apply, number);
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
    return status;
}

int nq_apply_static(const struct nq_apply *apply, const struct nq_entity_state *from)
{
    uint32_t count = (*apply->state)->arrays[NQ_STATICS].count;
    if (count >= NQ_MAX_STATICS) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset, "too many static entities");
    }
    int status = nq_state_extend(apply->state, NQ_STATICS, count + 1);
    if (status == 0) {
        copy_baseline(&nq_statics(*apply->state)[count], from);
    }
    return status;
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

/* A 16-bit value of which either byte may be missing from the update. */
static uint16_t merge_bytes(uint16_t value, uint16_t base, bool has_low, bool has_high)
{
    uint32_t low = (has_low ? value : base) & 0xffu;
    /* Without the second byte an update's first one is the whole value; without both the baseline
     * is. */
    uint32_t high = has_high ? value & 0xff00u : has_low ? 0 : base & 0xff00u;
    return (uint16_t)(high | low);
}

static bool is_jump(const struct nq_entity *entity)
{
    for (int i = 0; i < 3; i++) {
        float delta = entity->origins[0][i] - entity->origins[1][i];
        if (delta > 100.0f || delta < -100.0f) {
            return true;
        }
    }
    return false;
}

static uint8_t encode_alpha(float alpha)
{
    /* Nehahra's 0 is "as ever", as the alpha byte's is. */
    if (!(alpha > 0.0f)) {
        return NQ_ALPHA_DEFAULT;
    }
    return alpha >= 1.0f ? 255 : (uint8_t)(alpha * 254.0f + 1.5f);
}

static void copy_looks(struct nq_entity *e, const struct nq_entity_update *u)
{
    const struct nq_baseline *base = &e->baseline;
    e->model = merge_bytes(u->model, base->model, (u->mask & NQ_U_MODEL) != 0,
                           (u->mask & NQ_U_MODEL2) != 0);
    e->frame = merge_bytes(u->frame, base->frame, (u->mask & NQ_U_FRAME) != 0,
                           (u->mask & NQ_U_FRAME2) != 0);
    e->colormap = u->mask & NQ_U_COLORMAP ? u->colormap : base->colormap;
    e->skin = u->mask & NQ_U_SKIN ? u->skin : base->skin;
    e->effects = u->mask & NQ_U_EFFECTS ? u->effects : 0;
    e->scale = u->mask & NQ_U_SCALE ? u->scale : base->scale;
    e->alpha = u->mask & NQ_U_ALPHA ? u->alpha : base->alpha;
}

static void copy_place(struct nq_entity *e, const struct nq_entity_update *u)
{
    static const uint32_t origin_bits[3] = {NQ_U_ORIGIN1, NQ_U_ORIGIN2, NQ_U_ORIGIN3};
    static const uint32_t angle_bits[3] = {NQ_U_ANGLE1, NQ_U_ANGLE2, NQ_U_ANGLE3};
    memcpy(e->origins[1], e->origins[0], sizeof e->origins[1]);
    memcpy(e->angles[1], e->angles[0], sizeof e->angles[1]);
    for (int i = 0; i < 3; i++) {
        e->origins[0][i] =
            u->mask & origin_bits[i] ? nq_clean_coord(u->origin[i]) : e->baseline.origin[i];
        e->angles[0][i] =
            u->mask & angle_bits[i] ? nq_clean_angle(u->angles[i]) : e->baseline.angles[i];
    }
}

/* Which models leave a trail only the game data knows: every move of an alias model is kept for as
 * long as a trail would show. */
static int add_trail(const struct nq_apply *apply, uint16_t number)
{
    const struct nq_state *s = *apply->state;
    struct nq_entity *e = &nq_entities(s)[number];
    bool may_trail = e->model < s->arrays[NQ_MODELS].count && nq_models(s)[e->model].may_trail;
    if (!may_trail || memcmp(e->origins[0], e->origins[1], sizeof e->origins[0]) == 0) {
        return 0;
    }
    double gap = s->times[0] - s->times[1];
    double span = gap > 0.1 ? 0.1 : gap > 0.0 ? gap : 0.0;
    double start = s->times[0] - span;
    if (e->snap || is_jump(e)) {
        span = 0.0;
    }
    struct effect_event event =
        effect_make_trail(start, (float)span, e->origins[1], e->origins[0], EFFECT_TRAIL_BY_MODEL,
                          e->model, number, nq_apply_seed(apply));
    event.count = e->trail;
    uint32_t left = effect_trail_count(e->origins[1], e->origins[0], EFFECT_TRAIL_TRACER);
    e->trail = (uint16_t)(e->trail + left);
    return nq_apply_event(apply, &event);
}

static int add_muzzle_flash(const struct nq_apply *apply, uint16_t number)
{
    const struct nq_state *s = *apply->state;
    const struct nq_entity *e = &nq_entities(s)[number];
    float forward[3], right[3], up[3], origin[3];
    dmath_angle_vectors(e->angles[0], forward, right, up);
    for (int i = 0; i < 3; i++) {
        origin[i] = e->origins[0][i] + (i == 2 ? 16.0f : 0.0f) + 18.0f * forward[i];
    }
    const float radius = (float)(200 + (nq_apply_seed(apply) & 31));
    struct effect_event event =
        effect_make_light(s->times[0], origin, radius, 0.0f, 32.0f, 0.1, number);
    return nq_apply_event(apply, &event);
}

/* The original counts the first update as the last of the signon, and takes its notify lines
 * away. */
static void enter_game(struct nq_state *s)
{
    if (s->signon < NQ_SIGNONS && s->level_count > 0) {
        s->signon = NQ_SIGNONS;
        s->print_count = 0;
        s->print_open = 0;
    }
}

int nq_apply_update(const struct nq_apply *apply, const struct nq_entity_update *u)
{
    int status = know_entity(apply, u->entity);
    if (status < 0) {
        return status;
    }
    struct nq_state *s = *apply->state;
    struct nq_entity *e = &nq_entities(s)[u->entity];
    enter_game(s);
    uint16_t old_model = e->model;
    bool forced = e->msg_time != s->times[1]; /* not in the message before */
    e->msg_time = s->times[0];
    copy_looks(e, u);
    if (s->protocol == NQ_PROTOCOL_15 && (u->mask & NQ_U_TRANS)) {
        e->alpha = encode_alpha(u->trans[1]);
    }
    if (e->model == 0 && old_model != 0) {
        forced = true;
    }
    copy_place(e, u);
    if (forced) {
        memcpy(e->origins[1], e->origins[0], sizeof e->origins[1]);
        memcpy(e->angles[1], e->angles[0], sizeof e->angles[1]);
    }
    e->snap = forced || (u->mask & NQ_U_NOLERP);
    bool flash = (e->effects & NQ_EF_MUZZLEFLASH) && e->model != 0;
    status = forced ? 0 : add_trail(apply, u->entity); /* e may have moved now */
    if (status == 0 && flash) {
        status = add_muzzle_flash(apply, u->entity);
    }
    return status;
}

void nq_entity_place(const struct nq_state *state, const struct nq_entity *entity, float lerp,
                     float origin[3], float angles[3])
{
    bool present = entity->msg_time == state->times[0];
    if (entity->snap || !present) { /* who is gone stays where he was: the view may be his */
        memcpy(origin, entity->origins[0], sizeof entity->origins[0]);
        memcpy(angles, entity->angles[0], sizeof entity->angles[0]);
        return;
    }
    float f = is_jump(entity) ? 1.0f : lerp;
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
