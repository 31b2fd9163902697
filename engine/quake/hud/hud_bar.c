#include "engine/quake/hud/hud_bar.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake/hud/hud_modern.h"
#include "engine/quake/hud/hud_scores.h"

enum { WEAPONS = 7, GRENADES = 4, AMMO = 4, SPECIALS = 6, SIGILS = 4 };

static bool has_item(const struct hud *hud, uint32_t item)
{
    return (hud->info->items & item) != 0;
}

void hud_draw_face(const struct hud *hud, int32_t x, int32_t y)
{
    const struct hud_info *info = hud->info;
    char name[16];
    if (hud_mission_draw_team(hud, x, y)) {
        return;
    }
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
    hud_put_named(hud, x, y, name);
}

/* --- inventory -------------------------------------------------------------------------------- */

void hud_weapon_prefix(const struct hud *hud, int bit, char prefix[HUD_WEAPON_PREFIX])
{
    const double age = (hud->info->time - hud->info->item_times[bit]) * 10;
    if (age < 10) {
        snprintf(prefix, HUD_WEAPON_PREFIX, "inva%d", (int)(age > 0 ? age : 0) % 5 + 1);
    } else {
        const bool in_hand = hud_mission_active(hud) == (uint32_t)1 << bit;
        snprintf(prefix, HUD_WEAPON_PREFIX, in_hand ? "inv2" : "inv");
    }
}

static void draw_weapons(const struct hud *hud)
{
    static const char *const names[WEAPONS] = {"shotgun", "sshotgun", "nailgun", "snailgun",
                                               "rlaunch", "srlaunch", "lightng"};
    struct hud column = *hud; /* without a ground: at the right edge, one over the other */
    column.left = hud->width - 24 * hud->scale;
    for (int i = 0; i < WEAPONS; i++) {
        char prefix[HUD_WEAPON_PREFIX], name[24];
        if (!has_item(hud, (uint32_t)HUD_IT_SHOTGUN << i)) {
            continue;
        }
        hud_weapon_prefix(hud, i, prefix);
        snprintf(name, sizeof name, "%s_%s", prefix, names[i]);
        if (!hud->headup) {
            hud_put_named(hud, i * 24, -16, name);
        } else if (i > 0 || hud->rows > HUD_HEIGHT) { /* no room for the first in a low picture */
            hud_put_part(&column, 0, -68 - (WEAPONS - i) * 16, name, 0, 24, 16);
        }
    }
}

void hud_put_count(const struct hud *hud, int32_t x, int32_t y, int32_t count)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%3d", (int)hud_clamp(count));
    for (int i = 0; i < 3; i++) {
        if (digits[i] >= '0' && digits[i] <= '9') {
            hud_put_glyph(hud, x + i * HUD_GLYPH, y, (uint8_t)(18 + digits[i] - '0'));
        }
    }
}

static void draw_counts(const struct hud *hud)
{
    const int32_t *counts = hud->info->ammo_counts;
    struct hud column = *hud;
    column.left = hud->width - 42 * hud->scale;
    for (int i = 0; i < AMMO; i++) {
        if (hud->headup) {
            const int32_t y = -24 - (AMMO - i) * 11;
            hud_put_part(&column, 0, y, "ibar", 3 + 48 * i, 42, 11);
            hud_put_count(&column, 7, y, counts[i]);
        } else {
            hud_put_count(hud, 48 * i + 10, -24, counts[i]);
        }
    }
}

static void draw_specials(const struct hud *hud)
{
    static const char *const items[SPECIALS] = {"sb_key1",   "sb_key2", "sb_invis",
                                                "sb_invuln", "sb_suit", "sb_quad"};
    for (int i = 0; i < SPECIALS; i++) {
        const bool elsewhere = i < 2 && hud->mission == HUD_HIPNOTIC;
        if (has_item(hud, (uint32_t)HUD_IT_KEY1 << i) && !elsewhere) {
            hud_put_named(hud, 192 + i * 16, -16, items[i]);
        }
    }
    for (int i = 0; i < SIGILS && hud->mission == HUD_QUAKE; i++) {
        if (has_item(hud, (uint32_t)HUD_IT_SIGIL1 << i)) {
            char name[16];
            snprintf(name, sizeof name, "sb_sigil%d", i + 1);
            hud_put_named(hud, HUD_WIDTH - 32 + i * 8, -16, name);
        }
    }
}

static void draw_inventory(const struct hud *hud)
{
    if (!hud->headup) {
        hud_put_ground(hud, 0, -24, hud_mission_ground(hud));
    }
    draw_weapons(hud);
    draw_counts(hud);
    draw_specials(hud);
    hud_mission_draw_items(hud);
}

/* --- the bar itself --------------------------------------------------------------------------- */

static void draw_armor_and_ammo(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    if (has_item(hud, HUD_IT_INVULNERABILITY)) {
        hud_put_number(hud, 24, 0, 666, true);
        hud_put_named(hud, 0, 0, "disc");
    } else {
        const char *armor = hud_mission_armor(hud);
        hud_put_number(hud, 24, 0, info->armor, info->armor <= 25);
        if (armor != NULL) {
            hud_put_named(hud, 0, 0, armor);
        }
    }
    const char *ammo = hud_mission_ammo(hud);
    if (ammo != NULL) {
        hud_put_named(hud, 224, 0, ammo);
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

/* QuakeWorld shows only the time in a match. */
static void draw_solo_score(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    char line[80];
    hud_put_ground(hud, 0, 0, "scorebar");
    int seconds = info->time > 0 ? (int)info->time : 0;
    snprintf(line, sizeof line, "Time :%3d:%d%d", seconds / 60, seconds % 60 / 10, seconds % 10);
    hud_put_text(hud, 184, 4, line);
    if (info->quakeworld) {
        return;
    }
    snprintf(line, sizeof line, "Monsters:%3d /%3d", (int)info->monsters,
             (int)info->total_monsters);
    hud_put_text(hud, 8, 4, line);
    snprintf(line, sizeof line, "Secrets :%3d /%3d", (int)info->secrets, (int)info->total_secrets);
    hud_put_text(hud, 8, 12, line);
    size_t length = strlen(info->level_name);
    hud_put_text(hud, 232 - (int32_t)(length * 4), 12, info->level_name);
}

static void draw_main(const struct hud *hud)
{
    struct lmp_picture ground;
    const bool found =
        hud->headup ? hud_find_picture(hud, "sbar", &ground) : hud_put_ground(hud, 0, 0, "sbar");
    if (!found) {
        draw_bar_as_text(hud);
        return;
    }
    hud_mission_draw_keys(hud);
    draw_armor_and_ammo(hud);
    hud_draw_face(hud, 112, 0);
    hud_put_number(hud, 136, 0, hud->info->health, hud->info->health <= 25);
}

/* Over the bar, where nothing else is. */
static void draw_tracked(const struct hud *hud)
{
    char line[32];
    const int32_t top = HUD_BAR - hud->lines;
    snprintf(line, sizeof line, "Tracking %.13s", hud->info->tracked);
    if (hud->modern) {
        hud_draw_modern_name(hud, line);
    } else {
        hud_put_text(hud, 0, top - HUD_GLYPH - 2, line);
    }
}

/* A camera without a body. */
static void draw_spectator(const struct hud *hud)
{
    hud_put_ground(hud, 0, 0, "scorebar");
    hud_put_text(hud, 160 - 7 * HUD_GLYPH, 4, "SPECTATOR MODE");
    hud_put_text(hud, 160 - 108, 12, "Press [ATTACK] for AutoCamera");
}

/* Over the numbers, or in their place. */
static void draw_inventory_and_frags(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    if (info->numbers == HUD_NUMBERS && !hud->modern) {
        draw_inventory(hud);
    }
    if (info->numbers == HUD_NO_NUMBERS || info->max_players <= 1) {
        return;
    }
    if (hud->modern) {
        hud_draw_modern_frags(hud);
    } else if (!(hud->headup && hud_shows_ranking(hud))) {
        hud_draw_frags(hud);
    }
}

static void draw_numbers(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    if (info->health <= 0 || info->options->scores != HUD_SCORES_NONE) {
        /* NetQuake shows these whether there is a bar or not. */
        if (hud->lines > 0 || !info->quakeworld) {
            draw_solo_score(hud);
        }
    } else if (hud->lines > 0 && hud->modern) {
        hud_draw_modern(hud);
    } else if (hud->lines > 0) {
        draw_main(hud);
    }
}

void hud_draw_bar(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    hud_place_bar(hud);
    if (info->tracked != NULL && info->view_name == NULL) {
        draw_tracked(hud);
    }
    if (hud->lines > HUD_BAR) {
        draw_inventory_and_frags(hud);
    }
    if (info->numbers == HUD_SPECTATOR && hud->lines > 0) {
        draw_spectator(hud);
    }
    if (info->numbers == HUD_NUMBERS) {
        draw_numbers(hud);
    }
    if (hud->lines > 0) {
        hud_draw_ranking(hud);
    }
}
