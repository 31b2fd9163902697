/* The faces of a view, against all faces asked one by one. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/placeholder.h"
#include "formats/base/vec.h"
#include "render/truecolor/visible_faces.h"
#include "tests/support/quake_game.h"
#include "tests/support/random_numbers.h"
#include "tests/support/sanitized.h"

enum { WIDTH = 320, HEIGHT = 200, VIEWS = SANITIZED ? 40 : 400 };

enum verdict { NO, UNSURE, YES };

static enum verdict worst(enum verdict a, enum verdict b)
{
    return a < b ? a : b;
}

/* Whether a corner of the box is on the inner side of each side of the view. */
static enum verdict is_in_view(const struct true_view *view, const struct bsp_leaf *leaf)
{
    enum verdict all = YES;
    for (int side = 0; side < 4; side++) {
        enum verdict one = NO;
        for (int corner = 0; corner < 8; corner++) {
            float offset[3];
            for (int i = 0; i < 3; i++) {
                offset[i] = (corner >> i & 1 ? leaf->maxs[i] : leaf->mins[i]) - view->eye[i];
            }
            const float out = vec_dot(offset, side < 2 ? view->right : view->up);
            const float room =
                vec_dot(offset, view->forward) * (side < 2 ? view->tan_x : view->tan_y);
            const float inside = side % 2 == 0 ? room - out : room + out;
            const enum verdict found = inside > 0.1f ? YES : inside < -0.1f ? NO : UNSURE;
            one = found > one ? found : one;
        }
        all = worst(all, one);
    }
    return all;
}

static enum verdict faces_eye(const struct bsp *bsp, const struct bsp_face *face,
                              const float eye[3])
{
    const struct bsp_plane *plane = &bsp->planes[face->plane];
    const float away = vec_dot(plane->normal, eye) - plane->dist;
    const float front = face->back ? -away : away;
    return front > 0.01f ? YES : front < -0.01f ? NO : UNSURE;
}

/* Of each face, from the leafs that the eye's leaf sees. */
static void ask_all(const struct bsp *bsp, const struct true_view *view, enum verdict *verdicts)
{
    uint8_t *set = calloc(bsp_visibility_bytes(bsp) + 1, 1);
    cr_assert_not_null(set);
    memset(verdicts, NO, bsp->num_faces * sizeof *verdicts);
    bsp_leaf_visibility(bsp, bsp_point_leaf(bsp, 0, view->eye), set);
    for (uint32_t i = 1; i < bsp->num_leafs; i++) {
        const struct bsp_leaf *leaf = &bsp->leafs[i];
        if (i - 1 >= bsp_visibility_bytes(bsp) * 8 || (set[(i - 1) / 8] >> (i - 1) % 8 & 1) == 0 ||
            leaf->contents == CONTENTS_SOLID) {
            continue;
        }
        const enum verdict seen = is_in_view(view, leaf);
        for (uint32_t k = 0; k < leaf->num_mark_surfaces; k++) {
            const uint32_t face = bsp->mark_surfaces[leaf->first_mark_surface + k];
            const enum verdict found = worst(seen, faces_eye(bsp, &bsp->faces[face], view->eye));
            verdicts[face] = found > verdicts[face] ? found : verdicts[face];
        }
    }
    free(set);
}

static void set_view(struct true_view *view, const struct bsp *bsp, uint32_t *seed)
{
    struct scene scene = {.camera.fov_x = 60.0f + (float)(next_random(seed) % 60)};
    const struct bsp_leaf *leaf = &bsp->leafs[1 + next_random(seed) % (bsp->num_leafs - 1)];
    for (int i = 0; i < 3; i++) {
        const float share = (float)(next_random(seed) % 1000) / 1000.0f;
        scene.camera.origin[i] = leaf->mins[i] + (leaf->maxs[i] - leaf->mins[i]) * share;
    }
    scene.camera.angles[0] = (float)(next_random(seed) % 120) - 60.0f;
    scene.camera.angles[1] = (float)(next_random(seed) % 360);
    scene.camera.angles[2] = (float)(next_random(seed) % 20) - 10.0f;
    cr_assert(true_view_set(view, &scene, WIDTH, HEIGHT, false));
}

static void check_view(struct visible_faces *visible, const struct model *world,
                       const struct true_view *view, uint32_t *listed)
{
    const uint32_t count = world->bsp->num_faces;
    enum verdict *verdicts = malloc(count * sizeof *verdicts);
    uint8_t *times = calloc(count, 1);
    cr_assert(verdicts != NULL && times != NULL);
    cr_assert_eq(visible_faces_find(visible, world, view), 0);
    ask_all(world->bsp, view, verdicts);
    for (uint32_t i = 0; i < visible->count; i++) {
        cr_assert_lt(visible->list[i], count);
        times[visible->list[i]]++;
    }
    for (uint32_t i = 0; i < count; i++) {
        cr_expect_leq(times[i], 1, "face %u is listed %u times", i, times[i]);
        cr_expect(verdicts[i] == UNSURE || (verdicts[i] == YES) == (times[i] == 1),
                  "face %u: %u times, verdict %d", i, times[i], verdicts[i]);
    }
    *listed += visible->count;
    free(verdicts);
    free(times);
}

static void open_level(struct quake_data *data, struct bsp *bsp)
{
    const struct game_files_options options = {.builtin = true};
    const uint8_t *bytes;
    size_t size;
    cr_assert_eq(quake_game_open(data, &options, NULL), 0);
    cr_assert_eq(quake_game_load(data->files, "maps/reel.bsp", &bytes, &size), 0);
    cr_assert_eq(bsp_read(bsp, bytes, size, NULL), 0);
}

Test(visible_faces, are_those_of_the_leafs_that_the_view_sees)
{
    struct quake_data data;
    struct bsp bsp;
    struct visible_faces visible = {0};
    uint32_t seed = 2463534242u, listed = 0;
    open_level(&data, &bsp);
    const struct model world = {.kind = MODEL_BRUSH, .bsp = &bsp};
    for (int i = 0; i < VIEWS; i++) {
        struct true_view view;
        set_view(&view, &bsp, &seed);
        check_view(&visible, &world, &view, &listed);
        view.eye[0] += 1.0f; /* mostly in the same leaf */
        cr_assert_eq(visible_faces_find(&visible, &world, &view), 0);
    }
    cr_expect_gt(listed, VIEWS * 10u);
    visible_faces_free(&visible);
    bsp_free(&bsp);
    quake_game_close(&data);
}

/* Nodes of a damaged map may share faces: all of them have all. */
Test(visible_faces, are_listed_once_whatever_nodes_share)
{
    struct quake_data data;
    struct bsp bsp;
    struct visible_faces visible = {0};
    uint32_t seed = 7, listed = 0;
    open_level(&data, &bsp);
    for (uint32_t i = 0; i < bsp.num_nodes; i++) {
        bsp.nodes[i].first_face = 0;
        bsp.nodes[i].num_faces = bsp.num_faces;
    }
    const struct model world = {.kind = MODEL_BRUSH, .bsp = &bsp};
    uint8_t *times = malloc(bsp.num_faces);
    cr_assert_not_null(times);
    for (int view = 0; view < 20; view++) {
        struct true_view eye;
        set_view(&eye, &bsp, &seed);
        cr_assert_eq(visible_faces_find(&visible, &world, &eye), 0);
        memset(times, 0, bsp.num_faces);
        cr_assert_leq(visible.count, bsp.num_faces);
        for (uint32_t i = 0; i < visible.count; i++) {
            cr_assert_eq(times[visible.list[i]]++, 0, "face %u", visible.list[i]);
        }
        listed += visible.count;
    }
    cr_expect_gt(listed, 200);
    free(times);
    visible_faces_free(&visible);
    bsp_free(&bsp);
    quake_game_close(&data);
}

/* A box is seen everywhere then. */
Test(visible_faces, of_a_room_after_another_map_and_of_none)
{
    struct bsp rooms[2];
    struct visible_faces visible = {0};
    struct true_view view;
    struct scene scene = {.camera.fov_x = 90.0f};
    uint32_t listed = 0;
    cr_assert(true_view_set(&view, &scene, WIDTH, HEIGHT, false));
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(placeholder_make_bsp(&rooms[i]), 0);
        const struct model world = {.kind = MODEL_BRUSH, .bsp = &rooms[i]};
        check_view(&visible, &world, &view, &listed);
    }
    cr_expect_gt(listed, 0);
    cr_assert_eq(visible_faces_find(&visible, NULL, &view), 0);
    cr_expect_eq(visible.count, 0);
    static const float mins[3] = {-1, -1, -1}, maxs[3] = {1, 1, 1};
    cr_expect(visible_faces_touch(&visible, mins, maxs));
    visible_faces_free(&visible);
    bsp_free(&rooms[0]);
    bsp_free(&rooms[1]);
}
