#define _POSIX_C_SOURCE 200809L

#include "tools/bench/rgb.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assets/game_files.h"
#include "assets/platform.h"
#include "assets/quake3/q3_data.h"
#include "formats/base/dmath.h"
#include "render/rgb/kernels/rgb_kernels.h"
#include "render/rgb/rgb_renderer.h"

enum { MAX_VIEWS = 16, ROUNDS = 15, SIDE = 256, KERNEL_BLOCKS = 40, KERNEL_ROWS = 120 };

static double seconds_used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- levels --------------------------------------------------------------------------------------
 */

struct view {
    float origin[3], yaw;
};

/* True if an entity, from its brace to `end`, is a spawn point. */
static bool is_entrance(const char *entity, const char *end)
{
    static const char *const names[] = {"\"info_player_deathmatch\"", "\"team_CTF_redplayer\"",
                                        "\"team_CTF_blueplayer\""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = strstr(entity, names[i]);
        if (name != NULL && name < end) {
            return true;
        }
    }
    return false;
}

/* Finds the spawn points and their angles. */
static int find_views(const char *text, struct view *views)
{
    int count = 0;
    for (const char *at = text; (at = strchr(at, '{')) != NULL && count < MAX_VIEWS; at++) {
        const char *end = strchr(at, '}');
        const char *origin = strstr(at, "\"origin\" \""), *angle = strstr(at, "\"angle\" \"");
        if (end == NULL || !is_entrance(at, end) || origin == NULL || origin > end) {
            continue;
        }
        struct view *view = &views[count++];
        char *next = NULL;
        origin += 10;
        for (int i = 0; i < 3; i++, origin = next) {
            view->origin[i] = strtof(origin, &next);
        }
        view->origin[2] += 26;
        view->yaw = angle != NULL && angle < end ? strtof(angle + 9, NULL) : 0;
    }
    return count;
}

struct level_bench {
    const struct q3_level *level;
    struct view views[MAX_VIEWS];
    int num_views;
};

/* Milliseconds per picture over all views: the best of ROUNDS. */
static double draw_views(const struct level_bench *bench, int width, int height,
                         enum rgb_filter filter, int threads)
{
    const struct rgb_options options = {.filter = filter};
    struct thread_pool *pool = thread_pool_create(threads);
    struct rgb_renderer *renderer =
        pool != NULL ? rgb_renderer_create(width, height, 1, &options, pool) : NULL;
    uint32_t *target = malloc((size_t)width * (size_t)height * sizeof *target);
    struct scene scene;
    memset(&scene, 0, sizeof scene);
    struct rgb_scene *rgb = rgb_scene_begin(&scene);
    double best = 0;
    for (int round = 0; renderer != NULL && target != NULL && rgb != NULL && round < ROUNDS;
         round++) {
        double used = 0;
        for (int i = 0; i < bench->num_views; i++) {
            rgb->level = bench->level;
            rgb->all_areas = true;
            scene.time = 10;
            memcpy(scene.camera.origin, bench->views[i].origin, sizeof scene.camera.origin);
            scene.camera.angles[1] = bench->views[i].yaw;
            scene.camera.fov_x = 90;
            rgb_scene_aim(&scene, width, height);
            const double start = threads > 1 ? platform_now() : seconds_used();
            if (rgb_renderer_draw(renderer, &scene, target, (size_t)width) != 0) {
                break;
            }
            used += (threads > 1 ? platform_now() : seconds_used()) - start;
        }
        best = round == 0 || used < best ? used : best;
    }
    scene_free(&scene);
    free(target);
    rgb_renderer_destroy(renderer);
    thread_pool_destroy(pool);
    return best * 1000 / bench->num_views;
}

static void bench_level(const struct level_bench *bench, FILE *json)
{
    static const struct {
        int width, height;
    } sizes[] = {{640, 480}, {1280, 720}, {1920, 1080}};
    static const struct {
        const char *name;
        enum rgb_filter filter;
        int threads;
    } kinds[] = {{"trilinear", RGB_TRILINEAR, 1},
                 {"bilinear", RGB_BILINEAR, 1},
                 {"nearest", RGB_NEAREST, 1},
                 {"trilinear, 2 threads", RGB_TRILINEAR, 2}};
    printf("%s, %d views: frames a second (ns a pixel)\n", bench->level->name, bench->num_views);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        printf("  %-22s", kinds[kind].name);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const double ms = draw_views(bench, sizes[i].width, sizes[i].height, kinds[kind].filter,
                                         kinds[kind].threads);
            const double pixels = (double)sizes[i].width * sizes[i].height;
            printf("  %dx%d %6.0f (%5.2f)", sizes[i].width, sizes[i].height, 1000 / ms,
                   ms * 1e6 / pixels);
            if (json != NULL) {
                fprintf(json, "\"%s %s %dx%d\": %.4f, ", bench->level->name, kinds[kind].name,
                        sizes[i].width, sizes[i].height, ms);
            }
        }
        printf("\n");
        fflush(stdout);
    }
}

static void bench_levels(const char *data, FILE *json)
{
    static const char *const names[] = {"maps/oa_dm1.bsp", "maps/aggressor.bsp", "maps/oa_dm3.bsp",
                                        "maps/oa_ctf4ish.bsp"};
    char basedir[512];
    snprintf(basedir, sizeof basedir, "%s/quake3", data);
    const struct game_files_options options = {
        .search = {.basedir = basedir, .base = "baseoa", .other_base = "baseq3"}};
    struct game_files game;
    struct q3_data *loaded = NULL;
    if (game_files_open(&game, &options, NULL) < 0) {
        memset(&game, 0, sizeof game);
    }
    if (!game.found || q3_data_open(&loaded, &game, 2, NULL) < 0) {
        printf("no levels of Quake III below %s: pictures are not measured\n", basedir);
    }
    for (size_t i = 0; loaded != NULL && i < sizeof names / sizeof *names; i++) {
        static struct level_bench bench;
        bench.level = q3_data_level(loaded, names[i]);
        if (bench.level != NULL && !bench.level->missing) {
            bench.num_views = find_views(bench.level->bsp.entities, bench.views);
            if (bench.num_views > 0) {
                bench_level(&bench, json);
            }
        }
    }
    q3_data_close(loaded);
    game_files_close(&game);
}

/* --- kernels -------------------------------------------------------------------------------------
 */

/* A wall seen at an angle: its texture is minified between two levels, its light magnified. */
struct wall {
    struct texture *texture, *light;
    struct rgb_batch *batch;
    struct rgb_triangle *triangle;
    uint32_t pixels[2][KERNEL_BLOCKS * RGB_BLOCK_WIDTH];
    int32_t depths[KERNEL_BLOCKS * RGB_BLOCK];
    uint32_t ids[KERNEL_BLOCKS * RGB_BLOCK];
    uint8_t masks[KERNEL_BLOCKS], done[KERNEL_BLOCKS];
};

static struct texture *make_texture(int num_levels)
{
    const size_t size = (size_t)SIDE * SIDE * 4;
    uint8_t *rgba = malloc(size);
    if (rgba == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        rgba[i] = i % 4 == 3 ? 255 : (uint8_t)dmath_hash((uint32_t)i, 0, 5);
    }
    const uint8_t *levels[TEXTURE_LEVELS];
    for (int n = 0; n < num_levels; n++) {
        levels[n] = rgba;
    }
    struct texture *texture = texture_create("bench", false, num_levels, SIDE, SIDE, levels);
    free(rgba);
    return texture;
}

struct kernel_row {
    const char *name;
    int sampling; /* -1: no shading */
    bool lit, detail, colored, by_depth, over;
};

static const struct kernel_row kernel_rows[] = {
    {"fill", -1, false, false, false, false, false},
    {"cover", -2, false, false, false, false, false},
    {"pick", -3, false, false, false, false, false},
    {"lit, trilinear", RGB_AT_TWO_LEVELS, true, false, false, false, false},
    {"lit, bilinear", RGB_AT_ONE_LEVEL, true, false, false, false, false},
    {"lit, nearest", RGB_AT_ONE_TEXEL, true, false, false, false, false},
    {"lit + detail, trilinear", RGB_AT_TWO_LEVELS, true, true, false, false, false},
    {"plain, trilinear", RGB_AT_TWO_LEVELS, false, false, false, false, false},
    {"coloured, trilinear", RGB_AT_TWO_LEVELS, false, false, true, false, false},
    {"by depth, trilinear", RGB_AT_TWO_LEVELS, false, false, false, true, false},
    {"over, trilinear", RGB_AT_TWO_LEVELS, false, false, true, false, true},
    {"over, seen close", RGB_AT_LEVEL_0, false, false, false, false, true},
};

static void set_passes(struct wall *wall, const struct kernel_row *row)
{
    struct rgb_batch *batch = wall->batch;
    memset(batch->passes, 0, 2 * sizeof *batch->passes);
    batch->passes[0] = (struct rgb_pass){
        .texture = wall->texture,
        .second = row->lit ? wall->light : NULL,
        .sampling = (uint8_t)(row->sampling < 0 ? 0 : row->sampling),
        .coloring = row->colored ? RGB_VERTEX_COLOR : RGB_UNCOLORED,
        .source = Q3_FACTOR_ONE,
        .destination = Q3_FACTOR_ZERO,
        .alpha_test = row->by_depth ? Q3_ALPHA_GE128 : Q3_ALPHA_ALL,
        .depth_write = true,
    };
    if (row->over) {
        batch->passes[0].source = Q3_FACTOR_SRC_ALPHA;
        batch->passes[0].destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
        batch->passes[0].depth_write = false;
    }
    if (row->sampling == RGB_AT_LEVEL_0) {
        batch->passes[0].texture = wall->light;
        batch->passes[0].first_plane = 2;
    }
    batch->passes[1] = (struct rgb_pass){.texture = wall->texture,
                                         .sampling = RGB_AT_TWO_LEVELS,
                                         .source = Q3_FACTOR_DST_COLOR,
                                         .destination = Q3_FACTOR_SRC_COLOR};
    batch->num_passes = row->detail ? 2 : 1;
    batch->num_planes = 6;
    batch->shading = row->by_depth              ? RGB_SHADE_BY_DEPTH
                     : row->detail || row->over ? RGB_SHADE_PASSES
                     : row->lit                 ? RGB_SHADE_LIT
                                                : RGB_SHADE_PLAIN;
}

static void run_row(struct wall *wall, const struct rgb_kernels *kernels,
                    const struct kernel_row *row, int y)
{
    enum { WIDTH = KERNEL_BLOCKS * RGB_BLOCK_WIDTH };
    const struct rgb_run run = {0, y * 2, KERNEL_BLOCKS};
    const struct rgb_spans spans = {{0, 0}, {WIDTH, WIDTH}};
    const struct rgb_rows rows = {run.y, 2, KERNEL_BLOCKS, spans.left, spans.right};
    switch (row->sampling) {
    case -1:
        kernels->fill(wall->triangle, &rows, wall->depths, wall->ids, 1);
        break;
    case -2:
        kernels->cover(wall->triangle, &spans, run, wall->depths, true, wall->masks);
        break;
    case -3:
        kernels->pick(wall->ids, KERNEL_BLOCKS, 0, wall->masks, wall->done);
        break;
    default:
        rgb_kernels_shade(kernels, wall->batch)(wall->batch, wall->triangle, run, wall->masks,
                                                wall->pixels[0], WIDTH, wall->depths);
    }
}

/* Nanoseconds a pixel: the best of many walls. */
static double measure_kernel(struct wall *wall, enum cpu_level level, const struct kernel_row *row)
{
    const struct rgb_kernels *kernels = rgb_kernels_get(level);
    double best = 0;
    set_passes(wall, row);
    for (int i = 0; i < KERNEL_BLOCKS * RGB_BLOCK; i++) {
        wall->depths[i] = RGB_FAR;
        wall->ids[i] = 0;
    }
    memset(wall->masks, 255, sizeof wall->masks);
    for (int round = 0; round < (level == CPU_C ? 3 : 40); round++) {
        const double start = seconds_used();
        for (int y = 0; y < KERNEL_ROWS; y++) {
            run_row(wall, kernels, row, y);
        }
        const double used = seconds_used() - start;
        best = round == 0 || used < best ? used : best;
    }
    return best * 1e9 / (KERNEL_ROWS * KERNEL_BLOCKS * RGB_BLOCK);
}

static void print_kernels(struct wall *wall, FILE *json)
{
    printf("kernels of true colour, ns a pixel\n  %-26s", "");
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        printf("%8s", cpu_level_name((enum cpu_level)level));
    }
    printf("\n");
    for (size_t i = 0; i < sizeof kernel_rows / sizeof *kernel_rows; i++) {
        printf("  %-26s", kernel_rows[i].name);
        for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
            const double ns = measure_kernel(wall, (enum cpu_level)level, &kernel_rows[i]);
            printf("%8.2f", ns);
            if (json != NULL) {
                fprintf(json, "\"%s %s\": %.3f, ", kernel_rows[i].name,
                        cpu_level_name((enum cpu_level)level), ns);
            }
        }
        printf("\n");
    }
}

static void bench_wall(FILE *json)
{
    struct wall *wall = calloc(1, sizeof *wall);
    if (wall == NULL) {
        return;
    }
    wall->batch = calloc(1, sizeof *wall->batch + 2 * sizeof(struct rgb_pass));
    wall->triangle = calloc(1, sizeof *wall->triangle + 6 * sizeof(struct rgb_plane));
    wall->texture = make_texture(9);
    wall->light = make_texture(1);
    if (wall->batch != NULL && wall->triangle != NULL && wall->texture != NULL &&
        wall->light != NULL) {
        /* 1/w from 1/300 to 1/200, 2.8 texels a pixel, 0.1 lightmap texels. */
        wall->triangle->z_max = RGB_FAR;
        wall->triangle->over_w = (struct rgb_plane){1 / 300.0f, 1e-5f, 1e-6f};
        wall->triangle->planes[0] = (struct rgb_plane){0, 2.8f, 0};
        wall->triangle->planes[1] = (struct rgb_plane){0, 0.1f, 2.4f};
        wall->triangle->planes[2] = (struct rgb_plane){0, 0.1f, 0};
        wall->triangle->planes[3] = (struct rgb_plane){9, 0, 0.1f};
        print_kernels(wall, json);
    }
    texture_destroy(wall->texture);
    texture_destroy(wall->light);
    free(wall->batch);
    free(wall->triangle);
    free(wall);
}

void bench_rgb(const char *data, FILE *json)
{
    if (json != NULL) {
        fprintf(json, "{");
    }
    bench_levels(data, json);
    bench_wall(json);
    if (json != NULL) {
        fprintf(json, "\"unit\": \"ms a picture, ns a pixel\"}");
    }
}
