/* Checks the sound of an untrusted demo: events in range and inside the demo's time; the same
 * events and samples whatever was played before. */
#ifndef TESTS_FUZZ_STAGES_LISTEN_H
#define TESTS_FUZZ_STAGES_LISTEN_H

#include <math.h>
#include <string.h>

#include "engine/playback/soundtrack.h"
#include "engine/playback/timeline.h"
#include "tests/fuzz/stages/require.h"

enum { LISTEN_UPDATES = 40, LISTEN_BLOCKS = 6, LISTEN_RATE = 11025 };

static inline void listen_look(const struct timeline *timeline, const struct demo_sounds *sounds)
{
    const double length = timeline_length(timeline);
    for (size_t i = 0; i < sounds->count; i++) {
        const struct demo_sound *s = &sounds->items[i];
        require(s->time >= 0.0 && s->time <= length);
        require((unsigned)s->kind <= DEMO_SOUND_GO_ON &&
                (unsigned)s->place <= DEMO_SOUND_AT_LISTENER);
        require(s->name == 0 || s->name < sounds->num_names);
        require(s->attenuation >= 0.0f && s->attenuation < 4.0f);
        for (int j = 0; j < 3; j++) {
            require(fabsf(s->origin[j]) <= 1e9f);
        }
        for (const char *c = demo_sounds_name(sounds, s->name); *c != '\0'; c++) {
        }
    }
}

/* The first updates in turn, then one of them again. */
static inline void listen_to(struct timeline *timeline, uint32_t seed)
{
    size_t counts[LISTEN_UPDATES];
    struct demo_sounds sounds = {0};
    const uint32_t all = timeline_extent(timeline).num_updates;
    const uint32_t updates = all < LISTEN_UPDATES ? all : LISTEN_UPDATES;
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < updates; i++) {
        const size_t before = sounds.count;
        code = timeline_listen(timeline, i, &sounds);
        counts[i] = sounds.count - before;
    }
    listen_look(timeline, &sounds);
    demo_sounds_free(&sounds);
    const uint32_t again = updates > 0 ? seed % updates : 0;
    if (code == 0 && updates > 0 && timeline_listen(timeline, again, &sounds) == 0) {
        require(sounds.count == counts[again]);
    }
    demo_sounds_free(&sounds);
}

/* Mixes blocks all over the demo, then one of them again with a soundtrack that has mixed no other.
 * The timeline must keep sounds. files: of the game, or NULL. */
static inline void listen_mix(const struct timeline *timeline, struct files *files, uint32_t seed)
{
    int16_t first[2 * MIXER_BLOCK] = {0}, again[2 * MIXER_BLOCK];
    const struct game_files game = {.files = files};
    const struct soundtrack_options options = {.rate = LISTEN_RATE,
                                               .look = seed % 4 ? MIXER_FAITHFUL : MIXER_EXACT,
                                               .volume = 0.7f,
                                               .music_volume = 0.5f};
    const struct sound_eyes eyes = {.camera = camera_default(), .follow = seed % 5};
    const uint32_t chosen = seed / 8 % LISTEN_BLOCKS;
    int64_t block = 0;
    for (int pass = 0; pass < 2; pass++) {
        struct soundtrack *track;
        if (soundtrack_open(&track, timeline, &game, &options, NULL) < 0) {
            return;
        }
        const int64_t blocks = soundtrack_num_blocks(track, timeline_length(timeline));
        for (uint32_t i = 0; pass == 0 && i < LISTEN_BLOCKS; i++) {
            const int64_t at = blocks * i / LISTEN_BLOCKS;
            require(soundtrack_mix(track, &eyes, at, again) == 0);
            if (i == chosen) {
                block = at;
                memcpy(first, again, sizeof(first));
            }
        }
        if (pass == 1) {
            require(soundtrack_mix(track, &eyes, block, again) == 0);
            require(memcmp(first, again, sizeof(first)) == 0);
        }
        soundtrack_close(track);
    }
}

#endif
