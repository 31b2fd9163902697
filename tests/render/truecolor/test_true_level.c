/* The light of faces in true colour: sums of styles, gains, colours, dynamic lights, what is kept.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/lmp.h"
#include "render/truecolor/true_level.h"
#include "tests/support/maps/small_map.h"

/* Of the wall: samples 16 texels apart, of styles 0 and 5; from the second byte on. */
enum { ACROSS = 6, DOWN = 3, SAMPLES = ACROSS * DOWN, FIRST = 2, OTHER_STYLE = 5 };

static const uint8_t palette[PALETTE_BYTES];

struct wall {
    struct bsp bsp;
    struct model model;
    struct palette_scene scene;
    struct surface_dlights dlights;
    struct true_level *level;
};

static void begin(struct wall *wall)
{
    memset(wall, 0, sizeof *wall);
    struct small_map map = small_map_make(BSP_VERSION_29);
    struct byte_writer file = small_map_pack(&map);
    cr_assert_eq(bsp_read(&wall->bsp, file.data, file.size, NULL), 0);
    byte_writer_free(&file);
    wall->model = (struct model){.kind = MODEL_BRUSH, .bsp = &wall->bsp};
    wall->scene.world = &wall->model;
}

static void make_level(struct wall *wall)
{
    wall->level = true_level_create(&wall->bsp, palette);
    cr_assert_not_null(wall->level);
}

static void end(struct wall *wall)
{
    true_level_destroy(wall->level);
    surface_dlights_free(&wall->dlights);
    palette_scene_free(&wall->scene);
    bsp_free(&wall->bsp);
}

static const struct face_light *look(struct wall *wall)
{
    const struct face_light *light;
    cr_assert_eq(surface_dlights_mark(&wall->dlights, &wall->scene), 0);
    cr_assert_eq(true_level_light(wall->level, 0, &wall->scene, &wall->dlights, &light), 0);
    return light;
}

static uint32_t sample(const struct face_light *light, int column, int row)
{
    const struct texture_level *level = &light->texture->levels[0];
    return level->texels[row * level->stride + column] & 0xffffff;
}

static uint32_t grey(uint32_t level)
{
    return level << 16 | level << 8 | level;
}

static void check_styles(struct wall *wall, uint32_t first, uint32_t other)
{
    wall->scene.light_levels[0] = (int32_t)first;
    wall->scene.light_levels[OTHER_STYLE] = (int32_t)other;
    const struct face_light *light = look(wall);
    cr_assert(light->texture->levels[0].width == ACROSS &&
              light->texture->levels[0].height == DOWN);
    cr_expect_eq(light->gain, 1);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const uint32_t sum = (FIRST + i) * first + (FIRST + SAMPLES + i) * other;
        cr_expect_eq(sample(light, (int)i % ACROSS, (int)i / ACROSS), grey(sum >> 8),
                     "sample %u of %u, %u", i, first, other);
    }
}

/* 264 is 'm'; what is summed is rounded down once. */
Test(true_level, light_is_the_sum_of_its_styles)
{
    static struct wall wall;
    begin(&wall);
    make_level(&wall);
    check_styles(&wall, 264, 0);
    check_styles(&wall, 0, 264);
    check_styles(&wall, 264, 550);
    check_styles(&wall, 22, 22);
    check_styles(&wall, 0, 0);
    end(&wall);
}

/* Only then: the samples changed below are not read while the styles stay as they are. */
Test(true_level, light_is_made_anew_when_a_style_changes)
{
    static struct wall wall;
    begin(&wall);
    make_level(&wall);
    check_styles(&wall, 264, 100);
    const uint32_t before = sample(look(&wall), 3, 1);
    wall.bsp.light_data[FIRST + ACROSS + 3] += 100;
    cr_expect_eq(sample(look(&wall), 3, 1), before);
    wall.scene.light_levels[OTHER_STYLE] = 101;
    cr_expect_gt(sample(look(&wall), 3, 1), before + grey(90));
    end(&wall);
}

/* Samples of 255, brighter and brighter. */
Test(true_level, brighter_light_is_kept_more_coarsely)
{
    static const struct {
        int32_t style;
        uint8_t gain;
        uint32_t kept;
    } cases[] = {
        {256, 1, 255},  {257, 1, 255}, {258, 2, 128},  {512, 2, 255},  /* light 256, 510 */
        {514, 3, 128},  {800, 3, 199}, {1026, 3, 255}, {1100, 3, 255}, /* 511, 796, 1021, 1095 */
        {9000, 3, 255},
    };
    static struct wall wall;
    begin(&wall);
    memset(wall.bsp.light_data, 255, wall.bsp.light_size);
    make_level(&wall);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wall.scene.light_levels[0] = cases[i].style;
        const struct face_light *light = look(&wall);
        cr_expect_eq(light->gain, cases[i].gain, "style %d", cases[i].style);
        cr_expect_eq(sample(light, 2, 2), grey(cases[i].kept), "style %d: %06x", cases[i].style,
                     sample(light, 2, 2));
    }
    end(&wall);
}

Test(true_level, coloured_light)
{
    static struct wall wall;
    begin(&wall);
    const size_t count = 3 * wall.bsp.light_size;
    uint8_t *colors = malloc(count);
    uint16_t *fine = malloc(count * sizeof *fine);
    cr_assert(colors != NULL && fine != NULL);
    for (size_t i = 0; i < count; i++) {
        colors[i] = i % 3 == 0 ? 100 : i % 3 == 1 ? 50 : (uint8_t)(i / 3);
        fine[i] = (uint16_t)(colors[i] * 16 + (i % 3 == 0 ? 8 : 0)); /* red: half a level more */
    }
    cr_assert_eq(bsp_set_colors(&wall.bsp, colors, NULL), 0);
    make_level(&wall);
    wall.scene.light_levels[0] = 512;
    cr_expect_eq(sample(look(&wall), 4, 1), 200u << 16 | 100 << 8 | 2 * (FIRST + ACROSS + 4));
    true_level_destroy(wall.level);
    wall.bsp.hdr_data = fine;
    make_level(&wall);
    cr_expect_eq(sample(look(&wall), 4, 1), 201u << 16 | 100 << 8 | 2 * (FIRST + ACROSS + 4));
    fine[(FIRST + ACROSS + 4) * 3] = 16 * 600;
    wall.scene.light_levels[0] = 256;
    const struct face_light *light = look(&wall);
    cr_expect_eq(light->gain, 3);
    cr_expect_eq(sample(light, 4, 1) >> 16, 150); /* of 600, which a byte would have cut */
    free(colors);
    end(&wall);
}

static struct palette_dlight *add_light(struct wall *wall, float radius, float least)
{
    struct palette_dlight *light = palette_scene_add_dlight(&wall->scene);
    cr_assert_not_null(light);
    *light = (struct palette_dlight){{10, 32, 32}, radius, least};
    return light;
}

/* 10 units before the wall, over texel 40, 16 of it: at the wall 90 are left, which fall with the
 * longer distance and half of the shorter one. */
Test(true_level, dynamic_lights)
{
    static struct wall wall;
    begin(&wall);
    make_level(&wall);
    wall.scene.light_levels[0] = 256;
    add_light(&wall, 100, 0);
    const struct face_light *light = look(&wall);
    cr_expect_eq(sample(light, 2, 1), grey(90 - 8 + FIRST + ACROSS + 2));
    cr_expect_eq(sample(light, 0, 1), grey(90 - 40 + FIRST + ACROSS));
    cr_expect_eq(sample(light, 2, 0), grey(90 - 16 - 4 + FIRST + 2));
    wall.scene.dlights[0].min_light = 60; /* it reaches 30 */
    light = look(&wall);
    cr_expect_eq(sample(light, 2, 1), grey(90 - 8 + FIRST + ACROSS + 2));
    cr_expect_eq(sample(light, 0, 1), grey(FIRST + ACROSS));
    wall.scene.dlights[0].min_light = 0;
    wall.scene.dlights[0].radius = 300;
    light = look(&wall);
    cr_expect_eq(light->gain, 2);
    cr_expect_eq(sample(light, 2, 1), grey((290 - 8 + FIRST + ACROSS + 2 + 1) / 2));
    wall.scene.num_dlights = 0;
    light = look(&wall);
    cr_expect_eq(light->gain, 1);
    cr_expect_eq(sample(light, 2, 1), grey(FIRST + ACROSS + 2)); /* it is gone */
    end(&wall);
}

Test(true_level, a_face_without_light_is_dark_and_a_map_without_is_not_lit)
{
    static struct wall wall;
    begin(&wall);
    wall.bsp.faces[0].light_offset = -1;
    make_level(&wall);
    wall.scene.light_levels[0] = 264;
    const struct face_light *light = look(&wall);
    cr_assert_not_null(light);
    cr_expect_eq(sample(light, 2, 1), 0);
    true_level_destroy(wall.level);
    wall.bsp.light_size = 0;
    make_level(&wall);
    cr_expect_null(look(&wall));
    end(&wall);
}

Test(true_level, a_missing_texture_is_seen)
{
    static struct wall wall;
    begin(&wall);
    make_level(&wall);
    const struct true_texture there = true_level_texture(wall.level, 0, 0, 0.0);
    cr_expect_eq(there.color, wall.level->textures[0].color);
    cr_expect_gt(there.color->num_levels, 1);
    wall.bsp.texinfo[0].texture = -1;
    const struct true_texture missing = true_level_texture(wall.level, 0, 0, 0.0);
    cr_expect_eq(missing.color->levels[0].texels[0], 0xff9f5b53u);
    end(&wall);
}

Test(true_level, is_of_a_map_by_its_identity)
{
    static struct wall wall;
    begin(&wall);
    make_level(&wall);
    cr_expect(true_level_is_of(wall.level, &wall.bsp));
    cr_assert_eq(object_id_renew(&wall.bsp.identity), 0);
    cr_expect(!true_level_is_of(wall.level, &wall.bsp));
    end(&wall);
}

/* Three dark faces of 1025 x 1025 lights without samples fit into 2^22 of them, a fourth does not.
 */
Test(true_level, light_beyond_all_measure_is_left_out)
{
    enum { FACES = 4 };
    static struct wall wall;
    static struct bsp_face faces[FACES];
    begin(&wall);
    struct bsp_face *own = wall.bsp.faces;
    for (int i = 0; i < FACES; i++) {
        faces[i] = own[0];
        faces[i].light_offset = -1;
        faces[i].extents[0] = faces[i].extents[1] = 16384;
    }
    wall.bsp.faces = faces;
    wall.bsp.num_faces = FACES;
    make_level(&wall);
    for (uint32_t i = 0; i < FACES; i++) {
        const struct face_light *light;
        cr_assert_eq(true_level_light(wall.level, i, &wall.scene, &wall.dlights, &light), 0);
        cr_expect_eq(light != NULL, i < 3, "face %u", i);
    }
    true_level_destroy(wall.level);
    wall.level = NULL;
    wall.bsp.faces = own;
    wall.bsp.num_faces = 1;
    end(&wall);
}
