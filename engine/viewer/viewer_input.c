#include "engine/viewer/viewer_input.h"

#include <errno.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/shot_name.h"
#include "engine/report/report.h"
#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/places/viewer_goto.h"
#include "engine/viewer/places/viewer_prompt.h"
#include "engine/viewer/record/record_question.h"
#include "engine/viewer/record/viewer_copy.h"
#include "engine/viewer/viewer_chooser.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_internal.h"
#include "engine/viewer/viewer_keys.h"
#include "engine/viewer/viewer_seek.h"

static void say_loop(const struct viewer_demo *demo, struct viewer_bar *bar,
                     struct viewer_base *base)
{
    static const char *const texts[] = {"loop off", "loop: A here, again for B", "loop A-B"};
    viewer_say(base, "%s", texts[demo->transport.loop]);
    viewer_show_bar(bar, base);
}

static void take_shot(struct viewer *v)
{
    char path[4096];
    const char *demo = v->demo.name ? v->demo.name : "demo1";
    if (shot_name_find(path, sizeof(path), demo, v->demo.transport.time) != 0) {
        viewer_trouble(&v->base, "no folder for the picture: %s", strerror(errno));
    } else if (viewer_draw_bare(v) == 0 &&
               report_write_png(&v->demo.player, path, false, &v->base.listener) == 0) {
        report_error("wrote %s", path);
        viewer_say(&v->base, "wrote %s", path);
    }
}

static void cancel_topmost(struct viewer *v)
{
    if (v->demo.open && viewer_close_error(&v->error, &v->base)) {
        return;
    }
    if (osd_messages_dismiss(&v->base.messages)) {
        v->base.dirty = true;
    } else if (viewer_level_is_missing(&v->demo) && !v->data.dismissed) {
        v->data.dismissed = true;
    } else if (v->mouse.flying) {
        viewer_set_flying(&v->mouse, false);
    } else if (window_is_fullscreen(v->window)) {
        window_toggle_fullscreen(v->window);
    }
}

/* The handlers of the action table, one function for each group of the help page: each performs an
 * action of its group, and returns false for others. */

static bool act_play(struct viewer *v, enum action action, double amount)
{
    struct transport *t = &v->demo.transport;
    switch (action) {
    case ACTION_PAUSE:
        transport_toggle_pause(t);
        return true;
    case ACTION_SPEED:
        transport_scale_speed(t, amount);
        viewer_say(&v->base, "speed %.2fx", t->speed);
        return true;
    case ACTION_NORMAL_SPEED:
        transport_set_speed(t, 1.0);
        viewer_say(&v->base, "speed %.2fx", t->speed);
        return true;
    case ACTION_REVERSE:
        transport_toggle_reverse(t);
        viewer_say(&v->base, "%s", t->reverse ? "backward" : "forward");
        return true;
    case ACTION_STEP:
        viewer_step_updates(&v->demo, &v->sound, amount);
        return true;
    case ACTION_FRAME:
        viewer_step_frames(&v->demo, &v->sound, amount);
        return true;
    case ACTION_LOOP:
        transport_cycle_loop(t);
        say_loop(&v->demo, &v->bar, &v->base);
        return true;
    case ACTION_PLAYLIST:
        viewer_step_playlist(v, amount);
        return true;
    case ACTION_LIST:
        viewer_show_list(&v->chooser, &v->playlist, &v->mouse, &v->base);
        return true;
    case ACTION_VOLUME:
        viewer_change_volume(&v->sound, &v->base, amount);
        return true;
    case ACTION_MUTE:
        viewer_mute(&v->sound, &v->base);
        return true;
    default:
        return false;
    }
}

/* Which events the keys stop at, and how. */
static bool act_events(struct viewer *v, enum action action, double amount)
{
    switch (action) {
    case ACTION_EVENT:
        viewer_seek_event(&v->demo, &v->base, v->filter, &v->landing, amount);
        return true;
    case ACTION_ANY_EVENT:
        viewer_seek_event(&v->demo, &v->base, EVENTS_ALL, &v->landing, amount);
        return true;
    case ACTION_FILTER:
        viewer_cycle_filter(&v->filter, &v->base);
        return true;
    case ACTION_EVENT_LEAD:
        viewer_cycle_lead(&v->landing, &v->base);
        return true;
    case ACTION_EVENT_EYES:
        viewer_cycle_eyes(&v->landing, &v->base);
        return true;
    default:
        return false;
    }
}

static bool act_jump(struct viewer_demo *demo, struct viewer_base *base, struct prompt *go_to,
                     enum action action, double amount)
{
    struct transport *t = &demo->transport;
    switch (action) {
    case ACTION_SEEK:
        transport_seek_by(t, amount);
        return true;
    case ACTION_PERCENT:
        viewer_seek_percent(demo, base, amount);
        return true;
    case ACTION_LEVEL:
        viewer_seek_level(demo, base, amount);
        return true;
    case ACTION_GO_TO:
        prompt_open(go_to);
        return true;
    case ACTION_UNDO_SEEK:
        if (!transport_undo_seek(t)) {
            viewer_say(base, "no seek to undo");
        }
        return true;
    case ACTION_RESUME:
        if (demo->resume > 0.0) {
            transport_seek(t, demo->resume);
        }
        return true;
    default:
        return false;
    }
}

static bool act_look(struct viewer *v, enum action action, double amount)
{
    const bool chase = v->camera.kind == CAMERA_CHASE;
    switch (action) {
    case ACTION_FOLLOW:
    case ACTION_PLAYER:
        if (viewer_choose_followed(&v->demo, &v->base, action, amount)) {
            viewer_show_bar(&v->bar, &v->base);
        }
        return true;
    case ACTION_AUTO:
        viewer_toggle_auto(&v->demo, &v->base);
        return true;
    case ACTION_TARGET:
        viewer_cycle_target(&v->demo, &v->base);
        return true;
    case ACTION_VIEWS:
        viewer_cycle_views(&v->views, &v->demo, &v->base);
        return true;
    case ACTION_VIEW:
        viewer_step_view(&v->views, &v->demo, &v->base, amount);
        return true;
    case ACTION_VIEW_LAYOUT:
        viewer_cycle_view_layout(&v->views, &v->demo, &v->base);
        return true;
    case ACTION_KEEP_MOMENT:
        viewer_keep_moment(&v->beside, &v->demo, &v->base);
        return true;
    case ACTION_BESIDE:
        viewer_cycle_beside(&v->beside, &v->demo, &v->base);
        return true;
    case ACTION_CAMERA:
        viewer_cycle_camera(&v->camera, &v->path, &v->demo, &v->mouse, &v->base);
        return true;
    case ACTION_DISTANCE:
        if (chase) {
            viewer_change_chase(&v->camera, &v->base, (float)amount, 0.0f);
        } else { /* nearer is larger */
            viewer_change_view_size(&v->hud, &v->base, -amount);
        }
        return true;
    case ACTION_HEIGHT:
        if (chase) {
            viewer_change_chase(&v->camera, &v->base, 0.0f, (float)amount);
        } else { /* '+' and '_' are these with Shift on many keyboards */
            viewer_change_view_size(&v->hud, &v->base, amount);
        }
        return true;
    case ACTION_KEY_POINT:
        viewer_set_key_point(&v->path, &v->camera, &v->demo, &v->base);
        return true;
    case ACTION_NO_KEY_POINT:
        viewer_remove_key_point(&v->path, &v->demo, &v->base);
        return true;
    case ACTION_PATH:
        viewer_follow_path(&v->path, &v->camera, &v->demo, &v->base);
        return true;
    case ACTION_PATH_SPEED:
        viewer_change_path_speed(&v->path, &v->demo, &v->base);
        return true;
    default:
        return false;
    }
}

static bool act_hud(struct viewer_hud *hud, struct viewer_base *base,
                    const struct viewer_demo *demo, const struct viewer_picture *picture,
                    enum action action, double amount)
{
    if (action == ACTION_VIEW_SIZE) {
        viewer_change_view_size(hud, base, amount);
        return true;
    }
    return viewer_change_hud(hud, base, demo, picture, action);
}

static bool act_marks(struct viewer *v, enum action action, double amount)
{
    switch (action) {
    case ACTION_MARK:
    case ACTION_UNMARK:
        viewer_change_mark(&v->demo, &v->base, action == ACTION_MARK);
        return true;
    case ACTION_NAME_MARK:
        v->go_to.shown = false;
        viewer_ask_mark_name(&v->marks, &v->demo, &v->base);
        return true;
    case ACTION_MARK_LIST:
        viewer_show_marks(&v->marks, &v->chooser, &v->demo, &v->base);
        return true;
    case ACTION_RECORD:
        viewer_record(v);
        return true;
    case ACTION_CLIP:
        viewer_save_clip(&v->clip, &v->demo, &v->base);
        return true;
    case ACTION_CLIP_LAST:
        viewer_save_last(&v->demo, &v->base, amount);
        return true;
    case ACTION_COPY:
        viewer_copy_place(v);
        return true;
    case ACTION_NO_RECORD:
        viewer_stop_record(&v->record, &v->base);
        return true;
    default:
        return false;
    }
}

static bool act_window(struct viewer *v, enum action action, double amount)
{
    switch (action) {
    case ACTION_GAMMA:
        viewer_change_gamma(&v->picture, &v->base, amount);
        return true;
    case ACTION_CONTRAST:
        viewer_change_contrast(&v->picture, &v->base, amount);
        return true;
    case ACTION_NORMAL_LIGHT:
        viewer_reset_light(&v->picture, &v->base);
        return true;
    case ACTION_LOOK:
        viewer_cycle_look(v);
        return true;
    case ACTION_OVERBRIGHT:
        viewer_toggle_overbright(v);
        return true;
    case ACTION_TINTS:
        viewer_cycle_tints(&v->picture, &v->base);
        return true;
    case ACTION_GHOSTS:
        viewer_toggle_ghosts(&v->picture, &v->demo, &v->base);
        return true;
    case ACTION_ZOOM:
        viewer_zoom(&v->picture, &v->base, 0.0);
        return true;
    case ACTION_SCALE:
        viewer_cycle_scale(&v->picture, &v->base);
        return true;
    case ACTION_BAR:
        viewer_cycle_bar(&v->bar, &v->base);
        return true;
    case ACTION_INFO:
        v->info = !v->info;
        return true;
    case ACTION_SUMMARY:
        v->summary.shown = !v->summary.shown;
        return true;
    case ACTION_CONSOLE:
        console_toggle(&v->console.view);
        return true;
    case ACTION_REMEMBER:
        viewer_remember_data(&v->data, &v->base);
        return true;
    case ACTION_SHOT:
        take_shot(v);
        return true;
    case ACTION_FULLSCREEN:
        window_toggle_fullscreen(v->window);
        return true;
    case ACTION_HELP:
        help_open(&v->help);
        return true;
    case ACTION_CANCEL:
        cancel_topmost(v);
        return true;
    case ACTION_QUIT:
        viewer_ask_to_leave(v);
        return true;
    default:
        return false;
    }
}

bool viewer_act(struct viewer *v, enum action action, double amount)
{
    const struct action_info *info = &action_infos[action];
    bool done = false;
    v->base.dirty = true;
    if (!v->demo.open && !(info->flags & ACTION_WITHOUT_DEMO)) {
        viewer_say(&v->base, "no demo is open");
        return true;
    }
    if (info->flags & ACTION_JUMPS) {
        osd_messages_jump(&v->base.messages);
    }
    switch (info->group) {
    case KEY_GROUP_PLAY:
        done = act_play(v, action, amount);
        break;
    case KEY_GROUP_JUMP:
        v->marks.name.shown = v->marks.name.shown && action != ACTION_GO_TO;
        done = act_events(v, action, amount) ||
               act_jump(&v->demo, &v->base, &v->go_to, action, amount);
        break;
    case KEY_GROUP_LOOK:
        done = act_look(v, action, amount);
        break;
    case KEY_GROUP_HUD:
        done = act_hud(&v->hud, &v->base, &v->demo, &v->picture, action, amount);
        break;
    case KEY_GROUP_MARKS:
        done = act_marks(v, action, amount);
        break;
    case KEY_GROUP_WINDOW:
        done = act_window(v, action, amount);
        break;
    case KEY_GROUP_MOUSE:
    case KEY_GROUPS:
        break;
    }
    if (info->flags & ACTION_SHOWS_BAR) {
        viewer_show_bar(&v->bar, &v->base);
    }
    return done;
}

static void handle_binding(struct viewer *v, const struct key_binding *binding, bool repeat)
{
    const unsigned flags = action_infos[binding->action].flags;
    if (v->chooser.shown && !(flags & ACTION_OVER_LIST)) {
        return;
    }
    if (!repeat || (flags & ACTION_REPEATS)) {
        (void)viewer_act(v, binding->action, binding->amount);
    }
}

/* For actions that last until the key is released. */
static void hold_action(struct viewer_hud *hud, struct viewer_base *base, enum action action,
                        int32_t code)
{
    viewer_hold_scores(hud, base, action == ACTION_SCORES ? HUD_SCORES_PLAYERS : HUD_SCORES_TEAMS,
                       code);
}

/* While the help is shown keys write what is looked for, turn its pages and close it; others that
 * type nothing do what they always do. False: it is such a one. */
static bool handle_help_key(struct viewer *v, const struct input_event *event)
{
    const int32_t code = event->key.code;
    const struct picture_fit *fit = &v->picture.fit;
    const bool types = keycode_types(code);
    v->base.dirty = true;
    switch (code) {
    case KEYCODE_ESCAPE:
        help_escape(&v->help);
        return true;
    case KEYCODE_F1:
        v->help.shown = false;
        return true;
    case KEYCODE_BACKSPACE:
        help_erase(&v->help);
        return true;
    case KEYCODE_PAGEDOWN:
    case KEYCODE_DOWN:
    case KEYCODE_RIGHT:
    case KEYCODE_PAGEUP:
    case KEYCODE_UP:
    case KEYCODE_LEFT:
        help_turn(&v->help, &v->base.keys, fit->canvas_width, fit->canvas_height,
                  code == KEYCODE_PAGEDOWN || code == KEYCODE_DOWN || code == KEYCODE_RIGHT ? 1
                                                                                            : -1);
        return true;
    default:
        v->key_was_bound = !types || (event->mods & (KEY_CTRL | KEY_ALT));
        return types || code == KEYCODE_RETURN || code == KEYCODE_TAB || code == KEYCODE_DELETE ||
               code == KEYCODE_HOME || code == KEYCODE_END;
    }
}

/* The line that asks for a text; NULL = none is shown, or another page is over it. */
static struct prompt *shown_prompt(struct viewer *v)
{
    if (v->help.shown || v->chooser.shown) {
        return NULL;
    }
    return v->go_to.shown ? &v->go_to : v->marks.name.shown ? &v->marks.name : NULL;
}

/* True while a text is asked for, but for keys that do what they always do. */
static bool is_prompt_key(struct viewer *v, const struct input_event *event)
{
    bool types;
    struct prompt *prompt = shown_prompt(v);
    if (!prompt) {
        return false;
    }
    const enum viewer_prompt_result result = viewer_prompt_key(prompt, event, &types);
    if (result == PROMPT_ENTERED && prompt == &v->go_to) {
        viewer_goto_enter(prompt, &v->demo);
    } else if (result == PROMPT_ENTERED) {
        viewer_name_mark(&v->marks, &v->demo, &v->base);
    }
    v->base.dirty = true;
    v->key_was_bound = !types;
    return result != PROMPT_UNUSED;
}

static void say_unbound(struct viewer_base *base, struct key key)
{
    char name[KEY_HELP_TEXT], help[KEY_HELP_TEXT];
    key_name(key, name);
    viewer_name_key(base, ACTION_HELP, help);
    viewer_say(base, help[0] ? "%s does nothing (%s lists the keys)" : "%s does nothing", name,
               help);
}

/* Keys that type nothing, and are no modifiers, locks or keys of the system. */
static bool is_silent(const struct input_event *event)
{
    const int32_t code = event->key.code;
    const bool types = keycode_types(code);
    return types ? (event->mods & (KEY_CTRL | KEY_ALT)) != 0
                 : (code >= KEYCODE_F1 && code <= KEYCODE_F12) || code == KEYCODE_INSERT ||
                       code == KEYCODE_TAB || code == KEYCODE_RETURN ||
                       (code >= KEYCODE_RIGHT && code <= KEYCODE_UP);
}

static void handle_key(struct viewer *v, const struct input_event *event)
{
    int side;
    v->key_was_bound = true;
    if (viewer_question_key(v, event) || (v->help.shown && handle_help_key(v, event)) ||
        (v->chooser.shown && !v->help.shown && viewer_chooser_key(v, event)) ||
        is_prompt_key(v, event) ||
        (v->console.view.shown && !v->help.shown && !v->chooser.shown &&
         viewer_console_key(&v->console, &v->demo, &v->picture, &v->base, event,
                            &v->key_was_bound))) {
        return;
    }
    if (v->camera.kind == CAMERA_FREE &&
        (viewer_fly_direction(event->key.place, &side) != 0 || side != 0)) {
        return; /* viewer_fly asks for these */
    }
    const struct key key = viewer_key(event);
    const struct key_binding *binding = key_map_find(&v->base.keys, key);
    v->key_was_bound = binding != NULL || (event->mods & (KEY_CTRL | KEY_ALT));
    if (binding && (action_infos[binding->action].flags & ACTION_HELD)) {
        hold_action(&v->hud, &v->base, binding->action, key.code);
    } else if (binding) {
        handle_binding(v, binding, event->key.repeat);
    } else if (is_silent(event) && !event->key.repeat) {
        say_unbound(&v->base, key);
    }
}

/* The character a key typed, for bindings by character. */
static void handle_text(struct viewer *v, const char *text)
{
    const struct key key = {.code = (uint8_t)text[0], .is_text = true};
    if (v->key_was_bound || text[0] == '\0' || text[1] != '\0') {
        return;
    }
    if (v->help.shown) {
        if (text[0] == '?' && v->help.filter[0] == '\0') {
            v->help.shown = !v->help.all;
            v->help.all = true;
        } else {
            help_type(&v->help, text[0]);
        }
        v->base.dirty = true;
        return;
    }
    if (v->chooser.shown) {
        viewer_chooser_text(v, text[0]);
        return;
    }
    struct prompt *prompt = shown_prompt(v);
    if (prompt) {
        prompt_type(prompt, text[0]);
        v->base.dirty = true;
        return;
    }
    if (v->console.view.shown) {
        viewer_console_text(&v->console, &v->base, text[0]);
        return;
    }
    const struct key_binding *binding = key_map_find(&v->base.keys, key);
    if (binding) {
        handle_binding(v, binding, false);
    } else if (key.code > ' ' && key.code < 0x7f) {
        say_unbound(&v->base, key);
    }
}

static void handle_window(struct viewer_hud *hud, struct viewer_mouse *mouse,
                          struct viewer_base *base, enum input_kind kind)
{
    base->dirty = true;
    if (kind == INPUT_FOCUS_LOST) {
        viewer_release_scores(hud, base, 0); /* whose release goes elsewhere */
    }
    if (kind == INPUT_MOUSE_LEAVE && !mouse->dragging) {
        mouse->x = mouse->y = -1;
    } else if (kind == INPUT_FOCUS_LOST && mouse->flying) {
        viewer_set_flying(mouse, false);
    }
}

/* True if it is a gamepad's. */
static bool handle_pad(struct viewer *v, const struct input_event *event)
{
    struct pad_action does;
    if (!viewer_pad_event(&v->pad, event, &does)) {
        return false;
    }
    if (does.action != ACTION_NONE) {
        const struct key_binding binding = {.action = does.action, .amount = does.amount};
        handle_binding(v, &binding, false);
    }
    return true;
}

void viewer_handle_event(struct viewer *v, const struct input_event *event)
{
    viewer_follow_flight_keys(&v->flight, event);
    if (handle_pad(v, event)) {
        return;
    }
    switch (event->kind) {
    case INPUT_CLOSE:
        v->quit = true;
        break;
    case INPUT_KEY_DOWN:
        handle_key(v, event);
        break;
    case INPUT_KEY_UP:
        viewer_release_scores(&v->hud, &v->base, event->key.code);
        break;
    case INPUT_TEXT:
        handle_text(v, event->text);
        break;
    case INPUT_MOUSE_MOVE:
        viewer_mouse_motion(v, event);
        break;
    case INPUT_MOUSE_DOWN:
        if (v->help.shown) {
            v->help.shown = false;
            v->base.dirty = true;
            break;
        }
        viewer_mouse_button(v, event);
        break;
    case INPUT_MOUSE_UP:
        viewer_mouse_up(&v->mouse, &v->base, event);
        break;
    case INPUT_WHEEL:
        viewer_mouse_wheel(v, event);
        break;
    case INPUT_DROP_FILE:
        if (!viewer_take_game_data(v, event->file)) {
            viewer_drop_file(&v->playlist, &v->base, event->file);
        }
        break;
    case INPUT_DROP_END:
        viewer_drop_end(v);
        break;
    case INPUT_WINDOW:
    case INPUT_MOUSE_LEAVE:
    case INPUT_FOCUS_LOST:
        handle_window(&v->hud, &v->mouse, &v->base, event->kind);
        break;
    default:
        break;
    }
}
