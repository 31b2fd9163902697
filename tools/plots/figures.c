#include "tools/plots/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plots/svg.h"

/* Colours that all eyes tell apart (Okabe and Ito's). */
#define BLUE "#0072b2"
#define SKY "#56b4e9"
#define RED "#d55e00"
#define ORANGE "#e69f00"
#define GREEN "#009e73"
#define PINK "#cc79a7"
#define YELLOW "#d8c81f"
#define BLACK "#444444"
#define GREY "#aaaaaa"

static const char *const demo_colours[] = {BLUE, RED, GREEN, PINK, ORANGE, SKY, YELLOW, BLACK};
static const char *const look_names[RUN_LOOKS] = {"faithful", "exact"};

enum { WIDTH = 860 };

/* A round number above. */
static double round_up(double value)
{
    const double power = value > 0.0 ? pow(10.0, floor(log10(value))) : 1.0;
    for (double step = 1.0; step < 10.0; step += 0.5) {
        if (step * power >= value) {
            return step * power;
        }
    }
    return 10.0 * power;
}

/* --- by pixels -----------------------------------------------------------------------------------
 */

enum { PEER, FAITHFUL_1, EXACT_1, FAITHFUL_2, EXACT_2, LINES };

static const struct {
    const char *name, *colour, *dashes;
} lines[LINES] = {{"TyrQuake", BLACK, NULL},
                  {"faithful", BLUE, NULL},
                  {"exact", RED, NULL},
                  {"faithful, 2 threads", SKY, "6 4"},
                  {"exact, 2 threads", ORANGE, "6 4"}};

static double line_value(const struct run_beside *row, int line)
{
    return line == PEER ? row->peer
                        : row->ours[line >= FAITHFUL_2][line == EXACT_1 || line == EXACT_2];
}

static void draw_panel(FILE *out, const struct run *run, const char *demo,
                       const struct svg_axes *axes)
{
    for (int line = 0; line < LINES; line++) {
        const struct run_beside *before = NULL;
        double x_before = 0.0;
        for (int s = 0; s < run->num_sizes; s++) {
            const struct run_beside *row = run_find_beside(run, demo, s);
            if (!row) {
                continue;
            }
            const double x = svg_x(axes, run_pixels(run, s) * 1e-6);
            const double y = svg_y(axes, line_value(row, line));
            if (before) {
                svg_line(out, x_before, svg_y(axes, line_value(before, line)), x, y,
                         lines[line].colour, 2.0, lines[line].dashes);
            }
            svg_dot(out, x, y, 3.0, lines[line].colour, 1.0);
            before = row;
            x_before = x;
        }
    }
    svg_text(out, axes->left + 8, axes->top + 14, 13, SVG_START, SVG_INK, demo);
}

bool figure_pixels(FILE *out, const struct run *run)
{
    double most = 0.0, megapixels = 0.0;
    const char *demos[RUN_DEMOS];
    int count = 0;
    for (int d = 0; d < run->num_demos && count < 3; d++) {
        bool any = false;
        for (int s = 0; s < run->num_sizes; s++) {
            const struct run_beside *row = run_find_beside(run, run->demos[d], s);
            if (row) {
                any = true;
                most = row->peer > most ? row->peer : most;
                megapixels = fmax(megapixels, run_pixels(run, s) * 1e-6);
            }
        }
        if (any) {
            demos[count++] = run->demos[d];
        }
    }
    if (count == 0) {
        return false;
    }
    svg_begin(out, WIDTH, 380, "A frame's time by its pixels");
    double legend = 70;
    for (int line = 0; line < LINES; line++) {
        legend = svg_legend(out, legend, 52, lines[line].colour, lines[line].name);
    }
    const double width = (WIDTH - 80.0) / count;
    for (int i = 0; i < count; i++) {
        const struct svg_axes axes = {.left = 60 + i * width,
                                      .top = 68,
                                      .width = width - (i + 1 < count ? 36 : 4),
                                      .height = 256,
                                      .x_high = megapixels * 1.05,
                                      .y_high = round_up(most)};
        svg_y_axis(out, &axes, i == 0 ? "ms a frame" : "");
        svg_x_axis(out, &axes, "megapixels");
        draw_panel(out, run, demos[i], &axes);
    }
    svg_end(out);
    return true;
}

/* --- ahead of the peer ---------------------------------------------------------------------------
 */

static double ahead(const struct run_beside *row, int line)
{
    return row->factor[line >= FAITHFUL_2][line == EXACT_1 || line == EXACT_2];
}

bool figure_ahead(FILE *out, const struct run *run)
{
    double most = 5.0;
    for (int i = 0; i < run->num_beside; i++) {
        most = fmax(most, run->beside[i].factor[1][RUN_EXACT]);
    }
    if (run->num_beside == 0) {
        return false;
    }
    svg_begin(out, WIDTH, 400, "How many of our frames are drawn in the time of one of TyrQuake's");
    double legend = 70;
    for (int line = FAITHFUL_1; line < LINES; line++) {
        legend = svg_legend(out, legend, 52, lines[line].colour, lines[line].name);
    }
    svg_text(out, legend, 52, 12, SVG_START, SVG_GREY, "a bar a demo");
    const struct svg_axes axes = {.left = 60,
                                  .top = 68,
                                  .width = WIDTH - 80,
                                  .height = 290,
                                  .x_high = run->num_sizes,
                                  .y_high = ceil(most)};
    svg_y_axis(out, &axes, "times");
    svg_line(out, axes.left, svg_y(&axes, 1.0), axes.left + axes.width, svg_y(&axes, 1.0), SVG_INK,
             1.0, NULL);
    const double slot = 1.0 / (LINES + 1); /* of a size: four groups, and space */
    for (int s = 0; s < run->num_sizes; s++) {
        char name[32];
        run_size_name(run, s, name, sizeof(name));
        svg_x_name(out, &axes, s + 0.5, name);
        for (int line = FAITHFUL_1; line < LINES; line++) {
            for (int d = 0; d < run->num_demos; d++) {
                const struct run_beside *row = run_find_beside(run, run->demos[d], s);
                const double bar = slot * 0.9 / run->num_demos;
                const double x = s + slot * (line + 0.05) + bar * d;
                if (row) {
                    const double y = svg_y(&axes, ahead(row, line));
                    svg_box(out, svg_x(&axes, x), y, bar * axes.width / axes.x_high - 1.5,
                            svg_y(&axes, 0.0) - y, lines[line].colour);
                }
            }
        }
    }
    svg_end(out);
    return true;
}

/* --- by polygons ---------------------------------------------------------------------------------
 */

static void draw_samples(FILE *out, const struct run *run, int size, const struct svg_axes *axes)
{
    char name[32];
    run_size_name(run, size, name, sizeof(name));
    for (int d = 0; d < run->num_demos; d++) {
        const struct run_phases *row = run_find_phases(run, run->demos[d], size, RUN_EXACT);
        for (int i = 0; row && i < row->num_samples; i++) {
            if (row->samples[i][1] <= axes->y_high) {
                svg_dot(out, svg_x(axes, row->samples[i][0]), svg_y(axes, row->samples[i][1]), 3.0,
                        demo_colours[d], 0.55);
            }
        }
    }
    svg_text(out, axes->left + 8, axes->top + 14, 13, SVG_START, SVG_INK, name);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Of the samples at a size: the most polygons, and a time that hardly any frame takes longer. */
static void sample_range(const struct run *run, int size, double *surfaces, double *ms)
{
    double times[RUN_DEMOS * RUN_SAMPLES];
    size_t count = 0;
    for (int d = 0; d < run->num_demos; d++) {
        const struct run_phases *row = run_find_phases(run, run->demos[d], size, RUN_EXACT);
        for (int i = 0; row && i < row->num_samples; i++) {
            *surfaces = fmax(*surfaces, row->samples[i][0]);
            times[count++] = row->samples[i][1];
        }
    }
    qsort(times, count, sizeof(*times), compare_doubles);
    *ms = count > 0 ? round_up(times[count * 99 / 100] * 1.1) : 0.0;
}

bool figure_surfaces(FILE *out, const struct run *run)
{
    enum { PANELS = 2 };
    double surfaces = 0.0, ms[PANELS] = {0.0};
    for (int s = 0; s < PANELS && s < run->num_sizes; s++) {
        sample_range(run, s, &surfaces, &ms[s]);
    }
    if (!(ms[0] > 0.0 && ms[1] > 0.0)) {
        return false;
    }
    svg_begin(out, WIDTH, 380, "Single frames by the polygons in them (exact, one thread)");
    double legend = 70;
    for (int d = 0; d < run->num_demos; d++) {
        legend = svg_legend(out, legend, 52, demo_colours[d], run->demos[d]);
    }
    const double width = (WIDTH - 80.0) / PANELS;
    for (int s = 0; s < PANELS; s++) {
        const struct svg_axes axes = {.left = 60 + s * width,
                                      .top = 68,
                                      .width = width - (s == 0 ? 50 : 4),
                                      .height = 256,
                                      .x_high = round_up(surfaces),
                                      .y_high = ms[s]};
        svg_y_axis(out, &axes, s == 0 ? "ms" : "");
        svg_x_axis(out, &axes, "polygons clipped into the view");
        draw_samples(out, run, s, &axes);
    }
    svg_end(out);
    return true;
}

/* --- by threads ----------------------------------------------------------------------------------
 */

/* How much more so many threads draw than one, and which share of their time they compute: means
 * over the demos. False: not measured. */
static bool scaling(const struct run *run, int size, enum run_look look, int threads, double *more,
                    double *busy)
{
    int count = 0;
    *more = *busy = 0.0;
    for (int d = 0; d < run->num_demos; d++) {
        const struct run_phases *row = run_find_phases(run, run->demos[d], size, look);
        if (row && row->num_threads >= threads && row->ms[threads - 1] > 0.0) {
            *more += row->ms[0] / row->ms[threads - 1];
            *busy += row->computed[threads - 1] / (row->ms[threads - 1] * threads);
            count++;
        }
    }
    *more /= count > 0 ? count : 1;
    *busy /= count > 0 ? count : 1;
    return count > 0;
}

static void draw_scaling(FILE *out, const struct run *run, const struct svg_axes *axes, int size,
                         int most)
{
    static const char *const colours[RUN_LOOKS] = {BLUE, RED};
    char text[32];
    run_size_name(run, size, text, sizeof(text));
    svg_x_name(out, axes, size + 0.5, text);
    for (int look = 0; look < RUN_LOOKS; look++) {
        const double unit = axes->width / axes->x_high;
        const double bar = 0.8 / (RUN_LOOKS * (most - 1));
        for (int threads = 2; threads <= most; threads++) {
            double more, busy;
            const double x = svg_x(axes, size + 0.1 + (look * (most - 1) + threads - 2) * bar);
            if (!scaling(run, size, (enum run_look)look, threads, &more, &busy)) {
                continue;
            }
            svg_box(out, x, svg_y(axes, more), bar * unit - 4, svg_y(axes, 0.0) - svg_y(axes, more),
                    colours[look]);
            snprintf(text, sizeof(text), "%.2f", more);
            svg_text(out, x + bar * unit / 2 - 2, svg_y(axes, more) - 5, 11, SVG_MIDDLE, SVG_INK,
                     text);
            snprintf(text, sizeof(text), "%.0f %%", busy * 100.0);
            svg_text(out, x + bar * unit / 2 - 2, svg_y(axes, 0.0) - 6, 11, SVG_MIDDLE, "#ffffff",
                     text);
        }
    }
}

bool figure_threads(FILE *out, const struct run *run)
{
    int most = 0;
    for (int i = 0; i < run->num_phases; i++) {
        most = run->phases[i].num_threads > most ? run->phases[i].num_threads : most;
    }
    if (most < 2) {
        return false;
    }
    svg_begin(out, WIDTH, 380, "How much more several threads draw than one");
    double legend = svg_legend(out, 70, 52, BLUE, look_names[RUN_FAITHFUL]);
    legend = svg_legend(out, legend, 52, RED, look_names[RUN_EXACT]);
    svg_text(out, legend, 52, 12, SVG_START, SVG_GREY,
             "2 threads, then more; in the bars: the share of their time in which they compute");
    const struct svg_axes axes = {.left = 60,
                                  .top = 68,
                                  .width = WIDTH - 80,
                                  .height = 270,
                                  .x_high = run->num_sizes,
                                  .y_high = most * 1.1};
    svg_y_axis(out, &axes, "times one thread");
    for (int threads = 2; threads <= most; threads++) {
        svg_line(out, axes.left, svg_y(&axes, threads), axes.left + axes.width,
                 svg_y(&axes, threads), SVG_INK, 1.0, "4 3");
    }
    for (int s = 0; s < run->num_sizes; s++) {
        draw_scaling(out, run, &axes, s, most);
    }
    svg_end(out);
    return true;
}

/* --- phases --------------------------------------------------------------------------------------
 */

static const struct {
    const char *name, *colour;
    int phases[4]; /* -1 ends them; the last group takes all others */
} groups[] = {
    {"in sight, edges", BLUE, {RENDER_VISIBLE, -1}},
    {"edges to spans", SKY, {RENDER_SCAN, -1}},
    {"models made ready", PINK, {RENDER_MODELS, -1}},
    {"surface cache", GREEN, {RENDER_SURFACES, RENDER_TEXELS, -1}},
    {"spans", RED, {RENDER_SPANS, -1}},
    {"models, particles", ORANGE, {RENDER_ENTITIES, -1}},
    {"to 32 bits", BLACK, {RENDER_EXPAND, -1}},
    {"the rest", GREY, {-1}},
};

enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

/* Milliseconds of each group, means over the demos; returns their sum, 0: not measured. */
static double group_phases(const struct run *run, int size, enum run_look look, double ms[GROUPS])
{
    int count = 0;
    double sum = 0.0;
    memset(ms, 0, GROUPS * sizeof(*ms));
    for (int d = 0; d < run->num_demos; d++) {
        const struct run_phases *row = run_find_phases(run, run->demos[d], size, look);
        if (!row) {
            continue;
        }
        count++;
        ms[GROUPS - 1] += row->ms[0];
        for (int g = 0; g < GROUPS - 1; g++) {
            for (const int *phase = groups[g].phases; *phase >= 0; phase++) {
                ms[g] += row->phases[*phase];
                ms[GROUPS - 1] -= row->phases[*phase];
            }
        }
    }
    ms[GROUPS - 1] = fmax(ms[GROUPS - 1], 0.0);
    for (int g = 0; g < GROUPS && count > 0; g++) {
        ms[g] /= count;
        sum += ms[g];
    }
    return sum;
}

static void draw_phases(FILE *out, const struct run *run, int size, enum run_look look, double y)
{
    const double left = 160, width = WIDTH - left - 90;
    double ms[GROUPS], x = left;
    char text[64], name[32];
    const double sum = group_phases(run, size, look, ms);
    if (!(sum > 0.0)) {
        return;
    }
    run_size_name(run, size, name, sizeof(name));
    snprintf(text, sizeof(text), "%s, %s", name, look_names[look]);
    svg_text(out, left - 8, y + 17, 12, SVG_END, SVG_INK, text);
    for (int g = 0; g < GROUPS; g++) {
        const double part = ms[g] / sum * width;
        svg_box(out, x, y, part, 24, groups[g].colour);
        if (ms[g] / sum >= 0.035) {
            snprintf(text, sizeof(text), "%.0f", ms[g] / sum * 100.0);
            svg_text(out, x + part / 2, y + 17, 11, SVG_MIDDLE, "#ffffff", text);
        }
        x += part;
    }
    snprintf(text, sizeof(text), "%.3f ms", sum);
    svg_text(out, left + width + 8, y + 17, 12, SVG_START, SVG_INK, text);
}

bool figure_phases(FILE *out, const struct run *run)
{
    double ms[GROUPS], legend = 16;
    if (run->num_sizes == 0 || !(group_phases(run, 0, RUN_EXACT, ms) > 0.0)) {
        return false;
    }
    svg_begin(out, WIDTH, 74 + run->num_sizes * 68,
              "Where a frame's time goes: percent, on one thread, all demos");
    for (int g = 0; g < GROUPS; g++) {
        legend = svg_legend(out, legend, 52, groups[g].colour, groups[g].name) - 8;
    }
    for (int s = 0; s < run->num_sizes; s++) {
        draw_phases(out, run, s, RUN_FAITHFUL, 70 + s * 68);
        draw_phases(out, run, s, RUN_EXACT, 70 + s * 68 + 28);
    }
    svg_end(out);
    return true;
}

/* --- limits --------------------------------------------------------------------------------------
 */

enum { WHOLE, SPANS, NO_GATHER, EXPAND, FILL, BARS };

static const struct {
    const char *name, *colour;
} bars[BARS] = {{"the whole frame", GREY},
                {"spans", RED},
                {"without looking texels up", ORANGE},
                {"to 32 bits", BLUE},
                {"filling that memory", SKY}};

/* Nanoseconds a pixel. */
static bool read_limits(const struct run *run, int size, double ns[BARS])
{
    const struct tree *limits = tree_get(run->tree, "limits");
    const struct tree *fill = tree_get(limits, "fill");
    const struct tree *no_gather = tree_get(limits, "no_gather_ns");
    const double scale = 1e6 / run_pixels(run, size);
    int count = 0;
    memset(ns, 0, BARS * sizeof(*ns));
    for (int d = 0; d < run->num_demos; d++) {
        const struct run_phases *row = run_find_phases(run, run->demos[d], size, RUN_EXACT);
        if (row) {
            ns[WHOLE] += row->ms[0] * scale;
            ns[SPANS] += row->phases[RENDER_SPANS] * scale;
            ns[EXPAND] += row->phases[RENDER_EXPAND] * scale;
            count++;
        }
    }
    for (int i = 0; i < BARS && count > 0; i++) {
        ns[i] /= count;
    }
    for (size_t i = 0; fill && i < fill->count; i++) {
        if ((int)tree_number(&fill->items[i], "width") == run->widths[size]) {
            ns[FILL] = tree_number(&fill->items[i], "ms") * scale;
        }
    }
    for (size_t i = 0; no_gather && i < no_gather->count; i++) {
        ns[NO_GATHER] = no_gather->items[i].number; /* the best instruction set is the last */
    }
    return count > 0 && ns[FILL] > 0.0 && ns[NO_GATHER] > 0.0;
}

bool figure_limits(FILE *out, const struct run *run)
{
    double ns[BARS], most = 0.0, legend = 70;
    for (int s = 0; s < run->num_sizes; s++) {
        if (!read_limits(run, s, ns)) {
            return false;
        }
        most = fmax(most, ns[WHOLE]);
    }
    if (run->num_sizes == 0) {
        return false;
    }
    svg_begin(out, WIDTH, 380,
              "Nanoseconds a pixel, and what the machine allows (exact, one thread)");
    for (int i = 0; i < BARS; i++) {
        legend = svg_legend(out, legend, 52, bars[i].colour, bars[i].name);
    }
    const struct svg_axes axes = {.left = 60,
                                  .top = 68,
                                  .width = WIDTH - 80,
                                  .height = 270,
                                  .x_high = run->num_sizes,
                                  .y_high = round_up(most * 1.02)};
    svg_y_axis(out, &axes, "ns a pixel");
    for (int s = 0; s < run->num_sizes; s++) {
        const double unit = axes.width / run->num_sizes, bar = 0.86 / BARS;
        char text[32];
        run_size_name(run, s, text, sizeof(text));
        svg_x_name(out, &axes, s + 0.5, text);
        (void)read_limits(run, s, ns);
        for (int i = 0; i < BARS; i++) {
            const double x = svg_x(&axes, s + 0.07 + i * bar), y = svg_y(&axes, ns[i]);
            svg_box(out, x, y, bar * unit - 3, svg_y(&axes, 0.0) - y, bars[i].colour);
            snprintf(text, sizeof(text), "%.2f", ns[i]);
            svg_text(out, x + bar * unit / 2 - 1.5, y - 4, 10, SVG_MIDDLE, SVG_INK, text);
        }
    }
    svg_end(out);
    return true;
}
