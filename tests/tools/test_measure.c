/* Image similarity measures, compared with independently computed values. */
#include <criterion/criterion.h>
#include <math.h>

#include "tools/compare/measure.h"

enum { WIDTH = 13, HEIGHT = 12, PIXELS = WIDTH * HEIGHT };

/* A picture with slopes and jumps in it; change 0 and 1 give two of them. */
static void fill_image(uint32_t pixels[PIXELS], int change)
{
    for (int i = 0; i < PIXELS; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        const unsigned v = (unsigned)(x * 17 + y * 29 + change * (x * y % 7) * 9) & 255;
        pixels[i] = v << 16 | (v * 3 & 255) << 8 | (255 - v);
    }
}

Test(measure, pixel)
{
    cr_assert_eq(measure_pixel(0x102030, 0x102030), 0);
    cr_assert_eq(measure_pixel(0xff102030, 0x00102030), 0);
    cr_assert_eq(measure_pixel(0x102030, 0x112233), 3);
    cr_assert_eq(measure_pixel(0x00ff00, 0xff0000), 255);
}

/* The expected value is that of the definition, windows one by one, variances by deviations. */
Test(measure, ssim_of_known_pictures)
{
    uint32_t a[PIXELS], b[PIXELS];
    fill_image(a, 0);
    fill_image(b, 1);
    cr_assert(fabs(measure_ssim(a, b, WIDTH, HEIGHT) - 0.1735482018926955) < 1e-10);
    cr_assert(fabs(measure_ssim(b, a, WIDTH, HEIGHT) - 0.1735482018926955) < 1e-10);
    cr_assert(fabs(measure_ssim(a, a, WIDTH, HEIGHT) - 1.0) < 1e-12);
}

/* Without structure only the brightness counts: (2ab + c1) / (aa + bb + c1). */
Test(measure, ssim_of_plain_pictures)
{
    uint32_t a[PIXELS], b[PIXELS];
    for (int i = 0; i < PIXELS; i++) {
        a[i] = 0x646464;
        b[i] = 0xc8c8c8;
    }
    const double c1 = 2.55 * 2.55;
    const double expected = (2.0 * 100.0 * 200.0 + c1) / (100.0 * 100.0 + 200.0 * 200.0 + c1);
    cr_assert(fabs(measure_ssim(a, b, WIDTH, HEIGHT) - expected) < 1e-9);
    cr_assert_eq(measure_ssim(a, b, 10, 12), 0.0);
    cr_assert_eq(measure_ssim(a, b, 12, 10), 0.0);
}

Test(measure, fractions_of_pixels)
{
    uint32_t a[PIXELS], b[PIXELS];
    fill_image(a, 0);
    fill_image(b, 0);
    b[0] = a[0] ^ 0x010000;            /* one level */
    b[1] = (a[1] & 0xffff00) | 0x0000; /* 255 - 17 levels of blue */
    b[2] = a[2] ^ 0xff000000;          /* nothing */
    const struct likeness l = measure_pictures(a, b, WIDTH, HEIGHT);
    cr_assert(fabs(l.same - 100.0 * (PIXELS - 2) / PIXELS) < 1e-9);
    cr_assert(fabs(l.within - 100.0 * (PIXELS - 1) / PIXELS) < 1e-9);
    cr_assert(fabs(l.mean - (1.0 + 238.0) / (3.0 * PIXELS)) < 1e-9);
    cr_assert_lt(l.ssim, 1.0);
}

Test(measure, median)
{
    double odd[] = {3.0, 1.0, 2.0}, even[] = {4.0, 1.0, 3.0, 2.0};
    cr_assert_eq(measure_median(odd, 3), 2.0);
    cr_assert_eq(measure_median(even, 4), 2.0);
    cr_assert_eq(even[0], 1.0);
    cr_assert_eq(measure_median(even, 0), 0.0);
}
