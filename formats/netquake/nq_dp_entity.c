#include "formats/netquake/nq_dp_entity.h"

#include "formats/netquake/nq_fields.h"
#include "formats/netquake/nq_protocol.h"

enum {
    LIST_END = 0x8000, /* alone; with a number: that entity is removed */
    BONE_BYTES = 14,
    MAX_BLENDS = 4 /* frames that a skeleton's code below it blends, less one */
};

#define KNOWN_BITS 0x07ffffffu

/* The widths of a place depend on the update, not on the protocol. */
static const struct nq_protocol narrow = {.version = NQ_PROTOCOL_15};
static const struct nq_protocol wide = {.version = NQ_PROTOCOL_DP7,
                                        .flags = NQ_PRFL_FLOATCOORD | NQ_PRFL_SHORTANGLE};

static uint32_t read_mask(struct byte_reader *r)
{
    uint32_t mask = byte_reader_u8(r);
    for (int shift = 8; shift < 32 && (mask >> (shift - 1) & 1); shift += 8) {
        mask |= (uint32_t)byte_reader_u8(r) << shift;
    }
    return mask;
}

static void read_bytes(struct byte_reader *r, uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[i] = byte_reader_u8(r);
    }
}

static uint16_t read_number(struct byte_reader *r, bool has_16)
{
    return has_16 ? byte_reader_u16(r) : byte_reader_u8(r);
}

/* Bits 0 to 14, whose fields come first. */
static void read_usual(struct byte_reader *r, struct nq_dp_entity *e)
{
    const uint32_t mask = e->mask;
    const struct nq_protocol *coords = mask & NQ_E5_ORIGIN32 ? &wide : &narrow;
    const struct nq_protocol *angles = mask & NQ_E5_ANGLES16 ? &wide : &narrow;
    e->flags = mask & NQ_E5_FLAGS ? byte_reader_u8(r) : 0;
    for (int i = 0; i < 3 && (mask & NQ_E5_ORIGIN); i++) {
        e->origin[i] = nq_coord_read(coords, r);
    }
    for (int i = 0; i < 3 && (mask & NQ_E5_ANGLES); i++) {
        e->angles[i] = nq_angle_read(angles, r);
    }
    if (mask & NQ_E5_MODEL) {
        e->model = read_number(r, mask & NQ_E5_MODEL16);
    }
    if (mask & NQ_E5_FRAME) {
        e->frame = read_number(r, mask & NQ_E5_FRAME16);
    }
    e->skin = mask & NQ_E5_SKIN ? byte_reader_u8(r) : 0;
    if (mask & NQ_E5_EFFECTS) {
        e->effects =
            mask & NQ_E5_EFFECTS32 ? byte_reader_u32(r) : read_number(r, mask & NQ_E5_EFFECTS16);
    }
    e->alpha = mask & NQ_E5_ALPHA ? byte_reader_u8(r) : 0;
    e->scale = mask & NQ_E5_SCALE ? byte_reader_u8(r) : 0;
    e->colormap = mask & NQ_E5_COLORMAP ? byte_reader_u8(r) : 0;
}

/* Frames that are blended, or bones. */
static int read_skeleton(struct byte_reader *r, struct nq_dp_entity *e, struct format_error *err)
{
    const size_t start = r->pos;
    e->skeleton = r->data + start;
    const uint8_t kind = byte_reader_u8(r);
    if (kind < MAX_BLENDS) {
        const size_t blends = (size_t)kind + 1;
        (void)byte_reader_take(r, blends * 4 + (kind > 0 ? blends : 0));
    } else if (kind == MAX_BLENDS) {
        (void)byte_reader_u16(r);
        (void)byte_reader_take(r, (size_t)byte_reader_u8(r) * BONE_BYTES);
    } else {
        return format_fail(err, FORMAT_BAD, start, "skeleton of unknown kind %u", kind);
    }
    e->skeleton_size = (uint32_t)(r->pos - start);
    return 0;
}

/* Bits 16 to 26. */
static int read_rare(struct byte_reader *r, struct nq_dp_entity *e, struct format_error *err)
{
    const uint32_t mask = e->mask;
    if (mask & NQ_E5_TAG) {
        e->tag_entity = byte_reader_u16(r);
        e->tag = byte_reader_u8(r);
    }
    if (mask & NQ_E5_LIGHT) {
        for (int i = 0; i < 4; i++) {
            e->light[i] = byte_reader_u16(r);
        }
        e->light_style = byte_reader_u8(r);
        e->light_flags = byte_reader_u8(r);
    }
    if (mask & NQ_E5_GLOW) {
        e->glow_size = byte_reader_u8(r);
        e->glow_color = byte_reader_u8(r);
    }
    if (mask & NQ_E5_COLORMOD) {
        read_bytes(r, e->colormod, 3);
    }
    if (mask & NQ_E5_GLOWMOD) {
        read_bytes(r, e->glowmod, 3);
    }
    if (mask & NQ_E5_SKELETON) {
        const int code = read_skeleton(r, e, err);
        if (code < 0) {
            return code;
        }
    }
    e->trail = mask & NQ_E5_TRAIL ? byte_reader_u16(r) : 0;
    return 0;
}

int nq_dp_entry_read(struct byte_reader *r, struct nq_dp_entry *entry, struct format_error *err)
{
    const size_t start = r->pos;
    const uint16_t word = byte_reader_u16(r);
    int code = 0;
    *entry = (struct nq_dp_entry){.number = word & (LIST_END - 1), .removed = word & LIST_END};
    if (!r->overrun && !entry->removed) {
        entry->entity.mask = read_mask(r);
        if (entry->entity.mask & ~KNOWN_BITS) {
            code = format_fail(err, FORMAT_BAD, start, "entity update with unknown bits 0x%08lx",
                               (unsigned long)entry->entity.mask);
        } else {
            read_usual(r, &entry->entity);
            code = read_rare(r, &entry->entity, err);
        }
    }
    if (r->overrun) {
        return format_fail(err, FORMAT_TRUNCATED, start, "the entities exceed their block");
    }
    return code < 0 ? code : word != LIST_END;
}

static void write_number(struct byte_writer *out, uint32_t number, bool has_16)
{
    if (has_16) {
        byte_writer_u16(out, number);
    } else {
        byte_writer_u8(out, number);
    }
}

static uint32_t complete_mask(uint32_t mask)
{
    mask |= mask >> 24 ? NQ_E5_EXTEND3 : 0;
    mask |= mask >> 16 ? NQ_E5_EXTEND2 : 0;
    mask |= mask >> 8 ? NQ_E5_EXTEND1 : 0;
    return mask;
}

static void write_mask(struct byte_writer *out, uint32_t mask)
{
    byte_writer_u8(out, mask);
    for (int shift = 8; shift < 32 && (mask >> (shift - 1) & 1); shift += 8) {
        byte_writer_u8(out, mask >> shift);
    }
}

static void write_usual(struct byte_writer *out, uint32_t mask, const struct nq_dp_entity *e)
{
    if (mask & NQ_E5_FLAGS) {
        byte_writer_u8(out, e->flags);
    }
    for (int i = 0; i < 3 && (mask & NQ_E5_ORIGIN); i++) {
        nq_coord_write(mask & NQ_E5_ORIGIN32 ? &wide : &narrow, out, e->origin[i]);
    }
    for (int i = 0; i < 3 && (mask & NQ_E5_ANGLES); i++) {
        nq_angle_write(mask & NQ_E5_ANGLES16 ? &wide : &narrow, out, e->angles[i]);
    }
    if (mask & NQ_E5_MODEL) {
        write_number(out, e->model, mask & NQ_E5_MODEL16);
    }
    if (mask & NQ_E5_FRAME) {
        write_number(out, e->frame, mask & NQ_E5_FRAME16);
    }
    if (mask & NQ_E5_SKIN) {
        byte_writer_u8(out, e->skin);
    }
    if ((mask & NQ_E5_EFFECTS) && (mask & NQ_E5_EFFECTS32)) {
        byte_writer_u32(out, e->effects);
    } else if (mask & NQ_E5_EFFECTS) {
        write_number(out, e->effects, mask & NQ_E5_EFFECTS16);
    }
    if (mask & NQ_E5_ALPHA) {
        byte_writer_u8(out, e->alpha);
    }
    if (mask & NQ_E5_SCALE) {
        byte_writer_u8(out, e->scale);
    }
    if (mask & NQ_E5_COLORMAP) {
        byte_writer_u8(out, e->colormap);
    }
}

static void write_rare(struct byte_writer *out, uint32_t mask, const struct nq_dp_entity *e)
{
    if (mask & NQ_E5_TAG) {
        byte_writer_u16(out, e->tag_entity);
        byte_writer_u8(out, e->tag);
    }
    if (mask & NQ_E5_LIGHT) {
        for (int i = 0; i < 4; i++) {
            byte_writer_u16(out, e->light[i]);
        }
        byte_writer_u8(out, e->light_style);
        byte_writer_u8(out, e->light_flags);
    }
    if (mask & NQ_E5_GLOW) {
        byte_writer_u8(out, e->glow_size);
        byte_writer_u8(out, e->glow_color);
    }
    if (mask & NQ_E5_COLORMOD) {
        byte_writer_bytes(out, e->colormod, 3);
    }
    if (mask & NQ_E5_GLOWMOD) {
        byte_writer_bytes(out, e->glowmod, 3);
    }
    if (mask & NQ_E5_SKELETON) {
        byte_writer_bytes(out, e->skeleton, e->skeleton_size);
    }
    if (mask & NQ_E5_TRAIL) {
        byte_writer_u16(out, e->trail);
    }
}

void nq_dp_entry_write(const struct nq_dp_entry *entry, struct byte_writer *out)
{
    if (entry->removed) {
        byte_writer_u16(out, entry->number | LIST_END);
        return;
    }
    const uint32_t mask = complete_mask(entry->entity.mask);
    byte_writer_u16(out, entry->number);
    write_mask(out, mask);
    write_usual(out, mask, &entry->entity);
    write_rare(out, mask, &entry->entity);
}

int nq_dp_entities_read(const struct nq_protocol *protocol, struct byte_reader *r,
                        struct nq_dp_entities *entities, struct format_error *err)
{
    struct nq_dp_entry entry;
    int code;
    entities->frame = byte_reader_i32(r);
    entities->input = protocol->version >= NQ_PROTOCOL_DP7 ? byte_reader_i32(r) : 0;
    entities->updates = entities->removals = 0;
    entities->bytes = r->data + r->pos;
    entities->size = 0;
    size_t start = r->pos;
    size_t end = start;
    while ((code = nq_dp_entry_read(r, &entry, err)) > 0) {
        entities->updates += !entry.removed;
        entities->removals += entry.removed;
        end = r->pos;
    }
    entities->size = (uint32_t)(end - start);
    return code;
}

void nq_dp_entities_write(const struct nq_protocol *protocol, const struct nq_dp_entities *entities,
                          struct byte_writer *out)
{
    struct byte_reader r = byte_reader_make(entities->bytes, entities->size);
    struct nq_dp_entry entry;
    byte_writer_u32(out, (uint32_t)entities->frame);
    if (protocol->version >= NQ_PROTOCOL_DP7) {
        byte_writer_u32(out, (uint32_t)entities->input);
    }
    while (byte_reader_left(&r) > 0 && nq_dp_entry_read(&r, &entry, NULL) > 0) {
        nq_dp_entry_write(&entry, out);
    }
    byte_writer_u16(out, LIST_END);
}
