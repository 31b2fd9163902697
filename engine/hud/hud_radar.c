/* The radar: the level from above, with the players in the picture and the items that are there.
 *
 * Team mates are squares, enemies crosses, the followed player has a frame; a trail of dots points
 * where each looks. Items are letters. */
#include "engine/hud/hud_row.h"

#include <math.h>

#include "formats/base/dmath.h"

enum {
    BODIES = 24, /* shown at most, */
    ITEMS = 48,  /* and items */
    DOTS = 2
};

_Static_assert(BODIES *(3 + DOTS) + ITEMS + 2 <= HUD_2D_MAX, "all of it fits a list");

static const float white[4] = {1.0f, 1.0f, 1.0f, 1.0f};

struct radar {
    const struct hud_map *map;
    float left, top; /* layout units, of the picture */
    float pixel[2];  /* layout units of a frame pixel */
    float mark;      /* frame pixels: size of a player */
};

/* A place in frame pixels of the picture. False: outside of it. */
static bool find_place(const struct radar *radar, const float origin[3], float at[2])
{
    const struct hud_map *map = radar->map;
    at[0] = (origin[0] - map->left) / map->unit;
    at[1] = (map->top - origin[1]) / map->unit;
    return at[0] >= 0.0f && at[0] < map->side && at[1] >= 0.0f && at[1] < map->side;
}

/* A rectangle around a place, frame pixels. */
static void put_box(struct hud_2d_list *list, const struct radar *radar, const float at[2],
                    float width, float height, const float color[4])
{
    const float x = floorf(at[0] - 0.5f * width + 0.5f), y = floorf(at[1] - 0.5f * height + 0.5f);
    hud_2d_add_rect(list,
                    (struct hud_2d_rect){radar->left + x * radar->pixel[0],
                                         radar->top + y * radar->pixel[1], width * radar->pixel[0],
                                         height * radar->pixel[1]},
                    color);
}

/* False: it is outside. */
static bool put_body(struct hud_2d_list *list, const struct radar *radar,
                     const struct hud_body *body)
{
    const float mark = radar->mark, thin = floorf(mark / 3.0f) > 2.0f ? floorf(mark / 3.0f) : 2.0f;
    const float color[4] = {body->color[0], body->color[1], body->color[2], 1.0f};
    const double turn = (double)body->yaw * DMATH_PI / 180.0;
    const float way[2] = {(float)dmath_cos(turn), (float)-dmath_sin(turn)};
    float at[2];
    if (!find_place(radar, body->origin, at)) {
        return false;
    }
    if (body->followed) {
        put_box(list, radar, at, mark + 4.0f, mark + 4.0f, white);
    }
    if (body->is_mate) {
        put_box(list, radar, at, mark, mark, color);
    } else {
        put_box(list, radar, at, mark + 2.0f, thin, color);
        put_box(list, radar, at, thin, mark + 2.0f, color);
    }
    for (int i = 1; i <= DOTS; i++) {
        const float far = mark * (0.6f + 0.6f * (float)i);
        const float dot[2] = {at[0] + far * way[0], at[1] + far * way[1]};
        put_box(list, radar, dot, thin, thin, body->followed ? white : color);
    }
    return true;
}

/* A letter and a colour for each kind. */
static const struct {
    char letter;
    float color[4];
} marks[DEMO_ITEM_KINDS] = {
    [DEMO_ITEM_QUAD] = {'Q', {0.5f, 0.6f, 1.0f, 1.0f}},
    [DEMO_ITEM_PENTAGRAM] = {'P', {1.0f, 0.4f, 0.4f, 1.0f}},
    [DEMO_ITEM_RING] = {'I', {1.0f, 1.0f, 0.5f, 1.0f}},
    [DEMO_ITEM_SUIT] = {'S', {1.0f, 0.9f, 0.4f, 1.0f}},
    [DEMO_ITEM_HASTE] = {'H', {1.0f, 0.8f, 0.3f, 1.0f}},
    [DEMO_ITEM_INVISIBILITY] = {'I', {0.7f, 0.7f, 1.0f, 1.0f}},
    [DEMO_ITEM_REGENERATION] = {'E', {1.0f, 0.5f, 0.5f, 1.0f}},
    [DEMO_ITEM_FLIGHT] = {'F', {0.8f, 0.6f, 1.0f, 1.0f}},
    [DEMO_ITEM_MEGA] = {'M', {0.4f, 0.8f, 1.0f, 1.0f}},
    [DEMO_ITEM_RED_ARMOR] = {'R', {1.0f, 0.4f, 0.3f, 1.0f}},
    [DEMO_ITEM_YELLOW_ARMOR] = {'Y', {1.0f, 0.9f, 0.3f, 1.0f}},
    [DEMO_ITEM_GREEN_ARMOR] = {'G', {0.4f, 1.0f, 0.4f, 1.0f}},
};

static void put_item(struct hud_2d_list *list, const struct radar *radar, float letter,
                     const struct demo_item_wait *item)
{
    float at[2];
    if (!item->there || (unsigned)item->kind >= DEMO_ITEM_KINDS ||
        !find_place(radar, item->origin, at)) {
        return;
    }
    const float x = floorf(at[0] - 0.5f * letter), y = floorf(at[1] - 0.5f * letter);
    hud_2d_add_text(list,
                    (struct hud_2d_rect){radar->left + x * radar->pixel[0],
                                         radar->top + y * radar->pixel[1], letter * radar->pixel[0],
                                         letter * radar->pixel[1]},
                    marks[item->kind].color, &marks[item->kind].letter, 1, 0);
}

/* In the chosen corner of the area. */
static struct radar place_radar(const struct hud_facts *facts, const struct hud_area *area)
{
    const enum hud_corner corner = facts->options->radar_corner;
    const bool left = corner == HUD_CORNER_TOP_LEFT || corner == HUD_CORNER_BOTTOM_LEFT;
    const bool top = corner == HUD_CORNER_TOP_LEFT || corner == HUD_CORNER_TOP_RIGHT;
    const float side = (float)facts->map.side;
    struct radar radar = {.map = &facts->map,
                          .pixel = {facts->lens.pixel[0], facts->lens.pixel[1]}};
    radar.left = left ? area->left : area->right - side * radar.pixel[0];
    radar.top = top ? area->top : area->bottom - side * radar.pixel[1];
    radar.mark = floorf(side / 32.0f) > 5.0f ? floorf(side / 32.0f) : 5.0f;
    return radar;
}

void hud_draw_radar(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    static const float dark[4] = {0.0f, 0.0f, 0.0f, 0.5f}, clear[4] = {1.0f, 1.0f, 1.0f, 0.99f};
    const struct radar radar = place_radar(facts, area);
    const struct hud_body *followed = NULL;
    size_t shown = 0;
    if (facts->map.side <= 0) {
        return;
    }
    const struct hud_2d_rect all = {radar.left, radar.top, (float)facts->map.side * radar.pixel[0],
                                    (float)facts->map.side * radar.pixel[1]};
    hud_2d_add_rect(list, all, dark);
    hud_2d_add_picture(list, facts->map.picture, all, clear);
    for (uint32_t i = 0; i < facts->num_items && i < ITEMS; i++) {
        put_item(list, &radar, facts->lens.letter, &facts->items[i]);
    }
    for (size_t i = 0; i < facts->num_bodies; i++) {
        const struct hud_body *body = &facts->bodies[i];
        followed = body->followed ? body : followed;
        if (!body->followed && shown < BODIES - 1) {
            shown += put_body(list, &radar, body);
        }
    }
    if (followed != NULL) { /* over the others */
        (void)put_body(list, &radar, followed);
    }
}
