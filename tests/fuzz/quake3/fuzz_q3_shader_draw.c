/* Fuzz target: shader scripts from their text to pictures. One of the first definitions is
 * drawn on the walls of a small map, on a model, a sprite, beams and a polygon. */
#include <stdio.h>

#include "formats/scripts/q3_shader_list.h"
#include "tests/fuzz/stages/q3_draw_stage.h"
#include "tests/fuzz/stages/require.h"

enum { SHADERS_MAX = 4 };

static struct q3_draw draw;
static struct q3_draw room; /* its walls are remapped: stays */

static void add_poly(const struct material *material, uint32_t *seed)
{
    struct rgb_point *points;
    const uint32_t count = 3 + next_random(seed) % 8;
    struct rgb_poly *poly = rgb_scene_add_poly(draw.scene.rgb, count, &points);
    require(poly != NULL);
    poly->material = material;
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            points[i].xyz[k] = draw.scene.camera.origin[k] + draw.scene.rgb->axis[0][k] * 60.0f +
                               q3_draw_number(seed, 40.0f);
            points[i].color[k] = (uint8_t)next_random(seed);
        }
        points[i].st[0] = q3_draw_number(seed, 2.0f);
        points[i].st[1] = q3_draw_number(seed, 2.0f);
        points[i].color[3] = (uint8_t)next_random(seed);
    }
}

static void draw_shader(const char *name, const struct q3_level *level, uint32_t *seed)
{
    static const enum rgb_entity_kind kinds[] = {RGB_MODEL, RGB_SPRITE, RGB_LIGHTNING,
                                                 RGB_RAIL_CORE};
    const struct material *material = q3_data_material(draw.data, name, Q3_LIGHT_NONE);
    struct rgb_scene *rgb = q3_draw_begin(&draw, level, seed);
    struct rgb_remap *remap = rgb_scene_add_remap(rgb);
    require(material != NULL && remap != NULL);
    *remap = (struct rgb_remap){"textures/wall", material, q3_draw_number(seed, 10.0f)};
    for (int i = 0; i < 4; i++) {
        struct rgb_entity *thing = q3_draw_thing(&draw, seed);
        thing->kind = kinds[i];
        thing->material = material;
        thing->model = i == 0 ? q3_data_model(draw.data, "models/x.md3", NULL) : NULL;
    }
    add_poly(material, seed);
    q3_draw_light(&draw, seed);
    q3_draw_picture(&draw, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t seed = stage_seed(data, size);
    struct q3_shader_list list = {0};
    char *text = malloc(size + 1);
    require(text != NULL);
    if (size > 0) {
        memcpy(text, data, size);
    }
    zip_bytes_add(&draw.pack, "scripts/a.shader", data, size);
    q3_draw_lay_beside(&draw, true);
    q3_draw_open(&draw);
    if (!room.data) {
        q3_draw_lay_beside(&room, true);
        q3_draw_open(&room);
    }
    /* sometimes a level that was loaded with the script's definitions of its shaders */
    const bool own = next_random(&seed) % 16 == 0;
    const struct q3_level *level = q3_data_level(own ? draw.data : room.data, "maps/x.bsp");
    require(level != NULL);
    if (q3_shader_list_add(&list, text, size, NULL) == 0) {
        const size_t count = list.count < SHADERS_MAX ? list.count : SHADERS_MAX;
        const size_t i = count > 0 ? next_random(&seed) % count : 0;
        if (count > 0) {
            char name[Q3_SHADER_NAME];
            snprintf(name, sizeof(name), "%.*s", (int)list.definitions[i].name_length,
                     list.definitions[i].name);
            draw_shader(name, level, &seed);
        }
    }
    if (own) {
        q3_draw_begin(&draw, level, &seed);
        q3_draw_picture(&draw, &seed);
    }
    q3_shader_list_free(&list);
    free(text);
    q3_draw_close(&draw);
    return 0;
}
