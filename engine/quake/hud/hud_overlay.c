#include "engine/quake/hud/hud_overlay.h"

#include <math.h>
#include <string.h>

#include "engine/hud/hud_elements.h"
#include "engine/quake/hud/hud_modern.h"

enum {
    CORNER_TOP = 4,
    CORNER_ROW = 10,
    KILLS_TOP = HUD_NOTIFY_TOP + HUD_NOTIFY_LINES * HUD_GLYPH + 4, /* below the console's lines */
    ITEMS_TOP = KILLS_TOP + 8,                                     /* at the left */
    RADAR_GAP = 4,                                                 /* above the bar */
    KILL_ROWS = 6,
    KEYS_ROWS = 3 * HUD_GLYPH + HUD_GLYPH / 2, /* hud_keys: two boxes and their gap */
    NAME_ROOM = HUD_GLYPH + 2,                 /* above the bar */
    TEAM_TOP = KILLS_TOP + KILL_ROWS * HUD_GLYPH + 4,
    HEADUP_COLUMN = 42, /* layout pixels: width of the column of weapons and ammo without a bar */
    BRONZE = 128,
    UNSHADED = 32, /* row of the colormap that leaves colours as they are, */
    DARKEST = 63   /* and the one that makes them black */
};

/* --- primitives to the scene ------------------------------------------------------------------ */

static uint8_t to_byte(float part)
{
    return part >= 1.0f ? 255 : part > 0.0f ? (uint8_t)(part * 255.0f + 0.5f) : 0;
}

static uint8_t find_nearest(const uint8_t *palette, const float color[4])
{
    int best = 0;
    int32_t least = INT32_MAX;
    for (int i = 0; i < 256; i++) {
        int32_t distance = 0;
        for (int k = 0; k < 3; k++) {
            const int32_t off = palette[3 * i + k] - to_byte(color[k]);
            distance += off * off;
        }
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

/* Layout units from the frame's corner to frame pixels. */
static int32_t to_pixels(const struct hud *hud, float units)
{
    const float most = 1e6f, pixels = units * (float)hud->scale;
    return pixels > -most && pixels < most ? (int32_t)floorf(pixels + 0.5f) : 0;
}

static void put_rect(struct hud *hud, const struct hud_2d *prim)
{
    const bool is_black =
        prim->color[0] <= 0.0f && prim->color[1] <= 0.0f && prim->color[2] <= 0.0f;
    struct palette_2d *item = palette_scene_add_2d(hud->scene);
    if (item == NULL) {
        return;
    }
    item->kind = PALETTE_2D_FILL;
    item->x = to_pixels(hud, prim->x);
    item->y = to_pixels(hud, prim->y);
    item->scale = 1;
    item->width = to_pixels(hud, prim->x + prim->width) - item->x;
    item->height = to_pixels(hud, prim->y + prim->height) - item->y;
    if (is_black && prim->color[3] < 1.0f) {
        item->kind = PALETTE_2D_SHADE;
        item->color = (uint8_t)(UNSHADED + prim->color[3] * (DARKEST - UNSHADED));
    } else {
        item->color = find_nearest(hud->data->palette, prim->color);
    }
}

/* Whole numbers of frame pixels a pixel. */
static void put_picture(struct hud *hud, const struct hud_2d *prim)
{
    const struct lmp_picture *picture = prim->picture;
    struct palette_2d *item = palette_scene_add_2d(hud->scene);
    if (item != NULL && picture->width > 0) {
        const int32_t scale = to_pixels(hud, prim->width) / picture->width;
        item->kind = PALETTE_2D_PICTURE;
        item->x = to_pixels(hud, prim->x);
        item->y = to_pixels(hud, prim->y);
        item->scale = scale > 1 ? scale : 1;
        item->width = picture->width;
        item->height = picture->height;
        item->pixels = picture->pixels;
        item->opaque = prim->color[3] >= 1.0f;
    }
}

/* Letters are whole numbers of frame pixels a pixel of the sheet. */
static void put_text(struct hud *hud, const struct hud_2d_list *list, const struct hud_2d *prim)
{
    const uint8_t *glyphs = (const uint8_t *)list->text + prim->text;
    const size_t length = strlen((const char *)glyphs);
    const size_t shown =
        prim->max_letters > 0 && prim->max_letters < length ? prim->max_letters : length;
    const uint8_t tint[3] = {to_byte(prim->color[0]), to_byte(prim->color[1]),
                             to_byte(prim->color[2])};
    const int32_t scale = to_pixels(hud, prim->width) / HUD_GLYPH;
    struct palette_2d *item =
        palette_scene_add_text(hud->scene, to_pixels(hud, prim->x), to_pixels(hud, prim->y),
                               scale > 1 ? scale : 1, hud->data->conchars, glyphs, shown);
    if (item == NULL) {
        return;
    }
    item->outlined = hud->info->outlines && (tint[0] | tint[1] | tint[2]) != 0;
    if ((tint[0] & tint[1] & tint[2]) != 255) {
        item->tinted = true;
        memcpy(item->tint, tint, sizeof tint);
    }
}

void hud_put_2d(struct hud *hud, const struct hud_2d_list *list)
{
    hud_place_frame(hud);
    for (size_t i = 0; i < list->count; i++) {
        const struct hud_2d *prim = &list->prims[i];
        switch (prim->kind) {
        case HUD_2D_RECT:
            put_rect(hud, prim);
            break;
        case HUD_2D_PICTURE:
            put_picture(hud, prim);
            break;
        case HUD_2D_TEXT:
            put_text(hud, list, prim);
            break;
        }
    }
    hud->scene->lacks_memory |= list->is_full;
}

/* --- the layout ------------------------------------------------------------------------------- */

/* The camera's projection; without a camera it sees nothing. */
static struct hud_lens find_lens(const struct hud *hud)
{
    const struct scene_camera *camera = hud->info->camera;
    const float pixel = 1.0f / (float)hud->scale;
    struct hud_lens lens = {.left = (float)hud->view.x * pixel,
                            .top = (float)hud->view.y * pixel,
                            .width = (float)hud->view.width * pixel,
                            .height = (float)hud->view.height * pixel,
                            .pixel = {pixel, pixel},
                            .frame_height = (float)hud->height,
                            .letter = HUD_GLYPH};
    if (camera != NULL) {
        memcpy(lens.origin, camera->origin, sizeof lens.origin);
        hud_lens_aim(&lens, camera->angles, camera->fov_x, 0.0f);
    }
    return lens;
}

static void add_slot(struct hud *hud, enum hud_slot slot, struct hud_area *area)
{
    const struct hud_info *info = hud->info;
    const struct hud_facts facts = {
        .options = info->options,
        .clock = info->match_clock >= 0.0 ? info->match_clock : info->time,
        .clock_hours = true,
        .speed = info->numbers == HUD_NUMBERS ? info->speed : -1.0,
        .speed_unit = " u/s",
        .keys = info->keys,
        .accent = BRONZE,
        .ghosts = info->ghosts,
        .num_ghosts = info->num_ghosts,
        .items = info->timed,
        .num_items = info->num_timed,
        .calls = info->calls,
        .num_calls = info->num_calls,
        .flags = info->flags,
        .num_flags = info->num_flags,
        .view_name = info->view_name,
        .kills = info->kills,
        .num_kills = info->num_kills,
        .mates = info->mates,
        .num_mates = info->num_mates,
        .flies = info->flies,
        .bodies = info->bodies,
        .num_bodies = info->num_bodies,
        .lens = find_lens(hud),
        .map = info->map,
    };
    struct hud_2d_list list;
    hud_2d_clear(&list);
    hud_elements_add(&list, info->quakeworld ? HUD_IN_QUAKEWORLD : HUD_IN_QUAKE, slot, &facts,
                     area);
    hud_put_2d(hud, &list);
}

/* Rows of 8 x 8 letters that end `right` pixels from the frame's edge. */
static struct hud_area area_at(const struct hud *hud, int32_t right, int32_t top)
{
    return (struct hud_area){.left = HUD_GLYPH,
                             .right = (float)(hud->columns - right),
                             .top = (float)top,
                             .letter_width = HUD_GLYPH,
                             .letter_height = HUD_GLYPH,
                             .row = HUD_GLYPH};
}

int32_t hud_corner_glyphs(const struct hud_options *options)
{
    return options->clock || options->speed ? 10 : 0; /* "99999 u/s", and a space */
}

void hud_draw_world(struct hud *hud)
{
    struct hud_area area = area_at(hud, 0, 0);
    hud_place_frame(hud);
    add_slot(hud, HUD_SLOT_WORLD, &area);
}

void hud_draw_corner(struct hud *hud)
{
    struct hud_area area = area_at(hud, HUD_GLYPH, CORNER_TOP);
    area.left = -(float)hud->columns; /* never cut */
    area.row = CORNER_ROW;
    add_slot(hud, HUD_SLOT_CLOCK, &area);
    add_slot(hud, HUD_SLOT_SPEED, &area);
}

/* Layout pixels that the radar takes from rows in that corner. */
static float radar_rows(const struct hud *hud, enum hud_corner corner)
{
    const struct hud_options *options = hud->info->options;
    const bool taken = options->radar && options->radar_corner == corner && hud->info->map.side > 0;
    return taken ? (float)(hud->info->map.side / hud->scale + RADAR_GAP) : 0.0f;
}

void hud_draw_match(struct hud *hud)
{
    const int32_t right = HUD_GLYPH + (hud->headup && !hud->modern ? HEADUP_COLUMN : 0);
    const int32_t bar = hud->lines == 0 ? 0
                        : hud->modern   ? hud_modern_rows(hud)
                        : hud->headup   ? 0
                                        : hud->lines;
    struct hud_area kills = area_at(hud, right, KILLS_TOP), team = area_at(hud, right, TEAM_TOP);
    hud_place_frame(hud);
    team.bottom = (float)(hud_rows_below(hud) - bar);
    struct hud_area items = area_at(hud, right, ITEMS_TOP);
    items.from_left = true;
    items.row = CORNER_ROW;
    items.top += radar_rows(hud, HUD_CORNER_TOP_LEFT);
    kills.top += radar_rows(hud, HUD_CORNER_TOP_RIGHT);
    team.top += radar_rows(hud, HUD_CORNER_TOP_RIGHT);
    add_slot(hud, HUD_SLOT_ITEMS, &items);
    struct hud_area radar = area_at(hud, HUD_GLYPH, KILLS_TOP);
    radar.bottom = (float)(hud_rows_below(hud) - bar - RADAR_GAP);
    add_slot(hud, HUD_SLOT_RADAR, &radar);
    const float ghosts_top = kills.top;
    add_slot(hud, HUD_SLOT_GHOSTS, &kills);
    const float pushed = kills.top - ghosts_top;
    add_slot(hud, HUD_SLOT_KILLS, &kills);
    team.top += pushed;
    add_slot(hud, HUD_SLOT_TEAM, &team);
    /* Above the line that names the followed player. */
    struct hud_area keys = area_at(hud, right, (int32_t)team.bottom - KEYS_ROWS - 2 * HUD_GLYPH);
    add_slot(hud, HUD_SLOT_KEYS, &keys);
    struct hud_area name = area_at(hud, HUD_GLYPH, hud_rows_below(hud) - bar - NAME_ROOM);
    add_slot(hud, HUD_SLOT_NAME, &name);
}
