#include "engine/viewer/viewer_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "engine/viewer/saved/settings.h"
#include "engine/viewer/scale/auto_scale.h"
#include "engine/viewer/scale/frame_stats.h"
#include "engine/viewer/scale/picture_fit.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/window/window.h"
#include "render/light.h"

/* Looks have separate light settings, and so has Quake III: a change in one must not change
 * pictures in another. */
static const char *gamma_name(const struct viewer_picture *picture, const struct viewer_base *base)
{
    return picture->quake3                                      ? "quake3-gamma"
           : base->options->asked->player.look == LOOK_FAITHFUL ? "faithful-gamma"
                                                                : "gamma";
}

static const char *contrast_name(const struct viewer_picture *picture,
                                 const struct viewer_base *base)
{
    return picture->quake3                                      ? "quake3-contrast"
           : base->options->asked->player.look == LOOK_FAITHFUL ? "faithful-contrast"
                                                                : "contrast";
}

static void begin_light(struct viewer_picture *picture, const struct viewer_base *base,
                        const struct viewer_demo *demo)
{
    picture->light = base->options->asked->player.light;
    if (picture->quake3 && !options_given(base->options->asked, "gamma")) {
        picture->light.gamma = playback_light_for_watching(&demo->player).gamma;
    }
    if (!options_given(base->options->asked, "gamma")) {
        settings_number(&base->settings, gamma_name(picture, base), RENDER_GAMMA_MIN,
                        RENDER_GAMMA_MAX, &picture->light.gamma);
    }
    if (!options_given(base->options->asked, "contrast")) {
        settings_number(&base->settings, contrast_name(picture, base), RENDER_CONTRAST_MIN,
                        RENDER_CONTRAST_MAX, &picture->light.contrast);
    }
}

void viewer_follow_light(struct viewer_picture *picture, const struct viewer_base *base,
                         const struct viewer_demo *demo)
{
    const bool quake3 = demo->player.source.quake3 != NULL;
    if (quake3 != picture->quake3) {
        picture->quake3 = quake3;
        begin_light(picture, base, demo);
    }
}

/* "auto", or a number; anything else is as if nothing were remembered. */
static void begin_scale(struct viewer_picture *picture, const struct viewer_base *base)
{
    const char *text = settings_text(&base->settings, "scale");
    double scale = 0.0;
    if (options_given(base->options->asked, "scale")) {
        scale = base->options->asked->play.scale;
    } else if (text && strcmp(text, "auto") != 0) {
        settings_number(&base->settings, "scale", 1.0, PICTURE_SCALES, &scale);
    }
    picture->scale = (int)scale;
}

void viewer_begin_picture(struct viewer_picture *picture, const struct viewer_base *base,
                          const struct viewer_demo *demo)
{
    begin_light(picture, base, demo);
    begin_scale(picture, base);
}

/* Steps add up to the numbers one reads. */
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
    viewer_keep(base, settings_set_number(&base->settings, gamma_name(picture, base), gamma));
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
    viewer_keep(base, settings_set_number(&base->settings, contrast_name(picture, base), contrast));
}

void viewer_reset_light(struct viewer_picture *picture, struct viewer_base *base,
                        const struct viewer_demo *demo)
{
    picture->light = demo->open ? playback_light_for_watching(&demo->player)
                                : render_light_for_watching(base->options->asked->player.look);
    viewer_say(base, "gamma %.2f, contrast %.2f", picture->light.gamma, picture->light.contrast);
    viewer_keep(base, settings_remove(&base->settings, gamma_name(picture, base)));
    viewer_keep(base, settings_remove(&base->settings, contrast_name(picture, base)));
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
    viewer_keep(base, settings_set_text(&base->settings, "scale", text));
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
