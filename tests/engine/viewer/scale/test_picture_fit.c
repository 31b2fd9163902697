/* Fit of pictures in windows of any size. */
#include <criterion/criterion.h>

#include "engine/viewer/scale/picture_fit.h"
#include "render/limits.h"

static void expect_fit(int width, int height, int scale, struct picture_fit wanted)
{
    const struct picture_fit f = picture_fit(width, height, scale);
    cr_expect(f.scale == wanted.scale && f.width == wanted.width && f.height == wanted.height &&
                  f.canvas_width == wanted.canvas_width && f.canvas_height == wanted.canvas_height,
              "%dx%d at %d: scale %d, %dx%d on %dx%d", width, height, scale, f.scale, f.width,
              f.height, f.canvas_width, f.canvas_height);
}

Test(picture_fit, windows_of_every_size)
{
    expect_fit(960, 600, 1, (struct picture_fit){1, 960, 600, 960, 600});
    expect_fit(3840, 2160, 2, (struct picture_fit){2, 1920, 1080, 3840, 2160});
    expect_fit(1366, 767, 3, (struct picture_fit){3, 456, 256, 1366, 767});
    expect_fit(1367, 770, 4, (struct picture_fit){4, 342, 193, 1367, 770});
    expect_fit(400, 300, 4, (struct picture_fit){2, 200, 150, 400, 300}); /* too small */
    expect_fit(160, 100, 4, (struct picture_fit){1, 160, 100, 160, 100});
    expect_fit(50, 40, 2, (struct picture_fit){1, 160, 100, 160, 100});
    expect_fit(5120, 2880, 1, (struct picture_fit){2, 2560, 1440, 5120, 2880}); /* too large */
    expect_fit(7680, 4320, 1, (struct picture_fit){2, 3840, 2160, 7680, 4320});
    expect_fit(3841, 2160, 1, (struct picture_fit){2, 1921, 1080, 3841, 2160});
    expect_fit(7681, 4320, 2, (struct picture_fit){3, 2561, 1440, 7681, 4320});
    expect_fit(20000, 20000, 1, (struct picture_fit){4, 3840, 2160, 15360, 8640});
    expect_fit(960, 600, 0, (struct picture_fit){1, 960, 600, 960, 600});
}

Test(picture_fit, is_always_inside_its_limits)
{
    for (int width = 1; width < 20000; width = width * 5 / 4 + 1) {
        for (int height = 1; height < 20000; height = height * 5 / 4 + 1) {
            for (int scale = 1; scale <= PICTURE_SCALES; scale++) {
                const struct picture_fit f = picture_fit(width, height, scale);
                cr_assert(f.width >= RENDER_MIN_WIDTH && f.width <= RENDER_MAX_WIDTH);
                cr_assert(f.height >= RENDER_MIN_HEIGHT && f.height <= RENDER_MAX_HEIGHT);
                cr_assert(f.width * f.scale >= f.canvas_width);
                cr_assert(f.height * f.scale >= f.canvas_height);
                cr_assert((f.width - 1) * f.scale < f.canvas_width);
                cr_assert((f.height - 1) * f.scale < f.canvas_height);
                cr_assert(f.canvas_width >= width || width > 4 * RENDER_MAX_WIDTH);
                cr_assert(f.canvas_height >= height || height > 4 * RENDER_MAX_HEIGHT);
            }
        }
    }
}
