#include "engine/quake/hud/hud_modern.h"

#include "engine/quake/hud/hud_bar.h"
#include "engine/quake/hud/hud_scores.h"

enum {
    MARGIN = 8,
    ICON = 24,
    NUMBER = 3 * 24,
    GAP = 2,
    SPECIAL = 16,
    COUNT_WIDTH = 42, /* a piece of the inventory's ground */
    COUNT_HEIGHT = 11,
    COUNTS = 4,
    COUNT_STEP = COUNT_WIDTH + GAP,
    MIDDLE_MIN = 400,  /* columns: below that the middle has no room for ammunition */
    FRAGS_MIDDLE = 248 /* where the middle of the frags over a bar is */
};

static bool at_side(const struct hud *hud)
{
    return hud->info->options->style == HUD_SIDE || hud->columns < MIDDLE_MIN;
}

int32_t hud_modern_rows(const struct hud *hud)
{
    return MARGIN + ICON + GAP + SPECIAL + GAP + (at_side(hud) ? COUNTS * COUNT_HEIGHT + GAP : 0);
}

/* (0, 0) is the top of the corner's icons; x counts from the margin of that edge. */
static struct hud place_corner(const struct hud *hud, bool right)
{
    struct hud at = *hud;
    at.left = (right ? hud->columns - MARGIN : MARGIN) * hud->scale;
    at.top = hud->height - hud->info->covered - (MARGIN + ICON) * hud->scale;
    return at;
}

static void draw_left(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    const struct hud at = place_corner(hud, false);
    const bool immortal = (info->items & HUD_IT_INVULNERABILITY) != 0;
    const char *armor = immortal ? "disc" : hud_mission_armor(hud);
    hud_draw_face(&at, 0, 0);
    hud_put_number(&at, ICON + GAP, 0, info->health, info->health <= 25);
    if (immortal || info->armor > 0) {
        hud_put_number(&at, ICON + GAP, -ICON - GAP, immortal ? 666 : info->armor,
                       immortal || info->armor <= 25);
        if (armor != NULL) {
            hud_put_named(&at, 0, -ICON - GAP, armor);
        }
    }
}

/* Keys, powerups and the packs' own, from the right edge on. */
static void draw_specials(const struct hud *hud, int32_t y)
{
    static const struct {
        uint32_t bit;
        int packs; /* bit n: of enum hud_mission n */
        const char *name;
    } items[] = {{17, 7, "sb_key1"},   {18, 7, "sb_key2"},   {19, 7, "sb_invis"},
                 {20, 7, "sb_invuln"}, {21, 7, "sb_suit"},   {22, 7, "sb_quad"},
                 {28, 1, "sb_sigil1"}, {29, 1, "sb_sigil2"}, {30, 1, "sb_sigil3"},
                 {31, 1, "sb_sigil4"}, {24, 2, "sb_wsuit"},  {25, 2, "sb_eshld"},
                 {29, 4, "r_shield1"}, {30, 4, "r_agrav1"}};
    int32_t x = 0;
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        if ((hud->info->items >> items[i].bit & 1) && (items[i].packs >> hud->mission & 1)) {
            x -= items[i].bit >= 28 && hud->mission == HUD_QUAKE ? SPECIAL / 2 : SPECIAL;
            hud_put_named(hud, x, y, items[i].name);
        }
    }
}

static void put_count(const struct hud *hud, int32_t x, int32_t y, int i)
{
    const char *ground = hud->mission == HUD_ROGUE ? hud_mission_ground(hud) : "ibar";
    hud_put_part(hud, x, y, ground, 3 + 48 * i, COUNT_WIDTH, COUNT_HEIGHT);
    hud_put_count(hud, x + 7, y, hud->info->ammo_counts[i]);
}

static void draw_right(const struct hud *hud)
{
    const struct hud at = place_corner(hud, true);
    const char *ammo = hud_mission_ammo(hud);
    if (ammo != NULL) {
        hud_put_named(&at, -ICON, 0, ammo);
        hud_put_number(&at, -ICON - GAP - NUMBER, 0, hud->info->ammo, hud->info->ammo <= 10);
    }
    if (hud->lines <= HUD_BAR) {
        return;
    }
    draw_specials(&at, -SPECIAL - GAP);
    for (int i = 0; i < COUNTS; i++) {
        if (at_side(hud)) {
            put_count(&at, -COUNT_WIDTH, -SPECIAL - 2 * GAP - (COUNTS - i) * COUNT_HEIGHT, i);
        } else {
            put_count(&at, i * COUNT_STEP - (hud->columns + COUNTS * COUNT_STEP) / 2 + MARGIN,
                      ICON - COUNT_HEIGHT, i);
        }
    }
}

void hud_draw_modern(struct hud *hud)
{
    draw_left(hud);
    draw_right(hud);
}

void hud_draw_modern_frags(const struct hud *hud)
{
    struct hud at = place_corner(hud, false);
    /* Above the ammunition; where there is no room between the corners' figures, above those, or
     * above the words that take their place. */
    const struct hud_info *info = hud->info;
    const bool words = info->numbers != HUD_NUMBERS || info->health <= 0 ||
                       info->options->scores != HUD_SCORES_NONE;
    const bool narrow = words || hud->columns < MIDDLE_MIN;
    const int32_t row = narrow         ? -2 * GAP - HUD_GLYPH
                        : at_side(hud) ? ICON - HUD_GLYPH
                                       : ICON - COUNT_HEIGHT - GAP - HUD_GLYPH;
    at.left = hud->width / 2 - (FRAGS_MIDDLE - GAP * narrow) * hud->scale;
    at.top += (row + HUD_BAR) * hud->scale; /* they stand that far above a bar */
    hud_draw_frags(&at);
}

void hud_draw_modern_name(const struct hud *hud, const char *text)
{
    const struct hud at = place_corner(hud, false);
    hud_put_text(&at, 0, -ICON - 2 * GAP - HUD_GLYPH, text);
}
