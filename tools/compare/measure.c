#include "tools/compare/measure.h"

#include <stdlib.h>

/* Weights of a window's row: exp(-x * x / 4.5) for x = -5..5, normalised to sum 1. */
static const double weights[MEASURE_WINDOW] = {
    0.00102838008447911, 0.00759875813523919, 0.0360007721284308, 0.109360689509700,
    0.213005537711254,   0.266011724861795,   0.213005537711254,  0.109360689509700,
    0.0360007721284308,  0.00759875813523919, 0.00102838008447911};

/* Weighted sums over a window. */
enum { OF_A, OF_B, OF_AA, OF_BB, OF_AB, MOMENTS };

static int channel(uint32_t pixel, int shift)
{
    return (int)(pixel >> shift & 255);
}

int measure_pixel(uint32_t a, uint32_t b)
{
    int most = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const int apart = abs(channel(a, shift) - channel(b, shift));
        most = apart > most ? apart : most;
    }
    return most;
}

static double luma(uint32_t pixel)
{
    return 0.299 * channel(pixel, 16) + 0.587 * channel(pixel, 8) + 0.114 * channel(pixel, 0);
}

/* A row's moments averaged across: one of each for every window that starts in it. */
static void average_row(const uint32_t *a, const uint32_t *b, int windows, double *out)
{
    for (int x = 0; x < windows; x++) {
        double sums[MOMENTS] = {0};
        for (int i = 0; i < MEASURE_WINDOW; i++) {
            const double p = luma(a[x + i]), q = luma(b[x + i]), w = weights[i];
            sums[OF_A] += w * p;
            sums[OF_B] += w * q;
            sums[OF_AA] += w * p * p;
            sums[OF_BB] += w * q * q;
            sums[OF_AB] += w * p * q;
        }
        for (int i = 0; i < MOMENTS; i++) {
            out[x * MOMENTS + i] = sums[i];
        }
    }
}

static double likeness_of_window(const double m[MOMENTS])
{
    static const double c1 = 2.55 * 2.55, c2 = 7.65 * 7.65;
    const double ab = m[OF_A] * m[OF_B], aa = m[OF_A] * m[OF_A], bb = m[OF_B] * m[OF_B];
    return (2.0 * ab + c1) * (2.0 * (m[OF_AB] - ab) + c2) /
           ((aa + bb + c1) * (m[OF_AA] - aa + m[OF_BB] - bb + c2));
}

double measure_ssim(const uint32_t *a, const uint32_t *b, int width, int height)
{
    const int across = width - MEASURE_WINDOW + 1, down = height - MEASURE_WINDOW + 1;
    double sum = 0.0;
    if (across < 1 || down < 1) {
        return 0.0;
    }
    /* Rows averaged across, the last MEASURE_WINDOW of them. */
    const size_t row = (size_t)across * MOMENTS;
    double *rows = malloc(row * MEASURE_WINDOW * sizeof(*rows));
    if (!rows) {
        return -2.0;
    }
    for (int y = 0; y < height; y++) {
        const size_t start = (size_t)y * (size_t)width;
        average_row(a + start, b + start, across, rows + row * (size_t)(y % MEASURE_WINDOW));
        for (int x = 0; y >= MEASURE_WINDOW - 1 && x < across; x++) {
            double moments[MOMENTS] = {0};
            for (int i = 0; i < MEASURE_WINDOW; i++) {
                const int from = (y - MEASURE_WINDOW + 1 + i) % MEASURE_WINDOW;
                const double *m = rows + row * (size_t)from + (size_t)x * MOMENTS;
                for (int k = 0; k < MOMENTS; k++) {
                    moments[k] += weights[i] * m[k];
                }
            }
            sum += likeness_of_window(moments);
        }
    }
    free(rows);
    return sum / ((double)across * (double)down);
}

struct likeness measure_pictures(const uint32_t *a, const uint32_t *b, int width, int height)
{
    const size_t pixels = (size_t)width * (size_t)height;
    size_t same = 0, within = 0;
    uint64_t sum = 0;
    for (size_t i = 0; i < pixels; i++) {
        const int apart = measure_pixel(a[i], b[i]);
        same += apart == 0;
        within += apart <= MEASURE_WITHIN;
        for (int shift = 0; shift <= 16; shift += 8) {
            sum += (uint64_t)abs(channel(a[i], shift) - channel(b[i], shift));
        }
    }
    return (struct likeness){.same = 100.0 * (double)same / (double)pixels,
                             .within = 100.0 * (double)within / (double)pixels,
                             .mean = (double)sum / (3.0 * (double)pixels),
                             .ssim = measure_ssim(a, b, width, height)};
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double measure_median(double *values, size_t count)
{
    if (count == 0) {
        return 0.0;
    }
    qsort(values, count, sizeof(*values), compare_doubles);
    return values[(count - 1) / 2];
}
