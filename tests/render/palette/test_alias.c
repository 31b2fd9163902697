/* Alias models: both ways of drawing them, light, colours, clipping, and bands. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/archives/pak.h"
#include "formats/base/dmath.h"
#include "formats/pictures/lmp.h"
#include "render/palette/entities/alias.h"
#include "tests/support/entities_stage.h"
#include "tests/support/real_data.h"

Test(alias, bands_do_not_change_the_picture)
{
    static const struct {
        const char *what;
        float x, y, z, scale;
    } places[] = {{"near", 200, 0, 0, 1},          {"far", 3000, 10, -20, 1},
                  {"left edge", 150, 150, 0, 1},   {"right edge", 150, -150, 0, 1},
                  {"top edge", 150, 0, 120, 1},    {"bottom edge", 150, 0, -120, 1},
                  {"corner", 150, 150, 110, 1},    {"around the camera", 20, 0, 0, 1},
                  {"all over", 60, 5, 5, 2},       {"tiny", 700, 0, 0, 0.05f},
                  {"one pixel", 3000, 0, 0, 0.01f}};
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (uint32_t seed = 0; seed < 4; seed++) {
            struct mesh mesh;
            mesh_random(&mesh, seed, places[i].scale);
            cr_assert_not_null(palette_scene_begin(&stage.scene));
            stage.scene.camera.fov_x = 90;
            struct palette_entity *entity =
                stage_add(&stage, &mesh.model, places[i].x, places[i].y, places[i].z);
            entity->angles[0] = (float)seed * 20;
            entity->angles[1] = (float)seed * 77;
            entity->angles[2] = (float)seed * 11;
            cr_assert_gt(check_bands(&stage, places[i].what), 0, "%s: nothing drawn",
                         places[i].what);
        }
    }
    stage_free(&stage);
}

Test(alias, far_models_are_subdivided)
{
    struct mesh mesh;
    struct stage stage;
    struct alias_list list = {0};
    struct view view;
    static uint8_t wide[ALIAS_COLORMAP_BYTES];
    stage_init(&stage, 320, 152);
    view_setup(&view, &stage.scene, 320, 152);
    mesh_random(&mesh, 1, 0.1f);
    mesh.mdl.size = 11; /* one unit: the border is at 200 + 100 units */
    /* The box reaches 12.7 units from its middle; whole units count. */
    struct palette_entity *entity = stage_add(&stage, &mesh.model, 314, 0, 0);
    struct alias_request request = {stage.scene.palette, &view, entity, wide, false};
    alias_list_begin(&list, &view);
    cr_assert_eq(alias_list_add(&list, &request), 1);
    entity->origin[0] = 310;
    cr_assert_eq(alias_list_add(&list, &request), 1);
    entity->origin[0] = -100;
    cr_assert_eq(alias_list_add(&list, &request), 0);
    entity->origin[0] = 314;
    entity->origin[1] = 310; /* across the left edge */
    cr_assert_eq(alias_list_add(&list, &request), 1);
    cr_assert(list.models[0].is_far);
    cr_assert_not(list.models[1].is_far);
    cr_assert_not(list.models[2].is_far);
    alias_list_free(&list);
    stage_free(&stage);
}

Test(alias, both_fill_methods_cover_a_square)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 1, 100);
    for (int far = 0; far < 2; far++) {
        cr_assert_not_null(palette_scene_begin(&stage.scene));
        stage.scene.camera.fov_x = 90;
        stage_add(&stage, &mesh.model, far ? 1500 : 300, 0, 0);
        struct picture p = stage_draw(&stage, stage.height);
        int half = far ? 13 : 67; /* 127 units at 160 pixels a unit of slope */
        for (int v = 0; v < stage.height; v++) {
            for (int u = 0; u < stage.width; u++) {
                if (abs(u - 160) < half - 1 && abs(v - 100) < half - 1) {
                    cr_assert(picture_pixel(&p, u, v) == 100 || picture_pixel(&p, u, v) == 101,
                              "hole at %d, %d", u, v);
                } else if (abs(u - 160) > half + 2 || abs(v - 100) > half + 2) {
                    cr_assert_eq(picture_pixel(&p, u, v), GROUND);
                }
            }
        }
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(alias, nearer_wins_and_at_equal_depth_the_later)
{
    struct mesh red, blue;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&red, 0.5f, 20);
    mesh_square(&blue, 0.5f, 40);
    static const struct {
        float red, blue;
        uint8_t shown;
    } cases[] = {
        {200, 220, 20}, {220, 200, 40}, {200, 200, 40}, {1500, 2000, 20}, {2000, 1500, 40}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_not_null(palette_scene_begin(&stage.scene));
        stage.scene.camera.fov_x = 90;
        stage_add(&stage, &red.model, cases[i].red, 0, 0);
        stage_add(&stage, &blue.model, cases[i].blue, 0, 0);
        struct picture p = stage_draw(&stage, 32);
        cr_assert_eq(picture_pixel(&p, 160, 100) & ~1, cases[i].shown, "case %zu", i);
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(alias, z_buffer_hides)
{
    struct mesh mesh;
    struct stage stage;
    struct view view;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    stage_add(&stage, &mesh.model, 200, 0, 0);
    view_setup(&view, &stage.scene, 320, 200);
    struct picture p = picture_make(320, 200);
    struct surfaces_target target = picture_target(&p);
    for (int i = 0; i < 320 * 100; i++) {
        target.z[i] = 0x8000 / 100; /* a wall at 100 units in the upper half */
    }
    cr_assert_eq(entities_prepare(stage.entities, stage.scene.palette, &view, NULL), 0);
    entities_draw_band(stage.entities, &target, 0, 200);
    cr_assert_eq(picture_pixel(&p, 160, 99), GROUND);
    cr_assert_neq(picture_pixel(&p, 160, 101), GROUND);
    cr_assert_eq(target.z[101 * 320 + 160], 0x8000 / 200);
    picture_free(&p);
    stage_free(&stage);
}

Test(alias, weapon_is_drawn_last_at_a_third_of_the_distance)
{
    struct mesh red, blue;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&red, 0.5f, 20);
    mesh_square(&blue, 0.5f, 40);
    stage_add(&stage, &red.model, 100, 0, 0);
    struct palette_entity *weapon = &stage.scene.palette->view_model;
    weapon->model = &blue.model;
    weapon->alpha = 255;
    weapon->frame_lerp = 1;
    weapon->origin[0] = 250;
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(picture_pixel(&p, 160, 100) & ~1, 40);
    picture_free(&p);
    weapon->origin[0] = 350;
    p = stage_draw(&stage, 32);
    cr_assert_eq(picture_pixel(&p, 160, 100) & ~1, 20);
    picture_free(&p);
    weapon->origin[0] = 30;
    cr_assert_eq(check_bands(&stage, "weapon"), 320 * 200);
    stage_free(&stage);
}

Test(alias, frames_and_skins_out_of_range_are_the_first)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    struct palette_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
    static const int32_t skins[] = {0, 1, 2, -1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof skins / sizeof *skins; i++) {
        entity->skin = skins[i];
        entity->frame = skins[i];
        struct picture p = stage_draw(&stage, 32);
        cr_assert_eq(picture_pixel(&p, 160, 100) & ~1, skins[i] == 1 ? 84 : 20, "skin %d",
                     (int)skins[i]);
        picture_free(&p);
    }
    entity->alpha = 0;
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(count_drawn(&p), 0);
    picture_free(&p);
    stage_free(&stage);
}

Test(alias, frames_are_blended_only_when_asked)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    for (int i = 0; i < 4; i++) { /* the second frame is the square squeezed to its middle third */
        for (int j = 1; j < 3; j++) {
            mesh.poses[4 + i].v[j] = mesh.poses[i].v[j] ? 170 : 85;
        }
        mesh.poses[4 + i].normal = 40; /* and light falls on it otherwise */
    }
    struct palette_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
    struct picture first = stage_draw(&stage, 32);
    entity->frame = 1;
    struct picture second = stage_draw(&stage, 32);
    entity->frame_lerp = 0;
    struct picture blended = stage_draw(&stage, 32);
    cr_assert(pictures_equal(&first, &blended));
    picture_free(&blended);
    entity->frame_lerp = 0.5f;
    blended = stage_draw(&stage, 32);
    cr_assert_lt(count_drawn(&blended), count_drawn(&first));
    cr_assert_gt(count_drawn(&blended), count_drawn(&second));
    picture_free(&blended);
    entity->old_frame = 1;
    blended = stage_draw(&stage, 32);
    cr_assert(pictures_equal(&second, &blended));
    picture_free(&blended);
    picture_free(&second);
    picture_free(&first);
    stage_free(&stage);
}

Test(alias, poses_of_a_group_are_blended_only_when_asked)
{
    static const float ends[2] = {0.25f, 0.5f};
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    for (int i = 0; i < 4; i++) {
        for (int j = 1; j < 3; j++) {
            mesh.poses[4 + i].v[j] = mesh.poses[i].v[j] ? 170 : 85;
        }
    }
    mesh.frames[0] = (struct mdl_group){0, 2, ends};
    struct palette_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
    size_t drawn[2][3];
    for (int lerp = 0; lerp < 2; lerp++) {
        static const double times[3] = {0.25, 0.375, 0.4999};
        entity->lerp_poses = lerp;
        for (int i = 0; i < 3; i++) {
            stage.scene.time = times[i];
            struct picture p = stage_draw(&stage, 32);
            drawn[lerp][i] = (size_t)count_drawn(&p);
            picture_free(&p);
        }
    }
    cr_assert(drawn[0][0] == drawn[0][1] && drawn[0][1] == drawn[0][2]);
    cr_assert(drawn[1][0] > drawn[1][1] && drawn[1][1] > drawn[1][2]);
    cr_assert_eq(drawn[1][2], drawn[0][2]);
    stage_free(&stage);
}

/* A far model behind everything is left out by its rectangle; one pixel that is free shows it. */
Test(alias, hidden_far_models_show_through_the_smallest_hole)
{
    struct mesh mesh;
    struct stage stage;
    struct view view;
    stage_init(&stage, 320, 200);
    mesh_random(&mesh, 5, 1);
    stage_add(&stage, &mesh.model, 3000, 10, -20);
    struct picture open = stage_draw(&stage, 32);
    view_setup(&view, &stage.scene, stage.width, stage.height);
    cr_assert_eq(entities_prepare(stage.entities, stage.scene.palette, &view, NULL), 0);
    int size = stage.width * stage.height, holes = 0;
    for (int hole = 0; hole < size; hole++) {
        if (open.pixels[GUARD + hole] == GROUND) {
            continue;
        }
        struct picture p = picture_make(stage.width, stage.height);
        struct surfaces_target target = picture_target(&p);
        for (int i = 0; i < size; i++) {
            target.z[i] = i == hole ? 0 : INT16_MAX;
        }
        entities_draw_band(stage.entities, &target, 0, stage.height);
        cr_assert_eq(count_drawn(&p), 1);
        cr_assert_eq(target.pixels[hole], open.pixels[GUARD + hole]);
        target.z[hole] = INT16_MAX;
        target.pixels[hole] = GROUND;
        entities_draw_band(stage.entities, &target, 0, stage.height);
        cr_assert_eq(count_drawn(&p), 0);
        picture_free(&p);
        holes++;
    }
    cr_assert_gt(holes, 0);
    picture_free(&open);
    stage_free(&stage);
}

/* The light of the first vertex of a model. */
static int32_t light_of(struct stage *stage, struct palette_entity *entity, bool weapon)
{
    struct alias_list list = {0};
    struct view view;
    static uint8_t wide[ALIAS_COLORMAP_BYTES];
    struct alias_request request = {stage->scene.palette, &view, entity, wide, weapon};
    view_setup(&view, &stage->scene, stage->width, stage->height);
    alias_list_begin(&list, &view);
    cr_assert_eq(alias_list_add(&list, &request), 1);
    int32_t light = list.models[0].lights[entity->model->mdl->poses[0].normal];
    alias_list_free(&list);
    return light;
}

Test(alias, light_follows_the_originals_sums)
{
    struct mesh mesh;
    struct stage stage;
    static struct bsp dark; /* a lit map without anything under the point */
    static struct bsp_submodel submodel = {.head_node = {-1, 0, 0, 0}};
    static uint8_t light_data[1];
    static struct model world = {.kind = MODEL_BRUSH, .bsp = &dark};
    dark.submodels = &submodel;
    dark.num_submodels = 1;
    dark.light_data = light_data;
    dark.light_size = 1;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    enum { UP = 5 };
    mesh.poses[0].normal = UP;
    struct palette_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
    /* No world: full light 255 is ambient 128 and shade 64. */
    cr_assert_eq(light_of(&stage, entity, false), ((255 - 128) << 6) - 64 * 64);
    entity->angles[2] = 180; /* upside down */
    cr_assert_eq(light_of(&stage, entity, false), (255 - 128) << 6);
    entity->angles[2] = 0;
    stage.scene.palette->world = &world;
    cr_assert_eq(light_of(&stage, entity, false), (255 - 5) << 6);
    cr_assert_eq(light_of(&stage, entity, true), ((255 - 24) << 6) - 24 * 64);
    struct palette_dlight *dlight = palette_scene_add_dlight(stage.scene.palette);
    dlight->origin[0] = 200;
    dlight->origin[1] = 30;
    dlight->radius = 70.75f; /* adds 40 */
    cr_assert_eq(light_of(&stage, entity, false), (255 - 40) << 6);
    dlight->radius = 1e30f;
    cr_assert_eq(light_of(&stage, entity, false), (255 - 128) << 6);
    dlight->radius = NAN;
    cr_assert_eq(light_of(&stage, entity, false), (255 - 5) << 6);
    stage_free(&stage);
}

Test(alias, back_triangles_take_the_back_half_of_the_skin)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 1, 20);
    for (int i = 0; i < SKIN_SIDE * SKIN_SIDE; i++) {
        mesh.skin[i] = i % SKIN_SIDE < SKIN_SIDE / 2 ? 20 : 40;
    }
    for (int i = 0; i < 4; i++) {
        mesh.texcoords[i].on_seam = true;
        mesh.triangles[i].faces_front = false;
    }
    static const float distances[] = {300, 1500, 100}; /* spans, points, clipped */
    for (int i = 0; i < 3; i++) {
        cr_assert_not_null(palette_scene_begin(&stage.scene));
        stage.scene.camera.fov_x = 90;
        stage_add(&stage, &mesh.model, distances[i], 0, 0);
        struct picture p = stage_draw(&stage, 32);
        cr_assert_eq(picture_pixel(&p, 165, 103) & ~1, 40, "at %g", (double)distances[i]);
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(alias, player_colours)
{
    static uint8_t map[COLORMAP_BYTES], wide[ALIAS_COLORMAP_BYTES];
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        map[i] = (uint8_t)(i + (i >> 8));
    }
    alias_colormap_translate(map, 4, 13, wide);
    for (int row = 0; row < COLORMAP_ROWS; row++) {
        for (int i = 0; i < 256; i++) {
            int from = i;
            if (i >= 16 && i < 32) {
                from = 64 + i - 16;
            } else if (i >= 96 && i < 112) { /* the upper half runs backwards */
                from = 208 + 15 - (i - 96);
            }
            cr_assert_eq(wide[row * 256 + i], map[row * 256 + from]);
        }
    }
    /* Light that oversteps stays at the end. */
    cr_assert_eq(memcmp(wide + 64 * 256, wide + 63 * 256, 256), 0);
    cr_assert_eq(memcmp(wide + 255 * 256, wide, 256), 0);
}

Test(alias, invalid_models_draw_inside_the_frame)
{
    static const float weird[] = {0, -1, 1e-30f, 1e6f, -1e6f, 1e38f, INFINITY, -INFINITY, NAN};
    enum { COUNT = sizeof weird / sizeof *weird };
    struct stage stage;
    stage_init(&stage, 161, 101);
    for (uint32_t i = 0; i < COUNT * COUNT; i++) {
        struct mesh mesh;
        mesh_random(&mesh, i, 1);
        cr_assert_not_null(palette_scene_begin(&stage.scene));
        stage.scene.camera.fov_x = 90;
        mesh.mdl.scale[i % 3] = weird[i % COUNT];
        mesh.mdl.origin[(i + 1) % 3] = weird[i / COUNT];
        mesh.mdl.size = weird[(i + 3) % COUNT];
        memset(mesh.bounds[0], (int)(i & 1) * 128, sizeof mesh.bounds[0]); /* a box that lies */
        for (int j = 0; j < 8; j++) {
            mesh.texcoords[j].s = 32767 * (j & 1 ? 1 : -1);
            mesh.texcoords[j].t = 32767 * (j & 2 ? 1 : -1);
        }
        struct palette_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
        entity->angles[i % 3] = weird[i / COUNT];
        entity->frame_lerp = weird[i / COUNT];
        entity->old_frame = 1;
        stage_add(&stage, &mesh.model, 3000, weird[i % COUNT], 0);
        stage_add(&stage, &mesh.model, 500, 0, 0);
        stage.scene.palette->view_model = *entity;
        check_bands(&stage, "hostile");
    }
    stage_free(&stage);
}

/* ---- Sprites ---- */

static void check_real_model(struct stage *stage, const struct pak_member *member)
{
    struct model model = {.kind = MODEL_ALIAS};
    struct mdl mdl;
    cr_assert_eq(mdl_read(&mdl, member->data, member->size, NULL), 0, "%s", member->name);
    model.mdl = &mdl;
    static const float distances[] = {5, 40, 150, 900};
    for (int i = 0; i < 4; i++) {
        cr_assert_not_null(palette_scene_begin(&stage->scene));
        stage->scene.camera.fov_x = 90;
        struct palette_entity *entity = stage_add(stage, &model, distances[i], 0, 0);
        entity->angles[1] = (float)i * 50 + 150;
        entity->frame = i;
        if (i == 0) {
            stage->scene.palette->view_model = *entity;
        }
        int drawn = check_bands(stage, member->name);
        cr_assert(i != 2 || drawn > 0, "%s", member->name);
    }
    mdl_free(&mdl);
}

Test(real, models_of_librequake)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "librequake/id1/pak0.pak");
    struct pak pak;
    struct stage stage;
    int checked = 0;
    stage_init(&stage, 320, 200);
    cr_assert_eq(pak_open_memory(&pak, data, size, NULL), 0);
    for (uint32_t i = 0; i < pak.num_members; i++) {
        struct pak_member member;
        if (pak_get(&pak, i, &member, NULL) == 0 && strstr(member.name, ".mdl") != NULL) {
            check_real_model(&stage, &member);
            checked++;
        }
    }
    cr_assert_gt(checked, 50);
    stage_free(&stage);
    free(data);
}
