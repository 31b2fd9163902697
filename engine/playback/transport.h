/* The play head: where play stands, which way and how fast it goes, and what the keys do to it.
 *
 * Pure logic: no clock, no demo, no window. The caller says how many real seconds passed and how
 * much of the demo is known. Times are demo seconds (see engine/playback/timeline.h); the play head
 * stays within 0 and the length. Arguments that are not numbers change nothing.
 *
 * Play stops at the ends of the part only when it comes from inside: who seeks out of the part goes
 * on to the demo's own end. Likewise the A-B loop, which holds against a part that ends inside it.
 * A loop, or a part that repeats, of less than a millisecond stands at its beginning. While the
 * demo is not known to its end, play that reaches the end of what is known waits there for more.
 */
#ifndef ENGINE_PLAYBACK_TRANSPORT_H
#define ENGINE_PLAYBACK_TRANSPORT_H

#include <stdbool.h>

#define TRANSPORT_SPEED_LEAST 0.05
#define TRANSPORT_SPEED_MOST 64.0
/* "One display frame": the same step on every screen, so that a walk of so many is the same walk.
 */
#define TRANSPORT_FRAME (1.0 / 60.0)

enum transport_loop { TRANSPORT_LOOP_NONE, TRANSPORT_LOOP_A, TRANSPORT_LOOP_AB };

struct transport {
    double time;
    double speed;
    bool paused;
    bool reverse;

    double from, to; /* the part to play (--start, --end); to is infinite by default */
    bool repeat;     /* at the end of the part, or of the demo, go on at the part's beginning */
    enum transport_loop loop; /* A-B */
    double loop_a, loop_b;    /* loop_a <= loop_b once it is AB */

    double length;    /* as far as it is known */
    bool complete;    /* length is final */
    bool waiting;     /* a seek or step into what is not known yet; play does not go on: */
    double wanted;    /* its time, */
    bool wants_share; /* or its share of the length, 0 .. 1 */
    double undo;      /* where the last seek began; negative = nothing to undo */
};

void transport_init(struct transport *transport);
/* The demo's length as far as it is known. A seek that waited for it goes on. */
void transport_set_length(struct transport *transport, double length, bool complete);
/* Lets real seconds pass. True when time has moved. */
bool transport_advance(struct transport *transport, double seconds);
/* Neither paused nor waiting, and not standing at the end (so far) that it plays towards. */
bool transport_is_moving(const struct transport *transport);
/* Stands, not paused, at the end it plays towards, does not repeat, and the demo is known whole. */
bool transport_has_ended(const struct transport *transport);
/* Likewise, paused or not: transport_toggle_pause begins again there. */
bool transport_is_at_end(const struct transport *transport);

/* Space: pauses or goes on; at the end of play, paused or not, it begins again. */
void transport_toggle_pause(struct transport *transport);
/* To a time, kept inside the demo. Remembers where it began for transport_undo_seek. A time beyond
 * what is known goes to the end of that and follows it; any other seek or step ends the wait. */
void transport_seek(struct transport *transport, double time);
void transport_seek_by(struct transport *transport, double seconds);
/* 0 .. 1 of the length; follows the share of what is known until the demo is known whole. */
void transport_seek_share(struct transport *transport, double share);
/* Scrubbing: like seek, but only `begin` remembers where it began. */
void transport_scrub(struct transport *transport, double time, bool begin);
/* Back to where the last seek began, and at the next call forth again. False: nothing to undo. */
bool transport_undo_seek(struct transport *transport);
/* Steps pause and are no seeks to undo. */
void transport_step_to(struct transport *transport, double time);
/* Speeds are kept within TRANSPORT_SPEED_*; what is within a hundredth of 1 becomes 1. */
void transport_scale_speed(struct transport *transport, double factor);
void transport_set_speed(struct transport *transport, double speed);
void transport_toggle_reverse(struct transport *transport);
/* First A here, then B here (in either order), then no loop. */
void transport_cycle_loop(struct transport *transport);

#endif
