#include "engine/capture/picture.h"

#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "formats/pictures/png.h"

bool picture_may_be_named(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    static const char ending[] = ".png";
    bool is_png = point && strlen(point) == 4;
    for (int i = 0; is_png && i < 4; i++) {
        is_png = (point[i] | 0x20) == (ending[i] | 0x20);
    }
    return !point || point == name || is_png || (platform_exists(path) && !platform_is_file(path));
}

int picture_write_pixels(const uint32_t *pixels, int width, int height, const char *path,
                         bool force, struct format_error *err)
{
    const struct output_request request = {.path = path, .force = force};
    struct byte_writer png = {0};
    const int code = png_encode_rgb(pixels, width, height, &png) < 0
                         ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                         : output_file_write(&request, png.data, png.size, err);
    byte_writer_free(&png);
    return code;
}

int picture_write_png(struct renderer *renderer, const char *path, bool force,
                      struct format_error *err)
{
    struct render_frame frame;
    return renderer_frame(renderer, &frame) < 0
               ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
               : picture_write_pixels(frame.pixels, frame.width, frame.height, path, force, err);
}
