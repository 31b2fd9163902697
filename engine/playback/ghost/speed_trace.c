#include "engine/playback/ghost/speed_trace.h"

#include <math.h>
#include <string.h>

/* Reverse play asks for one earlier update at a time: so many are read at once. */
enum { BACKWARD = 64 };

double speed_over_ground(const float velocity[3])
{
    const double x = (double)velocity[0], y = (double)velocity[1];
    return sqrt(x * x + y * y);
}

double speed_in_all(const float velocity[3])
{
    const double x = (double)velocity[0], y = (double)velocity[1], z = (double)velocity[2];
    return sqrt(x * x + y * y + z * z);
}

static struct speed_trace_entry *place_of(struct speed_trace *trace, uint32_t update)
{
    return &trace->kept[update % SPEED_TRACE_UPDATES];
}

static bool is_kept(struct speed_trace *trace, uint32_t update)
{
    return place_of(trace, update)->update == update + 1;
}

static int read_update(struct speed_trace *trace, uint32_t update)
{
    struct demo_body body;
    const int status = timeline_go_update(trace->head, update);
    if (status == 0) {
        timeline_body(trace->head, trace->follow, &body);
        *place_of(trace, update) = (struct speed_trace_entry){
            update + 1, body.present ? (float)speed_over_ground(body.velocity) : -1.0f};
    }
    return status;
}

/* Reads what is not known of the updates first..last, at most SPEED_TRACE_UPDATES. */
static int read_updates(struct speed_trace *trace, uint32_t first, uint32_t last)
{
    const uint32_t room = SPEED_TRACE_UPDATES - (last - first + 1);
    uint32_t begin = first;
    if (!is_kept(trace, first) && is_kept(trace, last)) {
        const uint32_t early = room < BACKWARD ? room : BACKWARD;
        begin = first > early ? first - early : 0;
    }
    int status = 0;
    for (uint32_t update = begin; status == 0 && update <= last; update++) {
        status = is_kept(trace, update) ? 0 : read_update(trace, update);
    }
    return status;
}

static int prepare(struct speed_trace *trace, const struct timeline *timeline, uint32_t follow)
{
    if (trace->of != timeline) {
        speed_trace_free(trace);
        const int status = timeline_open_head(&trace->head, timeline);
        if (status < 0) {
            return status;
        }
        trace->of = timeline;
    }
    if (trace->follow != follow) {
        memset(trace->kept, 0, sizeof trace->kept);
        trace->follow = follow;
    }
    return 0;
}

int speed_trace_read(struct speed_trace *trace, const struct timeline *timeline, uint32_t follow,
                     double time, double span, struct speed_sample samples[SPEED_TRACE_UPDATES])
{
    enum { SIDE = SPEED_TRACE_UPDATES / 2 - 1 };
    const uint32_t now = timeline_update_at(timeline, time);
    uint32_t first = timeline_update_at(timeline, time - span);
    uint32_t last = timeline_update_at(timeline, time + span);
    first = now - first > SIDE ? now - SIDE : first;
    last = last - now > SIDE ? now + SIDE : last;
    int status = prepare(trace, timeline, follow);
    status = status == 0 ? read_updates(trace, first, last) : status;
    for (uint32_t update = first; status == 0 && update <= last; update++) {
        samples[update - first] = (struct speed_sample){timeline_update_time(timeline, update),
                                                        (double)place_of(trace, update)->speed};
    }
    return status == 0 ? (int)(last - first + 1) : status;
}

void speed_trace_free(struct speed_trace *trace)
{
    timeline_close(trace->head);
    *trace = (struct speed_trace){0};
}
