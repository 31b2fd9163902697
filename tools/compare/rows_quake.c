/* Rows of Quake's pictures: the faithful look against the original renderer. The original's
 * particles are random: a second fraction excludes the pixels that our moving particles touch. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "formats/base/dmath.h"
#include "tools/compare/measure.h"
#include "tools/compare/picture.h"
#include "tools/compare/rows.h"

enum { WIDTH = 640, HEIGHT = 480, MAX_ROWS = 1000 };
enum { BAR_WIDTH = 320 /* in the middle, at the bottom */ };

/* A line of an index; view size and size are those of netquake-hud. */
struct row {
    char demo[64];
    long block;
    char png[128];
    int view_size;
    int width, height;
};

struct shares {
    double all;
    double still; /* without pixels that particles touch */
    double bar;   /* the status bar's rectangle */
};

/* State shared by the rows of one index. */
struct set {
    const struct compare_options *options;
    const char *folder; /* below DATA/ref */
    bool has_bar;
};

struct trio {
    struct picture reference, ours;
    struct picture still; /* ours without particles */
};

static bool parse_row(const char *line, const struct set *set, struct row *row)
{
    *row = (struct row){.view_size = 120, .width = WIDTH, .height = HEIGHT};
    int wanted = 3;
    int fields = sscanf(line, "%63[^,],%ld,%127[^,]", row->demo, &row->block, row->png);
    if (set->has_bar) {
        wanted = 6;
        fields = sscanf(line, "%63[^,],%ld,%127[^,],%d,%dx%d", row->demo, &row->block, row->png,
                        &row->view_size, &row->width, &row->height);
    }
    return fields == wanted && row->width > 0 && row->height > 0 && row->width <= WIDTH &&
           row->height <= HEIGHT;
}

/* Reads the row's reference and makes room for our pictures of its size. */
static bool read_reference(const struct set *set, const struct row *row, struct trio *trio)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/ref/%s/%s", set->options->data, set->folder, row->png);
    return picture_read(&trio->reference, path) && trio->reference.width == row->width &&
           trio->reference.height == row->height &&
           picture_create(&trio->ours, row->width, row->height) &&
           picture_create(&trio->still, row->width, row->height);
}

static void trio_free(struct trio *trio)
{
    picture_free(&trio->reference);
    picture_free(&trio->ours);
    picture_free(&trio->still);
}

static bool draw(struct playback_context *player, bool particles, struct picture *picture)
{
    player->scene_options.no_particles = !particles;
    return playback_draw(player, picture->pixels, (size_t)player->scene_options.width) == 0;
}

/* True for a pixel of the status bar. */
static bool in_bar(const struct row *row, int i)
{
    const int x = i % row->width - (row->width - BAR_WIDTH) / 2;
    const int lines = row->view_size < 110 ? 48 : 24;
    return x >= 0 && x < BAR_WIDTH && i / row->width >= row->height - lines;
}

static struct shares measure(const struct row *row, const struct trio *trio)
{
    const uint32_t *ours = trio->ours.pixels, *still = trio->still.pixels;
    const int pixels = row->width * row->height;
    long same = 0;
    long counted = 0;
    long same_still = 0;
    long bar = 0;
    long same_bar = 0;
    for (int i = 0; i < pixels; i++) {
        bool equal = ((ours[i] ^ trio->reference.pixels[i]) & 0xffffff) == 0;
        same += equal;
        if (ours[i] == still[i]) {
            counted++;
            same_still += equal;
        }
        if (in_bar(row, i)) {
            bar++;
            same_bar += equal;
        }
    }
    return (struct shares){100.0 * (double)same / pixels,
                           counted ? 100.0 * (double)same_still / (double)counted : 100.0,
                           bar ? 100.0 * (double)same_bar / (double)bar : 100.0};
}

/* In shapes wider than 640x432 the reference engine keeps the height of the view that has 90
 * degrees across such a picture; ours that of a 4:3 picture. */
static float fov_for(const struct row *row)
{
    const double across = 4.0 / 3.0 / (640.0 / 432.0);
    return row->width * 432 > row->height * 640
               ? (float)(dmath_atan2(across, 1.0) * 360.0 / DMATH_PI)
               : 90.0f;
}

/* Opens the row's demo unless it is open, for pictures like the row's. */
static bool open_demo(struct playback_context *player, const struct playback_options *options,
                      const struct set *set, const struct row *row, char *open_name, size_t size)
{
    static char path[1024]; /* the player keeps the name */
    if (strcmp(open_name, row->demo) != 0) {
        playback_close(player);
        snprintf(open_name, size, "%s", row->demo);
        snprintf(path, sizeof(path), "%s/netquake/%s.dem", set->options->data, row->demo);
        if (playback_open(player, path, options, &(struct timeline_options){0}, NULL) != 0) {
            return false;
        }
    }
    player->scene_options.hud.view_size = row->view_size;
    player->scene_options.fov = fov_for(row);
    return player->timeline != NULL && (player->scene_options.width == row->width ||
                                        playback_set_size(player, row->width, row->height) == 0);
}

static int summarise(double *all, double *still, int count)
{
    if (count == 0) {
        printf("no frame could be compared\n");
        return EXIT_FAILURE;
    }
    const double all_median = measure_median(all, (size_t)count);
    const double still_median = measure_median(still, (size_t)count);
    printf("%d frames: median %.3f %% of all pixels, %.3f %% without particles; lowest %.3f %%, "
           "%.3f %%\n",
           count, all_median, still_median, all[0], still[0]);
    return all_median >= 99.0 && still[0] >= 95.0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int compare_all(FILE *index, const struct set *set)
{
    static double all_shares[MAX_ROWS], still_shares[MAX_ROWS];
    char basedir[1024];
    char line[512];
    char open_name[64] = "";
    struct row row;
    struct playback_context player = {0};
    int count = 0;
    int spoiled_bars = 0;
    snprintf(basedir, sizeof(basedir), "%s/librequake", set->options->data);
    const struct playback_options options = {.fov = 90.0f,
                                             .look = LOOK_FAITHFUL,
                                             .threads = platform_cpu_count(),
                                             .no_hud = !set->has_bar,
                                             .hud.scale = 1,
                                             .search.basedir = basedir};
    printf("%-20s %6s %9s %12s %12s%s\n", "demo", "block", "size", "identical", "no particles",
           set->has_bar ? "  status bar" : "");
    while (fgets(line, sizeof(line), index) && count < MAX_ROWS) {
        if (!parse_row(line, set, &row) ||
            (set->options->only && !strstr(row.demo, set->options->only))) {
            continue;
        }
        struct trio trio = {0};
        if (!open_demo(&player, &options, set, &row, open_name, sizeof(open_name)) ||
            !read_reference(set, &row, &trio) ||
            timeline_go_step(player.timeline, (uint32_t)row.block) < 0 ||
            !draw(&player, false, &trio.still) || !draw(&player, true, &trio.ours)) {
            printf("%-20s %6ld %12s\n", row.demo, row.block, "skipped");
            trio_free(&trio);
            continue;
        }
        struct shares shares = measure(&row, &trio);
        all_shares[count] = shares.all;
        still_shares[count++] = shares.still;
        printf("%-20s %6ld %5dx%-3d %11.3f%% %11.3f%%", row.demo, row.block, row.width, row.height,
               shares.all, shares.still);
        if (set->has_bar) {
            printf(" %11.3f%%", shares.bar);
            spoiled_bars += shares.bar < 100.0;
        }
        printf("\n");
        if (set->options->out) {
            picture_write(&trio.ours, set->options->out, row.png, "ours");
            picture_difference(&trio.ours, &trio.reference, 0, &trio.still);
            picture_write(&trio.still, set->options->out, row.png, "diff");
        }
        trio_free(&trio);
    }
    playback_close(&player);
    if (set->has_bar) {
        printf("%d of %d status bars identical\n", count - spoiled_bars, count);
        return spoiled_bars == 0 && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return summarise(all_shares, still_shares, count);
}

static int compare_set(const struct set *set)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/ref/%s/index.csv", set->options->data, set->folder);
    FILE *index = fopen(path, "r");
    if (!index) {
        printf("skipped: no reference pictures (%s)\n", path);
        return EXIT_SUCCESS;
    }
    const int status = compare_all(index, set);
    fclose(index);
    return status;
}

int compare_quake(const struct compare_options *options)
{
    return compare_set(&(struct set){options, "netquake", false});
}

int compare_quake_bars(const struct compare_options *options)
{
    return compare_set(&(struct set){options, "netquake-hud", true});
}
