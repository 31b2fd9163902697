#include "engine/quake/hud/hud_mission.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake/hud/hud_bar.h"
#include "engine/quake/hud/hud_canvas.h"
#include "engine/quake/hud/hud_ranks.h"

enum { /* bits by number */
       IT_GRENADES = 4,
       HIT_MJOLNIR = 7,
       HIT_PROXIMITY = 16,
       HIT_LASER = 23,
       HIT_WETSUIT = 24,
       HIT_EMPATHY = 25,
       RIT_SHELLS = 7,
       RIT_LAVA_NAILGUN = 12, /* four more weapons follow */
       RIT_ARMOR1 = 23,
       RIT_LAVA_NAILS = 26,
       RIT_PLASMA_AMMO = 27,
       RIT_MULTI_ROCKETS = 28,
       RIT_SHIELD = 29,
       RIT_ANTIGRAV = 30
};

enum { POWERED_WEAPONS = 5 };

static bool has_item(const struct hud *hud, int bit)
{
    return hud->info->items >> bit & 1;
}

enum hud_mission hud_mission_of(struct quake_data *data)
{
    struct lmp_picture picture;
    return quake_data_picture(data, "inv_laser", &picture) == 0 ? HUD_HIPNOTIC
           : quake_data_picture(data, "r_lava", &picture) == 0  ? HUD_ROGUE
                                                                : HUD_QUAKE;
}

uint32_t hud_mission_active(const struct hud *hud)
{
    const uint32_t active = hud->info->active_weapon;
    return hud->mission == HUD_QUAKE ? active : active < 32 ? (uint32_t)1 << active : 0;
}

const char *hud_mission_armor(const struct hud *hud)
{
    static const char *const names[3] = {"sb_armor1", "sb_armor2", "sb_armor3"};
    const int first = hud->mission == HUD_ROGUE ? RIT_ARMOR1 : 13;
    for (int i = 2; i >= 0; i--) {
        if (has_item(hud, first + i)) {
            return names[i];
        }
    }
    return NULL;
}

const char *hud_mission_ammo(const struct hud *hud)
{
    static const char *const names[4] = {"sb_shells", "sb_nails", "sb_rocket", "sb_cells"};
    const int first = hud->mission == HUD_ROGUE ? RIT_SHELLS : 8;
    for (int i = 0; i < 4; i++) {
        if (has_item(hud, first + i)) {
            return names[i];
        }
    }
    if (hud->mission != HUD_ROGUE) {
        return NULL;
    }
    /* The last two are swapped in the pack's own client; kept. */
    return has_item(hud, RIT_LAVA_NAILS)      ? "r_ammolava"
           : has_item(hud, RIT_PLASMA_AMMO)   ? "r_ammomulti"
           : has_item(hud, RIT_MULTI_ROCKETS) ? "r_ammoplasma"
                                              : NULL;
}

const char *hud_mission_ground(const struct hud *hud)
{
    return hud->mission != HUD_ROGUE                                    ? "ibar"
           : hud_mission_active(hud) >= (uint32_t)1 << RIT_LAVA_NAILGUN ? "r_invbar1"
                                                                        : "r_invbar2";
}

/* --- hipnotic --------------------------------------------------------------------------------- */

/* Grenade launcher and proximity mines share a cell, with separate pictures for both and for the
 * mines alone. */
static void draw_mines(const struct hud *hud)
{
    char grenades[HUD_WEAPON_PREFIX], mines[HUD_WEAPON_PREFIX], name[32];
    if (!has_item(hud, HIT_PROXIMITY)) {
        return;
    }
    hud_weapon_prefix(hud, HIT_PROXIMITY, mines);
    if (!has_item(hud, IT_GRENADES)) {
        snprintf(name, sizeof name, "%s_prox", mines);
    } else {
        hud_weapon_prefix(hud, IT_GRENADES, grenades);
        if (strcmp(grenades, "inv") != 0) { /* in hand, or new */
            snprintf(name, sizeof name, "%s_gren_prox", grenades);
        } else {
            snprintf(name, sizeof name, "%s_prox_gren", mines);
        }
    }
    hud_put_named(hud, 96, -16, name);
}

static void draw_weapon(const struct hud *hud, int bit, int32_t x, const char *weapon)
{
    char prefix[HUD_WEAPON_PREFIX], name[32];
    if (has_item(hud, bit)) {
        hud_weapon_prefix(hud, bit, prefix);
        snprintf(name, sizeof name, "%s_%s", prefix, weapon);
        hud_put_named(hud, x, -16, name);
    }
}

static void draw_hipnotic(const struct hud *hud)
{
    draw_weapon(hud, HIT_LASER, 176, "laser");
    draw_weapon(hud, HIT_MJOLNIR, 200, "mjolnir");
    draw_mines(hud);
    if (has_item(hud, HIT_WETSUIT)) {
        hud_put_named(hud, 288, -16, "sb_wsuit");
    }
    if (has_item(hud, HIT_EMPATHY)) {
        hud_put_named(hud, 304, -16, "sb_eshld");
    }
}

void hud_mission_draw_keys(const struct hud *hud)
{
    if (hud->mission != HUD_HIPNOTIC) {
        return;
    }
    if (has_item(hud, 17)) {
        hud_put_named(hud, 209, 3, "sb_key1");
    }
    if (has_item(hud, 18)) {
        hud_put_named(hud, 209, 12, "sb_key2");
    }
}

/* --- rogue ------------------------------------------------------------------------------------ */

static void draw_rogue(const struct hud *hud)
{
    static const char *const powered[POWERED_WEAPONS] = {"r_lava", "r_superlava", "r_gren",
                                                         "r_multirock", "r_plasma"};
    for (int i = 0; i < POWERED_WEAPONS; i++) {
        if (hud_mission_active(hud) == (uint32_t)1 << (RIT_LAVA_NAILGUN + i)) {
            hud_put_named(hud, (i + 2) * 24, -16, powered[i]);
        }
    }
    if (has_item(hud, RIT_SHIELD)) {
        hud_put_named(hud, 288, -16, "r_shield1");
    }
    if (has_item(hud, RIT_ANTIGRAV)) {
        hud_put_named(hud, 304, -16, "r_agrav1");
    }
}

void hud_mission_draw_items(const struct hud *hud)
{
    if (hud->mission == HUD_HIPNOTIC) {
        draw_hipnotic(hud);
    } else if (hud->mission == HUD_ROGUE) {
        draw_rogue(hud);
    }
}

static const struct hud_player *find_self(const struct hud_info *info)
{
    for (size_t i = 0; i < info->num_players; i++) {
        if (info->players[i].self) {
            return &info->players[i];
        }
    }
    return NULL;
}

bool hud_mission_draw_team(const struct hud *hud, int32_t x, int32_t y)
{
    const struct hud_info *info = hud->info;
    const struct hud_player *self = find_self(info);
    if (hud->mission != HUD_ROGUE || info->max_players <= 1 || info->teamplay < 4 ||
        info->teamplay > 6 || self == NULL) {
        return false;
    }
    hud_put_named(hud, x, y, "r_teambord");
    hud_put_fill(hud, x + 1, y + 3, 22, 9, hud_flag_color(self->shirt));
    hud_put_fill(hud, x + 1, y + 12, 22, 9, hud_flag_color(self->trousers));
    char digits[16];
    snprintf(digits, sizeof digits, "%3d", (int)hud_clamp(self->frags));
    for (int32_t i = 0; i < 3; i++) {
        const bool figure = digits[i] >= '0' && digits[i] <= '9';
        /* White figures do not show on a white shirt. */
        const int glyph = figure && self->shirt == 0 ? 18 + digits[i] - '0' : digits[i];
        hud_put_glyph(hud, x + 1 + 7 * i, y + 3, (uint8_t)glyph);
    }
    return true;
}
