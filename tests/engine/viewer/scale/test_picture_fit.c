/* Fit of pictures in windows of any size, and enlarging. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/viewer/scale/picture_fit.h"
#include "render/limits.h"

static void expect_fit(int width, int height, int scale, struct picture_fit wanted)
{
    const struct picture_fit f = picture_fit(width, height, scale);
    cr_expect(f.scale == wanted.scale && f.width == wanted.width && f.height == wanted.height &&
                  f.canvas_width == wanted.canvas_width &&
                  f.canvas_height == wanted.canvas_height && f.left == wanted.left &&
                  f.top == wanted.top,
              "%dx%d at %d: scale %d, %dx%d on %dx%d at %d,%d", width, height, scale, f.scale,
              f.width, f.height, f.canvas_width, f.canvas_height, f.left, f.top);
}

Test(picture_fit, windows_of_every_size)
{
    expect_fit(960, 600, 1, (struct picture_fit){1, 960, 600, 960, 600, 0, 0});
    expect_fit(3840, 2160, 2, (struct picture_fit){2, 1920, 1080, 3840, 2160, 0, 0});
    expect_fit(1366, 767, 3, (struct picture_fit){3, 455, 255, 1366, 767, 0, 1});
    expect_fit(1367, 770, 4, (struct picture_fit){4, 341, 192, 1367, 770, 1, 1});
    expect_fit(400, 300, 4, (struct picture_fit){2, 200, 150, 400, 300, 0, 0}); /* too small */
    expect_fit(160, 100, 4, (struct picture_fit){1, 160, 100, 160, 100, 0, 0});
    expect_fit(50, 40, 2, (struct picture_fit){1, 160, 100, 160, 100, 0, 0});
    expect_fit(5120, 2880, 1,
               (struct picture_fit){2, 2560, 1440, 5120, 2880, 0, 0}); /* too large */
    expect_fit(7680, 4320, 1, (struct picture_fit){2, 3840, 2160, 7680, 4320, 0, 0});
    expect_fit(960, 600, 0, (struct picture_fit){1, 960, 600, 960, 600, 0, 0});
}

Test(picture_fit, is_always_inside_its_limits)
{
    for (int width = 1; width < 20000; width = width * 5 / 4 + 1) {
        for (int height = 1; height < 20000; height = height * 5 / 4 + 1) {
            for (int scale = 1; scale <= PICTURE_SCALES; scale++) {
                const struct picture_fit f = picture_fit(width, height, scale);
                cr_assert(f.width >= RENDER_MIN_WIDTH && f.width <= RENDER_MAX_WIDTH);
                cr_assert(f.height >= RENDER_MIN_HEIGHT && f.height <= RENDER_MAX_HEIGHT);
                cr_assert(f.left + f.width * f.scale <= f.canvas_width);
                cr_assert(f.top + f.height * f.scale <= f.canvas_height);
                cr_assert(f.canvas_width >= width && f.canvas_height >= height);
            }
        }
    }
}

/* Every pixel of the canvas against the one it shows; what lies between rows stays. */
Test(picture_fit, pixels_become_squares)
{
    static const int sizes[][2] = {{640, 400}, {643, 401}, {645, 405}, {650, 411}};
    for (int scale = 1; scale <= PICTURE_SCALES; scale++) {
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            const struct picture_fit f = picture_fit(sizes[i][0], sizes[i][1], scale);
            const size_t pitch = (size_t)f.canvas_width + 3;
            const size_t pixels = (size_t)f.width * (size_t)f.height;
            uint32_t *picture = malloc(pixels * sizeof(*picture));
            uint32_t *canvas = malloc(pitch * (size_t)f.canvas_height * sizeof(*canvas));
            cr_assert(picture && canvas && f.scale == scale);
            for (size_t p = 0; p < pixels; p++) {
                picture[p] = (uint32_t)p + 1;
            }
            for (size_t p = 0; p < pitch * (size_t)f.canvas_height; p++) {
                canvas[p] = UINT32_MAX;
            }
            picture_enlarge(&f, picture, canvas, pitch);
            for (int y = 0; y < f.canvas_height; y++) {
                for (int x = 0; x < (int)pitch; x++) {
                    const int u = x - f.left, v = y - f.top;
                    const int inside =
                        u >= 0 && v >= 0 && u < f.width * scale && v < f.height * scale;
                    const uint32_t wanted = x >= f.canvas_width ? UINT32_MAX
                                            : inside ? picture[v / scale * f.width + u / scale]
                                                     : 0;
                    cr_assert_eq(canvas[(size_t)y * pitch + (size_t)x], wanted, "%d, %d", x, y);
                }
            }
            free(picture);
            free(canvas);
        }
    }
}
