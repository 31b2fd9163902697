/* Entities and clientdata in another protocol. */
#include <string.h>

#include "engine/edit/netquake/nq_convert_internal.h"
#include "engine/netquake/nq_delta_state.h"
#include "formats/base/fields.h"

enum {
    ALPHA_INVISIBLE = 1,
    ALPHA_OPAQUE = 255,
    VIEW_HEIGHT = 22, /* of a clientdata without one */
    BYTE_MAX = 255
};

static bool is_extended(const struct nq_converter *c)
{
    return nq_protocol_is_extended(&c->to);
}

static bool is_plain_alpha(uint32_t alpha)
{
    return alpha == NQ_ALPHA_DEFAULT || alpha == ALPHA_OPAQUE;
}

/* --- looks --------------------------------------------------------------------------------------
 */

static bool needs_flags(const struct nq_entity_state *looks)
{
    return looks->model > BYTE_MAX || looks->frame > BYTE_MAX || looks->alpha != NQ_ALPHA_DEFAULT ||
           looks->scale != NQ_SCALE_DEFAULT;
}

static uint8_t choose_flags(const struct nq_entity_state *looks)
{
    return (uint8_t)((looks->model > BYTE_MAX ? NQ_B_LARGEMODEL : 0) |
                     (looks->frame > BYTE_MAX ? NQ_B_LARGEFRAME : 0) |
                     (looks->alpha != NQ_ALPHA_DEFAULT ? NQ_B_ALPHA : 0) |
                     (looks->scale != NQ_SCALE_DEFAULT ? NQ_B_SCALE : 0));
}

/* Notes what of an entity's looks the target lacks. */
static void check_looks(struct nq_converter *c, uint32_t model, uint32_t frame, uint32_t alpha,
                        uint32_t scale)
{
    nq_convert_limit_to(c, CONVERT_MODEL, model, c->target->names);
    nq_convert_limit_to(c, CONVERT_FRAME, frame, c->target->frames);
    if (!is_extended(c) && !is_plain_alpha(alpha)) {
        nq_convert_found(c, CONVERT_ALPHA, 0);
    }
    if (!is_extended(c) && scale != NQ_SCALE_DEFAULT) {
        nq_convert_found(c, CONVERT_SCALE, 0);
    }
}

/* Checks the looks; sets their flags. True: the message with flags is needed. */
static bool prepare_looks(struct nq_converter *c, struct nq_entity_state *looks)
{
    check_looks(c, looks->model, looks->frame, looks->alpha, looks->scale);
    nq_convert_check_place(c, looks->origin);
    const bool flagged = is_extended(c) && needs_flags(looks);
    looks->flags = flagged ? choose_flags(looks) : 0;
    return flagged;
}

void nq_convert_baseline(struct nq_converter *c, uint32_t entity,
                         const struct nq_entity_state *looks)
{
    struct nq_message m = {0};
    m.u.spawnbaseline.entity = (uint16_t)entity;
    m.u.spawnbaseline.state = *looks;
    nq_convert_limit_to(c, CONVERT_ENTITY, entity, c->target->entities - 1);
    m.id = prepare_looks(c, &m.u.spawnbaseline.state) ? NQ_SPAWNBASELINE2 : NQ_SPAWNBASELINE;
    nq_convert_put(c, &m);
}

void nq_convert_static(struct nq_converter *c, const struct nq_entity_state *looks)
{
    struct nq_message m = {.u.spawnstatic = *looks};
    c->statics++;
    nq_convert_limit_to(c, CONVERT_STATIC, c->statics, c->target->statics);
    m.id = prepare_looks(c, &m.u.spawnstatic) ? NQ_SPAWNSTATIC2 : NQ_SPAWNSTATIC;
    nq_convert_put(c, &m);
}

struct nq_entity_state nq_convert_known_looks(const struct nq_baseline *looks)
{
    struct nq_entity_state state = {.model = looks->model,
                                    .frame = looks->frame,
                                    .colormap = looks->colormap,
                                    .skin = looks->skin,
                                    .alpha = looks->alpha,
                                    .scale = looks->scale};
    for (int i = 0; i < 3; i++) {
        state.origin[i] = (double)looks->origin[i];
        state.angles[i] = looks->angles[i];
    }
    return state;
}

/* --- updates ------------------------------------------------------------------------------------
 */

/* A place in the level that is not the entity's own. */
struct place {
    float origin[3], angles[3];
};

/* True if an entity that nobody sees would be seen in the target's protocol. The one whose eyes
 * are the picture's is needed, and is not drawn. */
static bool must_hide(const struct nq_converter *c, uint32_t number, const struct nq_entity *e)
{
    return number != c->state->view_entity &&
           ((e->alpha == ALPHA_INVISIBLE && !is_extended(c)) || e->shine.hidden);
}

static void check_entity(struct nq_converter *c, uint32_t number, const struct nq_entity *e)
{
    nq_convert_limit_to(c, CONVERT_ENTITY, number, c->target->entities - 1);
    check_looks(c, e->model, e->frame, e->alpha, e->scale);
    if (e->shine.tinted || e->shine.glow || e->shine.full_bright) {
        nq_convert_found(c, CONVERT_SHINE, 0);
    }
}

static void put_update(struct nq_converter *c, struct nq_entity_update *u)
{
    static const uint32_t origin_bits[3] = {NQ_U_ORIGIN1, NQ_U_ORIGIN2, NQ_U_ORIGIN3};
    struct nq_message m = {.id = NQ_ENTITY_UPDATE};
    double told[3];
    for (int i = 0; i < 3; i++) {
        told[i] = u->mask & origin_bits[i] ? u->origin[i] : 0.0;
    }
    nq_convert_check_place(c, told);
    m.u.update = *u;
    nq_convert_put(c, &m);
}

/* The entity as the state has it, as differences from its baseline. */
static void put_known_entity(struct nq_converter *c, uint32_t number, const struct place *place)
{
    const struct nq_entity *e = &nq_entities(c->state)[number];
    const struct nq_delta_entity *delta = nq_delta_get(c->state, number);
    const struct nq_baseline *base = &e->baseline;
    const bool own_colors = delta != NULL && (delta->now.flags & NQ_DF_COLORMAPPED);
    struct nq_entity_update u = {.entity = (uint16_t)number,
                                 .model = e->model,
                                 .frame = e->frame,
                                 .colormap = own_colors ? 0 : e->colormap,
                                 .skin = e->skin,
                                 .effects = e->effects,
                                 .alpha = e->alpha,
                                 .scale = e->scale};
    static const uint32_t origin_bits[3] = {NQ_U_ORIGIN1, NQ_U_ORIGIN2, NQ_U_ORIGIN3};
    static const uint32_t angle_bits[3] = {NQ_U_ANGLE1, NQ_U_ANGLE2, NQ_U_ANGLE3};
    for (int i = 0; i < 3; i++) {
        u.origin[i] = (double)place->origin[i];
        u.angles[i] = place->angles[i];
        u.mask |= place->origin[i] != base->origin[i] ? origin_bits[i] : 0;
        u.mask |= place->angles[i] != base->angles[i] ? angle_bits[i] : 0;
    }
    u.mask |= u.model != base->model ? NQ_U_MODEL : 0;
    u.mask |= u.frame != base->frame ? NQ_U_FRAME : 0;
    u.mask |= u.colormap != base->colormap ? NQ_U_COLORMAP : 0;
    u.mask |= u.skin != base->skin ? NQ_U_SKIN : 0;
    u.mask |= u.effects != 0 ? NQ_U_EFFECTS : 0;
    u.mask |= e->lerp_flags & NQ_LERP_STEP ? NQ_U_NOLERP : 0;
    if (is_extended(c)) {
        u.mask |= u.model > BYTE_MAX && (u.mask & NQ_U_MODEL) ? NQ_U_MODEL2 : 0;
        u.mask |= u.frame > BYTE_MAX && (u.mask & NQ_U_FRAME) ? NQ_U_FRAME2 : 0;
        u.mask |= u.alpha != base->alpha ? NQ_U_ALPHA : 0;
        u.mask |= u.scale != base->scale ? NQ_U_SCALE : 0;
    }
    put_update(c, &u);
}

static struct place own_place(const struct nq_entity *e)
{
    struct place place;
    memcpy(place.origin, e->origins[0], sizeof place.origin);
    memcpy(place.angles, e->angles[0], sizeof place.angles);
    return place;
}

/* True for Nehahra's and QUAKEDP's bit 15, which no target has. */
static bool has_foreign_bits(const struct nq_converter *c, const struct nq_entity_update *update)
{
    return !nq_protocol_is_extended(&c->from) && (update->mask & NQ_U_TRANS) != 0;
}

void nq_convert_update(struct nq_converter *c, const struct nq_entity_update *update)
{
    struct nq_entity_update u = *update;
    const struct nq_entity *e = nq_entity_get(c->state, u.entity);
    if (e == NULL) { /* the block has a serverinfo behind it */
        return;
    }
    check_entity(c, u.entity, e);
    if (must_hide(c, u.entity, e)) {
        return;
    }
    if (has_foreign_bits(c, update)) {
        const struct place place = own_place(e);
        put_known_entity(c, u.entity, &place);
        return;
    }
    if (!is_extended(c)) {
        if (u.mask & NQ_U_LERPFINISH) {
            nq_convert_found(c, CONVERT_LERP_FINISH, 0);
        }
        u.mask &= u.mask & NQ_U_EXTEND1 ? 0x7fffu & ~(uint32_t)NQ_U_MOREBITS : 0x7fffu;
    } else {
        u.mask |= u.model > BYTE_MAX ? NQ_U_MODEL2 : 0;
    }
    put_update(c, &u);
}

/* Finds where an entity is that is attached to others; false: it is not to be seen. */
static bool find_place(struct nq_converter *c, uint32_t number, struct place *place)
{
    const struct nq_entity *e = &nq_entities(c->state)[number];
    struct nq_attached attached;
    *place = own_place(e);
    memcpy(attached.origin, place->origin, sizeof attached.origin);
    memcpy(attached.angles, place->angles, sizeof attached.angles);
    if (!nq_delta_attach(c->state, number, 1.0f, &attached)) {
        return false;
    }
    if (attached.flags & (NQ_DF_VIEW_MODEL | NQ_DF_EXTERIOR)) {
        nq_convert_found(c, CONVERT_VIEW_MODEL, 0);
        return false;
    }
    memcpy(place->origin, attached.origin, sizeof place->origin);
    memcpy(place->angles, attached.angles, sizeof place->angles);
    return true;
}

void nq_convert_all_entities(struct nq_converter *c)
{
    if (!nq_protocol_has_deltas(&c->from) && !nq_protocol_is_darkplaces(&c->from)) {
        return;
    }
    for (uint32_t i = 1; i < c->state->arrays[NQ_DELTA_ENTITIES].count; i++) {
        const struct nq_entity *e = &nq_entities(c->state)[i];
        const bool viewed = i == c->state->view_entity;
        struct place place = own_place(e);
        if (!nq_delta_lives(c->state, i) || (e->model == 0 && !viewed)) {
            continue;
        }
        check_entity(c, i, e);
        if (viewed || (!must_hide(c, i, e) && find_place(c, i, &place))) {
            put_known_entity(c, i, &place);
        }
    }
}

/* --- clientdata ---------------------------------------------------------------------------------
 */

static uint16_t limit_number(struct nq_converter *c, uint16_t value)
{
    if (value <= BYTE_MAX || is_extended(c)) {
        return value;
    }
    nq_convert_found(c, CONVERT_NUMBER, 0);
    return BYTE_MAX;
}

static void put_clientdata(struct nq_converter *c, const struct nq_clientdata *from)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    struct nq_clientdata *d = &m.u.clientdata;
    *d = *from;
    d->has_items = true;
    d->has_stats = true;
    d->mask |= NQ_SU_ITEMS;
    nq_convert_limit_to(c, CONVERT_MODEL, d->weapon_model, c->target->names);
    nq_convert_limit_to(c, CONVERT_FRAME, d->weapon_frame, c->target->frames);
    d->armor = limit_number(c, d->armor);
    d->ammo = limit_number(c, d->ammo);
    for (int i = 0; i < 4; i++) {
        d->ammo_counts[i] = limit_number(c, d->ammo_counts[i]);
    }
    if (!is_extended(c)) {
        if (!is_plain_alpha(d->weapon_alpha)) {
            nq_convert_found(c, CONVERT_ALPHA, 0);
        }
        d->mask &= 0x7fff;
    } else {
        d->mask &= nq_protocol_is_extended(&c->from) ? UINT32_MAX : 0x7fff;
        const uint16_t second[] = {d->weapon_model,   d->armor,          d->ammo,
                                   d->ammo_counts[0], d->ammo_counts[1], d->ammo_counts[2],
                                   d->ammo_counts[3]};
        for (int i = 0; i < 7; i++) {
            d->mask |= second[i] > BYTE_MAX ? (uint32_t)NQ_SU_WEAPON2 << i : 0;
        }
        d->mask |= d->weapon_frame > BYTE_MAX ? NQ_SU_WEAPONFRAME2 : 0;
        d->mask |= d->weapon_alpha != NQ_ALPHA_DEFAULT ? NQ_SU_WEAPONALPHA : 0;
    }
    nq_convert_put(c, &m);
}

static bool knows_clientdata(const struct nq_converter *c)
{
    return nq_protocol_stats_tell_all(&c->from) || nq_protocol_is_darkplaces(&c->from);
}

void nq_convert_clientdata(struct nq_converter *c, const struct nq_clientdata *data)
{
    if (!knows_clientdata(c)) {
        put_clientdata(c, data);
    }
}

static uint16_t stat_u16(const struct nq_state *s, int stat)
{
    const int32_t value = s->stats[stat];
    return (uint16_t)(value < 0 ? 0 : value > UINT16_MAX ? UINT16_MAX : value);
}

void nq_convert_known_clientdata(struct nq_converter *c)
{
    const struct nq_state *s = c->state;
    if (!knows_clientdata(c)) {
        return;
    }
    struct nq_clientdata d = {
        .mask = NQ_SU_WEAPON,
        .view_height = (int8_t)fields_nearest((double)s->view_height, INT8_MIN, INT8_MAX),
        .items = s->items,
        .weapon_frame = stat_u16(s, NQ_STAT_WEAPON_FRAME),
        .armor = stat_u16(s, NQ_STAT_ARMOR),
        .weapon_model = stat_u16(s, NQ_STAT_WEAPON),
        .health = (int16_t)fields_nearest(s->stats[NQ_STAT_HEALTH], INT16_MIN, INT16_MAX),
        .ammo = stat_u16(s, NQ_STAT_AMMO),
        .active_weapon = stat_u16(s, NQ_STAT_ACTIVE_WEAPON),
        .weapon_alpha = (uint8_t)s->weapon_alpha};
    for (int i = 0; i < 4; i++) {
        d.ammo_counts[i] = stat_u16(s, NQ_STAT_SHELLS + i);
    }
    for (int i = 0; i < 3; i++) {
        d.punch[i] = s->punch[i];
        d.velocity[i] =
            (int8_t)fields_nearest((double)s->velocity[0][i] / 16.0, INT8_MIN, INT8_MAX);
        d.mask |= d.punch[i] != 0.0f ? (uint32_t)NQ_SU_PUNCH1 << i : 0;
        d.mask |= d.velocity[i] != 0 ? (uint32_t)NQ_SU_VELOCITY1 << i : 0;
    }
    d.mask |= d.view_height != VIEW_HEIGHT ? NQ_SU_VIEWHEIGHT : 0;
    d.mask |= s->on_ground ? NQ_SU_ONGROUND : 0;
    d.mask |= s->in_water ? NQ_SU_INWATER : 0;
    d.mask |= d.weapon_frame ? NQ_SU_WEAPONFRAME : 0;
    d.mask |= d.armor ? NQ_SU_ARMOR : 0;
    put_clientdata(c, &d);
}
