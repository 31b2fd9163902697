/* What a map's first entity says, and texts that are broken. */
#include <criterion/criterion.h>

#include "assets/worldspawn.h"

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
    static const char *const broken[] = {"", "{", "}", "\"", "{ \"fog", "{ \"fog\"", "{ \"fog\" \"",
                                         "fog { 1 }", "{ \"a\" \"b\" \"fog\""};
    char value[4];
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        cr_expect(!worldspawn_value(broken[i], "fog", value, sizeof(value)) || value[0] == '\0',
                  "%s", broken[i]);
    }
    cr_assert(worldspawn_value("{ \"fog\" \"0.123456\" }", "fog", value, sizeof(value)));
    cr_expect_str_eq(value, "0.1"); /* cut to fit */
}
