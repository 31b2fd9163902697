/* What the user does: keys, mouse, dropped files. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/follow.h"
#include "engine/viewer/help.h"
#include "engine/viewer/tell.h"
#include "engine/viewer/viewer_internal.h"

/* Units a second of free flight, and how Shift and Ctrl change it. */
#define FLY_SPEED 400.0
#define FLY_FAST 3.0
#define FLY_SLOW 0.2
#define DEGREES_A_PIXEL 0.15f
/* While playing, "previous" within this many seconds of a place means the place before it. */
#define PREVIOUS_GRACE 1.0
#define UNMARK_WITHIN 2.0
#define WHEEL_SECONDS 1.0
#define WHEEL_DISTANCE 10.0f
#define DISTANCE_MOST 1000.0f

/* Events that n and p stop at; levels have keys of their own. */
#define EVENT_KINDS (((1u << DEMO_EVENT_KINDS) - 1) & ~(1u << DEMO_EVENT_LEVEL))

static void step_updates(struct viewer *v, double amount)
{
    const struct timeline *timeline = v->player.timeline;
    double time = v->transport.time;
    int64_t update = timeline_update_at(timeline, time);
    bool between = time > timeline_update_time(timeline, (uint32_t)update);
    update += (int64_t)amount + (amount < 0.0 && between ? 1 : 0);
    int64_t last = (int64_t)timeline_extent(timeline).num_updates - 1;
    update = update < 0 ? 0 : update > last ? last : update;
    transport_step_to(&v->transport, timeline_update_time(timeline, (uint32_t)update));
    viewer_show_bar(v);
}

/* The time "previous" counts from. */
static double previous_from(const struct viewer *v)
{
    return v->transport.time - (transport_is_moving(&v->transport) ? PREVIOUS_GRACE : 0.0);
}

static void seek_to_event(struct viewer *v, const struct demo_event *event)
{
    transport_seek(&v->transport, event->time);
    viewer_say(v, "%s", event->text);
}

static void go_event(struct viewer *v, double amount)
{
    struct demo_event event;
    bool found =
        amount > 0.0
            ? timeline_next_event(v->player.timeline, v->transport.time, EVENT_KINDS, &event)
            : timeline_previous_event(v->player.timeline, previous_from(v), EVENT_KINDS, &event);
    if (found) {
        seek_to_event(v, &event);
    } else {
        viewer_say(v, "no %s event", amount > 0.0 ? "further" : "earlier");
    }
    viewer_show_bar(v);
}

/* The next or previous level or mark. */
static void go_level(struct viewer *v, double amount)
{
    bool ahead = amount > 0.0;
    double from = ahead ? v->transport.time : previous_from(v);
    struct demo_event event;
    const uint32_t levels = 1u << DEMO_EVENT_LEVEL;
    bool found = ahead ? timeline_next_event(v->player.timeline, from, levels, &event)
                       : timeline_previous_event(v->player.timeline, from, levels, &event);
    for (size_t i = 0; i < v->notes.num_marks; i++) {
        double mark = v->notes.marks[i];
        bool nearer = ahead ? mark > from && (!found || mark < event.time)
                            : mark < from && (!found || mark >= event.time);
        if (nearer) {
            found = true;
            event.time = mark;
            snprintf(event.text, sizeof(event.text), "mark");
        }
    }
    if (found) {
        seek_to_event(v, &event);
    } else if (!ahead) {
        transport_seek(&v->transport, 0.0);
    } else {
        viewer_say(v, "no further level or mark");
    }
    viewer_show_bar(v);
}

static void change_mark(struct viewer *v, bool add)
{
    bool changed = add ? demo_notes_add_mark(&v->notes, v->transport.time)
                       : demo_notes_remove_mark(&v->notes, v->transport.time, UNMARK_WITHIN);
    viewer_say(v, "%s",
               changed ? (add ? "mark added" : "mark removed")
                       : (add ? "there is a mark" : "no mark here"));
    viewer_show_bar(v);
}

static void seek_percent(struct viewer *v, double percent)
{
    if (v->options->no_spoilers) { /* of what was seen: the rest is nobody's business */
        transport_seek(&v->transport, v->seen * percent / 100.0);
    } else {
        transport_seek_share(&v->transport, percent / 100.0);
    }
}

/* Chooses whose eyes the pictures are seen with. What the keys choose counts from then on. */
static void choose_followed(struct viewer *v, enum action action, double amount)
{
    struct demo_player_info players[FOLLOW_PLAYERS];
    struct player *player = &v->player;
    uint32_t *follow = &player->scene_options.follow;
    char text[FOLLOW_TEXT];
    uint32_t count = timeline_players(player->timeline, players, FOLLOW_PLAYERS);
    if (action == ACTION_FOLLOW) {
        uint32_t followed = timeline_followed(player->timeline, *follow);
        follow_step(players, count, followed, (int)amount, follow, text);
    } else if (count > 0) {
        follow_number(players, count, (uint32_t)amount, follow, text);
    } else if (amount >= 1.0 && amount <= 10.0) { /* digits are tenths where nobody is to follow */
        seek_percent(v, amount * 10.0);
        viewer_show_bar(v);
        return;
    } else {
        snprintf(text, sizeof(text), "only the recorder's eyes are in this demo");
    }
    player->follow = NULL;
    viewer_say(v, "%s", text);
}

static void say_loop(struct viewer *v)
{
    static const char *const texts[] = {"loop off", "loop: A here, again for B", "loop A-B"};
    viewer_say(v, "%s", texts[v->transport.loop]);
    viewer_show_bar(v);
}

static void set_flying(struct viewer *v, bool flying)
{
    v->flying = flying;
    window_grab_mouse(flying);
}

static void cycle_camera(struct viewer *v)
{
    static const char *const texts[] = {
        "camera: recorder's eyes", "camera: chase",
        "camera: free flight (w a s d and mouse; right button frees the mouse)"};
    v->camera.kind = (enum camera_kind)((v->camera.kind + 1) % CAMERA_KINDS);
    if (v->camera.kind == CAMERA_FREE) { /* from where the picture is seen now */
        const struct scene_camera *from = &v->player.scene.camera;
        memcpy(v->camera.origin, from->origin, sizeof(v->camera.origin));
        memcpy(v->camera.angles, from->angles, sizeof(v->camera.angles));
        v->camera.angles[2] = 0.0f;
    }
    set_flying(v, v->camera.kind == CAMERA_FREE);
    viewer_say(v, "%s", texts[v->camera.kind]);
}

static void change_chase(struct viewer *v, float distance, float height)
{
    v->camera.distance = fminf(fmaxf(v->camera.distance + distance, 0.0f), DISTANCE_MOST);
    v->camera.height = fminf(fmaxf(v->camera.height + height, -DISTANCE_MOST), DISTANCE_MOST);
    viewer_say(v, "chase camera: %.0f back, %.0f up", (double)v->camera.distance,
               (double)v->camera.height);
}

/* The first quakereel-NNNN.png in the current folder that is not there yet. */
static void take_shot(struct viewer *v)
{
    char path[64];
    do {
        snprintf(path, sizeof(path), "quakereel-%04u.png", v->shots++);
    } while (platform_is_file(path) && v->shots < 10000);
    if (tell_write_png(&v->player, path) == 0) {
        fprintf(stderr, "quakereel: wrote %s\n", path);
        viewer_say(v, "wrote %s", path);
    }
}

static void go_playlist(struct viewer *v, double amount)
{
    double place = (double)v->current + amount;
    if (place < 0.0 || place >= (double)v->num_demos) {
        viewer_say(v, "no %s demo", amount > 0.0 ? "further" : "earlier");
    } else {
        viewer_open_demo(v, (size_t)place);
    }
}

static void step_frames(struct viewer *v, double amount)
{
    /* Where '<' is typed as Shift+',' a playlist that plays is meant; steps are for pauses. */
    if (!v->transport.paused && v->num_demos > 1) {
        go_playlist(v, amount);
        return;
    }
    transport_step_to(&v->transport, v->transport.time + amount * TRANSPORT_FRAME);
    viewer_show_bar(v);
}

static void cancel(struct viewer *v)
{
    if (v->help_page > 0) {
        v->help_page = 0;
    } else if (v->flying) {
        set_flying(v, false);
    } else if (window_is_fullscreen(v->window)) {
        window_toggle_fullscreen(v->window);
    }
}

static void cycle_bar(struct viewer *v)
{
    static const char *const texts[] = {"bar: when needed", "bar: always", "bar: never"};
    v->bar = (enum viewer_bar_mode)((v->bar + 1) % 3);
    viewer_say(v, "%s", texts[v->bar]);
}

/* Actions on time. False: it is none. */
static bool act_on_time(struct viewer *v, enum action action, double amount)
{
    struct transport *t = &v->transport;
    switch (action) {
    case ACTION_PAUSE:
        transport_toggle_pause(t);
        break;
    case ACTION_SEEK:
        transport_seek_by(t, amount);
        break;
    case ACTION_PERCENT:
        seek_percent(v, amount);
        break;
    case ACTION_STEP:
        step_updates(v, amount);
        break;
    case ACTION_FRAME:
        step_frames(v, amount);
        break;
    case ACTION_LEVEL:
        go_level(v, amount);
        break;
    case ACTION_EVENT:
        go_event(v, amount);
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
        if (v->notes.resume > 0.0) {
            transport_seek(t, v->notes.resume);
        }
        break;
    default:
        return false;
    }
    viewer_show_bar(v);
    return true;
}

static void act(struct viewer *v, enum action action, double amount)
{
    v->dirty = true;
    if (act_on_time(v, action, amount)) {
        return;
    }
    switch (action) {
    case ACTION_MARK:
    case ACTION_UNMARK:
        change_mark(v, action == ACTION_MARK);
        break;
    case ACTION_PLAYLIST:
        go_playlist(v, amount);
        break;
    case ACTION_FOLLOW:
    case ACTION_PLAYER:
        choose_followed(v, action, amount);
        break;
    case ACTION_CAMERA:
        cycle_camera(v);
        break;
    case ACTION_DISTANCE:
        change_chase(v, (float)amount, 0.0f);
        break;
    case ACTION_HEIGHT:
        change_chase(v, 0.0f, (float)amount);
        break;
    case ACTION_MUTE:
        v->muted = !v->muted;
        viewer_say(v, "%s", v->muted ? "muted" : "not muted");
        break;
    case ACTION_BAR:
        cycle_bar(v);
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
        v->help_page++;
        if (v->help_page >
            help_pages(&v->keys, v->player.scene_options.width, v->player.scene_options.height)) {
            v->help_page = 0;
        }
        break;
    case ACTION_CANCEL:
        cancel(v);
        break;
    case ACTION_QUIT:
        v->quit = true;
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
    case ACTION_SPEED:
    case ACTION_DISTANCE:
    case ACTION_HEIGHT:
        return true;
    default:
        return false;
    }
}

/* 1 forward, -1 back, 0 for keys that do not fly; *side likewise. By the keys' places, whatever
 * letters are on them. */
static int fly_direction(SDL_Scancode code, int *side)
{
    *side = code == SDL_SCANCODE_D ? 1 : code == SDL_SCANCODE_A ? -1 : 0;
    return code == SDL_SCANCODE_W ? 1 : code == SDL_SCANCODE_S ? -1 : 0;
}

void viewer_fly(struct viewer *v, double seconds)
{
    static const SDL_Scancode codes[] = {SDL_SCANCODE_W, SDL_SCANCODE_A, SDL_SCANCODE_S,
                                         SDL_SCANCODE_D};
    int forward = 0;
    int right = 0;
    if (v->camera.kind != CAMERA_FREE) {
        return;
    }
    const Uint8 *held = SDL_GetKeyboardState(NULL);
    for (int i = 0; i < 4; i++) {
        int side;
        int ahead = fly_direction(codes[i], &side);
        forward += held[codes[i]] ? ahead : 0;
        right += held[codes[i]] ? side : 0;
    }
    if (forward || right) {
        SDL_Keymod mods = SDL_GetModState();
        double units = FLY_SPEED * seconds;
        units *= mods & KMOD_SHIFT ? FLY_FAST : mods & KMOD_CTRL ? FLY_SLOW : 1.0;
        camera_fly(&v->camera, (float)(forward * units), (float)(right * units));
        v->dirty = true;
    }
}

static void handle_binding(struct viewer *v, const struct key_binding *binding, bool repeat)
{
    if (!repeat || repeats(binding->action)) {
        act(v, binding->action, binding->amount);
    }
}

static void handle_key(struct viewer *v, const SDL_KeyboardEvent *event)
{
    int side;
    v->key_was_bound = true;
    if (v->camera.kind == CAMERA_FREE &&
        (fly_direction(event->keysym.scancode, &side) != 0 || side != 0)) {
        return; /* viewer_fly asks for these */
    }
    const uint16_t mods = event->keysym.mod;
    const struct key key = {.code = event->keysym.sym,
                            .mods = (uint8_t)((mods & KMOD_SHIFT ? KEY_SHIFT : 0) |
                                              (mods & KMOD_CTRL ? KEY_CTRL : 0) |
                                              (mods & (KMOD_ALT | KMOD_MODE) ? KEY_ALT : 0))};
    const struct key_binding *binding = key_map_find(&v->keys, key);
    v->key_was_bound = binding != NULL || (mods & (KMOD_CTRL | KMOD_LALT));
    if (binding) {
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
    const struct key_binding *binding = key_map_find(&v->keys, key);
    if (binding) {
        handle_binding(v, binding, false);
    }
}

static void scrub(struct viewer *v, bool begin)
{
    const struct bar bar = viewer_bar(v);
    double time = bar_time_at(&bar, v->player.scene_options.width, v->player.scene_options.height,
                              v->mouse_x);
    transport_scrub(&v->transport, time, begin);
}

static void handle_motion(struct viewer *v, const SDL_MouseMotionEvent *event)
{
    v->dirty = true;
    if (v->flying) {
        camera_turn(&v->camera, (float)event->yrel * DEGREES_A_PIXEL,
                    (float)-event->xrel * DEGREES_A_PIXEL);
        return;
    }
    window_to_picture(v->window, event->x, event->y, &v->mouse_x, &v->mouse_y);
    viewer_show_bar(v);
    if (v->dragging) {
        scrub(v, false);
    }
}

static void handle_button(struct viewer *v, const SDL_MouseButtonEvent *event)
{
    v->dirty = true;
    if (event->button == SDL_BUTTON_RIGHT && v->camera.kind == CAMERA_FREE) {
        set_flying(v, !v->flying);
        return;
    }
    if (event->button != SDL_BUTTON_LEFT || v->flying) {
        return;
    }
    window_to_picture(v->window, event->x, event->y, &v->mouse_x, &v->mouse_y);
    if (v->bar != BAR_NEVER && bar_hit(v->player.scene_options.width,
                                       v->player.scene_options.height, v->mouse_x, v->mouse_y)) {
        v->dragging = true;
        scrub(v, true);
        viewer_show_bar(v);
    } else if (event->clicks == 2) {
        window_toggle_fullscreen(v->window);
    }
}

static void handle_wheel(struct viewer *v, const SDL_MouseWheelEvent *event)
{
    if (v->camera.kind == CAMERA_CHASE) {
        change_chase(v, (float)-event->y * WHEEL_DISTANCE, 0.0f);
    } else if (!v->flying) {
        transport_seek_by(&v->transport, event->y * WHEEL_SECONDS);
        viewer_show_bar(v);
    }
    v->dirty = true;
}

static void handle_window(struct viewer *v, const SDL_WindowEvent *event)
{
    v->dirty = true;
    if (event->event == SDL_WINDOWEVENT_LEAVE && !v->dragging) {
        v->mouse_x = v->mouse_y = -1;
    } else if (event->event == SDL_WINDOWEVENT_FOCUS_LOST && v->flying) {
        set_flying(v, false);
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
    case SDL_TEXTINPUT:
        handle_text(v, event->text.text);
        break;
    case SDL_MOUSEMOTION:
        handle_motion(v, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
        handle_button(v, &event->button);
        break;
    case SDL_MOUSEBUTTONUP:
        v->dragging = event->button.button == SDL_BUTTON_LEFT ? false : v->dragging;
        break;
    case SDL_MOUSEWHEEL:
        handle_wheel(v, &event->wheel);
        break;
    case SDL_DROPFILE:
        viewer_open_file(v, event->drop.file);
        SDL_free(event->drop.file);
        break;
    case SDL_WINDOWEVENT:
        handle_window(v, &event->window);
        break;
    default:
        break;
    }
}
