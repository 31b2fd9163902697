/* Fuzz target: demos with a moving camera. The last byte chooses the name's ending. A good demo
 * gives a good demo. */
#include <string.h>

#include "engine/edit/camera/edit_camera.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_made(const struct byte_writer *made, const char *name,
                       const struct camera_path *path)
{
    struct edit_camera_report report;
    struct byte_writer again = {0};
    struct format_error err;
    struct demo demo;
    if (demo_open(&demo, made->data, made->size, name) == 0) {
        const int code = edit_camera(&demo, path, &again, &report, &err);
        require(code == 0 || code == FORMAT_UNKNOWN); /* its number may be the last */
    }
    byte_writer_free(&again);
    demo_close(&demo);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    const char *name = names[size > 0 ? data[size - 1] % 4 : 0];
    const struct camera_key keys[] = {
        {.time = 0, .origin = {1, 2, 3}, .angles = {4, 5, 6}},
        {.time = 9, .origin = {-300, 200, 4000}, .angles = {-40, 170, 0}}};
    struct camera_path path = {0};
    struct edit_camera_report report;
    struct byte_writer out = {0};
    struct format_error err = {0};
    struct demo demo;
    require(camera_path_add(&path, &keys[0]) == 0 && camera_path_add(&path, &keys[1]) == 0);
    if (demo_open(&demo, data, size, name) == 0) {
        const int code = edit_camera(&demo, &path, &out, &report, &err);
        require(code == 0 || err.offset <= size);
        require(!(report.moved > 1.0) || code == FORMAT_UNKNOWN);
        if (code == 0) {
            check_made(&out, name, &path);
        }
    }
    camera_path_free(&path);
    byte_writer_free(&out);
    demo_close(&demo);
    return 0;
}
