#include "tools/plots/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PAIRS = 64 };

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The lower one of two. */
static double lower_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof(*values), compare_doubles);
    return count > 0 ? values[(count - 1) / 2] : 0.0;
}

static const struct tree *get_item(const struct tree *array, size_t i)
{
    return array && array->kind == TREE_ARRAY && i < array->count ? &array->items[i] : NULL;
}

static size_t count_items(const struct tree *array)
{
    return array && array->kind == TREE_ARRAY ? array->count : 0;
}

static double get_number(const struct tree *array, size_t i)
{
    const struct tree *value = get_item(array, i);
    return value && value->kind == TREE_NUMBER ? value->number : 0.0;
}

static void add_size(struct run *run, int width, int height)
{
    int at = 0;
    while (at < run->num_sizes && run->widths[at] < width) {
        at++;
    }
    if ((at < run->num_sizes && run->widths[at] == width) || run->num_sizes == RUN_SIZES) {
        return;
    }
    for (int i = run->num_sizes++; i > at; i--) {
        run->widths[i] = run->widths[i - 1];
        run->heights[i] = run->heights[i - 1];
    }
    run->widths[at] = width;
    run->heights[at] = height;
}

static void add_demo(struct run *run, const char *demo)
{
    for (int i = 0; i < run->num_demos; i++) {
        if (strcmp(run->demos[i], demo) == 0) {
            return;
        }
    }
    if (run->num_demos < RUN_DEMOS) {
        run->demos[run->num_demos++] = demo;
    }
}

/* The pairs of all rows of that demo and size. */
static size_t collect_pairs(const struct tree *rows, const struct tree *row,
                            const struct tree *pairs[MAX_PAIRS])
{
    size_t count = 0;
    for (size_t i = 0; i < count_items(rows); i++) {
        const struct tree *other = get_item(rows, i);
        const struct tree *list = tree_get(other, "pairs");
        if (strcmp(tree_text(other, "demo"), tree_text(row, "demo")) == 0 &&
            tree_number(other, "width") == tree_number(row, "width")) {
            for (size_t p = 0; p < count_items(list) && count < MAX_PAIRS; p++) {
                pairs[count++] = get_item(list, p);
            }
        }
    }
    return count;
}

/* The median over pairs of `of` less `less`, divided by `by`; NULL: by 1, less nothing. */
static double median_ratio(const struct tree *const *pairs, size_t count, const char *of,
                           const char *less, const char *by)
{
    double values[MAX_PAIRS];
    for (size_t i = 0; i < count; i++) {
        const double all = tree_number(pairs[i], of) - (less ? tree_number(pairs[i], less) : 0.0);
        const double part = by ? tree_number(pairs[i], by) : 1.0;
        values[i] = part > 0.0 ? all / part : 0.0;
    }
    return lower_median(values, (int)count);
}

static double least_time(const struct tree *const *pairs, size_t count, const char *of)
{
    double found = count > 0 ? tree_number(pairs[0], of) : 0.0;
    for (size_t i = 1; i < count; i++) {
        found = fmin(found, tree_number(pairs[i], of));
    }
    return found;
}

static void read_beside(struct run *run, const struct tree *rows, const struct tree *row)
{
    static const char *const names[2][RUN_LOOKS] = {
        {"faithful_1_thread_ms", "exact_1_thread_ms"},
        {"faithful_2_threads_ms", "exact_2_threads_ms"}};
    const struct tree *pairs[MAX_PAIRS];
    const size_t count = collect_pairs(rows, row, pairs);
    struct run_beside *beside = &run->beside[run->num_beside++];
    *beside = (struct run_beside){.demo = tree_text(row, "demo"),
                                  .width = (int)tree_number(row, "width"),
                                  .height = (int)tree_number(row, "height"),
                                  .pairs = (int)count};
    beside->peer = median_ratio(pairs, count, "peer_ms", NULL, NULL);
    beside->peer_display = median_ratio(pairs, count, "peer_display_ms", NULL, NULL);
    beside->least.peer = least_time(pairs, count, "peer_ms");
    for (int look = 0; look < RUN_LOOKS; look++) {
        for (int threads = 0; threads < 2; threads++) {
            const char *own = names[threads][look];
            beside->ours[threads][look] = median_ratio(pairs, count, own, NULL, NULL);
            beside->factor[threads][look] = median_ratio(pairs, count, "peer_ms", NULL, own);
            beside->least.ours[threads][look] = least_time(pairs, count, own);
        }
        beside->without[look] =
            median_ratio(pairs, count, "peer_ms", "peer_display_ms", names[0][look]);
    }
    add_size(run, beside->width, beside->height);
    add_demo(run, beside->demo);
}

static void read_phases(struct run *run, const struct tree *row)
{
    struct run_phases *phases = &run->phases[run->num_phases++];
    const struct tree *parts = tree_get(row, "phases");
    const struct tree *ms = tree_get(row, "ms_by_threads");
    const struct tree *computed = tree_get(row, "computed_ms_by_threads");
    const struct tree *samples = tree_get(row, "samples");
    const bool exact = strcmp(tree_text(row, "look"), "exact") == 0;
    *phases = (struct run_phases){.demo = tree_text(row, "demo"),
                                  .width = (int)tree_number(row, "width"),
                                  .height = (int)tree_number(row, "height"),
                                  .look = exact ? RUN_EXACT : RUN_FAITHFUL,
                                  .surfaces = tree_number(row, "surfaces"),
                                  .spans = tree_number(row, "spans")};
    for (int i = 0; i < RENDER_PHASES; i++) {
        phases->phases[i] = tree_number(parts, render_phase_name((enum render_phase)i));
    }
    for (size_t i = 0; i < count_items(ms) && i < RUN_MAX_THREADS; i++) {
        phases->ms[i] = get_number(ms, i);
        phases->computed[i] = get_number(computed, i);
        phases->num_threads++;
    }
    for (size_t i = 0; i < count_items(samples) && i < RUN_SAMPLES; i++) {
        phases->samples[i][0] = get_number(get_item(samples, i), 0);
        phases->samples[i][1] = get_number(get_item(samples, i), 1);
        phases->num_samples++;
    }
    add_size(run, phases->width, phases->height);
    add_demo(run, phases->demo);
}

void run_read(struct run *run, const struct tree *tree)
{
    const struct tree *beside = tree_get(tree, "beside_tyrquake");
    const struct tree *phases = tree_get(tree, "phases");
    *run = (struct run){.tree = tree};
    for (size_t i = 0; i < count_items(beside) && run->num_beside < RUN_MAX_ROWS; i++) {
        const struct tree *row = get_item(beside, i);
        bool known = false;
        for (int j = 0; j < run->num_beside; j++) {
            known = known || (strcmp(run->beside[j].demo, tree_text(row, "demo")) == 0 &&
                              run->beside[j].width == (int)tree_number(row, "width"));
        }
        if (!known) {
            read_beside(run, beside, row);
        }
    }
    for (size_t i = 0; i < count_items(phases) && run->num_phases < RUN_MAX_ROWS; i++) {
        const struct tree *row = get_item(phases, i);
        if (strcmp(tree_text(row, "look"), "truecolor") != 0) { /* the plots are of 256 colours */
            read_phases(run, row);
        }
    }
}

const struct run_beside *run_find_beside(const struct run *run, const char *demo, int size)
{
    for (int i = 0; i < run->num_beside; i++) {
        const struct run_beside *row = &run->beside[i];
        if (strcmp(row->demo, demo) == 0 && row->width == run->widths[size]) {
            return row;
        }
    }
    return NULL;
}

const struct run_phases *run_find_phases(const struct run *run, const char *demo, int size,
                                         enum run_look look)
{
    for (int i = 0; i < run->num_phases; i++) {
        const struct run_phases *row = &run->phases[i];
        if (strcmp(row->demo, demo) == 0 && row->width == run->widths[size] && row->look == look) {
            return row;
        }
    }
    return NULL;
}

void run_size_name(const struct run *run, int size, char *name, size_t bytes)
{
    snprintf(name, bytes, "%dx%d", run->widths[size], run->heights[size]);
}

double run_pixels(const struct run *run, int size)
{
    return (double)run->widths[size] * run->heights[size];
}
