/* A demo of any family from its bytes to pictures: index, simulation, scene, drawing, seeking.
 *
 * Besides not crashing: an update's state is the same whether it was reached by playing or by going
 * back. An input is drawn once, in one look, and some are heard: the input alone decides which. */
#ifndef TESTS_FUZZ_STAGES_PLAY_STAGE_H
#define TESTS_FUZZ_STAGES_PLAY_STAGE_H

#include "engine/playback/timeline.h"
#include "tests/fuzz/stages/listen.h"
#include "tests/fuzz/stages/require.h"
#include "tests/fuzz/stages/stage.h"

enum {
    PLAY_UPDATES = 24, /* updates from the beginning that are played, */
    PLAY_JUMPS = 2,    /* then places further on and back */
    PLAY_HEARD = 128,  /* one input in this many is heard */
    PLAY_RUNS_A_STAGE =
        4096 /* names that demos made up stay in the stage's data until it is renewed */
};

struct play_stage { /* start from {0} */
    struct stage stage;
    uint32_t runs;
    struct scene_options options;
};

static inline void play_draw(struct play_stage *play, const struct timeline *timeline,
                             uint32_t *seed)
{
    struct stage *stage = &play->stage;
    int code = timeline_scene(timeline, &stage->scene, &play->options,
                              &(struct scene_data){.quake = &stage->data});
    require(code == 0 || code == FORMAT_MEMORY);
    stage_draw(stage, next_random(seed) % STAGE_LOOKS);
}

/* 0 when the update's state is there to be looked at. */
static inline int play_go(struct timeline *timeline, uint32_t update)
{
    int code = timeline_go_update(timeline, update);
    require(code == 0 || code == FORMAT_MEMORY);
    return code;
}

static inline uint64_t play_hash(const struct timeline *timeline)
{
    return timeline_family(timeline)->state_hash(timeline_state(timeline));
}

static inline void play_timeline(struct play_stage *play, struct timeline *timeline, uint32_t *seed)
{
    uint64_t hashes[PLAY_UPDATES] = {0};
    const uint32_t count = timeline_extent(timeline).num_updates;
    const uint32_t steps = count < PLAY_UPDATES ? count : PLAY_UPDATES;
    const uint32_t drawn = next_random(seed) % (2 * steps); /* none of those: a later one */
    for (uint32_t i = 0; i < steps; i++) {
        if (play_go(timeline, i) != 0) {
            return;
        }
        hashes[i] = play_hash(timeline);
        if (i == drawn) {
            play_draw(play, timeline, seed);
        }
    }
    for (uint32_t i = 0; i < PLAY_JUMPS; i++) {
        const double time = timeline_length(timeline) * (double)stage_between(seed, 0.0f, 1.0f);
        const int code = timeline_go_time(timeline, time, true);
        require(code == 0 || code == FORMAT_MEMORY);
        if (code == 0 && drawn >= steps && i == drawn % PLAY_JUMPS) {
            play_draw(play, timeline, seed);
        }
        const uint32_t back = next_random(seed) % steps;
        if (play_go(timeline, back) == 0) {
            require(play_hash(timeline) == hashes[back]);
        }
    }
    (void)play_go(timeline, count - 1);
}

static inline void play_demo(struct play_stage *play, const uint8_t *data, size_t size,
                             uint32_t seed)
{
    static const struct timeline_options index = {.key_frame_bytes = 1 << 20, .sounds = true};
    struct timeline *timeline;
    struct format_error err;
    if (play->runs % PLAY_RUNS_A_STAGE == 0) {
        if (play->runs > 0) {
            stage_close(&play->stage);
        }
        stage_open(&play->stage);
    }
    play->runs++;
    play->options = (struct scene_options){.width = STAGE_WIDTH,
                                           .height = STAGE_HEIGHT,
                                           .fov = 90.0f,
                                           .lerp_models = true,
                                           .lerp_steps = true,
                                           .follow = seed % 5};
    play->options.hud.view_size = seed % 8 < 6 ? HUD_VIEW_MIN : 0; /* mostly few pixels */
    if (timeline_open(&timeline, data, size, &index, &err) < 0) {
        require(err.offset <= size);
        return;
    }
    if (!timeline_family(timeline)->quake3_data) {
        play_timeline(play, timeline, &seed);
    }
    if (next_random(&seed) % PLAY_HEARD == 0) {
        listen_to(timeline, seed);
        listen_mix(timeline, play->stage.data.files, seed);
    }
    struct format_error damage;
    require(!timeline_damage(timeline, &damage) ||
            (damage.offset <= size && damage.what[0] != '\0'));
    timeline_close(timeline);
}

#endif
