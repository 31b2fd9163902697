#include "tools/mkbuiltin/font.h"

int font_ink(int character, int x, int y)
{
    if (character < 32 || character > 126 || x < 0 || y < 0 || x >= FONT_WIDTH ||
        y >= FONT_HEIGHT) {
        return 0;
    }
    return font_rows[character - FONT_FIRST][y] >> (FONT_WIDTH - 1 - x) & 1;
}

/* Special cells below 32, as the consoles of this family use them: 0 nothing, 1..4 dots and the
 * block cursor, 13 the menu arrow, 16 and 17 brackets, 18..27 digits, 28 a dot, 29..31 a rule. */
static int special_ink(int c, int x, int y)
{
    switch (c) {
    case 5:
    case 14:
    case 15:
    case 28:
        return x >= 3 && x <= 4 && y >= 3 && y <= 4;
    case 11:
        return x >= 1 && x <= 6 && y <= 6;
    case 10:
        return y >= 6 && x <= 6;
    case 13:
        return x >= 2 && x <= 5 && y >= x - 2 && y <= 8 - x;
    case 16:
        return (x == 2 && y <= 7) || ((y == 0 || y == 7) && x >= 2 && x <= 4);
    case 17:
        return (x == 5 && y <= 7) || ((y == 0 || y == 7) && x >= 3 && x <= 5);
    case 29:
        return (y == 3 || y == 4) && x >= 2;
    case 30:
        return y == 3 || y == 4;
    case 31:
        return (y == 3 || y == 4) && x <= 5;
    default:
        return c >= 1 && c <= 9 && x >= 2 && x <= 5 && y >= 2 && y <= 5;
    }
}

static int cell_ink(int c, int x, int y)
{
    if (c >= 18 && c <= 27) {
        return font_ink('0' + c - 18, x - 1, y);
    }
    if (c < 32) {
        return c && special_ink(c, x, y);
    }
    return c == 127 ? x >= 2 && x <= 5 && y >= 1 && y <= 6 : font_ink(c, x - 1, y);
}

/* The slider pieces of menus, 128..131: left end, bar, right end, knob. */
static int slider_ink(int c, int x, int y)
{
    int rail = y == 1 || y == 6;
    switch (c) {
    case 128:
        return (rail && x >= 5) || (x == 4 && y > 1 && y < 6);
    case 129:
        return rail;
    case 130:
        return (rail && x <= 2) || (x == 3 && y > 1 && y < 6);
    default:
        return x >= 1 && x <= 6 && y >= 1 && y <= 6;
    }
}

static int sheet_ink(int c, int x, int y)
{
    if (x < 0 || y < 0) {
        return 0;
    }
    return c >= 128 && c <= 131 ? slider_ink(c, x, y) : cell_ink(c & 127, x, y);
}

void font_write_conchars(struct buf *out)
{
    for (int y = 0; y < 128; y++) {
        for (int x = 0; x < 128; x++) {
            int c = (y / 8) * 16 + x / 8;
            int cx = x % 8;
            int cy = y % 8;
            int gold = c >= 128 || (c >= 16 && c < 32);
            int pixel = 0;
            if (sheet_ink(c, cx, cy)) {
                /* Brighter at the top: stone letters below 128, bronze ones above. */
                pixel = gold ? 0x5f - cy : 0x0e - cy / 2 - (cy > 3);
            } else if (cx > 0 && cy > 0 && sheet_ink(c, cx - 1, cy - 1)) {
                pixel = 1;
            }
            buf_u8(out, pixel);
        }
    }
}
