#include "tools/bench/jobs.h"

#include <stdio.h>
#include <string.h>

#include "assets/platform.h"

const struct bench_size bench_sizes[BENCH_SIZES] = {
    {320, 200}, {640, 480}, {1280, 720}, {1920, 1080}};

const enum render_look bench_looks[BENCH_LOOKS] = {LOOK_FAITHFUL, LOOK_EXACT, LOOK_TRUECOLOR};

const char *bench_look_name(enum render_look look)
{
    static const char *const names[] = {
        [LOOK_EXACT] = "exact", [LOOK_FAITHFUL] = "faithful", [LOOK_TRUECOLOR] = "truecolor"};
    return names[look];
}

size_t bench_list_jobs(struct bench_job jobs[BENCH_JOBS_MAX], const char *data)
{
    static const struct {
        const char *label, *file;
        bool beside;
    } real[] = {
        {"demo1_lite", "netquake/demo1_lite.dem", true},
        {"demo2_lite", "netquake/demo2_lite.dem", false},
        {"demo3_lite", "netquake/demo3_lite.dem", false},
        {"r15_e0m4_qs", "netquake/r15_e0m4_qs.dem", true},
        {"r666_e1m1", "netquake/r666_e1m1.dem", true}, /* the largest map */
        {"tq_rec_mid.qwd", "quakeworld/recorded/tq_rec_mid.qwd", false},
        {"lab_ktx.mvd", "quakeworld/recorded/lab_ktx_mvd.mvd", false},
    };
    static const char *const builtin[] = {"builtin:demo1", "builtin:demo2"};
    size_t num_jobs = 0;
    for (size_t i = 0; i < sizeof(real) / sizeof(real[0]); i++) {
        struct bench_job *job = &jobs[num_jobs];
        *job = (struct bench_job){.label = real[i].label, .beside = real[i].beside};
        snprintf(job->demo, sizeof(job->demo), "%s/%s", data, real[i].file);
        snprintf(job->basedir, sizeof(job->basedir), "%s/librequake", data);
        if (platform_is_file(job->demo)) {
            num_jobs++;
        } else {
            printf("skipped: %s\n", job->demo);
        }
    }
    for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++) {
        struct bench_job *job = &jobs[num_jobs++];
        *job = (struct bench_job){.label = builtin[i]};
        snprintf(job->demo, sizeof(job->demo), "%s", builtin[i]);
    }
    return num_jobs;
}

bool bench_is_chosen(const struct bench_choice *choice, const char *label,
                     const struct bench_size *size)
{
    return (!choice->demo || strcmp(choice->demo, label) == 0) &&
           (choice->width == 0 || (choice->width == size->width && choice->height == size->height));
}

/* Nothing else may run while frames are timed. */
static const struct timeline_options no_index = {.key_frame_bytes = 0, .background = false};

bool bench_open(struct playback_context *player, const struct bench_job *job,
                const struct bench_size *size, enum render_look look, int threads)
{
    const struct playback_options options = {.fov = 90.0f,
                                             .look = look,
                                             .threads = threads,
                                             .no_hud = true,
                                             .no_fog = true,
                                             .search.basedir =
                                                 job->basedir[0] != '\0' ? job->basedir : NULL};
    if (playback_open(player, job->demo, &options, &no_index, NULL) != 0) {
        return false;
    }
    if (playback_set_size(player, size->width, size->height) != 0) {
        playback_close(player);
        return false;
    }
    return true;
}
