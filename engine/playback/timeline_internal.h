/* What the files of the timeline share. */
#ifndef ENGINE_PLAYBACK_TIMELINE_INTERNAL_H
#define ENGINE_PLAYBACK_TIMELINE_INTERNAL_H

#include <pthread.h>

#include "engine/playback/timeline.h"

struct timeline_update {
    uint32_t step;
    double time;
    double gap; /* the server's seconds since the update before; play skips what is too long */
};

/* A state and where the file goes on after it. */
struct timeline_moment {
    uint32_t next_step; /* the first one not applied */
    size_t pos;         /* its byte offset */
    void *state;
};

struct timeline_key_frame {
    struct timeline_moment moment;
    double time;
};

/* What the background thread makes and the caller reads, both under the lock. Arrays only grow,
 * but for key frames, which are thinned. */
struct timeline_index {
    struct timeline_update *updates;
    uint32_t num_updates;
    size_t cap_updates;
    uint32_t num_steps;
    struct demo_event *events; /* timed */
    uint32_t num_events;
    size_t cap_events;
    size_t scanned; /* bytes */
    bool complete;
    struct format_error damage;
    bool damaged;

    struct timeline_key_frame *key_frames; /* by rising step */
    uint32_t num_key_frames;
    size_t cap_key_frames;
    double key_spacing; /* seconds between them */
    size_t key_bytes;
    bool seekable;
    int status; /* FORMAT_MEMORY: the index could not be finished */
};

/* How many states around the play head are kept: those right before it, one every so many steps on
 * the way there from a key frame, and their bytes in all. */
enum { TIMELINE_KEPT = 64, TIMELINE_KEPT_FAR = 16, TIMELINE_KEPT_BYTES = 16 << 20 };

struct timeline {
    const struct demo_family *family;
    const void *demo; /* the family's */
    struct demo own;  /* opened here, and closed; else all zero */
    size_t size;      /* of the file, bytes */
    size_t key_budget;

    pthread_mutex_t lock;
    pthread_cond_t grown;
    struct timeline_index index;
    bool stop; /* the thread is to end early */
    pthread_t thread;
    bool has_thread;

    /* The caller's own. */
    struct timeline_moment head;
    double fraction; /* of the picture: see demo_family.scene */
    /* After steps before the head, near ones and then far ones; state NULL = none. */
    struct timeline_moment kept[TIMELINE_KEPT + TIMELINE_KEPT_FAR];
    uint32_t next_near, next_far; /* the places the next ones take */
};

/* Scans the whole file, then keeps key frames. Runs in any thread. */
void timeline_index_build(struct timeline *timeline);
void timeline_index_free(struct timeline *timeline);

/* Applies the step after *moment; what is to be heard of it is added to sounds, unless that is
 * NULL. Damage that only simulation finds is noted; play goes on after it. 0 or FORMAT_MEMORY. */
int timeline_apply_next(struct timeline *timeline, struct timeline_moment *moment,
                        struct demo_sounds *sounds) MUST_CHECK;
int timeline_copy_moment(const struct timeline *timeline, struct timeline_moment *to,
                         const struct timeline_moment *from) MUST_CHECK;

#endif
