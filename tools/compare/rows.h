/* The rows of pictures that are compared: one table for each index of references.
 *
 * A table is printed to standard output; its status is EXIT_SUCCESS when the pictures are as alike
 * as they are promised to be, or there are no references. */
#ifndef TOOLS_COMPARE_ROWS_H
#define TOOLS_COMPARE_ROWS_H

struct compare_options {
    const char *data;      /* a folder like $QUAKEREEL_DATA */
    const char *reference; /* in place of DATA/ref/quake3; or NULL */
    const char *out;       /* where our pictures and maps of the differences go; or NULL */
    const char *only;      /* compares demos with that in their names; or NULL: all */
};

/* DATA/ref/netquake: the faithful look, identical pixels. A median of 99 % of all pixels, and no
 * frame below 95 % of those without particles. */
int compare_quake(const struct compare_options *options);

/* DATA/ref/netquake-hud: the same with a status bar of scale 1. Each identical. */
int compare_quake_bars(const struct compare_options *options);

/* DATA/ref/netquake-truecolor: the look of true colour against QuakeSpasm on llvmpipe. One set has
 * the moments that depend neither on its clock nor on its random numbers; the set in clean/ was
 * made without damage kicks, flashes and particles. In each set the median picture must have 99 %
 * of its pixels within 2 levels in every channel, and an SSIM of 0.99. */
int compare_truecolor(const struct compare_options *options);

/* DATA/ref/quake3: pixels within two levels in each channel, the mean difference and SSIM. Pictures
 * of the pass "world": a median of 95 % and none below 85 %, SSIM's median 0.99; of "clean": 90 %
 * and 75 %. Those of "hud" are counted and skipped. */
int compare_quake3(const struct compare_options *options);

#endif
