#include "engine/commands/render_progress.h"

#include <stdio.h>
#include <string.h>

#include "assets/platform.h"

#define COUNT_SECONDS 0.1

static void put_time(char *text, size_t size, double seconds)
{
    const unsigned long s = seconds < 1e7 ? (unsigned long)(seconds + 0.5) : 9999999;
    if (s >= 3600) {
        snprintf(text, size, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    } else {
        snprintf(text, size, "%lu:%02lu", s / 60, s % 60);
    }
}

static void put_size(char *text, size_t size, uint64_t bytes)
{
    const double mb = (double)bytes / 1e6;
    snprintf(text, size, mb < 1000.0 ? "%.1f MB" : "%.2f GB", mb < 1000.0 ? mb : mb / 1000.0);
}

void render_progress_text(char text[RENDER_PROGRESS_TEXT], const char *name, uint64_t frames,
                          struct film_written written, double seconds)
{
    char left[24] = "?", size[24];
    const double rate = seconds > 0.0 ? (double)written.frames / seconds : 0.0;
    if (rate > 0.0) {
        const uint64_t missing = frames > written.frames ? frames - written.frames : 0;
        put_time(left, sizeof(left), (double)missing / rate);
    }
    put_size(size, sizeof(size), written.bytes);
    snprintf(text, RENDER_PROGRESS_TEXT,
             "%.60s: %llu/%llu frames (%.0f %%), %.1f a second, %s left, %s", name,
             (unsigned long long)written.frames, (unsigned long long)frames,
             frames ? 100.0 * (double)written.frames / (double)frames : 100.0, rate, left, size);
}

void render_progress_begin(struct render_progress *progress, const char *name, uint64_t frames,
                           bool quiet)
{
    *progress = (struct render_progress){
        .name = name, .frames = frames, .quiet = quiet, .began = platform_now()};
    progress_line_begin(&progress->line, true);
}

/* A program that hears no more is no reason to end. */
static void print_counts(const struct render_progress *p, struct film_written written)
{
    printf("progress %llu %llu %llu\n", (unsigned long long)written.frames,
           (unsigned long long)p->frames, (unsigned long long)written.bytes);
    fflush(stdout);
}

void render_progress_end(struct render_progress *p, struct film_written written)
{
    if (p->counts) {
        print_counts(p, written);
    }
}

void render_progress_tell(struct render_progress *p, struct film_written written)
{
    const double now = platform_now();
    if (p->counts && now - p->counted >= COUNT_SECONDS) {
        p->counted = now;
        print_counts(p, written);
    }
    if (p->quiet || !progress_line_is_due(&p->line)) {
        return;
    }
    char text[RENDER_PROGRESS_TEXT];
    render_progress_text(text, p->name, p->frames, written, now - p->began);
    progress_line_print(&p->line, text);
}

void render_progress_clear(struct render_progress *p)
{
    progress_line_clear(&p->line);
}
