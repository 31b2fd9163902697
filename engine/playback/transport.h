/* Playback control: position, direction, speed, pause, loop, seek.
 *
 * Pure logic: no clock, no demo, no window. The caller passes elapsed real time and the indexed
 * length of the demo. Times are demo seconds (engine/playback/timeline.h), clamped to 0..length.
 * NaN arguments are ignored.
 *
 * Play stops at the ends of the part (`from`, `to`) only when it comes from inside; after a seek
 * out of the part it continues to the end of the demo. The A-B loop works the same way and has
 * precedence over a part that ends inside it. A loop, or a repeating part, shorter than a
 * millisecond stays at its start. While the demo is being indexed, play waits at the end of the
 * indexed part.
 */
#ifndef ENGINE_PLAYBACK_TRANSPORT_H
#define ENGINE_PLAYBACK_TRANSPORT_H

#include <stdbool.h>

#define TRANSPORT_SPEED_MIN 0.05
#define TRANSPORT_SPEED_MAX 64.0
/* One display frame, seconds; independent of the screen's refresh rate.
 */
#define TRANSPORT_FRAME (1.0 / 60.0)

enum transport_loop { TRANSPORT_LOOP_NONE, TRANSPORT_LOOP_A, TRANSPORT_LOOP_AB };

struct transport {
    double time;
    double speed;
    bool paused;
    bool reverse;

    double from, to; /* part to play (--start, --end), seconds; `to` is infinite by default */
    bool repeat;     /* at the end of the part or the demo, continue at the part's start */
    enum transport_loop loop; /* A-B */
    double loop_a, loop_b;    /* seconds; loop_a <= loop_b if loop is AB */

    double length;    /* length of the indexed part, seconds */
    bool complete;    /* length is final */
    bool waiting;     /* for the index to reach a seek's target; play is halted */
    double wanted;    /* the target time, */
    bool wants_share; /* or the target is a share of the length, 0..1 */
    double undo;      /* start of the last seek; negative = none */
};

void transport_init(struct transport *transport);
/* Sets the indexed length; complete: it is final. Continues a seek that waited for it. */
void transport_set_length(struct transport *transport, double length, bool complete);
/* Advances by elapsed real time. True if `time` changed. */
bool transport_advance(struct transport *transport, double seconds);
/* True if neither paused nor waiting nor at the (indexed) end that it plays towards. */
bool transport_is_moving(const struct transport *transport);
/* True if at the end it plays towards, not paused, not repeating, and the index is complete. */
bool transport_has_ended(const struct transport *transport);
/* As transport_has_ended, also if paused; transport_toggle_pause then restarts. */
bool transport_is_at_end(const struct transport *transport);

/* Pauses or resumes; at the end it restarts. */
void transport_toggle_pause(struct transport *transport);
/* Seeks to a time, clamped to the demo; transport_undo_seek returns from it. A time beyond the
 * indexed part waits at its end until it is indexed; any other seek or step ends the wait. */
void transport_seek(struct transport *transport, double time);
void transport_seek_by(struct transport *transport, double seconds);
/* Seeks to a share of the length, 0..1; the target moves with the length until the index is
 * complete. */
void transport_seek_share(struct transport *transport, double share);
/* Seeks while scrubbing; only the call with `begin` sets the time transport_undo_seek returns to.
 */
void transport_scrub(struct transport *transport, double time, bool begin);
/* Returns to the start of the last seek; the next call goes back. False: nothing to undo. */
bool transport_undo_seek(struct transport *transport);
/* Steps to a time: pauses, and cannot be undone. */
void transport_step_to(struct transport *transport, double time);
/* Speeds are clamped to TRANSPORT_SPEED_MIN..MAX; 0.99..1.01 becomes 1. */
void transport_scale_speed(struct transport *transport, double factor);
void transport_set_speed(struct transport *transport, double speed);
void transport_toggle_reverse(struct transport *transport);
/* Sets A, then B (swapped if B is before A), then removes the loop. */
void transport_cycle_loop(struct transport *transport);

#endif
