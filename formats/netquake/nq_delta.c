#include "formats/netquake/nq_delta.h"

#include "formats/netquake/nq_fields.h"
#include "formats/netquake/nq_message.h"

enum {
    LIST_END = 0,
    LIST_REMOVE = 0x8000,
    LIST_WIDE = 0x4000, /* one more byte: the number's bits 14 to 21 */
    BONE_BYTES = 14,
    BONES_LISTED = 0x80, /* a count and that many bones */
    BONES_BASE = 0x40,   /* a byte and a 16-bit number */
    DRAW_LIGHT = 7       /* all of these bits: a byte of light follows */
};

/* Bytes of the field `solid` under NEWSIZEENCODING; -1: a code that no engine has. */
static int solid_bytes(uint8_t code)
{
    return code <= 3 ? 0 : code == 16 ? 2 : code == 32 ? 4 : -1;
}

static int fail_field(struct format_error *err, size_t offset, const char *what, uint32_t value)
{
    return format_fail(err, FORMAT_BAD, offset, "%s 0x%lx of an entity's update is not known", what,
                       (unsigned long)value);
}

static uint32_t read_mask(struct byte_reader *r)
{
    uint32_t mask = byte_reader_u8(r);
    for (int shift = 8; shift < 32 && (mask >> (shift - 1) & 1); shift += 8) {
        mask |= (uint32_t)byte_reader_u8(r) << shift;
    }
    return mask;
}

static uint16_t read_number(struct byte_reader *r, uint32_t mask)
{
    return mask & NQ_D_WIDE ? byte_reader_u16(r) : byte_reader_u8(r);
}

static float read_angle(const struct nq_protocol *protocol, struct byte_reader *r, uint32_t mask)
{
    const bool with_moves = (mask & NQ_D_PREDICTION) && !(protocol->fte2 & NQ_FTE2_PREDINFO);
    return with_moves ? nq_short_angle_read(NULL, r) : nq_angle_read(protocol, r);
}

static void read_place(const struct nq_protocol *protocol, struct byte_reader *r,
                       struct nq_delta *d)
{
    if (d->mask & NQ_D_ORIGIN_XY) {
        d->origin[0] = nq_coord_read(protocol, r);
        d->origin[1] = nq_coord_read(protocol, r);
    }
    if (d->mask & NQ_D_ORIGIN_Z) {
        d->origin[2] = nq_coord_read(protocol, r);
    }
    if (d->mask & NQ_D_ANGLES_XZ) {
        d->angles[0] = read_angle(protocol, r, d->mask);
        d->angles[2] = read_angle(protocol, r, d->mask);
    }
    if (d->mask & NQ_D_ANGLE_Y) {
        d->angles[1] = read_angle(protocol, r, d->mask);
    }
}

static void read_effects(struct byte_reader *r, struct nq_delta *d)
{
    switch (d->mask & (NQ_D_EFFECTS | NQ_D_EFFECTS2)) {
    case NQ_D_EFFECTS:
        d->effects = byte_reader_u8(r);
        break;
    case NQ_D_EFFECTS2:
        d->effects = byte_reader_u16(r);
        break;
    case NQ_D_EFFECTS | NQ_D_EFFECTS2:
        d->effects = byte_reader_u32(r);
        break;
    default:
        break;
    }
}

static void read_prediction(const struct nq_protocol *protocol, struct byte_reader *r,
                            struct nq_delta *d)
{
    struct nq_prediction *p = &d->prediction;
    p->flags = byte_reader_u8(r);
    for (int i = 0; i < 3; i++) {
        if (p->flags & NQ_DP_MOVE << i) {
            p->moves[i] = byte_reader_i16(r);
        }
    }
    if (p->flags & NQ_DP_MOVE_TYPE) {
        p->move_type = byte_reader_u8(r);
    }
    if (p->flags & NQ_DP_VELOCITY_XY) {
        p->velocity[0] = byte_reader_i16(r);
        p->velocity[1] = byte_reader_i16(r);
    }
    if (p->flags & NQ_DP_VELOCITY_Z) {
        p->velocity[2] = byte_reader_i16(r);
    }
    if (p->flags & NQ_DP_MSEC) {
        p->msec = byte_reader_u8(r);
    }
    if (!(p->flags & NQ_DP_VIEW)) {
        return;
    }
    if (!(protocol->fte2 & NQ_FTE2_PREDINFO)) {
        p->weapon_frame = byte_reader_u8(r);
        if (p->weapon_frame & 0x80) {
            p->weapon_frame = (uint16_t)(p->weapon_frame | byte_reader_u8(r) << 8);
        }
        return;
    }
    if (d->mask & NQ_D_ANGLES_XZ) {
        p->view[0] = byte_reader_i16(r);
        p->view[2] = byte_reader_i16(r);
    }
    if (d->mask & NQ_D_ANGLE_Y) {
        p->view[1] = byte_reader_i16(r);
    }
}

static int read_solid(const struct nq_protocol *protocol, struct byte_reader *r, struct nq_delta *d,
                      struct format_error *err)
{
    const size_t offset = r->pos;
    if (!(protocol->fte2 & NQ_FTE2_NEWSIZEENCODING)) {
        d->solid = byte_reader_u16(r);
        return 0;
    }
    d->solid_code = byte_reader_u8(r);
    const int bytes = solid_bytes(d->solid_code);
    d->solid = bytes == 2 ? byte_reader_u16(r) : bytes == 4 ? byte_reader_u32(r) : 0;
    return bytes < 0 ? fail_field(err, offset, "the code of size", d->solid_code) : 0;
}

static int read_bones(struct byte_reader *r, struct nq_delta *d, struct format_error *err)
{
    const size_t offset = r->pos;
    const uint8_t flags = byte_reader_u8(r);
    if (flags & ~(BONES_LISTED | BONES_BASE)) {
        return fail_field(err, offset, "the kind of bones", flags);
    }
    if (flags & BONES_LISTED) {
        (void)byte_reader_take(r, (size_t)byte_reader_u8(r) * BONE_BYTES);
    }
    if (flags & BONES_BASE) {
        (void)byte_reader_take(r, 3);
    }
    d->bones = r->data + offset;
    d->bones_size = (uint32_t)(r->pos - offset);
    return 0;
}

/* Bits 10 to 14. */
static int read_looks(const struct nq_protocol *protocol, struct byte_reader *r, struct nq_delta *d,
                      struct format_error *err)
{
    if (d->mask & NQ_D_MODEL) {
        d->model = read_number(r, d->mask);
    }
    if (d->mask & NQ_D_SKIN) {
        d->skin = d->mask & NQ_D_WIDE ? byte_reader_i16(r) : byte_reader_u8(r);
    }
    if (d->mask & NQ_D_COLORMAP) {
        d->colormap = byte_reader_u8(r);
    }
    if (d->mask & NQ_D_SOLID) {
        const int status = read_solid(protocol, r, d, err);
        if (status < 0) {
            return status;
        }
    }
    if (d->mask & NQ_D_FLAGS) {
        d->flags = byte_reader_u8(r);
    }
    return 0;
}

/* Bits 16 to 22. */
static int read_third(struct byte_reader *r, struct nq_delta *d, struct format_error *err)
{
    if (d->mask & NQ_D_ALPHA) {
        d->alpha = byte_reader_u8(r);
    }
    if (d->mask & NQ_D_SCALE) {
        d->scale = byte_reader_u8(r);
    }
    if (d->mask & NQ_D_BONES) {
        const int status = read_bones(r, d, err);
        if (status < 0) {
            return status;
        }
    }
    if (d->mask & NQ_D_DRAWFLAGS) {
        d->draw_flags = byte_reader_u8(r);
        d->draw_light = (d->draw_flags & DRAW_LIGHT) == DRAW_LIGHT ? byte_reader_u8(r) : 0;
    }
    if (d->mask & NQ_D_TAG) {
        d->tag_entity = nq_number_read(r, &d->tag_wide);
        d->tag_index = byte_reader_u8(r);
    }
    if (d->mask & NQ_D_LIGHT) {
        for (int i = 0; i < 4; i++) {
            d->light[i] = byte_reader_u16(r);
        }
        d->light_style = byte_reader_u8(r);
        d->light_flags = byte_reader_u8(r);
    }
    if (d->mask & NQ_D_TRAIL) {
        d->trail = byte_reader_u16(r);
        d->emit = d->trail & NQ_DELTA_EMIT ? byte_reader_u16(r) : 0;
    }
    return 0;
}

static void read_bytes(struct byte_reader *r, uint8_t *to, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = byte_reader_u8(r);
    }
}

/* Bits 24 to 30. */
static void read_fourth(struct byte_reader *r, struct nq_delta *d)
{
    if (d->mask & NQ_D_COLORMOD) {
        read_bytes(r, d->colormod, 3);
    }
    if (d->mask & NQ_D_GLOW) {
        read_bytes(r, d->glow, 5);
    }
    if (d->mask & NQ_D_FATNESS) {
        d->fatness = byte_reader_u8(r);
    }
    if (d->mask & NQ_D_MODEL2) {
        d->model2 = read_number(r, d->mask);
    }
    if (d->mask & NQ_D_GRAVITY) {
        read_bytes(r, d->gravity, 2);
    }
    if (d->mask & NQ_D_FRAME_TIME) {
        d->frame_time = byte_reader_u16(r);
    }
}

int nq_delta_read(const struct nq_protocol *protocol, struct byte_reader *r, struct nq_delta *d,
                  struct format_error *err)
{
    const size_t offset = r->pos;
    *d = (struct nq_delta){.mask = read_mask(r)};
    if (d->mask >> 31) {
        return fail_field(err, offset, "the mask", d->mask);
    }
    if (d->mask & NQ_D_FRAME) {
        d->frame = read_number(r, d->mask);
    }
    read_place(protocol, r, d);
    read_effects(r, d);
    if (d->mask & NQ_D_PREDICTION) {
        read_prediction(protocol, r, d);
    }
    int status = 0;
    if (d->mask >> 8) {
        status = read_looks(protocol, r, d, err);
    }
    if (status == 0 && d->mask >> 16) {
        status = read_third(r, d, err);
    }
    if (status == 0 && d->mask >> 24) {
        read_fourth(r, d);
    }
    if (status < 0 && !r->overrun) {
        return status;
    }
    return r->overrun
               ? format_fail(err, FORMAT_TRUNCATED, offset, "an entity's update exceeds its block")
               : 0;
}

/* The mask as found, with the bits that later bytes need. */
static uint32_t complete_mask(uint32_t mask)
{
    mask |= mask >> 24 ? NQ_D_MORE3 : 0;
    mask |= mask >> 16 ? NQ_D_MORE2 : 0;
    return mask | (mask >> 8 ? NQ_D_MORE1 : 0);
}

static void write_mask(struct byte_writer *out, uint32_t mask)
{
    byte_writer_u8(out, mask);
    for (int shift = 8; shift < 32 && (mask >> (shift - 1) & 1); shift += 8) {
        byte_writer_u8(out, mask >> shift);
    }
}

static void write_number(struct byte_writer *out, uint32_t mask, uint32_t number)
{
    if (mask & NQ_D_WIDE) {
        byte_writer_u16(out, number);
    } else {
        byte_writer_u8(out, number);
    }
}

static void write_angle(const struct nq_protocol *protocol, struct byte_writer *out, uint32_t mask,
                        float angle)
{
    if ((mask & NQ_D_PREDICTION) && !(protocol->fte2 & NQ_FTE2_PREDINFO)) {
        nq_short_angle_write(NULL, out, angle);
    } else {
        nq_angle_write(protocol, out, angle);
    }
}

static void write_place(const struct nq_protocol *protocol, struct byte_writer *out, uint32_t mask,
                        const struct nq_delta *d)
{
    if (mask & NQ_D_ORIGIN_XY) {
        nq_coord_write(protocol, out, d->origin[0]);
        nq_coord_write(protocol, out, d->origin[1]);
    }
    if (mask & NQ_D_ORIGIN_Z) {
        nq_coord_write(protocol, out, d->origin[2]);
    }
    if (mask & NQ_D_ANGLES_XZ) {
        write_angle(protocol, out, mask, d->angles[0]);
        write_angle(protocol, out, mask, d->angles[2]);
    }
    if (mask & NQ_D_ANGLE_Y) {
        write_angle(protocol, out, mask, d->angles[1]);
    }
}

static void write_effects(struct byte_writer *out, uint32_t mask, uint32_t effects)
{
    switch (mask & (NQ_D_EFFECTS | NQ_D_EFFECTS2)) {
    case NQ_D_EFFECTS:
        byte_writer_u8(out, effects);
        break;
    case NQ_D_EFFECTS2:
        byte_writer_u16(out, effects);
        break;
    case NQ_D_EFFECTS | NQ_D_EFFECTS2:
        byte_writer_u32(out, effects);
        break;
    default:
        break;
    }
}

static void write_i16(struct byte_writer *out, int16_t v)
{
    byte_writer_u16(out, (uint16_t)v);
}

static void write_prediction(const struct nq_protocol *protocol, struct byte_writer *out,
                             uint32_t mask, const struct nq_prediction *p)
{
    byte_writer_u8(out, p->flags);
    for (int i = 0; i < 3; i++) {
        if (p->flags & NQ_DP_MOVE << i) {
            write_i16(out, p->moves[i]);
        }
    }
    if (p->flags & NQ_DP_MOVE_TYPE) {
        byte_writer_u8(out, p->move_type);
    }
    if (p->flags & NQ_DP_VELOCITY_XY) {
        write_i16(out, p->velocity[0]);
        write_i16(out, p->velocity[1]);
    }
    if (p->flags & NQ_DP_VELOCITY_Z) {
        write_i16(out, p->velocity[2]);
    }
    if (p->flags & NQ_DP_MSEC) {
        byte_writer_u8(out, p->msec);
    }
    if (!(p->flags & NQ_DP_VIEW)) {
        return;
    }
    if (!(protocol->fte2 & NQ_FTE2_PREDINFO)) {
        byte_writer_u8(out, p->weapon_frame);
        if (p->weapon_frame & 0x80) {
            byte_writer_u8(out, p->weapon_frame >> 8);
        }
        return;
    }
    if (mask & NQ_D_ANGLES_XZ) {
        write_i16(out, p->view[0]);
        write_i16(out, p->view[2]);
    }
    if (mask & NQ_D_ANGLE_Y) {
        write_i16(out, p->view[1]);
    }
}

static void write_solid(const struct nq_protocol *protocol, struct byte_writer *out,
                        const struct nq_delta *d)
{
    const bool coded = protocol->fte2 & NQ_FTE2_NEWSIZEENCODING;
    const int bytes = coded ? solid_bytes(d->solid_code) : 2;
    if (coded) {
        byte_writer_u8(out, d->solid_code);
    }
    if (bytes == 2) {
        byte_writer_u16(out, d->solid);
    } else if (bytes == 4) {
        byte_writer_u32(out, d->solid);
    }
}

static void write_looks(const struct nq_protocol *protocol, struct byte_writer *out, uint32_t mask,
                        const struct nq_delta *d)
{
    if (mask & NQ_D_MODEL) {
        write_number(out, mask, d->model);
    }
    if (mask & NQ_D_SKIN) {
        write_number(out, mask, (uint16_t)d->skin);
    }
    if (mask & NQ_D_COLORMAP) {
        byte_writer_u8(out, d->colormap);
    }
    if (mask & NQ_D_SOLID) {
        write_solid(protocol, out, d);
    }
    if (mask & NQ_D_FLAGS) {
        byte_writer_u8(out, d->flags);
    }
}

static void write_third(struct byte_writer *out, uint32_t mask, const struct nq_delta *d)
{
    if (mask & NQ_D_ALPHA) {
        byte_writer_u8(out, d->alpha);
    }
    if (mask & NQ_D_SCALE) {
        byte_writer_u8(out, d->scale);
    }
    if (mask & NQ_D_BONES) {
        byte_writer_bytes(out, d->bones, d->bones_size);
    }
    if (mask & NQ_D_DRAWFLAGS) {
        byte_writer_u8(out, d->draw_flags);
        if ((d->draw_flags & DRAW_LIGHT) == DRAW_LIGHT) {
            byte_writer_u8(out, d->draw_light);
        }
    }
    if (mask & NQ_D_TAG) {
        nq_number_write(out, d->tag_entity, d->tag_wide);
        byte_writer_u8(out, d->tag_index);
    }
    if (mask & NQ_D_LIGHT) {
        for (int i = 0; i < 4; i++) {
            byte_writer_u16(out, d->light[i]);
        }
        byte_writer_u8(out, d->light_style);
        byte_writer_u8(out, d->light_flags);
    }
    if (mask & NQ_D_TRAIL) {
        byte_writer_u16(out, d->trail);
        if (d->trail & NQ_DELTA_EMIT) {
            byte_writer_u16(out, d->emit);
        }
    }
}

static void write_fourth(struct byte_writer *out, uint32_t mask, const struct nq_delta *d)
{
    if (mask & NQ_D_COLORMOD) {
        byte_writer_bytes(out, d->colormod, sizeof d->colormod);
    }
    if (mask & NQ_D_GLOW) {
        byte_writer_bytes(out, d->glow, sizeof d->glow);
    }
    if (mask & NQ_D_FATNESS) {
        byte_writer_u8(out, d->fatness);
    }
    if (mask & NQ_D_MODEL2) {
        write_number(out, mask, d->model2);
    }
    if (mask & NQ_D_GRAVITY) {
        byte_writer_bytes(out, d->gravity, sizeof d->gravity);
    }
    if (mask & NQ_D_FRAME_TIME) {
        byte_writer_u16(out, d->frame_time);
    }
}

void nq_delta_write(const struct nq_protocol *protocol, const struct nq_delta *d,
                    struct byte_writer *out)
{
    const uint32_t mask = complete_mask(d->mask);
    write_mask(out, mask);
    if (mask & NQ_D_FRAME) {
        write_number(out, mask, d->frame);
    }
    write_place(protocol, out, mask, d);
    write_effects(out, mask, d->effects);
    if (mask & NQ_D_PREDICTION) {
        write_prediction(protocol, out, mask, &d->prediction);
    }
    write_looks(protocol, out, mask, d);
    write_third(out, mask, d);
    write_fourth(out, mask, d);
}

int nq_delta_next(const struct nq_protocol *protocol, struct byte_reader *r,
                  struct nq_delta_entry *entry, struct format_error *err)
{
    const size_t offset = r->pos;
    const uint16_t word = byte_reader_u16(r);
    entry->removed = (word & LIST_REMOVE) != 0;
    entry->wide = (word & LIST_WIDE) != 0;
    entry->entity = word & (LIST_WIDE - 1u);
    if (entry->wide) {
        entry->entity |= (uint32_t)byte_reader_u8(r) << 14;
    }
    if (r->overrun) {
        return format_fail(err, FORMAT_TRUNCATED, offset, "the list of entities exceeds its block");
    }
    if (word == LIST_END) {
        return 0;
    }
    const int status = entry->removed ? 0 : nq_delta_read(protocol, r, &entry->delta, err);
    return status < 0 ? status : 1;
}

void nq_delta_entry_write(const struct nq_protocol *protocol, const struct nq_delta_entry *entry,
                          struct byte_writer *out)
{
    const bool wide = entry->wide || entry->entity >= LIST_WIDE;
    byte_writer_u16(out, (entry->entity & (LIST_WIDE - 1u)) | (wide ? LIST_WIDE : 0u) |
                             (entry->removed ? LIST_REMOVE : 0u));
    if (wide) {
        byte_writer_u8(out, entry->entity >> 14);
    }
    if (!entry->removed) {
        nq_delta_write(protocol, &entry->delta, out);
    }
}

int nq_deltas_read(const struct nq_protocol *protocol, struct byte_reader *r,
                   struct nq_deltas *deltas, struct format_error *err)
{
    struct nq_delta_entry entry;
    int status;
    deltas->bytes = r->data + r->pos;
    deltas->size = deltas->updates = deltas->removals = 0;
    for (size_t start = r->pos;; deltas->size = (uint32_t)(r->pos - start)) {
        status = nq_delta_next(protocol, r, &entry, err);
        if (status <= 0) {
            return status;
        }
        deltas->removals += entry.removed;
        deltas->updates += !entry.removed;
    }
}
