/* Key points and the way through them: met when they are due, smooth between, at an even speed when
 * that is asked for, and the same after being written and read. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/camera_path_text.h"

static void add(struct camera_path *path, double time, float x, float y, float pitch, float yaw)
{
    const struct camera_key key = {
        .time = time, .origin = {x, y, 50.0f}, .angles = {pitch, yaw, 0.0f}};
    cr_assert_eq(camera_path_add(path, &key), 0);
}

static struct camera at(const struct camera_path *path, double time)
{
    struct camera camera = camera_default();
    float fov = 90.0f;
    camera_path_at(path, time, &camera, &fov);
    return camera;
}

static double distance(const struct camera *a, const struct camera *b)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double d = (double)a->origin[i] - (double)b->origin[i];
        sum += d * d;
    }
    return sqrt(sum);
}

static double turned(float from, float to)
{
    return fabs(remainder((double)to - (double)from, 360.0));
}

/* A square with uneven times, the last side to and fro. */
static void make_square(struct camera_path *path)
{
    *path = (struct camera_path){0};
    add(path, 7.0, 400.0f, 400.0f, 10.0f, 350.0f);
    add(path, 2.0, 0.0f, 0.0f, 0.0f, 0.0f);
    add(path, 3.5, 400.0f, 0.0f, -20.0f, 90.0f);
    add(path, 8.0, 0.0f, 400.0f, 30.0f, 20.0f);
    add(path, 12.0, 0.0f, 100.0f, 0.0f, 300.0f);
}

Test(camera_path, without_a_key_point_nothing_moves)
{
    struct camera_path path = {0};
    const struct camera eye = at(&path, 5.0);
    cr_expect_eq(eye.kind, CAMERA_EYE);
    cr_expect_eq(camera_path_nearest(&path, 1.0), 0u);
    camera_path_remove(&path, 0);
    camera_path_set_speed(&path, CAMERA_PATH_EVEN);
    add(&path, 3.0, 1.0f, 2.0f, 3.0f, 4.0f);
    for (int i = 0; i < 7; i++) {
        const struct camera camera = at(&path, i);
        cr_expect_eq(camera.kind, CAMERA_FREE);
        cr_expect_eq(camera.origin[1], 2.0f);
        cr_expect_eq(camera.angles[1], 4.0f);
    }
    camera_path_free(&path);
}

Test(camera_path, key_points_are_met_at_their_times)
{
    struct camera_path path;
    make_square(&path);
    cr_assert_eq(path.num_keys, 5u);
    for (size_t i = 0; i < path.num_keys; i++) {
        const struct camera_key *key = &path.keys[i];
        const struct camera camera = at(&path, key->time);
        cr_expect(i == 0 || path.keys[i - 1].time < key->time);
        for (int c = 0; c < 3; c++) {
            cr_expect_float_eq(camera.origin[c], key->origin[c], 1e-4f);
            cr_expect_lt(turned(camera.angles[c], key->angles[c]), 1e-4);
        }
    }
    const struct camera before = at(&path, -5.0), first = at(&path, 2.0);
    const struct camera behind = at(&path, 1e8), last = at(&path, 12.0), none = at(&path, NAN);
    cr_expect_eq(distance(&before, &first), 0.0);
    cr_expect_eq(distance(&behind, &last), 0.0);
    cr_expect_eq(distance(&none, &first), 0.0);
    camera_path_free(&path);
}

/* Neither a jump nor a kink, of place and look, at a grid finer than any frame. */
static void expect_smooth(const struct camera_path *path, double from, double to, double most)
{
    const double step = 1.0 / 512.0;
    for (double time = from + step; time < to - step; time += step) {
        const struct camera a = at(path, time - step), b = at(path, time),
                            c = at(path, time + step);
        double bend = 0.0;
        for (int i = 0; i < 3; i++) {
            bend = fmax(
                bend, fabs((double)a.origin[i] - 2.0 * (double)b.origin[i] + (double)c.origin[i]));
            bend = fmax(bend, fabs(remainder((double)a.angles[i] - 2.0 * (double)b.angles[i] +
                                                 (double)c.angles[i],
                                             360.0)));
        }
        cr_assert_lt(bend, most * step, "%f at %f", bend / step, time);
    }
}

Test(camera_path, is_smooth_in_place_and_look)
{
    struct camera_path path;
    make_square(&path);
    /* The change of speed in a 512th of a second; a kink at a key point would be hundreds. */
    expect_smooth(&path, 1.0, 13.0, 340.0); /* it begins and ends at once */
    expect_smooth(&path, 2.0, 12.0, 10.0);
    camera_path_free(&path);
}

Test(camera_path, yaw_and_roll_go_the_shorter_way)
{
    struct camera_path path = {0};
    struct camera_key key = {.time = 0.0, .angles = {0.0f, 350.0f, -170.0f}};
    cr_assert_eq(camera_path_add(&path, &key), 0);
    key = (struct camera_key){.time = 1.0, .angles = {0.0f, 10.0f, 170.0f}};
    cr_assert_eq(camera_path_add(&path, &key), 0);
    for (double time = 0.0; time <= 1.0; time += 0.125) {
        const struct camera camera = at(&path, time);
        cr_expect_leq(turned(camera.angles[1], 0.0f), 10.001);
        cr_expect_leq(turned(camera.angles[2], 180.0f), 10.001);
        cr_expect(camera.angles[1] >= 0.0f && camera.angles[1] <= 360.0f);
    }
    camera_path_free(&path);
}

Test(camera_path, equal_key_points_hold_the_camera)
{
    struct camera_path path = {0};
    add(&path, 0.0, 0.0f, 0.0f, 0.0f, 0.0f);
    add(&path, 1.0, 300.0f, 0.0f, 0.0f, 90.0f);
    add(&path, 3.0, 300.0f, 0.0f, 0.0f, 180.0f);
    add(&path, 4.0, 0.0f, 100.0f, 0.0f, 180.0f);
    const struct camera there = at(&path, 1.0);
    for (double time = 1.0; time <= 3.0; time += 0.0625) {
        const struct camera camera = at(&path, time);
        cr_expect_lt(distance(&there, &camera), 1e-4, "at %f", time);
    }
    for (double time = 0.0; time < 4.0; time += 0.0625) {
        cr_expect_leq(at(&path, time).origin[0], 300.0f, "it does not go too far");
    }
    cr_expect_neq(at(&path, 2.0).angles[1], at(&path, 1.0).angles[1], "but it turns");
    expect_smooth(&path, 0.0, 4.0, 12.0);
    camera_path_free(&path);
}

Test(camera_path, goes_at_an_even_speed)
{
    struct camera_path path;
    make_square(&path);
    camera_path_set_speed(&path, CAMERA_PATH_EVEN);
    const double length = path.along[path.num_keys - 1], step = 1.0 / 64.0;
    cr_expect_gt(length, 1500.0, "four sides: %f", length);
    cr_expect_lt(length, 2000.0, "four sides: %f", length);
    for (double time = 2.0; time + step <= 12.0; time += step) {
        const struct camera a = at(&path, time), b = at(&path, time + step);
        const double speed = distance(&a, &b) / step;
        cr_assert_float_eq(speed, length / 10.0, length / 10.0 * 0.01, "%f at %f", speed, time);
    }
    /* Through each key point, whenever that is. */
    for (size_t i = 0; i < path.num_keys; i++) {
        const struct camera camera =
            at(&path, 2.0 + 10.0 * (path.along[i] / path.along[path.num_keys - 1]));
        for (int c = 0; c < 3; c++) {
            cr_expect_float_eq(camera.origin[c], path.keys[i].origin[c], 0.01f);
            cr_expect_lt(turned(camera.angles[c], path.keys[i].angles[c]), 0.05);
        }
    }
    expect_smooth(&path, 2.0, 12.0, 20.0);
    camera_path_free(&path);
}

Test(camera_path, turning_on_the_spot_takes_its_time)
{
    struct camera_path path = {.speed = CAMERA_PATH_EVEN};
    add(&path, 0.0, 0.0f, 0.0f, 0.0f, 0.0f);
    add(&path, 1.0, 200.0f, 0.0f, 0.0f, 0.0f);
    add(&path, 2.0, 200.0f, 0.0f, 0.0f, 100.0f); /* as much as 200 units */
    add(&path, 4.0, 400.0f, 0.0f, 0.0f, 100.0f);
    add(&path, 6.0, 400.0f, 0.0f, 0.0f, 100.0f); /* and nothing at all */
    cr_expect_float_eq(path.along[4], 601.0, 1e-6);
    const struct camera half = at(&path, 6.0 * 300.0 / 601.0);
    cr_expect_float_eq(half.origin[0], 200.0f, 1e-3f);
    cr_expect_float_eq(half.angles[1], 50.0f, 1e-2f);
    camera_path_free(&path);
}

Test(camera_path, a_field_of_view_is_part_of_it)
{
    struct camera_path path = {0};
    struct camera camera;
    float fov = 75.0f;
    struct camera_key key = {.time = 0.0};
    cr_assert_eq(camera_path_add(&path, &key), 0);
    key = (struct camera_key){.time = 2.0, .fov = 25.0f};
    cr_assert_eq(camera_path_add(&path, &key), 0);
    camera_path_at(&path, 0.0, &camera, &fov);
    cr_expect_eq(fov, 75.0f);
    camera_path_at(&path, 1.0, &camera, &fov);
    cr_expect_float_eq(fov, 50.0f, 1e-4f);
    camera_path_at(&path, 2.0, &camera, &fov);
    cr_expect_eq(fov, 25.0f);
    camera_path_free(&path);
}

Test(camera_path, key_points_are_replaced_found_and_removed)
{
    struct camera_path path;
    make_square(&path);
    add(&path, 3.5004, 77.0f, 0.0f, 0.0f, 0.0f);
    cr_expect_eq(path.num_keys, 5u, "to the millisecond");
    cr_expect_eq(path.keys[1].origin[0], 77.0f);
    cr_expect_eq(camera_path_nearest(&path, 0.0), 0u);
    cr_expect_eq(camera_path_nearest(&path, 2.75), 0u, "of two the earlier one");
    cr_expect_eq(camera_path_nearest(&path, 2.76), 1u);
    cr_expect_eq(camera_path_nearest(&path, 99.0), 4u);
    camera_path_remove(&path, 1);
    camera_path_remove(&path, 4);
    cr_expect_eq(path.num_keys, 4u);
    cr_expect_eq(path.keys[1].time, 7.0);
    camera_path_free(&path);
}

Test(camera_path, numbers_that_will_not_do_are_refused)
{
    static const struct camera_key bad[] = {
        {.time = -1.0},
        {.time = NAN},
        {.time = 2e9},
        {.origin = {0.0f, 0.0f, 2e6f}},
        {.origin = {NAN, 0.0f, 0.0f}},
        {.angles = {91.0f, 0.0f, 0.0f}},
        {.angles = {0.0f, INFINITY, 0.0f}},
        {.fov = 0.5f},
        {.fov = 171.0f},
        {.fov = NAN},
    };
    struct camera_path path = {0};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_eq(camera_path_add(&path, &bad[i]), FORMAT_BAD, "number %zu", i);
    }
    cr_expect_eq(path.num_keys, 0u);
    struct camera_key key = {0};
    for (int i = 0; i < CAMERA_PATH_MAX_KEYS; i++) {
        key.time = i;
        cr_assert_eq(camera_path_add(&path, &key), 0);
    }
    cr_expect_eq(camera_path_add(&path, &key), 0, "in its own place");
    key.time += 1.0;
    cr_expect_eq(camera_path_add(&path, &key), FORMAT_UNKNOWN);
    camera_path_free(&path);
}

/* --- the text --------------------------------------------------------------------------------- */

static int read_text(struct camera_path *path, const char *text, struct format_error *err)
{
    return camera_path_read(path, (const uint8_t *)text, strlen(text), err);
}

Test(camera_path, its_text_gives_it_again)
{
    struct camera_path path, again = {0};
    make_square(&path);
    const struct camera_key key = {.time = 4000.0614,
                                   .origin = {-0.004f, 123456.78f, -33.333f},
                                   .angles = {-1.005f, 0.1f, 5.5f},
                                   .fov = 33.3f};
    cr_assert_eq(camera_path_add(&path, &key), 0);
    camera_path_set_speed(&path, CAMERA_PATH_EVEN);
    size_t size;
    char *text = camera_path_write(&path, "a\nb\x7f.dem", &size);
    cr_assert_not_null(text);
    cr_expect_eq(strlen(text), size);
    cr_expect_eq(strncmp(text, "# quakereel camera path: a?b?.dem\n", 34), 0, "%s", text);
    cr_expect_not_null(strstr(text, "\nspeed even\n"), "%s", text);
    cr_expect_not_null(strstr(text, "\nkey 0:03.500  400.00 0.00 50.00  -20.00 90.00\n"), "%s",
                       text);
    cr_expect_not_null(strstr(text, "\nkey 1:06:40.061  "), "%s", text);
    cr_expect_eq(read_text(&again, text, NULL), 0);
    cr_assert_eq(again.num_keys, path.num_keys);
    cr_expect_eq(again.speed, CAMERA_PATH_EVEN);
    for (size_t i = 0; i < path.num_keys; i++) {
        const struct camera_key *a = &path.keys[i], *b = &again.keys[i];
        cr_expect_eq(a->time, b->time);
        cr_expect_eq(a->fov, b->fov);
        for (int c = 0; c < 3; c++) {
            cr_expect_eq(a->origin[c], b->origin[c]);
            cr_expect_eq(a->angles[c], b->angles[c]);
        }
        cr_expect_eq(path.along[i], again.along[i]);
    }
    camera_path_free(&path);
    camera_path_free(&again);
    free(text);
}

/* Expects the text to become `expected` when `before` changes to `after`; both are texts, too. */
static void expect_edit(const char *before, const char *after, const char *text,
                        const char *expected)
{
    struct camera_path old = {0}, new = {0};
    size_t size;
    cr_assert_eq(read_text(&old, before, NULL), 0);
    cr_assert_eq(read_text(&new, after, NULL), 0);
    const struct camera_path_change change = {&old, &new, "x.dem"};
    char *edited = camera_path_edit_text(&change, text, strlen(text), &size);
    cr_assert_not_null(edited);
    cr_expect(size == strlen(expected) && memcmp(edited, expected, size) == 0, "%.*s instead of %s",
              (int)size, edited, expected);
    free(edited);
    camera_path_free(&old);
    camera_path_free(&new);
}

#define KEY_1 "key 1 1 1 1 1 1\n"
#define KEY_2 "key 2 2 2 2 2 2\n"
#define KEY_3 "key 3 3 3 3 3 3\n"
#define WRITTEN_1 "key 0:01.000  1.00 1.00 1.00  1.00 1.00\n"
#define WRITTEN_2 "key 0:02.000  2.00 2.00 2.00  2.00 2.00\n"
#define WRITTEN_3 "key 0:03.000  3.00 3.00 3.00  3.00 3.00\n"
#define HEAD "# quakereel camera path: x.dem\n# key TIME  X Y Z  PITCH YAW [ROLL [FOV]]\n"

Test(camera_path, only_changes_are_edited_into_a_text)
{
    expect_edit(KEY_1, KEY_1 KEY_2, KEY_1 "# mine\n" KEY_3, KEY_1 "# mine\n" WRITTEN_2 KEY_3);
    expect_edit(KEY_1 KEY_2, KEY_2, KEY_1 KEY_2 KEY_3 KEY_1, KEY_2 KEY_3);
    expect_edit(KEY_2, "key 2 9 9 9 9 9\n", KEY_3 "  key 2 2 2 2 2 2 # here\n" KEY_2 KEY_1,
                "key 0:02.000  9.00 9.00 9.00  9.00 9.00\n" KEY_3 KEY_1);
    expect_edit("", KEY_2, "lens 3\r\n\nkey 2 7 7 7 7 7\n\t ", "lens 3\r\n\n" WRITTEN_2 "\t \n");
    expect_edit(KEY_1, KEY_1, KEY_2 "speed even", KEY_2 "speed even\n");
}

Test(camera_path, a_changed_speed_is_edited_into_a_text)
{
    expect_edit(KEY_1, "speed even\n" KEY_1, KEY_1, "speed even\n" KEY_1);
    expect_edit("speed even\n", "", KEY_1 "  speed even\nspeed even", "speed time\n" KEY_1);
    expect_edit("", "speed even", ", speed time\n" KEY_1, "speed even\n" KEY_1);
}

Test(camera_path, a_new_text_has_what_changed_and_an_empty_one_is_none)
{
    expect_edit("", KEY_3 KEY_1, "", HEAD "speed time\n" WRITTEN_1 WRITTEN_3);
    expect_edit(KEY_1, "speed even\n" KEY_1 KEY_2, "", HEAD "speed even\n" WRITTEN_2);
    expect_edit(KEY_1, "", HEAD "speed time\n\n" KEY_1, "");
    expect_edit(KEY_1, "", HEAD "# mine\nspeed time\n" KEY_1, HEAD "# mine\nspeed time\n");
    expect_edit(KEY_1, KEY_1, "", "");
}

Test(camera_path, a_person_may_write_it)
{
    struct camera_path path = {0};
    struct format_error err = {0};
    cr_expect_eq(read_text(&path,
                           "# first\r\n\r\n  key\t1:30.5 1,2,3 , 4 5 # a word\r\n"
                           "speed even\nkey 60 +1 -2.5 .5 4. 5 6 70",
                           &err),
                 0, "%s", err.what);
    cr_assert_eq(path.num_keys, 2u);
    cr_expect_eq(path.keys[0].time, 60.0);
    cr_expect_eq(path.keys[0].origin[1], -2.5f);
    cr_expect_eq(path.keys[0].fov, 70.0f);
    cr_expect_eq(path.keys[1].time, 90.5);
    cr_expect_eq(path.keys[1].angles[1], 5.0f);
    cr_expect_eq(path.speed, CAMERA_PATH_EVEN);
    cr_expect_gt(path.along[1], 0.0, "it was measured");
    camera_path_free(&path);
}

Test(camera_path, bad_lines_are_named_and_left_out)
{
    static const struct {
        const char *line, *what;
    } cases[] = {
        {"key 1 2 3 4 5", "TIME X Y Z"},
        {"key 1 2 3 4 5 6 7 8 9", "TIME X Y Z"},
        {"key 1 2 3 4 5 6 7 8 9 10", "TIME X Y Z"},
        {"key -1 2 3 4 5 6", "no time"},
        {"key 5% 2 3 4 5 6", "no time"},
        {"key x 2 3 4 5 6", "no time"},
        {"key 1 nan 3 4 5 6", "no number"},
        {"key 1 0x1 3 4 5 6", "no number"},
        {"key 1 1e3 3 4 5 6", "no number"},
        {"key 1 - 3 4 5 6", "no number"},
        {"key 1 . 3 4 5 6", "no number"},
        {"key 1 2 3 9999999 5 6", "too large"},
        {"key 1 2 3 4 95 6", "too large"},
        {"key 7 2 3 4 5 6", "already"},
        {"speed", "a line is"},
        {"speed fast", "a line is"},
        {"exec x", "a line is"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[256];
        struct camera_path path = {0};
        struct format_error err = {0};
        snprintf(text, sizeof(text), "key 7 1 1 1 1 1\n%s\nkey 8 1 1 1 1 1\n", cases[i].line);
        cr_expect_eq(read_text(&path, text, &err), 1, "%s", text);
        cr_expect_eq(err.offset, 16u);
        cr_expect_eq(strncmp(err.what, "line 2: ", 8), 0, "%s", err.what);
        cr_expect_not_null(strstr(err.what, cases[i].what), "%s: %s", text, err.what);
        cr_expect_eq(path.num_keys, 2u);
        camera_path_free(&path);
    }
    struct camera_path path = {0};
    char line[400];
    memset(line, ' ', sizeof(line));
    cr_expect_eq(camera_path_read(&path, (const uint8_t *)line, sizeof(line), NULL), 1, "too long");
    cr_expect_eq(camera_path_read(&path, (const uint8_t *)"ke\0y", 4, NULL), 1);
    cr_expect_eq(camera_path_read(&path, NULL, 0, NULL), 0);
    camera_path_free(&path);
}
