/* Contrast of the program's texts with their grounds, whatever is in the picture behind them. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/text/osd_colors.h"

static const struct {
    const char *name;
    uint32_t color;
    enum osd_ground ground;
} texts[] = {
#define OSD_TEXT(name, color, ground) {#name, color, OSD_##ground},
    OSD_TEXTS(OSD_TEXT)
#undef OSD_TEXT
};

Test(osd_colors, contrast_as_the_standard_has_it)
{
    cr_expect(fabs(osd_contrast(0x000000, 0xffffff) - 21.0) < 1e-9);
    cr_expect(fabs(osd_contrast(0xffffff, 0xffffff) - 1.0) < 1e-9);
    cr_expect(fabs(osd_contrast(0x777777, 0xffffff) - 4.478) < 0.001, "%f",
              osd_contrast(0x777777, 0xffffff));
    cr_expect(fabs(osd_contrast(0xff0000, 0x0000ff) - 2.149) < 0.001);
}

Test(osd_colors, every_text_can_be_read_over_a_white_picture)
{
    cr_expect_eq(osd_lightest_ground(OSD_CHOICE), 0x3a4a60u);
    cr_expect_eq(osd_lightest_ground(OSD_GRAPH), 0x2f2f2fu);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const uint32_t ground = osd_lightest_ground(texts[i].ground);
        const double contrast = osd_contrast(texts[i].color, ground);
        cr_expect_geq(contrast, OSD_CONTRAST_LEAST, "%s: %.2f", texts[i].name, contrast);
    }
}

Test(osd_colors, colours_of_demos_are_lightened)
{
    static const uint32_t colors[] = {0x000000, 0x0000ff, 0x800000, 0xff0000, 0x404040};
    cr_expect_eq(osd_readable(0x00ff00, OSD_CONSOLE), 0x00ff00u, "it can be read");
    for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
        const uint32_t lighter = osd_readable(colors[i], OSD_CONSOLE);
        cr_expect_geq(osd_contrast(lighter, osd_lightest_ground(OSD_CONSOLE)), OSD_CONTRAST_LEAST,
                      "%06x", colors[i]);
        cr_expect_neq(lighter, 0xffffffu, "%06x keeps some of its hue", colors[i]);
    }
}
