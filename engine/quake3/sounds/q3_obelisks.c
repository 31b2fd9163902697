#include "engine/quake3/sounds/q3_obelisks.h"

#include "engine/quake3/scene/q3_bases.h"

static void emit_obelisk(struct q3_sound_emitter *h, const struct q3_entity_state *entity)
{
    const struct q3_trajectory place = q3_trajectory_of_origin(entity);
    const int32_t gone = h->state->player_anims.respawned[entity->number];
    const int64_t due = (int64_t)gone + q3_bases_wait(h->state);
    float origin[3];
    if (gone != 0 && h->before->server_time <= due && h->now->server_time > due) {
        q3_trajectory_at(&place, h->now->server_time, origin);
        q3_emit_at(h, Q3_WORLD, origin, Q3_CHANNEL_BODY, "sound/items/obelisk_respawn.wav");
    }
}

void q3_obelisks_emit(struct q3_sound_emitter *h)
{
    const bool some = h->now && h->before && h->match.kind == Q3_KIND_OVERLOAD;
    for (uint32_t i = 0; some && i < h->now->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&h->state->frames, h->now, i);
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_TEAM &&
            entity->fields[Q3_ES_FRAME] == Q3_OBELISK_GONE) {
            emit_obelisk(h, entity);
        }
    }
}
