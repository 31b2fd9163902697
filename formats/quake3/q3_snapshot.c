#include "formats/quake3/q3_snapshot.h"

#include <string.h>

#include "formats/quake3/q3_frames.h"

void q3_frames_begin(struct q3_frames *frames)
{
    /* Everything in front of the arrays of the states. */
    memset(frames, 0, offsetof(struct q3_frames, next));
    memset(&frames->states[0], 0, sizeof(frames->states[0]));
}

void q3_frames_reset(struct q3_frames *frames)
{
    q3_frames_begin(frames);
    for (uint8_t i = 0; i < Q3_SNAPSHOTS; i++) {
        frames->ring[i] = i;
    }
    frames->spare = Q3_SNAPSHOTS;
    frames->touched = 1;
    frames->started = true;
}

void q3_frames_copy(struct q3_frames *dst, const struct q3_frames *src)
{
    const size_t touched = src->touched;
    memcpy(dst, src, offsetof(struct q3_frames, next));
    memcpy(dst->next, src->next, touched * sizeof(dst->next[0]));
    memcpy(dst->states, src->states, touched * sizeof(dst->states[0]));
}

const struct q3_snapshot *q3_frames_find(const struct q3_frames *frames, int32_t sequence)
{
    const struct q3_snapshot *s =
        &frames->snapshots[frames->ring[(uint32_t)sequence % Q3_SNAPSHOTS]];
    return s->valid && s->sequence == sequence ? s : NULL;
}

const struct q3_snapshot *q3_frames_newest(const struct q3_frames *frames)
{
    return frames->any ? &frames->snapshots[frames->newest] : NULL;
}

const struct q3_entity_state *q3_frames_entity_of(const struct q3_frames *frames,
                                                  const struct q3_snapshot *snapshot,
                                                  uint32_t number)
{
    uint32_t low = 0, high = snapshot->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (snapshot->numbers[middle] < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < snapshot->count && snapshot->numbers[low] == number
               ? q3_frames_entity(frames, snapshot, low)
               : NULL;
}

void q3_frames_set_baseline(struct q3_frames *frames, const struct q3_entity_state *state)
{
    const uint32_t number = (uint32_t)state->number % Q3_MAX_ENTITIES;
    if (frames->baselines[number] == 0) {
        frames->baselines[number] = q3_frames_take(frames);
        frames->baseline_count++;
    }
    frames->states[frames->baselines[number]] = *state;
}

_Static_assert(Q3_STATES <= UINT16_MAX, "states are told by 16 bits");

void q3_frames_collect(struct q3_frames *frames)
{
    enum { USED = 1, SPARE_STATES = 128 };
    uint16_t *mark = frames->next;
    uint32_t used = 0;
    memset(mark, 0, frames->touched * sizeof(mark[0]));
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        mark[frames->baselines[i]] = USED;
    }
    for (uint32_t i = 0; i <= Q3_SNAPSHOTS; i++) {
        const struct q3_snapshot *snapshot = &frames->snapshots[i];
        for (uint32_t k = 0; k < snapshot->count; k++) {
            mark[snapshot->states[k]] = USED;
        }
    }
    for (uint16_t i = (uint16_t)(frames->touched - 1); i > 0; i--) {
        if (mark[i] == USED) {
            used++;
        } else {
            frames->next[i] = frames->free;
            frames->free = i;
        }
    }
    /* A scan costs time, so enough states must be used before the next one. */
    const uint32_t room = used + used / 2 + SPARE_STATES;
    frames->room = (uint16_t)(room < Q3_STATES ? room : Q3_STATES);
}

/* Invalidates snapshots of packets that were lost between the newest snapshot and this one. */
static void invalidate_between(struct q3_frames *frames, int32_t sequence)
{
    const int64_t last = frames->any ? frames->snapshots[frames->newest].sequence : 0;
    int64_t first = last + 1;
    if (sequence - first >= Q3_SNAPSHOTS) {
        first = (int64_t)sequence - (Q3_SNAPSHOTS - 1);
    }
    for (; first < sequence; first++) {
        frames->snapshots[frames->ring[(uint32_t)first % Q3_SNAPSHOTS]].valid = false;
    }
}

void q3_frames_push(struct q3_frames *frames)
{
    struct q3_snapshot *snapshot = &frames->snapshots[frames->spare];
    invalidate_between(frames, snapshot->sequence);
    uint8_t *slot = &frames->ring[(uint32_t)snapshot->sequence % Q3_SNAPSHOTS];
    const uint8_t replaced = *slot;
    snapshot->valid = true;
    frames->entity_end = snapshot->entity_end;
    *slot = frames->newest = frames->spare;
    frames->spare = replaced;
    frames->any = true;
}

void q3_gamestate_reset(struct q3_gamestate *gamestate)
{
    memset(gamestate, 0, offsetof(struct q3_gamestate, text));
    gamestate->client = -1;
    gamestate->used = 1;
    gamestate->text[0] = '\0';
}

/* Removes gaps left by replaced strings; keeps their order. */
static void compact_strings(struct q3_gamestate *gamestate)
{
    uint32_t used = 1;
    for (uint32_t at = 1; at < gamestate->used;) {
        const uint32_t size = (uint32_t)strlen(gamestate->text + at) + 1;
        for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
            if (gamestate->offsets[i] == at) {
                memmove(gamestate->text + used, gamestate->text + at, size);
                gamestate->offsets[i] = used;
                used += size;
                break;
            }
        }
        at += size;
    }
    gamestate->used = used;
}

bool q3_gamestate_set(struct q3_gamestate *gamestate, uint32_t index, const char *text)
{
    if (index >= Q3_MAX_CONFIGSTRINGS) {
        return false;
    }
    const size_t size = strlen(text) + 1;
    const uint32_t old = gamestate->offsets[index];
    if (size == 1) {
        gamestate->offsets[index] = 0;
        return true;
    }
    if (old != 0 && strcmp(gamestate->text + old, text) == 0) {
        return true;
    }
    if (size > Q3_CONFIGSTRING_BYTES - gamestate->used) {
        gamestate->offsets[index] = 0;
        compact_strings(gamestate);
        if (size > Q3_CONFIGSTRING_BYTES - gamestate->used) {
            return false;
        }
    }
    memcpy(gamestate->text + gamestate->used, text, size);
    gamestate->offsets[index] = gamestate->used;
    gamestate->used += (uint32_t)size;
    return true;
}
