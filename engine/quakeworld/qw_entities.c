/* Entities of a QuakeWorld client state: CL_ParseBaseline, CL_ParseStatic, CL_ParsePacketEntities
 * and CL_ParseProjectiles. */
#include <string.h>

#include "engine/quakeworld/qw_apply.h"

/* Recovers the steps, 256 or 65536 to a turn, that the server wrote. */
static int16_t angle_steps(float degrees)
{
    return (int16_t)(int32_t)floorf(degrees * (65536.0f / 360.0f) + 0.5f);
}

static void copy_state(struct qw_frame_entity *to, const struct qw_entity_state *from)
{
    memset(to, 0, sizeof *to);
    for (int i = 0; i < 3; i++) {
        to->origin[i] = qw_clean_coord(from->origin[i]);
        to->angles[i] = angle_steps(from->angles[i]);
    }
    to->model = from->model;
    to->frame = from->frame;
    to->colormap = from->colormap;
    to->skin = from->skin;
}

/* CL_ParseDelta */
static void apply_delta(struct qw_frame_entity *to, const struct qw_entity *from)
{
    static const uint32_t origin_bits[3] = {QW_U_ORIGIN1, QW_U_ORIGIN2, QW_U_ORIGIN3};
    static const uint32_t angle_bits[3] = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3};
    const uint32_t bits = from->bits;
    for (int i = 0; i < 3; i++) {
        if (bits & origin_bits[i]) {
            to->origin[i] = qw_clean_coord(from->origin[i]);
        }
        if (bits & angle_bits[i]) {
            to->angles[i] = angle_steps(from->angles[i]);
        }
    }
    to->number = from->number;
    if (bits & (QW_U_MODEL | QW_U_MODELDBL)) {
        to->model = from->model;
    }
    if (bits & QW_U_FRAME) {
        to->frame = from->frame;
    }
    if (!(bits & (QW_U_COLORMAP | QW_U_SKIN | QW_U_EFFECTS | QW_U_TRANS | QW_U_COLOURMOD))) {
        return; /* nearly always */
    }
    to->colormap = bits & QW_U_COLORMAP ? from->colormap : to->colormap;
    to->skin = bits & QW_U_SKIN ? from->skin : to->skin;
    to->effects = bits & QW_U_EFFECTS ? from->effects : to->effects;
    to->trans = bits & QW_U_TRANS ? from->trans : to->trans;
    if (bits & QW_U_COLOURMOD) {
        memcpy(to->colour_mod, from->colour_mod, sizeof to->colour_mod);
    }
}

/* Servers send a baseline for each number, most of them empty: those take no room. */
int qw_apply_baseline(const struct qw_apply *apply, const struct qw_message *message)
{
    static const struct qw_frame_entity empty;
    struct qw_frame_entity baseline;
    memset(&baseline, 0, sizeof baseline);
    uint32_t number = message->u.entity.number;
    if (message->id == QW_SPAWNBASELINE2) {
        apply_delta(&baseline, &message->u.entity);
    } else {
        number = message->u.spawnbaseline.entity;
        copy_state(&baseline, &message->u.spawnbaseline.state);
    }
    if (number >= QW_MAX_ENTITIES) {
        return qw_reject_number(apply, "entity", number);
    }
    baseline.number = 0;
    const bool is_known = number < (*apply->state)->arrays[QW_BASELINE_PLACES].count &&
                          qw_baseline_places(*apply->state)[number] != 0;
    if (!is_known) {
        if (memcmp(&baseline, &empty, sizeof empty) == 0) {
            return 0;
        }
        int status = qw_state_extend(apply->state, QW_BASELINE_PLACES, number + 1);
        const uint32_t count = (*apply->state)->arrays[QW_BASELINES].count + 1;
        if (status < 0 || (status = qw_state_extend(apply->state, QW_BASELINES, count)) < 0) {
            return status;
        }
        qw_baseline_places(*apply->state)[number] = (uint16_t)count;
    }
    baseline.number = (uint16_t)number;
    qw_baselines(*apply->state)[qw_baseline_places(*apply->state)[number] - 1] = baseline;
    return 0;
}

int qw_apply_static(const struct qw_apply *apply, const struct qw_message *message)
{
    const uint32_t count = (*apply->state)->arrays[QW_STATICS].count;
    if (count >= QW_MAX_STATICS) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset, "too many static entities");
    }
    int status = qw_state_extend(apply->state, QW_STATICS, count + 1);
    if (status < 0) {
        return status;
    }
    struct qw_frame_entity *to = &qw_statics(*apply->state)[count];
    if (message->id == QW_SPAWNSTATIC2) {
        apply_delta(to, &message->u.entity);
    } else {
        copy_state(to, &message->u.spawnstatic);
    }
    return 0;
}

int qw_apply_static_sound(const struct qw_apply *apply, const struct qw_message *message)
{
    const uint32_t count = (*apply->state)->arrays[QW_STATIC_SOUNDS].count;
    if (count >= QW_MAX_STATICS) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset, "too many static sounds");
    }
    int status = qw_state_extend(apply->state, QW_STATIC_SOUNDS, count + 1);
    if (status < 0) {
        return status;
    }
    struct qw_static_sound *sound = &qw_static_sounds(*apply->state)[count];
    qw_clean_origin(sound->origin, message->u.spawnstaticsound.origin);
    sound->sound = message->u.spawnstaticsound.sound;
    sound->volume = message->u.spawnstaticsound.volume;
    sound->attenuation = message->u.spawnstaticsound.attenuation;
    return 0;
}

static void drop_frame(struct qw_state *s, uint32_t slot)
{
    s->frames[slot] = (struct qw_frame){.sequence = s->frames[slot].sequence};
    s->frames_held &= ~(UINT64_C(1) << slot);
}

/* Drops frames that no delta can refer to, before a frame of sequence `incoming` is stored.
 * oldest: the oldest sequence a delta can name. Servers use the last frame they know the client
 * to have, never an earlier one again. The remaining frames are in order of sequence. Returns
 * the first element of the oldest remaining frame. */
static uint32_t drop_frames(struct qw_state *s, uint32_t oldest)
{
    const uint32_t next = s->newest_frame + 1;
    const bool in_order = s->incoming - next < QW_FRAMES;
    for (uint32_t i = 0; i < QW_FRAMES && s->frames_held != 0; i++) {
        const uint32_t slot = (next + i) % QW_FRAMES;
        if (!(s->frames_held >> slot & 1)) {
            continue;
        }
        const uint32_t age = s->frames[slot].sequence - oldest;
        if (age >= QW_FRAMES || slot == s->incoming % QW_FRAMES) {
            drop_frame(s, slot);
        } else if (in_order) {
            return s->frames[slot].first; /* from here on all are younger */
        }
    }
    uint32_t first = s->arrays[QW_FRAME_ENTITIES].count;
    for (uint32_t slot = 0; slot < QW_FRAMES && s->frames_held != 0; slot++) {
        const bool is_held = s->frames_held >> slot & 1;
        first = is_held && s->frames[slot].first < first ? s->frames[slot].first : first;
    }
    return first;
}

/* Gives back the room before `first` when it is much. */
static void pack_frames(struct qw_state *s, uint32_t first)
{
    struct state_place *place = &s->arrays[QW_FRAME_ENTITIES];
    const uint32_t kept = place->count - first;
    if (first <= 64 + kept / 4) {
        return;
    }
    struct qw_frame_entity *entities = qw_frame_entities(s);
    memmove(entities, entities + first, kept * sizeof *entities);
    place->count = kept;
    for (uint32_t slot = 0; slot < QW_FRAMES; slot++) {
        if (s->frames_held >> slot & 1) {
            s->frames[slot].first -= first;
        }
    }
}

/* The frame a delta is against; NULL when it is not there. */
static const struct qw_frame *find_base(const struct qw_state *s, const struct qw_message *message)
{
    const uint32_t from = s->is_mvd ? s->incoming - 1 : message->u.entities.from;
    const struct qw_frame *base = &s->frames[from % QW_FRAMES];
    const bool is_it = base->valid && (uint8_t)base->sequence == (uint8_t)from &&
                       base->sequence != s->incoming && s->incoming - base->sequence < QW_FRAMES;
    return is_it ? base : NULL;
}

/* The baseline that a new entity's delta applies to. */
static void begin_entity(const struct qw_state *s, uint32_t number, struct qw_frame_entity *to)
{
    if (number < s->arrays[QW_BASELINE_PLACES].count && qw_baseline_places(s)[number] != 0) {
        *to = qw_baselines(s)[qw_baseline_places(s)[number] - 1];
    } else {
        memset(to, 0, sizeof *to);
    }
}

/* Both lists are ordered by entity number; entities that the message does not name stay
 * unchanged. Returns the end of the new list; NULL = the numbers do not increase. */
static struct qw_frame_entity *merge_delta(const struct qw_apply *apply,
                                           const struct qw_entities *changes,
                                           const struct qw_frame_entity *old,
                                           const struct qw_frame_entity *end,
                                           struct qw_frame_entity *to)
{
    struct qw_entity change;
    uint32_t pos = 0;
    int32_t last = -1;
    while (qw_entities_next(&apply->protocol, changes, &pos, &change)) {
        if (change.number <= last) {
            return NULL;
        }
        last = change.number;
        while (old < end && old->number < change.number) {
            *to++ = *old++;
        }
        const bool is_old = old < end && old->number == change.number;
        if (!(change.bits & QW_U_REMOVE)) {
            if (is_old) {
                *to = *old;
            } else {
                begin_entity(*apply->state, change.number, to);
            }
            apply_delta(to++, &change);
        }
        old += is_old;
    }
    while (old < end) {
        *to++ = *old++;
    }
    return to;
}

/* The oldest sequence that deltas can refer to after an update against `base`, NULL = a full
 * update. A full update answers a command that requested no delta, so later commands request
 * frames received since that command was sent. */
static uint32_t oldest_needed(const struct qw_state *s, const struct qw_frame *base)
{
    enum { SLACK = 4 };
    if (base) {
        return base->sequence;
    }
    if (s->is_mvd) {
        return s->incoming;
    }
    const struct qw_sent_command *command = &s->commands[s->packet_acknowledged % QW_COMMANDS];
    const uint32_t age = s->incoming - command->incoming;
    const bool is_known = command->time > QW_NEVER && command->sequence == s->packet_acknowledged;
    return s->incoming -
           (is_known && age < QW_FRAMES - SLACK ? age + SLACK : (uint32_t)QW_FRAMES - 1);
}

/* Keeps the entities behind all others as the frame `incoming`. */
static void keep_frame(struct qw_state *s, uint32_t oldest, uint32_t count)
{
    const uint32_t slot = s->incoming % QW_FRAMES;
    struct state_place *place = &s->arrays[QW_FRAME_ENTITIES];
    const uint32_t first = drop_frames(s, oldest);
    s->frames[slot] = (struct qw_frame){s->incoming, 1, place->count, count};
    s->frames_held |= UINT64_C(1) << slot;
    s->newest_frame = s->incoming;
    s->entities_pending = slot + 1;
    place->count += count;
    pack_frames(s, first);
}

int qw_apply_entities(const struct qw_apply *apply, const struct qw_message *message)
{
    struct qw_state *s = *apply->state;
    const bool is_delta = message->id == QW_DELTAPACKETENTITIES;
    s->incoming += s->is_mvd;
    const struct qw_frame *base = is_delta ? find_base(s, message) : NULL;
    if (is_delta && base == NULL) {
        /* FlushEntityPacket: what refers to this frame is of no use either. */
        drop_frame(s, s->incoming % QW_FRAMES);
        return 0;
    }
    const uint32_t end = s->arrays[QW_FRAME_ENTITIES].count;
    const uint32_t base_first = base ? base->first : 0, base_count = base ? base->count : 0;
    const uint32_t oldest = oldest_needed(s, base);
    int status = qw_state_reserve(apply->state, QW_FRAME_ENTITIES,
                                  end + base_count + message->u.entities.count);
    if (status < 0) {
        return status;
    }
    struct qw_frame_entity *entities = qw_frame_entities(*apply->state);
    const struct qw_frame_entity *old = entities + base_first;
    const struct qw_frame_entity *behind =
        merge_delta(apply, &message->u.entities, old, old + base_count, entities + end);
    if (behind == NULL) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset,
                           "the numbers of entities do not rise");
    }
    keep_frame(*apply->state, oldest, (uint32_t)(behind - (entities + end)));
    return 0;
}

/* Appended after the last update's nails, which give the old positions. */
int qw_apply_nails(const struct qw_apply *apply, const struct qw_nails *nails)
{
    const uint32_t used = (*apply->state)->arrays[QW_NAILS_SHOWN].count;
    const uint32_t room = (*apply->state)->nails_before + QW_MAX_NAILS - used;
    const uint32_t count = nails->count < room ? nails->count : room;
    int status = qw_state_extend(apply->state, QW_NAILS_SHOWN, used + count);
    if (status < 0) {
        return status;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct qw_nail nail = qw_nails_get(nails, i);
        struct qw_shown_nail *to = &qw_shown_nails(*apply->state)[used + i];
        memcpy(to->origin, nail.origin, sizeof to->origin);
        memcpy(to->old_origin, nail.origin, sizeof to->old_origin);
        to->pitch = nail.pitch;
        to->yaw = nail.yaw;
        to->number = nails->numbered ? nail.number : 0;
    }
    return 0;
}
