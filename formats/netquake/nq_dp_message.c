#include "formats/netquake/nq_dp_message.h"

#include "formats/base/fields.h"
#include "formats/netquake/nq_fields.h"
#include "formats/netquake/nq_fte_message.h"

enum { SOUND_NAME = 0x8000 /* of message 54's number: a sound's, otherwise a model's */ };

/* --- clientdata ------------------------------------------------------------------------------- */

static bool has_stats(const struct nq_protocol *protocol)
{
    return protocol->version < NQ_PROTOCOL_DP6; /* later ones send them as updatestat */
}

/* Angles of a kick: 65536 to the turn, whatever the protocol's are. */
static float read_punch(struct byte_reader *r)
{
    return (float)byte_reader_i16(r) * (360.0f / 65536.0f);
}

static void write_punch(struct byte_writer *out, float angle)
{
    byte_writer_u16(out,
                    (uint32_t)fields_nearest((double)angle * (65536.0 / 360.0), -32768, 32767));
}

static void read_stats(struct byte_reader *r, struct nq_clientdata *c)
{
    c->weapon_frame = c->mask & NQ_SU_WEAPONFRAME ? byte_reader_u16(r) : 0;
    c->armor = c->mask & NQ_SU_ARMOR ? byte_reader_u16(r) : 0;
    c->weapon_model = c->mask & NQ_SU_WEAPON ? byte_reader_u16(r) : 0;
    c->health = byte_reader_i16(r);
    c->ammo = byte_reader_u16(r);
    for (int i = 0; i < 4; i++) {
        c->ammo_counts[i] = byte_reader_u16(r);
    }
    c->active_weapon = byte_reader_u16(r);
}

static void read_clientdata(const struct nq_protocol *protocol, struct byte_reader *r,
                            struct nq_clientdata *c)
{
    uint32_t mask = byte_reader_u16(r);
    if (mask & NQ_SU_EXTEND1) {
        mask |= (uint32_t)byte_reader_u8(r) << 16;
        if (mask & NQ_SU_EXTEND2) {
            mask |= (uint32_t)byte_reader_u8(r) << 24;
        }
    }
    *c = (struct nq_clientdata){.mask = mask, .view_height = 22, .items = 0x4001};
    if (mask & NQ_SU_VIEWHEIGHT) {
        c->view_height = (int8_t)byte_reader_u8(r);
    }
    if (mask & NQ_SU_IDEALPITCH) {
        c->ideal_pitch = (int8_t)byte_reader_u8(r);
    }
    for (int i = 0; i < 3; i++) {
        if (mask & (uint32_t)NQ_SU_PUNCH1 << i) {
            c->punch[i] = read_punch(r);
        }
        if (mask & (uint32_t)NQ_SU_DP_PUNCHVEC1 << i) {
            c->punch_vector[i] = byte_reader_f32(r);
        }
        if (mask & (uint32_t)NQ_SU_VELOCITY1 << i) {
            c->real_velocity[i] = byte_reader_f32(r);
        }
    }
    c->has_stats = has_stats(protocol);
    c->has_items = (mask & NQ_SU_ITEMS) || c->has_stats;
    if (c->has_items) {
        c->items = byte_reader_u32(r);
    }
    if (c->has_stats) {
        read_stats(r, c);
    }
    c->view_zoom = mask & NQ_SU_DP_VIEWZOOM ? byte_reader_u16(r) : 0;
}

static void write_stats(struct byte_writer *out, const struct nq_clientdata *c)
{
    const struct {
        uint32_t bit;
        uint16_t value;
    } shorts[] = {
        {NQ_SU_WEAPONFRAME, c->weapon_frame},
        {NQ_SU_ARMOR, c->armor},
        {NQ_SU_WEAPON, c->weapon_model},
    };
    for (size_t i = 0; i < sizeof(shorts) / sizeof(shorts[0]); i++) {
        if (c->mask & shorts[i].bit) {
            byte_writer_u16(out, shorts[i].value);
        }
    }
    byte_writer_u16(out, (uint16_t)c->health);
    byte_writer_u16(out, c->ammo);
    for (int i = 0; i < 4; i++) {
        byte_writer_u16(out, c->ammo_counts[i]);
    }
    byte_writer_u16(out, c->active_weapon);
}

static void write_clientdata(const struct nq_protocol *protocol, struct byte_writer *out,
                             const struct nq_clientdata *c)
{
    uint32_t mask = c->mask;
    mask |= mask >> 24 ? (uint32_t)NQ_SU_EXTEND2 : 0;
    mask |= mask >> 16 ? (uint32_t)NQ_SU_EXTEND1 : 0;
    byte_writer_u16(out, mask);
    if (mask & NQ_SU_EXTEND1) {
        byte_writer_u8(out, mask >> 16);
        if (mask & NQ_SU_EXTEND2) {
            byte_writer_u8(out, mask >> 24);
        }
    }
    if (mask & NQ_SU_VIEWHEIGHT) {
        byte_writer_u8(out, (uint8_t)c->view_height);
    }
    if (mask & NQ_SU_IDEALPITCH) {
        byte_writer_u8(out, (uint8_t)c->ideal_pitch);
    }
    for (int i = 0; i < 3; i++) {
        if (mask & (uint32_t)NQ_SU_PUNCH1 << i) {
            write_punch(out, c->punch[i]);
        }
        if (mask & (uint32_t)NQ_SU_DP_PUNCHVEC1 << i) {
            byte_writer_f32(out, c->punch_vector[i]);
        }
        if (mask & (uint32_t)NQ_SU_VELOCITY1 << i) {
            byte_writer_f32(out, c->real_velocity[i]);
        }
    }
    if ((mask & NQ_SU_ITEMS) || has_stats(protocol)) {
        byte_writer_u32(out, c->items);
    }
    if (has_stats(protocol)) {
        write_stats(out, c);
    }
    if (mask & NQ_SU_DP_VIEWZOOM) {
        byte_writer_u16(out, c->view_zoom);
    }
}

/* --- sounds, names, places -------------------------------------------------------------------- */

static void read_sound(const struct nq_protocol *protocol, struct byte_reader *r,
                       struct nq_sound *s)
{
    *s = (struct nq_sound){.mask = byte_reader_u8(r)};
    s->volume = s->mask & NQ_SND_VOLUME ? byte_reader_u8(r) : 255;
    s->attenuation = s->mask & NQ_SND_ATTENUATION ? byte_reader_u8(r) : 64;
    s->speed = s->mask & NQ_SND_SPEED ? byte_reader_u16(r) : 0;
    if (s->mask & NQ_SND_LARGEENTITY) {
        s->entity = byte_reader_u16(r);
        s->channel = byte_reader_u8(r);
    } else {
        const uint16_t entity_channel = byte_reader_u16(r);
        s->entity = entity_channel >> 3;
        s->channel = entity_channel & 7;
    }
    s->sound = s->mask & NQ_SND_LARGESOUND ? byte_reader_u16(r) : byte_reader_u8(r);
    nq_origin_read(protocol, r, s->origin);
}

static void write_sound(const struct nq_protocol *protocol, struct byte_writer *out,
                        const struct nq_sound *s)
{
    byte_writer_u8(out, s->mask);
    if (s->mask & NQ_SND_VOLUME) {
        byte_writer_u8(out, s->volume);
    }
    if (s->mask & NQ_SND_ATTENUATION) {
        byte_writer_u8(out, s->attenuation);
    }
    if (s->mask & NQ_SND_SPEED) {
        byte_writer_u16(out, s->speed);
    }
    if (s->mask & NQ_SND_LARGEENTITY) {
        byte_writer_u16(out, s->entity);
        byte_writer_u8(out, s->channel);
    } else {
        byte_writer_u16(out, (uint32_t)s->entity << 3 | (s->channel & 7));
    }
    if (s->mask & NQ_SND_LARGESOUND) {
        byte_writer_u16(out, s->sound);
    } else {
        byte_writer_u8(out, s->sound);
    }
    nq_origin_write(protocol, out, s->origin);
}

/* A baseline or static entity whose model and frame have 16 bits. */
static void read_state(const struct nq_protocol *protocol, struct byte_reader *r,
                       struct nq_entity_state *s)
{
    *s = (struct nq_entity_state){.alpha = NQ_ALPHA_DEFAULT, .scale = NQ_SCALE_DEFAULT};
    s->model = byte_reader_u16(r);
    s->frame = byte_reader_u16(r);
    s->colormap = byte_reader_u8(r);
    s->skin = byte_reader_u8(r);
    for (int i = 0; i < 3; i++) {
        s->origin[i] = nq_coord_read(protocol, r);
        s->angles[i] = nq_angle_read(protocol, r);
    }
}

static void write_state(const struct nq_protocol *protocol, struct byte_writer *out,
                        const struct nq_entity_state *s)
{
    byte_writer_u16(out, s->model);
    byte_writer_u16(out, s->frame);
    byte_writer_u8(out, s->colormap);
    byte_writer_u8(out, s->skin);
    for (int i = 0; i < 3; i++) {
        nq_coord_write(protocol, out, s->origin[i]);
        nq_angle_write(protocol, out, s->angles[i]);
    }
}

static void read_sprite(const struct nq_protocol *protocol, struct byte_reader *r, bool wide,
                        struct nq_sprite_effect *e)
{
    nq_origin_read(protocol, r, e->origin);
    e->model = wide ? byte_reader_u16(r) : byte_reader_u8(r);
    e->frame = wide ? byte_reader_u16(r) : byte_reader_u8(r);
    e->frames = byte_reader_u8(r);
    e->rate = byte_reader_u8(r);
}

static void write_sprite(const struct nq_protocol *protocol, struct byte_writer *out, bool wide,
                         const struct nq_sprite_effect *e)
{
    nq_origin_write(protocol, out, e->origin);
    if (wide) {
        byte_writer_u16(out, e->model);
        byte_writer_u16(out, e->frame);
    } else {
        byte_writer_u8(out, e->model);
        byte_writer_u8(out, e->frame);
    }
    byte_writer_u8(out, e->frames);
    byte_writer_u8(out, e->rate);
}

static void read_precache(struct byte_reader *r, struct nq_precache *precache)
{
    const uint16_t word = byte_reader_u16(r);
    precache->kind = word & SOUND_NAME ? NQ_PRECACHE_SOUND : NQ_PRECACHE_MODEL;
    precache->number = word & (SOUND_NAME - 1);
    precache->name = byte_reader_string(r);
}

static void read_download(struct byte_reader *r, struct nq_message *m)
{
    m->u.download.start = byte_reader_i32(r);
    const uint16_t size = byte_reader_u16(r);
    m->u.download.bytes = (struct nq_bytes){byte_reader_take(r, size), size};
}

/* --- decoding ----------------------------------------------------------------------------------
 */

/* DarkPlaces' own messages, from 50 on. 1, 0 = another, or negative. */
static int read_own(const struct nq_protocol *protocol, struct byte_reader *r, struct nq_message *m,
                    struct format_error *err)
{
    int code;
    switch (m->id) {
    case NQ_DOWNLOAD:
        read_download(r, m);
        return 1;
    case NQ_UPDATESTAT_BYTE:
        m->u.updatestat.stat = byte_reader_u8(r);
        m->u.updatestat.value = byte_reader_u8(r);
        return 1;
    case NQ_DP_EFFECT:
    case NQ_DP_EFFECT2:
        read_sprite(protocol, r, m->id == NQ_DP_EFFECT2, &m->u.sprite_effect);
        return 1;
    case NQ_PRECACHE:
        read_precache(r, &m->u.precache);
        return 1;
    case NQ_DP_SPAWNBASELINE2:
        m->u.spawnbaseline.entity = byte_reader_u16(r);
        read_state(protocol, r, &m->u.spawnbaseline.state);
        return 1;
    case NQ_DP_SPAWNSTATIC2:
        read_state(protocol, r, &m->u.spawnstatic);
        return 1;
    case NQ_DP_ENTITIES:
        code = nq_dp_entities_read(protocol, r, &m->u.dp_entities, err);
        return code < 0 ? code : 1;
    case NQ_DP_SPAWNSTATICSOUND2:
        nq_origin_read(protocol, r, m->u.spawnstaticsound.origin);
        m->u.spawnstaticsound.sound = byte_reader_u16(r);
        m->u.spawnstaticsound.volume = byte_reader_u8(r);
        m->u.spawnstaticsound.attenuation = byte_reader_u8(r);
        return 1;
    case NQ_TRAIL_PARTICLES:
    case NQ_POINT_PARTICLES:
    case NQ_POINT_PARTICLES1:
        nq_named_particles_read(protocol, r, m->id, &m->u.named_particles);
        return 1;
    case NQ_CSQC_ENTITIES:
        return nq_fail_csqc(m, r->pos - 1, err);
    default:
        return 0;
    }
}

static int read_message(const struct nq_protocol *protocol, struct byte_reader *r,
                        struct nq_message *m, struct format_error *err)
{
    int code;
    if (m->id == NQ_TEMP_ENTITY) {
        code = nq_temp_entity_read(protocol, r, &m->u.temp_entity, err);
        return code < 0 ? code : 1;
    }
    if (!nq_protocol_is_darkplaces(protocol)) {
        if (m->id != NQ_DOWNLOAD || protocol->version != NQ_PROTOCOL_15) {
            return 0;
        }
        read_download(r, m);
        return 1;
    }
    switch (m->id) {
    case NQ_SOUND:
        read_sound(protocol, r, &m->u.sound);
        return 1;
    case NQ_CLIENTDATA:
        read_clientdata(protocol, r, &m->u.clientdata);
        return 1;
    default:
        return read_own(protocol, r, m, err);
    }
}

int nq_dp_decode(const struct nq_protocol *protocol, struct byte_reader *r, struct nq_message *m,
                 struct format_error *err)
{
    const size_t offset = r->pos - 1;
    const int code = read_message(protocol, r, m, err);
    if (code != 0 && r->overrun) {
        return format_fail(err, FORMAT_TRUNCATED, offset, "message %u (%s) exceeds its block",
                           m->id, nq_message_name_in(protocol, m->id));
    }
    return code;
}

/* --- encoding ----------------------------------------------------------------------------------
 */

static bool write_own(const struct nq_protocol *protocol, struct byte_writer *out,
                      const struct nq_message *m)
{
    switch (m->id) {
    case NQ_UPDATESTAT_BYTE:
        byte_writer_u8(out, m->u.updatestat.stat);
        byte_writer_u8(out, (uint32_t)m->u.updatestat.value);
        return true;
    case NQ_DP_EFFECT:
    case NQ_DP_EFFECT2:
        write_sprite(protocol, out, m->id == NQ_DP_EFFECT2, &m->u.sprite_effect);
        return true;
    case NQ_PRECACHE:
        byte_writer_u16(out, m->u.precache.number |
                                 (m->u.precache.kind == NQ_PRECACHE_SOUND ? SOUND_NAME : 0u));
        byte_writer_string(out, m->u.precache.name);
        return true;
    case NQ_DP_SPAWNBASELINE2:
        byte_writer_u16(out, m->u.spawnbaseline.entity);
        write_state(protocol, out, &m->u.spawnbaseline.state);
        return true;
    case NQ_DP_SPAWNSTATIC2:
        write_state(protocol, out, &m->u.spawnstatic);
        return true;
    case NQ_DP_ENTITIES:
        nq_dp_entities_write(protocol, &m->u.dp_entities, out);
        return true;
    case NQ_DP_SPAWNSTATICSOUND2:
        nq_origin_write(protocol, out, m->u.spawnstaticsound.origin);
        byte_writer_u16(out, m->u.spawnstaticsound.sound);
        byte_writer_u8(out, m->u.spawnstaticsound.volume);
        byte_writer_u8(out, m->u.spawnstaticsound.attenuation);
        return true;
    case NQ_TRAIL_PARTICLES:
    case NQ_POINT_PARTICLES:
    case NQ_POINT_PARTICLES1:
        nq_named_particles_write(protocol, out, m->id, &m->u.named_particles);
        return true;
    default:
        return false;
    }
}

static bool is_own(const struct nq_protocol *protocol, const struct nq_message *m)
{
    if (m->id == NQ_TEMP_ENTITY) {
        return m->u.temp_entity.type > NQ_TE_BEAM || nq_protocol_is_darkplaces(protocol);
    }
    if (!nq_protocol_is_darkplaces(protocol)) {
        return m->id == NQ_DOWNLOAD && protocol->version == NQ_PROTOCOL_15;
    }
    return m->id == NQ_SOUND || m->id == NQ_CLIENTDATA ||
           (m->id >= NQ_DOWNLOAD && m->id <= NQ_POINT_PARTICLES1);
}

bool nq_dp_encode(const struct nq_protocol *protocol, const struct nq_message *m,
                  struct byte_writer *out)
{
    if (!is_own(protocol, m)) {
        return false;
    }
    byte_writer_u8(out, m->id);
    switch (m->id) {
    case NQ_TEMP_ENTITY:
        nq_temp_entity_write(protocol, out, &m->u.temp_entity);
        return true;
    case NQ_DOWNLOAD:
        byte_writer_u32(out, (uint32_t)m->u.download.start);
        byte_writer_u16(out, m->u.download.bytes.size);
        byte_writer_bytes(out, m->u.download.bytes.data, m->u.download.bytes.size);
        return true;
    case NQ_SOUND:
        write_sound(protocol, out, &m->u.sound);
        return true;
    case NQ_CLIENTDATA:
        write_clientdata(protocol, out, &m->u.clientdata);
        return true;
    default:
        return write_own(protocol, out, m);
    }
}
