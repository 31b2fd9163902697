#include "engine/quake/hud/hud_layout.h"

enum { VIEW_MIN = 96 /* pixels across */ };

static int32_t min_int(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* SCR_CalcRefdef; sizes other than all of the width come in whole eights. */
static struct palette_view find_view(int size, int32_t width, int32_t height, int32_t lines)
{
    struct palette_view view = {0, 0, width, height - lines};
    if (size < HUD_VIEW_USUAL && width > VIEW_MIN) {
        double share = size / 100.0;
        view.width = (int32_t)(width * share);
        if (view.width < VIEW_MIN) {
            share = (double)VIEW_MIN / width;
            view.width = VIEW_MIN;
        }
        view.width &= ~7;
        view.height = min_int((int32_t)(height * share), height - lines) & ~1;
        view.height = view.height > 0 ? view.height : 1;
    }
    view.x = (width - view.width) / 2;
    view.y = (height - lines - view.height) / 2;
    return view;
}

struct hud_layout hud_lay_out(const struct hud_options *options, int32_t width, int32_t height,
                              bool has_bar)
{
    const int size = hud_options_view_size(options);
    struct hud_layout layout = {.scale = hud_options_scale(options, width, height)};
    if (has_bar && size < 120 && width >= HUD_WIDTH) { /* a clipped bar is useless */
        layout.lines = size >= 110 ? HUD_BAR : HUD_BAR_AND_INVENTORY;
    }
    const bool modern = options->style == HUD_MODERN || options->style == HUD_SIDE;
    layout.modern = modern && size >= HUD_VIEW_USUAL;
    layout.headup = layout.modern || (options->style == HUD_HEADUP && size >= HUD_VIEW_USUAL);
    const bool over = options->style != HUD_CLASSIC && size >= HUD_VIEW_USUAL;
    layout.view = find_view(size, width, height, over ? 0 : layout.lines * layout.scale);
    return layout;
}

float hud_weapon_lift(const struct hud_options *options)
{
    if (options->style != HUD_CLASSIC && options->style != HUD_HEADUP) {
        return 0.0f;
    }
    switch (hud_options_view_size(options)) {
    case 110:
    case 90:
        return 1.0f;
    case 100:
        return 2.0f;
    case 80:
        return 0.5f;
    default:
        return 0.0f;
    }
}
