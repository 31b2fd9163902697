/* A demo as a line of moments: any time, update or step -> the client state and the scene there.
 *
 * Opening starts a scan of the file that finds its length, its updates and its events, and then
 * keeps key frames: copies of the state, spaced by time, inside a memory budget. Both can run in
 * the background while the part already scanned plays. Going somewhere copies the nearest state
 * before it (a key frame, or one of the states kept around the play head) and simulates the rest
 * without drawing. The state and the picture at a time never depend on how it was reached.
 *
 * Times are seconds from the first update. Between two updates the demo's clock runs as the
 * server's, but skips what the original client skips. One thread calls these functions; the
 * background thread is the timeline's own. Several heads may stand at places of their own on one
 * index, each in a thread of its own. */
#ifndef ENGINE_PLAYBACK_TIMELINE_H
#define ENGINE_PLAYBACK_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "engine/family/demo_prints.h"

#define TIMELINE_KEY_FRAME_BYTES ((size_t)64 << 20)

struct timeline;

struct timeline_options {
    size_t key_frame_bytes; /* budget of the key frames; 0 = none are kept */
    bool background;        /* else timeline_open returns when everything is there */
    bool sounds;            /* the index keeps what is to be heard: timeline_take_sounds */
    bool prints;            /* and what is printed: timeline_print */
    const char *name;       /* timeline_open: as demo_open has it; or NULL */
};

/* demo must outlive the timeline. Returns as soon as there is a first update; 0, or a negative code
 * when there is nothing to play. A demo damaged later on opens; timeline_damage tells. */
int timeline_open_demo(struct timeline **timeline, const struct demo *demo,
                       const struct timeline_options *options, struct format_error *err) MUST_CHECK;
/* The same of bytes, which must outlive the timeline. */
int timeline_open(struct timeline **timeline, const uint8_t *data, size_t size,
                  const struct timeline_options *options, struct format_error *err) MUST_CHECK;
/* Another head on the same index, before the first step; closed by itself, in any order. What
 * must outlive the timeline must outlive all its heads. 0 or FORMAT_MEMORY. */
int timeline_open_head(struct timeline **head, const struct timeline *timeline) MUST_CHECK;
void timeline_close(struct timeline *timeline);
const struct demo_family *timeline_family(const struct timeline *timeline);

/* The index as far as it has grown. What is there no longer changes, but for the length. */
struct timeline_extent {
    double length;        /* time of the last update known */
    uint32_t num_updates; /* at least 1 */
    uint32_t num_steps;   /* good steps of the file */
    uint32_t num_events;
    double scanned; /* share of the file, 0 .. 1 */
    bool complete;  /* scanned to its end: all of the above is final */
    bool seekable;  /* all key frames are there as well */
    uint32_t num_key_frames;
    size_t key_frame_bytes;
};
struct timeline_extent timeline_extent(const struct timeline *timeline);
double timeline_length(const struct timeline *timeline);
/* Returns when the index is complete, or the key frames as well. 0, or FORMAT_MEMORY when memory
 * ran out before the index came to the demo's end: its length is then not the demo's. */
int timeline_wait(const struct timeline *timeline, bool key_frames) MUST_CHECK;

double timeline_update_time(const struct timeline *timeline, uint32_t update);
uint32_t timeline_update_step(const struct timeline *timeline, uint32_t update);
/* The last update at or before time. */
uint32_t timeline_update_at(const struct timeline *timeline, double time);

/* By rising time. */
struct demo_event timeline_event(const struct timeline *timeline, uint32_t index);
/* Several at once, which is much faster; all of them must be there. */
void timeline_events(const struct timeline *timeline, uint32_t first, uint32_t count,
                     struct demo_event *events);
/* The first event after time, or the last before it, of the kinds whose bits (1 << kind) are set.
 * False when there is none. */
bool timeline_next_event(const struct timeline *timeline, double time, uint32_t kinds,
                         struct demo_event *event);
bool timeline_previous_event(const struct timeline *timeline, double time, uint32_t kinds,
                             struct demo_event *event);

/* What was printed up to a time, both as far as the index has grown: how many lines, and one of
 * them; where timeline_options.prints asks for them. */
uint32_t timeline_prints_at(const struct timeline *timeline, double time);
struct demo_print timeline_print(const struct timeline *timeline, uint32_t index);

/* Where and why the good part of the file ends early, or its index for want of memory. False when
 * it is whole (so far). */
bool timeline_damage(const struct timeline *timeline, struct format_error *damage);

/* Where the timeline stands: the state after a step, and how far from the update before to that
 * one. 0, FORMAT_MISSING beyond what is scanned, or FORMAT_MEMORY. */
int timeline_go_step(struct timeline *timeline, uint32_t step) MUST_CHECK;
int timeline_go_update(struct timeline *timeline, uint32_t update) MUST_CHECK;
/* interpolate: between the updates around time; else the last update at or before it. Times
 * outside go to the first or the last update. Where the index has not come so far it is waited for,
 * so that the picture at a time is always the same. */
int timeline_go_time(struct timeline *timeline, double time, bool interpolate) MUST_CHECK;

/* Where the server's clock shows `clock` seconds for the first time, between two updates if need
 * be; goes through the demo for it. 0, FORMAT_MISSING when it never does, FORMAT_UNKNOWN when the
 * demo's family has no such clock, or FORMAT_MEMORY. */
int timeline_go_clock(struct timeline *timeline, double clock) MUST_CHECK;

/* Goes to an update, and adds what is to be heard of the steps behind the one before it up to it:
 * the same events wherever the timeline stood. Those of all updates in turn are the demo's. */
int timeline_listen(struct timeline *timeline, uint32_t update,
                    struct demo_sounds *sounds) MUST_CHECK;

/* Adds to `sounds`, which has the first sounds->count of them, all sounds of the demo that the
 * index knows by now: those timeline_listen gives for all updates in turn. *known_to: there are no
 * others of times before that; INFINITY when the index is whole. 0, or FORMAT_MEMORY (then some are
 * missing). */
int timeline_take_sounds(const struct timeline *timeline, struct demo_sounds *sounds,
                         double *known_to) MUST_CHECK;

/* Returns when all sounds of times up to that one are known. */
void timeline_wait_sounds(const struct timeline *timeline, double time);
/* All sounds of earlier times are known. */
double timeline_sounds_known(const struct timeline *timeline);

/* The demo's time there: what was asked for, or that of the update, or of the last one before the
 * step; 0 before the first. */
double timeline_time(const struct timeline *timeline);

const void *timeline_state(const struct timeline *timeline); /* the family's */
uint64_t timeline_state_hash(const struct timeline *timeline);
/* Whom one can follow where the timeline stands, as demo_family.players has it; 0 where only the
 * recorder's eyes exist. */
uint32_t timeline_players(const struct timeline *timeline, struct demo_player_info *players,
                          uint32_t most);
/* Whose eyes scene_options.follow really gives there: his slot + 1, 0 = no player's, or the
 * recorder's where there are no others. */
uint32_t timeline_followed(const struct timeline *timeline, uint32_t follow);
/* The scene where the timeline stands. */
int timeline_scene(const struct timeline *timeline, struct scene *scene,
                   const struct scene_options *options, const struct scene_data *data) MUST_CHECK;
/* Who listens to that scene, as demo_family.listen has it. 0 or FORMAT_MEMORY. */
int timeline_listener(const struct timeline *timeline, struct scene *room,
                      const struct scene_options *options, const struct scene_data *data,
                      struct demo_listener *listener) MUST_CHECK;
/* Decodes the messages from where the timeline stands to the given update and throws them away:
 * timedemo's measure of parsing. */
void timeline_parse_only(const struct timeline *timeline, uint32_t update);

#endif
