#include "formats/netquake/nq_message.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/fields.h"
#include "formats/netquake/nq_dp_message.h"
#include "formats/netquake/nq_fields.h"
#include "formats/netquake/nq_fte_message.h"

/* Every message without text is shorter than this, so one check a message is enough: with fewer
 * bytes left in the block it is decoded from a zero-padded copy, its length compared afterwards. */
enum { SLACK = 64 };

enum { /* position fields, absent from an update of an entity at its baseline position */
       U_PLACE =
           NQ_U_ORIGIN1 | NQ_U_ORIGIN2 | NQ_U_ORIGIN3 | NQ_U_ANGLE1 | NQ_U_ANGLE2 | NQ_U_ANGLE3
};

/* A conversion would make a signalling NaN a quiet one, and the bytes would not come back. */
static double widen_float(uint32_t bits)
{
    union {
        uint32_t u;
        float f;
    } narrow = {bits};
    if ((bits & 0x7fffffffu) <= 0x7f800000u) {
        return narrow.f;
    }
    union {
        uint64_t u;
        double d;
    } wide = {(uint64_t)(bits >> 31) << 63 | (uint64_t)0x7ff << 52 |
              (uint64_t)(bits & 0x7fffffu) << 29};
    return wide.d;
}

static double take_wide_coord(fields *p, uint32_t flags)
{
    if (flags & NQ_PRFL_FLOATCOORD) {
        return widen_float(take_u32(p));
    }
    if (flags & NQ_PRFL_INT32COORD) {
        return (int32_t)take_u32(p) / 16.0;
    }
    if (flags & NQ_PRFL_24BITCOORD) {
        int whole = take_i16(p);
        int part = take_u8(p);
        /* 255/255 is the next integer; subtracting an amount below float's precision keeps the two
         * encodings distinguishable. */
        return part == 255 ? whole + 1 - 0x1p-37 : whole + part / 255.0;
    }
    return take_i16(p) * 0.125;
}

static inline double take_coord(fields *p, const struct nq_protocol *protocol)
{
    return protocol->flags == 0 ? take_i16(p) * 0.125 : take_wide_coord(p, protocol->flags);
}

static float take_wide_angle(fields *p, uint32_t flags)
{
    if (flags & NQ_PRFL_FLOATANGLE) {
        return take_f32(p);
    }
    if (flags & NQ_PRFL_SHORTANGLE) {
        return (float)take_i16(p) * (360.0f / 65536.0f);
    }
    return (float)take_i8(p) * (360.0f / 256.0f);
}

static inline float take_angle(fields *p, const struct nq_protocol *protocol)
{
    return protocol->flags == 0 ? (float)take_i8(p) * (360.0f / 256.0f)
                                : take_wide_angle(p, protocol->flags);
}

static inline void take_origin(fields *p, const struct nq_protocol *protocol, double origin[3])
{
    for (int i = 0; i < 3; i++) {
        origin[i] = take_coord(p, protocol);
    }
}

/* A field from a reader that checks bounds. */
#define TAKE_FROM(r, value, take)                                                                  \
    do {                                                                                           \
        uint8_t padded[8] = {0};                                                                   \
        const size_t left = byte_reader_left(r);                                                   \
        const bool close = left < sizeof padded;                                                   \
        if (close) {                                                                               \
            memcpy(padded, (r)->data + (r)->pos, left);                                            \
        }                                                                                          \
        fields start = close ? padded : (r)->data + (r)->pos, p = start;                           \
        (value) = take;                                                                            \
        (void)byte_reader_take(r, (size_t)(p - start));                                            \
    } while (0)

double nq_coord_read(const struct nq_protocol *protocol, struct byte_reader *r)
{
    double coord;
    TAKE_FROM(r, coord, take_coord(&p, protocol));
    return coord;
}

void nq_origin_read(const struct nq_protocol *protocol, struct byte_reader *r, double origin[3])
{
    for (int i = 0; i < 3; i++) {
        origin[i] = nq_coord_read(protocol, r);
    }
}

float nq_angle_read(const struct nq_protocol *protocol, struct byte_reader *r)
{
    float angle;
    TAKE_FROM(r, angle, take_angle(&p, protocol));
    return angle;
}

float nq_short_angle_read(const struct nq_protocol *protocol, struct byte_reader *r)
{
    const bool floats = protocol != NULL && (protocol->flags & NQ_PRFL_FLOATANGLE);
    float angle;
    TAKE_FROM(r, angle, take_wide_angle(&p, floats ? NQ_PRFL_FLOATANGLE : NQ_PRFL_SHORTANGLE));
    return angle;
}

/* Model numbers of BJP have 16 bits. */
static inline uint16_t take_model(fields *p, const struct nq_protocol *protocol)
{
    return protocol->wide & NQ_WIDE_MODEL ? take_u16(p) : take_u8(p);
}

static inline uint16_t take_second_byte(fields *p, uint16_t first)
{
    return (uint16_t)(first | take_u8(p) << 8);
}

static void take_update_tail(fields *p, struct nq_entity_update *u)
{
    if (u->mask & NQ_U_ALPHA) {
        u->alpha = take_u8(p);
    }
    if (u->mask & NQ_U_SCALE) {
        u->scale = take_u8(p);
    }
    if (u->mask & NQ_U_FRAME2) {
        u->frame = take_second_byte(p, u->frame);
    }
    if (u->mask & NQ_U_MODEL2) {
        u->model = take_second_byte(p, u->model);
    }
    if (u->mask & NQ_U_LERPFINISH) {
        u->lerp_finish = take_u8(p);
    }
}

/* Nehahra's floats; false if they cannot be, and the bit means QUAKEDP's extension. */
static bool take_trans(const struct nq_protocol *protocol, fields *p, struct nq_entity_update *u)
{
    u->trans[0] = take_f32(p);
    u->trans[1] = take_f32(p);
    if (u->trans[0] == 2.0f) {
        u->trans[2] = take_f32(p);
    }
    return protocol->version != NQ_PROTOCOL_15 || nq_protocol_is_nehahra_mode(u->trans[0]);
}

static void take_position(fields *p, const struct nq_protocol *protocol, struct nq_entity_update *u)
{
    static const uint32_t angle_bits[3] = {NQ_U_ANGLE1, NQ_U_ANGLE2, NQ_U_ANGLE3};
    for (int i = 0; i < 3; i++) {
        if (u->mask & (uint32_t)NQ_U_ORIGIN1 << i) {
            u->origin[i] = take_coord(p, protocol);
        }
        if (u->mask & angle_bits[i]) {
            u->angles[i] = take_angle(p, protocol);
        }
    }
}

/* 7.36, from the entity's number to its place. */
static void take_update_fields(const struct nq_protocol *protocol, fields *p,
                               struct nq_entity_update *u)
{
    const uint32_t mask = u->mask;
    u->entity = mask & NQ_U_LONGENTITY ? take_u16(p) : take_u8(p);
    if (mask & NQ_U_MODEL) {
        u->model = take_model(p, protocol);
    }
    if (mask & NQ_U_FRAME) {
        u->frame = take_u8(p);
    }
    if (mask & NQ_U_COLORMAP) {
        u->colormap = take_u8(p);
    }
    if (mask & NQ_U_SKIN) {
        u->skin = take_u8(p);
    }
    if (mask & NQ_U_EFFECTS) {
        u->effects = take_u8(p);
    }
    if (mask & U_PLACE) {
        take_position(p, protocol, u);
    }
}

/* An update of DarkPlaces' QUAKEDP, from its bits 16 on. */
static void take_dp_update(const struct nq_protocol *protocol, uint32_t mask, fields *p,
                           struct nq_entity_update *u)
{
    uint32_t more = (uint32_t)take_u8(p) << 16;
    if (more & NQ_DPU_EXTEND2) {
        more |= (uint32_t)take_u8(p) << 24;
    }
    *u = (struct nq_entity_update){.mask = mask, .is_dp = true, .dp_mask = more};
    take_update_fields(protocol, p, u);
    if (more & NQ_DPU_ALPHA) {
        u->mask |= NQ_U_ALPHA;
        u->alpha = take_u8(p);
    }
    if (more & NQ_DPU_SCALE) {
        u->mask |= NQ_U_SCALE;
        u->scale = take_u8(p);
    }
    if (more & NQ_DPU_EFFECTS2) {
        u->effects = take_second_byte(p, u->effects);
    }
    u->glow_size = more & NQ_DPU_GLOWSIZE ? take_u8(p) : 0;
    u->glow_color = more & NQ_DPU_GLOWCOLOR ? take_u8(p) : 0;
    u->color_mod = more & NQ_DPU_COLORMOD ? take_u8(p) : 0;
    if (more & NQ_DPU_FRAME2) {
        u->mask |= NQ_U_FRAME2;
        u->frame = take_second_byte(p, u->frame);
    }
    if (more & NQ_DPU_MODEL2) {
        u->mask |= NQ_U_MODEL2;
        u->model = take_second_byte(p, u->model);
    }
}

/* 7.36 */
static void take_update(const struct nq_protocol *protocol, uint8_t id, fields *p,
                        struct nq_entity_update *u)
{
    const bool extended = nq_protocol_is_extended(protocol);
    uint32_t mask = id & 0x7fu;
    if (mask & NQ_U_MOREBITS) {
        mask |= (uint32_t)take_u8(p) << 8;
    }
    if ((mask & NQ_U_EXTEND1) && extended) {
        mask |= (uint32_t)take_u8(p) << 16;
        if (mask & NQ_U_EXTEND2) {
            mask |= (uint32_t)take_u8(p) << 24;
        }
    }
    const fields fields_start = *p;
    *u = (struct nq_entity_update){.mask = mask};
    take_update_fields(protocol, p, u);
    if ((mask & NQ_U_EXTEND1) == 0) {
        return;
    }
    if (extended) {
        take_update_tail(p, u);
    } else if (!take_trans(protocol, p, u)) {
        *p = fields_start;
        take_dp_update(protocol, mask, p, u);
    }
}

static void take_clientdata_tail(fields *p, struct nq_clientdata *c)
{
    uint16_t *second[] = {&c->weapon_model,   &c->armor,          &c->ammo,
                          &c->ammo_counts[0], &c->ammo_counts[1], &c->ammo_counts[2],
                          &c->ammo_counts[3]};
    for (int i = 0; i < 7; i++) {
        if (c->mask & (uint32_t)NQ_SU_WEAPON2 << i) {
            *second[i] = (uint16_t)(*second[i] | take_u8(p) << 8);
        }
    }
    if (c->mask & NQ_SU_WEAPONFRAME2) {
        c->weapon_frame = (uint16_t)(c->weapon_frame | take_u8(p) << 8);
    }
    if (c->mask & NQ_SU_WEAPONALPHA) {
        c->weapon_alpha = take_u8(p);
    }
}

/* 7.16 */
static void take_clientdata(const struct nq_protocol *protocol, fields *p, struct nq_clientdata *c)
{
    const bool extended = nq_protocol_is_extended(protocol);
    uint32_t mask = take_u16(p);
    if (extended && (mask & NQ_SU_EXTEND1)) {
        mask |= (uint32_t)take_u8(p) << 16;
        if (mask & NQ_SU_EXTEND2) {
            mask |= (uint32_t)take_u8(p) << 24;
        }
    }
    *c = (struct nq_clientdata){.mask = mask, .view_height = 22, .items = 0x4001};
    if (mask & NQ_SU_VIEWHEIGHT) {
        c->view_height = take_i8(p);
    }
    if (mask & NQ_SU_IDEALPITCH) {
        c->ideal_pitch = take_i8(p);
    }
    for (int i = 0; i < 3; i++) {
        if (mask & (uint32_t)NQ_SU_PUNCH1 << i) {
            c->punch[i] = take_i8(p);
        }
        if (mask & (uint32_t)NQ_SU_VELOCITY1 << i) {
            c->velocity[i] = take_i8(p);
        }
    }
    const bool optional = protocol->items_optional && protocol->version == NQ_PROTOCOL_15;
    c->has_items = (mask & NQ_SU_ITEMS) || !optional;
    if (c->has_items) {
        c->items = take_u32(p);
    }
    if (mask & NQ_SU_WEAPONFRAME) {
        c->weapon_frame = take_u8(p);
    }
    if (mask & NQ_SU_ARMOR) {
        c->armor = take_u8(p);
    }
    if (mask & NQ_SU_WEAPON) {
        c->weapon_model = take_model(p, protocol);
    }
    c->has_stats = true;
    c->health = take_i16(p);
    c->ammo = take_u8(p);
    for (int i = 0; i < 4; i++) {
        c->ammo_counts[i] = take_u8(p);
    }
    c->active_weapon = take_u8(p);
    if (mask >> 16) {
        take_clientdata_tail(p, c);
    }
}

/* 7.7 */
static void take_sound(const struct nq_protocol *protocol, fields *p, struct nq_sound *s)
{
    const bool extended = nq_protocol_is_extended(protocol);
    *s = (struct nq_sound){.mask = take_u8(p)};
    s->volume = s->mask & NQ_SND_VOLUME ? take_u8(p) : 255;
    s->attenuation = s->mask & NQ_SND_ATTENUATION ? take_u8(p) : 64;
    if (extended && (s->mask & NQ_SND_LARGEENTITY)) {
        s->entity = take_u16(p);
        s->channel = take_u8(p);
    } else {
        uint16_t entity_channel = take_u16(p);
        s->entity = entity_channel >> 3;
        s->channel = entity_channel & 7;
    }
    const bool large =
        (extended && (s->mask & NQ_SND_LARGESOUND)) || (protocol->wide & NQ_WIDE_SOUND);
    s->sound = large ? take_u16(p) : take_u8(p);
    take_origin(p, protocol, s->origin);
}

/* Reads 7.21 and 7.23 after the entity number, and their successors with a byte of flags. */
static void take_state(const struct nq_protocol *protocol, bool with_flags, fields *p,
                       struct nq_entity_state *s)
{
    s->flags = with_flags ? take_u8(p) : 0;
    s->model = s->flags & NQ_B_LARGEMODEL ? take_u16(p) : take_model(p, protocol);
    s->frame = s->flags & NQ_B_LARGEFRAME ? take_u16(p) : take_u8(p);
    s->colormap = take_u8(p);
    s->skin = take_u8(p);
    for (int i = 0; i < 3; i++) {
        s->origin[i] = take_coord(p, protocol);
        s->angles[i] = take_angle(p, protocol);
    }
    s->alpha = s->flags & NQ_B_ALPHA ? take_u8(p) : NQ_ALPHA_DEFAULT;
    s->scale = s->flags & NQ_B_SCALE ? take_u8(p) : NQ_SCALE_DEFAULT;
}

/* 7.24; false for a type without a known layout. */
static bool take_temp_entity(const struct nq_protocol *protocol, fields *p,
                             struct nq_temp_entity *t)
{
    *t = (struct nq_temp_entity){.type = take_u8(p)};
    switch (t->type) {
    case NQ_TE_LIGHTNING1:
    case NQ_TE_LIGHTNING2:
    case NQ_TE_LIGHTNING3:
    case NQ_TE_BEAM:
        t->entity = take_u16(p);
        take_origin(p, protocol, t->origin);
        take_origin(p, protocol, t->end);
        return true;
    case NQ_TE_EXPLOSION2:
        take_origin(p, protocol, t->origin);
        t->color_start = take_u8(p);
        t->color_length = take_u8(p);
        return true;
    default:
        take_origin(p, protocol, t->origin);
        return t->type < NQ_TE_EXPLOSION2;
    }
}

/* The messages 666 and 999 add. Returns false for an id that is none of them. */
static bool take_extended_fields(const struct nq_protocol *protocol, fields *p,
                                 struct nq_message *message)
{
    if (!nq_protocol_is_extended(protocol)) {
        return false;
    }
    switch (message->id) {
    case NQ_BONUSFLASH:
        return true;
    case NQ_FOG:
        message->u.fog.density = take_u8(p);
        for (int i = 0; i < 3; i++) {
            message->u.fog.color[i] = take_u8(p);
        }
        message->u.fog.time = take_i16(p);
        return true;
    case NQ_SPAWNBASELINE2:
        message->u.spawnbaseline.entity = take_u16(p);
        take_state(protocol, true, p, &message->u.spawnbaseline.state);
        return true;
    case NQ_SPAWNSTATIC2:
        take_state(protocol, true, p, &message->u.spawnstatic);
        return true;
    case NQ_SPAWNSTATICSOUND2:
        take_origin(p, protocol, message->u.spawnstaticsound.origin);
        message->u.spawnstaticsound.sound = take_u16(p);
        message->u.spawnstaticsound.volume = take_u8(p);
        message->u.spawnstaticsound.attenuation = take_u8(p);
        return true;
    case NQ_LOCALSOUND:
        message->u.localsound.mask = take_u8(p);
        message->u.localsound.sound =
            message->u.localsound.mask & NQ_SND_LARGESOUND ? take_u16(p) : take_u8(p);
        return true;
    default:
        return false;
    }
}

/* Reads messages with a position; false for other ids and unknown temp_entity types. */
static bool take_position_fields(const struct nq_protocol *protocol, fields *p,
                                 struct nq_message *message)
{
    switch (message->id) {
    case NQ_PARTICLE:
        take_origin(p, protocol, message->u.particle.origin);
        for (int i = 0; i < 3; i++) {
            message->u.particle.velocity[i] = take_i8(p);
        }
        message->u.particle.count = take_u8(p);
        message->u.particle.color = take_u8(p);
        return true;
    case NQ_DAMAGE:
        message->u.damage.armor = take_u8(p);
        message->u.damage.blood = take_u8(p);
        take_origin(p, protocol, message->u.damage.origin);
        return true;
    case NQ_SPAWNSTATIC:
        take_state(protocol, false, p, &message->u.spawnstatic);
        return true;
    case NQ_SPAWNBASELINE:
        message->u.spawnbaseline.entity = take_u16(p);
        take_state(protocol, false, p, &message->u.spawnbaseline.state);
        return true;
    case NQ_TEMP_ENTITY:
        return take_temp_entity(protocol, p, &message->u.temp_entity);
    case NQ_SPAWNSTATICSOUND:
        take_origin(p, protocol, message->u.spawnstaticsound.origin);
        message->u.spawnstaticsound.sound =
            protocol->wide & NQ_WIDE_STATIC_SOUND ? take_u16(p) : take_u8(p);
        message->u.spawnstaticsound.volume = take_u8(p);
        message->u.spawnstaticsound.attenuation = take_u8(p);
        return true;
    default:
        return false;
    }
}

/* Every message of fixed layout but entity updates; false when the layout is not known. */
static bool take_fields(const struct nq_protocol *protocol, fields *p, struct nq_message *message)
{
    switch (message->id) {
    case NQ_NOP:
    case NQ_DISCONNECT:
    case NQ_KILLEDMONSTER:
    case NQ_FOUNDSECRET:
    case NQ_INTERMISSION:
    case NQ_SELLSCREEN:
        return true;
    case NQ_UPDATESTAT:
        message->u.updatestat.stat = take_u8(p);
        message->u.updatestat.value = (int32_t)take_u32(p);
        return true;
    case NQ_VERSION:
        message->u.version = (int32_t)take_u32(p);
        return true;
    case NQ_SETVIEW:
        message->u.setview = take_u16(p);
        return true;
    case NQ_SOUND:
        take_sound(protocol, p, &message->u.sound);
        return true;
    case NQ_TIME:
        message->u.time = take_f32(p);
        return true;
    case NQ_SETANGLE:
        for (int i = 0; i < 3; i++) {
            message->u.setangle[i] = take_angle(p, protocol);
        }
        return true;
    case NQ_UPDATEFRAGS:
        message->u.updatefrags.player = take_u8(p);
        message->u.updatefrags.frags = take_i16(p);
        return true;
    case NQ_CLIENTDATA:
        take_clientdata(protocol, p, &message->u.clientdata);
        return true;
    case NQ_STOPSOUND:
        message->u.stopsound = take_u16(p);
        return true;
    case NQ_UPDATECOLORS:
        message->u.updatecolors.player = take_u8(p);
        message->u.updatecolors.colors = take_u8(p);
        return true;
    case NQ_SETPAUSE:
        message->u.setpause = take_u8(p);
        return true;
    case NQ_SIGNONNUM:
        message->u.signonnum = take_u8(p);
        return true;
    case NQ_CDTRACK:
        message->u.cdtrack.track = take_u8(p);
        message->u.cdtrack.loop_track = take_u8(p);
        return true;
    default:
        return take_position_fields(protocol, p, message) ||
               take_extended_fields(protocol, p, message);
    }
}

/* The 2021 re-release adds messages to protocols that are otherwise unchanged. */
static bool is_rerelease(uint8_t id)
{
    return id == 38 || (id >= 45 && id <= 51) || (id >= 53 && id <= 55);
}

static int fail_layout(const struct nq_protocol *protocol, const struct nq_message *message,
                       struct format_error *err)
{
    const char *name = nq_message_name_in(protocol, message->id);
    if (message->id == NQ_TEMP_ENTITY) {
        return format_fail(err, FORMAT_BAD, message->offset, "unknown temp_entity type %u",
                           message->u.temp_entity.type);
    }
    if (is_rerelease(message->id) && !nq_protocol_is_darkplaces(protocol)) {
        return format_fail(err, FORMAT_BAD, message->offset,
                           "message %u of the 2021 re-release is not supported", message->id);
    }
    if (strcmp(name, "unknown") != 0) {
        return format_fail(err, FORMAT_BAD, message->offset,
                           "message %u (%s) is not allowed in this protocol", message->id, name);
    }
    return format_fail(err, FORMAT_BAD, message->offset, "unknown message number %u", message->id);
}

static int fail_overrun(const struct nq_message *message, struct format_error *err)
{
    return format_fail(err, FORMAT_TRUNCATED, message->offset, "message %u (%s) exceeds its block",
                       message->id, nq_message_name(message->id));
}

static bool is_text(const struct nq_protocol *protocol, uint8_t id)
{
    switch (id) {
    case NQ_PRINT:
    case NQ_STUFFTEXT:
    case NQ_SERVERINFO:
    case NQ_LIGHTSTYLE:
    case NQ_UPDATENAME:
    case NQ_CENTERPRINT:
    case NQ_FINALE:
    case NQ_CUTSCENE:
    case NQ_SHOWPIC:
    case NQ_HIDEPIC:
    case NQ_SKYBOX:
        return true;
    case NQ_ACHIEVEMENT:
        return nq_protocol_is_extended(protocol);
    default:
        return false;
    }
}

static struct nq_names read_names(struct byte_reader *r)
{
    struct nq_names names = {byte_reader_string(r), 0};
    const char *name = names.first;
    while (*name) {
        names.count++;
        name = byte_reader_string(r); /* "" at the end of the data */
    }
    return names;
}

static int fail_extensions(size_t offset, int32_t protocol, uint32_t word, uint32_t flags,
                           struct format_error *err)
{
    const bool lerptime = word == NQ_EXTENSION_FTE2 && (flags & NQ_FTE2_LERPTIME);
    return format_fail(
        err, FORMAT_UNKNOWN, offset,
        "this NetQuake .dem has protocol %ld with %s 0x%08lx%s, which are not supported",
        (long)protocol, nq_protocol_name((int32_t)word), (unsigned long)flags,
        lerptime ? " (LERPTIME)" : "");
}

/* Reads the extension words before the protocol number and the number itself. */
static int read_protocol(struct byte_reader *r, size_t offset, struct nq_serverinfo *info,
                         struct format_error *err)
{
    info->extensions = r->data + r->pos;
    info->protocol = 0;
    info->ftex = info->fte2 = 0;
    uint32_t refused = 0, refused_flags = 0;
    for (info->num_extensions = 0;; info->num_extensions++) {
        uint32_t word = byte_reader_u32(r);
        bool is_extension =
            word == NQ_EXTENSION_FTEX || word == NQ_EXTENSION_FTE1 || word == NQ_EXTENSION_FTE2;
        if (!is_extension || info->num_extensions == UINT8_MAX) {
            info->protocol = (int32_t)word;
            return refused ? fail_extensions(offset, info->protocol, refused, refused_flags, err)
                           : 0;
        }
        uint32_t flags = byte_reader_u32(r);
        if (!r->overrun && nq_protocol_unknown_flags(word, flags)) {
            refused = word;
            refused_flags = flags;
        }
        if (word == NQ_EXTENSION_FTEX) {
            info->ftex = flags;
        } else if (word == NQ_EXTENSION_FTE2) {
            info->fte2 = flags;
        }
    }
}

/* 7.12. r is after the id; offset: the id's. */
static int read_serverinfo(struct byte_reader *r, size_t offset, struct nq_serverinfo *info,
                           struct format_error *err)
{
    int code = read_protocol(r, offset, info, err);
    if (code < 0) {
        return code;
    }
    if (!r->overrun && !nq_protocol_supported(info->protocol)) {
        const char *name = nq_protocol_name(info->protocol);
        const char *title = nq_protocol_title(info->protocol);
        return format_fail(err, FORMAT_UNKNOWN, offset,
                           "this NetQuake .dem has protocol %ld%s%s%s%s%s, which is not supported",
                           (long)info->protocol, name ? " (" : "", name ? name : "",
                           name ? ")" : "", title ? ", " : "", title ? title : "");
    }
    const struct nq_protocol numbered = {.version = info->protocol};
    if (info->fte2 != 0 && nq_protocol_is_darkplaces(&numbered)) { /* each has its own message 50 */
        return format_fail(err, FORMAT_UNKNOWN, offset,
                           "FTE2's extensions over DarkPlaces' protocol %ld are not supported",
                           (long)info->protocol);
    }
    info->flags = info->protocol == NQ_PROTOCOL_999 ? byte_reader_u32(r) : 0;
    if (info->flags >> 31) {
        return format_fail(err, FORMAT_UNKNOWN, offset,
                           "protocol 999 with flags 0x%08lx is not supported",
                           (unsigned long)info->flags);
    }
    info->game_dirs = info->fte2 & NQ_FTE2_PREDINFO ? byte_reader_string(r) : "";
    info->max_clients = byte_reader_u8(r);
    info->game_type = byte_reader_u8(r);
    info->level_name = byte_reader_string(r);
    info->models = read_names(r);
    info->sounds = read_names(r);
    return 0;
}

static void read_showpic(const struct nq_protocol *protocol, struct byte_reader *r,
                         struct nq_message *message)
{
    const bool wide = nq_protocol_is_darkplaces(protocol);
    message->u.showpic.slot = byte_reader_string(r);
    message->u.showpic.picture = byte_reader_string(r);
    message->u.showpic.x = wide ? byte_reader_u16(r) : byte_reader_u8(r);
    message->u.showpic.y = wide ? byte_reader_u16(r) : byte_reader_u8(r);
}

static int decode_text(const struct nq_protocol *protocol, const uint8_t *data, size_t size,
                       size_t *pos, struct nq_message *message, struct format_error *err)
{
    struct byte_reader r = byte_reader_make(data, size);
    r.pos = *pos + 1;
    int code = 0;
    switch (message->id) {
    case NQ_SERVERINFO:
        code = read_serverinfo(&r, *pos, &message->u.serverinfo, err);
        break;
    case NQ_LIGHTSTYLE:
        message->u.lightstyle.style = byte_reader_u8(&r);
        message->u.lightstyle.map = byte_reader_string(&r);
        break;
    case NQ_UPDATENAME:
        message->u.updatename.player = byte_reader_u8(&r);
        message->u.updatename.name = byte_reader_string(&r);
        break;
    case NQ_SHOWPIC:
        read_showpic(protocol, &r, message);
        break;
    default:
        message->u.text = byte_reader_string(&r);
        break;
    }
    if (code < 0) {
        return code;
    }
    if (r.overrun) {
        return fail_overrun(message, err);
    }
    message->size = (uint32_t)(r.pos - *pos);
    *pos = r.pos;
    return 1;
}

void nq_protocol_begin(struct nq_protocol *protocol, const struct nq_serverinfo *info)
{
    const struct nq_protocol before = *protocol;
    *protocol = nq_protocol_make(info->protocol, info->flags);
    protocol->items_optional = before.items_optional;
    protocol->dp_sounds = before.dp_sounds;
    if (before.dp_sounds && (protocol->wide & NQ_WIDE_MODEL)) {
        nq_protocol_set_dp_sounds(protocol);
    }
    protocol->ftex = info->ftex;
    protocol->fte2 = info->fte2;
    if (info->protocol != NQ_PROTOCOL_999 && (info->ftex & NQ_FTEX_FLOATCOORDS)) {
        protocol->flags |= NQ_PRFL_FLOATCOORD | NQ_PRFL_SHORTANGLE;
    }
}

/* 1, 0 = not a message of FTE's or DarkPlaces', or negative. */
static int decode_extension(const struct nq_protocol *protocol, const uint8_t *data, size_t size,
                            size_t *pos, struct nq_message *message, struct format_error *err)
{
    struct byte_reader r = byte_reader_make(data, size);
    r.pos = *pos + 1;
    const bool darkplaces = protocol->fte2 == 0 && message->id < NQ_UPDATESTAT_STRING;
    const int code = darkplaces ? nq_dp_decode(protocol, &r, message, err)
                                : nq_fte_decode(protocol, &r, message, err);
    if (code > 0) {
        message->size = (uint32_t)(r.pos - *pos);
        *pos = r.pos;
    }
    return code;
}

int nq_message_decode(const struct nq_protocol *protocol, const uint8_t *data, size_t size,
                      size_t *pos, struct nq_message *message, struct format_error *err)
{
    if (*pos >= size) {
        return 0;
    }
    const uint8_t id = data[*pos];
    const size_t left = size - *pos - 1;
    message->id = id;
    message->offset = (uint32_t)*pos;
    if (id < NQ_ENTITY_UPDATE && is_text(protocol, id)) {
        return decode_text(protocol, data, size, pos, message, err);
    }
    if (protocol->fte2 != 0 || nq_protocol_is_darkplaces(protocol) || id == NQ_UPDATESTAT_STRING ||
        id == NQ_UPDATESTAT_FLOAT) {
        const int code = decode_extension(protocol, data, size, pos, message, err);
        if (code != 0) {
            return code;
        }
    }
    uint8_t padded[2 * SLACK];
    fields start = data + *pos + 1;
    if (left < SLACK) {
        start = fields_pad_tail(padded, SLACK, data, size, left);
    }
    fields p = start;
    if (id >= NQ_ENTITY_UPDATE) {
        take_update(protocol, id, &p, &message->u.update);
    } else if (!take_fields(protocol, &p, message)) {
        const int code = decode_extension(protocol, data, size, pos, message, err);
        return code != 0 ? code : fail_layout(protocol, message, err);
    }
    const size_t used = (size_t)(p - start);
    if (used > left) {
        return fail_overrun(message, err);
    }
    message->size = (uint32_t)used + 1;
    *pos += used + 1;
    return 1;
}
