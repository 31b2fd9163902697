#include "engine/quake3/sounds/q3_speakers.h"

#include "formats/base/dmath.h"

/* The last start of the speaker's sound up to `time`, ms: one per period, shifted by up to half of
 * `random`, so that intervals vary as in the original. */
static int64_t last_turn(const struct q3_entity_state *speaker, int64_t time)
{
    enum { UNIT = 100, PERIOD_MIN = 100 };
    const int64_t wait = (int64_t)(speaker->fields[Q3_ES_FRAME] & 0xffff) * UNIT;
    const int64_t period = wait > PERIOD_MIN ? wait : PERIOD_MIN;
    const int64_t spread = (int64_t)(speaker->fields[Q3_ES_CLIENT_NUM] & 0xff) * UNIT;
    const int64_t off = spread < period ? spread : period;
    int64_t turn = time / period + 1;
    for (int tries = 0; tries < 4; tries++, turn--) {
        const uint32_t drawn = dmath_hash((uint32_t)speaker->number, (uint32_t)turn, 6) & 0xffff;
        const int64_t at = turn * period + (off * (int64_t)drawn >> 16) - off / 2;
        if (at <= time) {
            return at;
        }
    }
    return turn * period;
}

static void emit_speaker(struct q3_sound_emitter *h, const struct q3_entity_state *speaker)
{
    const struct q3_trajectory place = q3_trajectory_of_origin(speaker);
    const int64_t last = last_turn(speaker, h->now->server_time);
    const bool is_new =
        !h->before || !q3_frames_entity_of(&h->state->frames, h->before, (uint32_t)speaker->number);
    const int64_t since = is_new ? h->state->last_seen[speaker->number] : h->before->server_time;
    float origin[3];
    if (last > since || (is_new && since == 0)) { /* due when the speaker entered the snapshot */
        q3_trajectory_at(&place, h->now->server_time, origin);
        h->seed = dmath_hash((uint32_t)speaker->number, (uint32_t)last, 7);
        q3_emit_from(h, speaker->number, origin, Q3_CHANNEL_ITEM,
                     q3_emit_sound_name(h, speaker->fields[Q3_ES_EVENT_PARM]));
    }
}

void q3_speakers_emit(struct q3_sound_emitter *h)
{
    for (uint32_t i = 0; h->now && i < h->now->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&h->state->frames, h->now, i);
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_SPEAKER &&
            entity->fields[Q3_ES_CLIENT_NUM] != 0) {
            emit_speaker(h, entity);
        }
    }
}
