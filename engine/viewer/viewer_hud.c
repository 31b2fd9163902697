#include "engine/viewer/viewer_hud.h"

#include "engine/actions/actions.h"
#include "engine/family/hud_options.h"
#include "engine/viewer/saved/settings.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_picture.h"

static void read_number(const struct viewer_base *base, const char *name, int least, int most,
                        int *value)
{
    double number;
    if (settings_number(&base->settings, name, least, most, &number)) {
        *value = (int)number;
    }
}

/* Options override saved settings. */
static void read_switch(const struct viewer_base *base, const char *name, bool *on)
{
    int number = *on;
    if (!*on) {
        read_number(base, name, 0, 1, &number);
    }
    *on = number != 0;
}

void viewer_begin_hud(struct viewer_hud *hud, struct viewer_base *base)
{
    struct hud_options *options = &hud->options;
    *options = base->options->asked->player.hud;
    const char *style = settings_text(&base->settings, "hud");
    if (!options_given(base->options->asked, "hud") && style &&
        !hud_style_parse(&options->style, style)) {
        viewer_trouble(
            base,
            "settings: hud '%s' is none of full, mini, none, over, classic, headup, modern, side",
            style);
    }
    if (!options_given(base->options->asked, "viewsize")) {
        read_number(base, "viewsize", HUD_VIEW_LEAST, HUD_VIEW_MOST, &options->view_size);
    }
    if (!options_given(base->options->asked, "hud-scale")) {
        read_number(base, "hud-scale", 0, HUD_SCALE_MOST, &options->scale);
    }
    if (!options_given(base->options->asked, "crosshair")) {
        read_number(base, "crosshair", 0, HUD_CROSSHAIRS - 1, &options->crosshair);
    }
    if (!options_given(base->options->asked, "hud-alpha")) {
        read_number(base, "hud-clear", 0, HUD_CLEAR_ALL, &options->clear);
    }
    read_switch(base, "show-clock", &options->clock);
    read_switch(base, "show-speed", &options->speed);
    read_switch(base, "show-frags", &options->frags);
    read_switch(base, "show-team", &options->team);
}

struct hud_options viewer_hud_at_scale(const struct viewer_hud *hud, int scale)
{
    struct hud_options scaled = hud->options;
    if (scaled.scale > 0) {
        scaled.scale = (scaled.scale + scale / 2) / scale;
        scaled.scale = scaled.scale > 0 ? scaled.scale : 1;
    }
    return scaled;
}

static void save_number(struct viewer_base *base, const char *name, int value)
{
    viewer_keep(base, settings_set_number(&base->settings, name, value));
}

static void toggle_switch(struct viewer_base *base, bool *on, const char *name, const char *what)
{
    *on = !*on;
    viewer_say(base, "%s %s", what, *on ? "on" : "off");
    save_number(base, name, *on);
}

/* Cycles: kill feed, both, team overlay, none. */
static void change_match(struct viewer_hud *hud, struct viewer_base *base)
{
    struct hud_options *options = &hud->options;
    const bool frags = options->frags;
    options->frags = frags != options->team ? frags : !frags;
    options->team = frags;
    viewer_say(base, "%s",
               options->frags && options->team ? "who killed whom, and the team"
               : options->frags                ? "who killed whom"
               : options->team                 ? "the player's team"
                                               : "neither frags nor team");
    save_number(base, "show-frags", options->frags);
    save_number(base, "show-team", options->team);
}

void viewer_change_view_size(struct viewer_hud *hud, struct viewer_base *base, double direction)
{
    hud_options_step_view(&hud->options, direction);
    const int size = hud->options.view_size;
    viewer_say(base, "view size %d%s", size,
               size == HUD_VIEW_MOST    ? ": no bar"
               : size == 110            ? ": no inventory"
               : size == HUD_VIEW_LEAST ? ", the smallest"
                                        : "");
    save_number(base, "viewsize", size);
}

/* Quake III has less to choose from. */
static void change_style(struct viewer_hud *hud, struct viewer_base *base,
                         const struct viewer_demo *demo)
{
    static const char *const styles[HUD_STYLES + 1] = {
        "bar over the picture",
        "picture above the bar",
        "figures without a bar",
        "figures in the corners",
        "figures in the corners, ammunition at the side",
        "nothing over the picture"};
    struct hud_options *options = &hud->options;
    if (demo->open && demo->player.source.quake3) {
        options->style = options->style < HUD_MODERN   ? HUD_MODERN
                         : options->style < HUD_STYLES ? HUD_NONE
                                                       : HUD_OVER;
        viewer_say(base, "%s",
                   options->style == HUD_OVER     ? "all of the display"
                   : options->style == HUD_MODERN ? "only what counts"
                                                  : styles[HUD_NONE]);
    } else {
        options->style = (enum hud_style)((options->style + 1) % (HUD_STYLES + 1));
        viewer_say(base, "%s", styles[options->style]);
    }
    viewer_keep(base, settings_set_text(&base->settings, "hud", hud_style_name(options->style)));
}

bool viewer_change_hud(struct viewer_hud *hud, struct viewer_base *base,
                       const struct viewer_demo *demo, const struct viewer_picture *picture,
                       enum action action)
{
    static const char *const crosshairs[HUD_CROSSHAIRS] = {"no crosshair", "crosshair: a plus",
                                                           "crosshair: dots"};
    struct hud_options *options = &hud->options;
    switch (action) {
    case ACTION_HUD:
        change_style(hud, base, demo);
        break;
    case ACTION_HUD_SCALE:
        options->scale =
            (options->scale + 1) %
            (hud_options_largest_scale(picture->fit.canvas_width, picture->fit.canvas_height) + 1);
        if (options->scale == 0) {
            viewer_say(base, "size of the status bar: as fits");
        } else {
            viewer_say(base, "size of the status bar: %d", options->scale);
        }
        save_number(base, "hud-scale", options->scale);
        break;
    case ACTION_CROSSHAIR:
        options->crosshair = (options->crosshair + 1) % HUD_CROSSHAIRS;
        options->own_crosshair = true; /* "none" also hides the crosshair of the game */
        viewer_say(base, "%s", crosshairs[options->crosshair]);
        save_number(base, "crosshair", options->crosshair);
        break;
    case ACTION_HUD_ALPHA: /* 1, 0.75, 0.5, 0.25 */
        options->clear = (options->clear / HUD_CLEAR_STEP + 1) * HUD_CLEAR_STEP % HUD_CLEAR_ALL;
        viewer_say(base, "status bar: %d %% opaque",
                   (HUD_CLEAR_ALL - options->clear) * 100 / HUD_CLEAR_ALL);
        save_number(base, "hud-clear", options->clear);
        break;
    case ACTION_CLOCK:
        toggle_switch(base, &options->clock, "show-clock", "clock");
        break;
    case ACTION_SPEEDOMETER:
        toggle_switch(base, &options->speed, "show-speed", "player's speed");
        break;
    case ACTION_MATCH:
        change_match(hud, base);
        break;
    default:
        return false;
    }
    return true;
}

void viewer_hold_scores(struct viewer_hud *hud, struct viewer_base *base, enum hud_scores scores,
                        int32_t key)
{
    hud->options.scores = scores;
    hud->scores_key = key;
    base->dirty = true;
}

void viewer_release_scores(struct viewer_hud *hud, struct viewer_base *base, int32_t key)
{
    if (hud->scores_key != 0 && (key == 0 || key == hud->scores_key)) {
        viewer_hold_scores(hud, base, base->options->asked->player.hud.scores, 0);
    }
}
