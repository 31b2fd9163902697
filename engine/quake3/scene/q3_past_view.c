#include "engine/quake3/scene/q3_past_view.h"

#include <string.h>

bool q3_past_view(const struct q3_build *b, uint32_t back, struct q3_interp *then,
                  struct q3_view *view)
{
    const struct q3_interp *m = &b->interp;
    const struct q3_snapshot *snapshot =
        back == 0
            ? m->from
            : q3_frames_find(&m->state->frames, (int32_t)((uint32_t)m->from->sequence - back));
    if (!snapshot || snapshot->server_time > m->time) {
        return false;
    }
    *then = *m;
    then->from = snapshot;
    then->to = NULL;
    then->fraction = 0.0;
    then->time = snapshot->server_time;
    then->player = snapshot->player;
    q3_view_find(view, then, b->options, b->level);
    return true;
}

static void find_eyes(struct q3_build *b)
{
    struct q3_past_eyes *eyes = &b->past_eyes;
    eyes->known = true;
    if (b->options->camera.kind != CAMERA_EYE) {
        return;
    }
    for (uint32_t i = 0; i < Q3_PAST_VIEWS; i++) {
        struct q3_interp then;
        struct q3_view view;
        if (q3_past_view(b, i, &then, &view) && then.time < b->interp.time) {
            eyes->times[eyes->count] = then.time;
            memcpy(eyes->at[eyes->count++], view.origin, sizeof(view.origin));
        }
    }
}

bool q3_past_eyes_were_in(struct q3_build *b, const float origin[3], const float velocity[3],
                          float radius, double since)
{
    const struct q3_past_eyes *eyes = &b->past_eyes;
    if (!eyes->known) {
        find_eyes(b);
    }
    for (uint32_t i = 0; i < eyes->count && eyes->times[i] >= since; i++) {
        const float seconds = (float)((eyes->times[i] - since) * 0.001);
        float distance = 0.0f;
        for (int k = 0; k < 3; k++) {
            const float way = origin[k] + velocity[k] * seconds - eyes->at[i][k];
            distance += way * way;
        }
        if (distance < radius * radius) {
            return true;
        }
    }
    return false;
}
