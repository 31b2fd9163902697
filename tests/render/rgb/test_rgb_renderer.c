/* The whole renderer: pictures as pure functions, senseless scenes, memory that runs out. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/cpu.h"
#include "render/renderer.h"
#include "tests/render/rgb/rgb_room.h"
#include "tests/support/scarce.h"

enum { RED = 0xff0000, BLACK = 0, MOMENTS = 3 };

/* Some of everything. */
static struct rgb_room *furnished(int threads)
{
    static const float mins[3] = {0, -1000, -1000}, maxs[3] = {1000, 1000, -40};
    static const uint8_t green[3] = {0, 200, 40};
    struct rgb_room *room = room_create(threads);
    const struct material *lit = room_material(
        room, "lit", "{\n{\nmap $lightmap\n}\n{\nmap ffc08040\nblendFunc filter\n}\n}\n");
    const struct material *wavy =
        room_material(room, "wavy",
                      "{\ncull none\ndeformVertexes wave 40 sin 0 5 0 1\n{\nmap 80ff8040\n"
                      "blendFunc blend\ntcMod turb 0 0.2 0 1\nrgbGen wave sin 0.5 0.5 0 1\n}\n}\n");
    room_wall(room, 1, lit, 200, 0, 0, 220);
    room_patch(room, 1, lit, 150, 90, 40, 30, 30);
    room_soup(room, 1, wavy, 120, -30, 0, 40);
    room_wall(room, 2, room_material(room, "sky", "{\nskyParms 30405060 512 -\n}\n"), 900, 0, 400,
              300);
    const uint32_t fog = room_fog(room, mins, maxs, true, green, 300);
    room->surfaces[room_wall(room, 1, lit, 180, 0, -90, 60)].fog = (int32_t)fog;
    room_finish(room);
    return room;
}

/* A small view, and a picture over it. */
static void lay_over(struct rgb_scene *scene, const struct material *material)
{
    for (int i = 0; i < 2; i++) {
        struct rgb_2d_draw *draw = rgb_scene_add_2d(scene);
        if (draw == NULL) {
            return; /* out of memory */
        }
        draw->kind = i == 0 ? RGB_2D_VIEW : RGB_2D_PICTURE;
        draw->material = material;
        memset(draw->color, 200, sizeof draw->color);
        draw->x = 10;
        draw->y = 20;
        draw->width = draw->height = 40.0f - 10.0f * (float)i;
        draw->st[2] = draw->st[3] = 1;
        draw->fov_x = draw->fov_y = 30;
        struct rgb_entity *sprite = i == 0 ? rgb_scene_add_view_entity(scene) : NULL;
        if (sprite != NULL) {
            sprite->kind = RGB_SPRITE;
            sprite->material = material;
            sprite->origin[0] = 50;
            sprite->radius = 20;
        }
    }
}

static void look(struct rgb_room *room, int moment)
{
    struct rgb_scene *scene = room_look(room, 5.0f * (float)moment, -10, 4);
    room->scene.time = 0.3 * moment;
    room->scene.camera.angles[2] = (float)moment * 7;
    rgb_scene_aim(&room->scene, ROOM_WIDTH, ROOM_HEIGHT);
    struct rgb_dlight *light = rgb_scene_add_dlight(scene);
    cr_assert_not_null(light);
    *light = (struct rgb_dlight){{150, 10, 0}, 120, {1, 0.5f, 0}};
    for (int i = 0; i < 5; i++) {
        struct rgb_entity *sprite = rgb_scene_add_entity(scene);
        cr_assert_not_null(sprite);
        sprite->kind = i == 4 ? RGB_LIGHTNING : RGB_SPRITE;
        sprite->material = room->surface_materials[2];
        sprite->origin[0] = 100.0f + (float)i * 10;
        sprite->origin[1] = -60.0f + (float)i * 20;
        sprite->radius = 12;
        sprite->end[0] = 100;
    }
    lay_over(scene, room->surface_materials[2]);
}

Test(rgb_renderer, equal_pictures_on_any_number_of_threads_and_any_kernels)
{
    static const int threads[] = {1, 2, 3, 7};
    uint64_t wanted[MOMENTS] = {0};
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        for (int i = 0; i < 4; i++) {
            struct rgb_room *room = furnished(threads[i]);
            for (int moment = 0; moment < MOMENTS; moment++) {
                look(room, moment);
                cr_assert_eq(room_draw(room), 0);
                const uint64_t hash = rgb_renderer_hash(room->renderer);
                wanted[moment] = wanted[moment] == 0 ? hash : wanted[moment];
                cr_assert_eq(hash, wanted[moment], "%s, %d threads, moment %d",
                             cpu_level_name((enum cpu_level)level), threads[i], moment);
            }
            room_destroy(room);
        }
    }
    cr_assert(wanted[0] != wanted[1] && wanted[1] != wanted[2]);
}

Test(rgb_renderer, frames_do_not_depend_on_earlier_ones)
{
    struct rgb_room *room = furnished(2);
    uint64_t wanted[MOMENTS];
    for (int moment = 0; moment < MOMENTS; moment++) {
        struct rgb_room *fresh = furnished(1);
        look(fresh, moment);
        cr_assert_eq(room_draw(fresh), 0);
        wanted[moment] = rgb_renderer_hash(fresh->renderer);
        room_destroy(fresh);
    }
    static const int order[] = {2, 0, 1, 1, 0, 2};
    for (int i = 0; i < 6; i++) {
        look(room, order[i]);
        cr_assert_eq(room_draw(room), 0);
        cr_assert_eq(rgb_renderer_hash(room->renderer), wanted[order[i]]);
    }
    /* Another level in between, with other and more surfaces at the same place in memory. */
    const struct rgb_room kept = *room;
    room->level.bsp.num_surfaces = 1;
    room_finish(room);
    look(room, 1);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_neq(rgb_renderer_hash(room->renderer), wanted[1]);
    room->level.bsp.num_surfaces = kept.level.bsp.num_surfaces;
    room_finish(room);
    look(room, 1);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(rgb_renderer_hash(room->renderer), wanted[1]);
    room_destroy(room);
}

Test(rgb_renderer, light_applies_to_the_picture_and_its_hash)
{
    struct rgb_room *room = room_create(2);
    room_wall(room, 1, room_paint(room, "ff204080"), 100, 0, 0, 500);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0x204080);
    const uint64_t plain = rgb_renderer_hash(room->renderer);
    const struct render_light light = {1.0, 2.0};
    rgb_renderer_set_light(room->renderer, &light);
    cr_assert_neq(rgb_renderer_hash(room->renderer), plain);
    rgb_renderer_expand(room->renderer, room->pixels, ROOM_WIDTH);
    cr_assert_eq(room_pixel(room, 0, 0), 0x4080ff);
    const struct render_light none = render_light_plain();
    rgb_renderer_set_light(room->renderer, &none);
    cr_assert_eq(rgb_renderer_hash(room->renderer), plain);
    room_destroy(room);
}

/* Colours of their own come out as they are; light goes on above white. */
Test(rgb_renderer, overbright_frames_are_doubled)
{
    struct rgb_room *room = room_create(2);
    room_wall(room, 1, room_material(room, "lit", "{ { map ff204080\nrgbGen identity } }"), 100, 0,
              0, 500);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    const uint64_t plain = rgb_renderer_hash(room->renderer);
    room->level.overbright = true;
    struct rgb_2d_draw *box = rgb_scene_add_2d(room->scene.rgb);
    *box = (struct rgb_2d_draw){.color = {100, 50, 200, 255}, .width = 20, .height = 20};
    cr_assert_eq(room_draw(room), 0);
    cr_expect_eq(room_pixel(room, 0, 0), 0x4080ff);
    cr_expect_eq(room_pixel(room, -0.95f, 0.95f), 0x6432c8);
    const struct render_light dark = {2.0, 1.0};
    rgb_renderer_set_light(room->renderer, &dark);
    rgb_renderer_expand(room->renderer, room->pixels, ROOM_WIDTH);
    cr_expect_eq(room_pixel(room, 0, 0), 0x1041ff, "%06x", (unsigned)room_pixel(room, 0, 0));
    const struct render_light none = render_light_plain();
    rgb_renderer_set_light(room->renderer, &none);
    room->level.overbright = false;
    room->scene.rgb->num_draws_2d = 0;
    cr_assert_eq(room_draw(room), 0);
    cr_expect_eq(rgb_renderer_hash(room->renderer), plain);
    room_destroy(room);
}

Test(rgb_renderer, is_reached_through_the_renderer_interface)
{
    struct rgb_room *room = room_create(1);
    struct render_frame frame;
    room_wall(room, 1, room_paint(room, "red"), 100, 0, 0, 500);
    room_finish(room);
    room_look(room, 0, 0, 0);
    const struct rgb_options rgb = {RGB_TRILINEAR};
    struct renderer_options options = {
        .width = ROOM_WIDTH, .height = ROOM_HEIGHT, .threads = 2, .rgb = &rgb};
    struct renderer *renderer = renderer_create(&options);
    cr_assert_not_null(renderer);
    cr_assert_eq(renderer_draw(renderer, &room->scene, room->pixels, ROOM_WIDTH), 0);
    cr_assert_eq(room_count(room, RED), ROOM_WIDTH * ROOM_HEIGHT);
    cr_assert_eq(renderer_frame(renderer, &frame), 0);
    cr_assert_eq(frame.pixels[frame.pitch * 50 + 80], RED);
    const uint64_t hash = renderer_hash(renderer);
    scene_clear(&room->scene);
    cr_assert_eq(renderer_draw(renderer, &room->scene, NULL, 0), 0);
    cr_assert_neq(renderer_hash(renderer), hash);
    renderer_destroy(renderer);
    options.rgb = NULL;
    renderer = renderer_create(&options);
    cr_assert_not_null(renderer);
    room_look(room, 0, 0, 0);
    cr_assert_eq(renderer_draw(renderer, &room->scene, room->pixels, ROOM_WIDTH), FORMAT_MISSING);
    cr_assert_eq(room_count(room, BLACK), ROOM_WIDTH * ROOM_HEIGHT);
    renderer_destroy(renderer);
    room_destroy(room);
}

Test(rgb_renderer, no_level_and_nan)
{
    struct rgb_room *room = furnished(1);
    static const float wild[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e9f};
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        look(room, 1);
        struct rgb_scene *scene = room->scene.rgb;
        for (size_t k = 0; k < scene->num_entities; k++) {
            scene->entities[k].origin[k % 3] = wild[i];
            scene->entities[k].axis[k % 3][1] = wild[i];
            scene->entities[k].shader_time = (double)wild[i];
            scene->entities[k].end[0] = wild[i];
        }
        for (size_t k = 0; k < scene->num_draws_2d; k++) {
            scene->draws_2d[k].fov_x = scene->draws_2d[k].width = wild[i];
            scene->draws_2d[k].st[k] = scene->view_entities[0].origin[k] = wild[i];
        }
        scene->dlights[0].origin[0] = wild[i];
        scene->dlights[0].color[1] = wild[i];
        room->scene.time = (double)wild[i];
        cr_assert_eq(room_draw(room), 0);
        scene->fov_y = wild[i];
        room->scene.camera.fov_x = wild[i];
        cr_assert_eq(room_draw(room), 0);
        room->scene.camera.origin[2] = wild[i];
        cr_assert_eq(room_draw(room), 0);
        room->scene.camera.origin[2] = 0;
        scene->axis[0][1] = wild[i];
        cr_assert_eq(room_draw(room), 0);
    }
    look(room, 0);
    room->scene.rgb->level = NULL;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_lt(room_count(room, BLACK), ROOM_WIDTH * ROOM_HEIGHT); /* the sprites are there */
    room->scene.rgb->num_entities = room->scene.rgb->num_draws_2d = 0;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_count(room, BLACK), ROOM_WIDTH * ROOM_HEIGHT);
    room_destroy(room);
}

Test(rgb_renderer, thousands_of_entities)
{
    struct rgb_room *room = furnished(2);
    look(room, 0);
    struct rgb_scene *scene = room->scene.rgb;
    for (int i = 0; i < 5000; i++) {
        struct rgb_entity *sprite = rgb_scene_add_entity(scene);
        cr_assert_not_null(sprite);
        *sprite = scene->entities[i % 5];
        sprite->origin[2] = (float)(i % 100) - 50.0f;
    }
    cr_assert_eq(room_draw(room), 0);
    const uint64_t hash = rgb_renderer_hash(room->renderer);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(rgb_renderer_hash(room->renderer), hash);
    room_destroy(room);
}

/* Each allocation fails once, with all after it: the error is returned, nothing leaks, and the next
 * picture is complete.
 */
Test(rgb_renderer, any_allocation_can_fail)
{
    struct rgb_room *room = furnished(1);
    const struct rgb_options options = {RGB_TRILINEAR};
    look(room, 1);
    cr_assert_eq(room_draw(room), 0);
    const uint64_t wanted = rgb_renderer_hash(room->renderer);
    scarce_begin_from(UINT64_MAX);
    struct rgb_renderer *renderer =
        rgb_renderer_create(ROOM_WIDTH, ROOM_HEIGHT, 1, &options, room->pool);
    cr_assert_eq(rgb_renderer_draw(renderer, &room->scene, NULL, 0), 0);
    rgb_renderer_destroy(renderer);
    const uint64_t count = scarce_count();
    cr_assert_eq(scarce_blocks(), 0);
    scarce_end();
    for (uint64_t i = 1; i <= count; i++) {
        scarce_begin_from(i);
        renderer = rgb_renderer_create(ROOM_WIDTH, ROOM_HEIGHT, 1, &options, room->pool);
        if (renderer != NULL) {
            cr_assert_eq(rgb_renderer_draw(renderer, &room->scene, NULL, 0), FORMAT_MEMORY,
                         "allocation %d", (int)i);
        }
        scarce_end();
        if (renderer != NULL) {
            cr_assert_eq(rgb_renderer_draw(renderer, &room->scene, NULL, 0), 0);
            cr_assert_eq(rgb_renderer_hash(renderer), wanted, "allocation %d", (int)i);
        }
        rgb_renderer_destroy(renderer);
    }
    room_destroy(room);
}
