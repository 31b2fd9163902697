/* The camera's path in the window: key points by keys, watching along them, the file they are in.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "engine/playback/camera_path_text.h"
#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"

static void name_file(const struct stage *s, char path[DEMO_BOOKMARKS_PATH])
{
    cr_assert(demo_bookmarks_beside(&s->viewer.demo.bookmarks, "-camera.txt", path));
}

/* A free camera at a place, at a time. */
static void fly_to(struct stage *s, double time, float x, float y, float z, float yaw)
{
    struct camera *camera = &s->viewer.camera;
    transport_seek(&s->viewer.demo.transport, time);
    *camera =
        (struct camera){.kind = CAMERA_FREE, .origin = {x, y, z}, .angles = {10.0f, yaw, 0.0f}};
    (void)picture(s);
}

static const char *said(const struct stage *s)
{
    return s->viewer.base.messages.passing.text;
}

/* Three key points, 2 s after each other from 1 s on. */
static void begin_with_path(struct stage *s)
{
    stage_begin(s);
    press(s, KEYCODE_SPACE, 0);
    fly_to(s, 1.0, 0.0f, 0.0f, 100.0f, 0.0f);
    press(s, 'x', 0);
    fly_to(s, 5.0, 0.0f, 200.0f, 120.0f, 200.0f);
    press(s, 'x', 0);
    cr_expect_str_eq(said(s), "key point 2 of 2 at 0:05.0");
    fly_to(s, 3.0, 200.0f, 100.0f, 100.0f, 90.0f);
    press(s, 'x', 0);
    cr_expect_str_eq(said(s), "key point 2 of 3 at 0:03.0");
}

Test(viewer_path, key_points_are_set_and_the_path_watched)
{
    struct stage s;
    begin_with_path(&s);
    const uint64_t there = picture(&s);
    fly_to(&s, 1.0, 0.0f, 0.0f, 100.0f, 0.0f);
    const uint64_t first = picture(&s);
    fly_to(&s, 3.0, -50.0f, 0.0f, 100.0f, 0.0f);
    cr_expect_neq(picture(&s), there);
    press(&s, 'y', 0);
    cr_expect_str_eq(said(&s), "along the camera path: 3 key points, 0:01.0 to 0:05.0");
    cr_expect_eq(picture(&s), there);
    transport_seek(&s.viewer.demo.transport, 2.0);
    const uint64_t between = picture(&s);
    transport_seek(&s.viewer.demo.transport, 1.0);
    cr_expect_eq(picture(&s), first);
    transport_seek(&s.viewer.demo.transport, 2.0);
    cr_expect_eq(picture(&s), between, "whichever way it is reached");
    press(&s, 'y', 0);
    cr_expect_str_eq(said(&s), "off the camera path");
    cr_expect_eq(picture(&s), between, "flight goes on from there");
    cr_expect_eq(s.viewer.camera.kind, CAMERA_FREE);
    stage_end(&s);
}

Test(viewer_path, starts_from_the_pov_and_returns)
{
    struct stage s;
    stage_begin(&s);
    press(&s, KEYCODE_SPACE, 0);
    press(&s, 'y', 0);
    cr_expect_str_eq(said(&s), "there is no camera path: x sets a key point");
    press(&s, 'y', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "there is no camera path: x sets a key point");
    transport_seek(&s.viewer.demo.transport, 2.0);
    const uint64_t eyes = picture(&s);
    const float x = s.viewer.demo.player.scene.camera.origin[0];
    press(&s, 'x', 0); /* where the player looks from */
    cr_assert_eq(s.viewer.path.own.num_keys, 1u);
    cr_expect_float_eq(s.viewer.path.own.keys[0].origin[0], x, 0.006f);
    press(&s, 'y', 0);
    cr_expect_neq(picture(&s), eyes, "no bar, no weapon");
    cr_expect_eq(s.viewer.camera.kind, CAMERA_EYE);
    press(&s, 'y', 0);
    cr_expect_eq(picture(&s), eyes);
    press(&s, 'y', 0);
    press(&s, 'c', 0);
    cr_expect_null(viewer_followed_path(&s.viewer.path), "the key for cameras leaves it, too");
    cr_expect_eq(s.viewer.camera.kind, CAMERA_CHASE);
    stage_end(&s);
}

Test(viewer_path, keys_take_over_from_the_path)
{
    struct stage s;
    begin_with_path(&s);
    press(&s, 'y', 0);
    const uint64_t there = picture(&s);
    s.viewer.mouse.flying = true;
    const struct input_event event = {.kind = INPUT_MOUSE_MOVE, .mouse.moved_x = 100};
    viewer_handle_event(&s.viewer, &event);
    cr_expect_eq(picture(&s), there);
    press(&s, 'w', 0);
    viewer_fly(&s.viewer, 0.1);
    cr_expect_null(viewer_followed_path(&s.viewer.path));
    cr_expect_float_eq(s.viewer.camera.origin[0], 200.0f, 0.1f, "it looked along y");
    cr_expect_gt(s.viewer.camera.origin[1], 110.0f);
    stage_end(&s);
}

Test(viewer_path, the_nearest_key_point_is_removed)
{
    struct stage s;
    begin_with_path(&s);
    press(&s, 'x', 0);
    cr_expect_str_eq(said(&s), "key point 2 of 3 at 0:03.0, set anew");
    transport_seek(&s.viewer.demo.transport, 3.5);
    press(&s, 'x', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "key point at 0:03.0 removed, 2 left");
    transport_seek(&s.viewer.demo.transport, 20.0);
    press(&s, 'x', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "no key point within 5 s");
    transport_seek(&s.viewer.demo.transport, 6.0);
    press(&s, 'x', KEY_SHIFT);
    transport_seek(&s.viewer.demo.transport, 1.0);
    press(&s, 'y', 0);
    char file[DEMO_BOOKMARKS_PATH];
    name_file(&s, file);
    cr_expect(platform_is_file(file));
    press(&s, 'x', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "key point at 0:01.0 removed, 0 left");
    cr_expect_null(viewer_followed_path(&s.viewer.path));
    cr_expect_not(platform_exists(file), "no file of nothing");
    press(&s, 'x', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "there is no key point");
    stage_end(&s);
}

Test(viewer_path, is_saved_next_to_the_bookmarks)
{
    struct stage s;
    begin_with_path(&s);
    press(&s, 'y', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "camera path: at one speed from the first key point to the last");
    char file[DEMO_BOOKMARKS_PATH];
    struct file_bytes bytes;
    struct camera_path read = {0};
    name_file(&s, file);
    cr_expect_eq(strncmp(file, s.home, strlen(s.home)), 0, "%s", file);
    cr_assert_eq(platform_read_file(file, &bytes), 0);
    cr_expect_eq(camera_path_read(&read, bytes.data, bytes.size, NULL), 0);
    platform_free_file(&bytes);
    cr_expect_eq(read.num_keys, 3u);
    cr_expect_eq(read.speed, CAMERA_PATH_EVEN);
    camera_path_free(&read);

    cr_assert(viewer_open_demo(&s.viewer, 1));
    cr_expect_eq(s.viewer.path.own.num_keys, 0u, "another demo's");
    cr_assert(viewer_open_demo(&s.viewer, 0));
    settle(&s);
    cr_assert_eq(s.viewer.path.own.num_keys, 3u);
    cr_expect_eq(s.viewer.path.own.keys[1].origin[0], 200.0f);
    cr_expect_not(s.viewer.path.followed);
    stage_end(&s);
}

Test(viewer_path, key_points_of_other_windows_stay)
{
    static const char added[] = "# mine\nkey 0:20 1 2 3 4 5\n";
    struct stage s;
    char file[DEMO_BOOKMARKS_PATH], text[1024];
    begin_with_path(&s);
    name_file(&s, file);
    FILE *other = fopen(file, "a");
    cr_assert(other && fputs(added, other) >= 0 && fclose(other) == 0);
    fly_to(&s, 3.0, 200.0f, 100.0f, 100.0f, 90.0f);
    press(&s, 'x', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "key point at 0:03.0 removed, 2 left");
    cr_expect_eq(s.viewer.path.own.num_keys, 3u, "another window's is taken over");
    struct file_bytes bytes;
    cr_assert_eq(platform_read_file(file, &bytes), 0);
    snprintf(text, sizeof(text), "%.*s", (int)bytes.size, (const char *)bytes.data);
    platform_free_file(&bytes);
    cr_expect_not_null(strstr(text, added), "%s", text);
    cr_expect_null(strstr(text, "key 0:03"), "%s", text);
    stage_end(&s);
}

Test(viewer_path, an_invalid_file_is_reported)
{
    struct stage s;
    begin_with_path(&s);
    char file[DEMO_BOOKMARKS_PATH];
    name_file(&s, file);
    cr_assert_eq(output_file_save(file, "key 1 2 3 4 5 6\nkey\n", 20), 0);
    cr_assert(viewer_open_demo(&s.viewer, 1));
    cr_assert(viewer_open_demo(&s.viewer, 0));
    settle(&s);
    cr_expect_eq(s.viewer.path.own.num_keys, 1u, "the good line is used");
    cr_assert_geq(s.viewer.base.messages.num_troubles, 1u);
    const char *trouble = s.viewer.base.messages.troubles[0].text;
    cr_expect_not_null(strstr(trouble, "line 2: "), "%s", trouble);
    stage_end(&s);
}

Test(viewer_path, a_named_path_is_watched_and_stays)
{
    struct stage s;
    struct camera_path named = {0};
    const struct camera_key key = {.time = 1.0, .origin = {0.0f, 0.0f, 100.0f}};
    cr_assert_eq(camera_path_add(&named, &key), 0);
    stage_begin(&s);
    s.asked.player.camera_path = &named;
    cr_assert(viewer_open_demo(&s.viewer, 0));
    settle(&s);
    (void)picture(&s);
    cr_expect_eq(viewer_followed_path(&s.viewer.path), &named);
    cr_expect_eq(s.viewer.demo.player.scene.camera.origin[2], 100.0f);
    static const int mods[] = {0, KEY_SHIFT};
    for (int i = 0; i < 2; i++) {
        press(&s, 'x', mods[i]);
        cr_expect_str_eq(said(&s), "the path of --camera-path stays as it is");
    }
    press(&s, 'y', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "the path of --camera-path stays as it is");
    cr_expect_eq(named.num_keys, 1u);
    cr_expect_eq(s.viewer.path.own.num_keys, 0u);
    press(&s, 'y', 0);
    (void)picture(&s);
    cr_expect_neq(s.viewer.demo.player.scene.camera.origin[2], 100.0f);
    stage_end(&s);
    camera_path_free(&named);
}
