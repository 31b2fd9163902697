#include "engine/quake3/effects/q3_player_color.h"

#include <stdlib.h>
#include <string.h>

#define V 0.965f

enum { TABLE = 26, WHITE = 25, CPMA_RINGS = 4 };

static const float table[TABLE][3] = {
    {V, 0, 0},     {V, 0, 0},     {V, .38f, 0},  {V, .588f, 0}, {V, .769f, 0}, {V, V, 0},
    {.769f, V, 0}, {.588f, V, 0}, {.38f, V, 0},  {0, V, 0},     {0, V, .38f},  {0, V, .588f},
    {0, V, .769f}, {0, V, V},     {0, .769f, V}, {0, .588f, V}, {0, .38f, V},  {0, 0, V},
    {.38f, 0, V},  {.588f, 0, V}, {.769f, 0, V}, {V, 0, V},     {V, 0, .769f}, {V, 0, .588f},
    {V, 0, .38f},  {V, V, V},
};

static void of_bits(int32_t red, int32_t green, int32_t blue, float color[3])
{
    color[0] = (float)(red != 0);
    color[1] = (float)(green != 0);
    color[2] = (float)(blue != 0);
}

/* CPMA: a letter a..x indexes the table, a digit is a text colour; anything else is white. */
static void of_character(char c, float color[3])
{
    if (c >= '0' && c <= '7') { /* black, red, green, yellow, blue, cyan, magenta, white */
        of_bits(c & 1, c & 2, c & 4, color);
    } else {
        const bool letter = (c >= 'a' && c <= 'x') || (c >= 'A' && c <= 'X');
        memcpy(color, table[letter ? (c | 32) - 'a' : WHITE], 3 * sizeof(*color));
    }
}

void q3_player_color(const struct q3_interp *m, int32_t client, enum q3_player_color which,
                     float color[3])
{
    struct q3_player player;
    color[0] = color[1] = color[2] = 1.0f;
    if (client < 0 || !q3_state_player(m->state, m->game, (uint32_t)client, &player)) {
        return;
    }
    const char *text = which == Q3_COLOR_CORE ? player.color1 : player.color2;
    if (m->mod == Q3_MOD_CPMA) {
        const size_t at = which == Q3_COLOR_CORE ? 0 : CPMA_RINGS;
        of_character(strlen(player.color1) > at ? player.color1[at] : 'z', color);
        return;
    }
    const long number = strtol(text, NULL, 10);
    if (m->game->live) {
        const long known = number < 1 ? 1 : number > WHITE ? WHITE : number;
        memcpy(color, table[known], 3 * sizeof(*color));
    } else if (number >= 1 && number <= 7) {
        of_bits((int32_t)number & 4, (int32_t)number & 2, (int32_t)number & 1, color);
    }
}
