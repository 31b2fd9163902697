/* Alias models in coloured light. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/lmp.h"
#include "render/palette/entities/alias.h"
#include "tests/support/entities_stage.h"

/* Greys, and from 224 on reds. */
static void fill_palette(uint8_t palette[PALETTE_BYTES])
{
    for (int i = 0; i < 256; i++) {
        palette[3 * i] = (uint8_t)(i < 224 ? i : 255);
        palette[3 * i + 1] = palette[3 * i + 2] = (uint8_t)(i < 224 ? i : 0);
    }
}

Test(tint, colormap)
{
    static uint8_t wide[ALIAS_COLORMAP_BYTES];
    uint8_t palette[PALETTE_BYTES];
    fill_palette(palette);
    struct nearest *nearest = nearest_create(palette);
    cr_assert_not_null(nearest);
    for (int i = 0; i < ALIAS_COLORMAP_BYTES; i++) {
        wide[i] = (uint8_t)i;
    }
    alias_colormap_tint(wide, palette, nearest, (const uint8_t[3]){16, 16, 16});
    for (int row = 0; row < ALIAS_COLORMAP_ROWS; row += 17) {
        cr_assert_leq(abs(wide[row * 256 + 100] - 50), 2);
        cr_assert_leq(abs(wide[row * 256 + 223] - 111), 2);
        cr_assert_eq(wide[row * 256 + 224], 224); /* it glows */
    }
    wide[100] = 200; /* too bright for the palette: the brightest grey */
    alias_colormap_tint(wide, palette, nearest, (const uint8_t[3]){64, 64, 64});
    cr_assert_geq(wide[100], 221);
    cr_assert_lt(wide[100], 224);
    free(nearest);
}

static struct picture draw(struct stage *stage, bool tinted, uint8_t red)
{
    struct palette_entity *e = &stage->scene.palette->entities[0];
    e->tinted = tinted;
    e->tint[0] = red;
    e->tint[1] = e->tint[2] = 8;
    return stage_draw(stage, stage->height);
}

Test(tint, entities_with_a_tint_look_otherwise)
{
    struct mesh mesh;
    struct stage stage;
    uint8_t palette[PALETTE_BYTES];
    fill_palette(palette);
    stage_init(&stage, 160, 100);
    mesh_random(&mesh, 5, 1);
    stage_add(&stage, &mesh.model, 60, 0, 0);
    struct picture plain = draw(&stage, false, 8);
    struct picture without = draw(&stage, true, 8); /* it knows no colours */
    cr_assert(pictures_equal(&plain, &without));
    entities_set_palette(stage.entities, palette);
    struct picture dark = draw(&stage, true, 8);
    cr_assert(!pictures_equal(&plain, &dark));
    for (int i = 0; i < 100; i++) { /* more than are kept: the same again */
        struct picture other = draw(&stage, true, (uint8_t)(10 + i));
        picture_free(&other);
    }
    struct picture again = draw(&stage, true, 8);
    cr_assert(pictures_equal(&dark, &again));
    struct picture back = draw(&stage, false, 8);
    cr_assert(pictures_equal(&plain, &back));
    picture_free(&plain);
    picture_free(&without);
    picture_free(&dark);
    picture_free(&again);
    picture_free(&back);
    stage_free(&stage);
}

/* Nearly every pixel is lit by one row of the colormap, the last of its brighter half: along edges
 * of large triangles the light is a little off, as it always is. */
Test(tint, full_bright_entities_have_no_shade)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 160, 100);
    for (int i = 0; i < 256; i++) {
        stage_colormap[31 * 256 + i] = 99;
    }
    entities_destroy(stage.entities);
    stage.entities = entities_create(stage_colormap, LOOK_EXACT);
    cr_assert_not_null(stage.entities);
    mesh_random(&mesh, 5, 1);
    struct palette_entity *e = stage_add(&stage, &mesh.model, 60, 0, 0);
    struct picture plain = stage_draw(&stage, stage.height);
    e->full_bright = true;
    struct picture bright = stage_draw(&stage, stage.height);
    int others = 0, drawn = count_drawn(&bright), shown = 0;
    for (int i = 0; i < bright.width * bright.height; i++) {
        const int u = i % bright.width, v = i / bright.width;
        shown += picture_pixel(&bright, u, v) == 99;
        others += picture_pixel(&plain, u, v) != 99 && picture_pixel(&bright, u, v) == 99;
    }
    cr_expect(drawn > 1000 && shown > drawn - drawn / 1000, "%d of %d", shown, drawn);
    cr_expect_gt(others, 100, "what is lit as ever has shades");
    picture_free(&plain);
    picture_free(&bright);
    stage_free(&stage);
}
