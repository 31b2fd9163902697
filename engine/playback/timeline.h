/* Timeline of a demo: maps a time, update or step to the client state and the scene.
 *
 * Opening starts a scan of the file that finds its length, updates and events, and then stores key
 * frames: copies of the state, spaced by time, within a memory budget. Both can run in the
 * background while the part already scanned plays; where no thread can be made, the caller builds
 * the index in parts (timeline_build). Seeking copies the nearest earlier state (a key
 * frame, or one of the states cached around the cursor) and simulates the rest without drawing. The
 * state and the frame at a time never depend on how it was reached.
 *
 * Times are seconds from the first update. Demo time advances as the server's clock, but shortens
 * gaps as the original client does. A struct timeline is a cursor ("head") on a shared index; each
 * head is used by one thread, different heads by different threads. */
#ifndef ENGINE_PLAYBACK_TIMELINE_H
#define ENGINE_PLAYBACK_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "engine/family/demo_figure.h"
#include "engine/family/demo_prints.h"
#include "engine/family/demo_status.h"

#define TIMELINE_KEY_FRAME_BYTES ((size_t)64 << 20)

struct timeline;

struct timeline_options {
    size_t key_frame_bytes; /* memory budget for key frames; 0 = none */
    bool background;  /* the index grows later; else it is built before timeline_open returns */
    bool sounds;      /* index sound events: timeline_take_sounds */
    bool prints;      /* index printed lines: timeline_print */
    const char *name; /* for timeline_open, as in demo_open; may be NULL */
};

/* Opens a timeline; demo is borrowed and must outlive it. Returns when the first update is indexed:
 * 0, or a negative FORMAT_ code if nothing can be played; fills err. Later damage is reported by
 * timeline_damage. */
int timeline_open_demo(struct timeline **timeline, const struct demo *demo,
                       const struct timeline_options *options, struct format_error *err) MUST_CHECK;
/* As timeline_open_demo, from bytes, which are borrowed and must outlive the timeline. */
int timeline_open(struct timeline **timeline, const uint8_t *data, size_t size,
                  const struct timeline_options *options, struct format_error *err) MUST_CHECK;
/* Opens another head on the same index, at the start. Heads are closed separately, in any order;
 * the demo must outlive all of them. Returns 0 or FORMAT_MEMORY. */
int timeline_open_head(struct timeline **head, const struct timeline *timeline) MUST_CHECK;
void timeline_close(struct timeline *timeline);
const struct demo_family *timeline_family(const struct timeline *timeline);

/* State of the index. Entries do not change once they are indexed. */
struct timeline_extent {
    double length;        /* time of the last indexed update */
    uint32_t num_updates; /* at least 1 */
    uint32_t num_steps;   /* undamaged steps */
    uint32_t num_events;
    uint32_t num_statuses;
    uint32_t num_figures;
    double scanned; /* share of the file, 0..1 */
    bool complete;  /* the scan has finished: all of the above is final */
    bool seekable;  /* all key frames are stored */
    uint32_t num_key_frames;
    size_t key_frame_bytes;
};
struct timeline_extent timeline_extent(const struct timeline *timeline);
double timeline_length(const struct timeline *timeline);
/* Waits for the index to be complete, and for the key frames too if key_frames. Returns 0, or
 * FORMAT_MEMORY if the index is incomplete; its length is then not the demo's. */
int timeline_wait(const struct timeline *timeline, bool key_frames) MUST_CHECK;

/* Builds a part of an index without a thread, a few milliseconds' work at most. What is waited for
 * is built then, whether this was called or not. False: there is nothing to build. */
bool timeline_build(const struct timeline *timeline);

double timeline_update_time(const struct timeline *timeline, uint32_t update);
uint32_t timeline_update_step(const struct timeline *timeline, uint32_t update);
/* The byte offset of that step; TIMELINE_NO_OFFSET: the demo has no updates, its steps stand for
 * them. */
#define TIMELINE_NO_OFFSET SIZE_MAX
size_t timeline_update_offset(const struct timeline *timeline, uint32_t update);
/* The last update at or before time. */
uint32_t timeline_update_at(const struct timeline *timeline, double time);

/* Events are ordered by time. */
struct demo_event timeline_event(const struct timeline *timeline, uint32_t index);
/* Copies events [first, first + count), which must be indexed; much faster than one at a time. */
void timeline_events(const struct timeline *timeline, uint32_t first, uint32_t count,
                     struct demo_event *events);
/* As timeline_events, the players' status (demo_status.h), ordered by time. */
void timeline_statuses(const struct timeline *timeline, uint32_t first, uint32_t count,
                       struct demo_status *statuses);
/* Likewise the players' figures (demo_figure.h). */
void timeline_figures(const struct timeline *timeline, uint32_t first, uint32_t count,
                      struct demo_figure *figures);
/* Finds the first event after time, or the last before it, of the kinds whose bits (1 << kind) are
 * set. False: none. */
bool timeline_next_event(const struct timeline *timeline, double time, uint32_t kinds,
                         struct demo_event *event);
bool timeline_previous_event(const struct timeline *timeline, double time, uint32_t kinds,
                             struct demo_event *event);
/* Copies the events of those kinds in (from, to], in order; of more than `most` the last ones.
 * Returns the number. Those up to the cursor are always indexed. */
uint32_t timeline_events_within(const struct timeline *timeline, double from, double to,
                                uint32_t kinds, struct demo_event *events, uint32_t most);

/* Number of indexed lines printed up to a time, and a line by index. Requires
 * timeline_options.prints. */
uint32_t timeline_prints_at(const struct timeline *timeline, double time);
struct demo_print timeline_print(const struct timeline *timeline, uint32_t index);

/* Byte offset and reason of damage, or of an index that ran out of memory. False: none so far. */
bool timeline_damage(const struct timeline *timeline, struct format_error *damage);
/* True if what timeline_damage tells is no damage: the demo holds something not supported. */
bool timeline_is_unsupported(const struct timeline *timeline);

/* Moves the cursor: to the state after a step or an update. Returns 0, FORMAT_MISSING (not indexed)
 * or FORMAT_MEMORY. */
int timeline_go_step(struct timeline *timeline, uint32_t step) MUST_CHECK;
int timeline_go_update(struct timeline *timeline, uint32_t update) MUST_CHECK;
/* Moves the cursor to a time. interpolate: between the updates around time; else to the last update
 * at or before it. Clamps to the first and last update. Waits until the time is indexed, so that
 * the frame at a time is always the same. */
int timeline_go_time(struct timeline *timeline, double time, bool interpolate) MUST_CHECK;

/* Moves the cursor to where the server's clock first shows `clock` seconds, interpolated; reads
 * through the demo. Returns 0, FORMAT_MISSING (never), FORMAT_UNKNOWN (the family has no such
 * clock) or FORMAT_MEMORY. */
int timeline_go_clock(struct timeline *timeline, double clock) MUST_CHECK;

/* The server's clock at the cursor, seconds; between updates as far from the next one as the cursor
 * is. False: the family has no such clock. */
bool timeline_clock(const struct timeline *timeline, double *clock);

/* Moves to an update and adds the sound events of its steps (those after the previous update): the
 * same events wherever the cursor was. Concatenated over all updates they are the demo's sounds. */
int timeline_listen(struct timeline *timeline, uint32_t update,
                    struct demo_sounds *sounds) MUST_CHECK;

/* Appends the sound events indexed so far to `sounds`, which holds the first sounds->count of them.
 * *known_to: all events before this time are included; INFINITY if the index is complete. Returns 0
 * or FORMAT_MEMORY (some are missing). */
int timeline_take_sounds(const struct timeline *timeline, struct demo_sounds *sounds,
                         double *known_to) MUST_CHECK;

/* Waits until all sound events up to a time are indexed. */
void timeline_wait_sounds(const struct timeline *timeline, double time);
/* All sound events before this time are indexed. */
double timeline_sounds_known(const struct timeline *timeline);

/* Demo time of the cursor: the requested time, or that of the update or of the last update before
 * the step; 0 before the first. */
double timeline_time(const struct timeline *timeline);

const void *timeline_state(const struct timeline *timeline); /* the family's */
uint64_t timeline_state_hash(const struct timeline *timeline);
/* Players that can be followed at the cursor, as demo_family.players; 0 if only the recorder's view
 * exists. */
uint32_t timeline_players(const struct timeline *timeline, struct demo_player_info *players,
                          uint32_t most);
/* Who takes part at the cursor, whether or not they can be followed: of a NetQuake demo those of a
 * match, else as timeline_players. */
uint32_t timeline_roster(const struct timeline *timeline, struct demo_player_info *players,
                         uint32_t most);
/* The player that scene_options.follow selects at the cursor: slot + 1; 0 = none, or the recorder
 * if only that view exists. */
uint32_t timeline_followed(const struct timeline *timeline, uint32_t follow);
/* What the update at the cursor tells of that player, as demo_family.body; between two updates the
 * later one. */
void timeline_body(const struct timeline *timeline, uint32_t follow, struct demo_body *body);
/* Timed items in the update at the cursor, as demo_family.items; of a family without, none. */
void timeline_items(const struct timeline *timeline, struct demo_items *items);
/* Builds the scene at the cursor. Returns 0 or a negative FORMAT_ code. */
int timeline_scene(const struct timeline *timeline, struct scene *scene,
                   const struct scene_options *options, const struct scene_data *data) MUST_CHECK;
/* The listener of that scene, as demo_family.listen. Returns 0 or FORMAT_MEMORY. */
int timeline_listener(const struct timeline *timeline, struct scene *room,
                      const struct scene_options *options, const struct scene_data *data,
                      struct demo_listener *listener) MUST_CHECK;
/* Decodes the messages from the cursor to an update without applying them: measures parsing for
 * timedemo. */
void timeline_parse_only(const struct timeline *timeline, uint32_t update);

#endif
