#include "engine/playback/transport.h"

#include <math.h>

/* Loops shorter than this, seconds, are not played: time stays at their start. */
#define SHORTEST_ROUND 0.001
/* Speeds this close to 1 become 1, so that multiplying and dividing returns to it. */
#define NORMAL_SPEED_SNAP 0.01

/* The next point at which play stops or wraps. */
struct barrier {
    double at;
    double back_to; /* where play continues after wrapping */
    bool wraps;
    bool growing; /* the end of the indexed part, not of the demo */
};

/* Written so that NaN becomes the start. */
static double keep_inside(const struct transport *t, double time)
{
    if (!(time > 0.0)) {
        return 0.0;
    }
    return time < t->length ? time : t->length;
}

/* The end of the part, within the indexed length. */
static double part_end(const struct transport *t)
{
    return t->to < t->length ? keep_inside(t, t->to) : t->length;
}

/* The A-B loop has precedence over the part, except for a part that ends before the loop. */
static struct barrier barrier_forward(const struct transport *t)
{
    double begin = keep_inside(t, t->from);
    double end = part_end(t);
    double loop_a = keep_inside(t, t->loop_a);
    double loop_b = keep_inside(t, t->loop_b);
    bool part_first = t->time <= end && end < loop_a;
    if (t->loop == TRANSPORT_LOOP_AB && t->time <= loop_b && !part_first) {
        return (struct barrier){loop_b, loop_a, true, false};
    }
    if (t->time <= end && t->to <= t->length) {
        return (struct barrier){end, begin, t->repeat, false};
    }
    return (struct barrier){t->length, begin, t->repeat && t->complete, !t->complete};
}

static struct barrier barrier_backward(const struct transport *t)
{
    double begin = keep_inside(t, t->from);
    double loop_a = keep_inside(t, t->loop_a);
    double loop_b = keep_inside(t, t->loop_b);
    bool part_first = t->time >= begin && begin > loop_b;
    if (t->loop == TRANSPORT_LOOP_AB && t->time >= loop_a && !part_first) {
        return (struct barrier){loop_a, loop_b, true, false};
    }
    return (struct barrier){t->time >= begin ? begin : 0.0, part_end(t), t->repeat, false};
}

static struct barrier barrier_ahead(const struct transport *t)
{
    return t->reverse ? barrier_backward(t) : barrier_forward(t);
}

/* Moves to a time, or to the end of the indexed part and waits there. */
static void set_time(struct transport *t, double time)
{
    t->waiting = time > t->length && !t->complete;
    t->wants_share = false;
    t->wanted = time;
    t->time = keep_inside(t, time);
}

/* Updates a waiting seek after the length changed; ends the wait when the target is indexed. */
static void follow_wanted(struct transport *t)
{
    if (t->wants_share) {
        t->waiting = !t->complete;
        t->time = keep_inside(t, t->wanted * t->length);
    } else {
        set_time(t, t->wanted);
    }
}

void transport_init(struct transport *transport)
{
    *transport = (struct transport){.speed = 1.0, .to = INFINITY, .undo = -1.0};
}

void transport_set_length(struct transport *transport, double length, bool complete)
{
    if (isfinite(length)) {
        transport->length = length > 0.0 ? length : 0.0;
    }
    transport->complete = complete;
    transport->time = keep_inside(transport, transport->time);
    if (transport->waiting) {
        follow_wanted(transport);
    }
}

/* Advances by a distance, seconds, in the direction of play. */
static void advance_time(struct transport *t, double distance)
{
    /* After a few barriers (demo's end, part's start, loop) play repeats the same round; whole
     * rounds are then skipped at once. */
    enum { BARRIERS_MAX = 8 };
    double direction = t->reverse ? -1.0 : 1.0;
    for (int i = 0; i < BARRIERS_MAX; i++) {
        struct barrier barrier = barrier_ahead(t);
        double room = (barrier.at - t->time) * direction;
        if (distance < room) {
            t->time = keep_inside(t, t->time + distance * direction);
            return;
        }
        distance -= room;
        t->time = barrier.at;
        if (!barrier.wraps || !(distance > 0.0)) {
            return;
        }
        t->time = barrier.back_to;
        struct barrier next = barrier_ahead(t);
        if (next.at == barrier.at && next.back_to == barrier.back_to) {
            double round = (next.at - t->time) * direction;
            if (round < SHORTEST_ROUND) {
                return;
            }
            distance = fmod(distance, round);
        }
    }
}

bool transport_advance(struct transport *transport, double seconds)
{
    double distance = seconds * transport->speed;
    if (transport->paused || transport->waiting || !isfinite(distance) || distance <= 0.0) {
        return false;
    }
    double before = transport->time;
    advance_time(transport, distance);
    return transport->time != before;
}

bool transport_is_moving(const struct transport *transport)
{
    if (transport->paused || transport->waiting) {
        return false;
    }
    struct barrier barrier = barrier_ahead(transport);
    return transport->time != barrier.at || (barrier.wraps && barrier.back_to != barrier.at);
}

/* True at an end that only a restart, a seek or reversing leaves. */
static bool stands_at_end(const struct transport *t)
{
    struct barrier barrier = barrier_ahead(t);
    return !t->waiting && t->time == barrier.at && !barrier.wraps && !barrier.growing;
}

bool transport_has_ended(const struct transport *transport)
{
    return transport->complete && !transport->paused && stands_at_end(transport);
}

bool transport_is_at_end(const struct transport *transport)
{
    return transport->complete && stands_at_end(transport);
}

void transport_toggle_pause(struct transport *transport)
{
    if (!stands_at_end(transport)) {
        transport->paused = !transport->paused;
        return;
    }
    set_time(transport,
             transport->reverse ? part_end(transport) : keep_inside(transport, transport->from));
    transport->paused = false;
}

void transport_seek(struct transport *transport, double time)
{
    transport_scrub(transport, time, true);
}

void transport_seek_by(struct transport *transport, double seconds)
{
    transport_seek(transport, transport->time + seconds);
}

void transport_seek_share(struct transport *transport, double share)
{
    if (isnan(share)) {
        return;
    }
    transport->undo = transport->time;
    transport->wants_share = true;
    transport->wanted = share > 0.0 ? (share < 1.0 ? share : 1.0) : 0.0;
    follow_wanted(transport);
    if (transport->wanted == 0.0) {
        transport->waiting = false; /* the start does not move */
    }
}

void transport_scrub(struct transport *transport, double time, bool begin)
{
    if (isnan(time)) {
        return;
    }
    if (begin) {
        transport->undo = transport->time;
    }
    set_time(transport, time);
}

bool transport_undo_seek(struct transport *transport)
{
    if (!(transport->undo >= 0.0)) {
        return false;
    }
    double back = transport->undo;
    /* Redo leads to the target of the undone seek, even if it was not reached. */
    bool was_going = transport->waiting && !transport->wants_share;
    transport->undo = was_going ? transport->wanted : transport->time;
    set_time(transport, back);
    return true;
}

void transport_step_to(struct transport *transport, double time)
{
    if (isnan(time)) {
        return;
    }
    transport->paused = true;
    set_time(transport, time);
}

void transport_scale_speed(struct transport *transport, double factor)
{
    if (factor > 0.0) {
        transport_set_speed(transport, transport->speed * factor);
    }
}

void transport_set_speed(struct transport *transport, double speed)
{
    if (!isfinite(speed)) {
        return;
    }
    if (fabs(speed - 1.0) <= NORMAL_SPEED_SNAP) {
        speed = 1.0;
    }
    speed = speed > TRANSPORT_SPEED_MIN ? speed : TRANSPORT_SPEED_MIN;
    transport->speed = speed < TRANSPORT_SPEED_MAX ? speed : TRANSPORT_SPEED_MAX;
}

void transport_toggle_reverse(struct transport *transport)
{
    transport->reverse = !transport->reverse;
}

void transport_cycle_loop(struct transport *transport)
{
    switch (transport->loop) {
    case TRANSPORT_LOOP_NONE:
        transport->loop_a = transport->time;
        transport->loop = TRANSPORT_LOOP_A;
        break;
    case TRANSPORT_LOOP_A:
        transport->loop_b = transport->time;
        if (transport->loop_b < transport->loop_a) {
            transport->loop_b = transport->loop_a;
            transport->loop_a = transport->time;
        }
        transport->loop = TRANSPORT_LOOP_AB;
        break;
    case TRANSPORT_LOOP_AB:
        transport->loop = TRANSPORT_LOOP_NONE;
        break;
    }
}
