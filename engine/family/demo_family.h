/* What a family of demos gives to the timeline: how its file is cut into steps, what a step says
 * about time and events, and the client state after it.
 *
 * A step is the family's unit of the file: NetQuake's block, QuakeWorld's and Quake III's message.
 * An update is a step after which the original client draws a new picture. `demo` is the family's
 * own opened demo: immutable after open, so threads may share it. `state` is plain memory without
 * pointers; separate states are independent. Times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_FAMILY_H
#define ENGINE_FAMILY_DEMO_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_events.h"
#include "engine/family/demo_listener.h"
#include "engine/family/demo_sounds.h"
#include "engine/family/scene_data.h"
#include "engine/family/scene_options.h"
#include "formats/base/error.h"
#include "render/scene.h"

/* What scanning tells of a step. */
struct demo_step {
    bool update;
    double seconds; /* update: of play since the update before */
    double gap;     /* update: of the server's clock since then; play skips what is too long */
    bool last;      /* nothing after it counts: the demo says goodbye */
};

/* A step that is read, and where what happens in it and what there is to know of it goes. */
struct demo_reading {
    struct demo_step step;
    struct demo_events *events; /* NULL = nobody wants them */
    struct demo_stats *stats;   /* inspect/demo_stats.h; NULL likewise */
};

/* A player of the demo as the state has him. */
struct demo_player_info {
    uint32_t slot;    /* 0-based; stays while he plays */
    const char *name; /* in the state: good until it changes */
    const char *team; /* "" = none */
    int32_t frags;
    bool recorder;
    bool spectator;
    bool in_sight; /* his eyes can be looked through now */
};

struct demo_inspector;
struct demo_stats;

enum { DEMO_GAME_DIR_BYTES = 64, DEMO_BASES = 2 };

struct demo_family {
    const char *name;                       /* for programs: "quake3" */
    const char *title;                      /* for people: "Quake III" */
    const struct demo_inspector *inspector; /* what info and dump ask of it */
    bool quake3_data; /* its scenes are made of scene_data.quake3, else of scene_data.quake */

    /* *demo is closed by the caller; data must outlive it. variant: what telling the family has
     * told besides, in the family's own numbers: QuakeWorld's container, Quake III's protocol.
     * Negative: not this family's, or damaged so early that nothing can be played. */
    int (*open)(void **demo, const uint8_t *data, size_t size, int variant,
                struct format_error *err);
    void (*close)(void *demo);
    size_t (*first_step)(const void *demo); /* its byte offset */

    /* Scanning reads messages without simulating: the one reader of times, events and facts.
     * scanner: scanner_size bytes, zeroed before the first step. Reads the step at *pos and moves
     * *pos behind it. 1 = a step; 0 = the end; negative = damaged, with the offset in the file in
     * err. */
    size_t scanner_size;
    int (*scan)(const void *demo, void *scanner, size_t *pos, struct demo_reading *reading,
                struct format_error *err);

    /* As before the first step; NULL without memory. */
    void *(*state_create)(const void *demo);
    void (*state_destroy)(void *state);
    /* Makes *to (NULL at first) equal to from. 0 or FORMAT_MEMORY. */
    int (*state_copy)(void **to, const void *from);
    size_t (*state_size)(const void *state); /* bytes a copy takes */
    uint64_t (*state_hash)(const void *state);
    /* Applies the step at *pos, whose number is index, and moves *pos behind it. Of a damaged step
     * what comes before the damage is applied and a negative code returned; *pos has moved then,
     * too. FORMAT_MEMORY: nothing more can be done. What is to be heard of the step is added to
     * sounds, unless that is NULL: always the same events for the same demo and state, of a damaged
     * step those before the damage. */
    int (*apply)(const void *demo, void **state, size_t *pos, uint32_t index,
                 struct demo_sounds *sounds, struct format_error *err);
    /* Decodes the messages of the step at *pos, moves *pos behind it, and throws them away. */
    void (*parse)(const void *demo, const void *state, size_t *pos);
    /* Whom one can follow, by rising slot, spectators too; returns how many there are and fills at
     * most `most`. NULL: only the recorder's eyes exist. */
    uint32_t (*players)(const void *state, struct demo_player_info *players, uint32_t most);
    /* With whom the camera really is when scene_options.follow is `follow`: his slot + 1, 0 = with
     * no player. NULL likewise. */
    uint32_t (*followed)(const void *state, uint32_t follow);
    /* DEMO_BASES folders either of which takes id1's place, the better one first. NULL: it is id1.
     */
    const char *const *(*bases)(const void *demo);
    /* A folder of game data that all the family's demos want over it ("qw"); NULL = none. */
    const char *base_dir;
    /* The folder of game data the demo was made with, laid over those ("ctf"), for the whole demo:
     * a plain folder name, or "" = none. 0 or FORMAT_MEMORY. NULL: the demo does not say. */
    int (*game_dir)(const void *demo, char name[DEMO_GAME_DIR_BYTES]);
    /* The server's time at the state's update, seconds. NULL: pictures are not asked for by it. */
    double (*clock)(const void *state);
    /* The picture `fraction` (0 .. 1) of the way from the update before to the state's own. */
    int (*scene)(const void *demo, const void *state, double fraction, struct scene *scene,
                 const struct scene_options *options, const struct scene_data *data);
    /* Who listens to that picture: of options camera and follow count; scene is room to work in and
     * holds nothing of use. Of data the models are asked for, and of these only those with walls;
     * of Quake III's the level, which data->collision may have as well. 0 or FORMAT_MEMORY. NULL:
     * nobody can, as there are no pictures. */
    int (*listen)(const void *demo, const void *state, double fraction, struct scene *scene,
                  const struct scene_options *options, const struct scene_data *data,
                  struct demo_listener *listener);
    const char *ambiences[DEMO_AMBIENCES]; /* names of the sounds that surround; NULL = silence */
    bool sounds_as_quake3; /* loudness by its law, and equal sounds begin together; else Quake's */
};

/* Some bytes, and the demo they are: found out once and handed on. Threads may share it. */
struct demo {
    const uint8_t *data;
    size_t size;
    const struct demo_family *family; /* NULL = nobody's */
    void *file;                       /* what the family has opened; NULL when code is negative */
    int code;                         /* 0, or that it cannot be read, and why: */
    struct format_error error;
};

#endif
