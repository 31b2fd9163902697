/* Draws small pictures of Quake III demos on game data in memory: files, data, scene and renderer
 * as the player has them, on one thread.
 *
 * Damaged data is no failure; any other failure except out of memory ends the program. */
#ifndef TESTS_SUPPORT_QUAKE3_Q3_PROJECTOR_H
#define TESTS_SUPPORT_QUAKE3_Q3_PROJECTOR_H

#include <stdio.h>
#include <stdlib.h>

#include "assets/quake3/q3_data.h"
#include "engine/playback/timeline.h"
#include "render/renderer.h"
#include "render/rgb/rgb_renderer.h"

enum {
    Q3_PROJECTOR_WIDTH = 64, /* each pixel costs a fuzzer's time */
    Q3_PROJECTOR_HEIGHT = 40,
    Q3_PROJECTOR_PACKS = 4
};

struct q3_projector_pack {
    const uint8_t *data; /* borrowed until it is closed; NULL = no pack */
    size_t size;
};

struct q3_projector { /* start from {0} */
    struct game_files game;
    struct q3_data *data;
    struct renderer *renderer; /* made once; stays with any game data */
    struct scene scene;
};

static inline void q3_projector_check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "q3_projector: not so: %s\n", what);
        abort();
    }
}

#define q3_projector_require(condition) q3_projector_check(condition, #condition)

/* packs: pk3s, the lowest priority first; of a damaged one the readable members are used. */
static inline void q3_projector_open(struct q3_projector *p, files_log_fn log, void *context,
                                     const struct q3_projector_pack packs[Q3_PROJECTOR_PACKS])
{
    if (!p->renderer) {
        const struct rgb_options rgb = {.filter = RGB_TRILINEAR};
        const struct renderer_options options = {
            .width = Q3_PROJECTOR_WIDTH, .height = Q3_PROJECTOR_HEIGHT, .threads = 1, .rgb = &rgb};
        p->renderer = renderer_create(&options);
        q3_projector_require(p->renderer != NULL);
    }
    p->game = (struct game_files){.files = files_create(log, context), .found = true};
    q3_projector_require(p->game.files != NULL);
    for (int i = 0; i < Q3_PROJECTOR_PACKS && packs[i].data; i++) {
        (void)!files_add_pak(p->game.files, "memory.pk3", packs[i].data, packs[i].size);
    }
    q3_projector_require(q3_data_open(&p->data, &p->game, 1, NULL) == 0);
}

/* Closes the game data; the renderer stays. */
static inline void q3_projector_close(struct q3_projector *p)
{
    q3_data_close(p->data);
    q3_projector_require(!p->game.files || files_held_bytes(p->game.files) == 0);
    game_files_close(&p->game);
    p->data = NULL;
}

static inline void q3_projector_destroy(struct q3_projector *p)
{
    q3_projector_close(p);
    renderer_destroy(p->renderer);
    scene_free(&p->scene);
    *p = (struct q3_projector){0};
}

static inline struct scene_options q3_projector_options(void)
{
    return (struct scene_options){.width = Q3_PROJECTOR_WIDTH,
                                  .height = Q3_PROJECTOR_HEIGHT,
                                  .fov = 90.0f,
                                  .camera = camera_default()};
}

/* Draws the timeline's current time. Returns the picture's hash; 0 if out of memory. */
static inline uint64_t q3_projector_draw(struct q3_projector *p, const struct timeline *timeline,
                                         const struct scene_options *options)
{
    static uint32_t pixels[Q3_PROJECTOR_WIDTH * Q3_PROJECTOR_HEIGHT];
    const struct scene_data data = {.quake3 = p->data, .files = p->game.files};
    uint32_t all = 0;
    int code = timeline_scene(timeline, &p->scene, options, &data);
    q3_projector_require(code == 0 || code == FORMAT_MEMORY);
    if (code == 0) {
        code = renderer_draw(p->renderer, &p->scene, pixels, Q3_PROJECTOR_WIDTH);
        q3_projector_require(code == 0 || code == FORMAT_MEMORY);
    }
    for (int i = 0; code == 0 && i < Q3_PROJECTOR_WIDTH * Q3_PROJECTOR_HEIGHT; i++) {
        all |= pixels[i];
    }
    q3_projector_require(all >> 24 == 0);
    return code == 0 ? renderer_hash(p->renderer) : 0;
}

#endif
