#include "formats/netquake/nq_fte_message.h"

#include "formats/netquake/nq_fields.h"

/* --- sounds ----------------------------------------------------------------------------------- */

static void read_sound(const struct nq_protocol *protocol, struct byte_reader *r,
                       struct nq_sound *s)
{
    *s = (struct nq_sound){.mask = byte_reader_u8(r)};
    if (s->mask & NQ_SND_MORE) {
        s->mask = (uint16_t)(s->mask | byte_reader_u8(r) << 8);
    }
    s->volume = s->mask & NQ_SND_VOLUME ? byte_reader_u8(r) : 255;
    s->attenuation = s->mask & NQ_SND_ATTENUATION ? byte_reader_u8(r) : 64;
    s->pitch = s->mask & NQ_SND_PITCH ? byte_reader_u8(r) : 0;
    s->offset = s->mask & NQ_SND_OFFSET ? byte_reader_i16(r) : 0;
    for (int i = 0; i < 3 && (s->mask & NQ_SND_VELOCITY); i++) {
        s->velocity[i] = byte_reader_i16(r);
    }
    s->speed = s->mask & NQ_SND_SPEED ? byte_reader_u16(r) : 0;
    if (s->mask & NQ_SND_LARGEENTITY) {
        s->entity = byte_reader_u16(r);
        s->channel = byte_reader_u8(r);
    } else {
        const uint16_t entity_channel = byte_reader_u16(r);
        s->entity = entity_channel >> 3;
        s->channel = entity_channel & 7;
    }
    const bool large = (s->mask & NQ_SND_LARGESOUND) || (protocol->wide & NQ_WIDE_SOUND);
    s->sound = large ? byte_reader_u16(r) : byte_reader_u8(r);
    nq_origin_read(protocol, r, s->origin);
}

static void write_sound(const struct nq_protocol *protocol, struct byte_writer *out,
                        const struct nq_sound *s)
{
    const uint32_t mask = s->mask | (s->mask >> 8 ? NQ_SND_MORE : 0u);
    byte_writer_u8(out, mask);
    if (mask & NQ_SND_MORE) {
        byte_writer_u8(out, mask >> 8);
    }
    if (mask & NQ_SND_VOLUME) {
        byte_writer_u8(out, s->volume);
    }
    if (mask & NQ_SND_ATTENUATION) {
        byte_writer_u8(out, s->attenuation);
    }
    if (mask & NQ_SND_PITCH) {
        byte_writer_u8(out, s->pitch);
    }
    if (mask & NQ_SND_OFFSET) {
        byte_writer_u16(out, (uint16_t)s->offset);
    }
    for (int i = 0; i < 3 && (mask & NQ_SND_VELOCITY); i++) {
        byte_writer_u16(out, (uint16_t)s->velocity[i]);
    }
    if (mask & NQ_SND_SPEED) {
        byte_writer_u16(out, s->speed);
    }
    if (mask & NQ_SND_LARGEENTITY) {
        byte_writer_u16(out, s->entity);
        byte_writer_u8(out, s->channel);
    } else {
        byte_writer_u16(out, (uint32_t)s->entity << 3 | (s->channel & 7));
    }
    if ((mask & NQ_SND_LARGESOUND) || (protocol->wide & NQ_WIDE_SOUND)) {
        byte_writer_u16(out, s->sound);
    } else {
        byte_writer_u8(out, s->sound);
    }
    nq_origin_write(protocol, out, s->origin);
}

/* --- temporary entities ------------------------------------------------------------------------
 * Above type 13 those of DarkPlaces (csprogs and cl_parse.c of its sources); each is drawn as its
 * nearest plain kin or not at all. */

/* Fields behind the type: 'e' an entity, 'v' a place, 's' a name, 'c' a coordinate (speed), 'C'
 * three of them (rgb), 'V' a velocity of three bytes, 'k' a colour of three bytes, 'N' a count of
 * two bytes; bytes: 'n' a count, 'S' and 'L' colours of the palette, 'g' gravity, 'r' radius, 'l'
 * lifetime. */
static const char *temp_layout(uint8_t type)
{
    static const char *const layouts[] = {
        "v", "v",   "v",   "v",  "v",  "evv", "evv",  "v",  "v",  "evv", "v",
        "v", "vSL", "evv", NULL, NULL, "vC",  "sevv", NULL, NULL, "v",   "nv",
    };
    static const char *const above[] = {
        "vVn", "vVn", "vvcN", "vk",   "vvvNSgc", "vvvNS", "vvvNS", "v",   "v",  "v",
        NULL,  NULL,  NULL,   NULL,   NULL,      NULL,    NULL,    NULL,  NULL, NULL,
        "v",   NULL,  "v",    "vrlk", "vvn",     "v",     "vvv",   "vvn", "v",  "vvn",
    };
    const size_t first = 50;
    if (type < sizeof layouts / sizeof *layouts) {
        return layouts[type];
    }
    return type >= first && type - first < sizeof above / sizeof *above ? above[type - first]
                                                                        : NULL;
}

/* Where the byte of that letter stands; NULL: it is none. */
static uint8_t *temp_byte(struct nq_temp_entity *t, char letter)
{
    switch (letter) {
    case 'S':
        return &t->color_start;
    case 'L':
        return &t->color_length;
    case 'g':
        return &t->gravity;
    case 'r':
        return &t->radius;
    case 'l':
        return &t->lifetime;
    default:
        return NULL;
    }
}

/* The place of that number, from 0. */
static double *temp_place(struct nq_temp_entity *t, int number)
{
    return number == 0 ? t->origin : number == 1 ? t->end : t->direction;
}

/* The owner of a beam. */
static uint32_t read_owner(const struct nq_protocol *protocol, struct byte_reader *r, bool *wide)
{
    if (nq_protocol_has_deltas(protocol)) {
        return nq_number_read(r, wide);
    }
    *wide = false;
    return byte_reader_u16(r);
}

static void write_owner(const struct nq_protocol *protocol, struct byte_writer *out,
                        const struct nq_temp_entity *t)
{
    if (nq_protocol_has_deltas(protocol)) {
        nq_number_write(out, t->entity, t->wide);
    } else {
        byte_writer_u16(out, t->entity);
    }
}

/* places: read so far. */
static void read_temp_field(const struct nq_protocol *protocol, struct byte_reader *r,
                            struct nq_temp_entity *t, char letter, int *places)
{
    switch (letter) {
    case 'e':
        t->entity = read_owner(protocol, r, &t->wide);
        break;
    case 'v':
        nq_origin_read(protocol, r, temp_place(t, (*places)++));
        break;
    case 'C':
        nq_origin_read(protocol, r, t->rgb);
        break;
    case 'c':
        t->speed = nq_coord_read(protocol, r);
        break;
    case 's':
        t->name = byte_reader_string(r);
        break;
    case 'N':
        t->count = byte_reader_u16(r);
        break;
    case 'n':
        t->count = byte_reader_u8(r);
        break;
    case 'V':
    case 'k':
        for (int i = 0; i < 3; i++) {
            const uint8_t byte = byte_reader_u8(r);
            *(letter == 'V' ? (uint8_t *)&t->velocity[i] : &t->color[i]) = byte;
        }
        break;
    default:
        *temp_byte(t, letter) = byte_reader_u8(r);
        break;
    }
}

static void write_temp_field(const struct nq_protocol *protocol, struct byte_writer *out,
                             struct nq_temp_entity *t, char letter, int *places)
{
    switch (letter) {
    case 'e':
        write_owner(protocol, out, t);
        break;
    case 'v':
        nq_origin_write(protocol, out, temp_place(t, (*places)++));
        break;
    case 'C':
        nq_origin_write(protocol, out, t->rgb);
        break;
    case 'c':
        nq_coord_write(protocol, out, t->speed);
        break;
    case 's':
        byte_writer_string(out, t->name ? t->name : "");
        break;
    case 'N':
        byte_writer_u16(out, t->count);
        break;
    case 'n':
        byte_writer_u8(out, t->count);
        break;
    case 'V':
    case 'k':
        byte_writer_bytes(out, letter == 'V' ? (const void *)t->velocity : t->color, 3);
        break;
    default:
        byte_writer_u8(out, *temp_byte(t, letter));
        break;
    }
}

int nq_temp_entity_read(const struct nq_protocol *protocol, struct byte_reader *r,
                        struct nq_temp_entity *t, struct format_error *err)
{
    const size_t offset = r->pos - 1;
    *t = (struct nq_temp_entity){.type = byte_reader_u8(r)};
    const char *layout = temp_layout(t->type);
    const bool own = nq_protocol_has_deltas(protocol) || nq_protocol_is_darkplaces(protocol);
    if (layout == NULL || (t->type > NQ_TE_BEAM_BY_NAME && !own)) {
        return format_fail(err, FORMAT_BAD, offset, "unknown temp_entity type %u", t->type);
    }
    for (int places = 0; *layout != '\0'; layout++) {
        read_temp_field(protocol, r, t, *layout, &places);
    }
    return 0;
}

void nq_temp_entity_write(const struct nq_protocol *protocol, struct byte_writer *out,
                          const struct nq_temp_entity *temp)
{
    struct nq_temp_entity t = *temp;
    const char *layout = temp_layout(t.type);
    byte_writer_u8(out, t.type);
    for (int places = 0; layout && *layout != '\0'; layout++) {
        write_temp_field(protocol, out, &t, *layout, &places);
    }
}

/* --- decoding ----------------------------------------------------------------------------------
 */

/* A number as C truncates it; what is beyond an int32, or no number, is 0. */
static int32_t truncate_float(float v)
{
    return v > -2147483648.0f && v < 2147483648.0f ? (int32_t)v : 0;
}

static void read_bytes(struct byte_reader *r, struct nq_bytes *bytes, size_t size)
{
    bytes->data = byte_reader_take(r, size);
    bytes->size = (uint32_t)size;
}

void nq_named_particles_read(const struct nq_protocol *protocol, struct byte_reader *r, uint8_t id,
                             struct nq_named_particles *p)
{
    *p = (struct nq_named_particles){.is_trail = id == NQ_TRAIL_PARTICLES, .count = 1};
    p->entity = p->is_trail ? byte_reader_u16(r) : 0;
    p->effect = byte_reader_u16(r);
    nq_origin_read(protocol, r, p->origin);
    if (p->is_trail) {
        nq_origin_read(protocol, r, p->end);
    } else if (id == NQ_POINT_PARTICLES) {
        nq_origin_read(protocol, r, p->velocity);
        p->count = byte_reader_u16(r);
    }
}

static void read_precache(struct byte_reader *r, struct nq_precache *precache)
{
    const uint16_t word = byte_reader_u16(r);
    precache->kind = (uint8_t)(word >> 14);
    precache->number = word & 0x3fff;
    precache->name = byte_reader_string(r);
}

/* Messages of any protocol below, whose layout depends on no extension. */
static bool read_plain(struct byte_reader *r, struct nq_message *m)
{
    switch (m->id) {
    case NQ_UPDATESTAT_STRING:
        m->u.stat_string.stat = byte_reader_u8(r);
        m->u.stat_string.text = byte_reader_string(r);
        return true;
    case NQ_UPDATESTAT_FLOAT:
        m->u.updatestat.stat = byte_reader_u8(r);
        m->u.updatestat.real = byte_reader_f32(r);
        m->u.updatestat.value = truncate_float(m->u.updatestat.real);
        return true;
    default:
        return false;
    }
}

static int read_delta_message(const struct nq_protocol *protocol, struct byte_reader *r,
                              struct nq_message *m, struct format_error *err)
{
    switch (m->id) {
    case NQ_DELTA_STATIC:
        return nq_delta_read(protocol, r, &m->u.delta_static, err);
    case NQ_DELTA_BASELINE:
        m->u.delta_baseline.entity = nq_number_read(r, &m->u.delta_baseline.wide);
        return nq_delta_read(protocol, r, &m->u.delta_baseline.delta, err);
    default:
        m->u.deltas.input = protocol->fte2 & NQ_FTE2_PREDINFO ? byte_reader_u16(r) : 0;
        m->u.deltas.time = byte_reader_f32(r);
        return nq_deltas_read(protocol, r, &m->u.deltas, err);
    }
}

/* 1, 0 = another message, or negative. */
static int read_fields(const struct nq_protocol *protocol, struct byte_reader *r,
                       struct nq_message *m, struct format_error *err)
{
    int code;
    switch (m->id) {
    case NQ_SOUND:
        read_sound(protocol, r, &m->u.sound);
        return 1;
    case NQ_TEMP_ENTITY:
        code = nq_temp_entity_read(protocol, r, &m->u.temp_entity, err);
        return code < 0 ? code : 1;
    case NQ_DELTA_STATIC:
    case NQ_DELTA_BASELINE:
    case NQ_DELTAS:
        code = read_delta_message(protocol, r, m, err);
        return code < 0 ? code : 1;
    case NQ_UPDATESTAT_BYTE:
        m->u.updatestat.stat = byte_reader_u8(r);
        m->u.updatestat.value = byte_reader_u8(r);
        return 1;
    case NQ_PRECACHE:
        read_precache(r, &m->u.precache);
        return 1;
    case NQ_TRAIL_PARTICLES:
    case NQ_POINT_PARTICLES:
    case NQ_POINT_PARTICLES1:
        nq_named_particles_read(protocol, r, m->id, &m->u.named_particles);
        return 1;
    default:
        return 0;
    }
}

int nq_fail_csqc(const struct nq_message *m, size_t offset, struct format_error *err)
{
    return format_fail(err, FORMAT_UNKNOWN, offset,
                       "message %u (%s) has a layout that only the game's own client program "
                       "knows; the demo plays up to here",
                       m->id, nq_message_name(m->id));
}

/* Messages under any of FTE2's extensions; as read_fields. */
static int read_common(const struct nq_protocol *protocol, struct byte_reader *r,
                       struct nq_message *m, struct format_error *err)
{
    const size_t offset = r->pos - 1;
    switch (m->id) {
    case NQ_TIME:
        m->u.timed.time = byte_reader_f32(r);
        m->u.timed.input = protocol->fte2 & NQ_FTE2_PREDINFO ? byte_reader_u16(r) : 0;
        return 1;
    case NQ_DOWNLOAD:
        m->u.download.start = byte_reader_i32(r);
        read_bytes(r, &m->u.download.bytes, byte_reader_u16(r));
        return 1;
    case NQ_VOICE:
        m->u.voice.sender = byte_reader_u8(r);
        m->u.voice.codec = byte_reader_u8(r);
        m->u.voice.sequence = byte_reader_u8(r);
        read_bytes(r, &m->u.voice.bytes, byte_reader_u16(r));
        return 1;
    case NQ_ANGLE_DELTA:
        for (int i = 0; i < 3; i++) {
            m->u.setangle[i] = nq_short_angle_read(protocol, r);
        }
        return 1;
    case NQ_CSQC_ENTITIES:
    case NQ_CSQC_PACKET:
        return nq_fail_csqc(m, offset, err);
    default:
        return 0;
    }
}

int nq_fte_decode(const struct nq_protocol *protocol, struct byte_reader *r, struct nq_message *m,
                  struct format_error *err)
{
    const size_t offset = r->pos - 1;
    int code = read_plain(r, m) ? 1 : 0;
    if (code == 0 && protocol->fte2 != 0) {
        code = read_common(protocol, r, m, err);
    }
    if (code == 0 && nq_protocol_has_deltas(protocol)) {
        code = read_fields(protocol, r, m, err);
    }
    if (code != 0 && r->overrun) {
        return format_fail(err, FORMAT_TRUNCATED, offset, "message %u (%s) exceeds its block",
                           m->id, nq_message_name(m->id));
    }
    return code;
}

/* --- encoding ----------------------------------------------------------------------------------
 */

static void write_deltas(const struct nq_protocol *protocol, struct byte_writer *out,
                         const struct nq_deltas *deltas)
{
    if (protocol->fte2 & NQ_FTE2_PREDINFO) {
        byte_writer_u16(out, deltas->input);
    }
    byte_writer_f32(out, deltas->time);
    struct byte_reader r = byte_reader_make(deltas->bytes, deltas->size);
    struct nq_delta_entry entry;
    while (byte_reader_left(&r) > 0 && nq_delta_next(protocol, &r, &entry, NULL) > 0) {
        nq_delta_entry_write(protocol, &entry, out);
    }
    byte_writer_u16(out, 0);
}

void nq_named_particles_write(const struct nq_protocol *protocol, struct byte_writer *out,
                              uint8_t id, const struct nq_named_particles *p)
{
    if (id == NQ_TRAIL_PARTICLES) {
        byte_writer_u16(out, p->entity);
    }
    byte_writer_u16(out, p->effect);
    nq_origin_write(protocol, out, p->origin);
    if (id == NQ_TRAIL_PARTICLES) {
        nq_origin_write(protocol, out, p->end);
    } else if (id == NQ_POINT_PARTICLES) {
        nq_origin_write(protocol, out, p->velocity);
        byte_writer_u16(out, p->count);
    }
}

static void write_bytes(struct byte_writer *out, const struct nq_bytes *bytes)
{
    byte_writer_u16(out, bytes->size);
    byte_writer_bytes(out, bytes->data, bytes->size);
}

static void write_fields(const struct nq_protocol *protocol, struct byte_writer *out,
                         const struct nq_message *m)
{
    switch (m->id) {
    case NQ_TIME:
        byte_writer_f32(out, m->u.timed.time);
        if (protocol->fte2 & NQ_FTE2_PREDINFO) {
            byte_writer_u16(out, m->u.timed.input);
        }
        break;
    case NQ_SOUND:
        write_sound(protocol, out, &m->u.sound);
        break;
    case NQ_TEMP_ENTITY:
        nq_temp_entity_write(protocol, out, &m->u.temp_entity);
        break;
    case NQ_DELTA_STATIC:
        nq_delta_write(protocol, &m->u.delta_static, out);
        break;
    case NQ_DELTA_BASELINE:
        nq_number_write(out, m->u.delta_baseline.entity, m->u.delta_baseline.wide);
        nq_delta_write(protocol, &m->u.delta_baseline.delta, out);
        break;
    case NQ_DELTAS:
        write_deltas(protocol, out, &m->u.deltas);
        break;
    case NQ_UPDATESTAT_BYTE:
        byte_writer_u8(out, m->u.updatestat.stat);
        byte_writer_u8(out, (uint32_t)m->u.updatestat.value);
        break;
    case NQ_UPDATESTAT_FLOAT:
        byte_writer_u8(out, m->u.updatestat.stat);
        byte_writer_f32(out, m->u.updatestat.real);
        break;
    case NQ_UPDATESTAT_STRING:
        byte_writer_u8(out, m->u.stat_string.stat);
        byte_writer_string(out, m->u.stat_string.text);
        break;
    case NQ_PRECACHE:
        byte_writer_u16(out, (uint32_t)m->u.precache.kind << 14 | m->u.precache.number);
        byte_writer_string(out, m->u.precache.name);
        break;
    case NQ_DOWNLOAD:
        byte_writer_u32(out, (uint32_t)m->u.download.start);
        write_bytes(out, &m->u.download.bytes);
        break;
    case NQ_VOICE:
        byte_writer_u8(out, m->u.voice.sender);
        byte_writer_u8(out, m->u.voice.codec);
        byte_writer_u8(out, m->u.voice.sequence);
        write_bytes(out, &m->u.voice.bytes);
        break;
    case NQ_ANGLE_DELTA:
        for (int i = 0; i < 3; i++) {
            nq_short_angle_write(protocol, out, m->u.setangle[i]);
        }
        break;
    default:
        nq_named_particles_write(protocol, out, m->id, &m->u.named_particles);
        break;
    }
}

bool nq_fte_encode(const struct nq_protocol *protocol, const struct nq_message *m,
                   struct byte_writer *out)
{
    switch (m->id) {
    case NQ_UPDATESTAT_STRING:
    case NQ_UPDATESTAT_FLOAT:
        break;
    case NQ_TIME:
    case NQ_DOWNLOAD:
    case NQ_VOICE:
    case NQ_ANGLE_DELTA:
        if (protocol->fte2 != 0) {
            break;
        }
        return false;
    case NQ_SOUND:
    case NQ_TEMP_ENTITY:
    case NQ_DELTA_STATIC:
    case NQ_DELTA_BASELINE:
    case NQ_DELTAS:
    case NQ_UPDATESTAT_BYTE:
    case NQ_PRECACHE:
    case NQ_TRAIL_PARTICLES:
    case NQ_POINT_PARTICLES:
    case NQ_POINT_PARTICLES1:
        if (nq_protocol_has_deltas(protocol)) {
            break;
        }
        return false;
    default:
        return false;
    }
    byte_writer_u8(out, m->id);
    write_fields(protocol, out, m);
    return true;
}
