/* The keys that the followed player holds, as a pad: arrows to walk, words for the rest. A held key
 * is light with a dark letter, the others are dark with a light one. A key with a frame is derived:
 * the demo does not tell it. A key that is unknown is not there. */
#include <string.h>

#include "engine/hud/hud_row.h"

static const float ground[4] = {0.0f, 0.0f, 0.0f, 0.6f};
static const float light[4] = {0.92f, 0.92f, 0.92f, 1.0f};
static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f};

/* Boxes in columns of an arrow's width; a word takes two. */
static const struct {
    enum demo_key key;
    uint8_t column, row, columns;
    const char *label;
} boxes[] = {
    {DEMO_KEY_FORWARD, 1, 0, 1, "^"}, {DEMO_KEY_LEFT, 0, 1, 1, "<"},
    {DEMO_KEY_BACK, 1, 1, 1, "v"},    {DEMO_KEY_RIGHT, 2, 1, 1, ">"},
    {DEMO_KEY_JUMP, 3, 0, 2, "jump"}, {DEMO_KEY_ATTACK, 3, 1, 2, "fire"},
    {DEMO_KEY_DUCK, 5, 1, 2, "duck"},
};

enum {
    BOXES = sizeof boxes / sizeof boxes[0],
    WALK_COLUMNS = 3,
    COLUMN_LETTERS = 3 /* width of a column */
};

static struct hud_2d_rect shrink(struct hud_2d_rect at, float by)
{
    return (struct hud_2d_rect){at.x + by, at.y + by, at.width - 2.0f * by, at.height - 2.0f * by};
}

/* left: columns that are not there, before those of all boxes. */
static void put_box(struct hud_2d_list *list, const struct demo_keys *keys, size_t i, uint8_t left,
                    const struct hud_area *area)
{
    const float letter = area->letter_width, gap = letter / 4.0f, line = letter / 8.0f;
    const float column = COLUMN_LETTERS * letter, height = area->letter_height * 1.5f;
    const struct hud_2d_rect at = {area->left + (float)(boxes[i].column - left) * column,
                                   area->top + (float)boxes[i].row * (height + gap),
                                   (float)boxes[i].columns * column - gap, height};
    const size_t letters = strlen(boxes[i].label);
    const struct hud_2d_rect text = {at.x + (at.width + line - (float)letters * letter) / 2.0f,
                                     at.y + area->letter_height / 4.0f, letter,
                                     area->letter_height};
    const bool held = (keys->held >> boxes[i].key & 1) != 0;
    const bool framed = (keys->derived >> boxes[i].key & 1) != 0;
    if (framed) {
        hud_2d_add_rect(list, at, light);
        hud_2d_add_rect(list, shrink(at, line), black);
    }
    if (held || !framed) {
        hud_2d_add_rect(list, framed ? shrink(at, 2.0f * line) : at, held ? light : ground);
    }
    hud_2d_add_text(list, text, held ? black : hud_2d_white, boxes[i].label, letters, 0);
}

void hud_draw_keys(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    const struct demo_keys *keys = &facts->keys;
    const uint8_t left = (keys->known & DEMO_KEYS_WALK) != 0 ? 0 : WALK_COLUMNS;
    for (size_t i = 0; i < BOXES; i++) {
        if ((keys->known >> boxes[i].key & 1) != 0) {
            put_box(list, keys, i, left, area);
        }
    }
    area->top += 3.0f * area->letter_height + area->letter_width / 4.0f;
}
