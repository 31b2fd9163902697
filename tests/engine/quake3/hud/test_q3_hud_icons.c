/* Icons of items, and CPMA's letter colours. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/quake3/hud/q3_hud_icons.h"
#include "engine/quake3/hud/q3_hud_text.h"

static const char *icon_of(enum q3_item_kind kind, uint8_t tag, const char *model)
{
    const struct q3_item item = {.kind = (uint8_t)kind, .tag = tag, .model = model};
    const char *icon = q3_hud_icon(&item);
    return icon ? icon : "none";
}

Test(q3_hud_icons, items)
{
    static const struct {
        enum q3_item_kind kind;
        uint8_t tag;
        const char *model, *icon;
    } cases[] = {
        {Q3_ITEM_WEAPON, 5, NULL, "icons/iconw_rocket"},
        {Q3_ITEM_WEAPON, 14, NULL, "icons/weap_hmg"},
        {Q3_ITEM_WEAPON, 15, NULL, "none"},
        {Q3_ITEM_AMMO, 7, NULL, "icons/icona_railgun"},
        {Q3_ITEM_AMMO, 1, NULL, "none"},
        {Q3_ITEM_ARMOR, 5, NULL, "icons/iconr_shard"},
        {Q3_ITEM_ARMOR, 25, NULL, "icons/iconr_green"},
        {Q3_ITEM_ARMOR, 50, NULL, "icons/iconr_yellow"},
        {Q3_ITEM_ARMOR, 100, NULL, "icons/iconr_red"},
        {Q3_ITEM_HEALTH, 5, NULL, "icons/iconh_green"},
        {Q3_ITEM_HEALTH, 25, NULL, "icons/iconh_yellow"},
        {Q3_ITEM_HEALTH, 50, NULL, "icons/iconh_red"},
        {Q3_ITEM_HEALTH, 100, NULL, "icons/iconh_mega"},
        {Q3_ITEM_POWERUP, 1, NULL, "icons/quad"},
        {Q3_ITEM_PERSISTENT, 10, NULL, "icons/scout"},
        {Q3_ITEM_HOLDABLE, 2, NULL, "icons/medkit"},
        {Q3_ITEM_HOLDABLE, 7, NULL, "none"},
        {Q3_ITEM_TEAM, 0, "models/flags/b_flag.md3", "icons/iconf_blu1"},
        {Q3_ITEM_TEAM, 0, "models/powerups/orb/r_orb.md3", "icons/iconh_rorb"},
        {Q3_ITEM_TEAM, 0, "models/other.md3", "none"},
        {Q3_ITEM_TEAM, 0, NULL, "none"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cr_expect_str_eq(icon_of(cases[i].kind, cases[i].tag, cases[i].model), cases[i].icon);
    }
    cr_expect_null(q3_hud_weapon_icon(-1));
    cr_expect_null(q3_hud_weapon_icon(0));
    cr_expect_null(q3_hud_powerup_icon(15));
    cr_expect_str_eq(q3_hud_powerup_icon(14), "icons/invulnerability");
}

/* Letters a to x go round the circle: one channel full, one empty; y and z are white. */
Test(q3_hud_icons, colours_of_letters)
{
    const struct q3_canvas canvas = {.letter_colors = true};
    float last[3] = {-1.0f, -1.0f, -1.0f};
    for (char c = 'a'; c <= 'z'; c++) {
        const char text[3] = {'^', c, '\0'};
        float color[3] = {0.0f, 0.0f, 0.0f}, most = 0.0f, least = 1.0f;
        size_t length = 0;
        cr_assert(q3_text_color(&canvas, text, &length, color));
        cr_expect_eq(length, 2u);
        int changed = 0;
        for (int i = 0; i < 3; i++) {
            most = color[i] > most ? color[i] : most;
            least = color[i] < least ? color[i] : least;
            changed += color[i] != last[i];
        }
        cr_expect_float_eq(most, 246.0f / 255.0f, 1e-6, "%c", c);
        cr_expect_eq(least, c >= 'y' ? most : 0.0f, "%c", c);
        if (c > 'b' && c < 'y') {
            cr_expect_eq(changed, 1, "%c is one step from the letter before", c);
        }
        memcpy(last, color, sizeof(last));
    }
}
