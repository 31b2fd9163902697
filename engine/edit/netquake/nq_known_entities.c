#include "engine/edit/netquake/nq_known_entities.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ENTITIES = 1 << 16 /* what playback takes for entities */ };

struct nq_known_entity {
    bool there;
    union {
        struct nq_delta delta;
        struct nq_dp_entity dp;
    } u; /* fields that its mask names */
};

void nq_known_entities_free(struct nq_known_entities *known)
{
    free(known->items);
    *known = (struct nq_known_entities){0};
}

/* Room for the number. An item is not there at first. */
static int grow(struct nq_known_entities *known, uint32_t number)
{
    const size_t count = (size_t)number + 1;
    if (count > known->room) {
        const size_t room = count + count / 2 + 64;
        struct nq_known_entity *items = realloc(known->items, room * sizeof(*items));
        if (!items) {
            return FORMAT_MEMORY;
        }
        memset(items + known->room, 0, (room - known->room) * sizeof(*items));
        known->items = items;
        known->room = room;
    }
    known->count = count > known->count ? count : known->count;
    return 0;
}

int nq_known_entities_copy(struct nq_known_entities *to, const struct nq_known_entities *from)
{
    if (from->count > 0 && grow(to, (uint32_t)from->count - 1) < 0) {
        return FORMAT_MEMORY;
    }
    if (from->count > 0) {
        memcpy(to->items, from->items, from->count * sizeof(*to->items));
    }
    return 0;
}

/* An entity that is sent without RESET when it is not there begins from nothing, as in a new
 * client.
 */
static void remove_entity(struct nq_known_entities *known, uint32_t number)
{
    if (number < known->count) {
        known->items[number] = (struct nq_known_entity){0};
    }
}

/* --- FTE's replacement deltas -------------------------------------------------------------------
 */

static void merge_places(struct nq_delta *to, const struct nq_delta *from)
{
    if (from->mask & NQ_D_ORIGIN_XY) {
        to->origin[0] = from->origin[0];
        to->origin[1] = from->origin[1];
    }
    if (from->mask & NQ_D_ORIGIN_Z) {
        to->origin[2] = from->origin[2];
    }
    if (from->mask & NQ_D_ANGLES_XZ) {
        to->angles[0] = from->angles[0];
        to->angles[2] = from->angles[2];
    }
    if (from->mask & NQ_D_ANGLE_Y) {
        to->angles[1] = from->angles[1];
    }
    if (from->mask & NQ_D_TAG) {
        to->tag_index = from->tag_index;
        to->tag_wide = from->tag_wide;
        to->tag_entity = from->tag_entity;
    }
    if (from->mask & NQ_D_PREDICTION) {
        to->prediction = from->prediction;
    }
}

static void merge_shape(struct nq_delta *to, const struct nq_delta *from)
{
    if (from->mask & NQ_D_SOLID) {
        to->solid_code = from->solid_code;
        to->solid = from->solid;
    }
    if (from->mask & NQ_D_BONES) {
        to->bones = from->bones;
        to->bones_size = from->bones_size;
    }
    if (from->mask & NQ_D_DRAWFLAGS) {
        to->draw_flags = from->draw_flags;
        to->draw_light = from->draw_light;
    }
    if (from->mask & NQ_D_LIGHT) {
        memcpy(to->light, from->light, sizeof(to->light));
        to->light_style = from->light_style;
        to->light_flags = from->light_flags;
    }
    if (from->mask & NQ_D_TRAIL) {
        to->trail = from->trail;
        to->emit = from->emit;
    }
    if (from->mask & NQ_D_COLORMOD) {
        memcpy(to->colormod, from->colormod, sizeof(to->colormod));
    }
    if (from->mask & NQ_D_GLOW) {
        memcpy(to->glow, from->glow, sizeof(to->glow));
    }
    if (from->mask & NQ_D_GRAVITY) {
        memcpy(to->gravity, from->gravity, sizeof(to->gravity));
    }
    if (from->mask & (NQ_D_EFFECTS | NQ_D_EFFECTS2)) {
        to->effects = from->effects;
        to->mask &= ~(NQ_D_EFFECTS | NQ_D_EFFECTS2); /* which of them says how wide it is */
    }
}

#define MERGE(bit, field) to->field = from->mask & (bit) ? from->field : to->field

static void merge_delta(struct nq_delta *to, const struct nq_delta *from)
{
    if (from->mask & NQ_D_RESET) {
        *to = *from;
        return;
    }
    merge_places(to, from);
    merge_shape(to, from);
    to->mask &= ~NQ_D_PREDICTION; /* holds for one update */
    MERGE(NQ_D_FRAME, frame);
    MERGE(NQ_D_MODEL, model);
    MERGE(NQ_D_MODEL2, model2);
    MERGE(NQ_D_SKIN, skin);
    MERGE(NQ_D_COLORMAP, colormap);
    MERGE(NQ_D_FLAGS, flags);
    MERGE(NQ_D_ALPHA, alpha);
    MERGE(NQ_D_SCALE, scale);
    MERGE(NQ_D_FATNESS, fatness);
    MERGE(NQ_D_FRAME_TIME, frame_time);
    to->mask |= from->mask;
}

static int add_deltas(struct nq_known_entities *known, const struct nq_protocol *protocol,
                      const struct nq_deltas *deltas)
{
    struct byte_reader r = byte_reader_make(deltas->bytes, deltas->size);
    struct nq_delta_entry entry;
    while (byte_reader_left(&r) > 0 && nq_delta_next(protocol, &r, &entry, NULL) > 0) {
        if (entry.removed && entry.entity == 0 && !entry.wide) {
            nq_known_entities_free(known);
        } else if (entry.removed) {
            remove_entity(known, entry.entity);
        } else if (entry.entity < MAX_ENTITIES) {
            if (grow(known, entry.entity) < 0) {
                return FORMAT_MEMORY;
            }
            merge_delta(&known->items[entry.entity].u.delta, &entry.delta);
            known->items[entry.entity].there = true;
        }
    }
    return 0;
}

/* --- DarkPlaces
 * -----------------------------------------------------------------------------------
 */

static void merge_dp(struct nq_dp_entity *to, const struct nq_dp_entity *from)
{
    if (from->mask & NQ_E5_CREATE) {
        *to = *from;
        return;
    }
    if (from->mask & NQ_E5_ORIGIN) {
        memcpy(to->origin, from->origin, sizeof(to->origin));
    }
    if (from->mask & NQ_E5_ANGLES) {
        memcpy(to->angles, from->angles, sizeof(to->angles));
    }
    if (from->mask & NQ_E5_TAG) {
        to->tag_entity = from->tag_entity;
        to->tag = from->tag;
    }
    if (from->mask & NQ_E5_LIGHT) {
        memcpy(to->light, from->light, sizeof(to->light));
        to->light_style = from->light_style;
        to->light_flags = from->light_flags;
    }
    if (from->mask & NQ_E5_GLOW) {
        to->glow_size = from->glow_size;
        to->glow_color = from->glow_color;
    }
    if (from->mask & NQ_E5_COLORMOD) {
        memcpy(to->colormod, from->colormod, sizeof(to->colormod));
    }
    if (from->mask & NQ_E5_GLOWMOD) {
        memcpy(to->glowmod, from->glowmod, sizeof(to->glowmod));
    }
    if (from->mask & NQ_E5_SKELETON) {
        to->skeleton = from->skeleton;
        to->skeleton_size = from->skeleton_size;
    }
    MERGE(NQ_E5_MODEL, model);
    MERGE(NQ_E5_FRAME, frame);
    MERGE(NQ_E5_SKIN, skin);
    MERGE(NQ_E5_EFFECTS, effects);
    MERGE(NQ_E5_FLAGS, flags);
    MERGE(NQ_E5_ALPHA, alpha);
    MERGE(NQ_E5_SCALE, scale);
    MERGE(NQ_E5_COLORMAP, colormap);
    MERGE(NQ_E5_TRAIL, trail);
    to->mask |= from->mask;
}

static int add_dp_entities(struct nq_known_entities *known, const struct nq_dp_entities *entities)
{
    struct byte_reader r = byte_reader_make(entities->bytes, entities->size);
    struct nq_dp_entry entry;
    while (byte_reader_left(&r) > 0 && nq_dp_entry_read(&r, &entry, NULL) > 0) {
        const bool there = entry.number < known->count && known->items[entry.number].there;
        if (entry.removed) {
            remove_entity(known, entry.number);
        } else if (there || (entry.entity.mask & NQ_E5_CREATE)) {
            if (grow(known, entry.number) < 0) {
                return FORMAT_MEMORY;
            }
            merge_dp(&known->items[entry.number].u.dp, &entry.entity);
            known->items[entry.number].there = true;
        }
    }
    return 0;
}

int nq_known_entities_add(struct nq_known_entities *known, const struct nq_protocol *protocol,
                          const struct nq_message *message)
{
    return message->id == NQ_DELTAS        ? add_deltas(known, protocol, &message->u.deltas)
           : message->id == NQ_DP_ENTITIES ? add_dp_entities(known, &message->u.dp_entities)
                                           : 0;
}

void nq_known_entities_write(const struct nq_known_entities *known,
                             const struct nq_protocol *protocol, const struct nq_message *like,
                             struct byte_writer *out)
{
    struct byte_writer entries = {0};
    struct nq_message message = *like;
    const bool deltas = like->id == NQ_DELTAS;
    if (deltas) { /* "remove all": only then QuakeSpasm-Spiked takes the sign-on for finished */
        nq_delta_entry_write(protocol, &(struct nq_delta_entry){.removed = true}, &entries);
    }
    for (size_t i = 0; i < known->count; i++) {
        const struct nq_known_entity *item = &known->items[i];
        if (item->there && deltas) {
            const struct nq_delta_entry entry = {.entity = (uint32_t)i, .delta = item->u.delta};
            nq_delta_entry_write(protocol, &entry, &entries);
        } else if (item->there) {
            const struct nq_dp_entry entry = {.number = (uint16_t)i, .entity = item->u.dp};
            nq_dp_entry_write(&entry, &entries);
        }
    }
    if (deltas) {
        message.u.deltas.bytes = entries.data;
        message.u.deltas.size = (uint32_t)entries.size;
    } else {
        message.u.dp_entities.bytes = entries.data;
        message.u.dp_entities.size = (uint32_t)entries.size;
    }
    nq_message_encode(protocol, &message, out);
    out->failed |= entries.failed;
    byte_writer_free(&entries);
}
