#include "engine/family/hud_options.h"

#include <string.h>

static const char *const style_names[HUD_STYLES] = {"over", "classic", "headup"};

int hud_options_view_size(const struct hud_options *options)
{
    const int size = options->view_size != 0 ? options->view_size : HUD_VIEW_USUAL;
    return size < HUD_VIEW_LEAST ? HUD_VIEW_LEAST : size > HUD_VIEW_MOST ? HUD_VIEW_MOST : size;
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
