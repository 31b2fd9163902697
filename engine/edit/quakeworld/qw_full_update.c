#include "engine/edit/quakeworld/qw_full_update.h"

#include <string.h>

#include "formats/base/fields.h"

static const struct qw_frame *newest_frame(const struct qw_state *s)
{
    const struct qw_frame *frame = &s->frames[s->incoming % QW_FRAMES];
    return frame->valid && frame->sequence == s->incoming ? frame : NULL;
}

bool qw_full_update_is_known(const struct qw_state *s)
{
    return newest_frame(s) != NULL;
}

static const struct qw_frame_entity *find_baseline(const struct qw_state *s, uint32_t number)
{
    static const struct qw_frame_entity empty;
    if (number >= s->arrays[QW_BASELINE_PLACES].count || qw_baseline_places(s)[number] == 0) {
        return &empty;
    }
    return &qw_baselines(s)[qw_baseline_places(s)[number] - 1];
}

static uint32_t changed_places(const struct qw_frame_entity *from, const struct qw_frame_entity *to)
{
    static const uint32_t origin_bits[3] = {QW_U_ORIGIN1, QW_U_ORIGIN2, QW_U_ORIGIN3};
    static const uint32_t angle_bits[3] = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3};
    uint32_t bits = 0;
    for (int i = 0; i < 3; i++) {
        bits |= memcmp(&from->origin[i], &to->origin[i], sizeof(float)) != 0 ? origin_bits[i] : 0;
        bits |= from->angles[i] != to->angles[i] ? angle_bits[i] : 0;
    }
    return bits;
}

static uint32_t changed_bits(const struct qw_frame_entity *from, const struct qw_frame_entity *to)
{
    uint32_t bits = changed_places(from, to);
    if (from->model != to->model) {
        /* MODEL with MODELDBL is 256 higher; alone it has two bytes. */
        bits |= to->model < 512 ? QW_U_MODEL : QW_U_MODELDBL;
    }
    bits |= from->frame != to->frame ? QW_U_FRAME : 0;
    bits |= from->colormap != to->colormap ? QW_U_COLORMAP : 0;
    bits |= from->skin != to->skin ? QW_U_SKIN : 0;
    bits |= from->effects != to->effects ? QW_U_EFFECTS : 0;
    bits |= from->trans != to->trans ? QW_U_TRANS : 0;
    bits |=
        memcmp(from->colour_mod, to->colour_mod, sizeof(to->colour_mod)) != 0 ? QW_U_COLOURMOD : 0;
    /* Number 0 without bits would end the list. */
    return bits == 0 && to->number == 0 ? QW_U_ORIGIN1 : bits;
}

/* Bits of an entity that no extension has. */
#define PLAIN_BITS 0xffffu

/* Places and angles as a protocol without extensions has them: eighths, 256 steps to a turn. */
static struct qw_frame_entity round_places(const struct qw_frame_entity *from)
{
    struct qw_frame_entity e = *from;
    for (int i = 0; i < 3; i++) {
        e.origin[i] = (float)fields_nearest(e.origin[i] * 8.0, INT16_MIN, INT16_MAX) / 8.0f;
        e.angles[i] = (int16_t)(uint16_t)(((uint16_t)e.angles[i] + 128u) & 0xff00u);
    }
    return e;
}

void qw_full_update_write(const struct qw_state *s, const struct qw_frame_entity *e,
                          const struct qw_protocol *protocol, struct byte_writer *out)
{
    const bool plain = (protocol->ftex | protocol->fte2 | protocol->mvd1) == 0;
    const struct qw_frame_entity *baseline = find_baseline(s, e->number);
    struct qw_frame_entity rounded, rounded_baseline;
    if (plain) {
        rounded = round_places(e);
        rounded_baseline = round_places(baseline);
        e = &rounded;
        baseline = &rounded_baseline;
    }
    struct qw_entity entity = {.bits = changed_bits(baseline, e),
                               .number = e->number,
                               .model = e->model,
                               .frame = e->frame,
                               .colormap = e->colormap,
                               .skin = e->skin,
                               .effects = e->effects,
                               .trans = e->trans};
    entity.bits &= plain ? PLAIN_BITS : UINT32_MAX;
    memcpy(entity.colour_mod, e->colour_mod, sizeof(entity.colour_mod));
    for (int i = 0; i < 3; i++) {
        entity.origin[i] = e->origin[i];
        entity.angles[i] = qw_angle_degrees(e->angles[i]);
    }
    qw_entity_encode(protocol, &entity, out);
}

uint32_t qw_full_update_count(const struct qw_state *s)
{
    const struct qw_frame *frame = newest_frame(s);
    return frame ? frame->count : s->arrays[QW_ENTITIES].count;
}

const struct qw_frame_entity *qw_full_update_entity(const struct qw_state *s, uint32_t i)
{
    const struct qw_frame *frame = newest_frame(s);
    return frame ? &qw_frame_entities(s)[frame->first + i] : &qw_shown_entities(s)[i].now;
}

void qw_full_update_entities(const struct qw_state *s, struct byte_writer *out)
{
    const struct qw_protocol protocol = qw_state_protocol(s);
    const uint32_t count = qw_full_update_count(s);
    byte_writer_u8(out, QW_PACKETENTITIES);
    for (uint32_t i = 0; i < count; i++) {
        qw_full_update_write(s, qw_full_update_entity(s, i), &protocol, out);
    }
    byte_writer_u16(out, 0);
}

void qw_full_update_player(const struct qw_state *s, uint8_t slot, struct byte_writer *out)
{
    struct qw_protocol protocol = qw_state_protocol(s);
    const struct qw_player_state *from = &s->players[slot].states[0];
    struct qw_message m = {.id = QW_PLAYERINFO};
    struct qw_mvd_playerinfo *to = &m.u.mvd_player;
    to->flags = QW_DF_ORIGIN1 * 7 | QW_DF_ANGLE1 * 7 | QW_DF_EFFECTS | QW_DF_SKIN |
                QW_DF_WEAPONFRAME | QW_DF_MODEL;
    to->flags |= from->flags & QW_PF_DEAD ? QW_DF_DEAD : 0;
    to->flags |= from->flags & QW_PF_GIB ? QW_DF_GIB : 0;
    to->player = slot;
    to->frame = from->frame;
    to->model = (uint8_t)from->model;
    to->skin = from->skin;
    to->effects = from->effects;
    to->weapon_frame = from->weapon_frame;
    memcpy(to->origin, from->origin, sizeof(to->origin));
    memcpy(to->angles, from->angles, sizeof(to->angles));
    protocol.is_mvd = true;
    qw_message_encode(&protocol, &m, out);
}
