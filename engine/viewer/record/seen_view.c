#include "engine/viewer/record/seen_view.h"

#include <stdio.h>

#include "engine/viewer/host/window.h"
#include "engine/viewer/viewer_internal.h"

static void find_light(const struct viewer *v, struct seen_view *view)
{
    const struct render_light now = v->picture.light;
    const struct render_light usual = {playback_light_for_watching(&v->demo.player).gamma,
                                       render_light_for_watching(v->picture.look).contrast};
    view->gamma = now.gamma != usual.gamma ? now.gamma : 0.0;
    view->contrast = now.contrast != usual.contrast ? now.contrast : 0.0;
}

void seen_view_find(struct viewer *v, struct seen_view *view)
{
    const struct playback_context *player = &v->demo.player;
    struct playback_options *options = &view->options;
    *options = viewer_player_options(&v->data, &v->base);
    options->camera = v->camera;
    options->overbright = v->picture.overbright;
    if (!v->picture.quake3) {
        options->look = v->picture.look;
    }
    options->no_blends = v->picture.hidden_blends == SCENE_BLENDS_ALL;
    options->hidden_blends = options->no_blends ? 0 : v->picture.hidden_blends;
    options->summary = v->summary.shown;
    if (v->picture.hide_ghosts) {
        options->ghosts = (struct ghost_options){0};
    }
    options->beside = (struct beside_options){0};
    if (player->beside && !v->beside.options.hidden) {
        options->beside = v->beside.options;
    }
    options->hud = v->hud.options;
    options->hud.scores =
        v->base.options->asked->player.hud.scores; /* not those of a key held down */
    options->follow = player->follow;
    if (!player->follow && player->scene_options.follow > 0) {
        snprintf(view->follow, sizeof(view->follow), "%u", (unsigned)player->scene_options.follow);
        options->follow = view->follow;
    }
    options->views = (struct view_options){.count = 1};
    if (v->views.options.count > 1) {
        view_set_names(&player->views, view->others);
        options->views = v->views.options;
        options->views.others = view->others[0] ? view->others : NULL;
    }
    /* What only the window remembers has to be said. */
    if (player->source.game.found && viewer_remembers(&v->data, player->source.game.basedir)) {
        options->search.basedir = player->source.game.basedir;
    }
    find_light(v, view);
    int width, height;
    window_size(v->window, &width, &height);
    const struct picture_fit fit = picture_fit(width, height, 1);
    view->width = fit.width;
    view->height = fit.height;
}
