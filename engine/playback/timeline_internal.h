/* What the files of the timeline share. */
#ifndef ENGINE_PLAYBACK_TIMELINE_INTERNAL_H
#define ENGINE_PLAYBACK_TIMELINE_INTERNAL_H

#include <pthread.h>

#include "engine/family/demo_prints.h"
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
    struct demo_print *prints; /* timed, with their demo's time rising */
    uint32_t num_prints;
    size_t cap_prints;
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
    struct demo_sounds sounds; /* timed */
    double heard_to;           /* all sounds of before this time are there */
    bool lacks_sounds;         /* but for those for which there was no memory */
    int status;                /* FORMAT_MEMORY: the index could not be finished */
};

/* How many states around the play head are kept: those right before it, one every so many steps on
 * the way there from a key frame, and their bytes in all. */
enum { TIMELINE_KEPT = 64, TIMELINE_KEPT_FAR = 16, TIMELINE_KEPT_BYTES = 16 << 20 };

/* What all heads of a demo share. */
struct timeline_shared {
    const struct demo_family *family;
    const void *demo; /* the family's */
    struct demo own;  /* opened here, and closed; else all zero */
    size_t size;      /* of the file, bytes */
    size_t key_budget;
    bool listens; /* the index keeps what is to be heard */
    bool reads;   /* and what is printed */

    pthread_mutex_t lock;
    pthread_cond_t grown;
    struct timeline_index index;
    bool stop;      /* the thread is to end early */
    uint32_t heads; /* timelines that share it */
    pthread_t thread;
    bool has_thread;
};

/* A head: where its caller stands. */
struct timeline {
    struct timeline_shared *shared;
    struct timeline_moment head;
    double fraction; /* of the picture: see demo_family.scene */
    double time;     /* of the picture */
    /* After steps before the head, near ones and then far ones; state NULL = none. */
    struct timeline_moment kept[TIMELINE_KEPT + TIMELINE_KEPT_FAR];
    uint32_t next_near, next_far; /* the places the next ones take */
};

/* Scans the whole file, then keeps key frames and sounds. Runs in any thread. */
void timeline_index_build(struct timeline_shared *shared);
void timeline_index_free(struct timeline_shared *shared);

/* Applies the step after *moment; what is to be heard of it is added to sounds, unless that is
 * NULL. Damage that only simulation finds is noted; play goes on after it. 0 or FORMAT_MEMORY. */
int timeline_apply_next(struct timeline_shared *shared, struct timeline_moment *moment,
                        struct demo_sounds *sounds) MUST_CHECK;
/* The same, and the sounds get the step and the time of the picture they belong to: of the update
 * the step leads to, which is at `time`, or of the one before that, which it is itself for the
 * demo's first one. sounds: those of the update's other steps have been added before. */
int timeline_hear_next(struct timeline_shared *shared, struct timeline_moment *moment,
                       const struct timeline_update *before, double time,
                       struct demo_sounds *sounds) MUST_CHECK;
int timeline_copy_moment(const struct timeline_shared *shared, struct timeline_moment *to,
                         const struct timeline_moment *from) MUST_CHECK;

struct timeline_update timeline_get_update(const struct timeline *timeline, uint32_t update);

/* Puts the head before the first step. 0 or FORMAT_MEMORY. */
int timeline_head_restart(struct timeline *timeline) MUST_CHECK;
/* What the head has, not the timeline itself. */
void timeline_head_free(struct timeline *timeline);

#endif
