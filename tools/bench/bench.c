/* bench: frames of demos (tools/bench/frames.h), comparison with the original renderer, the look of
 * true colour beside its anchor, phases, overlays, the timeline, demos as text, sound, films,
 * events and statistics, reading and frames of Quake III demos, the kernels in ns per pixel, and
 * hardware limits. Prints tables and writes JSON (--json FILE).
 *
 * --only frames, beside, truecolor, phases, overlay, timeline, text, study, sound, film, quake3,
 * rgb, quake3-frames or kernels selects one group, --demo LABEL and --size WxH one demo and size in
 * groups that have several. Peers by their paths: --tyrquake PROGRAM, --ioquake3 PROGRAM and
 * --quakespasm PROGRAM (else where Debian has them), --udt LIBRARY; --rounds N of pairs with a
 * peer. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "tools/bench/beside/beside.h"
#include "tools/bench/beside/truecolor.h"
#include "tools/bench/film.h"
#include "tools/bench/frames.h"
#include "tools/bench/kernels.h"
#include "tools/bench/limits.h"
#include "tools/bench/machine.h"
#include "tools/bench/overlay.h"
#include "tools/bench/phases.h"
#include "tools/bench/q3.h"
#include "tools/bench/q3_frames.h"
#include "tools/bench/rgb.h"
#include "tools/bench/sound.h"
#include "tools/bench/study/study.h"
#include "tools/bench/text.h"
#include "tools/bench/timeline.h"

enum { ROUNDS = 3 };

/* Demos in which there is something to show and to hear, and one in which much happens. */
struct busy_demos {
    char busy[1024], dense[1024], folder[512];
    const char *basedir; /* NULL: they are built-in */
};

static void choose_busy_demos(struct busy_demos *demos, const char *data)
{
    snprintf(demos->busy, sizeof(demos->busy), "%s/netquake/r15_e0m4_qs.dem", data);
    snprintf(demos->dense, sizeof(demos->dense), "%s/quakeworld/corpus/2on2_frobodm2_2022.mvd",
             data);
    snprintf(demos->folder, sizeof(demos->folder), "%s/librequake", data);
    demos->basedir = demos->folder;
    if (!platform_is_file(demos->busy) || !platform_is_file(demos->dense)) {
        snprintf(demos->busy, sizeof(demos->busy), "builtin:demo1");
        snprintf(demos->dense, sizeof(demos->dense), "builtin:demo4");
        demos->basedir = NULL;
    }
}

static void begin_part(FILE *json, const char *key)
{
    if (json) {
        fprintf(json, "\"%s\": ", key);
    }
}

static void end_part(FILE *json)
{
    if (json) {
        fprintf(json, ",\n");
    }
    printf("\n");
}

struct arguments {
    const char *json, *only, *tyrquake, *udt, *ioquake3, *quakespasm;
    struct bench_choice choice;
    uint32_t frames;
    int rounds;
};

static bool read_argument(struct arguments *a, const char *name, const char *value)
{
    if (strcmp(name, "--json") == 0) {
        a->json = value;
    } else if (strcmp(name, "--frames") == 0) {
        a->frames = (uint32_t)strtoul(value, NULL, 10);
    } else if (strcmp(name, "--rounds") == 0) {
        a->rounds = atoi(value);
    } else if (strcmp(name, "--only") == 0) {
        a->only = value;
    } else if (strcmp(name, "--demo") == 0) {
        a->choice.demo = value;
    } else if (strcmp(name, "--size") == 0) {
        return sscanf(value, "%dx%d", &a->choice.width, &a->choice.height) == 2;
    } else if (strcmp(name, "--tyrquake") == 0) {
        a->tyrquake = value[0] != '\0' ? value : NULL;
    } else if (strcmp(name, "--udt") == 0) {
        a->udt = value[0] != '\0' ? value : NULL;
    } else if (strcmp(name, "--ioquake3") == 0) {
        a->ioquake3 = value[0] != '\0' ? value : NULL;
    } else if (strcmp(name, "--quakespasm") == 0) {
        a->quakespasm = value[0] != '\0' ? value : NULL;
    } else {
        return false;
    }
    return true;
}

static bool is_wanted(const struct arguments *a, const char *part)
{
    return !a->only || strcmp(a->only, part) == 0;
}

/* Frames of Quake's worlds: rates, comparison with the peer, phases, limits. */
static void bench_worlds(const struct arguments *a, const char *data, FILE *json)
{
    static struct bench_job jobs[BENCH_JOBS_MAX];
    const size_t num_jobs = bench_list_jobs(jobs, data);
    if (is_wanted(a, "frames")) {
        bench_frames(jobs, num_jobs, &a->choice, a->frames, json);
    }
    if (is_wanted(a, "beside") && a->tyrquake) {
        bench_beside(jobs, num_jobs, &a->choice, a->tyrquake, a->rounds, json);
    }
    if (is_wanted(a, "truecolor")) {
        bench_truecolor(jobs, num_jobs, &a->choice, a->quakespasm, a->rounds, json);
    }
    if (is_wanted(a, "phases")) {
        bench_phases(jobs, num_jobs, &a->choice, a->frames, json);
    }
}

/* All else that demos are needed for. */
static void bench_rest(const struct arguments *a, const char *data, FILE *json)
{
    struct busy_demos demos;
    choose_busy_demos(&demos, data);
    if (is_wanted(a, "overlay")) {
        begin_part(json, "overlay");
        bench_overlay(demos.busy, demos.dense, demos.basedir, json);
        end_part(json);
    }
    if (is_wanted(a, "sound")) {
        begin_part(json, "sound");
        bench_sound(demos.busy, demos.basedir, data, json);
        end_part(json);
    }
    if (is_wanted(a, "film")) {
        begin_part(json, "film");
        bench_film(demos.busy, demos.basedir, data, json);
        end_part(json);
    }
    if (is_wanted(a, "timeline")) {
        begin_part(json, "timeline");
        bench_timeline(data, json);
        end_part(json);
    }
    if (is_wanted(a, "text")) {
        begin_part(json, "text");
        bench_text(data, json);
        end_part(json);
    }
    if (is_wanted(a, "study")) {
        begin_part(json, "study");
        bench_study(data, json);
        end_part(json);
    }
    if (is_wanted(a, "quake3")) {
        begin_part(json, "quake3");
        bench_q3(data, a->udt, json);
        end_part(json);
    }
    if (is_wanted(a, "rgb")) {
        begin_part(json, "rgb");
        bench_rgb(data, json);
        end_part(json);
    }
    if (is_wanted(a, "quake3-frames")) {
        begin_part(json, "quake3_frames");
        bench_q3_frames(data, a->rounds, a->choice.demo, a->ioquake3, json);
        end_part(json);
    }
}

int main(int argc, char **argv)
{
    struct arguments arguments = {.frames = 600, .rounds = ROUNDS};
    const char *data = getenv("QUAKEREEL_DATA");
    data = data ? data : "../shared/data";
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 >= argc || !read_argument(&arguments, argv[i], argv[i + 1])) {
            fprintf(stderr, "bench: cannot make sense of %s\n", argv[i]);
            return 2;
        }
    }
    char *text = NULL;
    size_t size = 0;
    FILE *json = arguments.json ? open_memstream(&text, &size) : NULL;
    if (arguments.json && !json) {
        fprintf(stderr, "bench: out of memory\n");
        return 1;
    }
    if (json) {
        fprintf(json, "{\n");
    }
    bench_machine(json);
    bench_worlds(&arguments, data, json);
    bench_rest(&arguments, data, json);
    if (is_wanted(&arguments, "kernels")) {
        begin_part(json, "limits");
        bench_limits(json);
        end_part(json);
    }
    if (json) {
        fprintf(json, "\"kernels\": ");
    }
    if (is_wanted(&arguments, "kernels")) {
        bench_kernels(json);
    } else if (json) {
        fprintf(json, "{}\n");
    }
    if (json) {
        fprintf(json, "}\n");
        const struct output_request request = {.path = arguments.json, .force = true};
        struct format_error err = {.what = "out of memory"};
        const bool written =
            fclose(json) == 0 && output_file_write(&request, text, size, &err) == 0;
        free(text);
        if (!written) {
            fprintf(stderr, "bench: %s: %s\n", arguments.json, err.what);
            return 1;
        }
    }
    return 0;
}
