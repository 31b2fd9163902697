/* Dynamic lights and fog in pictures. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/render/rgb/rgb_room.h"

enum { RED = 0xff0000, BLACK = 0, GREY = 0x808080 };

static struct rgb_dlight *add_light(struct rgb_scene *scene, float x, float y, float z,
                                    float radius)
{
    struct rgb_dlight *light = rgb_scene_add_dlight(scene);
    cr_assert_not_null(light);
    *light = (struct rgb_dlight){{x, y, z}, radius, {1, 0, 0}};
    return light;
}

/* A floor would be lit from above; a wall is lit in a strip, as the light is projected along z. */
Test(rgb_light, lights_surfaces_in_range_that_take_lights)
{
    struct rgb_room *room = room_create(1);
    struct material *grey = room_paint(room, "grey");
    room_wall(room, 1, grey, 100, 0, 0, 50);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREY);
    add_light(scene, 100, 20, 0, 100);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.2f, 0), 0xff8080);
    cr_assert_eq(room_pixel(room, 0.45f, 0),
                 GREY);                /* 65 of 100 units to the side: outside the spot */
    scene->dlights[0].origin[2] = 200; /* out of reach along z */
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.2f, 0), GREY);
    scene->dlights[0].origin[2] = 0;
    room->rules[grey->id].surface_flags |= Q3_PARM_NO_DLIGHT;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.2f, 0), GREY);
    room_destroy(room);
}

/* A large surface is listed by the leafs it crosses; the light is in another one. */
Test(rgb_light, a_light_reaches_surfaces_of_other_leafs)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 1, room_paint(room, "grey"), 350, 0, 0, 50);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    add_light(scene, 360, 0, 0, 100);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0xff8080);
    scene->dlights[0].origin[0] = 451;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREY);
    room_destroy(room);
}

Test(rgb_light, lights_add_up_and_invalid_ones_are_ignored)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 1, room_paint(room, "10101010"), 100, 0, 0, 50);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    for (int i = 0; i < 40; i++) {
        struct rgb_dlight *light = add_light(scene, 100, 0, 0, 100);
        light->color[0] = i < 3 ? 1.0f : 0.0f;
        light->radius = i == 2 ? -1.0f : i == 3 ? NAN : 100.0f;
    }
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0x401010); /* twice what is there more, each */
    room_destroy(room);
}

Test(rgb_light, inline_models_get_the_scenes_first_light_only)
{
    struct rgb_room *room = room_create(1);
    const uint32_t first = room_wall(room, 1, room_paint(room, "grey"), 100, 0, 0, 50);
    const uint32_t part = room_submodel(room, first);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    struct q3_model model = {.kind = Q3_MODEL_BRUSH, .level = &room->level, .submodel = part};
    struct rgb_entity *entity = rgb_scene_add_entity(scene);
    cr_assert_not_null(entity);
    entity->model = &model;
    add_light(scene, 100, 0, 0, 100);
    add_light(scene, 100, 0, 0, 100);
    scene->dlights[1].color[0] = 0;
    scene->dlights[1].color[1] = 1;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0xff8080);
    room_destroy(room);
}

Test(rgb_fog, hides_distant_surfaces_inside)
{
    static const float mins[3] = {-1000, -1000, -1000}, maxs[3] = {1000, 1000, 1000};
    static const uint8_t red[3] = {255, 0, 0};
    struct rgb_room *room = room_create(1);
    const struct material *black = room_paint(room, "black");
    const uint32_t far = room_wall(room, 2, black, 300, -200, 0, 100);
    const uint32_t near = room_wall(room, 1, black, 100, 60, 0, 50);
    room_wall(room, 2, black, 301, 0, 0, 1000);
    const uint32_t fog = room_fog(room, mins, maxs, false, red, 250);
    room->surfaces[far].fog = room->surfaces[near].fog = (int32_t)fog;
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0.6f, 0), RED);
    const uint32_t pale = room_pixel(room, -0.6f, 0);
    /* sqrt(100 / 250) of 255 is 161. */
    cr_assert(pale >> 16 >= 157 && pale >> 16 <= 163 && (pale & 0xffff) == 0, "%06x", pale);
    cr_assert_eq(room_pixel(room, 0, 0), BLACK); /* far, but in no fog */
    room_destroy(room);
}

Test(rgb_fog, dims_additive_surfaces_inside)
{
    static const float mins[3] = {-1000, -1000, -1000}, maxs[3] = {1000, 1000, 1000};
    static const uint8_t blue[3] = {0, 0, 255};
    struct rgb_room *room = room_create(1);
    const struct material *glow = room_material(room, "x", "{\n{\nmap red\nblendFunc add\n}\n}\n");
    room_fog(room, mins, maxs, false, blue, 250);
    room->surfaces[room_wall(room, 1, glow, 100, 0, 0, 50)].fog = 0;
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    const uint32_t dim = room_pixel(room, 0, 0);
    cr_assert(dim >> 16 >= 91 && dim >> 16 <= 97 && (dim & 0xffff) == 0, "%06x", dim);
    room_destroy(room);
}

Test(rgb_fog, faces_of_the_volume_draw_fog_alone)
{
    static const float mins[3] = {50, -1000, -1000}, maxs[3] = {1000, 1000, 1000};
    static const uint8_t red[3] = {255, 0, 0};
    struct rgb_room *room = room_create(1);
    const struct material *face =
        room_material(room, "fog", "{\nsurfaceparm fog\nfogParms ( 1 0 0 ) 50\n}\n");
    room_fog(room, mins, maxs, false, red, 50);
    room->surfaces[room_wall(room, 1, face, 100, 0, 0, 30)].fog = 0;
    room_wall(room, 1, room_paint(room, "grey"), 200, 0, 0, 500);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    cr_assert_eq(room_pixel(room, 0.6f, 0), GREY);
    room_destroy(room);
}
