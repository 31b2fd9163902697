/* Applies a Quake III demo message by message and collects its sound events and loops. Only one at
 * a time. */
#ifndef TESTS_ENGINE_QUAKE3_SOUNDS_EAR_H
#define TESTS_ENGINE_QUAKE3_SOUNDS_EAR_H

#include <stdbool.h>

#include "engine/playback/families.h"
#include "engine/quake3/q3_state_handle.h"
#include "tests/support/q3_demo.h"

enum { EAR_NAME = 256 };

struct ear {
    struct demo demo;
    void *state;
    size_t pos;
    uint32_t step;
    struct demo_sounds sounds;
    size_t heard; /* index of the first event of the last message */
    char loops[Q3_MAX_ENTITIES][EAR_NAME];
};

extern struct ear ear;

/* False: no Quake III demo that can be played. */
bool ear_open(const uint8_t *data, size_t size, const char *name);
void ear_close(void);

/* Applies a message: what quake3_family.apply returns. */
int ear_step(void);

const char *ear_name(const struct demo_sound *sound);

/* Names of the last message's events of that kind, separated by spaces. '!' before a name: heard by
 * one player only; a digit: its queue; '~': under water; '^': falling. Static. */
const char *ear_heard(enum demo_sound_kind kind);

/* Hears a written demo to its end; after each message, `see`. */
void ear_follow(struct q3_demo *demo, void (*see)(uint32_t step));

#endif
