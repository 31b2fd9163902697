/* Fuzz target: Quake III's models from their bytes to pictures: near, far or around the camera,
 * lit and in hand, between frames that are there and such that are not. */
#include "formats/models/md3.h"
#include "tests/fuzz/stages/q3_draw_stage.h"
#include "tests/fuzz/stages/require.h"

enum {
    LIT = 3,      /* one input in this many has a dynamic light */
    REFUSED = 64, /* one model in this many is drawn although it cannot be read */
    HEADER = 108
};

static struct q3_draw draw;
static struct q3_draw room; /* where models stand: stays */

/* Often changes the heads alone: a model is mostly vertices. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    uint32_t number = seed;
    if (size < HEADER || next_random(&number) % 2 == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    const size_t surfaces = bytes_u32(data + 100);
    if (next_random(&number) % 2 == 0 && surfaces < size && size - surfaces >= HEADER) {
        stage_mutate_part(data + surfaces + 4, HEADER - 4, 0);
    } else {
        stage_mutate_part(data + 8, HEADER - 8, 0);
    }
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char skin[] = "Head_1,textures/water\n";
    uint32_t seed = stage_seed(data, size);
    struct md3 md3;
    if (md3_read(&md3, data, size, NULL) == 0) {
        md3_free(&md3);
    } else if (seed % REFUSED != 0) {
        return 0; /* the placeholder costs more than a model */
    }
    zip_bytes_add(&draw.pack, "models/fuzz.md3", data, size);
    zip_bytes_add(&draw.pack, "models/fuzz_1.md3", data, size - size / 8);
    zip_bytes_add(&draw.pack, "models/fuzz.skin", skin, sizeof(skin) - 1);
    q3_draw_lay_beside(&draw, true);
    q3_draw_open(&draw);
    if (!room.data) {
        q3_draw_lay_beside(&room, true);
        q3_draw_open(&room);
    }
    const struct q3_level *level = q3_data_level(room.data, "maps/x.bsp");
    const struct q3_model *model = q3_data_model(draw.data, "models/fuzz.md3", NULL);
    require(level != NULL && model != NULL);
    q3_draw_begin(&draw, level, &seed);
    for (int k = 0; k < 3; k++) {
        struct rgb_entity *thing = q3_draw_thing(&draw, &seed);
        thing->model = model;
        thing->skin = k == 1 ? q3_data_skin(draw.data, "models/fuzz.skin") : NULL;
        thing->material =
            k == 2 ? q3_data_material(draw.data, "textures/beam", Q3_LIGHT_NONE) : NULL;
    }
    if (next_random(&seed) % LIT == 0) {
        q3_draw_light(&draw, &seed);
    }
    q3_draw_picture(&draw, &seed);
    q3_draw_close(&draw);
    return 0;
}
