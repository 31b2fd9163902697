/* What is to be heard in a demo, as its messages tell it: a list of plain events, from which a
 * mixer answers what sounds at a time. No sound is read or played here.
 *
 * The three families have one shape. A started sound takes the place of what its entity's channel
 * plays (Quake's rule; Quake III's channels only rank, see `exclusive`), a static one sounds from
 * then on at its place, a loop as long as its entity is told of. Names are the family's own:
 * Quake's below "sound/" with that folder put before them, Quake III's as its configstrings have
 * them, those of a player's model as assets/quake3/sound_names.h says. Distances are Quake
 * units, times seconds. */
#ifndef ENGINE_FAMILY_DEMO_SOUNDS_H
#define ENGINE_FAMILY_DEMO_SOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum demo_sound_kind {
    DEMO_SOUND_START,  /* once, from its beginning (to its end, or for ever when its file loops) */
    DEMO_SOUND_STOP,   /* what the entity's channel plays ends; no name */
    DEMO_SOUND_STATIC, /* for ever, where its file loops; never stopped but by a clear */
    DEMO_SOUND_LOOP,  /* the entity's loop from now on, in place of the one it has; no name: none */
    DEMO_SOUND_CLEAR, /* a level begins: all that sounds ends; nothing else is set but the name of
                         the level's file, where sounds hang on it (demo_sound.water, .flight) */
    DEMO_SOUND_CLEAR_LOOPS, /* all loops end, those that go on are told anew, and what waits in a
                               queue is dropped; likewise */
    DEMO_SOUND_MUSIC,       /* from now on, over and over; no name: none. The name has no ending */
    DEMO_SOUND_PAUSE,       /* the music stands still, from now on; nothing else is set */
    DEMO_SOUND_GO_ON        /* no longer; likewise */
};

/* Where it is heard from. */
enum demo_sound_place {
    DEMO_SOUND_AT_ORIGIN,  /* always */
    DEMO_SOUND_AT_ENTITY,  /* wherever the entity is (demo_listener.places); where nobody knows,
                              at origin: where it was when it began */
    DEMO_SOUND_AT_LISTENER /* at full volume, wherever he is */
};

enum { DEMO_SOUND_NOBODY = -1 };

/* What of a started sound only who knows the level can tell: whether it is under water. */
enum demo_sound_water {
    DEMO_SOUND_ANYWHERE,
    DEMO_SOUND_IN_THE_DRY, /* heard where not all of `depths` are in a liquid, or nobody knows */
    DEMO_SOUND_UNDER_WATER /* heard where they are */
};

struct demo_sound {
    double time;   /* of the first picture it belongs to; the timeline fills it in */
    uint32_t step; /* likewise */
    enum demo_sound_kind kind;
    enum demo_sound_place place;
    float origin[3];
    float
        attenuation; /* of the volume is lost in 1000 units: 0 = heard everywhere, 3 = within 333 */
    int32_t entity;  /* number in the demo; DEMO_SOUND_NOBODY = no entity's */
    uint8_t channel; /* 0: takes no other's place */
    uint8_t volume;  /* 255 = full, the family's usual one */
    bool own; /* Quake III: begun by whom the demo looked out of then, and in both ears of who sees
                 with the demo's own eyes, whoever they are later */
    bool exclusive; /* on a channel but 0: ends what the same entity plays there */
    uint8_t most; /* of this sound by this entity that may sound at once, no two within 50 ms: those
                     too many are not heard; 0 = any number. Of starts alone; not of waiting ones */
    uint8_t queue; /* of starts: 0 = it begins at once; else when the last one of that queue is */
    uint16_t gap;  /* at least so old, ms */
    uint64_t audience; /* bit n: only for who looks through the eyes in slot n; 0 = for all */
    bool early; /* it belongs to the picture before, as far as nothing else was told since: such
                   ones are the first of their step */
    enum demo_sound_water water; /* of starts */
    int8_t depths[3];            /* units above origin */
    /* Of starts: more than 0 = something that is thrown from origin falls as
     * assets/quake3/level/level_debris.h says, and is heard where and when it first meets the
     * level, if it does in so many ms. */
    uint16_t flight;
    uint16_t delay;    /* flight: it is thrown so many ms later */
    float velocity[3]; /* flight: units a second */
    uint32_t name;     /* see demo_sounds_name; 0 = none: it begins nothing that can be heard */
    uint32_t seed;     /* by its place in the demo, for what is left to chance */
};

struct demo_sounds { /* start from {0}; demo_sounds_free */
    struct demo_sound *items;
    size_t count, capacity;
    /* Each name once. */
    char *texts;
    size_t texts_used, texts_capacity;
    uint32_t *names; /* where in texts each begins; [0] is "" */
    size_t num_names, names_capacity;
    uint32_t *table; /* hash table of names, a power of two */
    size_t table_size;
};

/* Adds an event; sound->name does not count, but `prefix` and `name` behind it, unless name is NULL
 * or "". 0 or FORMAT_MEMORY (then nothing is added). */
int demo_sounds_add(struct demo_sounds *sounds, const struct demo_sound *sound, const char *prefix,
                    const char *name) MUST_CHECK;

/* Good until the next one is added. "" = none. */
const char *demo_sounds_name(const struct demo_sounds *sounds, uint32_t name);

void demo_sounds_free(struct demo_sounds *sounds);

#endif
