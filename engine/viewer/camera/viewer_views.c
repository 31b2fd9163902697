#include "engine/viewer/camera/viewer_views.h"

#include <math.h>
#include <stdio.h>

#include "engine/playback/pov_select.h"
#include "engine/text/osd.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

#define FRAME_COLOR 0x00e0b050u
enum { FRAME_SHARE = 240 /* of the canvas's shorter side: thickness of the frame */ };

void viewer_cycle_views(struct viewer_views *views, struct viewer_demo *demo,
                        struct viewer_base *base)
{
    struct view_options *options = &views->options;
    options->count = options->count < 2 ? 2 : options->count < VIEWS_MAX ? VIEWS_MAX : 1;
    if (demo->player.options.views.main > options->count) {
        (void)playback_select_view(&demo->player, 1);
        options->main = 1;
    }
    viewer_say(base, options->count == 1 ? "1 view" : "%d views", options->count);
    views->told_asked = 0;
}

static void name_shown(const struct viewer_demo *demo, char name[POV_SELECT_NAME])
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct timeline *timeline = demo->player.timeline;
    const uint32_t followed = timeline_followed(timeline, demo->player.scene_options.follow);
    const uint32_t total = timeline_players(timeline, players, POV_SELECT_PLAYERS);
    name[0] = '\0';
    for (uint32_t i = 0; i < total && i < POV_SELECT_PLAYERS; i++) {
        if (players[i].slot + 1 == followed) {
            pov_select_name(&players[i], name);
        }
    }
}

/* Says which key shows several views, or why there are none. */
static void say_one_view(const struct viewer_demo *demo, struct viewer_base *base)
{
    char key[KEY_HELP_TEXT], text[PLAYBACK_VIEWS_TEXT];
    if (playback_lacks_views(&demo->player, text)) {
        viewer_say(base, "%s", text);
        return;
    }
    viewer_name_key(base, ACTION_VIEWS, key);
    viewer_say(base, key[0] ? "there is one view (%s shows several)" : "there is one view", key);
}

static void select_view(struct viewer_views *views, struct viewer_demo *demo,
                        struct viewer_base *base, int place)
{
    char name[POV_SELECT_NAME];
    if (playback_select_view(&demo->player, place + 1)) {
        views->options.main = place + 1;
        name_shown(demo, name);
        viewer_say(base, "view %d%s%s", place + 1, name[0] ? ": " : "", name);
    }
}

bool viewer_click_view(struct viewer_views *views, struct viewer_demo *demo,
                       struct viewer_base *base, int x, int y)
{
    const struct view_set *set = &demo->player.views;
    for (int i = 0; demo->open && i < set->count; i++) {
        const struct playback_part part = view_set_part(set, i);
        if (i != set->main && x >= part.left && x < part.left + part.width && y >= part.top &&
            y < part.top + part.height) {
            select_view(views, demo, base, i);
            return true;
        }
    }
    return false;
}

void viewer_step_view(struct viewer_views *views, struct viewer_demo *demo,
                      struct viewer_base *base, double steps)
{
    const int count = demo->player.views.count;
    if (count < 2) {
        say_one_view(demo, base);
        return;
    }
    select_view(views, demo, base,
                (demo->player.views.main + (int)fmod(steps, count) + count) % count);
}

void viewer_cycle_view_layout(struct viewer_views *views, struct viewer_demo *demo,
                              struct viewer_base *base)
{
    struct view_options *options = &views->options;
    if (demo->player.views.count < 2) {
        say_one_view(demo, base);
        return;
    }
    options->layout = (options->layout + 1) % VIEW_LAYOUTS;
    viewer_say(base, options->layout == VIEW_LARGE ? "one view large" : "views of one size");
}

bool viewer_changes_views(const struct viewer_views *views, struct playback_context *player)
{
    const struct view_options *made = &player->views.options, *now = &views->options;
    player->options.views.count = now->count;
    player->options.views.layout = now->layout;
    return made->count != now->count || made->layout != now->layout;
}

void viewer_tell_views(struct viewer_views *views, const struct viewer_demo *demo,
                       struct viewer_base *base)
{
    char text[PLAYBACK_VIEWS_TEXT];
    const int asked = views->options.count, count = demo->player.views.count;
    if (!playback_lacks_views(&demo->player, text)) {
        views->told_asked = 0;
    } else if (asked != views->told_asked || count != views->told_count) {
        viewer_say(base, "%s", text);
        views->told_asked = asked;
        views->told_count = count;
    }
}

void viewer_exchange_views(struct viewer_demo *demo, uint32_t before)
{
    struct playback_context *player = &demo->player;
    const uint32_t now = timeline_followed(player->timeline, player->scene_options.follow);
    if (now != before) {
        view_set_exchange(&player->views, now, before);
    }
}

void viewer_draw_view_frame(const struct viewer_demo *demo, const struct osd_canvas *canvas)
{
    const struct view_set *set = &demo->player.views;
    const int side = canvas->width < canvas->height ? canvas->width : canvas->height;
    const int thick = side / FRAME_SHARE > 1 ? side / FRAME_SHARE : 1;
    if (set->count < 2 || set->options.layout == VIEW_LARGE) {
        return;
    }
    const struct playback_part part = view_set_part(set, set->main);
    const int right = part.left + part.width, bottom = part.top + part.height;
    osd_fill(canvas, part.left, part.top, part.width, thick, FRAME_COLOR, 255);
    osd_fill(canvas, part.left, bottom - thick, part.width, thick, FRAME_COLOR, 255);
    osd_fill(canvas, part.left, part.top, thick, part.height, FRAME_COLOR, 255);
    osd_fill(canvas, right - thick, part.top, thick, part.height, FRAME_COLOR, 255);
}
