#include "engine/viewer/viewer_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/viewer_internal.h"

/* Each look has light of its own, and Quake III's worlds have theirs: who compares pictures in the
 * faithful one does not want the other brighter, nor the other way round. */
static const char *gamma_name(const struct viewer *v)
{
    return v->picture.quake3                          ? "quake3-gamma"
           : v->options->player.look == LOOK_FAITHFUL ? "faithful-gamma"
                                                      : "gamma";
}

static const char *contrast_name(const struct viewer *v)
{
    return v->picture.quake3                          ? "quake3-contrast"
           : v->options->player.look == LOOK_FAITHFUL ? "faithful-contrast"
                                                      : "contrast";
}

static void begin_light(struct viewer *v)
{
    v->picture.light = v->options->player.light;
    if (v->picture.quake3 && !v->options->own_gamma) {
        v->picture.light.gamma = player_light_for_watching(&v->demo.player).gamma;
    }
    if (!v->options->own_gamma) {
        settings_number(&v->settings, gamma_name(v), RENDER_GAMMA_LEAST, RENDER_GAMMA_MOST,
                        &v->picture.light.gamma);
    }
    if (!v->options->own_contrast) {
        settings_number(&v->settings, contrast_name(v), RENDER_CONTRAST_LEAST, RENDER_CONTRAST_MOST,
                        &v->picture.light.contrast);
    }
}

void viewer_follow_light(struct viewer *v)
{
    const bool quake3 = v->demo.player.source.quake3 != NULL;
    if (quake3 != v->picture.quake3) {
        v->picture.quake3 = quake3;
        begin_light(v);
    }
}

/* "auto", or a number; anything else is as if nothing were remembered. */
static void begin_scale(struct viewer *v)
{
    const char *text = settings_text(&v->settings, "scale");
    double scale = 0.0;
    if (v->options->own_scale) {
        scale = v->options->scale;
    } else if (text && strcmp(text, "auto") != 0) {
        settings_number(&v->settings, "scale", 1.0, PICTURE_SCALES, &scale);
    }
    v->picture.scale = (int)scale;
}

void viewer_begin_picture(struct viewer *v)
{
    begin_light(v);
    begin_scale(v);
}

/* Steps add up to the numbers one reads. */
static double add_step(double value, double amount)
{
    return round((value + amount) * 1000.0) / 1000.0;
}

void viewer_change_gamma(struct viewer *v, double amount)
{
    v->picture.light.gamma = add_step(v->picture.light.gamma, amount);
    v->picture.light = render_light_limited(v->picture.light);
    const double gamma = v->picture.light.gamma;
    viewer_say(v, "gamma %.2f%s", gamma,
               gamma <= RENDER_GAMMA_LEAST  ? ", the brightest"
               : gamma >= RENDER_GAMMA_MOST ? ", the darkest"
                                            : "");
    viewer_keep(v, settings_set_number(&v->settings, gamma_name(v), gamma));
}

void viewer_change_contrast(struct viewer *v, double amount)
{
    v->picture.light.contrast = add_step(v->picture.light.contrast, amount);
    v->picture.light = render_light_limited(v->picture.light);
    const double contrast = v->picture.light.contrast;
    viewer_say(v, "contrast %.2f%s", contrast,
               contrast <= RENDER_CONTRAST_LEAST  ? ", the least"
               : contrast >= RENDER_CONTRAST_MOST ? ", the most"
                                                  : "");
    viewer_keep(v, settings_set_number(&v->settings, contrast_name(v), contrast));
}

void viewer_reset_light(struct viewer *v)
{
    v->picture.light = v->demo.open ? player_light_for_watching(&v->demo.player)
                                    : render_light_for_watching(v->options->player.look);
    viewer_say(v, "gamma %.2f, contrast %.2f", v->picture.light.gamma, v->picture.light.contrast);
    viewer_keep(v, settings_remove(&v->settings, gamma_name(v)));
    viewer_keep(v, settings_remove(&v->settings, contrast_name(v)));
}

void viewer_cycle_scale(struct viewer *v)
{
    char text[16] = "auto";
    v->picture.scale = (v->picture.scale + 1) % (PICTURE_SCALES + 1);
    if (v->picture.scale > 0) {
        snprintf(text, sizeof(text), "%d", v->picture.scale);
    }
    const struct picture_fit fit =
        picture_fit(v->picture.fit.canvas_width, v->picture.fit.canvas_height,
                    viewer_scale(v, v->picture.fit.canvas_width, v->picture.fit.canvas_height));
    viewer_say(v, "scale %s: %dx%d", text, fit.width, fit.height);
    viewer_keep(v, settings_set_text(&v->settings, "scale", text));
}

int viewer_scale(struct viewer *v, int width, int height)
{
    if (v->picture.scale > 0) {
        return v->picture.scale;
    }
    if (width != v->picture.auto_width || height != v->picture.auto_height) {
        auto_scale_begin(&v->picture.auto_scale, width, height);
        v->picture.auto_width = width;
        v->picture.auto_height = height;
    }
    return v->picture.auto_scale.scale;
}

void viewer_follow_scale(struct viewer *v, double now, const struct frame_cost *cost,
                         double interval)
{
    const double period = 1.0 / window_refresh_rate(v->window);
    if (v->picture.scale == 0) {
        (void)auto_scale_add(&v->picture.auto_scale, now, cost, interval, period);
    }
}
