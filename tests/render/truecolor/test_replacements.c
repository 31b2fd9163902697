/* Replacement pictures as they are drawn: where they lie, glow, skins, and nothing of them is left.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "render/truecolor/true_texture.h"
#include "render/truecolor/truecolor_renderer.h"
#include "tests/support/replaced_game.h"

enum { WIDTH = 320, HEIGHT = 200, TIMES = 4, FIRST_GLOWING = 224 };

static const char level[] = "maps/reel.bsp";
static const char *const models[] = {level, "progs/armor.mdl", "progs/quaddama.mdl"};
static uint32_t shown[WIDTH * HEIGHT];

/* One pixel of a texture TIMES as large: its lit colour, or what glows. */
static uint32_t enlarged_texel(const struct bsp_texture *texture, const uint8_t *palette, int x,
                               int y, bool glow)
{
    const uint8_t index =
        texture->mips[0][(uint32_t)(y / TIMES) * texture->width + (uint32_t)(x / TIMES)];
    const uint8_t *color = palette + (size_t)index * 3;
    return texture->name[0] != '*' && glow != (index >= FIRST_GLOWING)
               ? 0xff000000u
               : 0xff000000u | (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
}

static void put_enlarged(struct replaced_game *game, const struct bsp_texture *texture,
                         const uint8_t *palette, bool glow)
{
    const int width = (int)texture->width * TIMES, height = (int)texture->height * TIMES;
    struct byte_writer w = picture_tga_head(2, (unsigned)width, (unsigned)height);
    char name[64];
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            byte_writer_u32(&w, enlarged_texel(texture, palette, x, y, glow));
        }
    }
    snprintf(name, sizeof(name), "textures/%s%s%s.tga", texture->name[0] == '*' ? "#" : "",
             texture->name + (texture->name[0] == '*'), glow ? "_glow" : "");
    replaced_game_put(game, name, w);
}

/* The level's own pictures, enlarged; or one colour for all of them. */
static void put_level(struct replaced_game *game, uint32_t color)
{
    const uint8_t *bytes, *palette;
    size_t size, palette_size;
    struct bsp bsp;
    cr_assert(builtin_find(level, &bytes, &size));
    cr_assert(builtin_find("gfx/palette.lmp", &palette, &palette_size));
    cr_assert_eq(bsp_read(&bsp, bytes, size, NULL), 0);
    for (uint32_t i = 0; i < bsp.num_textures; i++) {
        const struct bsp_texture *texture = &bsp.textures[i];
        char name[64];
        if (color != 0) {
            snprintf(name, sizeof(name), "textures/reel/%s.tga", texture->name);
            name[14] = name[14] == '*' ? '#' : name[14];
            replaced_game_paint(game, name, 2, 2, color);
        } else if (memcmp(texture->name, "sky", 3) != 0) {
            put_enlarged(game, texture, palette, false);
            if (texture->name[0] != '*') {
                put_enlarged(game, texture, palette, true);
            }
        }
    }
    bsp_free(&bsp);
}

static struct truecolor_renderer *create(struct replaced_game *game, struct thread_pool *pool)
{
    const struct palette_options options = {.look = LOOK_TRUECOLOR,
                                            .filter = RGB_NEAREST,
                                            .palette = game->data.palette,
                                            .colormap = game->data.colormap};
    struct truecolor_renderer *renderer =
        truecolor_renderer_create(WIDTH, HEIGHT, 1, &options, pool);
    cr_assert_not_null(renderer);
    return renderer;
}

static struct palette_scene *look(struct replaced_game *game, struct scene *scene, float yaw)
{
    static const float eye[3] = {256, 56, 78}; /* where its player begins */
    struct palette_scene *part = palette_scene_begin(scene);
    cr_assert_not_null(part);
    part->world = model_store_get(game->data.models, level, NULL);
    cr_assert(part->world && !part->world->missing);
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = 264;
    }
    for (int i = 0; i < LIQUIDS; i++) {
        part->liquid_alpha[i] = 1;
    }
    memcpy(scene->camera.origin, eye, sizeof(eye));
    scene->camera.angles[1] = yaw;
    scene->camera.fov_x = 90;
    return part;
}

static void draw(struct truecolor_renderer *renderer, const struct scene *scene)
{
    cr_assert_eq(truecolor_renderer_draw(renderer, scene, shown, WIDTH), 0);
}

/* Enlarged as they are, pictures look like the level's own: in place, mips, glow and liquids. */
Test(true_replacements, lie_where_the_textures_are)
{
    static uint32_t own[WIDTH * HEIGHT];
    struct replaced_game game = {0};
    struct thread_pool *pool = thread_pool_create(2);
    struct scene scene = {0};
    put_level(&game, 0);
    replaced_game_open(&game, 2);
    const struct replacement_set *set = replaced_game_get(&game, models, 3);
    cr_assert_not_null(set);
    struct truecolor_renderer *renderer = create(&game, pool);
    for (float yaw = 0; yaw < 360; yaw += 45) {
        int differ = 0;
        struct palette_scene *part = look(&game, &scene, yaw);
        draw(renderer, &scene);
        memcpy(own, shown, sizeof(own));
        part->replacements = set;
        draw(renderer, &scene);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            differ += own[i] != shown[i];
        }
        cr_expect_lt(differ, WIDTH * HEIGHT / 200, "%g: %d pixels", (double)yaw, differ);
    }
    truecolor_renderer_destroy(renderer);
    scene_free(&scene);
    thread_pool_destroy(pool);
    replaced_game_close(&game);
}

/* Pixels with more green than red and blue. */
static int count_green(void)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const uint32_t red = shown[i] >> 16 & 255, green = shown[i] >> 8 & 255;
        count += green > red && green > (shown[i] & 255);
    }
    return count;
}

Test(true_replacements, are_drawn_in_the_frames_that_have_them)
{
    struct replaced_game game = {0};
    struct thread_pool *pool = thread_pool_create(1);
    struct scene scene = {0};
    put_level(&game, 0xff00ff00);
    replaced_game_open(&game, 1);
    struct truecolor_renderer *renderer = create(&game, pool);
    struct palette_scene *part = look(&game, &scene, 90);
    draw(renderer, &scene);
    const uint64_t own = truecolor_renderer_hash(renderer);
    const int before = count_green();
    part->replacements = replaced_game_get(&game, models, 3);
    cr_assert_not_null(part->replacements);
    draw(renderer, &scene);
    const int after = count_green();
    cr_expect(before < WIDTH * HEIGHT / 10 && after > WIDTH * HEIGHT * 8 / 10, "%d, %d", before,
              after);
    replacement_store_destroy(game.data.replacements);
    game.data.replacements = NULL;
    part->replacements = NULL;
    draw(renderer, &scene);
    cr_expect_eq(truecolor_renderer_hash(renderer), own);
    truecolor_renderer_destroy(renderer);
    scene_free(&scene);
    thread_pool_destroy(pool);
    replaced_game_close(&game);
}

/* Glow is added, however dark it is. */
Test(true_replacements, glow_in_the_dark)
{
    struct replaced_game game = {0};
    struct thread_pool *pool = thread_pool_create(1);
    struct scene scene = {0};
    put_level(&game, 0xffffffff);
    replaced_game_paint(&game, "textures/reel/brick1_glow.tga", 2, 2, 0xff00c800);
    replaced_game_paint(&game, "textures/reel/block1_glow.tga", 2, 2, 0xff00c800);
    replaced_game_open(&game, 1);
    struct truecolor_renderer *renderer = create(&game, pool);
    struct palette_scene *part = look(&game, &scene, 90);
    memset(part->light_levels, 0, sizeof(part->light_levels));
    part->replacements = replaced_game_get(&game, models, 3);
    draw(renderer, &scene);
    int glows = 0, dark = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        glows += (shown[i] & 0xffffff) == 0x00c800;
        dark += (shown[i] & 0xffffff) == 0;
    }
    cr_expect_gt(glows, WIDTH * HEIGHT / 20, "%d", glows);
    cr_expect_gt(dark, WIDTH * HEIGHT / 20, "%d", dark);
    truecolor_renderer_destroy(renderer);
    scene_free(&scene);
    thread_pool_destroy(pool);
    replaced_game_close(&game);
}

/* A model before the camera, lit as much as brings its own colours. */
static struct palette_entity *add_model(struct replaced_game *game, struct scene *scene,
                                        const char *name)
{
    struct palette_scene *part = look(game, scene, 90);
    struct palette_entity *entity = palette_scene_add_entity(part);
    cr_assert_not_null(entity);
    entity->model = model_store_get(game->data.models, name, NULL);
    cr_assert(entity->model && entity->model->mdl);
    memcpy(entity->origin, scene->camera.origin, sizeof(entity->origin));
    entity->origin[1] += 50;
    entity->origin[2] -= 10;
    entity->alpha = 255;
    entity->frame_lerp = 1;
    entity->full_bright = true;
    return entity;
}

static int count_color(uint32_t color)
{
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        count += (shown[i] & 0xffffff) == color;
    }
    return count;
}

Test(true_replacements, skins)
{
    enum { SEEN = 300 };
    struct replaced_game game = {0};
    struct thread_pool *pool = thread_pool_create(1);
    struct scene scene = {0};
    replaced_game_paint(&game, "progs/armor.mdl_1.tga", 4, 4, 0x00ff0000);
    replaced_game_paint(&game, "progs/armor.mdl_2.tga", 4, 4, 0xff000000);
    replaced_game_paint(&game, "progs/armor.mdl_2_luma.tga", 4, 4, 0xff00ff00);
    replaced_game_paint(&game, "progs/quaddama.mdl_0_0.tga", 4, 4, 0xff0000ff);
    replaced_game_open(&game, 1);
    const struct replacement_set *set = replaced_game_get(&game, models, 3);
    cr_assert_not_null(set);
    struct truecolor_renderer *renderer = create(&game, pool);
    for (int skin = 0; skin < 3; skin++) {
        struct palette_entity *entity = add_model(&game, &scene, "progs/armor.mdl");
        scene.palette->replacements = set;
        entity->skin = skin;
        draw(renderer, &scene);
        cr_expect_eq(count_color(0xff0000) > SEEN, skin == 1, "%d", skin);
        cr_expect_eq(count_color(0x00ff00) > SEEN, skin == 2, "%d", skin);
        entity->translate = true;
        entity->shirt = 4;
        draw(renderer, &scene);
        cr_expect_eq(count_color(0xff0000) > SEEN, skin == 1, "no player's colours");
    }
    for (int k = 0; k < 2; k++) {
        struct palette_entity *entity = add_model(&game, &scene, "progs/quaddama.mdl");
        const struct mdl_group *group = &entity->model->mdl->skins[0];
        scene.palette->replacements = set;
        scene.time = k == 0 ? 0 : (double)group->intervals[0] + 0.001;
        draw(renderer, &scene);
        cr_expect_eq(count_color(0x0000ff) > SEEN, k == 0, "%d", k);
    }
    truecolor_renderer_destroy(renderer);
    scene_free(&scene);
    thread_pool_destroy(pool);
    replaced_game_close(&game);
}

/* A player's own skin is before what replaces the model's. */
Test(true_replacements, own_skins_come_first)
{
    struct replaced_game game = {0};
    struct thread_pool *pool = thread_pool_create(1);
    struct scene scene = {0};
    replaced_game_paint(&game, "progs/armor.mdl_0.tga", 4, 4, 0xffff0000);
    replaced_game_open(&game, 1);
    struct truecolor_renderer *renderer = create(&game, pool);
    struct palette_entity *entity = add_model(&game, &scene, "progs/armor.mdl");
    const struct mdl *mdl = entity->model->mdl;
    uint8_t *pixels = calloc((size_t)mdl->skin_width, (size_t)mdl->skin_height);
    struct skin own = {object_id_create(), mdl->skin_width,  mdl->skin_height,
                       mdl->skin_width,    mdl->skin_height, pixels};
    cr_assert(pixels && own.identity);
    scene.palette->replacements = replaced_game_get(&game, models, 3);
    draw(renderer, &scene);
    cr_expect_gt(count_color(0xff0000), 300);
    entity->own_skin = &own;
    draw(renderer, &scene);
    cr_expect_eq(count_color(0xff0000), 0);
    truecolor_renderer_destroy(renderer);
    object_id_release(own.identity);
    free(pixels);
    scene_free(&scene);
    thread_pool_destroy(pool);
    replaced_game_close(&game);
}
