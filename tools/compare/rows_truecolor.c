/* Rows of the look of true colour against QuakeSpasm on llvmpipe, a demo's block a picture. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "tools/compare/kinds.h"
#include "tools/compare/measure.h"
#include "tools/compare/picture.h"
#include "tools/compare/rows.h"

enum { MAX_ROWS = 1000, FAR = 8 /* levels: what is seen */ };

static const double least_within = 99.0, least_ssim = 0.99;

/* Percent of a kind's pixels, of all pictures, that are within FAR levels at least. */
static const struct {
    const char *name;
    double least;
} kind_goals[KINDS] = {[KIND_WORLD] = {"world", 0.0},
                       [KIND_MODEL] = {"models", 97.0}, /* the rest: FIDELITY's 9 */
                       [KIND_LIQUID] = {"liquids", 99.0},
                       [KIND_SKY] = {"sky", 94.0}};

struct row {
    char demo[64], png[128];
    long block;
};

/* A folder of pictures below DATA/ref with its index. */
struct set {
    const struct compare_options *options;
    const char *folder;
    bool clean; /* made without kicks by damage, flashes and particles */
};

struct results {
    double within[MAX_ROWS], ssim[MAX_ROWS];
    size_t count, spoiled, failed;
    long pixels[KINDS], near[KINDS], far[KINDS]; /* all; within MEASURE_WITHIN and FAR levels */
};

/* Pictures with something that no player of demos can repeat, beside those that are compared. */
static bool is_spoiled(const struct set *set, const struct row *row)
{
    const bool strip = strcmp(row->demo, "demo3_lite") == 0 && row->block == 90; /* of console */
    return !set->clean && (strip || !strstr(row->demo, "_lite"));
}

/* What is known to differ: numbers are those of render/truecolor/FIDELITY.md. */
static const char *note_of(const struct row *row)
{
    static const struct {
        const char *demo;
        long block;
    } posed[] = {{"r15_e0m4_qs", 400},  {"r15_e0m4_qs", 640}, {"r15_e0m4_qs", 887},
                 {"r15_e0m4_qs", 1500}, {"r666_alpha", 350},  {"r666_e1m1", 1700}};
    for (size_t i = 0; i < sizeof(posed) / sizeof(posed[0]); i++) {
        if (strcmp(row->demo, posed[i].demo) == 0 && row->block == posed[i].block) {
            return "  models: a pose later in timedemo (9)";
        }
    }
    return "";
}

static bool open_demo(struct playback_context *player, const struct set *set, const char *name)
{
    static char path[1024], basedir[1024]; /* the player keeps them */
    struct playback_options drawn = playback_default_options();
    struct format_error err = {0};
    snprintf(path, sizeof(path), "%s/netquake/%s.dem", set->options->data, name);
    snprintf(basedir, sizeof(basedir), "%s/librequake", set->options->data);
    drawn.look = LOOK_TRUECOLOR;
    drawn.threads = platform_cpu_count();
    drawn.no_hud = drawn.no_view_model = true;
    drawn.no_particles = set->clean;
    drawn.hidden_blends = set->clean ? 1u << SCENE_BLEND_DAMAGE | 1u << SCENE_BLEND_PICKUP : 0;
    drawn.search.basedir = basedir;
    playback_close(player);
    if (playback_open(player, path, &drawn, &(struct timeline_options){0}, &err) < 0) {
        printf("%-12s %s\n", name, err.what);
        return false;
    }
    player->scene_options.no_kicks = set->clean; /* those of weapons are in its pictures */
    return true;
}

static bool draw(struct playback_context *player, const struct row *row, struct picture *ours)
{
    return (player->scene_options.width == ours->width ||
            playback_set_size(player, ours->width, ours->height) == 0) &&
           timeline_go_step(player->timeline, (uint32_t)row->block) == 0 &&
           playback_draw(player, ours->pixels, (size_t)ours->width) == 0;
}

/* Percent of the pixels. */
static double share_within(const struct picture *a, const struct picture *b, int levels)
{
    const int pixels = a->width * a->height;
    int within = 0;
    for (int i = 0; i < pixels; i++) {
        within += measure_pixel(a->pixels[i], b->pixels[i]) <= levels;
    }
    return 100.0 * within / pixels;
}

/* Adds the pixels of the frame drawn last to those of their kinds. posed: but those of models. */
static int count_kinds(struct playback_context *player, const struct picture *ours,
                       const struct picture *reference, bool posed, struct results *results)
{
    const int pixels = ours->width * ours->height;
    uint8_t *kinds = malloc((size_t)pixels);
    const int status = kinds != NULL ? kinds_find(player, ours, kinds) : FORMAT_MEMORY;
    for (int i = 0; i < pixels && status == 0; i++) {
        if (kinds[i] == KIND_MODEL && posed) {
            continue;
        }
        const int difference = measure_pixel(ours->pixels[i], reference->pixels[i]);
        results->pixels[kinds[i]]++;
        results->near[kinds[i]] += difference <= MEASURE_WITHIN;
        results->far[kinds[i]] += difference <= FAR;
    }
    free(kinds);
    return status;
}

static void write_pictures(const struct set *set, const struct row *row, const struct picture *ours,
                           const struct picture *reference)
{
    const char *const kinds[2] = {set->clean ? "clean_ours" : "ours",
                                  set->clean ? "clean_diff" : "diff"};
    struct picture map;
    picture_write(ours, set->options->out, row->png, kinds[0]);
    if (picture_create(&map, ours->width, ours->height)) {
        picture_difference(ours, reference, MEASURE_WITHIN, &map);
        picture_write(&map, set->options->out, row->png, kinds[1]);
    }
    picture_free(&map);
}

/* Prints the row. False when there is nothing to compare. */
static bool compare_row(struct playback_context *player, const struct set *set,
                        const struct row *row, struct results *results)
{
    char path[1024];
    struct picture reference, ours = {0};
    snprintf(path, sizeof(path), "%s/ref/%s/%s", set->options->data, set->folder, row->png);
    bool good = picture_read(&reference, path) &&
                picture_create(&ours, reference.width, reference.height) &&
                draw(player, row, &ours);
    if (good) {
        const struct likeness likeness =
            measure_pictures(ours.pixels, reference.pixels, ours.width, ours.height);
        good = likeness.ssim >= -1.0 &&
               count_kinds(player, &ours, &reference, note_of(row)[0] != '\0', results) == 0;
        printf("%-12s %6ld %9.3f%% %9.3f%% %9.3f%% %8.3f %8.5f%s\n", row->demo, row->block,
               likeness.same, likeness.within, share_within(&ours, &reference, FAR), likeness.mean,
               likeness.ssim, note_of(row));
        fflush(stdout);
        results->within[results->count] = likeness.within;
        results->ssim[results->count++] = likeness.ssim;
    }
    if (good && set->options->out) {
        write_pictures(set, row, &ours, &reference);
    }
    picture_free(&ours);
    picture_free(&reference);
    return good;
}

static void compare_index(FILE *index, const struct set *set, struct results *results)
{
    char line[512], open_name[64] = "";
    struct playback_context player = {0};
    struct row row;
    printf("%-12s %6s %10s %10s %10s %8s %8s\n", "demo", "block", "identical", "within 2",
           "within 8", "mean", "SSIM");
    while (fgets(line, sizeof(line), index) && results->count < MAX_ROWS) {
        if (sscanf(line, "%63[^,],%ld,%127[^,\n]", row.demo, &row.block, row.png) != 3 ||
            (set->options->only && !strstr(row.demo, set->options->only))) {
            continue;
        }
        if (is_spoiled(set, &row)) {
            results->spoiled++;
            continue;
        }
        if (strcmp(open_name, row.demo) != 0) {
            snprintf(open_name, sizeof(open_name), "%s", row.demo);
            if (!open_demo(&player, set, row.demo)) {
                playback_close(&player);
            }
        }
        if (!player.timeline || !compare_row(&player, set, &row, results)) {
            printf("%-12s %6ld %10s\n", row.demo, row.block, "failed");
            results->failed++;
        }
    }
    playback_close(&player);
}

static void summarise_kinds(struct results *results)
{
    printf("%-12s %10s %10s %10s\n", "kind", "pixels", "within 2", "within 8");
    for (int kind = 0; kind < KINDS; kind++) {
        const double pixels = (double)results->pixels[kind];
        const double far = pixels > 0.0 ? 100.0 * (double)results->far[kind] / pixels : 100.0;
        const double near = pixels > 0.0 ? 100.0 * (double)results->near[kind] / pixels : 100.0;
        const bool kept = far >= kind_goals[kind].least;
        printf("%-12s %10.0f %9.3f%% %9.3f%%  (at least %.0f: %s)\n", kind_goals[kind].name, pixels,
               near, far, kind_goals[kind].least, kept ? "kept" : "NOT KEPT");
        results->failed += !kept;
    }
}

static bool summarise(const struct set *set, struct results *results)
{
    if (results->count > 0) {
        const double within = measure_median(results->within, results->count);
        const double ssim = measure_median(results->ssim, results->count);
        const bool kept = within >= least_within && ssim >= least_ssim;
        printf("true colour%s: %zu pictures, median %.3f %% within %d levels (at least %.0f), "
               "lowest %.3f %%, SSIM's median %.5f (%.2f): %s\n",
               set->clean ? ", clean" : "", results->count, within, MEASURE_WITHIN, least_within,
               results->within[0], ssim, least_ssim, kept ? "kept" : "NOT KEPT");
        results->failed += !kept;
        summarise_kinds(results);
    }
    if (results->spoiled > 0) {
        printf("left out: %zu pictures with kicks, flashes, particles or a strip of console, or "
               "that are among the clean ones\n",
               results->spoiled);
    }
    return results->failed == 0;
}

static bool compare_set(const struct set *set)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/ref/%s/index.csv", set->options->data, set->folder);
    FILE *index = fopen(path, "r");
    struct results *results = calloc(1, sizeof(*results));
    bool good = true;
    if (index && results) {
        compare_index(index, set, results);
        good = summarise(set, results);
    } else {
        printf("skipped: no reference pictures (%s)\n", path);
    }
    free(results);
    if (index) {
        fclose(index);
    }
    return good;
}

int compare_truecolor(const struct compare_options *options)
{
    const struct set shown = {options, "netquake-truecolor", false};
    const struct set clean = {options, "netquake-truecolor/clean", true};
    bool good = compare_set(&shown);
    printf("\n");
    good = compare_set(&clean) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
