#include "engine/edit/text/rows/nq_text_shapes.h"

#include "engine/edit/text/rows/nq_text_rows.h"

void nq_text_shape(struct nq_text_shape *shape, uint32_t classes, const struct nq_message *message)
{
    uint32_t id = message->id >= NQ_ENTITY_UPDATE ? NQ_ENTITY_UPDATE : message->id;
    shape->message = message;
    if (id == NQ_ENTITY_UPDATE && message->u.update.is_dp) {
        struct nq_entity_update *update = &shape->own.u.update;
        shape->own = *message;
        update->mask = (update->mask & 0xffff) | update->dp_mask;
        shape->message = &shape->own;
        id = NQ_TEXT_UPDATE_DP;
    }
    shape->row = text_row_of_id(&nq_text_table, classes, id);
}

void nq_text_entries_begin(struct nq_text_entries *entries, const struct nq_protocol *protocol,
                           const struct text_context *context, const struct text_row *row,
                           const struct nq_message *message)
{
    entries->protocol = protocol;
    entries->context = *context;
    entries->angle = context->angle;
    entries->rows = row->entries->rows;
    entries->deltas = entries->rows[0].id == NQ_TEXT_DELTA;
    entries->reader =
        entries->deltas
            ? byte_reader_make(message->u.deltas.bytes, message->u.deltas.size)
            : byte_reader_make(message->u.dp_entities.bytes, message->u.dp_entities.size);
}

static bool next_delta(struct nq_text_entries *e)
{
    if (nq_delta_next(e->protocol, &e->reader, &e->u.delta, NULL) <= 0) {
        return false;
    }
    const bool moves =
        (e->u.delta.delta.mask & NQ_D_PREDICTION) && !(e->protocol->fte2 & NQ_FTE2_PREDINFO);
    e->context.angle = moves ? TEXT_ANGLE_SHORT : e->angle;
    e->row = &e->rows[e->u.delta.removed];
    e->entry = &e->u.delta;
    return true;
}

static bool next_dp(struct nq_text_entries *e)
{
    if (nq_dp_entry_read(&e->reader, &e->u.dp, NULL) <= 0) {
        return false;
    }
    const uint32_t mask = e->u.dp.entity.mask;
    e->context.coord = mask & NQ_E5_ORIGIN32 ? TEXT_COORD_FLOAT : TEXT_COORD_8TH;
    e->context.angle = mask & NQ_E5_ANGLES16 ? TEXT_ANGLE_SHORT : TEXT_ANGLE_BYTE;
    e->row = &e->rows[e->u.dp.removed];
    e->entry = &e->u.dp;
    return true;
}

bool nq_text_entries_next(struct nq_text_entries *entries)
{
    return byte_reader_left(&entries->reader) > 0 &&
           (entries->deltas ? next_delta(entries) : next_dp(entries));
}
