#include "engine/quake/hud/hud_match.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake/hud/hud_modern.h"

enum {
    TOP = HUD_NOTIFY_TOP + HUD_NOTIFY_LINES * HUD_GLYPH + 4, /* below the console's lines */
    FRAG_LINES = 6,
    TEAM_TOP = TOP + FRAG_LINES * HUD_GLYPH + 4,
    TEAM_LINES = 8,
    HEADUP_COLUMN = 42, /* layout pixels: weapons and ammo without a bar stand there */
    LINE = 96,
    NAME = 8, /* glyphs at most */
    PLACE = 8,
    BRONZE = 128,
    LOW_HEALTH = 25
};

/* A line of glyphs in the making; what does not fit is left out. */
struct row {
    uint8_t glyphs[LINE];
    size_t length;
};

static void add_glyph(struct row *row, uint8_t glyph)
{
    if (row->length < LINE) {
        row->glyphs[row->length++] = glyph;
    }
}

static void add_glyphs(struct row *row, const uint8_t *glyphs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_glyph(row, glyphs[i]);
    }
}

/* color: BRONZE or 0. */
static void add_text(struct row *row, const char *text, uint8_t color)
{
    for (; *text != '\0'; text++) {
        add_glyph(row, (uint8_t)*text | (*text != ' ' ? color : 0));
    }
}

/* Exactly so many places: text, then blanks. */
static void add_padded(struct row *row, const char *text, size_t places, uint8_t color)
{
    for (size_t i = 0; i < places; i++) {
        const char c = *text != '\0' ? *text++ : ' ';
        add_glyph(row, (uint8_t)c | (c != ' ' ? color : 0));
    }
}

/* Ends at the edge that is free; the beginning of what is too long is left out. */
static void put_row(const struct hud *hud, const struct row *row, int32_t y)
{
    const int32_t right =
        hud->columns - HUD_GLYPH - (hud->headup && !hud->modern ? HEADUP_COLUMN : 0);
    const int32_t room = right > HUD_GLYPH ? (right - HUD_GLYPH) / HUD_GLYPH : 0;
    const int32_t length = (int32_t)row->length < room ? (int32_t)row->length : room;
    hud_put_glyphs(hud, right - length * HUD_GLYPH, y, row->glyphs + row->length - length,
                   (size_t)length);
}

/* --- who killed whom -------------------------------------------------------------------------- */

static void put_frag(const struct hud *hud, const struct hud_frag *frag, int32_t y)
{
    struct row row = {.length = 0};
    add_glyphs(&row, frag->killer, frag->killer_length);
    if (frag->killer_length > 0) {
        add_glyph(&row, ' ');
    }
    add_text(&row, frag->cause, BRONZE);
    if (frag->victim_length > 0) {
        add_glyph(&row, ' ');
    }
    add_glyphs(&row, frag->victim, frag->victim_length);
    put_row(hud, &row, y);
}

void hud_draw_frag_lines(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    size_t shown[FRAG_LINES], count = 0;
    hud_place_frame(hud);
    for (size_t i = info->num_frags; info->options->frags && i > 0 && count < FRAG_LINES; i--) {
        const double age = info->time - info->frags[i - 1].time;
        if (age >= 0.0 && age < HUD_FRAG_SECONDS) {
            shown[count++] = i - 1;
        }
    }
    for (size_t i = 0; i < count; i++) {
        put_frag(hud, &info->frags[shown[count - 1 - i]], TOP + (int32_t)i * HUD_GLYPH);
    }
}

/* --- the team --------------------------------------------------------------------------------- */

/* What decides a fight. */
static const char *best_weapon(uint32_t items)
{
    enum { ROCKETS = 5, LIGHTNING = 6 };
    static const char *const names[] = {"sg", "ssg", "ng", "sng", "gl"};
    const bool rocket = items >> ROCKETS & 1, lightning = items >> LIGHTNING & 1;
    if (rocket || lightning) {
        return rocket && lightning ? "rlg" : rocket ? "rl" : "lg";
    }
    for (int i = 4; i >= 0; i--) {
        if (items >> i & 1) {
            return names[i];
        }
    }
    return "axe";
}

static char armor_letter(uint32_t items)
{
    return items & HUD_IT_ARMOR3   ? 'r'
           : items & HUD_IT_ARMOR2 ? 'y'
           : items & HUD_IT_ARMOR1 ? 'g'
                                   : ' ';
}

/* Glyphs of its columns. */
struct columns {
    size_t name, place;
};

static size_t wider(size_t width, const char *text, size_t most)
{
    const size_t length = strlen(text) < most ? strlen(text) : most;
    return length > width ? length : width;
}

static void put_mate(const struct hud *hud, const struct hud_mate *mate,
                     const struct columns *columns, int32_t y)
{
    struct row row = {.length = 0};
    char text[32];
    add_glyph(&row, mate->items & HUD_IT_QUAD ? 'Q' : ' ');
    add_glyph(&row, mate->items & HUD_IT_INVULNERABILITY ? 'P' : ' ');
    add_glyph(&row, mate->items & HUD_IT_INVISIBILITY ? 'R' : ' ');
    add_glyph(&row, ' ');
    add_padded(&row, mate->name, columns->name, 0);
    add_glyph(&row, ' ');
    if (columns->place > 0) {
        add_padded(&row, mate->place, columns->place, BRONZE);
        add_glyph(&row, ' ');
    }
    snprintf(text, sizeof text, "%c%3d/", armor_letter(mate->items), (int)hud_clamp(mate->armor));
    add_text(&row, text, 0);
    if (mate->health > 0) {
        snprintf(text, sizeof text, "%-3d", (int)hud_clamp(mate->health));
    } else {
        snprintf(text, sizeof text, "---");
    }
    add_text(&row, text, mate->health <= LOW_HEALTH ? BRONZE : 0);
    add_glyph(&row, ' ');
    add_padded(&row, mate->health > 0 ? best_weapon(mate->items) : "", 3, 0);
    put_row(hud, &row, y);
}

void hud_draw_team(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    hud_place_frame(hud);
    const int32_t bar = hud->lines == 0 ? 0
                        : hud->modern   ? hud_modern_rows(hud)
                        : hud->headup   ? 0
                                        : hud->lines;
    const int32_t bottom = hud_rows_below(hud) - bar;
    struct columns columns = {0, 0};
    for (size_t i = 0; i < info->num_mates && i < TEAM_LINES; i++) {
        columns.name = wider(columns.name, info->mates[i].name, NAME);
        columns.place = wider(columns.place, info->mates[i].place, PLACE);
    }
    for (size_t i = 0; info->options->team && i < info->num_mates && i < TEAM_LINES; i++) {
        const int32_t y = TEAM_TOP + (int32_t)i * HUD_GLYPH;
        if (y + HUD_GLYPH <= bottom) {
            put_mate(hud, &info->mates[i], &columns, y);
        }
    }
}
