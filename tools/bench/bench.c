/* bench: frames of demos (tools/bench/frames.h), what lies over the picture, the timeline, sound,
 * films, how fast Quake III demos are read, their frames, and the kernels in ns per pixel. Prints
 * tables and writes JSON (--json FILE). --only frames, overlay, timeline, sound, film, quake3, rgb,
 * quake3-frames or kernels leaves out the others; --tyrquake PROGRAM has frames beside that peer's
 * too; --rounds N of pairs with a peer. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "tools/bench/film.h"
#include "tools/bench/frames.h"
#include "tools/bench/kernels.h"
#include "tools/bench/overlay.h"
#include "tools/bench/q3.h"
#include "tools/bench/q3_frames.h"
#include "tools/bench/rgb.h"
#include "tools/bench/sound.h"
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

int main(int argc, char **argv)
{
    const char *data = getenv("QUAKEREEL_DATA");
    const char *only = NULL, *demo = NULL;
    uint32_t frames = 600;
    int rounds = ROUNDS;
    FILE *json = NULL;
    struct busy_demos demos;
    struct bench_peer_options peer = {0};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--json") == 0) {
            json = fopen(argv[i + 1], "w");
        } else if (strcmp(argv[i], "--frames") == 0) {
            frames = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--rounds") == 0) {
            rounds = atoi(argv[i + 1]);
        } else if (strcmp(argv[i], "--only") == 0) {
            only = argv[i + 1];
        } else if (strcmp(argv[i], "--demo") == 0) {
            demo = argv[i + 1]; /* of quake3-frames */
        } else if (strcmp(argv[i], "--tyrquake") == 0 && argv[i + 1][0] != '\0') {
            peer.tyrquake = argv[i + 1];
        }
    }
    data = data ? data : "../shared/data";
    if (json) {
        fprintf(json, "{\n");
    }
    if (!only || strcmp(only, "frames") == 0) {
        peer.pairs = rounds < 1 ? 1 : rounds > BENCH_MOST_PAIRS ? BENCH_MOST_PAIRS : rounds;
        bench_frames(data, frames, &peer, json);
    }
    choose_busy_demos(&demos, data);
    if (!only || strcmp(only, "overlay") == 0) {
        begin_part(json, "overlay");
        bench_overlay(demos.busy, demos.dense, demos.basedir, json);
        end_part(json);
    }
    if (!only || strcmp(only, "sound") == 0) {
        begin_part(json, "sound");
        bench_sound(demos.busy, demos.basedir, data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "film") == 0) {
        begin_part(json, "film");
        bench_film(demos.busy, demos.basedir, data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "timeline") == 0) {
        begin_part(json, "timeline");
        bench_timeline(data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "quake3") == 0) {
        begin_part(json, "quake3");
        bench_q3(data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "rgb") == 0) {
        begin_part(json, "rgb");
        bench_rgb(data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "quake3-frames") == 0) {
        begin_part(json, "quake3_frames");
        bench_q3_frames(data, rounds, demo, json);
        end_part(json);
    }
    if (json) {
        fprintf(json, "\"kernels\": ");
    }
    if (!only || strcmp(only, "kernels") == 0) {
        bench_kernels(json);
    } else if (json) {
        fprintf(json, "{}\n");
    }
    if (json) {
        fprintf(json, "}\n");
        fclose(json);
    }
    return 0;
}
