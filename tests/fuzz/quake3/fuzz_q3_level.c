/* Fuzz target: Quake III's maps from their bytes to pictures: opened as a level, drawn from a
 * place, mostly with lights, and their parts as doors. */
#include <stdio.h>

#include "tests/fuzz/stages/q3_draw_stage.h"
#include "tests/fuzz/stages/require.h"

enum {
    BARE = 4,     /* one input in this many has the level alone */
    REFUSED = 64, /* one map in this many is drawn although it cannot be read */
    PARTS = 4,
    LIGHTS = 2,
    HEADER = 8 + 17 * 8,
    SHADERS_LUMP = 1
};

static struct q3_draw draw;

static void add_things(const struct q3_level *level, uint32_t *seed)
{
    for (uint32_t i = 1; i <= PARTS && i < level->bsp.num_models; i++) {
        char name[16];
        snprintf(name, sizeof(name), "*%u", (unsigned)i);
        struct rgb_entity *part = q3_draw_thing(&draw, seed);
        part->model = q3_data_model(draw.data, name, level);
    }
    struct rgb_entity *figure = q3_draw_thing(&draw, seed);
    figure->model = q3_data_model(draw.data, "models/x.md3", NULL);
    for (int i = 0; i < LIGHTS; i++) {
        q3_draw_light(&draw, seed);
    }
}

/* Mostly changes one lump; now and then makes a shader of it one that is there. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    static const char *const names[] = {"textures/wall",  "textures/fog",   "textures/sky",
                                        "textures/water", "textures/flame", "textures/beam"};
    uint32_t number = seed;
    if (size < HEADER || next_random(&number) % 8 == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    const bool name = next_random(&number) % 8 == 0;
    const uint32_t lump = name ? SHADERS_LUMP : next_random(&number) % 17;
    const size_t start = bytes_u32(data + 8 + lump * 8), length = bytes_u32(data + 12 + lump * 8);
    if (start > size || length > size - start || length == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    if (name && length >= 72) {
        char *place = (char *)data + start + next_random(&number) % (length / 72) * 72;
        snprintf(place, 64, "%s", names[next_random(&number) % 6]);
        return size;
    }
    const size_t skip = next_random(&number) % length;
    stage_mutate_part(data + start + skip, length - skip < 104 ? length - skip : 104, 0);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t seed = stage_seed(data, size);
    struct q3_bsp bsp;
    if (q3_bsp_read(&bsp, data, size, NULL) == 0) {
        q3_bsp_free(&bsp);
    } else if (seed % REFUSED != 0) {
        return 0; /* the placeholder costs more than a map */
    }
    zip_bytes_add(&draw.pack, "maps/fuzz.bsp", data, size);
    q3_draw_lay_beside(&draw, true);
    q3_draw_open(&draw);
    const struct q3_level *level = q3_data_level(draw.data, "maps/fuzz.bsp");
    require(level != NULL);
    const bool bare = next_random(&seed) % BARE == 0 || level->missing;
    q3_draw_begin(&draw, level, &seed);
    if (!bare) {
        add_things(level, &seed);
    }
    q3_draw_picture(&draw, &seed);
    q3_draw_close(&draw);
    return 0;
}
