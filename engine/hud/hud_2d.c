#include "engine/hud/hud_2d.h"

#include <string.h>

const float hud_2d_white[4] = {1.0f, 1.0f, 1.0f, 1.0f};

void hud_2d_clear(struct hud_2d_list *list)
{
    list->count = 0;
    list->text_size = 0;
    list->is_full = false;
}

static struct hud_2d *add_prim(struct hud_2d_list *list, enum hud_2d_kind kind,
                               struct hud_2d_rect at, const float color[4])
{
    if (list->count == HUD_2D_MAX) {
        list->is_full = true;
        return NULL;
    }
    struct hud_2d *prim = &list->prims[list->count++];
    *prim =
        (struct hud_2d){.kind = kind, .x = at.x, .y = at.y, .width = at.width, .height = at.height};
    memcpy(prim->color, color, sizeof prim->color);
    return prim;
}

void hud_2d_add_rect(struct hud_2d_list *list, struct hud_2d_rect at, const float color[4])
{
    (void)add_prim(list, HUD_2D_RECT, at, color);
}

void hud_2d_add_picture(struct hud_2d_list *list, const void *picture, struct hud_2d_rect at,
                        const float color[4])
{
    struct hud_2d *prim = picture != NULL ? add_prim(list, HUD_2D_PICTURE, at, color) : NULL;
    if (prim != NULL) {
        prim->picture = picture;
    }
}

void hud_2d_add_text(struct hud_2d_list *list, struct hud_2d_rect at, const float color[4],
                     const char *bytes, size_t size, uint32_t max_letters)
{
    if (size == 0) {
        return;
    }
    if (size >= HUD_2D_TEXT_MAX - list->text_size) {
        list->is_full = true;
        return;
    }
    struct hud_2d *prim = add_prim(list, HUD_2D_TEXT, at, color);
    if (prim != NULL) {
        prim->text = list->text_size;
        prim->max_letters = max_letters;
        memcpy(list->text + list->text_size, bytes, size);
        list->text_size += (uint32_t)size;
        list->text[list->text_size++] = '\0';
    }
}
