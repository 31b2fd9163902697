/* Rows of Quake III's pictures: the default filter against ioquake3 on llvmpipe, at a snapshot. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "engine/quake3/q3_family.h"
#include "tools/compare/measure.h"
#include "tools/compare/picture.h"
#include "tools/compare/rows.h"

enum { MAX_ROWS = 1000 };

/* What a pass draws in addition to the world, entities, players, and the explosions, smoke and gibs
 * that no setting of the original switches off. */
enum pass {
    PASS_WORLD, /* nothing */
    PASS_CLEAN, /* weapon in hand, dynamic lights, marks, shadows */
    PASS_HUD,   /* and the display; theirs has a line of numbers at the top, ours does not */
    PASSES
};

struct bounds {
    const char *name;
    double median, least; /* per cent within MEASURE_WITHIN levels */
    double ssim;          /* median */
};

static const struct bounds bounds[PASSES] = {
    {"world", 95.0, 85.0, 0.99}, {"clean", 90.0, 75.0, -1.0}, {"hud", 90.0, 75.0, -1.0}};

struct row {
    char demo[64], png[128], pass[16];
    long server_time; /* ms */
};

struct results {
    double within[PASSES][MAX_ROWS], ssim[PASSES][MAX_ROWS];
    size_t counts[PASSES];
    size_t later;  /* rows of passes that cannot be drawn yet */
    size_t failed; /* could not be drawn, or the reference not be read */
};

static bool parse_row(const char *line, struct row *row)
{
    return sscanf(line, "%63[^,],%ld,%127[^,],%15[^,\n]", row->demo, &row->server_time, row->png,
                  row->pass) == 4;
}

static int find_pass(const char *name)
{
    for (int i = 0; i < PASSES; i++) {
        if (strcmp(name, bounds[i].name) == 0) {
            return i;
        }
    }
    return PASSES;
}

static bool open_demo(struct playback_context *player, const struct compare_options *options,
                      const char *name)
{
    static char path[1024], basedir[1024]; /* the player keeps them */
    snprintf(path, sizeof(path), "%s/quake3/recorded/%s", options->data, name);
    snprintf(basedir, sizeof(basedir), "%s/quake3", options->data);
    struct playback_options drawn = playback_default_options();
    drawn.threads = platform_cpu_count();
    drawn.no_bob = true; /* as the references */
    drawn.search.basedir = basedir;
    struct format_error err = {0};
    playback_close(player);
    if (playback_open(player, path, &drawn, &(struct timeline_options){0}, &err) < 0) {
        printf("%-40s %s\n", name, err.what);
        return false;
    }
    return timeline_family(player->timeline) == &quake3_family;
}

static bool draw(struct playback_context *player, const struct row *row, int pass,
                 struct picture *ours)
{
    /* Seconds behind the snapshot: the original has read the next one by then, and OpenArena's
     * client shows at once what its missiles do. */
    static const double behind = 1e-6;
    player->scene_options.no_view_model = pass == PASS_WORLD;
    player->scene_options.no_marks = pass == PASS_WORLD;
    player->scene_options.no_dlights = pass == PASS_WORLD;
    player->scene_options.no_shadows = pass == PASS_WORLD;
    player->scene_options.no_hud = pass != PASS_HUD;
    return (player->scene_options.width == ours->width ||
            playback_set_size(player, ours->width, ours->height) == 0) &&
           timeline_go_clock(player->timeline, row->server_time / 1000.0 + behind) == 0 &&
           playback_draw(player, ours->pixels, (size_t)ours->width) == 0;
}

static void write_pictures(const struct compare_options *options, const struct row *row,
                           const struct picture *ours, const struct picture *reference)
{
    struct picture map;
    picture_write(ours, options->out, row->png, "ours");
    if (picture_create(&map, ours->width, ours->height)) {
        picture_difference(ours, reference, MEASURE_WITHIN, &map);
        picture_write(&map, options->out, row->png, "diff");
    }
    picture_free(&map);
}

/* False when there is nothing to compare. */
static bool compare_row(struct playback_context *player, const struct compare_options *options,
                        const char *folder, const struct row *row, int pass,
                        struct likeness *likeness)
{
    char path[1280];
    struct picture reference, ours = {0};
    snprintf(path, sizeof(path), "%s/%s", folder, row->png);
    bool good = picture_read(&reference, path) &&
                picture_create(&ours, reference.width, reference.height) &&
                draw(player, row, pass, &ours);
    if (good) {
        *likeness = measure_pictures(ours.pixels, reference.pixels, ours.width, ours.height);
        good = likeness->ssim >= -1.0;
    }
    if (good && options->out) {
        write_pictures(options, row, &ours, &reference);
    }
    picture_free(&ours);
    picture_free(&reference);
    return good;
}

static void compare_index(FILE *index, const char *folder, const struct compare_options *options,
                          struct results *results)
{
    char line[512], open_name[64] = "";
    struct playback_context player = {0};
    struct row row;
    printf("%-40s %6s %8s %10s %10s %8s %8s\n", "demo", "pass", "time", "identical", "within 2",
           "mean", "SSIM");
    while (fgets(line, sizeof(line), index)) {
        struct likeness likeness;
        if (!parse_row(line, &row) || (options->only && !strstr(row.demo, options->only))) {
            continue;
        }
        const int pass = find_pass(row.pass);
        if (pass == PASSES || results->counts[pass] == MAX_ROWS) {
            results->later++;
            continue;
        }
        if (strcmp(open_name, row.demo) != 0) {
            snprintf(open_name, sizeof(open_name), "%s", row.demo);
            if (!open_demo(&player, options, row.demo)) {
                playback_close(&player);
            }
        }
        if (!player.timeline || !compare_row(&player, options, folder, &row, pass, &likeness)) {
            printf("%-40s %6s %8ld %10s\n", row.demo, row.pass, row.server_time, "failed");
            results->failed++;
            continue;
        }
        printf("%-40s %6s %8ld %9.3f%% %9.3f%% %8.3f %8.5f\n", row.demo, row.pass, row.server_time,
               likeness.same, likeness.within, likeness.mean, likeness.ssim);
        fflush(stdout);
        const size_t n = results->counts[pass]++;
        results->within[pass][n] = likeness.within;
        results->ssim[pass][n] = likeness.ssim;
    }
    playback_close(&player);
}

static bool summarise(struct results *results)
{
    bool good = results->failed == 0;
    for (int pass = 0; pass < PASSES; pass++) {
        const size_t count = results->counts[pass];
        if (count == 0) {
            continue;
        }
        const struct bounds *b = &bounds[pass];
        const double median = measure_median(results->within[pass], count);
        const double ssim = measure_median(results->ssim[pass], count);
        const double least = results->within[pass][0];
        const bool kept = median >= b->median && least >= b->least && ssim >= b->ssim;
        printf("%s: %zu pictures, median %.3f %% within %d levels (at least %.0f), lowest %.3f %% "
               "(%.0f), SSIM's median %.5f",
               b->name, count, median, MEASURE_WITHIN, b->median, least, b->least, ssim);
        if (b->ssim > 0.0) {
            printf(" (%.2f)", b->ssim);
        }
        printf(": %s\n", kept ? "kept" : "NOT KEPT");
        good = good && kept;
    }
    if (results->later > 0) {
        printf("skipped: %zu pictures with the 2D display, which is not drawn yet\n",
               results->later);
    }
    if (results->failed > 0) {
        printf("%zu pictures could not be compared\n", results->failed);
    }
    return good;
}

int compare_quake3(const struct compare_options *options)
{
    char folder[1024], path[1100];
    snprintf(folder, sizeof(folder), "%s%s",
             options->reference ? options->reference : options->data,
             options->reference ? "" : "/ref/quake3");
    snprintf(path, sizeof(path), "%s/index.csv", folder);
    FILE *index = fopen(path, "r");
    struct results *results = calloc(1, sizeof(*results));
    if (!index || !results) {
        printf("skipped: no reference pictures (%s)\n", path);
        free(results);
        return EXIT_SUCCESS;
    }
    compare_index(index, folder, options, results);
    const bool good = summarise(results);
    free(results);
    fclose(index);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
