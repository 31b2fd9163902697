/* Fixture of the fuzz targets that draw: the built-in game data, a renderer for each render mode,
 * and loading of the fuzzer's bytes as a model the way the game data's models are loaded.
 *
 * A picture depends on the bytes alone: only caches that must not show survive a run; renderers are
 * not notified of freed models. */
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

enum { STAGE_WIDTH = 160, STAGE_HEIGHT = 100, STAGE_LOOKS = 2 };

#define STAGE_MAP "maps/reel.bsp"

struct stage {
    struct quake_data data;
    struct renderer *renderers[STAGE_LOOKS];
    const struct model *map; /* the built-in demos' */
    struct scene scene;
    uint32_t pixels[STAGE_WIDTH * STAGE_HEIGHT];
};

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
    for (int i = 0; i < STAGE_LOOKS; i++) {
        const struct palette_options palette = {.look = i == 0 ? LOOK_EXACT : LOOK_FAITHFUL,
                                                .colored_light = true,
                                                .palette = stage->data.palette,
                                                .colormap = stage->data.colormap};
        const struct renderer_options look = {
            .width = STAGE_WIDTH, .height = STAGE_HEIGHT, .threads = 1, .palette = &palette};
        stage->renderers[i] = renderer_create(&look);
        require(stage->renderers[i] != NULL);
    }
    stage->map = model_store_get(stage->data.models, STAGE_MAP, NULL);
    require(stage->map != NULL && !stage->map->missing);
}

/* Draws the scene in both looks; it may only fail for want of memory. */
static inline void stage_draw(struct stage *stage)
{
    for (int i = 0; i < STAGE_LOOKS; i++) {
        int code = renderer_draw(stage->renderers[i], &stage->scene, stage->pixels, STAGE_WIDTH);
        require(code == 0 || code == FORMAT_MEMORY);
        for (int k = 0; k < STAGE_WIDTH * STAGE_HEIGHT; k++) {
            require(stage->pixels[k] >> 24 == 0);
        }
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
