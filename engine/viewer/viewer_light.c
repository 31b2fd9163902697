/* How bright the picture is: keys for it, and what is remembered of it. */
#include <math.h>

#include "engine/viewer/viewer_internal.h"

/* Each look has light of its own: who compares pictures in the faithful one does not want the other
 * brighter, nor the other way round. */
static const char *gamma_name(const struct viewer *v)
{
    return v->options->player.look == LOOK_FAITHFUL ? "faithful-gamma" : "gamma";
}

static const char *contrast_name(const struct viewer *v)
{
    return v->options->player.look == LOOK_FAITHFUL ? "faithful-contrast" : "contrast";
}

void viewer_begin_light(struct viewer *v)
{
    v->light = v->options->player.light;
    if (!v->options->own_gamma) {
        settings_number(&v->settings, gamma_name(v), RENDER_GAMMA_LEAST, RENDER_GAMMA_MOST,
                        &v->light.gamma);
    }
    if (!v->options->own_contrast) {
        settings_number(&v->settings, contrast_name(v), RENDER_CONTRAST_LEAST,
                        RENDER_CONTRAST_MOST, &v->light.contrast);
    }
}

/* Steps add up to the numbers one reads. */
static double add_step(double value, double amount)
{
    return round((value + amount) * 1000.0) / 1000.0;
}

void viewer_change_gamma(struct viewer *v, double amount)
{
    v->light.gamma = add_step(v->light.gamma, amount);
    v->light = render_light_limited(v->light);
    const double gamma = v->light.gamma;
    viewer_say(v, "gamma %.2f%s", gamma,
               gamma <= RENDER_GAMMA_LEAST  ? ", the brightest"
               : gamma >= RENDER_GAMMA_MOST ? ", the darkest"
                                            : "");
    viewer_keep(v, settings_set_number(&v->settings, gamma_name(v), gamma));
}

void viewer_change_contrast(struct viewer *v, double amount)
{
    v->light.contrast = add_step(v->light.contrast, amount);
    v->light = render_light_limited(v->light);
    const double contrast = v->light.contrast;
    viewer_say(v, "contrast %.2f%s", contrast,
               contrast <= RENDER_CONTRAST_LEAST  ? ", the least"
               : contrast >= RENDER_CONTRAST_MOST ? ", the most"
                                                  : "");
    viewer_keep(v, settings_set_number(&v->settings, contrast_name(v), contrast));
}

void viewer_reset_light(struct viewer *v)
{
    v->light = render_light_for_watching(v->options->player.look);
    viewer_say(v, "gamma %.2f, contrast %.2f", v->light.gamma, v->light.contrast);
    viewer_keep(v, settings_remove(&v->settings, gamma_name(v)));
    viewer_keep(v, settings_remove(&v->settings, contrast_name(v)));
}
