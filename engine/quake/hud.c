#include "engine/quake/hud.h"

#include <stdio.h>
#include <string.h>

enum {
    GROUND_WIDTH = 320, /* what the layout is made for */
    GROUND_HEIGHT = 200,
    GLYPH = 8,
    NUMBER_WIDTH = 24,
    BAR_HEIGHT = 24,
    NOTIFY_LINES = 4,
    MAX_RANKED = 32
};

#define NOTIFY_SECONDS 3.0
#define CENTER_SECONDS 2.0
#define PRINT_SPEED 8.0 /* characters a second of a finale's text */

struct hud {
    struct palette_scene *scene;
    struct quake_data *data;
    const struct hud_info *info;
    int32_t width, height; /* frame pixels */
    int32_t scale;
    int32_t left; /* frame pixels: where x = 0 lies */
    int32_t top;  /* and y = 0: the bar's top edge, or the overlay's */
};

/* --- drawing in layout pixels ----------------------------------------------------------------- */

static bool find_picture(const struct hud *hud, const char *name, struct lmp_picture *picture)
{
    return quake_data_picture(hud->data, name, picture) == 0;
}

static void put_picture(const struct hud *hud, int32_t x, int32_t y,
                        const struct lmp_picture *picture)
{
    struct palette_2d *item = palette_scene_add_2d(hud->scene);
    if (item != NULL) {
        item->kind = PALETTE_2D_PICTURE;
        item->x = hud->left + x * hud->scale;
        item->y = hud->top + y * hud->scale;
        item->scale = hud->scale;
        item->width = picture->width;
        item->height = picture->height;
        item->pixels = picture->pixels;
    }
}

static bool put_named(const struct hud *hud, int32_t x, int32_t y, const char *name)
{
    struct lmp_picture picture;
    bool found = find_picture(hud, name, &picture);
    if (found) {
        put_picture(hud, x, y, &picture);
    }
    return found;
}

static void put_glyphs(const struct hud *hud, int32_t x, int32_t y, const uint8_t *glyphs,
                       size_t count)
{
    palette_scene_add_text(hud->scene, hud->left + x * hud->scale, hud->top + y * hud->scale,
                           hud->scale, hud->data->conchars, glyphs, count);
}

static void put_text(const struct hud *hud, int32_t x, int32_t y, const char *text)
{
    put_glyphs(hud, x, y, (const uint8_t *)text, strlen(text));
}

static void put_fill(const struct hud *hud, int32_t x, int32_t y, int32_t width, int32_t height,
                     uint8_t color)
{
    struct palette_2d *item = palette_scene_add_2d(hud->scene);
    if (item != NULL) {
        item->kind = PALETTE_2D_FILL;
        item->x = hud->left + x * hud->scale;
        item->y = hud->top + y * hud->scale;
        item->scale = 1;
        item->width = width * hud->scale;
        item->height = height * hud->scale;
        item->color = color;
    }
}

static int32_t clamp_number(int32_t number)
{
    return number > 999 ? 999 : number < -99 ? -99 : number;
}

/* Sbar_DrawNum: big figures, right-aligned in three places. */
static void put_number(const struct hud *hud, int32_t x, int32_t y, int32_t number, bool alert)
{
    char digits[16], name[16];
    int length = snprintf(digits, sizeof digits, "%d", (int)clamp_number(number));
    x += (3 - length) * NUMBER_WIDTH;
    for (int i = 0; i < length; i++, x += NUMBER_WIDTH) {
        const char *prefix = alert ? "anum" : "num";
        if (digits[i] == '-') {
            snprintf(name, sizeof name, "%s_minus", prefix);
        } else {
            snprintf(name, sizeof name, "%s_%c", prefix, digits[i]);
        }
        if (!put_named(hud, x, y, name)) {
            put_glyphs(hud, x + GLYPH, y + GLYPH, (const uint8_t *)&digits[i], 1);
        }
    }
}

/* --- status bar ------------------------------------------------------------------------------- */

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
    put_named(hud, 112, 0, name);
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
        put_named(hud, i * 24, -16, name);
    }
}

static void draw_inventory(const struct hud *hud)
{
    static const char *const items[6] = {"sb_key1",   "sb_key2", "sb_invis",
                                         "sb_invuln", "sb_suit", "sb_quad"};
    const struct hud_info *info = hud->info;
    put_named(hud, 0, -24, "ibar");
    draw_weapons(hud);
    for (int i = 0; i < 4; i++) {
        char digits[16];
        snprintf(digits, sizeof digits, "%3d", (int)clamp_number(info->ammo_counts[i]));
        for (int j = 0; j < 3; j++) {
            if (digits[j] >= '0' && digits[j] <= '9') { /* the small yellow figures */
                uint8_t glyph = (uint8_t)(18 + digits[j] - '0');
                put_glyphs(hud, (6 * i + 1 + j) * GLYPH - 2, -24, &glyph, 1);
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        if (has_item(hud, (uint32_t)HUD_IT_KEY1 << i)) {
            put_named(hud, 192 + i * 16, -16, items[i]);
        }
    }
    for (int i = 0; i < 4; i++) {
        if (has_item(hud, (uint32_t)HUD_IT_SIGIL1 << i)) {
            char name[16];
            snprintf(name, sizeof name, "sb_sigil%d", i + 1);
            put_named(hud, GROUND_WIDTH - 32 + i * 8, -16, name);
        }
    }
}

static void draw_armor_and_ammo(const struct hud *hud)
{
    static const char *const ammo[4] = {"sb_shells", "sb_nails", "sb_rocket", "sb_cells"};
    const struct hud_info *info = hud->info;
    if (has_item(hud, HUD_IT_INVULNERABILITY)) {
        put_number(hud, 24, 0, 666, true);
        put_named(hud, 0, 0, "disc");
    } else {
        put_number(hud, 24, 0, info->armor, info->armor <= 25);
        for (int i = 3; i >= 1; i--) {
            if (has_item(hud, (uint32_t)HUD_IT_ARMOR1 << (i - 1))) {
                char name[16];
                snprintf(name, sizeof name, "sb_armor%d", i);
                put_named(hud, 0, 0, name);
                break;
            }
        }
    }
    for (int i = 0; i < 4; i++) {
        if (has_item(hud, (uint32_t)HUD_IT_SHELLS << i)) {
            put_named(hud, 224, 0, ammo[i]);
            break;
        }
    }
    put_number(hud, 248, 0, info->ammo, info->ammo <= 10);
}

/* Without the bar's pictures: the same in one line of words. */
static void draw_bar_as_text(const struct hud *hud)
{
    char line[64];
    snprintf(line, sizeof line, "armor %d  health %d  ammo %d", (int)hud->info->armor,
             (int)hud->info->health, (int)hud->info->ammo);
    put_text(hud, 24, 8, line);
}

static void draw_solo_score(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    char line[80];
    if (!info->quakeworld) {
        snprintf(line, sizeof line, "Monsters:%3d /%3d", (int)info->monsters,
                 (int)info->total_monsters);
        put_text(hud, 8, 4, line);
        snprintf(line, sizeof line, "Secrets :%3d /%3d", (int)info->secrets,
                 (int)info->total_secrets);
        put_text(hud, 8, 12, line);
    }
    int seconds = info->time > 0 ? (int)info->time : 0;
    snprintf(line, sizeof line, "Time :%3d:%d%d", seconds / 60, seconds % 60 / 10, seconds % 10);
    put_text(hud, 184, 4, line);
    size_t length = strlen(info->level_name);
    put_text(hud, 232 - (int32_t)(length * 4), 12, info->level_name);
}

/* --- frags ------------------------------------------------------------------------------------ */

/* Spectators stand behind all who play. */
static bool ranks_before(const struct hud_player *a, const struct hud_player *b)
{
    return a->spectator == b->spectator ? a->frags > b->frags : b->spectator;
}

/* Positions of the named players by falling frags; equal ones stay in their order. */
static size_t rank_players(const struct hud_info *info, bool spectators, size_t order[MAX_RANKED])
{
    size_t count = 0;
    for (size_t i = 0; i < info->num_players; i++) {
        const struct hud_player *player = &info->players[i];
        if (player->name[0] == '\0' || (player->spectator && !spectators)) {
            continue;
        }
        size_t at = count < MAX_RANKED ? count++ : MAX_RANKED;
        if (at == MAX_RANKED) {
            if (!ranks_before(player, &info->players[order[MAX_RANKED - 1]])) {
                continue;
            }
            at = MAX_RANKED - 1;
        }
        while (at > 0 && ranks_before(player, &info->players[order[at - 1]])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    return count;
}

/* Sbar_ColorForMap: the row's ninth shade. */
static uint8_t flag_color(uint8_t color)
{
    return (uint8_t)((color & 15) * 16 + 8);
}

static void put_frags(const struct hud *hud, int32_t x, int32_t y, int32_t frags)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%3d", (int)clamp_number(frags));
    put_text(hud, x, y, digits);
}

/* The four best over the bar. */
static void draw_frags(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    size_t order[MAX_RANKED];
    size_t count = rank_players(info, false, order);
    for (size_t i = 0; i < count && i < 4; i++) {
        const struct hud_player *player = &info->players[order[i]];
        int32_t x = (23 + (int32_t)i * 4) * GLYPH;
        put_fill(hud, x + 10, -23, 28, 4, flag_color(player->shirt));
        put_fill(hud, x + 10, -19, 28, 3, flag_color(player->trousers));
        put_frags(hud, x + GLYPH, -24, player->frags);
        if (player->self) {
            static const uint8_t brackets[2] = {16, 17};
            put_glyphs(hud, x + 2, -24, &brackets[0], 1);
            put_glyphs(hud, x + 28, -24, &brackets[1], 1);
        }
    }
}

/* Sbar_DeathmatchOverlay */
static void draw_rankings(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    struct lmp_picture title;
    size_t order[MAX_RANKED];
    size_t count = rank_players(info, false, order);
    if (find_picture(hud, "gfx/ranking.lmp", &title)) {
        put_picture(hud, (GROUND_WIDTH - title.width) / 2, 8, &title);
    } else {
        put_text(hud, 124, 16, "RANKINGS");
    }
    for (size_t i = 0; i < count; i++) {
        const struct hud_player *player = &info->players[order[i]];
        int32_t y = 40 + (int32_t)i * 10;
        put_fill(hud, 80, y, 40, 4, flag_color(player->shirt));
        put_fill(hud, 80, y + 4, 40, 4, flag_color(player->trousers));
        put_frags(hud, 88, y, player->frags);
        if (player->self) {
            static const uint8_t mark = 12;
            put_glyphs(hud, 72, y, &mark, 1);
        }
        put_text(hud, 144, y, player->name);
    }
}

/* Where QuakeWorld's columns stand; teams push the names aside. */
enum {
    LOSS_COLUMN = 32,
    TIME_COLUMN = 64,
    FRAGS_COLUMN = 104,
    TEAM_COLUMN = 152,
    NAME_COLUMN = 152,
    TEAM_WIDTH = 40,
    TEAM_SHOWN = 4 /* glyphs */
};

/* A heading's line: its ends and its middle. */
static void put_rule(const struct hud *hud, int32_t x, int32_t y, int32_t glyphs)
{
    for (int32_t i = 0; i < glyphs; i++) {
        const uint8_t glyph = i == 0 ? 29 : i == glyphs - 1 ? 31 : 30;
        put_glyphs(hud, x + i * GLYPH, y, &glyph, 1);
    }
}

static void put_heading(const struct hud *hud, int32_t left, int32_t x, const char *word,
                        int32_t width, int32_t y)
{
    put_text(hud, left + x, y, word);
    put_rule(hud, left + x, y + GLYPH, width);
}

static void draw_score(const struct hud *hud, const struct hud_player *player, int32_t x, int32_t y)
{
    const bool teams = hud->info->teams;
    char text[16];
    put_text(hud, x + NAME_COLUMN + (teams ? TEAM_WIDTH : 0), y, player->name);
    snprintf(text, sizeof text, "%4d", player->ping < 0 || player->ping > 999 ? 999 : player->ping);
    put_text(hud, x, y, text);
    snprintf(text, sizeof text, "%3d", (int)clamp_number(player->loss));
    for (char *p = text; player->loss > 25 && *p != '\0'; p++) {
        *p = (char)(*p | -128); /* the font's coloured half */
    }
    put_text(hud, x + LOSS_COLUMN, y, text);
    if (player->spectator) {
        put_text(hud, x + LOSS_COLUMN + GLYPH, y, "(spectator)");
        return;
    }
    snprintf(text, sizeof text, "%4d", player->minutes > 9999 ? 9999 : player->minutes);
    put_text(hud, x + TIME_COLUMN, y, text);
    put_fill(hud, x + FRAGS_COLUMN, y, 40, 4, flag_color(player->shirt));
    put_fill(hud, x + FRAGS_COLUMN, y + 4, 40, 4, flag_color(player->trousers));
    put_frags(hud, x + FRAGS_COLUMN + GLYPH, y, player->frags);
    if (player->self) {
        static const uint8_t brackets[2] = {16, 17};
        put_glyphs(hud, x + FRAGS_COLUMN, y, &brackets[0], 1);
        put_glyphs(hud, x + FRAGS_COLUMN + 32, y, &brackets[1], 1);
    }
    if (teams) {
        snprintf(text, sizeof text, "%.*s", TEAM_SHOWN, player->team);
        put_text(hud, x + TEAM_COLUMN, y, text);
    }
}

/* QuakeWorld's Sbar_DeathmatchOverlay: as many as the picture has room for. */
static void draw_scores(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    const int32_t x = info->teams ? 4 : 16;
    struct lmp_picture title;
    size_t order[MAX_RANKED];
    size_t count = rank_players(info, true, order);
    int32_t y = 24;
    if (find_picture(hud, "gfx/ranking.lmp", &title)) {
        put_picture(hud, (GROUND_WIDTH - title.width) / 2, 0, &title);
        y = title.height > y ? title.height : y;
    } else {
        put_text(hud, 124, 8, "RANKINGS");
    }
    put_heading(hud, x, 0, "ping", 4, y);
    put_heading(hud, x, 40, "pl", 2, y);
    put_heading(hud, x, TIME_COLUMN, "time", 4, y);
    put_heading(hud, x, FRAGS_COLUMN, "frags", 5, y);
    if (info->teams) {
        put_heading(hud, x, TEAM_COLUMN, "team", 4, y);
    }
    put_heading(hud, x, NAME_COLUMN + (info->teams ? TEAM_WIDTH : 0), "name", 16, y);
    y += 2 * GLYPH;
    const int32_t bottom = (hud->height - hud->top) / hud->scale;
    for (size_t i = 0; i < count && y + 10 <= bottom; i++, y += 10) {
        draw_score(hud, &info->players[order[i]], x, y);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static void place_overlay(struct hud *hud)
{
    hud->left = (hud->width - GROUND_WIDTH * hud->scale) / 2;
    hud->top = (hud->height - GROUND_HEIGHT * hud->scale) / 2;
}

static void place_bar(struct hud *hud)
{
    hud->left = (hud->width - GROUND_WIDTH * hud->scale) / 2;
    hud->top = hud->height - BAR_HEIGHT * hud->scale;
}

/* Over the bar, where nothing else is. */
static void draw_tracked(const struct hud *hud)
{
    char line[32];
    snprintf(line, sizeof line, "Tracking %.13s", hud->info->tracked);
    put_text(hud, 0, -24 - GLYPH - 2, line);
}

static void draw_players(struct hud *hud)
{
    place_overlay(hud);
    if (hud->info->quakeworld) {
        draw_scores(hud);
    } else {
        draw_rankings(hud);
    }
}

static void draw_status_bar(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    place_bar(hud);
    if (info->tracked != NULL) {
        draw_tracked(hud);
    }
    if (info->numbers == HUD_SPECTATOR) {
        put_named(hud, 0, 0, "scorebar");
        put_text(hud, 160 - 7 * GLYPH, 8, "SPECTATOR MODE");
    }
    if (info->numbers != HUD_NUMBERS) {
        return;
    }
    draw_inventory(hud);
    if (info->max_players > 1) {
        draw_frags(hud);
    }
    if (info->health <= 0) {
        put_named(hud, 0, 0, "scorebar");
        draw_solo_score(hud);
        if (info->deathmatch) {
            draw_players(hud);
        }
        return;
    }
    if (!put_named(hud, 0, 0, "sbar")) {
        draw_bar_as_text(hud);
        return;
    }
    draw_armor_and_ammo(hud);
    draw_face(hud);
    put_number(hud, 136, 0, info->health, info->health <= 25);
}

static void draw_tally(const struct hud *hud, int32_t y, int32_t part, int32_t whole)
{
    put_number(hud, 160, y, part, false);
    if (!put_named(hud, 232, y, "num_slash")) {
        put_text(hud, 232, y + GLYPH, "/");
    }
    put_number(hud, 240, y, whole, false);
}

static void put_digit(const struct hud *hud, int32_t x, int32_t y, int digit)
{
    char name[16], text[2] = {(char)('0' + digit), '\0'};
    snprintf(name, sizeof name, "num_%d", digit);
    if (!put_named(hud, x, y, name)) {
        put_text(hud, x + GLYPH, y + GLYPH, text);
    }
}

/* Sbar_IntermissionOverlay */
static void draw_intermission(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    if (info->deathmatch) {
        draw_players(hud);
        return;
    }
    place_overlay(hud);
    if (!put_named(hud, 64, 24, "gfx/complete.lmp")) {
        put_text(hud, 100, 32, "LEVEL COMPLETED");
    }
    if (!put_named(hud, 0, 56, "gfx/inter.lmp")) {
        put_text(hud, 32, 72, "TIME");
        put_text(hud, 32, 112, "SECRETS");
        put_text(hud, 32, 152, "MONSTERS");
    }
    int seconds = info->completed_time > 0 ? (int)info->completed_time : 0;
    put_number(hud, 160, 64, seconds / 60, false);
    if (!put_named(hud, 234, 64, "num_colon")) {
        put_text(hud, 234, 72, ":");
    }
    put_digit(hud, 246, 64, seconds % 60 / 10);
    put_digit(hud, 266, 64, seconds % 10);
    draw_tally(hud, 104, info->secrets, info->total_secrets);
    draw_tally(hud, 144, info->monsters, info->total_monsters);
}

/* SCR_DrawCenterString: lines of at most 40 glyphs, each in the middle. */
static void draw_center(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    double age = info->time - info->center_time;
    if (info->center_length == 0 || age < 0 ||
        (info->ending == HUD_PLAYING && age >= CENTER_SECONDS)) {
        return;
    }
    size_t left = info->center_length;
    if (info->ending != HUD_PLAYING && age * PRINT_SPEED < (double)left) {
        left = (size_t)(age * PRINT_SPEED) + 1; /* the text of a finale writes itself */
        left = left < info->center_length ? left : info->center_length;
    }
    int lines = 1;
    for (size_t i = 0; i < info->center_length; i++) {
        lines += info->center[i] == '\n';
    }
    hud->left = 0;
    hud->top = 0;
    int32_t y = lines <= 4 ? (int32_t)((double)(hud->height / hud->scale) * 0.35) : 48;
    const uint8_t *line = info->center;
    const uint8_t *end = info->center + info->center_length;
    while (left > 0) {
        size_t length = 0;
        while (line + length < end && line[length] != '\n' && length < 40) {
            length++;
        }
        size_t shown = length < left ? length : left;
        put_glyphs(hud, (hud->width / hud->scale - (int32_t)length * GLYPH) / 2, y, line, shown);
        /* What is longer than 40 is cut off; the line's end is not one of the text's characters. */
        while (line + length < end && line[length] != '\n') {
            length++;
        }
        left -= shown;
        line += length + (line + length < end);
        if (line >= end) {
            break;
        }
        y += GLYPH;
    }
}

/* The next row of a console line at most `width` glyphs wide: whole words, if they fit at all. */
static size_t take_row(const uint8_t *text, size_t length, size_t width)
{
    if (length <= width) {
        return length;
    }
    for (size_t i = width; i > 0; i--) {
        if ((text[i] & 127) <= ' ' || (text[i - 1] & 127) <= ' ') {
            return i;
        }
    }
    return width;
}

static void draw_notify(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    struct hud_line rows[NOTIFY_LINES];
    size_t count = 0;
    hud->left = 0;
    hud->top = 0;
    size_t width =
        hud->width / hud->scale / GLYPH > 3 ? (size_t)(hud->width / hud->scale / GLYPH - 2) : 1;
    for (size_t i = 0; i < info->num_lines; i++) {
        struct hud_line line = info->lines[i];
        double age = info->time - line.time;
        if (age < 0 || age > NOTIFY_SECONDS) {
            continue;
        }
        do { /* an empty line takes a row as well */
            size_t taken = take_row(line.text, line.length, width);
            rows[count++ % NOTIFY_LINES] = (struct hud_line){line.text, taken, line.time};
            line.text += taken;
            line.length -= taken;
        } while (line.length > 0);
    }
    size_t first = count > NOTIFY_LINES ? count - NOTIFY_LINES : 0;
    for (size_t i = first; i < count; i++) {
        const struct hud_line *row = &rows[i % NOTIFY_LINES];
        put_glyphs(hud, GLYPH, (int32_t)(i - first) * GLYPH, row->text, row->length);
    }
}

static void draw_titled(struct hud *hud, const char *name, const char *words, int32_t y)
{
    struct lmp_picture picture;
    place_overlay(hud);
    if (find_picture(hud, name, &picture)) {
        put_picture(hud, (GROUND_WIDTH - picture.width) / 2, y, &picture);
    } else if (words[0] != '\0') {
        put_text(hud, (GROUND_WIDTH - (int32_t)strlen(words) * GLYPH) / 2, y, words);
    }
}

void hud_draw(struct palette_scene *scene, struct quake_data *data, const struct hud_info *info,
              int width, int height)
{
    struct hud hud = {scene, data, info, width, height, 1, 0, 0};
    int scale = width / GROUND_WIDTH < height / 240 ? width / GROUND_WIDTH : height / 240;
    hud.scale = scale > 1 ? scale : 1;
    switch (info->ending) {
    case HUD_INTERMISSION:
        draw_intermission(&hud);
        return;
    case HUD_FINALE:
        draw_titled(&hud, "gfx/finale.lmp", "", 16);
        draw_center(&hud);
        return;
    case HUD_CUTSCENE:
        draw_center(&hud);
        return;
    default:
        break;
    }
    if (info->paused) {
        draw_titled(&hud, "gfx/pause.lmp", "PAUSED", (GROUND_HEIGHT - 48 - 24) / 2);
    }
    draw_center(&hud);
    if (info->in_game &&
        width >= GROUND_WIDTH) { /* a cut bar says nothing and hides half the view */
        draw_status_bar(&hud);
    }
    draw_notify(&hud);
}
