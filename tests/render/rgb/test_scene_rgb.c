/* Scenes in true colour: the camera's height of view and axes. */
#include <criterion/criterion.h>

#include "render/rgb/scene_rgb.h"

static double height_of_view(float across, int width, int height)
{
    struct scene scene = {0};
    cr_assert_not_null(rgb_scene_begin(&scene));
    scene.camera.fov_x = across;
    rgb_scene_aim(&scene, width, height);
    const double fov = (double)scene.rgb->fov_y;
    scene_free(&scene);
    return fov;
}

Test(scene_rgb, fov_y_follows_from_the_aspect_ratio)
{
    cr_assert_float_eq(height_of_view(90, 640, 480), 73.7398, 5e-5);
    cr_assert_float_eq(height_of_view(90, 1280, 720), 58.7155, 5e-5);
    cr_assert_float_eq(height_of_view(90, 512, 512), 90, 1e-5);
    cr_assert_float_eq(height_of_view(22.5f, 640, 480), 16.9701, 5e-5);
}

Test(scene_rgb, the_camera_looks_along_its_angles)
{
    struct scene scene = {0};
    struct rgb_scene *rgb = rgb_scene_begin(&scene);
    cr_assert_not_null(rgb);
    scene.camera.fov_x = 90;
    scene.camera.angles[0] = 30; /* down */
    scene.camera.angles[1] = 90; /* to the left */
    rgb_scene_aim(&scene, 640, 480);
    static const float wanted[3][3] = {{0, .8660254f, -.5f}, {-1, 0, 0}, {0, .5f, .8660254f}};
    for (int i = 0; i < 9; i++) {
        cr_assert_float_eq(rgb->axis[i / 3][i % 3], wanted[i / 3][i % 3], 1e-6, "%d", i);
    }
    scene_free(&scene);
}

Test(scene_rgb, destroying_no_scene_does_nothing)
{
    rgb_scene_destroy(NULL);
    struct scene scene = {0};
    cr_assert_not_null(rgb_scene_begin(&scene));
    rgb_scene_destroy(scene.rgb);
}
