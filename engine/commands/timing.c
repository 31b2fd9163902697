#include "engine/commands/timing.h"

#include <inttypes.h>
#include <stdlib.h>

double timing_frame_total(const struct timing_frame *f)
{
    return f->parse + f->simulate + f->draw + f->present;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The smallest time that at least `share` of the frames do not exceed. */
static double find_percentile(const double *sorted, uint32_t count, double share)
{
    double rank = share * (double)count;
    uint32_t index = (uint32_t)rank;
    if ((double)index == rank && index > 0) {
        index--;
    }
    return sorted[index < count ? index : count - 1];
}

/* Frames per second over the slowest `share` of the frames (at least one). */
static double low_fps(const double *sorted, uint32_t count, double share)
{
    uint32_t slow = (uint32_t)(share * (double)count);
    double sum = 0.0;
    if (slow == 0) {
        slow = 1;
    }
    for (uint32_t i = count - slow; i < count; i++) {
        sum += sorted[i];
    }
    return sum > 0.0 ? (double)slow / sum : 0.0;
}

int timing_figures_make(const struct timing_run *run, struct timing_figures *out)
{
    *out = (struct timing_figures){.frames = run->num_frames};
    if (run->num_frames == 0) {
        return 0;
    }
    double *sorted = malloc(run->num_frames * sizeof(*sorted));
    if (!sorted) {
        return -1;
    }
    double n = (double)run->num_frames;
    for (uint32_t i = 0; i < run->num_frames; i++) {
        const struct timing_frame *f = &run->frames[i];
        sorted[i] = timing_frame_total(f);
        out->seconds += sorted[i];
        out->parse_ms += f->parse * 1000.0 / n;
        out->simulate_ms += f->simulate * 1000.0 / n;
        out->draw_ms += f->draw * 1000.0 / n;
        out->present_ms += f->present * 1000.0 / n;
    }
    qsort(sorted, run->num_frames, sizeof(*sorted), compare_doubles);
    out->fps = out->seconds > 0.0 ? n / out->seconds : 0.0;
    out->mean_ms = out->seconds * 1000.0 / n;
    out->median_ms = find_percentile(sorted, run->num_frames, 0.5) * 1000.0;
    out->p95_ms = find_percentile(sorted, run->num_frames, 0.95) * 1000.0;
    out->p99_ms = find_percentile(sorted, run->num_frames, 0.99) * 1000.0;
    out->p999_ms = find_percentile(sorted, run->num_frames, 0.999) * 1000.0;
    out->low1_fps = low_fps(sorted, run->num_frames, 0.01);
    out->low01_fps = low_fps(sorted, run->num_frames, 0.001);
    free(sorted);
    return 0;
}

void timing_print(FILE *out, const struct timing_figures *f, uint64_t hash)
{
    fprintf(out, "%d frames %.1f seconds %.1f fps\n", (int)f->frames, f->seconds, f->fps);
    fprintf(out,
            "frame ms: mean %.3f  median %.3f  95%% %.3f  99%% %.3f  99.9%% %.3f\n"
            "low fps: 1%% %.1f  0.1%% %.1f\n"
            "split ms: parse %.4f  simulate %.4f  draw %.4f  present %.4f\n"
            "hash: %016" PRIx64 "\n",
            f->mean_ms, f->median_ms, f->p95_ms, f->p99_ms, f->p999_ms, f->low1_fps, f->low01_fps,
            f->parse_ms, f->simulate_ms, f->draw_ms, f->present_ms, hash);
}
