#include "engine/viewer/viewer_hud.h"

#include "engine/actions/actions.h"
#include "engine/family/hud_options.h"
#include "engine/viewer/saved/option_settings.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_picture.h"

void viewer_begin_hud(struct viewer_hud *hud, struct viewer_base *base)
{
    struct options options = *base->options->asked;
    option_settings_read_group(&base->settings, OPTIONS_HUD, &options);
    hud->options = options.player.hud;
}

static void save_option(const struct viewer_hud *hud, struct viewer_base *base, const char *setting)
{
    struct options options = *base->options->asked;
    options.player.hud = hud->options;
    viewer_keep(base, option_settings_write(&base->settings, setting, "", &options));
}

static void toggle_switch(struct viewer_hud *hud, struct viewer_base *base, bool *on,
                          const char *setting, const char *what)
{
    *on = !*on;
    viewer_say(base, "%s %s", what, *on ? "on" : "off");
    save_option(hud, base, setting);
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
    save_option(hud, base, "show-frags");
    save_option(hud, base, "show-team");
}

void viewer_change_view_size(struct viewer_hud *hud, struct viewer_base *base, double direction)
{
    hud_options_step_view(&hud->options, direction);
    const int size = hud->options.view_size;
    viewer_say(base, "view size %d%s", size,
               size == HUD_VIEW_MAX   ? ": no bar"
               : size == 110          ? ": no inventory"
               : size == HUD_VIEW_MIN ? ", the smallest"
                                      : "");
    save_option(hud, base, "viewsize");
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
    save_option(hud, base, "hud");
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
        save_option(hud, base, "hud-scale");
        break;
    case ACTION_CROSSHAIR:
        options->crosshair = (options->crosshair + 1) % HUD_CROSSHAIRS;
        options->own_crosshair = true; /* "none" also hides the crosshair of the game */
        viewer_say(base, "%s", crosshairs[options->crosshair]);
        save_option(hud, base, "crosshair");
        break;
    case ACTION_HUD_ALPHA: /* 1, 0.75, 0.5, 0.25 */
        options->clear = (options->clear / HUD_CLEAR_STEP + 1) * HUD_CLEAR_STEP % HUD_CLEAR_ALL;
        viewer_say(base, "status bar: %d %% opaque",
                   (HUD_CLEAR_ALL - options->clear) * 100 / HUD_CLEAR_ALL);
        save_option(hud, base, "hud-clear");
        break;
    case ACTION_CLOCK:
        toggle_switch(hud, base, &options->clock, "show-clock", "clock");
        break;
    case ACTION_SPEEDOMETER:
        toggle_switch(hud, base, &options->speed, "show-speed", "player's speed");
        break;
    case ACTION_ITEMS:
        toggle_switch(hud, base, &options->items, "show-items", "item timers");
        break;
    case ACTION_RADAR:
        toggle_switch(hud, base, &options->radar, "radar", "radar");
        break;
    case ACTION_STREAKS:
        toggle_switch(hud, base, &options->streaks, "show-streaks", "kills in a row");
        break;
    case ACTION_NAMES:
        toggle_switch(hud, base, &options->names, "show-names", "names over players");
        break;
    case ACTION_SEE_THROUGH:
        toggle_switch(hud, base, &options->see_through, "see-through",
                      "names of players behind walls");
        break;
    case ACTION_HELD_KEYS:
        toggle_switch(hud, base, &options->keys, "show-keys", "keys the player holds");
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
