/* Interface of a demo family to the timeline: splits the file into steps, reads a step's time and
 * events, and applies a step to the client state.
 *
 * A step is the family's unit of the file: NetQuake's block, QuakeWorld's and Quake III's message.
 * An update is a step after which the original client draws a new frame. `demo` is the opened demo:
 * immutable, threads may share it. `state` is plain memory without pointers; separate states are
 * independent. Times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_FAMILY_H
#define ENGINE_FAMILY_DEMO_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_body.h"
#include "engine/family/demo_events.h"
#include "engine/family/demo_items.h"
#include "engine/family/demo_listener.h"
#include "engine/family/demo_sounds.h"
#include "engine/family/scene_data.h"
#include "engine/family/scene_options.h"
#include "formats/base/error.h"
#include "render/scene.h"

/* Result of scanning a step. */
struct demo_step {
    bool update;
    double seconds; /* update: play time since the previous update */
    double gap;     /* update: server time since the previous update; play shortens long gaps */
    bool last;      /* a disconnect: the rest of the file is ignored */
};

/* A scanned step, and where its events and statistics go. */
struct demo_reading {
    struct demo_step step;
    struct demo_events *events; /* NULL = dropped */
    struct demo_stats *stats;   /* inspect/demo_stats.h; NULL = dropped */
};

/* A player of the demo, as in the state. */
struct demo_player_info {
    uint32_t slot;    /* from 0; constant while the player is connected */
    const char *name; /* valid until the state changes */
    const char *team; /* "" = none */
    int32_t frags;
    int32_t accuracy; /* percent of shots that hit; 0 = none, or not told */
    bool recorder;
    bool spectator;
    bool in_sight; /* can be followed now */
};

struct demo_inspector;
struct demo_stats;

enum { DEMO_GAME_DIR_BYTES = 64, DEMO_BASES = 2 };

struct demo_family {
    const char *name;                       /* machine-readable: "quake3" */
    const char *title;                      /* displayed: "Quake III" */
    const struct demo_inspector *inspector; /* used by info and dump */
    bool quake3_data; /* scenes need scene_data.quake3, else scene_data.quake */

    /* Opens a demo. Caller closes *demo; `data` is borrowed and must outlive it. variant: from
     * family detection: QuakeWorld's container, Quake III's protocol. Returns 0 or a negative
     * FORMAT_ code: another family's, or damaged before the first playable step; fills err. */
    int (*open)(void **demo, const uint8_t *data, size_t size, int variant,
                struct format_error *err);
    void (*close)(void *demo);
    size_t (*first_step)(const void *demo); /* byte offset */

    /* Scanning reads messages without simulation: times, events, statistics. scanner:
     * scanner_size bytes, of which the first scanner_zeroed are zero before the first step; the
     * others may have any contents (see demo_scanner_create). Reads the step at *pos and advances
     * *pos. Returns 1 = a step, 0 = the end, or a negative FORMAT_ code with the file offset in
     * err. */
    size_t scanner_size, scanner_zeroed;
    int (*scan)(const void *demo, void *scanner, size_t *pos, struct demo_reading *reading,
                struct format_error *err);

    /* The state before the first step. Returns NULL if out of memory. */
    void *(*state_create)(const void *demo);
    void (*state_destroy)(void *state);
    /* Makes *to (may be NULL) equal to from. Returns 0 or FORMAT_MEMORY. */
    int (*state_copy)(void **to, const void *from);
    size_t (*state_size)(const void *state); /* bytes of a copy */
    uint64_t (*state_hash)(const void *state);
    /* Applies step `index` at *pos and advances *pos. A damaged step is applied up to the damage; a
     * negative code is returned and *pos advanced. FORMAT_MEMORY: the state is unusable. Sound
     * events of the step are added to sounds (may be NULL): the same events for the same demo and
     * state, of a damaged step those before the damage. */
    int (*apply)(const void *demo, void **state, size_t *pos, uint32_t index,
                 struct demo_sounds *sounds, struct format_error *err);
    /* Decodes the messages of the step at *pos without applying them, and advances *pos. */
    void (*parse)(const void *demo, const void *state, size_t *pos);
    /* Players that can be followed, ordered by slot; includes spectators. Fills at most `most`,
     * returns the total. NULL: only the recorder's view exists. */
    uint32_t (*players)(const void *state, struct demo_player_info *players, uint32_t most);
    /* The same of all who take part in a match, of a family that has only the recorder's view.
     * NULL: `players` are all. */
    uint32_t (*roster)(const void *state, struct demo_player_info *players, uint32_t most);
    /* Slot + 1 of the player the camera follows when scene_options.follow is `follow`; 0 = none.
     * NULL: only the recorder's view exists. */
    uint32_t (*followed)(const void *state, uint32_t follow);
    /* What the state's update tells of the player that scene_options.follow selects; see
     * demo_body.h. Fills all of *body. NULL: nothing is known of players. */
    void (*body)(const void *demo, const void *state, uint32_t follow, struct demo_body *body);
    /* Timed items and players in the state's update, none where items do not come back. Fills
     * level, sees_all and the lists; what lies beyond their counts is left as it is. NULL: the
     * family tells of none. */
    void (*items)(const void *demo, const void *state, struct demo_items *items);
    /* DEMO_BASES alternative base folders, the preferred one first. NULL: id1.
     */
    const char *const *(*bases)(const void *demo);
    /* Folder laid over the base for every demo of the family ("qw"); NULL = none. */
    const char *base_dir;
    /* Folder of the demo's mod, laid over those ("ctf"): a plain folder name, "" = none. Returns 0
     * or FORMAT_MEMORY. NULL: the family does not name one. */
    int (*game_dir)(const void *demo, char name[DEMO_GAME_DIR_BYTES]);
    /* Server time of the state's update, seconds. NULL: frames cannot be requested by server time.
     */
    double (*clock)(const void *state);
    /* Builds the scene at `fraction`, 0..1, between the previous update and the state's. Returns 0
     * or a negative FORMAT_ code. */
    int (*scene)(const void *demo, const void *state, double fraction, struct scene *scene,
                 const struct scene_options *options, const struct scene_data *data);
    /* The listener of that frame. Uses options.camera and options.follow; scene is scratch memory.
     * Loads only brush models; of Quake III the level, or data->collision instead. Returns 0 or
     * FORMAT_MEMORY. NULL: the family has no scenes. */
    int (*listen)(const void *demo, const void *state, double fraction, struct scene *scene,
                  const struct scene_options *options, const struct scene_data *data,
                  struct demo_listener *listener);
    const char *ambiences[DEMO_AMBIENCES]; /* file names of ambient loops; NULL = silence */
    bool sounds_as_quake3; /* Quake III's attenuation, equal sounds start together; else Quake's */
};

/* A scanner before its first step; released by free. NULL if out of memory. */
void *demo_scanner_create(const struct demo_family *family);

/* A file's bytes and the demo opened from them. Immutable; threads may share it. */
struct demo {
    const uint8_t *data;
    size_t size;
    size_t answer; /* bytes in front of data that a QTV proxy answered; 0 = none */
    const struct demo_family *family; /* NULL = unknown */
    void *file;                       /* demo_family.open's demo; NULL if code is negative */
    int code;                         /* 0 or a negative FORMAT_ code, explained by error */
    struct format_error error;
};

#endif
