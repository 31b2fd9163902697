/* Similarity of two pictures: per pixel, and perceptual.
 *
 * Pixels are 0x00RRGGBB without gaps between rows; the top byte is ignored. */
#ifndef TOOLS_COMPARE_MEASURE_H
#define TOOLS_COMPARE_MEASURE_H

#include <stddef.h>
#include <stdint.h>

enum { MEASURE_WITHIN = 2 /* levels of 255 */, MEASURE_WINDOW = 11 };

struct likeness {
    double same;   /* identical pixels, percent */
    double within; /* pixels within MEASURE_WITHIN levels in every channel, percent */
    double mean;   /* mean absolute difference over all pixels and channels, levels */
    double ssim;   /* -1..1 */
};

/* The largest difference of a channel of two pixels. */
int measure_pixel(uint32_t a, uint32_t b);

/* The mean structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004) of two pictures in luma
 * (.299, .587, .114), over all windows of 11 x 11 pixels that lie inside, weighted by a Gaussian of
 * deviation 1.5, with the constants (.01 * 255)^2 and (.03 * 255)^2. Pictures smaller than a window
 * have 0. Negative when memory ran out, which no likeness of real pictures is. */
double measure_ssim(const uint32_t *a, const uint32_t *b, int width, int height);

struct likeness measure_pictures(const uint32_t *a, const uint32_t *b, int width, int height);

/* Sorts the values and returns their median, the lower one if `count` is even; 0 if it is 0. */
double measure_median(double *values, size_t count);

#endif
