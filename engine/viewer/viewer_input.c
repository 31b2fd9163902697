#include "engine/viewer/viewer_input.h"

#include <errno.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/shot_name.h"
#include "engine/viewer/tell.h"
#include "engine/viewer/viewer_internal.h"

static void say_loop(struct viewer *v)
{
    static const char *const texts[] = {"loop off", "loop: A here, again for B", "loop A-B"};
    viewer_say(v, "%s", texts[v->demo.transport.loop]);
    viewer_show_bar(v);
}

static void take_shot(struct viewer *v)
{
    char path[4096];
    const char *demo = v->demo.name ? v->demo.name : "demo1";
    if (shot_name_find(path, sizeof(path), demo, v->demo.transport.time) != 0) {
        viewer_trouble(v, "no folder for the picture: %s", strerror(errno));
    } else if (viewer_draw_bare(v) == 0 &&
               tell_write_png(&v->demo.player, path, &v->listener) == 0) {
        tell_error("wrote %s", path);
        viewer_say(v, "wrote %s", path);
    }
}

static void cancel(struct viewer *v)
{
    if (v->demo.open && viewer_end_refusal(v)) {
        return;
    }
    if (notices_dismiss(&v->notices)) {
        v->dirty = true;
    } else if (viewer_level_is_missing(v) && !v->data.dismissed) {
        v->data.dismissed = true;
    } else if (v->mouse.flying) {
        viewer_set_flying(v, false);
    } else if (window_is_fullscreen(v->window)) {
        window_toggle_fullscreen(v->window);
    }
}

/* To another moment: what was said of the one before no longer holds. */
static bool jumps(enum action action)
{
    switch (action) {
    case ACTION_SEEK:
    case ACTION_PERCENT:
    case ACTION_STEP:
    case ACTION_FRAME:
    case ACTION_LEVEL:
    case ACTION_EVENT:
    case ACTION_ANY_EVENT:
    case ACTION_UNDO_SEEK:
    case ACTION_RESUME:
        return true;
    default:
        return false;
    }
}

/* Actions on time. False: it is none. */
static bool act_on_time(struct viewer *v, enum action action, double amount)
{
    struct transport *t = &v->demo.transport;
    if (jumps(action)) {
        notices_jump(&v->notices);
    }
    switch (action) {
    case ACTION_PAUSE:
        transport_toggle_pause(t);
        break;
    case ACTION_SEEK:
        transport_seek_by(t, amount);
        break;
    case ACTION_PERCENT:
        viewer_seek_percent(v, amount);
        break;
    case ACTION_STEP:
        viewer_step_updates(v, amount);
        break;
    case ACTION_FRAME:
        viewer_step_frames(v, amount);
        break;
    case ACTION_LEVEL:
        viewer_go_level(v, amount);
        break;
    case ACTION_EVENT:
    case ACTION_ANY_EVENT:
        viewer_go_event(v, action == ACTION_EVENT ? v->filter : EVENTS_ALL, amount);
        break;
    case ACTION_SPEED:
    case ACTION_NORMAL_SPEED:
        if (action == ACTION_SPEED) {
            transport_scale_speed(t, amount);
        } else {
            transport_set_speed(t, 1.0);
        }
        viewer_say(v, "speed %.2fx", t->speed);
        break;
    case ACTION_REVERSE:
        transport_toggle_reverse(t);
        viewer_say(v, "%s", t->reverse ? "backward" : "forward");
        break;
    case ACTION_LOOP:
        transport_cycle_loop(t);
        say_loop(v);
        break;
    case ACTION_UNDO_SEEK:
        if (!transport_undo_seek(t)) {
            viewer_say(v, "no seek to undo");
        }
        break;
    case ACTION_RESUME:
        if (v->demo.notes.resume > 0.0) {
            transport_seek(t, v->demo.notes.resume);
        }
        break;
    default:
        return false;
    }
    viewer_show_bar(v);
    return true;
}

/* Over an empty window there is nothing to play and nothing to look at. */
static bool works_without_demo(enum action action)
{
    switch (action) {
    case ACTION_NO_RECORD:
    case ACTION_PLAYLIST:
    case ACTION_LIST:
    case ACTION_CONSOLE:
    case ACTION_REMEMBER:
    case ACTION_VOLUME:
    case ACTION_MUTE:
    case ACTION_FULLSCREEN:
    case ACTION_HELP:
    case ACTION_CANCEL:
    case ACTION_QUIT:
        return true;
    default:
        return false;
    }
}

void viewer_act(struct viewer *v, enum action action, double amount)
{
    v->dirty = true;
    if (!v->demo.open && !works_without_demo(action)) {
        viewer_say(v, "no demo is open");
        return;
    }
    if (act_on_time(v, action, amount)) {
        return;
    }
    switch (action) {
    case ACTION_MARK:
    case ACTION_UNMARK:
        viewer_change_mark(v, action == ACTION_MARK);
        break;
    case ACTION_RECORD:
        viewer_record(v);
        break;
    case ACTION_NO_RECORD:
        viewer_stop_record(v);
        break;
    case ACTION_PLAYLIST:
        viewer_go_playlist(v, amount);
        break;
    case ACTION_LIST:
        viewer_show_list(v);
        break;
    case ACTION_FOLLOW:
    case ACTION_PLAYER:
        viewer_choose_followed(v, action, amount);
        break;
    case ACTION_CAMERA:
        viewer_cycle_camera(v);
        break;
    case ACTION_KEY_POINT:
        viewer_set_key_point(v);
        break;
    case ACTION_NO_KEY_POINT:
        viewer_remove_key_point(v);
        break;
    case ACTION_PATH:
        viewer_follow_path(v);
        break;
    case ACTION_PATH_SPEED:
        viewer_change_path_speed(v);
        break;
    case ACTION_DISTANCE:
        if (v->camera.kind == CAMERA_CHASE) {
            viewer_change_chase(v, (float)amount, 0.0f);
        } else {
            viewer_change_view_size(v, -amount);
        }
        break;
    case ACTION_VIEW_SIZE:
        viewer_change_view_size(v, amount);
        break;
    case ACTION_HUD:
    case ACTION_HUD_SCALE:
    case ACTION_CROSSHAIR:
    case ACTION_CLOCK:
    case ACTION_SPEEDOMETER:
    case ACTION_MATCH:
    case ACTION_HUD_ALPHA:
        viewer_change_hud(v, action);
        break;
    case ACTION_HEIGHT:
        if (v->camera.kind == CAMERA_CHASE) {
            viewer_change_chase(v, 0.0f, (float)amount);
        } else { /* '+' and '_' are these with Shift on many keyboards */
            viewer_change_view_size(v, amount);
        }
        break;
    case ACTION_SCALE:
        viewer_cycle_scale(v);
        break;
    case ACTION_GAMMA:
        viewer_change_gamma(v, amount);
        break;
    case ACTION_CONTRAST:
        viewer_change_contrast(v, amount);
        break;
    case ACTION_NORMAL_LIGHT:
        viewer_reset_light(v);
        break;
    case ACTION_VOLUME:
        viewer_change_volume(v, amount);
        break;
    case ACTION_MUTE:
        viewer_mute(v);
        break;
    case ACTION_FILTER:
        viewer_cycle_filter(v);
        break;
    case ACTION_CONSOLE:
        console_toggle(&v->console.view);
        break;
    case ACTION_REMEMBER:
        viewer_remember_data(v);
        break;
    case ACTION_BAR:
        viewer_cycle_bar(v);
        break;
    case ACTION_INFO:
        v->info = !v->info;
        break;
    case ACTION_SHOT:
        take_shot(v);
        break;
    case ACTION_FULLSCREEN:
        window_toggle_fullscreen(v->window);
        break;
    case ACTION_HELP:
        help_open(&v->help);
        break;
    case ACTION_CANCEL:
        cancel(v);
        break;
    case ACTION_QUIT:
        v->quit = viewer_may_leave(v, platform_now());
        break;
    default:
        break;
    }
}

/* Held down, these go on; the others happen once. */
static bool repeats(enum action action)
{
    switch (action) {
    case ACTION_SEEK:
    case ACTION_STEP:
    case ACTION_FRAME:
    case ACTION_LEVEL:
    case ACTION_EVENT:
    case ACTION_ANY_EVENT:
    case ACTION_SPEED:
    case ACTION_DISTANCE:
    case ACTION_HEIGHT:
    case ACTION_VIEW_SIZE:
    case ACTION_GAMMA:
    case ACTION_CONTRAST:
    case ACTION_VOLUME:
        return true;
    default:
        return false;
    }
}

/* The list of demos takes all keys but those of the window. */
static bool works_over_chooser(enum action action)
{
    return action == ACTION_LIST || action == ACTION_QUIT || action == ACTION_FULLSCREEN ||
           action == ACTION_HELP || action == ACTION_SHOT;
}

static void handle_binding(struct viewer *v, const struct key_binding *binding, bool repeat)
{
    if (v->chooser.shown && !works_over_chooser(binding->action)) {
        return;
    }
    if (!repeat || repeats(binding->action)) {
        viewer_act(v, binding->action, binding->amount);
    }
}

/* While the help is shown keys write what is looked for, turn its pages and close it; others that
 * type nothing do what they always do. False: it is such a one. */
static bool handle_help_key(struct viewer *v, const SDL_KeyboardEvent *event)
{
    const SDL_Keycode code = event->keysym.sym;
    const struct picture_fit *fit = &v->picture.fit;
    const bool types = code >= ' ' && !(code & SDLK_SCANCODE_MASK) && code != SDLK_DELETE;
    v->dirty = true;
    switch (code) {
    case SDLK_ESCAPE:
        help_escape(&v->help);
        return true;
    case SDLK_F1:
        v->help.shown = false;
        return true;
    case SDLK_BACKSPACE:
        help_erase(&v->help);
        return true;
    case SDLK_PAGEDOWN:
    case SDLK_DOWN:
    case SDLK_RIGHT:
    case SDLK_PAGEUP:
    case SDLK_UP:
    case SDLK_LEFT:
        help_turn(&v->help, &v->keys, fit->canvas_width, fit->canvas_height,
                  code == SDLK_PAGEDOWN || code == SDLK_DOWN || code == SDLK_RIGHT ? 1 : -1);
        return true;
    default:
        v->key_was_bound = !types || (event->keysym.mod & (KMOD_CTRL | KMOD_LALT));
        return types || code == SDLK_RETURN || code == SDLK_TAB || code == SDLK_DELETE ||
               code == SDLK_HOME || code == SDLK_END;
    }
}

static void handle_key(struct viewer *v, const SDL_KeyboardEvent *event)
{
    int side;
    v->key_was_bound = true;
    if ((v->help.shown && handle_help_key(v, event)) ||
        (v->chooser.shown && !v->help.shown && viewer_chooser_key(v, &event->keysym)) ||
        (v->console.view.shown && !v->help.shown && !v->chooser.shown &&
         viewer_console_key(v, &event->keysym))) {
        return;
    }
    if (v->camera.kind == CAMERA_FREE &&
        (viewer_fly_direction(event->keysym.scancode, &side) != 0 || side != 0)) {
        return; /* viewer_fly asks for these */
    }
    const uint16_t mods = event->keysym.mod;
    const struct key key = {.code = event->keysym.sym,
                            .mods = (uint8_t)((mods & KMOD_SHIFT ? KEY_SHIFT : 0) |
                                              (mods & KMOD_CTRL ? KEY_CTRL : 0) |
                                              (mods & (KMOD_ALT | KMOD_MODE) ? KEY_ALT : 0))};
    const struct key_binding *binding = key_map_find(&v->keys, key);
    v->key_was_bound = binding != NULL || (mods & (KMOD_CTRL | KMOD_LALT));
    if (binding && (binding->action == ACTION_SCORES || binding->action == ACTION_TEAM_SCORES)) {
        viewer_hold_scores(
            v, binding->action == ACTION_SCORES ? HUD_SCORES_PLAYERS : HUD_SCORES_TEAMS, key.code);
    } else if (binding) {
        handle_binding(v, binding, event->repeat != 0);
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
            v->help.shown = false;
        } else {
            help_type(&v->help, text[0]);
        }
        v->dirty = true;
        return;
    }
    if (v->chooser.shown) {
        viewer_chooser_text(v, text[0]);
        return;
    }
    if (v->console.view.shown) {
        viewer_console_text(v, text[0]);
        return;
    }
    const struct key_binding *binding = key_map_find(&v->keys, key);
    if (binding) {
        handle_binding(v, binding, false);
    }
}

static void handle_window(struct viewer *v, const SDL_WindowEvent *event)
{
    v->dirty = true;
    if (event->event == SDL_WINDOWEVENT_FOCUS_LOST) {
        viewer_release_scores(v, 0); /* whose release goes elsewhere */
    }
    if (event->event == SDL_WINDOWEVENT_LEAVE && !v->mouse.dragging) {
        v->mouse.x = v->mouse.y = -1;
    } else if (event->event == SDL_WINDOWEVENT_FOCUS_LOST && v->mouse.flying) {
        viewer_set_flying(v, false);
    }
}

void viewer_handle_event(struct viewer *v, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        v->quit = true;
        break;
    case SDL_KEYDOWN:
        handle_key(v, &event->key);
        break;
    case SDL_KEYUP:
        viewer_release_scores(v, event->key.keysym.sym);
        break;
    case SDL_TEXTINPUT:
        handle_text(v, event->text.text);
        break;
    case SDL_MOUSEMOTION:
        viewer_mouse_motion(v, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
        if (v->help.shown) {
            v->help.shown = false;
            v->dirty = true;
            break;
        }
        viewer_mouse_button(v, &event->button);
        break;
    case SDL_MOUSEBUTTONUP:
        viewer_mouse_up(v, &event->button);
        break;
    case SDL_MOUSEWHEEL:
        viewer_mouse_wheel(v, &event->wheel);
        break;
    case SDL_DROPFILE:
        if (!viewer_take_game_data(v, event->drop.file)) {
            viewer_drop_file(v, event->drop.file);
        }
        SDL_free(event->drop.file);
        break;
    case SDL_DROPCOMPLETE:
        viewer_drop_end(v);
        break;
    case SDL_WINDOWEVENT:
        handle_window(v, &event->window);
        break;
    default:
        break;
    }
}
