/* NetQuake server messages written: the bytes nq_message_decode reads. */
#include "formats/netquake/nq_message.h"

#include <string.h>

#include "formats/base/fields.h"
#include "formats/netquake/nq_dp_message.h"
#include "formats/netquake/nq_fields.h"
#include "formats/netquake/nq_fte_message.h"

/* Longer than any message without text (see nq_message.c). */
enum { MAX_FIXED = 64 };

/* Buffer for a message of fixed layout. */
struct fixed {
    uint8_t data[MAX_FIXED];
    size_t size;
    const struct nq_protocol *protocol;
    uint32_t flags; /* the protocol's, which decide about coordinates and angles */
    bool extended;  /* 666 and 999 */
};

static void put_u8(struct fixed *m, uint32_t v)
{
    m->data[m->size++] = (uint8_t)v;
}

static void put_i8(struct fixed *m, int v)
{
    put_u8(m, (uint32_t)v);
}

static void put_u16(struct fixed *m, uint32_t v)
{
    put_u8(m, v);
    put_u8(m, v >> 8);
}

static void put_u32(struct fixed *m, uint32_t v)
{
    put_u16(m, v);
    put_u16(m, v >> 16);
}

static void put_f32(struct fixed *m, float v)
{
    union {
        float f;
        uint32_t u;
    } bits = {v};
    put_u32(m, bits.u);
}

static int32_t round_down(double v)
{
    int32_t whole = (int32_t)v;
    return whole > v ? whole - 1 : whole;
}

/* The counterpart of the decoder's widening: no conversion touches the bits of a NaN. */
static uint32_t narrow_double(double v)
{
    union {
        double d;
        uint64_t u;
    } wide = {v};
    union {
        float f;
        uint32_t u;
    } bits;
    if (v == v) {
        bits.f = (float)v;
        return bits.u;
    }
    return (uint32_t)(wide.u >> 63) << 31 | 0x7f800000u | (uint32_t)(wide.u >> 29 & 0x7fffff);
}

static void put_coord(struct fixed *m, double v)
{
    if (m->flags & NQ_PRFL_FLOATCOORD) {
        put_u32(m, narrow_double(v));
    } else if (m->flags & NQ_PRFL_INT32COORD) {
        put_u32(m, (uint32_t)fields_nearest(v * 16, INT32_MIN, INT32_MAX));
    } else if (m->flags & NQ_PRFL_24BITCOORD) {
        double inside = v >= -32768 ? v <= 32768 ? v : 32768 : v < -32768 ? -32768 : 0;
        int32_t whole = round_down(inside);
        whole = whole > INT16_MAX ? INT16_MAX : whole;
        put_u16(m, (uint32_t)whole);
        put_u8(m, (uint32_t)fields_nearest((inside - whole) * 255, 0, 255));
    } else {
        put_u16(m, (uint32_t)fields_nearest(v * 8, INT16_MIN, INT16_MAX));
    }
}

static void put_angle(struct fixed *m, float v)
{
    /* Beyond any sensible angle; the upper bits are whole turns and are lost. */
    const double most = 1 << 30;
    if (m->flags & NQ_PRFL_FLOATANGLE) {
        put_f32(m, v);
    } else if (m->flags & NQ_PRFL_SHORTANGLE) {
        put_u16(m, (uint32_t)fields_nearest(v * (65536.0 / 360.0), -most, most));
    } else {
        put_u8(m, (uint32_t)fields_nearest(v * (256.0 / 360.0), -most, most));
    }
}

void nq_coord_write(const struct nq_protocol *protocol, struct byte_writer *out, double coord)
{
    struct fixed m = {.flags = protocol->flags};
    put_coord(&m, coord);
    byte_writer_bytes(out, m.data, m.size);
}

void nq_origin_write(const struct nq_protocol *protocol, struct byte_writer *out,
                     const double origin[3])
{
    for (int i = 0; i < 3; i++) {
        nq_coord_write(protocol, out, origin[i]);
    }
}

void nq_angle_write(const struct nq_protocol *protocol, struct byte_writer *out, float angle)
{
    struct fixed m = {.flags = protocol->flags};
    put_angle(&m, angle);
    byte_writer_bytes(out, m.data, m.size);
}

void nq_short_angle_write(const struct nq_protocol *protocol, struct byte_writer *out, float angle)
{
    const bool floats = protocol != NULL && (protocol->flags & NQ_PRFL_FLOATANGLE);
    struct fixed m = {.flags = floats ? NQ_PRFL_FLOATANGLE : NQ_PRFL_SHORTANGLE};
    put_angle(&m, angle);
    byte_writer_bytes(out, m.data, m.size);
}

static void put_origin(struct fixed *m, const double origin[3])
{
    for (int i = 0; i < 3; i++) {
        put_coord(m, origin[i]);
    }
}

static void put_model(struct fixed *m, uint32_t model)
{
    if (m->protocol->wide & NQ_WIDE_MODEL) {
        put_u16(m, model);
    } else {
        put_u8(m, model);
    }
}

static void put_update_tail(struct fixed *m, uint32_t mask, const struct nq_entity_update *u)
{
    if (mask & NQ_U_ALPHA) {
        put_u8(m, u->alpha);
    }
    if (mask & NQ_U_SCALE) {
        put_u8(m, u->scale);
    }
    if (mask & NQ_U_FRAME2) {
        put_u8(m, (uint32_t)u->frame >> 8);
    }
    if (mask & NQ_U_MODEL2) {
        put_u8(m, (uint32_t)u->model >> 8);
    }
    if (mask & NQ_U_LERPFINISH) {
        put_u8(m, u->lerp_finish);
    }
}

static void put_trans(struct fixed *m, const struct nq_entity_update *u)
{
    put_f32(m, u->trans[0]);
    put_f32(m, u->trans[1]);
    if (u->trans[0] == 2.0f) {
        put_f32(m, u->trans[2]);
    }
}

static void put_dp_tail(struct fixed *m, const struct nq_entity_update *u)
{
    const struct {
        uint32_t bit;
        uint32_t value;
    } bytes[] = {
        {NQ_DPU_ALPHA, u->alpha},
        {NQ_DPU_SCALE, u->scale},
        {NQ_DPU_EFFECTS2, (uint32_t)u->effects >> 8},
        {NQ_DPU_GLOWSIZE, u->glow_size},
        {NQ_DPU_GLOWCOLOR, u->glow_color},
        {NQ_DPU_COLORMOD, u->color_mod},
        {NQ_DPU_FRAME2, (uint32_t)u->frame >> 8},
        {NQ_DPU_MODEL2, (uint32_t)u->model >> 8},
    };
    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        if (u->dp_mask & bytes[i].bit) {
            put_u8(m, bytes[i].value);
        }
    }
}

/* The mask as found, with the bits that later bytes need. */
static uint32_t complete_update_mask(const struct fixed *m, const struct nq_entity_update *u)
{
    uint32_t mask = u->mask & ~0x80u;
    if (!m->extended) {
        mask = (mask & 0xffff) | (u->is_dp ? u->dp_mask & ~0xffffu : 0);
    }
    if (u->entity > 255) {
        mask |= NQ_U_LONGENTITY;
    }
    if (mask >> 24) {
        mask |= NQ_U_EXTEND2;
    }
    if (mask >> 16) {
        mask |= NQ_U_EXTEND1;
    }
    if (mask >> 8) {
        mask |= NQ_U_MOREBITS;
    }
    return mask;
}

/* The bytes up to the entity's place. */
static void put_update_fields(struct fixed *m, uint32_t mask, const struct nq_entity_update *u)
{
    if (mask & NQ_U_LONGENTITY) {
        put_u16(m, u->entity);
    } else {
        put_u8(m, u->entity);
    }
    if (mask & NQ_U_MODEL) {
        put_model(m, u->model);
    }
    const struct {
        uint32_t bit;
        uint32_t value;
    } bytes[] = {
        {NQ_U_FRAME, u->frame},
        {NQ_U_COLORMAP, u->colormap},
        {NQ_U_SKIN, u->skin},
        {NQ_U_EFFECTS, u->effects},
    };
    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        if (mask & bytes[i].bit) {
            put_u8(m, bytes[i].value);
        }
    }
    static const uint32_t origin_bits[3] = {NQ_U_ORIGIN1, NQ_U_ORIGIN2, NQ_U_ORIGIN3};
    static const uint32_t angle_bits[3] = {NQ_U_ANGLE1, NQ_U_ANGLE2, NQ_U_ANGLE3};
    for (int i = 0; i < 3; i++) {
        if (mask & origin_bits[i]) {
            put_coord(m, u->origin[i]);
        }
        if (mask & angle_bits[i]) {
            put_angle(m, u->angles[i]);
        }
    }
}

static void put_update(struct fixed *m, const struct nq_entity_update *u)
{
    const uint32_t mask = complete_update_mask(m, u);
    put_u8(m, 0x80 | mask);
    if (mask & NQ_U_MOREBITS) {
        put_u8(m, mask >> 8);
    }
    if ((m->extended || u->is_dp) && (mask & NQ_U_EXTEND1)) {
        put_u8(m, mask >> 16);
        if (mask & NQ_U_EXTEND2) {
            put_u8(m, mask >> 24);
        }
    }
    put_update_fields(m, mask, u);
    if ((mask & NQ_U_EXTEND1) == 0) {
        return;
    }
    if (m->extended) {
        put_update_tail(m, mask, u);
    } else if (u->is_dp) {
        put_dp_tail(m, u);
    } else {
        put_trans(m, u);
    }
}

static void put_clientdata_tail(struct fixed *m, uint32_t mask, const struct nq_clientdata *c)
{
    const uint16_t second[] = {c->weapon_model,   c->armor,          c->ammo,
                               c->ammo_counts[0], c->ammo_counts[1], c->ammo_counts[2],
                               c->ammo_counts[3]};
    for (int i = 0; i < 7; i++) {
        if (mask & (uint32_t)NQ_SU_WEAPON2 << i) {
            put_u8(m, (uint32_t)second[i] >> 8);
        }
    }
    if (mask & NQ_SU_WEAPONFRAME2) {
        put_u8(m, (uint32_t)c->weapon_frame >> 8);
    }
    if (mask & NQ_SU_WEAPONALPHA) {
        put_u8(m, c->weapon_alpha);
    }
}

static void put_clientdata(struct fixed *m, const struct nq_clientdata *c)
{
    uint32_t mask = m->extended ? c->mask : c->mask & 0xffff;
    if (mask >> 24) {
        mask |= NQ_SU_EXTEND2;
    }
    if (mask >> 16) {
        mask |= NQ_SU_EXTEND1;
    }
    put_u8(m, NQ_CLIENTDATA);
    put_u16(m, mask);
    if (m->extended && (mask & NQ_SU_EXTEND1)) {
        put_u8(m, mask >> 16);
        if (mask & NQ_SU_EXTEND2) {
            put_u8(m, mask >> 24);
        }
    }
    if (mask & NQ_SU_VIEWHEIGHT) {
        put_i8(m, c->view_height);
    }
    if (mask & NQ_SU_IDEALPITCH) {
        put_i8(m, c->ideal_pitch);
    }
    for (int i = 0; i < 3; i++) {
        if (mask & (uint32_t)NQ_SU_PUNCH1 << i) {
            put_i8(m, fields_nearest((double)c->punch[i], INT8_MIN, INT8_MAX));
        }
        if (mask & (uint32_t)NQ_SU_VELOCITY1 << i) {
            put_i8(m, c->velocity[i]);
        }
    }
    if (c->has_items) {
        put_u32(m, c->items);
    }
    if (mask & NQ_SU_WEAPONFRAME) {
        put_u8(m, c->weapon_frame);
    }
    if (mask & NQ_SU_ARMOR) {
        put_u8(m, c->armor);
    }
    if (mask & NQ_SU_WEAPON) {
        put_model(m, c->weapon_model);
    }
    put_u16(m, (uint32_t)c->health);
    put_u8(m, c->ammo);
    for (int i = 0; i < 4; i++) {
        put_u8(m, c->ammo_counts[i]);
    }
    put_u8(m, c->active_weapon);
    if (mask >> 16) {
        put_clientdata_tail(m, mask, c);
    }
}

static void put_sound(struct fixed *m, const struct nq_sound *s)
{
    put_u8(m, s->mask);
    if (s->mask & NQ_SND_VOLUME) {
        put_u8(m, s->volume);
    }
    if (s->mask & NQ_SND_ATTENUATION) {
        put_u8(m, s->attenuation);
    }
    if (m->extended && (s->mask & NQ_SND_LARGEENTITY)) {
        put_u16(m, s->entity);
        put_u8(m, s->channel);
    } else {
        put_u16(m, (uint32_t)s->entity << 3 | (s->channel & 7));
    }
    if ((m->extended && (s->mask & NQ_SND_LARGESOUND)) || (m->protocol->wide & NQ_WIDE_SOUND)) {
        put_u16(m, s->sound);
    } else {
        put_u8(m, s->sound);
    }
    put_origin(m, s->origin);
}

static void put_state(struct fixed *m, bool with_flags, const struct nq_entity_state *s)
{
    const uint32_t flags = with_flags ? s->flags : 0;
    if (with_flags) {
        put_u8(m, flags);
    }
    if (flags & NQ_B_LARGEMODEL) {
        put_u16(m, s->model);
    } else {
        put_model(m, s->model);
    }
    if (flags & NQ_B_LARGEFRAME) {
        put_u16(m, s->frame);
    } else {
        put_u8(m, s->frame);
    }
    put_u8(m, s->colormap);
    put_u8(m, s->skin);
    for (int i = 0; i < 3; i++) {
        put_coord(m, s->origin[i]);
        put_angle(m, s->angles[i]);
    }
    if (flags & NQ_B_ALPHA) {
        put_u8(m, s->alpha);
    }
    if (flags & NQ_B_SCALE) {
        put_u8(m, s->scale);
    }
}

static void put_temp_entity(struct fixed *m, const struct nq_temp_entity *t)
{
    put_u8(m, t->type);
    switch (t->type) {
    case NQ_TE_LIGHTNING1:
    case NQ_TE_LIGHTNING2:
    case NQ_TE_LIGHTNING3:
    case NQ_TE_BEAM:
        put_u16(m, t->entity);
        put_origin(m, t->origin);
        put_origin(m, t->end);
        break;
    case NQ_TE_EXPLOSION2:
        put_origin(m, t->origin);
        put_u8(m, t->color_start);
        put_u8(m, t->color_length);
        break;
    default:
        put_origin(m, t->origin);
        break;
    }
}

/* The bodies that belong to 666 and 999. */
static void put_extended_fields(struct fixed *m, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_FOG:
        put_u8(m, message->u.fog.density);
        for (int i = 0; i < 3; i++) {
            put_u8(m, message->u.fog.color[i]);
        }
        put_u16(m, (uint32_t)message->u.fog.time);
        break;
    case NQ_SPAWNBASELINE2:
        put_u16(m, message->u.spawnbaseline.entity);
        put_state(m, true, &message->u.spawnbaseline.state);
        break;
    case NQ_SPAWNSTATIC2:
        put_state(m, true, &message->u.spawnstatic);
        break;
    case NQ_LOCALSOUND:
        put_u8(m, message->u.localsound.mask);
        if (message->u.localsound.mask & NQ_SND_LARGESOUND) {
            put_u16(m, message->u.localsound.sound);
        } else {
            put_u8(m, message->u.localsound.sound);
        }
        break;
    default: /* no body */
        break;
    }
}

/* Writes messages with a position, then those of 666 and 999. */
static void put_position_fields(struct fixed *m, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_PARTICLE:
        put_origin(m, message->u.particle.origin);
        for (int i = 0; i < 3; i++) {
            put_i8(m, message->u.particle.velocity[i]);
        }
        put_u8(m, message->u.particle.count);
        put_u8(m, message->u.particle.color);
        break;
    case NQ_DAMAGE:
        put_u8(m, message->u.damage.armor);
        put_u8(m, message->u.damage.blood);
        put_origin(m, message->u.damage.origin);
        break;
    case NQ_SPAWNSTATIC:
        put_state(m, false, &message->u.spawnstatic);
        break;
    case NQ_SPAWNBASELINE:
        put_u16(m, message->u.spawnbaseline.entity);
        put_state(m, false, &message->u.spawnbaseline.state);
        break;
    case NQ_TEMP_ENTITY:
        put_temp_entity(m, &message->u.temp_entity);
        break;
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
        put_origin(m, message->u.spawnstaticsound.origin);
        if (message->id == NQ_SPAWNSTATICSOUND && (m->protocol->wide & NQ_WIDE_STATIC_SOUND) == 0) {
            put_u8(m, message->u.spawnstaticsound.sound);
        } else {
            put_u16(m, message->u.spawnstaticsound.sound);
        }
        put_u8(m, message->u.spawnstaticsound.volume);
        put_u8(m, message->u.spawnstaticsound.attenuation);
        break;
    default:
        put_extended_fields(m, message);
        break;
    }
}

static void put_fields(struct fixed *m, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_UPDATESTAT:
        put_u8(m, message->u.updatestat.stat);
        put_u32(m, (uint32_t)message->u.updatestat.value);
        break;
    case NQ_VERSION:
        put_u32(m, (uint32_t)message->u.version);
        break;
    case NQ_SETVIEW:
        put_u16(m, message->u.setview);
        break;
    case NQ_SOUND:
        put_sound(m, &message->u.sound);
        break;
    case NQ_TIME:
        put_f32(m, message->u.time);
        break;
    case NQ_SETANGLE:
        for (int i = 0; i < 3; i++) {
            put_angle(m, message->u.setangle[i]);
        }
        break;
    case NQ_UPDATEFRAGS:
        put_u8(m, message->u.updatefrags.player);
        put_u16(m, (uint32_t)message->u.updatefrags.frags);
        break;
    case NQ_STOPSOUND:
        put_u16(m, message->u.stopsound);
        break;
    case NQ_UPDATECOLORS:
        put_u8(m, message->u.updatecolors.player);
        put_u8(m, message->u.updatecolors.colors);
        break;
    case NQ_SETPAUSE:
        put_u8(m, message->u.setpause);
        break;
    case NQ_SIGNONNUM:
        put_u8(m, message->u.signonnum);
        break;
    case NQ_CDTRACK:
        put_u8(m, message->u.cdtrack.track);
        put_u8(m, message->u.cdtrack.loop_track);
        break;
    default:
        put_position_fields(m, message);
        break;
    }
}

static void write_names(struct byte_writer *out, const struct nq_names *names)
{
    const char *name = names->first;
    for (uint32_t i = 0; i < names->count; i++) {
        byte_writer_string(out, name);
        name += strlen(name) + 1;
    }
    byte_writer_u8(out, 0);
}

static void write_serverinfo(struct byte_writer *out, const struct nq_serverinfo *info)
{
    byte_writer_bytes(out, info->extensions, (size_t)info->num_extensions * 8);
    byte_writer_u32(out, (uint32_t)info->protocol);
    if (info->protocol == NQ_PROTOCOL_999) {
        byte_writer_u32(out, info->flags);
    }
    if (info->fte2 & NQ_FTE2_PREDINFO) {
        byte_writer_string(out, info->game_dirs);
    }
    byte_writer_u8(out, info->max_clients);
    byte_writer_u8(out, info->game_type);
    byte_writer_string(out, info->level_name);
    write_names(out, &info->models);
    write_names(out, &info->sounds);
}

static void write_showpic(const struct nq_protocol *protocol, struct byte_writer *out,
                          const struct nq_message *message)
{
    byte_writer_string(out, message->u.showpic.slot);
    byte_writer_string(out, message->u.showpic.picture);
    if (nq_protocol_is_darkplaces(protocol)) {
        byte_writer_u16(out, message->u.showpic.x);
        byte_writer_u16(out, message->u.showpic.y);
    } else {
        byte_writer_u8(out, message->u.showpic.x);
        byte_writer_u8(out, message->u.showpic.y);
    }
}

/* Writes messages that are a text; false for other ids. */
static bool write_text(const struct nq_protocol *protocol, struct byte_writer *out,
                       const struct nq_message *message)
{
    switch (message->id) {
    case NQ_PRINT:
    case NQ_STUFFTEXT:
    case NQ_CENTERPRINT:
    case NQ_FINALE:
    case NQ_CUTSCENE:
    case NQ_HIDEPIC:
    case NQ_SKYBOX:
    case NQ_ACHIEVEMENT:
        byte_writer_u8(out, message->id);
        byte_writer_string(out, message->u.text);
        return true;
    case NQ_SERVERINFO:
        byte_writer_u8(out, message->id);
        write_serverinfo(out, &message->u.serverinfo);
        return true;
    case NQ_LIGHTSTYLE:
        byte_writer_u8(out, message->id);
        byte_writer_u8(out, message->u.lightstyle.style);
        byte_writer_string(out, message->u.lightstyle.map);
        return true;
    case NQ_UPDATENAME:
        byte_writer_u8(out, message->id);
        byte_writer_u8(out, message->u.updatename.player);
        byte_writer_string(out, message->u.updatename.name);
        return true;
    case NQ_SHOWPIC:
        byte_writer_u8(out, message->id);
        write_showpic(protocol, out, message);
        return true;
    default:
        return false;
    }
}

void nq_message_encode(const struct nq_protocol *protocol, const struct nq_message *message,
                       struct byte_writer *out)
{
    struct fixed m;
    m.size = 0;
    m.protocol = protocol;
    m.flags = protocol->flags;
    m.extended = nq_protocol_is_extended(protocol);
    if (message->id < NQ_ENTITY_UPDATE &&
        (nq_fte_encode(protocol, message, out) || nq_dp_encode(protocol, message, out))) {
        return;
    }
    if (message->id >= NQ_ENTITY_UPDATE) {
        put_update(&m, &message->u.update);
    } else if (write_text(protocol, out, message)) {
        return;
    } else if (message->id == NQ_CLIENTDATA) {
        put_clientdata(&m, &message->u.clientdata);
    } else {
        put_u8(&m, message->id);
        put_fields(&m, message);
    }
    byte_writer_bytes(out, m.data, m.size);
}
