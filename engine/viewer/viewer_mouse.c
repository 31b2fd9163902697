/* What the mouse does: the bar, the wheel, looking around. */
#include "engine/viewer/viewer_internal.h"

#define DEGREES_A_PIXEL 0.15f
#define WHEEL_SECONDS 1.0
#define WHEEL_DISTANCE 10.0f

static void scrub(struct viewer *v, bool begin)
{
    const struct bar bar = viewer_bar(v);
    double time = bar_time_at(&bar, v->player.scene_options.width, v->player.scene_options.height,
                              v->mouse_x);
    transport_scrub(&v->transport, time, begin);
}

void viewer_mouse_motion(struct viewer *v, const SDL_MouseMotionEvent *event)
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

void viewer_mouse_button(struct viewer *v, const SDL_MouseButtonEvent *event)
{
    v->dirty = true;
    if (event->button == SDL_BUTTON_RIGHT && v->camera.kind == CAMERA_FREE) {
        viewer_set_flying(v, !v->flying);
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

void viewer_mouse_wheel(struct viewer *v, const SDL_MouseWheelEvent *event)
{
    if (v->camera.kind == CAMERA_CHASE) {
        viewer_change_chase(v, (float)-event->y * WHEEL_DISTANCE, 0.0f);
    } else if (!v->flying) {
        transport_seek_by(&v->transport, event->y * WHEEL_SECONDS);
        viewer_show_bar(v);
    }
    v->dirty = true;
}
