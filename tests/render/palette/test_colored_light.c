/* Coloured light: texels by the formula, grids of three channels, and whole pictures: grey colours
 * change no bit, others are the same on all threads and kernels. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "render/cpu.h"
#include "render/palette/palette_renderer.h"
#include "render/palette/surfaces/light_color.h"
#include "render/palette/surfaces/surface_light.h"
#include "render/renderer.h"
#include "tests/support/map_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/random_numbers.h"

#define MAP "maps/reel.bsp"

enum { WIDTH = 320, HEIGHT = 200, MOMENTS = 8, TEXINFO = 6 };

static const int thread_counts[] = {1, 2, 3, 7};

/* ---- Texels ---- */

/* The palette's nearest colour to a texel under rows of red, green and blue light. */
static int nearest_by_search(const uint8_t *palette, int texel, const uint32_t rows[3])
{
    int target[3], best = 0, least = INT32_MAX;
    for (int i = 0; i < 3; i++) {
        double lit = floor(palette[texel * 3 + i] * (2.0 - 2.0 * rows[i] / 63.0) + 0.5);
        target[i] = (lit < 255 ? (int)lit : 255) / 4 * 4 + 2;
    }
    for (int color = 0; color < 255; color++) {
        int distance = 0;
        for (int i = 0; i < 3; i++) {
            int apart = palette[color * 3 + i] - target[i];
            distance += apart * apart;
        }
        best = distance < least ? color : best;
        least = distance < least ? distance : least;
    }
    return best;
}

Test(colored_light, texels_follow_the_formula)
{
    uint8_t palette[PALETTE_BYTES], *colormap = malloc(COLORMAP_BYTES);
    uint8_t source[16 * 16], dest[16 * 16];
    uint32_t seed = 5;
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)next_random(&seed);
    }
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = i % 256 >= 224 ? (uint8_t)i : (uint8_t)next_random(&seed);
    }
    struct light_color *color = light_color_create(palette, colormap);
    cr_assert_not_null(color);
    for (int round = 0; round < 64; round++) {
        const int mip = round % 4, size = 16 >> mip;
        int32_t light[LIGHT_CHANNELS][4];
        for (int i = 0; i < 256; i++) {
            source[i] = (uint8_t)next_random(&seed);
        }
        for (int i = 0; i < LIGHT_CHANNELS * 4; i++) { /* red and blue alike; at times all three */
            bool own = round % 8 == 0 ? i < 4 : i / 4 != 2;
            light[i / 4][i % 4] =
                own ? 64 + (int32_t)(next_random(&seed) % 16257) : light[0][i % 4];
        }
        const struct surface_cell cell = {source, 16, dest, 16, colormap, {0}};
        light_color_cell(color, &cell, (const int32_t(*)[4])light, mip);
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                uint32_t rows[3];
                for (int i = 0; i < 3; i++) {
                    const int32_t *l = light[i];
                    int shift = 4 - mip;
                    int left = l[0] + y * ((l[2] - l[0]) >> shift);
                    int right = l[1] + y * ((l[3] - l[1]) >> shift);
                    rows[i] =
                        (uint32_t)(right + (size - 1 - x) * ((left - right) >> shift)) >> 8 & 63;
                }
                int texel = source[y * 16 + x];
                bool grey = rows[0] == rows[1] && rows[1] == rows[2];
                int wanted = grey           ? colormap[rows[0] * 256 + (uint32_t)texel]
                             : texel >= 224 ? texel
                                            : nearest_by_search(palette, texel, rows);
                cr_assert_eq(dest[y * 16 + x], wanted, "round %d, %d %d", round, x, y);
            }
        }
    }
    light_color_destroy(color);
    free(colormap);
}

/* ---- Grids ---- */

Test(colored_light, three_grids_with_white_dynamic_lights)
{
    uint8_t light[2 * 12], colors[3 * 2 * 12];
    struct bsp_plane plane = {.normal = {0, 0, 1}};
    struct bsp_texinfo texinfo = {.vecs = {{1, 0, 0, 0}, {0, 1, 0, 0}}};
    struct bsp_face face = {.extents = {32, 48}, .styles = {0, 3, 255, 255}};
    struct bsp_node node = {.children = {-1, -1}, .num_faces = 1};
    struct bsp_submodel submodel = {.num_faces = 1};
    struct bsp bsp = {.planes = &plane,
                      .texinfo = &texinfo,
                      .faces = &face,
                      .nodes = &node,
                      .num_nodes = 1,
                      .submodels = &submodel,
                      .num_faces = 1,
                      .light_data = light,
                      .light_size = sizeof(light),
                      .num_submodels = 1,
                      .color_data = colors};
    const struct model model = {.kind = MODEL_BRUSH, .bsp = &bsp};
    struct palette_dlight dlight = {.origin = {8, 8, 10}, .radius = 90, .min_light = 10};
    const struct palette_scene scene = {.world = &model, .dlights = &dlight, .num_dlights = 1};
    const int32_t levels[BSP_STYLES] = {264, 100, 0, 0};
    struct surface_dlights marks = {0};
    uint32_t grey[12], colored[36];

    for (int i = 0; i < 24; i++) {
        light[i] = (uint8_t)(i * 7);
    }
    cr_assert_eq(surface_dlights_mark(&marks, &scene), 0);
    const uint32_t *lit = surface_dlights_of(&marks, &bsp, 0);
    cr_assert_not_null(lit);
    for (int channel = 0; channel < 3; channel++) { /* one grey light for each channel's colours */
        for (int with = 0; with < 2; with++) {
            for (int i = 0; i < 24 * 3; i++) {
                colors[i] = (uint8_t)(i % 3 == channel ? light[i / 3] : 255 - i);
            }
            const uint32_t *words = with ? lit : NULL;
            surface_light_build(
                grey, &(struct surface_lighting){&bsp, 0, levels, false, false, &marks, words});
            surface_light_build(
                colored, &(struct surface_lighting){&bsp, 0, levels, false, true, &marks, words});
            cr_assert_eq(memcmp(colored + 12 * channel, grey, sizeof(grey)), 0);
            cr_assert_neq(memcmp(colored + 12 * ((channel + 1) % 3), grey, sizeof(grey)), 0);
        }
    }
    surface_light_build(colored,
                        &(struct surface_lighting){&bsp, 0, levels, true, true, &marks, NULL});
    cr_assert_eq(colored[35], 0, "fullbright");
    surface_dlights_free(&marks);
}

/* ---- Pictures ---- */

/* The built-in data with extra files over it. */
struct stage {
    struct quake_data data;
    struct byte_writer paks[2];
    struct files *files;
    struct model_store *models;
    struct scene scene;
};

/* Takes what is in the pak. */
static void stage_open(struct stage *s, struct pak_bytes *members)
{
    const struct game_files_options options = {.builtin = true};
    const uint8_t *map;
    size_t size;
    *s = (struct stage){0};
    cr_assert_eq(quake_game_open(&s->data, &options, NULL), 0);
    cr_assert_eq(quake_game_load(s->data.files, MAP, &map, &size), 0);
    struct byte_writer copy = {0};
    byte_writer_bytes(&copy, map, size);
    struct pak_bytes below = {0};
    pak_bytes_add(&below, MAP, &copy);
    s->paks[0] = pak_bytes_finish(&below);
    s->paks[1] = members ? pak_bytes_finish(members) : (struct byte_writer){0};
    s->files = files_create(NULL, NULL);
    for (int i = 0; i < (members ? 2 : 1); i++) {
        cr_assert_eq(files_add_pak(s->files, "pak", s->paks[i].data, s->paks[i].size), 0);
    }
    s->models = model_store_create(s->files);
    cr_assert_not_null(palette_scene_begin(&s->scene));
    s->scene.palette->world = model_store_get(s->models, MAP, NULL);
    cr_assert(s->scene.palette->world != NULL && !s->scene.palette->world->missing);
    byte_writer_free(&copy);
}

static void stage_close(struct stage *s)
{
    scene_free(&s->scene);
    model_store_destroy(s->models);
    files_destroy(s->files);
    byte_writer_free(&s->paks[0]);
    byte_writer_free(&s->paks[1]);
    quake_game_close(&s->data);
}

/* Places in the open, with and without a dynamic light; flickering styles. */
static void set_moment(struct stage *s, int moment)
{
    const struct bsp *bsp = s->scene.palette->world->bsp;
    uint32_t leaf = (uint32_t)(moment * 977) % bsp->num_leafs;
    while (bsp->leafs[leaf].contents != CONTENTS_EMPTY) {
        leaf = (leaf + 1) % bsp->num_leafs;
    }
    struct scene_camera *camera = &s->scene.camera;
    for (int i = 0; i < 3; i++) {
        camera->origin[i] = (bsp->leafs[leaf].mins[i] + bsp->leafs[leaf].maxs[i]) * 0.5f;
    }
    camera->fov_x = 90;
    camera->angles[0] = 15;
    camera->angles[1] = (float)(moment * 50);
    s->scene.time = moment * 0.7;
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        s->scene.palette->light_levels[i] = 264 - moment % 3 * 60;
    }
    s->scene.palette->num_dlights = 0;
    if (moment % 2) {
        struct palette_dlight *light = palette_scene_add_dlight(s->scene.palette);
        memcpy(light->origin, camera->origin, sizeof(light->origin));
        light->radius = 250;
    }
}

static struct renderer *make_renderer(const struct stage *s, enum render_look look, bool colored,
                                      int threads)
{
    const struct palette_options palette = {.look = look,
                                            .colored_light = colored,
                                            .palette = s->data.palette,
                                            .colormap = s->data.colormap};
    const struct renderer_options options = {
        .width = WIDTH, .height = HEIGHT, .threads = threads, .palette = &palette};
    struct renderer *renderer = renderer_create(&options);
    cr_assert_not_null(renderer);
    return renderer;
}

static void draw_on_threads(struct stage *s, enum render_look look, bool colored, int threads,
                            uint64_t hashes[MOMENTS])
{
    struct renderer *renderer = make_renderer(s, look, colored, threads);
    for (int i = 0; i < MOMENTS; i++) {
        set_moment(s, i);
        cr_assert_eq(renderer_draw(renderer, &s->scene, NULL, 0), 0);
        hashes[i] = renderer_hash(renderer);
    }
    renderer_destroy(renderer);
}

static void draw_moments(struct stage *s, enum render_look look, bool colored,
                         uint64_t hashes[MOMENTS])
{
    draw_on_threads(s, look, colored, 1, hashes);
}

/* Number of times whose pictures differ. */
static int differences(const uint64_t a[MOMENTS], const uint64_t b[MOMENTS])
{
    int count = 0;
    for (int i = 0; i < MOMENTS; i++) {
        count += a[i] != b[i];
    }
    return count;
}

static struct byte_writer builtin_lit(uint32_t green, uint32_t blue)
{
    struct quake_data data;
    const uint8_t *map;
    size_t size;
    cr_assert_eq(quake_game_open(&data, &(struct game_files_options){.builtin = true}, NULL), 0);
    cr_assert_eq(quake_game_load(data.files, MAP, &map, &size), 0);
    struct byte_writer lit = map_lit(map, green, blue);
    quake_game_close(&data);
    return lit;
}

static void stage_open_lit(struct stage *s, uint32_t green, uint32_t blue)
{
    struct pak_bytes members = {0};
    struct byte_writer lit = builtin_lit(green, blue);
    pak_bytes_add(&members, "maps/reel.lit", &lit);
    stage_open(s, &members);
    cr_assert_not_null(s->scene.palette->world->bsp->color_data);
    byte_writer_free(&lit);
}

Test(colored_light, grey_colours_change_no_bit)
{
    struct stage plain, grey;
    uint64_t without[MOMENTS], with[MOMENTS];
    stage_open(&plain, NULL);
    stage_open_lit(&grey, 256, 256);
    draw_moments(&plain, LOOK_EXACT, false, without);
    for (int i = 1; i < MOMENTS; i++) {
        cr_assert_neq(without[i], without[i - 1]);
    }
    draw_moments(&grey, LOOK_EXACT, true, with);
    cr_assert_eq(differences(with, without), 0);
    draw_moments(&plain, LOOK_EXACT, true, with);
    cr_assert_eq(differences(with, without), 0, "a map without colours");
    stage_close(&plain);
    stage_close(&grey);
}

Test(colored_light, only_if_enabled_and_not_in_the_faithful_look)
{
    struct stage plain, red;
    uint64_t without[MOMENTS], with[MOMENTS];
    stage_open(&plain, NULL);
    stage_open_lit(&red, 100, 60);
    draw_moments(&plain, LOOK_EXACT, false, without);
    draw_moments(&red, LOOK_EXACT, false, with);
    cr_assert_eq(differences(with, without), 0);
    draw_moments(&red, LOOK_EXACT, true, with);
    cr_assert_eq(differences(with, without), MOMENTS);
    draw_moments(&plain, LOOK_FAITHFUL, false, without);
    draw_moments(&red, LOOK_FAITHFUL, true, with);
    cr_assert_eq(differences(with, without), 0);
    stage_close(&plain);
    stage_close(&red);
}

/* Every kernel set and number of threads, in an order with repetitions. */
static void check_purity(struct stage *s)
{
    uint64_t wanted[MOMENTS];
    draw_moments(s, LOOK_EXACT, true, wanted);
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        for (size_t t = 0; t < sizeof(thread_counts) / sizeof(thread_counts[0]); t++) {
            struct renderer *renderer = make_renderer(s, LOOK_EXACT, true, thread_counts[t]);
            for (int i = 0; i < 2 * MOMENTS; i++) {
                int moment = i * 5 % MOMENTS;
                set_moment(s, moment);
                cr_assert_eq(renderer_draw(renderer, &s->scene, NULL, 0), 0);
                cr_assert_eq(renderer_hash(renderer), wanted[moment],
                             "level %d, %d threads, moment %d", level, thread_counts[t], moment);
            }
            renderer_destroy(renderer);
        }
    }
}

Test(colored_light, pictures_depend_on_the_scene_alone)
{
    struct stage s;
    stage_open_lit(&s, 100, 60);
    check_purity(&s);
    stage_close(&s);
}

/* The built-in map with textures drawn `scale` times as fine, and one light map for all faces. */
static struct byte_writer large_surfaces(float scale)
{
    enum { LIGHTS = 1025 * 1025 };
    struct quake_data data;
    const uint8_t *map;
    size_t size, texinfo_size, faces_size;
    cr_assert_eq(quake_game_open(&data, &(struct game_files_options){.builtin = true}, NULL), 0);
    cr_assert_eq(quake_game_load(data.files, MAP, &map, &size), 0);
    struct byte_writer out = map_convert(map, BSP_VERSION_29);
    quake_game_close(&data);
    uint8_t *texinfo = out.data + (map_lump(out.data, TEXINFO, &texinfo_size) - out.data);
    for (size_t i = 0; i < texinfo_size; i += i % 40 == 28 ? 12 : 4) {
        float f;
        memcpy(&f, texinfo + i, 4);
        f *= scale;
        memcpy(texinfo + i, &f, 4);
    }
    uint8_t *faces = out.data + (map_lump(out.data, MAP_FACES, &faces_size) - out.data);
    for (size_t i = 0; i < faces_size; i += 20) {
        memcpy(faces + i + 12, "\0\xff\xff\xff\0\0\0\0", 8);
    }
    const uint32_t light[2] = {(uint32_t)out.size, LIGHTS};
    for (int i = 0; i < 8; i++) {
        out.data[4 + MAP_LIGHT * 8 + i] = (uint8_t)(light[i / 4] >> (i % 4 * 8));
    }
    for (uint32_t i = 0; i < LIGHTS; i++) {
        byte_writer_u8(&out, (i * i >> 8) % 200 + 20);
    }
    while (out.size % 4) {
        byte_writer_u8(&out, 0);
    }
    return out;
}

static void stage_open_large(struct stage *s, float scale, uint32_t green, uint32_t blue)
{
    struct pak_bytes members = {0};
    struct byte_writer map = large_surfaces(scale);
    struct byte_writer colors = map_colors(map.data, green, blue);
    const struct map_bspx_lump lump = {"RGBLIGHTING", colors.data, colors.size};
    map_add_bspx(&map, &lump, 1);
    pak_bytes_add(&members, MAP, &map);
    stage_open(s, &members);
    const struct bsp *bsp = s->scene.palette->world->bsp;
    int32_t most = 0;
    for (uint32_t i = 0; i < bsp->num_faces; i++) {
        bool lit = bsp->faces[i].flags == 0;
        most = lit && bsp->faces[i].extents[0] > most ? bsp->faces[i].extents[0] : most;
    }
    cr_assert(bsp->color_data != NULL && (float)most > 256 * scale / 2, "%d", (int)most);
    byte_writer_free(&map);
    byte_writer_free(&colors);
}

/* Faces of thousands of texels, far beyond the original's 256. */
Test(colored_light, large_surfaces)
{
    struct stage s;
    uint64_t plain[MOMENTS], grey[MOMENTS];
    stage_open_large(&s, 6, 256, 256);
    draw_moments(&s, LOOK_EXACT, false, plain);
    draw_moments(&s, LOOK_EXACT, true, grey);
    cr_assert_eq(differences(plain, grey), 0);
    stage_close(&s);
    stage_open_large(&s, 16, 90, 30);
    draw_moments(&s, LOOK_EXACT, false, plain);
    draw_moments(&s, LOOK_EXACT, true, grey);
    cr_assert_eq(differences(plain, grey), MOMENTS);
    draw_on_threads(&s, LOOK_EXACT, true, 7, plain);
    cr_assert_eq(differences(plain, grey), 0);
    stage_close(&s);
}
