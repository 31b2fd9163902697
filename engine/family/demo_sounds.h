/* Sound events of a demo: start, stop, static, loop, clear, music. No sound is read or played here;
 * engine/sound schedules and mixes them.
 *
 * All families share one struct. A started sound replaces the one on its entity's channel (Quake's
 * rule; Quake III's channels only set priority, see `exclusive`); a static sound plays at its
 * origin until the level ends; a loop plays while its entity is in the snapshots. Names are file
 * names of the game data: Quake's with "sound/" prepended, Quake III's as in its configstrings,
 * those of player models as assets/quake3/sound_names.h specifies. Distances: Quake units; times:
 * seconds. */
#ifndef ENGINE_FAMILY_DEMO_SOUNDS_H
#define ENGINE_FAMILY_DEMO_SOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum demo_sound_kind {
    DEMO_SOUND_START,  /* from its beginning to its end, or for ever if its file loops */
    DEMO_SOUND_STOP,   /* ends the entity's channel; no name */
    DEMO_SOUND_STATIC, /* loops until a clear; silent if its file has no loop */
    DEMO_SOUND_LOOP,   /* replaces the entity's loop; no name: ends it */
    DEMO_SOUND_CLEAR,  /* a level begins: all voices end. Only the name is set: the level's file,
                          if sounds depend on it (demo_sound.water, .flight) */
    DEMO_SOUND_CLEAR_LOOPS, /* all loops end (those that continue are sent again), and queues are
                               emptied; nothing else is set */
    DEMO_SOUND_MUSIC, /* replaces the music, looped; no name: none. The name has no extension */
    DEMO_SOUND_PAUSE, /* pauses the music; nothing else is set */
    DEMO_SOUND_GO_ON  /* resumes the music; nothing else is set */
};

/* Position of the source. */
enum demo_sound_place {
    DEMO_SOUND_AT_ORIGIN,  /* at `origin` */
    DEMO_SOUND_AT_ENTITY,  /* at the entity (demo_listener.places); if unknown, at `origin`, its
                              position when the sound began */
    DEMO_SOUND_AT_LISTENER /* not positional: full volume */
};

enum { DEMO_SOUND_NOBODY = -1 };

/* Condition on the level's water, tested by the soundtrack (engine/playback/level_sounds.h). */
enum demo_sound_water {
    DEMO_SOUND_ANYWHERE,
    DEMO_SOUND_IN_THE_DRY, /* plays unless all of `depths` are in a liquid; plays without a level */
    DEMO_SOUND_UNDER_WATER /* plays if all of `depths` are in a liquid */
};

struct demo_sound {
    double time;   /* time of its first frame; set by the timeline */
    uint32_t step; /* set by the timeline */
    enum demo_sound_kind kind;
    enum demo_sound_place place;
    float origin[3];
    float attenuation; /* share of the volume lost per 1000 units: 0 = none, 3 = silent from 333
                          units */
    int32_t entity;    /* number in the demo; DEMO_SOUND_NOBODY = none */
    uint8_t channel;   /* 0 = replaces no other sound */
    uint8_t volume;    /* 0..255; 255 = full */
    bool
        own; /* Quake III: emitted by the player the demo followed at that time; not attenuated when
                the camera is the demo's own view, also after the demo follows another player */
    bool exclusive; /* channel other than 0: ends the entity's sound on that channel */
    uint8_t most; /* START: maximum simultaneous instances of this sound by this entity, at least 50
                     ms apart; others are dropped; 0 = no limit. Not for queued sounds */
    uint8_t queue; /* START: 0 = begins at once; else begins `gap` ms after the previous sound */
    uint16_t gap;  /* of that queue began, ms */
    uint64_t audience; /* bit n: audible when following the player in slot n; 0 = for all */
    bool early;        /* belongs to the previous frame. Such events come first in their step */
    enum demo_sound_water water; /* START only */
    int8_t depths[3];            /* water test points, units above origin */
    /* START: more than 0 = debris thrown from origin (assets/quake3/level/level_debris.h); the
     * sound plays where and when it first hits the level, within this many ms. */
    uint16_t flight;
    uint16_t delay;    /* flight: ms until it is thrown */
    float velocity[3]; /* flight: units per second */
    uint32_t name;     /* see demo_sounds_name; 0 = none, silent */
    uint32_t seed;     /* from its position in the demo, for random choices */
};

struct demo_sounds { /* initialise to {0}; free with demo_sounds_free */
    struct demo_sound *items;
    size_t count, capacity;
    /* Each name is stored once. */
    char *texts;
    size_t texts_used, texts_capacity;
    uint32_t *names; /* offset of each in texts; [0] is "" */
    size_t num_names, names_capacity;
    uint32_t *table; /* hash table of names, a power of two */
    size_t table_size;
};

/* Adds a copy of an event, with the name `prefix` followed by `name`; name NULL or "" = none.
 * sound->name is ignored. Returns 0 or FORMAT_MEMORY (nothing is added). */
int demo_sounds_add(struct demo_sounds *sounds, const struct demo_sound *sound, const char *prefix,
                    const char *name) MUST_CHECK;

/* "" = none. Valid until the next event is added. */
const char *demo_sounds_name(const struct demo_sounds *sounds, uint32_t name);

void demo_sounds_free(struct demo_sounds *sounds);

#endif
