#include "engine/quake/hud/hud_bar.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake/hud/hud_scores.h"

static bool has_item(const struct hud *hud, uint32_t item)
{
    return (hud->info->items & item) != 0;
}

static void draw_face(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    char name[16];
    if (has_item(hud, HUD_IT_INVISIBILITY) && has_item(hud, HUD_IT_INVULNERABILITY)) {
        snprintf(name, sizeof name, "face_inv2");
    } else if (has_item(hud, HUD_IT_QUAD)) {
        snprintf(name, sizeof name, "face_quad");
    } else if (has_item(hud, HUD_IT_INVISIBILITY)) {
        snprintf(name, sizeof name, "face_invis");
    } else if (has_item(hud, HUD_IT_INVULNERABILITY)) {
        snprintf(name, sizeof name, "face_invul2");
    } else {
        int32_t mood = info->health >= 100 ? 4 : info->health > 0 ? info->health / 20 : 0;
        snprintf(name, sizeof name, info->time <= info->face_time ? "face_p%d" : "face%d",
                 (int)(5 - mood));
    }
    hud_put_named(hud, 112, 0, name);
}

static void draw_weapons(const struct hud *hud)
{
    static const char *const names[7] = {"shotgun", "sshotgun", "nailgun", "snailgun",
                                         "rlaunch", "srlaunch", "lightng"};
    const struct hud_info *info = hud->info;
    for (int i = 0; i < 7; i++) {
        uint32_t weapon = (uint32_t)HUD_IT_SHOTGUN << i;
        if (!has_item(hud, weapon)) {
            continue;
        }
        double age = (info->time - info->item_times[i]) * 10;
        char name[24];
        if (age >= 10) {
            snprintf(name, sizeof name, info->active_weapon == weapon ? "inv2_%s" : "inv_%s",
                     names[i]);
        } else { /* a new weapon flashes for a second */
            snprintf(name, sizeof name, "inva%d_%s", (int)(age > 0 ? age : 0) % 5 + 1, names[i]);
        }
        hud_put_named(hud, i * 24, -16, name);
    }
}

static void draw_inventory(const struct hud *hud)
{
    static const char *const items[6] = {"sb_key1",   "sb_key2", "sb_invis",
                                         "sb_invuln", "sb_suit", "sb_quad"};
    const struct hud_info *info = hud->info;
    hud_put_named(hud, 0, -24, "ibar");
    draw_weapons(hud);
    for (int i = 0; i < 4; i++) {
        char digits[16];
        snprintf(digits, sizeof digits, "%3d", (int)hud_clamp(info->ammo_counts[i]));
        for (int j = 0; j < 3; j++) {
            if (digits[j] >= '0' && digits[j] <= '9') { /* the small yellow figures */
                uint8_t glyph = (uint8_t)(18 + digits[j] - '0');
                hud_put_glyphs(hud, (6 * i + 1 + j) * HUD_GLYPH - 2, -24, &glyph, 1);
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        if (has_item(hud, (uint32_t)HUD_IT_KEY1 << i)) {
            hud_put_named(hud, 192 + i * 16, -16, items[i]);
        }
    }
    for (int i = 0; i < 4; i++) {
        if (has_item(hud, (uint32_t)HUD_IT_SIGIL1 << i)) {
            char name[16];
            snprintf(name, sizeof name, "sb_sigil%d", i + 1);
            hud_put_named(hud, HUD_WIDTH - 32 + i * 8, -16, name);
        }
    }
}

static void draw_armor_and_ammo(const struct hud *hud)
{
    static const char *const ammo[4] = {"sb_shells", "sb_nails", "sb_rocket", "sb_cells"};
    const struct hud_info *info = hud->info;
    if (has_item(hud, HUD_IT_INVULNERABILITY)) {
        hud_put_number(hud, 24, 0, 666, true);
        hud_put_named(hud, 0, 0, "disc");
    } else {
        hud_put_number(hud, 24, 0, info->armor, info->armor <= 25);
        for (int i = 3; i >= 1; i--) {
            if (has_item(hud, (uint32_t)HUD_IT_ARMOR1 << (i - 1))) {
                char name[16];
                snprintf(name, sizeof name, "sb_armor%d", i);
                hud_put_named(hud, 0, 0, name);
                break;
            }
        }
    }
    for (int i = 0; i < 4; i++) {
        if (has_item(hud, (uint32_t)HUD_IT_SHELLS << i)) {
            hud_put_named(hud, 224, 0, ammo[i]);
            break;
        }
    }
    hud_put_number(hud, 248, 0, info->ammo, info->ammo <= 10);
}

/* Without the bar's pictures: the same in one line of words. */
static void draw_bar_as_text(const struct hud *hud)
{
    char line[64];
    snprintf(line, sizeof line, "armor %d  health %d  ammo %d", (int)hud->info->armor,
             (int)hud->info->health, (int)hud->info->ammo);
    hud_put_text(hud, 24, 8, line);
}

static void draw_solo_score(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    char line[80];
    if (!info->quakeworld) {
        snprintf(line, sizeof line, "Monsters:%3d /%3d", (int)info->monsters,
                 (int)info->total_monsters);
        hud_put_text(hud, 8, 4, line);
        snprintf(line, sizeof line, "Secrets :%3d /%3d", (int)info->secrets,
                 (int)info->total_secrets);
        hud_put_text(hud, 8, 12, line);
    }
    int seconds = info->time > 0 ? (int)info->time : 0;
    snprintf(line, sizeof line, "Time :%3d:%d%d", seconds / 60, seconds % 60 / 10, seconds % 10);
    hud_put_text(hud, 184, 4, line);
    size_t length = strlen(info->level_name);
    hud_put_text(hud, 232 - (int32_t)(length * 4), 12, info->level_name);
}

/* Over the bar, where nothing else is. */
static void draw_tracked(const struct hud *hud)
{
    char line[32];
    snprintf(line, sizeof line, "Tracking %.13s", hud->info->tracked);
    hud_put_text(hud, 0, -24 - HUD_GLYPH - 2, line);
}

void hud_draw_bar(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    hud_place_bar(hud);
    if (info->tracked != NULL) {
        draw_tracked(hud);
    }
    if (info->numbers == HUD_SPECTATOR) {
        hud_put_named(hud, 0, 0, "scorebar");
        hud_put_text(hud, 160 - 7 * HUD_GLYPH, 8, "SPECTATOR MODE");
    }
    if (info->numbers != HUD_NUMBERS) {
        return;
    }
    draw_inventory(hud);
    if (info->max_players > 1) {
        hud_draw_frags(hud);
    }
    if (info->health <= 0) {
        hud_put_named(hud, 0, 0, "scorebar");
        draw_solo_score(hud);
        if (info->deathmatch) {
            hud_draw_scores(hud);
        }
        return;
    }
    if (!hud_put_named(hud, 0, 0, "sbar")) {
        draw_bar_as_text(hud);
        return;
    }
    draw_armor_and_ammo(hud);
    draw_face(hud);
    hud_put_number(hud, 136, 0, info->health, info->health <= 25);
}
