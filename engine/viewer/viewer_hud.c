#include "engine/viewer/viewer_hud.h"

#include "engine/viewer/viewer_internal.h"

static void read_number(const struct viewer *v, const char *name, int least, int most, int *value)
{
    double number;
    if (settings_number(&v->settings, name, least, most, &number)) {
        *value = (int)number;
    }
}

void viewer_begin_hud(struct viewer *v)
{
    struct hud_options *hud = &v->hud.options;
    *hud = v->options->player.hud;
    const char *style = settings_text(&v->settings, "hud");
    if (!(hud->own & HUD_OWN_STYLE) && style && !hud_style_parse(&hud->style, style)) {
        viewer_trouble(v, "settings: hud '%s' is none of over, classic, headup", style);
    }
    if (!(hud->own & HUD_OWN_VIEW_SIZE)) {
        read_number(v, "viewsize", HUD_VIEW_LEAST, HUD_VIEW_MOST, &hud->view_size);
    }
    if (!(hud->own & HUD_OWN_SCALE)) {
        read_number(v, "hud-scale", 0, HUD_SCALE_MOST, &hud->scale);
    }
    if (!(hud->own & HUD_OWN_CROSSHAIR)) {
        read_number(v, "crosshair", 0, HUD_CROSSHAIRS - 1, &hud->crosshair);
    }
    int clock = hud->clock, speed = hud->speed;
    if (!clock) {
        read_number(v, "show-clock", 0, 1, &clock);
    }
    if (!speed) {
        read_number(v, "show-speed", 0, 1, &speed);
    }
    hud->clock = clock != 0;
    hud->speed = speed != 0;
}

static void remember(struct viewer *v, const char *name, int value)
{
    viewer_keep(v, settings_set_number(&v->settings, name, value));
}

void viewer_change_view_size(struct viewer *v, double direction)
{
    hud_options_step_view(&v->hud.options, direction);
    const int size = v->hud.options.view_size;
    viewer_say(v, "view size %d%s", size,
               size == HUD_VIEW_MOST    ? ": no bar"
               : size == 110            ? ": no inventory"
               : size == HUD_VIEW_LEAST ? ", the smallest"
                                        : "");
    remember(v, "viewsize", size);
}

void viewer_change_hud(struct viewer *v, enum action action)
{
    static const char *const styles[HUD_STYLES] = {"bar over the picture", "picture above the bar",
                                                   "figures without a bar"};
    static const char *const crosshairs[HUD_CROSSHAIRS] = {"no crosshair", "crosshair: a plus",
                                                           "crosshair: dots"};
    struct hud_options *hud = &v->hud.options;
    switch (action) {
    case ACTION_HUD:
        hud->style = (enum hud_style)((hud->style + 1) % HUD_STYLES);
        viewer_say(v, "%s", styles[hud->style]);
        viewer_keep(v, settings_set_text(&v->settings, "hud", hud_style_name(hud->style)));
        break;
    case ACTION_HUD_SCALE:
        hud->scale =
            (hud->scale + 1) % (hud_options_largest_scale(v->demo.player.scene_options.width,
                                                          v->demo.player.scene_options.height) +
                                1);
        if (hud->scale == 0) {
            viewer_say(v, "size of the status bar: as fits");
        } else {
            viewer_say(v, "size of the status bar: %d", hud->scale);
        }
        remember(v, "hud-scale", hud->scale);
        break;
    case ACTION_CROSSHAIR:
        hud->crosshair = (hud->crosshair + 1) % HUD_CROSSHAIRS;
        viewer_say(v, "%s", crosshairs[hud->crosshair]);
        remember(v, "crosshair", hud->crosshair);
        break;
    case ACTION_CLOCK:
        hud->clock = !hud->clock;
        viewer_say(v, "clock %s", hud->clock ? "on" : "off");
        remember(v, "show-clock", hud->clock);
        break;
    case ACTION_SPEEDOMETER:
        hud->speed = !hud->speed;
        viewer_say(v, "player's speed %s", hud->speed ? "on" : "off");
        remember(v, "show-speed", hud->speed);
        break;
    default:
        break;
    }
}

void viewer_hold_scores(struct viewer *v, enum hud_scores scores, int32_t key)
{
    v->hud.options.scores = scores;
    v->hud.scores_key = key;
    v->dirty = true;
}

void viewer_release_scores(struct viewer *v, int32_t key)
{
    if (v->hud.scores_key != 0 && (key == 0 || key == v->hud.scores_key)) {
        viewer_hold_scores(v, v->options->player.hud.scores, 0);
    }
}
