/* Fixture of the fuzz targets that draw: the built-in game data, a renderer for each look,
 * and loading of the fuzzer's bytes as a model the way the game data's models are loaded.
 *
 * A picture depends on the bytes alone: only caches that must not show survive a run; renderers are
 * not notified of freed models. One picture in STAGE_FRESH is drawn again by a new renderer, and
 * must be the same. */
#ifndef TESTS_FUZZ_STAGES_STAGE_H
#define TESTS_FUZZ_STAGES_STAGE_H

#include <stdint.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "formats/base/bytes.h"
#include "render/palette/palette_renderer.h"
#include "render/renderer.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/quake_game.h"
#include "tests/support/random_numbers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size); /* libFuzzer's own */

/* The smallest pictures that renderers draw. */
enum {
    STAGE_WIDTH = RENDER_MIN_WIDTH,
    STAGE_HEIGHT = RENDER_MIN_HEIGHT,
    STAGE_LOOKS = 3,
    STAGE_FRESH = 512
};

#define STAGE_MAP "maps/reel.bsp"

struct stage {
    struct quake_data data;
    struct renderer *renderers[STAGE_LOOKS];
    const struct model *map; /* the built-in demos' */
    struct scene scene;
    uint32_t pixels[STAGE_WIDTH * STAGE_HEIGHT];
    uint32_t pictures; /* drawn so far */
};

static inline struct renderer *stage_renderer(const struct stage *stage, uint32_t look)
{
    static const enum render_look looks[] = {LOOK_EXACT, LOOK_FAITHFUL, LOOK_TRUECOLOR};
    const struct palette_options palette = {.look = looks[look],
                                            .colored_light = true,
                                            .palette = stage->data.palette,
                                            .colormap = stage->data.colormap};
    const struct renderer_options options = {
        .width = STAGE_WIDTH, .height = STAGE_HEIGHT, .threads = 1, .palette = &palette};
    struct renderer *renderer = renderer_create(&options);
    require(renderer != NULL);
    return renderer;
}

static inline void stage_close(struct stage *stage)
{
    for (int i = 0; i < STAGE_LOOKS; i++) {
        renderer_destroy(stage->renderers[i]);
        stage->renderers[i] = NULL;
    }
    scene_free(&stage->scene);
    quake_game_close(&stage->data);
}

static inline void stage_open(struct stage *stage)
{
    const struct game_files_options options = {.builtin = true};
    memset(stage, 0, sizeof *stage);
    require(quake_game_open(&stage->data, &options, NULL) == 0);
    for (uint32_t i = 0; i < STAGE_LOOKS; i++) {
        stage->renderers[i] = stage_renderer(stage, i);
    }
    stage->map = model_store_get(stage->data.models, STAGE_MAP, NULL);
    require(stage->map != NULL && !stage->map->missing);
}

/* The hash of the scene drawn by a renderer. Drawing may only fail if out of memory: 0. */
static inline uint64_t stage_draw_by(struct stage *stage, struct renderer *renderer)
{
    const int code = renderer_draw(renderer, &stage->scene, stage->pixels, STAGE_WIDTH);
    require(code == 0 || code == FORMAT_MEMORY);
    uint32_t all = 0;
    for (int k = 0; k < STAGE_WIDTH * STAGE_HEIGHT; k++) {
        all |= stage->pixels[k];
    }
    require(all >> 24 == 0);
    return code == 0 ? renderer_hash(renderer) : 0;
}

/* Draws the scene in one look, 0..STAGE_LOOKS - 1. */
static inline void stage_draw(struct stage *stage, uint32_t look)
{
    const uint64_t hash = stage_draw_by(stage, stage->renderers[look]);
    if (++stage->pictures % STAGE_FRESH == 0) {
        struct renderer *fresh = stage_renderer(stage, look);
        const uint64_t again = stage_draw_by(stage, fresh);
        require(hash == again || hash == 0 || again == 0);
        renderer_destroy(fresh);
    }
}

/* A file with the fuzzer's bytes, in its own file tree. */
struct stage_file {
    struct byte_writer pak;
    struct files *files;
    struct model_store *models;
    const struct model *model; /* as a demo that names it would get it */
};

static inline void stage_file_open(struct stage_file *file, const char *name, const uint8_t *data,
                                   size_t size)
{
    char padded[56] = {0};
    memcpy(padded, name, strlen(name));
    memset(file, 0, sizeof *file);
    byte_writer_bytes(&file->pak, "PACK", 4);
    byte_writer_u32(&file->pak, (uint32_t)(12 + size));
    byte_writer_u32(&file->pak, 64);
    byte_writer_bytes(&file->pak, data, size);
    byte_writer_bytes(&file->pak, padded, sizeof padded);
    byte_writer_u32(&file->pak, 12);
    byte_writer_u32(&file->pak, (uint32_t)size);
    file->files = files_create(NULL, NULL);
    require(!file->pak.failed && file->files != NULL);
    require(files_add_pak(file->files, "fuzz", file->pak.data, file->pak.size) == 0);
    file->models = model_store_create(file->files);
    require(file->models != NULL);
    file->model = model_store_get(file->models, name, NULL);
}

static inline void stage_file_close(struct stage_file *file)
{
    model_store_destroy(file->models);
    files_destroy(file->files);
    byte_writer_free(&file->pak);
}

/* Seed for next_random, a function of the fuzzer's bytes. */
static inline uint32_t stage_seed(const uint8_t *data, size_t size)
{
    uint32_t seed = (uint32_t)size;
    size_t step = size / 256 + 1;
    for (size_t i = 0; i < size; i += step) {
        seed = seed * 31u + data[i];
    }
    return seed;
}

/* libFuzzer's changes to one part of the file alone, so that the rest stays where it is. */
static inline void stage_mutate_part(uint8_t *part, size_t size, int filler)
{
    if (size > 0) {
        size_t left = LLVMFuzzerMutate(part, size, size);
        memset(part + left, filler, size - left);
    }
}

/* From low to high, both included when they are numbers. */
static inline float stage_between(uint32_t *seed, float low, float high)
{
    return low + (high - low) * ((float)(next_random(seed) % 1025) / 1024.0f);
}

#endif
