/* Fuzz target: a demo from its bytes to pictures: index, simulation, scene, drawing, seeking.
 *
 * Besides not crashing: an update's state is the same whether it was reached by playing or by going
 * back. */
#include "engine/nq_state.h"
#include "engine/timeline.h"
#include "tests/fuzz/stage.h"

enum {
    UPDATES = 60,      /* so many from the beginning are gone through, */
    DRAW_EVERY = 15,   /* some of them drawn, */
    JUMPS = 3,         /* then places further on and back */
    RUNS_A_STAGE = 256 /* names that demos made up stay in the stage's data until it is renewed */
};

static const struct scene_options options = {.width = STAGE_WIDTH,
                                             .height = STAGE_HEIGHT,
                                             .fov = 90.0f,
                                             .lerp_models = true,
                                             .lerp_steps = true};

static struct stage stage;
static uint32_t runs;

static void draw(const struct timeline *timeline)
{
    int code = timeline_scene(timeline, &stage.scene, &options, &stage.data);
    stage_require(code == 0 || code == FORMAT_MEMORY);
    stage_draw(&stage);
}

/* 0 when the update's state is there to be looked at. */
static int go(struct timeline *timeline, uint32_t update)
{
    int code = timeline_go_update(timeline, update);
    stage_require(code == 0 || code == FORMAT_MEMORY);
    return code;
}

static void play(struct timeline *timeline, uint32_t *seed)
{
    uint64_t hashes[UPDATES] = {0};
    uint32_t count = timeline_extent(timeline).num_updates;
    uint32_t steps = count < UPDATES ? count : UPDATES;
    for (uint32_t i = 0; i < steps; i++) {
        if (go(timeline, i) != 0) {
            return;
        }
        hashes[i] = nq_state_hash(timeline_state(timeline));
        if (i % DRAW_EVERY == 0) {
            draw(timeline);
        }
    }
    for (int i = 0; i < JUMPS; i++) {
        double time = timeline_length(timeline) * (double)stage_between(seed, 0.0f, 1.0f);
        int code = timeline_go_time(timeline, time, true);
        stage_require(code == 0 || code == FORMAT_MEMORY);
        if (code == 0) {
            draw(timeline);
        }
        uint32_t back = stage_random(seed) % steps;
        if (go(timeline, back) == 0) {
            stage_require(nq_state_hash(timeline_state(timeline)) == hashes[back]);
        }
    }
    if (go(timeline, count - 1) == 0) {
        draw(timeline);
    }
}

/* Mostly changes one block's messages, so that the others are still found. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    struct dem_file dem;
    struct dem_block block;
    uint32_t number = seed;
    if (stage_random(&number) % 4 == 0 || dem_open(&dem, data, size, NULL) < 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    size_t target = size > 0 ? stage_random(&number) % size : 0;
    size_t pos = dem.first_block;
    while (dem_next_block(&dem, &pos, &block, NULL) > 0) {
        if (pos > target) {
            size_t start = block.offset + DEM_BLOCK_HEADER;
            stage_mutate_part(data + start, block.size, NQ_NOP);
            return size;
        }
    }
    return LLVMFuzzerMutate(data, size, max_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct timeline_options index = {.key_frame_bytes = 1 << 20};
    struct timeline *timeline;
    struct format_error err;
    uint32_t seed = stage_seed(data, size);
    if (runs % RUNS_A_STAGE == 0) {
        if (runs > 0) {
            stage_close(&stage);
        }
        stage_open(&stage);
    }
    runs++;
    if (timeline_open(&timeline, data, size, &index, &err) < 0) {
        stage_require(err.offset <= size);
        return 0;
    }
    play(timeline, &seed);
    struct format_error damage;
    stage_require(!timeline_damage(timeline, &damage) ||
                  (damage.offset <= size && damage.what[0] != '\0'));
    timeline_close(timeline);
    return 0;
}
