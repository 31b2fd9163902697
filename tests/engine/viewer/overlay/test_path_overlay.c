/* The camera's path over the picture: what is in front is where it would be seen, and nothing is
 * drawn anywhere else. */
#include <criterion/criterion.h>

#include "engine/viewer/overlay/path_overlay.h"
#include "tests/support/osd_canvas.h"

enum { WIDTH = 640, HEIGHT = 400, WAY = 0xffd84a, KEY = 0xffffff };

static void add(struct camera_path *path, double time, float x, float y, float z)
{
    const struct camera_key key = {.time = time, .origin = {x, y, z}};
    cr_assert_eq(camera_path_add(path, &key), 0);
}

static struct path_overlay overlay_of(const struct camera_path *path)
{
    return (struct path_overlay){
        .path = path, .camera = {.fov_x = 90.0f}, .width = WIDTH, .height = HEIGHT};
}

/* Pixels that are not as they were. */
static int count_drawn(const struct test_canvas *t, int x, int y, int width, int height)
{
    return width * height - test_canvas_count(t, x, y, width, height, TEST_CANVAS_GROUND);
}

Test(path_overlay, a_line_ahead_is_across_the_middle)
{
    struct camera_path path = {0};
    struct test_canvas t = test_canvas_make(WIDTH, HEIGHT);
    add(&path, 0.0, 300.0f, 100.0f, 0.0f); /* to the left, yaw 90 is */
    add(&path, 1.0, 300.0f, -100.0f, 0.0f);
    const struct path_overlay overlay = overlay_of(&path);
    path_overlay_draw(&overlay, &t.canvas);
    /* A third of 320 to each side of the middle. */
    cr_expect_gt(test_canvas_count(&t, 230, 198, 180, 5, WAY), 150);
    cr_expect_eq(test_canvas_count(&t, 0, 0, 208, HEIGHT, WAY), 0);
    cr_expect_eq(test_canvas_count(&t, 432, 0, WIDTH - 432, HEIGHT, WAY), 0);
    cr_expect_gt(test_canvas_count(&t, 422, 195, 10, 10, KEY), 9, "the second key point");
    cr_expect_eq(count_drawn(&t, 0, 220, WIDTH, HEIGHT - 220), 0);
    test_canvas_expect_guards(&t);
    test_canvas_free(&t);
    camera_path_free(&path);
}

Test(path_overlay, it_stays_inside_the_view)
{
    struct camera_path path = {0};
    struct test_canvas t = test_canvas_make(WIDTH, HEIGHT);
    add(&path, 0.0, 50.0f, 5000.0f, 3000.0f);
    add(&path, 1.0, 50.0f, -5000.0f, -3000.0f);
    struct path_overlay overlay = overlay_of(&path);
    overlay.left = 100;
    overlay.top = 50;
    overlay.width = 400;
    overlay.height = 250;
    path_overlay_draw(&overlay, &t.canvas);
    cr_expect_gt(test_canvas_count_all(&t, WAY), 100);
    cr_expect_eq(test_canvas_count_all(&t, WAY), test_canvas_count(&t, 98, 48, 404, 254, WAY));
    test_canvas_expect_guards(&t);
    test_canvas_free(&t);
    camera_path_free(&path);
}

Test(path_overlay, points_behind_the_camera_are_hidden)
{
    struct camera_path path = {0};
    struct test_canvas t = test_canvas_make(WIDTH, HEIGHT);
    struct path_overlay overlay = overlay_of(&path);
    path_overlay_draw(&overlay, &t.canvas); /* without a key point */
    add(&path, 0.0, -100.0f, 50.0f, 0.0f);
    add(&path, 1.0, -100.0f, -50.0f, 20.0f);
    add(&path, 2.0, 0.0f, 0.0f, 0.0f); /* at the eye, ahead of which its look is */
    overlay.camera.angles[1] = 0.0f;
    camera_path_remove(&path, 2);
    path_overlay_draw(&overlay, &t.canvas);
    overlay.camera.fov_x = 0.0f;
    path_overlay_draw(&overlay, &t.canvas);
    overlay.width = 0;
    path_overlay_draw(&overlay, &t.canvas);
    cr_expect_eq(count_drawn(&t, 0, 0, WIDTH, HEIGHT), 0);
    overlay = overlay_of(&path);
    overlay.camera.angles[1] = 180.0f;
    path_overlay_draw(&overlay, &t.canvas);
    cr_expect_gt(test_canvas_count_all(&t, WAY), 50);
    test_canvas_expect_guards(&t);
    test_canvas_free(&t);
    camera_path_free(&path);
}

/* Through the eye and from far off: bounded work, nothing outside. */
Test(path_overlay, places_at_the_edge_of_the_world_are_fine)
{
    struct camera_path path = {0};
    struct test_canvas t = test_canvas_make(WIDTH, HEIGHT);
    add(&path, 0.0, -1e6f, 1e6f, -1e6f);
    add(&path, 1.0, 0.0f, 0.0f, 0.0f);
    add(&path, 2.0, 1e6f, 1e6f, 1e6f);
    add(&path, 3.0, 4.0f, -1e6f, 0.0f);
    add(&path, 4.0, 4.0f, 1e6f, 0.0f);
    for (int yaw = 0; yaw < 360; yaw += 15) {
        struct path_overlay overlay = overlay_of(&path);
        overlay.camera.angles[1] = (float)yaw;
        overlay.time = yaw / 90.0;
        path_overlay_draw(&overlay, &t.canvas);
    }
    cr_expect_gt(test_canvas_count_all(&t, WAY), 100);
    test_canvas_expect_guards(&t);
    test_canvas_free(&t);
    camera_path_free(&path);
}
