/* Location names from .loc files and from a level's items. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/maps/loc_file.h"

static const char loc[] = "800 -160 24 ra\r\n"
                          "// 0 0 0 nowhere\n"
                          "\n"
                          "0 0\n"
                          "# 1 2 3\n"
                          "-8 16.5 0  $loc_name_ya$loc_name_separatorlow \t\n"
                          "1600 0 0 a name that is longer than the place for it\n"
                          "99999999999999999999 0 0 far\n"
                          "16 16 16"; /* without a name, and without a line end */

static int add_loc(struct loc_file *places, const char *text)
{
    return loc_file_add_text(places, (const uint8_t *)text, strlen(text));
}

Test(loc_file, a_loc_file)
{
    struct loc_file places = {0};
    cr_assert_eq(add_loc(&places, loc), 0);
    cr_assert_eq(places.count, 4u);
    cr_expect_str_eq(places.list[0].name, "ra");
    cr_expect_eq(places.list[0].origin[0], 100.0f);
    cr_expect_eq(places.list[0].origin[1], -20.0f);
    cr_expect_eq(places.list[0].origin[2], 3.0f);
    cr_expect_str_eq(places.list[1].name, "ya-low");
    cr_expect_eq(places.list[1].origin[0], -1.0f);
    cr_expect_eq(places.list[1].origin[1], 2.0f);
    cr_expect_eq(strlen(places.list[2].name), (size_t)LOC_NAME_BYTES - 1);
    cr_expect_str_eq(places.list[3].name, "");
    cr_expect_str_eq(loc_file_nearest(&places, (const float[3]){90, -20, 0}), "ra");
    cr_expect_str_eq(loc_file_nearest(&places, (const float[3]){-100, 0, 0}), "ya-low");
    loc_file_free(&places);
    cr_expect_str_eq(loc_file_nearest(&places, (const float[3]){0, 0, 0}), "");
}

Test(loc_file, items_of_a_level)
{
    static const char entities[] =
        "{\n\"classname\" \"worldspawn\"\n\"message\" \"{ \\\"}\n}\n"
        "{\"classname\" \"item_armorInv\" \"origin\" \"0 0 24\"}"
        "{\"origin\" \"500 0 0\" \"classname\" \"weapon_rocketlauncher\"}"
        "{\"classname\" \"item_health\" \"origin\" \"0 500 0\" \"spawnflags\" \"2\"}"
        "{\"classname\" \"item_health\" \"origin\" \"0 501 0\" \"spawnflags\" \"1\"}"
        "{\"classname\" \"weapon_lightning\" \"origin\" \"0 nan 0\"}"
        "{\"classname\" \"weapon_lightning\"}"
        "{\"classname\" \"weapon_nailgun\" \"origin\" \"1 2";
    struct loc_file places = {0};
    cr_assert_eq(loc_file_add_entities(&places, entities), 0);
    cr_assert_eq(places.count, 3u);
    cr_expect_str_eq(loc_file_nearest(&places, (const float[3]){1, 2, 3}), "ra");
    cr_expect_str_eq(loc_file_nearest(&places, (const float[3]){499, 2, 3}), "rl");
    cr_expect_str_eq(loc_file_nearest(&places, (const float[3]){0, 900, 3}), "mh");
    loc_file_free(&places);
}

Test(loc_file, truncated_anywhere)
{
    for (size_t length = 0; length < sizeof loc; length++) {
        struct loc_file places = {0};
        cr_assert_eq(loc_file_add_text(&places, (const uint8_t *)loc, length), 0);
        cr_expect_leq(places.count, 4u);
        loc_file_free(&places);
    }
}

Test(loc_file, number_of_locations_is_limited)
{
    static char text[(LOC_FILE_ENTRIES_MAX + 10) * 8];
    struct loc_file places = {0};
    for (size_t i = 0; i < LOC_FILE_ENTRIES_MAX + 10; i++) {
        memcpy(text + i * 8, "1 2 3 x\n", 8);
    }
    cr_assert_eq(loc_file_add_text(&places, (const uint8_t *)text, sizeof text), 0);
    cr_expect_eq(places.count, (uint32_t)LOC_FILE_ENTRIES_MAX);
    loc_file_free(&places);
}
