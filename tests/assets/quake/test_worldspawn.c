/* Fields of a map's worldspawn entity, and malformed entity texts. */
#include <criterion/criterion.h>

#include "assets/quake/worldspawn.h"

static const char text[] = "{\n\"classname\" \"worldspawn\"\n\"_wateralpha\" \"0.66\"\n"
                           "\"lavaalpha\" \"1\"\n\"slimealpha\" \".9\"\n}\n"
                           "{ \"classname\" \"light\" \"telealpha\" \"0.1\" }";

Test(worldspawn, values_of_the_first_entity)
{
    char value[32];
    cr_assert(worldspawn_value(text, "classname", value, sizeof(value)));
    cr_expect_str_eq(value, "worldspawn");
    cr_assert(worldspawn_value(text, "wateralpha", value, sizeof(value)));
    cr_expect_str_eq(value, "0.66");
    cr_expect_not(worldspawn_value(text, "telealpha", value, sizeof(value)));
    cr_expect_not(worldspawn_value(text, "fog", value, sizeof(value)));
}

Test(worldspawn, liquids_fall_back_to_water)
{
    cr_expect_eq(worldspawn_liquid_alpha(text, "water"), 0.66);
    cr_expect_eq(worldspawn_liquid_alpha(text, "lava"), 1.0);
    cr_expect_eq(worldspawn_liquid_alpha(text, "slime"), 0.9);
    cr_expect_eq(worldspawn_liquid_alpha(text, "tele"), 0.66);
    cr_expect_eq(worldspawn_liquid_alpha("{ }", "water"), 1.0);
    cr_expect_eq(worldspawn_liquid_alpha("{ \"wateralpha\" \"7\" }", "water"), 1.0);
    cr_expect_eq(worldspawn_liquid_alpha("{ \"wateralpha\" \"nan\" }", "water"), 1.0);
}

Test(worldspawn, broken_texts_end)
{
    static const char *const broken[] = {"",
                                         "{",
                                         "}",
                                         "\"",
                                         "{ \"fog",
                                         "{ \"fog\"",
                                         "{ \"fog\" \"",
                                         "fog { 1 }",
                                         "{ \"a\" \"b\" \"fog\""};
    char value[4];
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        cr_expect(!worldspawn_value(broken[i], "fog", value, sizeof(value)) || value[0] == '\0',
                  "%s", broken[i]);
    }
    cr_assert(worldspawn_value("{ \"fog\" \"0.123456\" }", "fog", value, sizeof(value)));
    cr_expect_str_eq(value, "0.1"); /* cut to fit */
}

Test(worldspawn, fog_and_sky)
{
    struct worldspawn_view view;
    worldspawn_read_view("{ \"_fog\" \"0.05 0.5 0.25 1\" \"skyfog\" \"0.2\" \"sky\" \"a\"\n"
                         "\"skyname\" \"night/b_\" } { \"sky\" \"c\" \"fog\" \"1\" }",
                         &view);
    cr_expect_eq(view.fog_density, 0.05f);
    cr_expect_eq(view.fog_color[0], 0.5f);
    cr_expect_eq(view.fog_color[1], 0.25f);
    cr_expect_eq(view.fog_color[2], 1.0f);
    cr_expect_eq(view.sky_fog, 0.2f);
    cr_expect_str_eq(view.skybox, "night/b_", "the last one counts");
    worldspawn_read_view("{ \"qlsky\" \"q\" \"fog\" \".1\" }", &view);
    cr_expect_eq(view.fog_density, 0.1f);
    cr_expect_eq(view.fog_color[2], 0.3f);
    cr_expect_eq(view.sky_fog, 0.5f);
    cr_expect_str_eq(view.skybox, "q");
}

Test(worldspawn, senseless_fog_and_sky)
{
    static const char long_name[] = "{ \"sky\" \"a name that is longer than any name of a file "
                                    "in the data of a game can be\" }";
    static const char *const texts[] = {"",
                                        "{",
                                        "{ }",
                                        "{ \"fog\" \"\" }",
                                        "{ \"fog\" \"thick\" }",
                                        "{ \"fog\" \"-1 .3 .3 .3\" }",
                                        "{ \"fog\" \"nan .3 .3 .3\" }",
                                        long_name};
    struct worldspawn_view view;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        worldspawn_read_view(texts[i], &view);
        cr_expect_eq(view.fog_density, 0.0f, "%s", texts[i]);
        cr_expect_eq(view.fog_color[0], 0.3f, "%s", texts[i]);
        cr_expect_eq(view.sky_fog, 0.5f, "%s", texts[i]);
        cr_expect_str_eq(view.skybox, "", "%s", texts[i]);
    }
    worldspawn_read_view("{ \"fog\" \"inf 2 nan -3\" \"skyfog\" \"7\" }", &view);
    cr_expect_eq(view.fog_density, (float)WORLDSPAWN_FOG_MAX);
    cr_expect_eq(view.fog_color[0], 1.0f);
    cr_expect_eq(view.fog_color[1], 0.0f);
    cr_expect_eq(view.fog_color[2], 0.0f);
    cr_expect_eq(view.sky_fog, 1.0f);
}
