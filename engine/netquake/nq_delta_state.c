#include "engine/netquake/nq_delta_state.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"

enum { DEAD, LIVES, NEW /* since the last update: nothing to move from */ };

enum {
    MAX_PARENTS = 10,
    OWN_EFFECTS = 0xff /* those that struct nq_entity keeps */
};

static const struct nq_delta_looks null_looks;

static void to_null(struct nq_baseline *looks)
{
    memset(looks, 0, sizeof *looks);
    looks->scale = NQ_SCALE_DEFAULT;
}

/* As the alpha byte of 666: 0 as ever, 1 invisible, 255 opaque. */
static uint8_t convert_alpha(uint8_t alpha)
{
    return alpha == NQ_DELTA_OPAQUE ? NQ_ALPHA_DEFAULT : (uint8_t)(alpha + 1);
}

static void change_shine(struct nq_shine *shine, const struct nq_delta *d)
{
    if (d->mask & (NQ_D_EFFECTS | NQ_D_EFFECTS2)) {
        shine->full_bright = (d->effects & NQ_EF_FULL_BRIGHT) != 0;
    }
    if (d->mask & NQ_D_GLOW) {
        shine->glow = d->glow[0];
    }
    if (d->mask & NQ_D_COLORMOD) {
        memcpy(shine->tint, d->colormod, sizeof shine->tint);
        shine->tinted = d->colormod[0] != NQ_DELTA_COLORMOD ||
                        d->colormod[1] != NQ_DELTA_COLORMOD || d->colormod[2] != NQ_DELTA_COLORMOD;
    }
}

/* Applies an update to the fields of both kinds of state. */
static void change_looks(struct nq_baseline *looks, struct nq_delta_looks *more,
                         const struct nq_delta *d)
{
    const uint32_t mask = d->mask;
    for (int i = 0; i < 3; i++) {
        if (mask & (i < 2 ? NQ_D_ORIGIN_XY : NQ_D_ORIGIN_Z)) {
            looks->origin[i] = nq_clean_coord(d->origin[i]);
        }
        if (mask & (i == 1 ? NQ_D_ANGLE_Y : NQ_D_ANGLES_XZ)) {
            looks->angles[i] = nq_clean_angle(d->angles[i]);
        }
    }
    looks->frame = mask & NQ_D_FRAME ? d->frame : looks->frame;
    looks->model = mask & NQ_D_MODEL ? d->model : looks->model;
    looks->colormap = mask & NQ_D_COLORMAP ? d->colormap : looks->colormap;
    looks->scale = mask & NQ_D_SCALE ? d->scale : looks->scale;
    if (mask & NQ_D_SKIN) { /* a skin no model has is its first */
        looks->skin = d->skin >= 0 && d->skin <= UINT8_MAX ? (uint8_t)d->skin : 0;
    }
    if (mask & NQ_D_ALPHA) {
        looks->alpha = convert_alpha(d->alpha);
    }
    if (mask & (NQ_D_EFFECTS | NQ_D_EFFECTS2)) {
        more->effects = d->effects;
    }
    more->flags = mask & NQ_D_FLAGS ? d->flags : more->flags;
    if (mask & NQ_D_TAG) {
        more->tag_entity = d->tag_entity;
        more->tag_index = d->tag_index;
    }
    if (mask & NQ_D_TRAIL) {
        more->trail = d->trail & NQ_DELTA_TRAIL;
        more->emit = d->emit;
    }
    change_shine(&more->shine, d);
}

/* Makes sure that the number has its place in both arrays. */
static int know_entity(const struct nq_apply *apply, uint32_t number)
{
    int status = nq_know_entity(apply, number);
    const uint32_t known = (*apply->state)->arrays[NQ_DELTA_ENTITIES].count;
    if (status < 0 || number < known) {
        return status;
    }
    status = nq_state_extend(apply->state, NQ_DELTA_ENTITIES, number + 1);
    if (status == 0) {
        struct nq_delta_entity *entities = nq_delta_entities(*apply->state);
        for (uint32_t i = known; i <= number; i++) {
            entities[i].base = entities[i].now = null_looks;
        }
    }
    return status;
}

int nq_apply_delta_baseline(const struct nq_apply *apply, uint32_t number,
                            const struct nq_delta *delta)
{
    const int status = know_entity(apply, number);
    if (status == 0) {
        struct nq_delta_entity *d = &nq_delta_entities(*apply->state)[number];
        d->base = null_looks;
        if (delta != NULL) {
            struct nq_baseline *base = &nq_entities(*apply->state)[number].baseline;
            to_null(base);
            change_looks(base, &d->base, delta);
        }
    }
    return status;
}

int nq_apply_delta_static(const struct nq_apply *apply, const struct nq_delta *delta)
{
    struct nq_delta_looks more = null_looks;
    struct nq_static looks;
    to_null(&looks.looks);
    change_looks(&looks.looks, &more, delta);
    looks.shine = more.shine;
    return nq_add_static(apply, &looks);
}

void nq_delta_step(struct nq_state *s)
{
    struct nq_entity *entities = nq_entities(s);
    struct nq_delta_entity *deltas = nq_delta_entities(s);
    for (uint32_t i = 0; i < s->arrays[NQ_DELTA_ENTITIES].count; i++) {
        struct nq_entity *e = &entities[i];
        if (deltas[i].life == DEAD) {
            continue;
        }
        e->msg_time = s->times[0];
        deltas[i].life = LIVES;
        if (!(deltas[i].now.flags & NQ_DF_STEP)) { /* a step lasts until the next one */
            memcpy(e->origins[1], e->origins[0], sizeof e->origins[1]);
            memcpy(e->angles[1], e->angles[0], sizeof e->angles[1]);
            e->snap = 0;
        }
    }
}

void nq_remove_entity(struct nq_state *s, uint32_t number)
{
    if (number < s->arrays[NQ_DELTA_ENTITIES].count) {
        nq_delta_entities(s)[number].life = DEAD;
        nq_entities(s)[number].msg_time = NQ_NEVER;
    }
}

bool nq_delta_lives(const struct nq_state *s, uint32_t number)
{
    const struct nq_delta_entity *d = nq_delta_get(s, number);
    return d != NULL && d->life != DEAD;
}

static void remove_entities(struct nq_state *s, const struct nq_delta_entry *entry)
{
    if (entry->entity != 0) {
        nq_remove_entity(s, entry->entity);
        return;
    }
    for (uint32_t i = 0; i < s->arrays[NQ_DELTA_ENTITIES].count; i++) {
        nq_remove_entity(s, i);
    }
}

/* The entity's state as an update starts from it. */
static struct nq_baseline start_looks(const struct nq_entity *e, struct nq_delta_entity *d,
                                      uint32_t mask)
{
    struct nq_baseline looks;
    if (mask & NQ_D_RESET) {
        d->now = d->base;
        return e->baseline;
    }
    if (d->life == DEAD) {
        d->now = null_looks;
        to_null(&looks);
        return looks;
    }
    memcpy(looks.origin, e->origins[0], sizeof looks.origin);
    memcpy(looks.angles, e->angles[0], sizeof looks.angles);
    looks.model = e->model;
    looks.frame = e->frame;
    looks.colormap = e->colormap;
    looks.skin = e->skin;
    looks.alpha = e->alpha;
    looks.scale = e->scale;
    return looks;
}

static void store_looks(struct nq_entity *e, const struct nq_baseline *looks)
{
    e->model = looks->model;
    e->frame = looks->frame;
    e->colormap = looks->colormap;
    e->skin = looks->skin;
    e->alpha = looks->alpha;
    e->scale = looks->scale;
}

/* Moves it; true: it is elsewhere than before. */
static bool store_place(const struct nq_state *s, struct nq_entity *e, uint8_t flags,
                        const struct nq_baseline *looks)
{
    const bool moved = memcmp(e->origins[0], looks->origin, sizeof looks->origin) != 0;
    const bool turned = memcmp(e->angles[0], looks->angles, sizeof looks->angles) != 0;
    const bool stepped = (e->lerp_flags & NQ_LERP_STEP) != 0;
    const bool steps = (flags & NQ_DF_STEP) != 0;
    if (steps ? moved || turned || !stepped : stepped) {
        memcpy(e->origins[1], e->origins[0], sizeof e->origins[1]);
        memcpy(e->angles[1], e->angles[0], sizeof e->angles[1]);
        e->step_start = steps ? nq_lerp_start(s) : e->step_start;
    }
    memcpy(e->origins[0], looks->origin, sizeof looks->origin);
    memcpy(e->angles[0], looks->angles, sizeof looks->angles);
    e->lerp_flags = (uint8_t)((e->lerp_flags & NQ_LERP_SKIP) | (steps ? NQ_LERP_STEP : 0));
    return moved;
}

static void store_velocity(struct nq_delta_entity *d, const struct nq_delta *delta)
{
    const bool told = (delta->mask & NQ_D_PREDICTION) != 0;
    for (int i = 0; i < 3; i++) { /* absent parts are 0 in the message, too */
        d->velocity[i] = told ? delta->prediction.velocity[i] : 0;
    }
}

static bool flashes(const struct nq_entity *e)
{
    return (e->effects & NQ_EF_MUZZLEFLASH) && e->model != 0;
}

int nq_apply_delta(const struct nq_apply *apply, uint32_t number, const struct nq_delta *delta)
{
    int status = know_entity(apply, number);
    if (status < 0) {
        return status;
    }
    struct nq_state *s = *apply->state;
    struct nq_entity *e = &nq_entities(s)[number];
    struct nq_delta_entity *d = &nq_delta_entities(s)[number];
    const uint16_t old_model = e->model, old_frame = e->frame;
    struct nq_baseline looks = start_looks(e, d, delta->mask);
    change_looks(&looks, &d->now, delta);
    store_velocity(d, delta);
    store_looks(e, &looks);
    e->effects = (uint8_t)(d->now.effects & OWN_EFFECTS);
    e->shine = d->now.shine;
    e->shine.hidden =
        nq_protocol_is_darkplaces(&s->protocol) && (d->now.effects & NQ_EF_NO_DRAW) != 0;
    const bool moved = store_place(s, e, d->now.flags, &looks);
    const bool forced = d->life != LIVES || (e->model == 0 && old_model != 0);
    d->life = d->life == LIVES ? LIVES : NEW;
    e->msg_time = s->times[0];
    if (forced) {
        memcpy(e->origins[1], e->origins[0], sizeof e->origins[1]);
        memcpy(e->angles[1], e->angles[0], sizeof e->angles[1]);
    }
    e->snap = forced || (e->lerp_flags & NQ_LERP_STEP);
    if (forced || flashes(e) || e->frame != old_frame || e->model != old_model) {
        nq_follow_frame(s, e, number, old_model, old_frame, forced);
    }
    return moved && !forced ? nq_follow_trail(apply, (uint16_t)number) : 0;
}

/* A flash shows with each update until an update of the entity ends it. */
int nq_apply_flashes(const struct nq_apply *apply)
{
    int status = 0;
    for (uint32_t i = 1; status == 0 && i < (*apply->state)->arrays[NQ_DELTA_ENTITIES].count; i++) {
        const struct nq_entity *e = &nq_entities(*apply->state)[i];
        if (e->msg_time == (*apply->state)->times[0] && flashes(e)) {
            status = nq_apply_muzzle_flash(apply, (uint16_t)i);
        }
    }
    return status;
}

/* The values that clientdata has in other demos. */
static void store_view(struct nq_state *s)
{
    const struct nq_delta_entity *d = nq_delta_get(s, s->view_entity);
    for (int i = 0; i < 3; i++) {
        s->velocity[0][i] = d != NULL ? (float)d->velocity[i] / 8.0f : 0.0f;
    }
    s->on_ground = d != NULL && (d->now.flags & NQ_DF_ON_GROUND);
    nq_end_stats(s);
}

static int apply_entries(const struct nq_apply *apply, const struct nq_deltas *deltas)
{
    const struct nq_protocol protocol = (*apply->state)->protocol;
    struct byte_reader r = byte_reader_make(deltas->bytes, deltas->size);
    struct nq_delta_entry entry;
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < deltas->updates + deltas->removals; i++) {
        if (nq_delta_next(&protocol, &r, &entry, NULL) <= 0) {
            break; /* the message was decoded, so it is whole */
        }
        if (entry.removed) {
            remove_entities(*apply->state, &entry);
        } else {
            status = nq_apply_delta(apply, entry.entity, &entry.delta);
        }
    }
    return status;
}

int nq_apply_deltas(const struct nq_apply *apply, const struct nq_deltas *deltas)
{
    struct nq_state *s = *apply->state;
    const bool views = nq_stats_tell_all(s);
    int status = 0;
    if (s->updates == 0 || (double)deltas->time != s->times[0]) { /* else a moment in two parts */
        if (views) {
            memcpy(s->velocity[1], s->velocity[0], sizeof s->velocity[1]);
        }
        status = nq_apply_time(apply, (double)deltas->time);
    }
    if (status == 0) {
        nq_enter_game(*apply->state);
        status = apply_entries(apply, deltas);
    }
    if (status == 0 && views) {
        store_view(*apply->state);
    }
    return status == 0 ? nq_apply_flashes(apply) : status;
}

uint32_t nq_delta_model_flags(const struct nq_state *s, uint32_t number, uint32_t flags)
{
    const struct nq_delta_entity *d = nq_delta_get(s, number);
    const uint32_t effects = d != NULL ? d->now.effects : 0;
    return (effects & NQ_EF_NO_MODEL_FLAGS ? 0 : flags) | effects >> 24;
}

enum effect_trail nq_delta_trail(const struct nq_apply *apply, uint32_t number)
{
    const struct nq_delta_entity *d = nq_delta_get(*apply->state, number);
    if (d == NULL) {
        return EFFECT_TRAIL_BY_MODEL;
    }
    const enum effect_trail named = nq_named_trail(apply, d->now.trail);
    const enum effect_trail flagged = effect_trail_of_flags(d->now.effects >> 24);
    if (named != EFFECT_TRAIL_BY_MODEL) {
        return named;
    }
    return flagged != EFFECT_TRAIL_NONE || (d->now.effects & NQ_EF_NO_MODEL_FLAGS)
               ? flagged
               : EFFECT_TRAIL_BY_MODEL;
}

/* Alias models pitch the other way. */
static bool is_alias(const struct nq_state *s, uint32_t model)
{
    return model < s->arrays[NQ_MODELS].count && nq_models(s)[model].may_trail;
}

/* A vector of a turned thing in the level: forward, left and up along its axes; right is left's
 * other way. to may be at. */
static void put_vector(float to[3], const float axes[3][3], const float at[3])
{
    const float from[3] = {at[0], at[1], at[2]};
    for (int i = 0; i < 3; i++) {
        to[i] = axes[0][i] * from[0] - axes[1][i] * from[1] + axes[2][i] * from[2];
    }
}

/* VectorAngles of a forward and an upward direction: degrees, the pitch downward. */
static void find_angles(const float forward[3], const float up[3], float angles[3])
{
    const double degrees = 180.0 / DMATH_PI;
    const double flat = sqrt((double)forward[0] * forward[0] + (double)forward[1] * forward[1]);
    if (flat < 1e-6) {
        angles[0] = forward[2] > 0.0f ? -90.0f : 90.0f;
        angles[1] = (float)(dmath_atan2(forward[2] > 0.0f ? -up[1] : up[1],
                                        forward[2] > 0.0f ? -up[0] : up[0]) *
                            degrees);
        angles[2] = 0.0f;
        return;
    }
    angles[0] = (float)(-dmath_atan2((double)forward[2], flat) * degrees);
    angles[1] = (float)(dmath_atan2((double)forward[1], (double)forward[0]) * degrees);
    const double left[3] = {-forward[1] / flat, forward[0] / flat, 0.0};
    const double over[3] = {forward[1] * left[2] - forward[2] * left[1],
                            forward[2] * left[0] - forward[0] * left[2],
                            forward[0] * left[1] - forward[1] * left[0]};
    const double side = up[0] * left[0] + up[1] * left[1];
    const double height = up[0] * over[0] + up[1] * over[1] + up[2] * over[2];
    angles[2] = (float)(-dmath_atan2(side, height) * degrees);
}

void nq_delta_turn(const float origin[3], const float angles[3], struct nq_attached *place)
{
    float axes[3][3], forward[3], right[3], up[3];
    dmath_angle_vectors(angles, axes[0], axes[1], axes[2]);
    dmath_angle_vectors(place->angles, forward, right, up);
    put_vector(place->origin, axes, place->origin);
    put_vector(forward, axes, forward);
    put_vector(up, axes, up);
    for (int i = 0; i < 3; i++) {
        place->origin[i] += origin[i];
    }
    find_angles(forward, up, place->angles);
}

bool nq_delta_attach(const struct nq_state *s, uint32_t number, float lerp,
                     struct nq_attached *place)
{
    const struct nq_delta_entity *child = nq_delta_get(s, number);
    place->flags = child != NULL ? child->now.flags : 0;
    for (int i = 0; child != NULL && child->now.tag_entity != 0; i++) {
        const uint32_t tag = child->now.tag_entity;
        const struct nq_entity *parent = nq_entity_get(s, tag);
        child = nq_delta_get(s, tag);
        if (i == MAX_PARENTS || parent == NULL || child == NULL || parent->model == 0 ||
            parent->msg_time != s->times[0]) {
            return false;
        }
        float at[3], turned[3];
        nq_entity_place(s, parent, lerp, at, turned);
        if (is_alias(s, parent->model)) {
            turned[0] = -turned[0];
        }
        nq_delta_turn(at, turned, place);
        place->flags |= child->now.flags & (NQ_DF_VIEW_MODEL | NQ_DF_EXTERIOR);
        place->flags |= tag == s->view_entity ? NQ_DF_EXTERIOR : 0;
    }
    return true;
}
