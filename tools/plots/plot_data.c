#include "tools/plots/plot_data.h"

#include <math.h>
#include <string.h>

/* Rows of a demo: megapixels, then ms per frame of the peer, faithful and exact on 1 thread, and on
 * 2. Two empty lines end a demo: gnuplot's index. */
static bool write_pixels(FILE *out, const struct run *run)
{
    for (int d = 0; d < run->num_demos; d++) {
        for (int s = 0; s < run->num_sizes; s++) {
            const struct run_beside *row = run_find_beside(run, run->demos[d], s);
            if (row) {
                fprintf(out, "%.6f %.6f %.6f %.6f %.6f %.6f\n", run_pixels(run, s) * 1e-6,
                        row->peer, row->ours[0][RUN_FAITHFUL], row->ours[0][RUN_EXACT],
                        row->ours[1][RUN_FAITHFUL], row->ours[1][RUN_EXACT]);
            }
        }
        fputs("\n\n", out);
    }
    return run->num_beside > 0;
}

/* Size, bar (0, 1: faithful and exact on 1 thread; 2, 3: on 2), demo, frames per peer's frame. */
static bool write_ahead(FILE *out, const struct run *run)
{
    for (int s = 0; s < run->num_sizes; s++) {
        for (int d = 0; d < run->num_demos; d++) {
            const struct run_beside *row = run_find_beside(run, run->demos[d], s);
            for (int bar = 0; row && bar < 2 * RUN_LOOKS; bar++) {
                fprintf(out, "%d %d %d %.6f\n", s, bar, d,
                        row->factor[bar / RUN_LOOKS][bar % RUN_LOOKS]);
            }
        }
    }
    return run->num_beside > 0;
}

/* Size, demo, polygons of a frame, its ms; the exact look. */
static bool write_surfaces(FILE *out, const struct run *run)
{
    bool any = false;
    for (int s = 0; s < run->num_sizes; s++) {
        for (int d = 0; d < run->num_demos; d++) {
            const struct run_phases *row = run_find_phases(run, run->demos[d], s, RUN_EXACT);
            for (int i = 0; row && i < row->num_samples; i++) {
                fprintf(out, "%d %d %.6f %.6f\n", s, d, row->samples[i][0], row->samples[i][1]);
                any = true;
            }
        }
    }
    return any;
}

/* Speed relative to one thread and percent of the threads' time spent computing, means over the
 * demos. False: not measured. */
static bool average_scaling(const struct run *run, int size, enum run_look look, int threads,
                            double *speedup, double *busy)
{
    int count = 0;
    *speedup = *busy = 0.0;
    for (int d = 0; d < run->num_demos; d++) {
        const struct run_phases *row = run_find_phases(run, run->demos[d], size, look);
        if (row && row->num_threads >= threads && row->ms[threads - 1] > 0.0) {
            *speedup += row->ms[0] / row->ms[threads - 1];
            *busy += 100.0 * row->computed[threads - 1] / (row->ms[threads - 1] * threads);
            count++;
        }
    }
    *speedup /= count > 0 ? count : 1;
    *busy /= count > 0 ? count : 1;
    return count > 0;
}

/* Size, look, threads, speed relative to one thread, percent of the time spent computing. */
static bool write_threads(FILE *out, const struct run *run)
{
    bool any = false;
    for (int s = 0; s < run->num_sizes; s++) {
        for (int look = 0; look < RUN_LOOKS; look++) {
            for (int threads = 2; threads <= RUN_MAX_THREADS; threads++) {
                double speedup, busy;
                if (average_scaling(run, s, (enum run_look)look, threads, &speedup, &busy)) {
                    fprintf(out, "%d %d %d %.6f %.6f\n", s, look, threads, speedup, busy);
                    any = true;
                }
            }
        }
    }
    return any;
}

static const struct {
    const char *name;
    int phases[3]; /* -1 ends them; the last group takes all others */
} groups[] = {
    {"visible set, edges", {RENDER_VISIBLE, -1}},
    {"edges to spans", {RENDER_SCAN, -1}},
    {"model set-up", {RENDER_MODELS, -1}},
    {"surface cache", {RENDER_SURFACES, RENDER_TEXELS, -1}},
    {"spans", {RENDER_SPANS, -1}},
    {"models, particles", {RENDER_ENTITIES, -1}},
    {"to 32 bits", {RENDER_EXPAND, -1}},
    {"the rest", {-1}},
};

enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

/* Milliseconds of each group, means over the demos. Returns their sum; 0 = not measured. */
static double average_groups(const struct run *run, int size, enum run_look look, double ms[GROUPS])
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

/* Size, look, group, first and last percent of the frame, ms of the frame. */
static bool write_phases(FILE *out, const struct run *run)
{
    bool any = false;
    for (int s = 0; s < run->num_sizes; s++) {
        for (int look = 0; look < RUN_LOOKS; look++) {
            double ms[GROUPS], from = 0.0;
            const double sum = average_groups(run, s, (enum run_look)look, ms);
            for (int g = 0; sum > 0.0 && g < GROUPS; g++) {
                const double to = from + ms[g] / sum * 100.0;
                fprintf(out, "%d %d %d %.6f %.6f %.6f\n", s, look, g, from, to, sum);
                from = to;
                any = true;
            }
        }
    }
    return any;
}

/* Size, then ns per pixel of the frame, spans, spans without texels, expansion to 32 bits, and of
 * filling that memory; the exact look. */
static bool write_limits(FILE *out, const struct run *run)
{
    const struct tree *limits = tree_get(run->tree, "limits");
    const struct tree *fill = tree_get(limits, "fill");
    const struct tree *no_gather = tree_get(limits, "no_gather_ns");
    if (!fill || !no_gather || no_gather->count == 0) {
        return false;
    }
    /* The best instruction set is the last. */
    const double without_texels = no_gather->items[no_gather->count - 1].number;
    for (int s = 0; s < run->num_sizes; s++) {
        double frame = 0.0, spans = 0.0, expand = 0.0, filling = 0.0;
        int count = 0;
        for (int d = 0; d < run->num_demos; d++) {
            const struct run_phases *row = run_find_phases(run, run->demos[d], s, RUN_EXACT);
            if (row) {
                frame += row->ms[0];
                spans += row->phases[RENDER_SPANS];
                expand += row->phases[RENDER_EXPAND];
                count++;
            }
        }
        for (size_t i = 0; i < fill->count; i++) {
            if ((int)tree_number(&fill->items[i], "width") == run->widths[s]) {
                filling = tree_number(&fill->items[i], "ms");
            }
        }
        if (count == 0 || filling <= 0.0) {
            return false;
        }
        const double ns = 1e6 / run_pixels(run, s), mean = ns / count;
        fprintf(out, "%d %.6f %.6f %.6f %.6f %.6f\n", s, frame * mean, spans * mean, without_texels,
                expand * mean, filling * ns);
    }
    return run->num_sizes > 0;
}

const struct plot_data plot_data[PLOT_DATA_COUNT] = {
    {"pixels", write_pixels},   {"ahead", write_ahead},   {"surfaces", write_surfaces},
    {"threads", write_threads}, {"phases", write_phases}, {"limits", write_limits}};

void plot_data_values(FILE *out, const struct run *run, const char *measured)
{
    fputs("demos = '", out);
    for (int d = 0; d < run->num_demos; d++) {
        fprintf(out, "%s%s", d > 0 ? " " : "", run->demos[d]);
    }
    fputs("'\nsizes = '", out);
    for (int s = 0; s < run->num_sizes; s++) {
        char name[32];
        run_size_name(run, s, name, sizeof(name));
        fprintf(out, "%s%s", s > 0 ? " " : "", name);
    }
    fprintf(out, "'\narray groups[%d] = [", (int)GROUPS);
    for (int g = 0; g < GROUPS; g++) {
        fprintf(out, "%s'%s'", g > 0 ? ", " : "", groups[g].name);
    }
    fprintf(out, "]\nmeasured = '%s'\n", measured);
}
