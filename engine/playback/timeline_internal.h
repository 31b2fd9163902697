/* Internals shared by timeline*.c. */
#ifndef ENGINE_PLAYBACK_TIMELINE_INTERNAL_H
#define ENGINE_PLAYBACK_TIMELINE_INTERNAL_H

#include <pthread.h>

#include "engine/family/demo_prints.h"
#include "engine/family/demo_status.h"
#include "engine/playback/timeline.h"

struct timeline_update {
    size_t offset; /* of the step in the file, or TIMELINE_NO_OFFSET */
    uint32_t step;
    double time;
    double gap; /* server time since the previous update, seconds; play shortens long gaps */
};

/* A state and the file position after it. */
struct timeline_moment {
    uint32_t next_step; /* the first one not applied */
    size_t pos;         /* its byte offset */
    void *state;
};

struct timeline_key_frame {
    struct timeline_moment moment;
    double time;
};

/* The index: written by whoever builds it, read by the caller, both under the lock. Arrays only
 * grow, except key_frames, which is thinned. */
struct timeline_index {
    struct timeline_update *updates;
    uint32_t num_updates;
    size_t cap_updates;
    uint32_t num_steps;
    struct demo_event *events; /* timed */
    uint32_t num_events;
    size_t cap_events;
    struct demo_print *prints; /* timed, by ascending time */
    uint32_t num_prints;
    size_t cap_prints;
    struct demo_status *statuses; /* timed, by ascending time */
    uint32_t num_statuses;
    size_t cap_statuses;
    struct demo_figure *figures; /* likewise */
    uint32_t num_figures;
    size_t cap_figures;
    size_t scanned; /* bytes */
    bool complete;
    struct format_error damage;
    int damage_code; /* FORMAT_UNKNOWN: nothing is damaged, it is not supported */
    bool damaged;

    struct timeline_key_frame *key_frames; /* by ascending step */
    uint32_t num_key_frames;
    size_t cap_key_frames;
    double key_spacing; /* seconds between them */
    size_t key_bytes;
    bool seekable;
    struct demo_sounds sounds; /* timed */
    double heard_to;           /* all sound events before this time are indexed */
    bool lacks_sounds;         /* some are missing: out of memory */
    int status;                /* 0, or FORMAT_MEMORY: the index is incomplete */
};

/* States cached around the cursor: the last ones before it, ones spaced between it and the last key
 * frame, and a limit of their total size in bytes. */
enum { TIMELINE_KEPT = 64, TIMELINE_KEPT_FAR = 16, TIMELINE_KEPT_BYTES = 16 << 20 };

/* State shared by all heads of a demo. */
struct timeline_shared {
    const struct demo_family *family;
    const void *demo; /* the family's */
    struct demo own;  /* opened and closed by the timeline (timeline_open); else zero */
    size_t size;      /* file size, bytes */
    size_t key_budget;
    bool listens; /* index sound events */
    bool reads;   /* index printed lines */

    pthread_mutex_t build_lock;   /* while a part of the index is built */
    struct timeline_build *build; /* owned; NULL = not begun, or out of memory */

    pthread_mutex_t lock; /* for all below; taken after build_lock */
    pthread_cond_t grown;
    struct timeline_index index;
    bool stop;      /* nothing more is to be built */
    uint32_t heads; /* reference count */
    pthread_t thread;
    bool has_thread; /* which builds; else whoever waits does */
};

/* A head: its caller's cursor. */
struct timeline {
    struct timeline_shared *shared;
    struct timeline_moment head;
    double fraction; /* position of the frame between two updates, as in demo_family.scene */
    double time;     /* time of the frame, seconds */
    /* Cached states before the cursor, near ones and then far ones; state NULL = free. */
    struct timeline_moment kept[TIMELINE_KEPT + TIMELINE_KEPT_FAR];
    uint32_t next_near, next_far; /* slots to replace next */
};

/* Builds a part of the index, a few milliseconds' work at most: scans the file, then stores key
 * frames and sound events. False: it is complete. Safe from any thread. */
bool timeline_index_build(struct timeline_shared *shared);
/* While something is not indexed yet: waits for the thread, or builds a part where there is none.
 * With the lock held, which is released meanwhile. */
void timeline_index_wait(struct timeline_shared *shared);
void timeline_index_free(struct timeline_shared *shared);

/* Applies the step after *moment and adds its sound events to sounds (may be NULL). Records damage
 * found by simulation and continues after it. Returns 0 or FORMAT_MEMORY. */
int timeline_apply_next(struct timeline_shared *shared, struct timeline_moment *moment,
                        struct demo_sounds *sounds) MUST_CHECK;
/* As timeline_apply_next, and sets step and time of the new sound events: those of the update that
 * the step belongs to, at `time`, or of the previous update for early events (demo_sound.early).
 * sounds: already holds those of the update's earlier steps. */
int timeline_hear_next(struct timeline_shared *shared, struct timeline_moment *moment,
                       const struct timeline_update *before, double time,
                       struct demo_sounds *sounds) MUST_CHECK;
int timeline_copy_moment(const struct timeline_shared *shared, struct timeline_moment *to,
                         const struct timeline_moment *from) MUST_CHECK;

struct timeline_update timeline_get_update(const struct timeline *timeline, uint32_t update);

/* Moves the cursor before the first step. Returns 0 or FORMAT_MEMORY. */
int timeline_head_restart(struct timeline *timeline) MUST_CHECK;
/* Frees the head's members, not the struct. */
void timeline_head_free(struct timeline *timeline);

#endif
