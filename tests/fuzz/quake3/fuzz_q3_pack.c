/* Fuzz target: a whole pk3, or one image in it, from bytes to the drawn picture. The first byte
 * chooses: an archive whose map, model, skin, animations and shaders are loaded, or an image with
 * one of the extensions, on the walls of a small map. */
#include "tests/fuzz/stages/q3_draw_stage.h"
#include "tests/fuzz/stages/require.h"

static struct q3_draw draw;

static void draw_all(const char *map, uint32_t *seed)
{
    const struct q3_level *level = q3_data_level(draw.data, map);
    require(level != NULL);
    (void)q3_data_animations(draw.data, "models/animation.cfg", next_random(seed) % 2);
    for (int i = 0; i < 2; i++) {
        q3_draw_begin(&draw, level, seed);
        struct rgb_entity *thing = q3_draw_thing(&draw, seed);
        thing->model = q3_data_model(draw.data, "models/x.md3", NULL);
        thing->skin = q3_data_skin(draw.data, "models/x.skin");
        thing = q3_draw_thing(&draw, seed);
        thing->kind = RGB_SPRITE;
        thing->material = q3_data_material(draw.data, "textures/wall", Q3_LIGHT_2D);
        q3_draw_picture(&draw, seed);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"textures/wall.tga", "textures/wall.jpg",
                                        "textures/wall.png", "env/sky_rt.tga"};
    uint32_t seed = stage_seed(data, size);
    if (size < 1) {
        return 0;
    }
    const uint32_t choice = data[0] % 8;
    data++;
    size--;
    q3_draw_lay_beside(&draw, false);
    if (choice >= 4) {
        q3_draw_open_bytes(&draw, data, size);
    } else {
        zip_bytes_add(&draw.pack, names[choice], data, size);
        if (choice == 3) {
            zip_bytes_add(&draw.pack, "scripts/a.shader", q3_draw_script,
                          sizeof(q3_draw_script) - 1);
        }
        q3_draw_open(&draw);
    }
    draw_all("maps/x.bsp", &seed);
    q3_draw_close(&draw);
    return 0;
}
