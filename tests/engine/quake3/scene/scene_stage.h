/* A Quake III demo that a test writes snapshot by snapshot, and the scene at any moment of it, with
 * no game data but placeholders. */
#ifndef TESTS_ENGINE_QUAKE3_SCENE_SCENE_STAGE_H
#define TESTS_ENGINE_QUAKE3_SCENE_SCENE_STAGE_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "assets/game_files.h"
#include "engine/quake3/scene/q3_build.h"
#include "engine/quake3/scene/q3_scene.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "tests/support/q3_demo.h"

struct scene_stage {
    struct game_files game;
    struct q3_data *data;
    struct q3_demo *demo;
    struct q3_state *state;
    size_t pos;
    struct scene scene;
    struct scene_options options;
    struct q3_interp interp;
    struct q3_view view;
    uint32_t num_lines; /* that the log has */
    char line[256];     /* the last of them */
};

static inline void stage_hear(void *context, const char *line)
{
    struct scene_stage *s = context;
    s->num_lines++;
    (void)snprintf(s->line, sizeof(s->line), "%s", line);
}

/* A player at the recorder's position, looking along x. Add configstrings before the gamestate.
 * pak: a finished archive of game data, borrowed; NULL = none. */
static inline void stage_begin_with(struct scene_stage *s, const struct byte_writer *pak)
{
    struct format_error err = {0};
    *s = (struct scene_stage){
        .demo = q3_demo_create(68),
        .options = {.width = 320, .height = 240, .fov = 90.0f, .camera = camera_default()}};
    s->game.files = files_create(stage_hear, s);
    cr_assert_not_null(s->game.files);
    if (pak) {
        cr_assert_eq(files_add_pak(s->game.files, "test.pk3", pak->data, pak->size), 0);
    }
    cr_assert_eq(q3_data_open(&s->data, &s->game, 1, &err), 0, "%s", err.what);
    s->state = calloc(1, sizeof(*s->state));
    cr_assert_not_null(s->state);
    q3_state_start(s->state);
    s->demo->player.stats[0] = 100;
    s->demo->player.fields[Q3_PS_VIEWHEIGHT] = 26;
    s->demo->player.fields[Q3_PS_ORIGIN_0] = q3_float_bits(100.0f);
    s->demo->player.fields[Q3_PS_ORIGIN_2] = q3_float_bits(50.0f);
}

static inline void stage_begin(struct scene_stage *s)
{
    stage_begin_with(s, NULL);
}

static inline void stage_end(struct scene_stage *s)
{
    scene_free(&s->scene);
    q3_demo_free(s->demo);
    free(s->state);
    q3_data_close(s->data);
    game_files_close(&s->game);
}

/* The next snapshot, and all written before it. */
static inline void stage_snapshot(struct scene_stage *s, int32_t time)
{
    struct dm3_block block;
    bool updated;
    q3_demo_snapshot(s->demo, time, 1);
    while (s->pos < s->demo->file.size) {
        cr_assert_eq(dm3_next_block(s->demo->file.data, s->demo->file.size, &s->pos, &block, NULL),
                     1);
        cr_assert_eq(q3_state_apply(s->state, s->demo->protocol, &block, &updated, NULL), 0);
    }
}

/* moment and view, without a level. */
static inline const struct q3_view *stage_view(struct scene_stage *s, double fraction)
{
    cr_assert(q3_interp_at(&s->interp, s->state, q3_game_of(68), fraction));
    q3_view_find(&s->view, &s->interp, &s->options, NULL);
    return &s->view;
}

static inline const struct rgb_scene *stage_scene(struct scene_stage *s, double fraction)
{
    const struct scene_data data = {.quake3 = s->data, .files = s->game.files};
    cr_assert_eq(q3_scene_build(&s->scene, s->state, q3_game_of(68), fraction, &s->options, &data),
                 0);
    cr_assert_eq(s->scene.kind, SCENE_RGB);
    return s->scene.rgb;
}

static inline void stage_set(int32_t *fields, int slot, float value)
{
    fields[slot] = q3_float_bits(value);
}

#define EXPECT_POINT(p, x, y, z)                                                                   \
    do {                                                                                           \
        cr_expect_float_eq((p)[0], x, 1e-3, "x %g", (double)(p)[0]);                               \
        cr_expect_float_eq((p)[1], y, 1e-3, "y %g", (double)(p)[1]);                               \
        cr_expect_float_eq((p)[2], z, 1e-3, "z %g", (double)(p)[2]);                               \
    } while (0)

#endif
