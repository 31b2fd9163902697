#include "engine/hud/hud_row.h"

#include <string.h>

struct hud_string hud_string_of(const char *text)
{
    const uint32_t size = (uint32_t)strlen(text);
    return (struct hud_string){text, size, size};
}

static void add_letter(struct hud_row *row, char letter, uint8_t accent)
{
    if (row->size < HUD_ROW_BYTES) {
        row->text[row->size++] = letter == ' ' ? letter : (char)((uint8_t)letter | accent);
        row->letters++;
    }
}

void hud_row_add(struct hud_row *row, struct hud_string text)
{
    hud_row_add_accented(row, text, 0);
}

void hud_row_add_accented(struct hud_row *row, struct hud_string text, uint8_t accent)
{
    const uint32_t letters = row->letters;
    if (text.size <= HUD_ROW_BYTES - row->size) {
        for (uint32_t i = 0; i < text.size; i++) {
            add_letter(row, text.bytes[i], accent);
        }
        row->letters = letters + text.letters;
    }
}

void hud_row_add_ascii(struct hud_row *row, const char *text, uint8_t accent)
{
    for (; *text != '\0'; text++) {
        add_letter(row, *text, accent);
    }
}

void hud_row_add_padded(struct hud_row *row, struct hud_string text, uint32_t letters,
                        uint8_t accent)
{
    for (uint32_t i = 0; i < letters; i++) {
        add_letter(row, i < text.size ? text.bytes[i] : ' ', accent);
    }
}

void hud_row_add_icon(struct hud_row *row, const void *icon)
{
    row->icon = icon;
    row->icon_at = row->size;
    row->icon_letters = row->letters;
}

void hud_row_put(struct hud_2d_list *list, const struct hud_row *row, struct hud_area *area)
{
    const float icon = row->icon != NULL ? area->letter_height : 0.0f;
    const float room = area->right - area->left;
    const uint32_t fitting = room > 0.0f ? (uint32_t)(room / area->letter_width) : 0;
    const size_t cut = row->icon == NULL && row->letters == row->size && row->size > fitting
                           ? row->size - fitting
                           : 0;
    const float width = (float)(row->letters - (uint32_t)cut) * area->letter_width + icon;
    const size_t split = row->icon != NULL ? row->icon_at : row->size;
    struct hud_2d_rect at = {area->from_left ? area->left : area->right - width, area->top,
                             area->letter_width, area->letter_height};
    hud_2d_add_text(list, at, hud_2d_white, row->text + cut, split - cut, 0);
    if (row->icon != NULL) {
        const struct hud_2d_rect square = {at.x + (float)row->icon_letters * area->letter_width,
                                           at.y, icon, icon};
        hud_2d_add_picture(list, row->icon, square, hud_2d_white);
        at.x = square.x + icon;
        hud_2d_add_text(list, at, hud_2d_white, row->text + split, row->size - split, 0);
    }
    area->top += area->row;
}
