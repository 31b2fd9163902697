/* The 2D layer: pictures, fills, sub-views of entities. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "render/cpu.h"
#include "tests/render/rgb/rgb_room.h"

enum { RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, BLACK = 0 };

static struct rgb_2d_draw *add(struct rgb_scene *scene, const struct material *material, float x,
                               float y, float width, float height)
{
    struct rgb_2d_draw *draw = rgb_scene_add_2d(scene);
    cr_assert_not_null(draw);
    *draw = (struct rgb_2d_draw){.material = material,
                                 .color = {255, 255, 255, 255},
                                 .x = x,
                                 .y = y,
                                 .width = width,
                                 .height = height,
                                 .st = {0, 0, 1, 1},
                                 .first_entity = draw->first_entity};
    return draw;
}

static uint32_t at(const struct rgb_room *room, int x, int y)
{
    return room->pixels[y * ROOM_WIDTH + x];
}

/* A red wall that fills the picture, at 10 units: nearer than anything of a small view. */
static struct rgb_room *before_a_wall(int threads)
{
    struct rgb_room *room = room_create(threads);
    room_wall(room, 1, room_paint(room, "red"), 10, 0, 0, 200);
    room_finish(room);
    return room;
}

Test(rgb_2d, fills_cover_whole_pixels_in_order)
{
    struct rgb_room *room = before_a_wall(1);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    memcpy(add(scene, NULL, 10, 20, 30, 8)->color, (uint8_t[4]){0, 255, 0, 255}, 4);
    memcpy(add(scene, NULL, 12, 22, 4, 4)->color, (uint8_t[4]){0, 0, 255, 255}, 4);
    memcpy(add(scene, NULL, 100, 50, 10, 10)->color, (uint8_t[4]){0, 255, 0, 128}, 4);
    cr_assert_eq(room_draw(room), 0);
    cr_expect_eq(room_count(room, GREEN), 30u * 8u - 16u);
    cr_expect_eq(room_count(room, BLUE), 16u);
    cr_expect_eq(at(room, 10, 20), GREEN);
    cr_expect_eq(at(room, 39, 27), GREEN);
    cr_expect_eq(at(room, 9, 20), RED);
    cr_expect_eq(at(room, 40, 20), RED);
    cr_expect_eq(at(room, 10, 28), RED);
    const uint32_t mixed = at(room, 105, 55);
    cr_expect(abs((int)(mixed >> 16) - 127) <= 1 && abs((int)(mixed >> 8 & 255) - 128) <= 1, "%06x",
              mixed);
    room_destroy(room);
}

Test(rgb_2d, pictures_are_clipped_and_empty_ones_skipped)
{
    struct rgb_room *room = before_a_wall(1);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f};
    memcpy(add(scene, NULL, -50, -50, 60, 60)->color, (uint8_t[4]){0, 255, 0, 255}, 4);
    memcpy(add(scene, NULL, ROOM_WIDTH - 5, ROOM_HEIGHT - 5, 9999, 9999)->color,
           (uint8_t[4]){0, 255, 0, 255}, 4);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        add(scene, NULL, odd[i], 0, 10, 10);
        add(scene, NULL, 0, 0, 10, odd[i]);
        add(scene, NULL, 0, 0, 10, 10)->st[2] = odd[i];
        add(scene, NULL, odd[i], odd[i], 10, 10)->kind = RGB_2D_VIEW;
    }
    add(scene, NULL, 20, 20, 0, 10);
    cr_assert_eq(room_draw(room), 0);
    cr_expect_eq(room_count(room, GREEN), 100u + 25u);
    cr_expect_eq(room_count(room, RED), ROOM_WIDTH * ROOM_HEIGHT - 125u);
    room_destroy(room);
}

Test(rgb_2d, pictures_follow_their_shader)
{
    struct rgb_room *room = before_a_wall(1);
    const struct material *add_green =
        room_material(room, "glow", "{\n{\nmap green\nblendFunc add\nrgbGen vertex\n}\n}\n");
    const struct material *equal = room_material(
        room, "equal", "{\n{\nmap blue\ndepthFunc equal\n}\n{\nmap green\nblendFunc add\n}\n}\n");
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    memcpy(add(scene, add_green, 0, 0, 10, 10)->color, (uint8_t[4]){255, 128, 255, 255}, 4);
    add(scene, add_green, 5, 0, 10, 10);
    add(scene, equal, 50, 0, 10, 10);
    cr_assert_eq(room_draw(room), 0);
    cr_expect(abs((int)(at(room, 2, 5) >> 8 & 255) - 128) <= 1, "%06x", at(room, 2, 5));
    cr_expect_eq(at(room, 2, 5) >> 16, 255u);
    cr_expect_eq(at(room, 7, 5), 0xffff00u);
    cr_expect_eq(at(room, 12, 5), 0xffff00u);
    cr_expect_eq(at(room, 55, 5), 0x00ffffu);
    room_destroy(room);
}

/* A texture of 8 x 8 red texels, whose smaller mip levels are green. Caller destroys. */
static struct texture *make_levels(void)
{
    static uint8_t red[64][4], green[16][4];
    for (int i = 0; i < 64; i++) {
        red[i][0] = red[i][3] = green[i % 16][1] = green[i % 16][3] = 255;
    }
    const uint8_t *levels[4] = {red[0], green[0], green[0], green[0]};
    struct texture *texture = texture_create("levels", false, 4, 8, 8, levels);
    cr_assert_not_null(texture);
    return texture;
}

/* The level follows the size of texels, wherever on the texture the picture begins. */
Test(rgb_2d, smaller_pictures_use_smaller_mip_levels)
{
    static const float st[4][4] = {{0, 0, 2, 1}, {-1, 0, 1, 1}, {0, -1, 1, 1}, {-3, -2, -1, -1}};
    struct rgb_room *room = room_create(1);
    struct texture *texture = make_levels();
    const struct material *picture = room_paint(room, "blue");
    room->colors[room->num_colors - 1].texture = *texture;
    room_finish(room);
    for (int i = 0; i < 4; i++) { /* a frame each: pictures of a batch are shaded alike */
        struct rgb_scene *scene = room_look(room, 0, 0, 0);
        memcpy(add(scene, picture, 10, 10, 8, 8)->st, st[i], sizeof st[i]);
        cr_assert_eq(room_draw(room), 0);
        const uint32_t small = at(room, 14, 14); /* levels 0 and 1 may mix a little */
        cr_expect(small >> 16 <= 5 && (small >> 8 & 255) >= 250, "%d: %06x", i, small);
        scene = room_look(room, 0, 0, 0);
        memcpy(add(scene, picture, 10, 10, 16, 16)->st, st[i], sizeof st[i]);
        cr_assert_eq(room_draw(room), 0);
        cr_expect_eq(at(room, 14, 14), RED, "%d: %06x", i, at(room, 14, 14));
    }
    room_destroy(room);
    texture_destroy(texture);
}

/* A sprite at 100 units in a view of 90 degrees: as many pixels of the view's half as it has
 * hundredths of radius. */
static void add_sprite(struct rgb_scene *scene, const struct material *material, float x, float y,
                       float radius)
{
    struct rgb_entity *sprite = rgb_scene_add_view_entity(scene);
    cr_assert_not_null(sprite);
    sprite->kind = RGB_SPRITE;
    sprite->material = material;
    sprite->origin[0] = x;
    sprite->origin[1] = y;
    sprite->radius = radius;
}

static void add_view(struct rgb_scene *scene, float x, float y, float side)
{
    struct rgb_2d_draw *view = add(scene, NULL, x, y, side, side);
    view->kind = RGB_2D_VIEW;
    view->fov_x = view->fov_y = 90;
}

Test(rgb_2d, sub_views_reset_depth_and_are_clipped)
{
    struct rgb_room *room = before_a_wall(1);
    const struct material *green =
        room_material(room, "g", "{\ncull none\n{\nmap green\ndepthWrite\n}\n}\n");
    const struct material *blue =
        room_material(room, "b", "{\ncull none\n{\nmap blue\ndepthWrite\n}\n}\n");
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    add_view(scene, 20.7f, 30.2f, 40.5f);    /* pixels 20..59 and 30..69 */
    add_sprite(scene, green, 100, 0, 50);    /* 20 x 20 in its middle */
    add_view(scene, 100, 30, 40);            /* a blue 20 x 20 in it, and black on that */
    add_sprite(scene, green, 100, 100, 500); /* far larger than the view */
    add_sprite(scene, blue, 50, 0, 25);
    memcpy(add(scene, NULL, 110, 40, 5, 5)->color, (uint8_t[4]){0, 0, 0, 255}, 4);
    cr_assert_eq(room_draw(room), 0);
    cr_expect_eq(at(room, 40, 50), GREEN);
    cr_expect_eq(at(room, 31, 41), GREEN);
    cr_expect_eq(at(room, 29, 50), RED);
    cr_expect_eq(at(room, 100, 30), GREEN);
    cr_expect_eq(at(room, 139, 69), GREEN);
    cr_expect_eq(at(room, 140, 69), RED);
    cr_expect_eq(at(room, 99, 30), RED);
    cr_expect_eq(at(room, 120, 50), BLUE);
    cr_expect_eq(at(room, 112, 42), BLACK);
    cr_expect_eq(room_count(room, GREEN), 20u * 20u + 40u * 40u - 20u * 20u, "%u",
                 room_count(room, GREEN));
    room_destroy(room);
}

static uint64_t busy_picture(int threads)
{
    struct rgb_room *room = before_a_wall(threads);
    const struct material *glow =
        room_material(room, "glow",
                      "{\n{\nmap 80ff8040\nblendFunc blend\nrgbGen vertex\n"
                      "alphaGen vertex\ntcMod scroll 0.3 0.2\n}\n}\n");
    const struct material *solid = room_material(
        room, "s", "{\ncull none\n{\nmap 00ffc080\nrgbGen wave sin 0.5 0.5 0 1\n}\n}\n");
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    room->scene.time = 1.3;
    for (int i = 0; i < 40; i++) {
        const float x = (float)(i * 37 % 170) - 5.25f, y = (float)(i * 53 % 110) - 5.5f;
        if (i % 5 == 0) {
            add_view(scene, x, y, 30);
            add_sprite(scene, i % 10 == 0 ? glow : solid, 90, (float)i, 60);
            add_sprite(scene, solid, 60, -20, 30);
            continue;
        }
        struct rgb_2d_draw *draw = add(scene, i % 3 == 0 ? NULL : glow, x, y, 17.3f, 9.7f);
        draw->color[i % 4] = (uint8_t)(i * 6);
    }
    cr_assert_eq(room_draw(room), 0);
    const uint64_t hash = rgb_renderer_hash(room->renderer);
    room_destroy(room);
    return hash;
}

/* Hash of the picture, which was inspected. */
#define BUSY UINT64_C(0xf909b27f1c4b4673)

Test(rgb_2d, the_same_bits_on_all_threads_and_kernels)
{
    const enum cpu_level best = cpu_active_level();
    for (int level = 0; level <= (int)best; level++) {
        cpu_set_level((enum cpu_level)level);
        for (int threads = 1; threads <= 7; threads += 3) {
            const uint64_t hash = busy_picture(threads);
            cr_expect_eq(hash, BUSY, "%d threads, level %d: %016llx", threads, level,
                         (unsigned long long)hash);
        }
    }
    cpu_set_level(best);
}
