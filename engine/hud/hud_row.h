/* One row of an element: text with at most one icon in it. */
#ifndef ENGINE_HUD_HUD_ROW_H
#define ENGINE_HUD_HUD_ROW_H

#include "engine/hud/hud_elements.h"

enum { HUD_ROW_BYTES = 256 };

struct hud_row { /* zeroed: empty */
    char text[HUD_ROW_BYTES];
    size_t size;      /* bytes; text that does not fit is left out */
    uint32_t letters; /* letters in text */
    const void *icon; /* square, as high as a letter; NULL = none */
    size_t icon_at;   /* bytes of text before it */
    uint32_t icon_letters;
};

void hud_row_add(struct hud_row *row, struct hud_string text);
/* accent: added to each byte except spaces (hud_facts.accent). */
void hud_row_add_accented(struct hud_row *row, struct hud_string text, uint8_t accent);
void hud_row_add_ascii(struct hud_row *row, const char *text, uint8_t accent);
/* Exactly `letters` letters: cut, or filled up with spaces. For texts without colour codes. */
void hud_row_add_padded(struct hud_row *row, struct hud_string text, uint32_t letters,
                        uint8_t accent);
void hud_row_add_icon(struct hud_row *row, const void *icon);

/* Emits the row at area->top and moves that down. A row without an icon that is too long loses its
 * beginning. */
void hud_row_put(struct hud_2d_list *list, const struct hud_row *row, struct hud_area *area);

/* An ASCII text as hud_string. */
struct hud_string hud_string_of(const char *text);

#endif
