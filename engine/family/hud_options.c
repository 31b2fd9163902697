#include "engine/family/hud_options.h"

#include <string.h>

enum { HUD_LAYOUT_WIDTH = 320, HUD_LAYOUT_HEIGHT = 200 };

static const char *const style_names[HUD_STYLES] = {"over", "classic", "headup"};

int hud_options_view_size(const struct hud_options *options)
{
    const int size = options->view_size != 0 ? options->view_size : HUD_VIEW_USUAL;
    return size < HUD_VIEW_LEAST ? HUD_VIEW_LEAST : size > HUD_VIEW_MOST ? HUD_VIEW_MOST : size;
}

int hud_options_largest_scale(int width, int height)
{
    const int across = width / HUD_LAYOUT_WIDTH, down = height / HUD_LAYOUT_HEIGHT;
    const int scale = across < down ? across : down;
    return scale < 1 ? 1 : scale > HUD_SCALE_MOST ? HUD_SCALE_MOST : scale;
}

void hud_options_step_view(struct hud_options *options, double direction)
{
    const int size = hud_options_view_size(options);
    options->view_size = size + (direction < 0.0 ? -HUD_VIEW_STEP : HUD_VIEW_STEP);
    options->view_size = hud_options_view_size(options);
}

const char *hud_style_name(enum hud_style style)
{
    return style_names[style < HUD_STYLES ? style : HUD_OVER];
}

bool hud_style_parse(enum hud_style *style, const char *text)
{
    for (int i = 0; i < HUD_STYLES; i++) {
        if (strcmp(text, style_names[i]) == 0) {
            *style = (enum hud_style)i;
            return true;
        }
    }
    return false;
}
