/* Fuzz target: the text of a camera path, the way through what it gives, and writing it again. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/camera_path_text.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Wherever the camera is, it is at some place. */
static void check_camera(const struct camera_path *path, double time)
{
    struct camera camera = camera_default();
    float fov = 90.0f;
    camera_path_at(path, time, &camera, &fov);
    for (int i = 0; i < 3; i++) {
        require(isfinite(camera.origin[i]) && isfinite(camera.angles[i]));
    }
    require(fov >= 1.0f && fov <= 170.0f);
}

static void check_times(struct camera_path *path)
{
    for (size_t i = 0; i < path->num_keys && i < 8; i++) {
        require(i == 0 || path->keys[i - 1].time < path->keys[i].time);
        check_camera(path, path->keys[i].time);
        if (i > 0) {
            check_camera(path, (path->keys[i - 1].time + path->keys[i].time) / 2.0);
        }
    }
    check_camera(path, 0.0);
    check_camera(path, 1e9);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct camera_path path = {0}, again = {0};
    struct format_error err = {0};
    const int bad = camera_path_read(&path, data, size, &err);
    require(bad >= 0 && path.num_keys <= CAMERA_PATH_MAX_KEYS);
    require(bad == 0 || (err.what[0] != '\0' && err.offset < size));
    check_times(&path);
    size_t length;
    char *text = camera_path_write(&path, "name", &length);
    require(text && strlen(text) == length);
    require(camera_path_read(&again, (const uint8_t *)text, length, NULL) == 0);
    require(again.num_keys == path.num_keys && again.speed == path.speed);
    for (size_t i = 0; i < path.num_keys; i++) {
        const struct camera_key *a = &path.keys[i], *b = &again.keys[i];
        require(a->time == b->time && a->fov == b->fov &&
                memcmp(a->origin, b->origin, sizeof(a->origin)) == 0 &&
                memcmp(a->angles, b->angles, sizeof(a->angles)) == 0);
    }
    camera_path_set_speed(&path, CAMERA_PATH_EVEN);
    check_times(&path);
    free(text);
    camera_path_free(&path);
    camera_path_free(&again);
    return 0;
}
