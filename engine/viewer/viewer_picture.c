#include "engine/viewer/viewer_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/playback/playback_context.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/saved/option_settings.h"
#include "engine/viewer/scale/auto_scale.h"
#include "engine/viewer/scale/frame_stats.h"
#include "engine/viewer/scale/picture_fit.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_internal.h"
#include "render/light.h"

/* Prefix of settings that are remembered per look, Quake III's being one: a change in one must not
 * change pictures in another. */
static const char *look_prefix(const struct viewer_picture *picture)
{
    static const char *const prefixes[] = {
        [LOOK_EXACT] = "", [LOOK_FAITHFUL] = "faithful-", [LOOK_TRUECOLOR] = "truecolor-"};
    return picture->quake3 ? "quake3-" : prefixes[picture->look];
}

static struct render_light usual_light(const struct viewer_picture *picture)
{
    return picture->quake3 ? render_light_plain() : render_light_for_watching(picture->look);
}

static void begin_light(struct viewer_picture *picture, const struct viewer_base *base)
{
    const struct options *asked = base->options->asked;
    picture->light = asked->player.light;
    if ((picture->quake3 || picture->look != asked->player.look) &&
        !options_given(asked, "gamma")) {
        picture->light.gamma = usual_light(picture).gamma;
    }
    struct options options = *asked;
    const char *look = look_prefix(picture);
    if (option_settings_read(&base->settings, "gamma", look, &options)) {
        picture->light.gamma = options.gamma;
    }
    if (option_settings_read(&base->settings, "contrast", look, &options)) {
        picture->light.contrast = options.contrast;
    }
}

void viewer_follow_light(struct viewer_picture *picture, const struct viewer_base *base,
                         const struct viewer_demo *demo)
{
    const bool quake3 = demo->player.source.quake3 != NULL;
    if (quake3 != picture->quake3) {
        picture->quake3 = quake3;
        begin_light(picture, base);
    }
}

/* Without a demo the built-in ones are shown, which look their best in true colour. A look that was
 * chosen, on the command line or before, is kept. */
static void begin_saved(struct viewer_picture *picture, const struct viewer_base *base)
{
    struct options options = *base->options->asked;
    if (options.num_files == 0 && !options_given(&options, "look")) {
        options.player.look = LOOK_TRUECOLOR;
    }
    option_settings_read(&base->settings, "look", "", &options);
    option_settings_read(&base->settings, "scale", "", &options);
    option_settings_read(&base->settings, "overbright", "", &options);
    picture->look = options.player.look;
    picture->scale = options.play.scale;
    picture->overbright = options.player.overbright;
}

void viewer_begin_picture(struct viewer_picture *picture, const struct viewer_base *base)
{
    const struct playback_options *player = &base->options->asked->player;
    picture->hidden_blends = player->no_blends ? SCENE_BLENDS_ALL : player->hidden_blends;
    begin_saved(picture, base);
    begin_light(picture, base);
}

static void save_option(const struct viewer_picture *picture, struct viewer_base *base,
                        const char *setting)
{
    struct options options = *base->options->asked;
    options.gamma = picture->light.gamma;
    options.contrast = picture->light.contrast;
    options.play.scale = picture->scale;
    options.player.overbright = picture->overbright;
    options.player.look = picture->look;
    viewer_keep(base,
                option_settings_write(&base->settings, setting, look_prefix(picture), &options));
}

/* Rounds to thousandths, so that steps up and down return to the same value. */
static double add_step(double value, double amount)
{
    return round((value + amount) * 1000.0) / 1000.0;
}

void viewer_change_gamma(struct viewer_picture *picture, struct viewer_base *base, double amount)
{
    picture->light.gamma = add_step(picture->light.gamma, amount);
    picture->light = render_light_limited(picture->light);
    const double gamma = picture->light.gamma;
    viewer_say(base, "gamma %.2f%s", gamma,
               gamma <= RENDER_GAMMA_MIN   ? ", the brightest"
               : gamma >= RENDER_GAMMA_MAX ? ", the darkest"
                                           : "");
    save_option(picture, base, "gamma");
}

void viewer_change_contrast(struct viewer_picture *picture, struct viewer_base *base, double amount)
{
    picture->light.contrast = add_step(picture->light.contrast, amount);
    picture->light = render_light_limited(picture->light);
    const double contrast = picture->light.contrast;
    viewer_say(base, "contrast %.2f%s", contrast,
               contrast <= RENDER_CONTRAST_MIN   ? ", the least"
               : contrast >= RENDER_CONTRAST_MAX ? ", the most"
                                                 : "");
    save_option(picture, base, "contrast");
}

void viewer_reset_light(struct viewer_picture *picture, struct viewer_base *base)
{
    picture->light = usual_light(picture);
    viewer_say(base, "gamma %.2f, contrast %.2f", picture->light.gamma, picture->light.contrast);
    struct options usual = options_default();
    const char *look = look_prefix(picture);
    viewer_keep(base, option_settings_write(&base->settings, "gamma", look, &usual));
    viewer_keep(base, option_settings_write(&base->settings, "contrast", look, &usual));
}

void viewer_cycle_look(struct viewer *v)
{
    static const struct {
        enum render_look next;
        const char *name;
    } looks[] = {[LOOK_EXACT] = {LOOK_TRUECOLOR, "exact, 256 colours"},
                 [LOOK_TRUECOLOR] = {LOOK_FAITHFUL, "true colour, smooth light"},
                 [LOOK_FAITHFUL] = {LOOK_EXACT, "faithful, as the original drew it"}};
    struct viewer_picture *picture = &v->picture;
    if (picture->quake3) {
        viewer_say(&v->base, "Quake III has one look");
        return;
    }
    picture->look = looks[picture->look].next;
    picture->auto_width = picture->auto_height = 0; /* frame times are others now */
    begin_light(picture, &v->base);
    viewer_end_preview(&v->preview);
    viewer_say(&v->base, "look: %s", looks[picture->look].name);
    save_option(picture, &v->base, "look");
}

void viewer_toggle_overbright(struct viewer *v)
{
    if (!v->picture.quake3) {
        viewer_say(&v->base, "only Quake III has two kinds of light");
        return;
    }
    v->picture.overbright = !v->picture.overbright;
    if (!viewer_reopen_demo(v)) {
        v->picture.overbright = !v->picture.overbright;
        return; /* the error was reported */
    }
    viewer_say(&v->base, "%s",
               v->picture.overbright ? "light of full screen" : "light of a window");
    save_option(&v->picture, &v->base, "overbright");
}

void viewer_cycle_scale(struct viewer_picture *picture, struct viewer_base *base)
{
    char text[16] = "auto";
    picture->scale = (picture->scale + 1) % (PICTURE_SCALES + 1);
    if (picture->scale > 0) {
        snprintf(text, sizeof(text), "%d", picture->scale);
    }
    const struct picture_fit fit =
        picture_fit(picture->fit.canvas_width, picture->fit.canvas_height,
                    viewer_scale(picture, picture->fit.canvas_width, picture->fit.canvas_height));
    viewer_say(base, "scale %s: %dx%d", text, fit.width, fit.height);
    save_option(picture, base, "scale");
}

void viewer_cycle_tints(struct viewer_picture *picture, struct viewer_base *base)
{
    static const char *const kinds[SCENE_BLENDS] = {
        [SCENE_BLEND_LIQUID] = "liquids",
        [SCENE_BLEND_DAMAGE] = "damage",
        [SCENE_BLEND_PICKUP] = "pickups",
        [SCENE_BLEND_POWERUP] = "powerups",
    };
    uint32_t *hidden = &picture->hidden_blends;
    int kind = 0;
    while (kind < SCENE_BLENDS && *hidden != 1u << kind) {
        kind++;
    }
    /* From all to the first kind, from one kind to the next, from the last to none, from none, or
     * any other choice, to all. */
    if (*hidden == 0 || kind + 1 < SCENE_BLENDS) {
        kind = *hidden == 0 ? 0 : kind + 1;
        *hidden = 1u << kind;
        viewer_say(base, "tints of the screen: all but by %s", kinds[kind]);
    } else {
        *hidden = kind < SCENE_BLENDS ? SCENE_BLENDS_ALL : 0;
        viewer_say(base, "tints of the screen: %s", *hidden ? "none" : "all");
    }
}

void viewer_toggle_ghosts(struct viewer_picture *picture, const struct viewer_demo *demo,
                          struct viewer_base *base)
{
    if (demo->player.ghosts.count == 0) {
        viewer_say(base, "there is no ghost (play --ghost DEMO)");
        return;
    }
    picture->hide_ghosts = !picture->hide_ghosts;
    viewer_say(base, "ghosts are %s", picture->hide_ghosts ? "hidden" : "shown");
}

void viewer_zoom(struct viewer_picture *picture, struct viewer_base *base, double steps)
{
    struct picture_zoom *zoom = &picture->zoom;
    if (steps == 0.0) {
        picture_zoom_toggle(zoom);
    } else if (zoom->factor > 0.0) {
        picture_zoom_step(zoom, steps);
    }
    if (zoom->factor > 0.0) {
        viewer_say(base, "enlarged %.1f times", zoom->factor);
    } else {
        viewer_say(base, "not enlarged");
    }
}

int viewer_scale(struct viewer_picture *picture, int width, int height)
{
    if (picture->scale > 0) {
        return picture->scale;
    }
    if (width != picture->auto_width || height != picture->auto_height) {
        auto_scale_begin(&picture->auto_scale, width, height);
        picture->auto_width = width;
        picture->auto_height = height;
    }
    return picture->auto_scale.scale;
}

void viewer_follow_scale(struct viewer_picture *picture, const struct window *window, double now,
                         const struct frame_cost *cost, double interval)
{
    const double period = 1.0 / window_refresh_rate(window);
    if (picture->scale == 0) {
        (void)auto_scale_add(&picture->auto_scale, now, cost, interval, period);
    }
}
