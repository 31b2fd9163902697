/* 2D primitives that HUD elements draw, as data: rectangles, pictures, text, in drawing order.
 *
 * Coordinates: layout units, x to the right, y down. Quake and QuakeWorld: pixels of the 320 x 200
 * layout times its scale, from the frame's top left corner. Quake III: units of the 640 x 480
 * screen. A family turns the list into its scene's 2D list and clears it.
 *
 * Colours: red, green, blue, alpha, 0..1. The capacity is fixed: primitives beyond it are left out
 * and is_full is set. */
#ifndef ENGINE_HUD_HUD_2D_H
#define ENGINE_HUD_HUD_2D_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HUD_2D_MAX = 256, HUD_2D_TEXT_MAX = 8192 };

enum hud_2d_kind { HUD_2D_RECT, HUD_2D_PICTURE, HUD_2D_TEXT };

struct hud_2d {
    enum hud_2d_kind kind;
    float x, y;          /* top left corner */
    float width, height; /* TEXT: one letter */
    float color[4];
    const void *picture;  /* PICTURE: the family's handle, borrowed, never NULL */
    uint32_t text;        /* TEXT: offset of a NUL-terminated string in hud_2d_list.text */
    uint32_t max_letters; /* TEXT: draw at most these; 0 = all */
};

struct hud_2d_list {
    size_t count;
    uint32_t text_size;
    bool is_full; /* a primitive or a text was left out */
    struct hud_2d prims[HUD_2D_MAX];
    char text[HUD_2D_TEXT_MAX];
};

struct hud_2d_rect {
    float x, y, width, height;
};

extern const float hud_2d_white[4];

/* Empties the list; the only initialisation it needs. */
void hud_2d_clear(struct hud_2d_list *list);

void hud_2d_add_rect(struct hud_2d_list *list, struct hud_2d_rect at, const float color[4]);
/* picture NULL: adds nothing. */
void hud_2d_add_picture(struct hud_2d_list *list, const void *picture, struct hud_2d_rect at,
                        const float color[4]);
/* at: the first letter. bytes: in the family's encoding, copied; size 0 adds nothing. */
void hud_2d_add_text(struct hud_2d_list *list, struct hud_2d_rect at, const float color[4],
                     const char *bytes, size_t size, uint32_t max_letters);

#endif
