#define _POSIX_C_SOURCE 200809L

#include "tools/bench/kernels.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/base/dmath.h"
#include "render/palette/kernels/kernels.h"

enum {
    WIDTH = 640,
    HEIGHT = 480,
    NUM_SURFACES = 256,
    BLOCK = 64, /* texels across a surface */
    BOX_SIDE = 256,
    FOG_ROWS = 88,
    FOG_DEPTHS = 512, /* that have fog */
    REPEATS = 24
};

struct bench_span {
    int u, v, count;
    int surface;
};

struct bench {
    struct span_surface surfaces[NUM_SURFACES];
    struct span_turbulence turb;
    struct span_sky sky;
    int32_t sine[KERNEL_TURB_ENTRIES];
    uint32_t palette[256];
    uint8_t *texels; /* NUM_SURFACES blocks, then padding */
    uint8_t sky_pixels[128 * 128 + KERNEL_PADDING];
    struct span_skybox skybox;
    struct span_fog fog;
    uint8_t box_pixels[6 * BOX_SIDE * BOX_SIDE + KERNEL_PADDING];
    uint8_t fog_levels[KERNEL_FOG_DEPTHS + KERNEL_PADDING];
    uint8_t fog_rows[FOG_ROWS * 256 + KERNEL_PADDING];
    uint8_t frame[WIDTH * HEIGHT];
    int16_t z[WIDTH * HEIGHT], fog_z[WIDTH * HEIGHT];
    uint8_t front[WIDTH * HEIGHT]; /* a fence, and as much in depth as the frame */
    uint8_t mix_table[256 * 256 + KERNEL_PADDING];
    uint32_t colors[WIDTH * HEIGHT];
    struct bench_span *spans; /* cover the frame once */
    int num_spans;
    const struct kernels *kernels;
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int make_span_length(uint32_t row, uint32_t u)
{
    float kind = dmath_unit(row, u, 1), size = dmath_unit(row, u, 2);
    if (kind < 0.22f) {
        return 1 + (int)(size * 7);
    }
    if (kind < 0.75f) {
        return 8 + (int)(size * 48);
    }
    return 56 + (int)(size * 180);
}

static void make_spans(struct bench *bench)
{
    for (int v = 0; v < HEIGHT; v++) {
        for (int u = 0; u < WIDTH;) {
            int count = make_span_length((uint32_t)v, (uint32_t)u);
            count = count < WIDTH - u ? count : WIDTH - u;
            int surface = (int)(dmath_hash((uint32_t)v / 16, (uint32_t)u / 32, 3) % NUM_SURFACES);
            bench->spans[bench->num_spans++] = (struct bench_span){u, v, count, surface};
            u += count;
        }
    }
}

/* A wall seen at a slant: 1/z changes by a third over the picture, a texel is about a pixel
 * wide. */
static void make_surface(struct bench *bench, int i)
{
    struct span_surface *surface = &bench->surfaces[i];
    float slant = (dmath_unit((uint32_t)i, 0, 4) - 0.5f) / WIDTH;
    *surface = (struct span_surface){
        .zi_origin = 0.01f,
        .zi_stepu = 0.005f * slant,
        .zi_stepv = 0.003f * slant,
        .sdivz_origin = 0.001f,
        .sdivz_stepu = 0.01f * 0.09f,
        .sdivz_stepv = 0.01f * 0.02f,
        .tdivz_origin = 0.002f,
        .tdivz_stepu = 0.01f * 0.01f,
        .tdivz_stepv = 0.01f * 0.1f,
        .bbextents = (BLOCK << 16) - 1,
        .bbextentt = (BLOCK << 16) - 1,
        .pixels = bench->texels + (size_t)i * BLOCK * BLOCK,
        .stride = BLOCK,
    };
}

/* A third of the spans is without fog. Along the others depths change little: as in frames of this
 * size, one in six or seven of the groups of sixteen neighbours has more than one level. */
static void make_fog(struct bench *bench)
{
    for (int i = 0; i < bench->num_spans; i++) {
        const struct bench_span *span = &bench->spans[i];
        int16_t *z = bench->fog_z + (size_t)span->v * WIDTH + span->u;
        for (int u = 0; u < span->count; u++) {
            z[u] = (int16_t)(3 * span->surface + (span->surface % 32 - 16) * u / 1024);
        }
    }
    for (int i = 0; i < FOG_DEPTHS; i++) {
        bench->fog_levels[i] = (uint8_t)(80 - 72 * i / FOG_DEPTHS);
    }
    for (uint32_t i = 0; i < sizeof bench->fog_rows; i++) {
        bench->fog_rows[i] = (uint8_t)dmath_hash(i, 0, 9);
    }
    bench->fog = (struct span_fog){bench->fog_levels, bench->fog_rows, FOG_DEPTHS};
}

static struct bench *make_bench(void)
{
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        return NULL;
    }
    const size_t num_texels = (size_t)NUM_SURFACES * BLOCK * BLOCK;
    bench->texels = malloc(num_texels + KERNEL_BLOCK_PADDING);
    bench->spans = malloc((size_t)WIDTH * HEIGHT * sizeof *bench->spans);
    if (bench->texels == NULL || bench->spans == NULL) {
        free(bench->texels);
        free(bench->spans);
        free(bench);
        return NULL;
    }
    for (size_t i = 0; i < num_texels + KERNEL_BLOCK_PADDING; i++) {
        bench->texels[i] = (uint8_t)dmath_hash((uint32_t)i, 0, 5);
    }
    for (uint32_t i = 0; i < sizeof bench->sky_pixels; i++) {
        bench->sky_pixels[i] = (uint8_t)dmath_hash(i, 0, 6);
    }
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        bench->frame[i] = (uint8_t)(dmath_hash(i / 4, 0, 8) & 127);
    }
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        bench->front[i] = i / 3 % 4 == 0 ? KERNEL_HOLE : bench->frame[i / 2];
    }
    for (uint32_t i = 0; i < 256 * 256; i++) {
        bench->mix_table[i] = (uint8_t)dmath_hash(i, 0, 9);
    }
    for (uint32_t i = 0; i < 256; i++) {
        bench->palette[i] = i * 0x010101;
    }
    for (int i = 0; i < NUM_SURFACES; i++) {
        make_surface(bench, i);
    }
    make_spans(bench);
    kernels_turb_table(bench->sine, KERNEL_TURB_ENTRIES);
    bench->turb = (struct span_turbulence){bench->sine, 17, 63, 63};
    bench->sky = (struct span_sky){.forward = {0.8f, 0.5f, 0.33f},
                                   .right = {0.53f, -0.848f, 0},
                                   .up = {-0.28f, -0.175f, 0.94f},
                                   .width = WIDTH,
                                   .height = HEIGHT,
                                   .scroll = 12.5f,
                                   .pixels = bench->sky_pixels};
    bench->skybox = (struct span_skybox){.forward = {0.8f, 0.5f, 0.33f},
                                         .right = {0.53f, -0.848f, 0},
                                         .up = {-0.28f, -0.175f, 0.94f},
                                         .xcenter = WIDTH / 2 - 0.5f,
                                         .ycenter = HEIGHT / 2 - 0.5f,
                                         .xscaleinv = 2.0f / WIDTH,
                                         .yscaleinv = 2.0f / WIDTH,
                                         .side = BOX_SIDE,
                                         .pixels = bench->box_pixels};
    make_fog(bench);
    return bench;
}

/* One frame's work for a kernel; returns the pixels done. */
typedef int (*bench_fn)(struct bench *bench);

/* The kernel call for every span: a macro, since the members differ in type. */
#define FOR_SPANS(call)                                                                            \
    for (int i = 0; i < bench->num_spans; i++) {                                                   \
        const struct bench_span *span = &bench->spans[i];                                          \
        const size_t at = (size_t)span->v * WIDTH + (size_t)span->u;                               \
        call;                                                                                      \
    }                                                                                              \
    return WIDTH * HEIGHT

static int run_span_faithful(struct bench *bench)
{
    FOR_SPANS(bench->kernels->span_faithful(&bench->surfaces[span->surface], bench->frame + at,
                                            span->u, span->v, span->count));
}

static int run_span_exact(struct bench *bench)
{
    FOR_SPANS(bench->kernels->span_exact(&bench->surfaces[span->surface], bench->frame + at,
                                         span->u, span->v, span->count));
}

static int run_turb_faithful(struct bench *bench)
{
    FOR_SPANS(bench->kernels->turb_faithful(&bench->surfaces[span->surface], &bench->turb,
                                            bench->frame + at, span->u, span->v, span->count));
}

static int run_turb_exact(struct bench *bench)
{
    FOR_SPANS(bench->kernels->turb_exact(&bench->surfaces[span->surface], &bench->turb,
                                         bench->frame + at, span->u, span->v, span->count));
}

static int run_sky_faithful(struct bench *bench)
{
    FOR_SPANS(bench->kernels->sky_faithful(&bench->sky, bench->frame + at, span->u, span->v,
                                           span->count));
}

static int run_sky_exact(struct bench *bench)
{
    FOR_SPANS(
        bench->kernels->sky_exact(&bench->sky, bench->frame + at, span->u, span->v, span->count));
}

static int run_skybox(struct bench *bench)
{
    FOR_SPANS(
        bench->kernels->skybox(&bench->skybox, bench->frame + at, span->u, span->v, span->count));
}

static int run_fog(struct bench *bench)
{
    for (int v = 0; v < HEIGHT; v++) {
        const size_t at = (size_t)v * WIDTH;
        bench->kernels->fog(&bench->fog, bench->frame + at, bench->fog_z + at, 0, v, WIDTH);
    }
    return WIDTH * HEIGHT;
}

static int run_z_fill(struct bench *bench)
{
    FOR_SPANS(bench->kernels->z_fill(bench->z + at, span->count, 0x01230000 + span->u * 77,
                                     span->v - 240));
}

static int run_fence(struct bench *bench)
{
    FOR_SPANS(bench->kernels->fence(bench->frame + at, bench->z + at, bench->front + at,
                                    span->count, 0x01230000 + span->u * 77, span->v - 240));
}

static int run_mix(struct bench *bench)
{
    FOR_SPANS(bench->kernels->mix(bench->frame + at, bench->z + at, bench->front + at, span->count,
                                  0x01230000 + span->u * 77, span->v - 240, bench->mix_table,
                                  KERNEL_NO_HOLE));
}

static int run_mix_changed(struct bench *bench)
{
    FOR_SPANS(bench->kernels->mix_changed(bench->frame + at, bench->front + at, span->count,
                                          bench->mix_table));
}

static int run_expand(struct bench *bench)
{
    for (int v = 0; v < HEIGHT; v++) {
        bench->kernels->expand(bench->colors + (size_t)v * WIDTH, bench->frame + (size_t)v * WIDTH,
                               WIDTH, bench->palette);
    }
    return WIDTH * HEIGHT;
}

/* The shortest of some repeats: what the machine can do when nothing else disturbs it. */
static double best_time(struct bench *bench, bench_fn run)
{
    double best = 0;
    for (int i = 0; i < REPEATS; i++) {
        double start = seconds_now();
        int pixels = run(bench);
        double time = (seconds_now() - start) * 1e9 / pixels;
        best = i == 0 || time < best ? time : best;
    }
    return best;
}

void bench_kernels(FILE *json)
{
    static const struct {
        const char *name;
        bench_fn run;
    } kernels[] = {
        {"span_faithful", run_span_faithful},
        {"span_exact", run_span_exact},
        {"turb_faithful", run_turb_faithful},
        {"turb_exact", run_turb_exact},
        {"sky_faithful", run_sky_faithful},
        {"sky_exact", run_sky_exact},
        {"skybox", run_skybox},
        {"fog", run_fog},
        {"z_fill", run_z_fill},
        {"expand", run_expand},
        {"fence", run_fence},
        {"mix", run_mix},
        {"mix_changed", run_mix_changed},
    };
    struct bench *bench = make_bench();
    if (bench == NULL) {
        return;
    }
    printf("ns per pixel   ");
    for (int i = 0; kernels_set(i) != NULL; i++) {
        printf(" %12s", kernels_set(i)->name);
    }
    printf("   (%d spans, %.1f pixels on average)\n", bench->num_spans,
           (double)WIDTH * HEIGHT / bench->num_spans);
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        printf("%-15s", kernels[k].name);
        if (json != NULL) {
            fprintf(json, "%s\"%s\": {", k == 0 ? "{" : ", ", kernels[k].name);
        }
        for (int i = 0; kernels_set(i) != NULL; i++) {
            bench->kernels = kernels_set(i);
            double time = best_time(bench, kernels[k].run);
            printf(" %12.3f", time);
            if (json != NULL) {
                fprintf(json, "%s\"%s\": %.4f", i == 0 ? "" : ", ", bench->kernels->name, time);
            }
        }
        printf("\n");
        if (json != NULL) {
            fprintf(json, "}");
        }
    }
    printf("taken here: %s\n", kernels_get(cpu_detect())->name);
    if (json != NULL) {
        fprintf(json, "}\n");
    }
    free(bench->texels);
    free(bench->spans);
    free(bench);
}
