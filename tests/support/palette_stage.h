/* A palette renderer with its thread pool, for tests that compare palette indices. */
#ifndef TESTS_SUPPORT_PALETTE_STAGE_H
#define TESTS_SUPPORT_PALETTE_STAGE_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "render/palette/palette_renderer.h"

struct palette_stage {
    struct thread_pool *pool;
    struct palette_renderer *renderer;
};

static inline struct palette_stage *palette_stage_create(int width, int height, int threads,
                                                         const struct palette_options *options)
{
    struct palette_stage *stage = calloc(1, sizeof *stage);
    cr_assert_not_null(stage);
    stage->pool = thread_pool_create(threads);
    cr_assert_not_null(stage->pool);
    stage->renderer = palette_renderer_create(width, height, 1, options, stage->pool);
    cr_assert_not_null(stage->renderer);
    return stage;
}

static inline void palette_stage_destroy(struct palette_stage *stage)
{
    palette_renderer_destroy(stage->renderer);
    thread_pool_destroy(stage->pool);
    free(stage);
}

/* Draws a palette scene and returns its picture. */
static inline struct palette_frame palette_stage_draw(struct palette_stage *stage,
                                                      const struct scene *scene)
{
    cr_assert_eq(palette_renderer_draw(stage->renderer, scene, NULL, 0), 0);
    return palette_renderer_frame(stage->renderer);
}

static inline uint64_t palette_stage_hash(struct palette_stage *stage, const struct scene *scene)
{
    palette_stage_draw(stage, scene);
    return palette_renderer_hash(stage->renderer);
}

#endif
