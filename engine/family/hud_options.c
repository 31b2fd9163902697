#include "engine/family/hud_options.h"

#include <string.h>

/* The layout's ground, the size of its letters, and by which heights its scale grows: from 480
 * rows on it is 2, then one more every 360. */
enum { WIDTH = 320, HEIGHT = 200, LETTER = 8, GROWTH = 360, GROWTH_EARLIER = 240 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The status bar takes about an eighth of tall pictures; the layout fits the width. What a person
 * asks for may be larger. */
int hud_options_scale(const struct hud_options *options, int width, int height)
{
    const int fitting = smaller(width / WIDTH, (height + GROWTH_EARLIER) / GROWTH);
    const int most = hud_options_largest_scale(width, height);
    const int scale = options->scale > 0 ? smaller(options->scale, most) : fitting;
    return scale > 1 ? scale : 1;
}

int hud_options_notify_bottom(const struct hud_options *options, int width, int height)
{
    return (HUD_NOTIFY_TOP + HUD_NOTIFY_LINES * LETTER) * hud_options_scale(options, width, height);
}

/* Three tenths of the frame, in steps, so that a window that is resized makes few pictures. */
int hud_options_radar_side(int width, int height)
{
    enum { STEP = 16, LEAST = 48, MOST = 512 };
    const int side = smaller(width, height) * 3 / 10 / STEP * STEP;
    return side < LEAST ? LEAST : smaller(side, MOST);
}

int hud_options_view_size(const struct hud_options *options)
{
    const int size = options->view_size != 0 ? options->view_size : HUD_VIEW_USUAL;
    return size < HUD_VIEW_MIN ? HUD_VIEW_MIN : size > HUD_VIEW_MAX ? HUD_VIEW_MAX : size;
}

int hud_options_largest_scale(int width, int height)
{
    const int scale = smaller(width / WIDTH, height / HEIGHT);
    return scale < 1 ? 1 : scale > HUD_SCALE_MAX ? HUD_SCALE_MAX : scale;
}

void hud_options_step_view(struct hud_options *options, double direction)
{
    const int size = hud_options_view_size(options);
    options->view_size = size + (direction < 0.0 ? -HUD_VIEW_STEP : HUD_VIEW_STEP);
    options->view_size = hud_options_view_size(options);
}
