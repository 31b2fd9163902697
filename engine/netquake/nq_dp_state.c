/* Entities of DarkPlaces' protocols (EntityFrame5_CL_ReadFrame): kept as those of FTE's replacement
 * deltas, which have the same fields. */
#include <string.h>

#include "engine/netquake/nq_delta_state.h"

/* The bits of both masks that name the same. */
static const struct {
    uint32_t from, to;
} same_bits[] = {
    {NQ_E5_CREATE, NQ_D_RESET},
    {NQ_E5_ORIGIN, NQ_D_ORIGIN_XY | NQ_D_ORIGIN_Z},
    {NQ_E5_ANGLES, NQ_D_ANGLES_XZ | NQ_D_ANGLE_Y},
    {NQ_E5_MODEL, NQ_D_MODEL},
    {NQ_E5_FRAME, NQ_D_FRAME},
    {NQ_E5_SKIN, NQ_D_SKIN},
    {NQ_E5_EFFECTS, NQ_D_EFFECTS},
    {NQ_E5_FLAGS, NQ_D_FLAGS},
    {NQ_E5_ALPHA, NQ_D_ALPHA},
    {NQ_E5_SCALE, NQ_D_SCALE},
    {NQ_E5_COLORMAP, NQ_D_COLORMAP},
    {NQ_E5_TAG, NQ_D_TAG},
    {NQ_E5_COLORMOD, NQ_D_COLORMOD},
    {NQ_E5_GLOW, NQ_D_GLOW},
};

enum { SAME_FLAGS = NQ_DF_STEP | NQ_DF_VIEW_MODEL | NQ_DF_EXTERIOR | NQ_DF_COLORMAPPED };

/* Opacity in 1/255 as a delta has it, in 1/254: 255 is the model's own. */
static uint8_t convert_alpha(uint8_t alpha)
{
    return alpha == 255 ? NQ_DELTA_OPAQUE : (uint8_t)((alpha * 254 + 127) / 255);
}

/* Coloured lights shine as the plain one does. */
static uint32_t nearest_effects(uint32_t effects)
{
    return effects & (NQ_EF_BLUE_LIGHT | NQ_EF_RED_LIGHT) ? effects | NQ_EF_DIMLIGHT : effects;
}

static struct nq_delta to_delta(const struct nq_dp_entity *e)
{
    struct nq_delta d = {.model = e->model,
                         .frame = e->frame,
                         .skin = e->skin,
                         .effects = nearest_effects(e->effects),
                         .colormap = e->colormap,
                         .flags = e->flags & SAME_FLAGS,
                         .alpha = convert_alpha(e->alpha),
                         .scale = e->scale,
                         .tag_entity = e->tag_entity,
                         .tag_index = e->tag,
                         .glow = {e->glow_size}};
    memcpy(d.origin, e->origin, sizeof d.origin);
    memcpy(d.angles, e->angles, sizeof d.angles);
    memcpy(d.colormod, e->colormod, sizeof d.colormod);
    for (size_t i = 0; i < sizeof(same_bits) / sizeof(same_bits[0]); i++) {
        d.mask |= e->mask & same_bits[i].from ? same_bits[i].to : 0;
    }
    return d;
}

int nq_apply_dp_entities(const struct nq_apply *apply, const struct nq_dp_entities *entities)
{
    struct byte_reader r = byte_reader_make(entities->bytes, entities->size);
    struct nq_dp_entry entry;
    int status = 0;
    nq_enter_game(*apply->state);
    /* The message was decoded, so it is whole. */
    while (status == 0 && byte_reader_left(&r) > 0 && nq_dp_entry_read(&r, &entry, NULL) > 0) {
        if (entry.removed) {
            nq_remove_entity(*apply->state, entry.number);
        } else if ((entry.entity.mask & NQ_E5_CREATE) ||
                   nq_delta_lives(*apply->state, entry.number)) {
            const struct nq_delta delta = to_delta(&entry.entity);
            status = nq_apply_delta(apply, entry.number, &delta);
        }
    }
    if (status == 0 && nq_stats_tell_all(*apply->state)) {
        nq_end_stats(*apply->state);
    }
    return status == 0 ? nq_apply_flashes(apply) : status;
}
