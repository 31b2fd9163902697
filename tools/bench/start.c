#include "tools/bench/start.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/platform.h"

enum { UNCOUNTED = 20 };

static double resident(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss / 1024.0 : 0.0;
}

static struct bench_start start_here(bench_open_fn open, const void *context)
{
    struct bench_start result = {0};
    struct playback_context player;
    const double start = platform_now();
    if (!open(context, &player)) {
        return result;
    }
    result.ms = (platform_now() - start) * 1000.0;
    result.megabytes[0] = resident();
    result.good = true;
    const uint32_t updates = timeline_extent(player.timeline).num_updates;
    for (uint32_t i = 0; i < updates && result.good; i += 20) {
        result.good =
            timeline_go_update(player.timeline, i) == 0 && playback_draw(&player, NULL, 0) == 0;
    }
    result.megabytes[1] = resident();
    playback_close(&player);
    return result;
}

struct bench_start bench_start_afresh(bench_open_fn open, const void *context)
{
    struct bench_start result = {0};
    int ends[2];
    fflush(NULL);
    if (pipe(ends) != 0) {
        return result;
    }
    const pid_t child = fork();
    if (child == 0) {
        result = start_here(open, context);
        _exit(write(ends[1], &result, sizeof(result)) == sizeof(result) ? 0 : 1);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &result, sizeof(result)) != sizeof(result)) {
        result = (struct bench_start){0};
    }
    close(ends[0]);
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
    return result;
}

bool bench_start_seek(struct playback_context *player, double *ms, int count)
{
    const double length = timeline_length(player->timeline);
    uint32_t seed = 1;
    bool good = true;
    for (int i = -UNCOUNTED; i < count && good; i++) {
        seed = seed * 1664525u + 1013904223u;
        const double start = platform_now();
        good = playback_go_time(player, length * (seed >> 8) / 16777216.0) == 0 &&
               playback_draw(player, NULL, 0) == 0;
        ms[i < 0 ? 0 : i] = (platform_now() - start) * 1000.0;
    }
    return good;
}
