#include "engine/viewer/viewer_hud.h"

#include "engine/viewer/viewer_internal.h"

static void read_number(const struct viewer *v, const char *name, int least, int most, int *value)
{
    double number;
    if (settings_number(&v->settings, name, least, most, &number)) {
        *value = (int)number;
    }
}

/* What the command line asks for stays. */
static void read_switch(struct viewer *v, const char *name, bool *on)
{
    int number = *on;
    if (!*on) {
        read_number(v, name, 0, 1, &number);
    }
    *on = number != 0;
}

void viewer_begin_hud(struct viewer *v)
{
    struct hud_options *hud = &v->hud.options;
    *hud = v->options->player.hud;
    const char *style = settings_text(&v->settings, "hud");
    if (!(hud->own & HUD_OWN_STYLE) && style && !hud_style_parse(&hud->style, style)) {
        viewer_trouble(
            v,
            "settings: hud '%s' is none of full, mini, none, over, classic, headup, modern, side",
            style);
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
    if (!(hud->own & HUD_OWN_CLEAR)) {
        read_number(v, "hud-clear", 0, HUD_CLEAR_ALL, &hud->clear);
    }
    read_switch(v, "show-clock", &hud->clock);
    read_switch(v, "show-speed", &hud->speed);
    read_switch(v, "show-frags", &hud->frags);
    read_switch(v, "show-team", &hud->team);
}

struct hud_options viewer_hud_at_scale(const struct viewer *v, int scale)
{
    struct hud_options hud = v->hud.options;
    if (hud.scale > 0) {
        hud.scale = (hud.scale + scale / 2) / scale;
        hud.scale = hud.scale > 0 ? hud.scale : 1;
    }
    return hud;
}

static void remember(struct viewer *v, const char *name, int value)
{
    viewer_keep(v, settings_set_number(&v->settings, name, value));
}

static void turn(struct viewer *v, bool *on, const char *name, const char *what)
{
    *on = !*on;
    viewer_say(v, "%s %s", what, *on ? "on" : "off");
    remember(v, name, *on);
}

/* One after the other: who killed whom, that and the team, the team alone, neither. */
static void change_match(struct viewer *v)
{
    struct hud_options *hud = &v->hud.options;
    const bool frags = hud->frags;
    hud->frags = frags != hud->team ? frags : !frags;
    hud->team = frags;
    viewer_say(v, "%s",
               hud->frags && hud->team ? "who killed whom, and the team"
               : hud->frags            ? "who killed whom"
               : hud->team             ? "the player's team"
                                       : "neither frags nor team");
    remember(v, "show-frags", hud->frags);
    remember(v, "show-team", hud->team);
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

/* Quake III has less to choose from. */
static void change_style(struct viewer *v)
{
    static const char *const styles[HUD_STYLES + 1] = {
        "bar over the picture",
        "picture above the bar",
        "figures without a bar",
        "figures in the corners",
        "figures in the corners, ammunition at the side",
        "nothing over the picture"};
    struct hud_options *hud = &v->hud.options;
    if (v->demo.open && v->demo.player.source.quake3) {
        hud->style = hud->style < HUD_MODERN   ? HUD_MODERN
                     : hud->style < HUD_STYLES ? HUD_NONE
                                               : HUD_OVER;
        viewer_say(v, "%s",
                   hud->style == HUD_OVER     ? "all of the display"
                   : hud->style == HUD_MODERN ? "only what counts"
                                              : styles[HUD_NONE]);
    } else {
        hud->style = (enum hud_style)((hud->style + 1) % (HUD_STYLES + 1));
        viewer_say(v, "%s", styles[hud->style]);
    }
    viewer_keep(v, settings_set_text(&v->settings, "hud", hud_style_name(hud->style)));
}

bool viewer_change_hud(struct viewer *v, enum action action)
{
    static const char *const crosshairs[HUD_CROSSHAIRS] = {"no crosshair", "crosshair: a plus",
                                                           "crosshair: dots"};
    struct hud_options *hud = &v->hud.options;
    switch (action) {
    case ACTION_HUD:
        change_style(v);
        break;
    case ACTION_HUD_SCALE:
        hud->scale = (hud->scale + 1) % (hud_options_largest_scale(v->picture.fit.canvas_width,
                                                                   v->picture.fit.canvas_height) +
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
        hud->own |= HUD_OWN_CROSSHAIR; /* none, even where a game has one of its own */
        viewer_say(v, "%s", crosshairs[hud->crosshair]);
        remember(v, "crosshair", hud->crosshair);
        break;
    case ACTION_HUD_ALPHA: /* 1, 0.75, 0.5, 0.25 */
        hud->clear = (hud->clear / HUD_CLEAR_STEP + 1) * HUD_CLEAR_STEP % HUD_CLEAR_ALL;
        viewer_say(v, "status bar: %d %% opaque",
                   (HUD_CLEAR_ALL - hud->clear) * 100 / HUD_CLEAR_ALL);
        remember(v, "hud-clear", hud->clear);
        break;
    case ACTION_CLOCK:
        turn(v, &hud->clock, "show-clock", "clock");
        break;
    case ACTION_SPEEDOMETER:
        turn(v, &hud->speed, "show-speed", "player's speed");
        break;
    case ACTION_MATCH:
        change_match(v);
        break;
    default:
        return false;
    }
    return true;
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
