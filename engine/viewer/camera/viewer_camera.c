#include "engine/viewer/camera/viewer_camera.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/pov_select.h"
#include "engine/viewer/host/input_event.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/viewer_internal.h"
#include "engine/viewer/viewer_seek.h"

/* Units per second of free flight, and how Shift and Ctrl change it. */
#define FLY_SPEED 400.0
#define FLY_FAST 3.0
#define FLY_SLOW 0.2
#define DISTANCE_MAX 1000.0f

/* Player at whom stepping starts: the recorder, or the player they watch. */
static uint32_t find_start(const struct playback_context *player,
                           const struct demo_player_info *players, uint32_t count)
{
    const uint32_t follow = player->scene_options.follow;
    for (uint32_t i = 0; follow == 0 && i < count; i++) {
        if (players[i].recorder) {
            return players[i].slot + 1;
        }
    }
    return timeline_followed(player->timeline, follow);
}

/* Chooses whose eyes the pictures are seen with. What the keys choose counts from then on. */
bool viewer_choose_followed(struct viewer_demo *demo, struct viewer_base *base, enum action action,
                            double amount)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    struct playback_context *player = &demo->player;
    uint32_t *follow = &player->scene_options.follow;
    const uint32_t before = timeline_followed(player->timeline, *follow);
    char text[POV_SELECT_TEXT];
    uint32_t count = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
    if (action == ACTION_FOLLOW) {
        const uint32_t followed = find_start(player, players, count);
        pov_select_step(players, count, followed, (int)amount, follow, text);
    } else if (count > 0) {
        pov_select_number(players, count, (uint32_t)amount, follow, text);
    } else if (amount >= 1.0 &&
               amount <= 10.0) { /* demos without other players: digits are tenths of the demo */
        viewer_seek_percent(demo, base, amount * 10.0);
        return true;
    } else {
        snprintf(text, sizeof(text), "only the recorder's eyes are in this demo");
    }
    player->follow = NULL;
    viewer_exchange_views(demo, before);
    viewer_say(base, "%s", text);
    return false;
}

static enum follow_target target_of(const struct playback_context *player)
{
    return player->follow ? follow_target_find(player->follow) : FOLLOW_PLAYER;
}

/* Follows a target. False: the demo has nobody for it, nothing changed. */
static bool take_target(struct viewer_demo *demo, struct viewer_base *base,
                        enum follow_target target)
{
    struct playback_context *player = &demo->player;
    const char *name = follow_target_name(target);
    enum follow_result result;
    uint32_t follow;
    if (follow_choice_find(&player->choice, player->timeline, name, &follow, &result) < 0) {
        viewer_say(base, "out of memory");
        return true;
    }
    if (result != FOLLOW_FOUND || player->choice.plan.count == 0) {
        return false;
    }
    player->follow = name;
    viewer_say(base, "following %s: %s", name, follow_target_meaning(target));
    base->dirty = true;
    return true;
}

static void leave_target(struct viewer_demo *demo, struct viewer_base *base)
{
    demo->player.follow = NULL;
    viewer_say(base, "following this player only");
}

void viewer_toggle_auto(struct viewer_demo *demo, struct viewer_base *base)
{
    if (target_of(&demo->player) == FOLLOW_AUTO) {
        leave_target(demo, base);
    } else if (!take_target(demo, base, FOLLOW_AUTO)) {
        viewer_say(base, "only the recorder's eyes are in this demo");
    }
}

void viewer_cycle_target(struct viewer_demo *demo, struct viewer_base *base)
{
    const enum follow_target now = target_of(&demo->player);
    for (int i = now + 1; i < FOLLOW_TARGETS; i++) {
        if (take_target(demo, base, (enum follow_target)i)) {
            return;
        }
    }
    if (now == FOLLOW_PLAYER) {
        viewer_say(base, "only the recorder's eyes are in this demo");
    } else {
        leave_target(demo, base);
    }
}

void viewer_set_flying(struct viewer_mouse *mouse, bool flying)
{
    mouse->flying = flying;
    window_grab_mouse(flying);
}

void viewer_cycle_camera(struct camera *camera, struct viewer_path *path,
                         const struct viewer_demo *demo, struct viewer_mouse *mouse,
                         struct viewer_base *base)
{
    static const char *const texts[] = {
        "camera: recorder's eyes", "camera: chase",
        "camera: free flight (w a s d and mouse; right button frees the mouse)"};
    viewer_leave_path(path, camera, demo);
    camera->kind = (enum camera_kind)((camera->kind + 1) % CAMERA_KINDS);
    if (camera->kind == CAMERA_FREE) { /* from where the picture is seen now */
        const struct scene_camera *from = &demo->player.scene.camera;
        memcpy(camera->origin, from->origin, sizeof(camera->origin));
        memcpy(camera->angles, from->angles, sizeof(camera->angles));
        camera->angles[2] = 0.0f;
        camera_turn(camera, 0.0f, 0.0f); /* angles as all free cameras have them */
    }
    viewer_set_flying(mouse, camera->kind == CAMERA_FREE);
    viewer_say(base, "%s%s", texts[camera->kind],
               camera->kind == CAMERA_CHASE && demo->player.scene.camera.is_fixed
                   ? ", as soon as there is a player: this view is the demo's own"
                   : "");
}

void viewer_change_chase(struct camera *camera, struct viewer_base *base, float distance,
                         float height)
{
    camera->distance = fminf(fmaxf(camera->distance + distance, 0.0f), DISTANCE_MAX);
    camera->height = fminf(fmaxf(camera->height + height, -DISTANCE_MAX), DISTANCE_MAX);
    viewer_say(base, "chase camera: %.0f back, %.0f up", (double)camera->distance,
               (double)camera->height);
}

int viewer_fly_direction(uint16_t place, int *side)
{
    *side = place == KEY_PLACE_D ? 1 : place == KEY_PLACE_A ? -1 : 0;
    return place == KEY_PLACE_W ? 1 : place == KEY_PLACE_S ? -1 : 0;
}

void viewer_follow_flight_keys(struct flight_keys *keys, const struct input_event *event)
{
    const bool down = event->kind == INPUT_KEY_DOWN;
    if (event->kind == INPUT_FOCUS_LOST) {
        *keys = (struct flight_keys){0};
    }
    if (down || event->kind == INPUT_KEY_UP) {
        int side;
        const int ahead = viewer_fly_direction(event->key.place, &side);
        keys->forward = ahead > 0 ? down : keys->forward;
        keys->back = ahead < 0 ? down : keys->back;
        keys->right = side > 0 ? down : keys->right;
        keys->left = side < 0 ? down : keys->left;
    }
    keys->mods = event->mods;
}

void viewer_fly(struct viewer *v, double seconds)
{
    const struct flight_keys *keys = &v->flight;
    const int forward = keys->forward - keys->back;
    const int right = keys->right - keys->left;
    if (v->camera.kind != CAMERA_FREE || v->help.shown) {
        return;
    }
    if (forward || right) {
        viewer_leave_path(&v->path, &v->camera, &v->demo);
        double units = FLY_SPEED * seconds;
        units *= keys->mods & KEY_SHIFT ? FLY_FAST : keys->mods & KEY_CTRL ? FLY_SLOW : 1.0;
        camera_fly(&v->camera, (float)(forward * units), (float)(right * units));
        v->base.dirty = true;
    }
}
