#include "engine/viewer/viewer_mouse.h"

#include "assets/platform.h"
#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/record/record_question.h"
#include "engine/viewer/viewer_chooser.h"
#include "engine/viewer/viewer_input.h"
#include "engine/viewer/viewer_internal.h"

#define DEGREES_A_PIXEL 0.15f
/* What a notch of the wheel seeks, as the arrow keys do: alone, and with Shift. */
#define WHEEL_SECONDS 5.0
#define WHEEL_FINE_SECONDS 1.0
#define WHEEL_LINES 3.0
#define WHEEL_PERCENT 5.0 /* volume step of the wheel with Ctrl, percent */
#define WHEEL_DISTANCE 10.0f
/* Double-click time, s. */
#define CLICK_SECONDS 0.25

static void scrub_to_mouse(struct viewer *v, bool begin)
{
    struct described_bar bar;
    viewer_describe_bar(v, &bar);
    double time = seek_bar_time_at(&bar.bar, v->picture.fit.canvas_width,
                                   v->picture.fit.canvas_height, v->mouse.x);
    osd_messages_jump(&v->base.messages);
    transport_scrub(&v->demo.transport, time, begin);
}

void viewer_mouse_motion(struct viewer *v, const struct input_event *event)
{
    v->base.dirty = true;
    if (v->mouse.flying && viewer_followed_path(&v->path)) {
        return; /* the path steers the camera */
    }
    if (v->mouse.flying) {
        camera_turn(&v->camera, (float)event->mouse.moved_y * DEGREES_A_PIXEL,
                    (float)-event->mouse.moved_x * DEGREES_A_PIXEL);
        return;
    }
    window_to_picture(v->window, event->mouse.x, event->mouse.y, &v->mouse.x, &v->mouse.y);
    if (v->record.question.shown) {
        viewer_question_mouse(v, false);
        return;
    }
    if (v->chooser.shown) {
        viewer_chooser_mouse(v, false);
        return;
    }
    if (!v->demo.open) {
        return;
    }
    viewer_show_bar(&v->bar, &v->base);
    if (v->mouse.dragging) {
        scrub_to_mouse(v, false);
    }
}

static enum seek_bar_part part_under_mouse(const struct viewer *v)
{
    struct described_bar bar;
    if (v->bar.mode == BAR_NEVER || !v->demo.open) {
        return SEEK_BAR_NOWHERE;
    }
    viewer_describe_bar(v, &bar);
    return seek_bar_part_at(&bar.bar, v->picture.fit.canvas_width, v->picture.fit.canvas_height,
                            v->mouse.x, v->mouse.y);
}

static void click_bar(struct viewer *v, enum seek_bar_part part)
{
    switch (part) {
    case SEEK_BAR_RAIL:
        v->mouse.dragging = true;
        scrub_to_mouse(v, true);
        break;
    case SEEK_BAR_SYMBOL:
        viewer_act(v, ACTION_PAUSE, 0.0);
        break;
    case SEEK_BAR_SPEED:
        if (v->demo.transport.reverse) {
            viewer_act(v, ACTION_REVERSE, 0.0);
        }
        viewer_act(v, ACTION_NORMAL_SPEED, 0.0);
        break;
    case SEEK_BAR_LOOP:
        viewer_act(v, ACTION_LOOP, 0.0);
        break;
    case SEEK_BAR_RECORD:
        viewer_act(v, ACTION_RECORD, 0.0);
        break;
    case SEEK_BAR_MUTED:
        viewer_act(v, ACTION_MUTE, 0.0);
        break;
    default:
        break;
    }
    viewer_show_bar(&v->bar, &v->base);
}

static void click_picture(struct viewer_mouse *mouse, struct viewer_demo *demo,
                          struct window *window, bool second)
{
    struct viewer_click *click = &mouse->click;
    if (!demo->open && !second) {
        return;
    }
    if (!second) {
        *click = (struct viewer_click){.due = platform_now() + CLICK_SECONDS};
        return;
    }
    if (click->done) {
        demo->transport = click->before;
    }
    *click = (struct viewer_click){0};
    window_toggle_fullscreen(window);
}

void viewer_follow_click(struct viewer *v, double now)
{
    if (v->mouse.click.due > 0.0 && now >= v->mouse.click.due) {
        v->mouse.click = (struct viewer_click){.before = v->demo.transport, .done = true};
        viewer_act(v, ACTION_PAUSE, 0.0);
    }
}

void viewer_mouse_button(struct viewer *v, const struct input_event *event)
{
    v->base.dirty = true;
    if (event->mouse.button == INPUT_MOUSE_RIGHT && v->camera.kind == CAMERA_FREE) {
        viewer_set_flying(&v->mouse, !v->mouse.flying);
        return;
    }
    if (event->mouse.button != INPUT_MOUSE_LEFT || v->mouse.flying) {
        return;
    }
    window_to_picture(v->window, event->mouse.x, event->mouse.y, &v->mouse.x, &v->mouse.y);
    if (v->record.question.shown) {
        viewer_question_mouse(v, true);
        return;
    }
    if (v->chooser.shown) {
        viewer_chooser_mouse(v, true);
        return;
    }
    const enum seek_bar_part part = part_under_mouse(v);
    if (part != SEEK_BAR_NOWHERE) {
        click_bar(v, part);
    } else if (v->mouse.x >= 0 && v->mouse.y >= 0) {
        const bool second = event->mouse.clicks == 2;
        if (second || !viewer_click_view(&v->views, &v->demo, &v->base, v->mouse.x, v->mouse.y)) {
            click_picture(&v->mouse, &v->demo, v->window, second);
        }
    }
}

void viewer_mouse_up(struct viewer_mouse *mouse, struct viewer_base *base,
                     const struct input_event *event)
{
    if (event->mouse.button == INPUT_MOUSE_LEFT && mouse->dragging) {
        mouse->dragging = false;
        base->dirty = true;
    }
}

void viewer_mouse_wheel(struct viewer *v, const struct input_event *event)
{
    if (v->chooser.shown) {
        const struct chooser_list list = viewer_chooser_list(v);
        chooser_move(&v->chooser, &list, (double)-event->wheel * WHEEL_LINES);
    } else if (v->console.view.shown) {
        viewer_console_wheel(&v->console, &v->demo, &v->base, event->wheel);
    } else if (event->mods & KEY_CTRL) {
        viewer_change_volume(&v->sound, &v->base, event->wheel * WHEEL_PERCENT);
        viewer_show_bar(&v->bar, &v->base);
    } else if (!v->demo.open) {
        return;
    } else if (v->picture.zoom.factor > 0.0) {
        viewer_zoom(&v->picture, &v->base, event->wheel);
    } else if (v->camera.kind == CAMERA_CHASE) {
        viewer_change_chase(&v->camera, &v->base, (float)-event->wheel * WHEEL_DISTANCE, 0.0f);
    } else if (!v->mouse.flying) {
        osd_messages_jump(&v->base.messages);
        transport_seek_by(&v->demo.transport,
                          event->wheel *
                              (event->mods & KEY_SHIFT ? WHEEL_FINE_SECONDS : WHEEL_SECONDS));
        viewer_show_bar(&v->bar, &v->base);
    }
    v->base.dirty = true;
}
