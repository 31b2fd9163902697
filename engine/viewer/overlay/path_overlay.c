#include "engine/viewer/overlay/path_overlay.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"
#include "formats/base/dmath.h"

#define WAY_COLOR 0x00ffd84au
#define KEY_COLOR 0x00ffffffu
#define SHADE_COLOR 0x00101010u

/* Units: nothing nearer to the eye is drawn; how long the line of a look is. */
static const double near_plane = 4.0, look_length = 40.0;

enum { LEG_STEPS = 24, SHADE_ALPHA = 140 };

/* The picture's camera, ready for points. */
struct eye {
    const struct osd_canvas *canvas;
    double origin[3], axis[3][3]; /* right, down, forward */
    double middle_x, middle_y;    /* canvas pixels */
    double pixels;                /* pixels per unit at depth 1 */
    double left, top, right, bottom;
    int thick; /* pixels of a line */
};

struct spot { /* right, down, forward of the eye, units */
    double at[3];
};

static bool open_eye(struct eye *eye, const struct path_overlay *overlay,
                     const struct osd_canvas *canvas)
{
    float forward[3], right[3], up[3];
    const double half = (double)overlay->camera.fov_x * DMATH_PI / 360.0;
    if (overlay->width <= 0 || overlay->height <= 0 || !(half > 0.0 && half < 1.57)) {
        return false;
    }
    dmath_angle_vectors(overlay->camera.angles, forward, right, up);
    *eye = (struct eye){.canvas = canvas,
                        .middle_x = overlay->left + overlay->width / 2.0,
                        .middle_y = overlay->top + overlay->height / 2.0,
                        .pixels = overlay->width / 2.0 / dmath_tan(half),
                        .left = overlay->left,
                        .top = overlay->top,
                        .right = overlay->left + overlay->width,
                        .bottom = overlay->top + overlay->height,
                        .thick = osd_scale(canvas->width, canvas->height)};
    for (int i = 0; i < 3; i++) {
        eye->origin[i] = (double)overlay->camera.origin[i];
        eye->axis[0][i] = (double)right[i];
        eye->axis[1][i] = -(double)up[i];
        eye->axis[2][i] = (double)forward[i];
    }
    return true;
}

static struct spot make_eye(const struct eye *eye, const float point[3])
{
    struct spot spot = {{0.0, 0.0, 0.0}};
    for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 3; c++) {
            spot.at[i] += ((double)point[c] - eye->origin[c]) * eye->axis[i][c];
        }
    }
    return spot;
}

/* Canvas pixels; the spot is in front. */
static void project_point(const struct eye *eye, const struct spot *spot, double *x, double *y)
{
    *x = eye->middle_x + spot->at[0] / spot->at[2] * eye->pixels;
    *y = eye->middle_y + spot->at[1] / spot->at[2] * eye->pixels;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Keeps of [*from, *to] of a line what lies on one side: start + t * way >= 0. */
static void keep_side(double start, double way, double *from, double *to)
{
    if (way == 0.0) {
        *to = start >= 0.0 ? *to : -1.0;
    } else if (way > 0.0) {
        *from = fmax(*from, -start / way);
    } else {
        *to = fmin(*to, start / -way);
    }
}

static void draw_dot(const struct eye *eye, double x, double y, int size, uint32_t color, int alpha)
{
    osd_fill(eye->canvas, (int)floor(x) - size / 2, (int)floor(y) - size / 2, size, size, color,
             alpha);
}

static void draw_line(const struct eye *eye, struct spot a, struct spot b, uint32_t color)
{
    double from = 0.0, to = 1.0, x0, y0, x1, y1;
    keep_side(a.at[2] - near_plane, b.at[2] - a.at[2], &from, &to);
    if (!(from < to)) {
        return;
    }
    struct spot ends[2];
    for (int i = 0; i < 3; i++) {
        ends[0].at[i] = a.at[i] + (b.at[i] - a.at[i]) * from;
        ends[1].at[i] = a.at[i] + (b.at[i] - a.at[i]) * to;
    }
    project_point(eye, &ends[0], &x0, &y0);
    project_point(eye, &ends[1], &x1, &y1);
    from = 0.0;
    to = 1.0;
    keep_side(x0 - eye->left, x1 - x0, &from, &to);
    keep_side(eye->right - x0, x0 - x1, &from, &to);
    keep_side(y0 - eye->top, y1 - y0, &from, &to);
    keep_side(eye->bottom - y0, y0 - y1, &from, &to);
    if (!(from < to)) {
        return;
    }
    const double length = fmax(fabs(x1 - x0), fabs(y1 - y0)) * (to - from);
    const int steps = (int)ceil(length / eye->thick);
    for (int i = 0; i < steps; i++) {
        const double t = from + (to - from) * i / steps;
        draw_dot(eye, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, eye->thick, color, 255);
    }
}

/* --- what is drawn ---------------------------------------------------------------------------- */

static void draw_way(const struct eye *eye, const struct camera_path *path)
{
    float point[3];
    for (size_t leg = 0; leg + 1 < path->num_keys; leg++) {
        camera_path_point(path, leg, 0.0, point);
        struct spot before = make_eye(eye, point);
        for (int i = 1; i <= LEG_STEPS; i++) {
            camera_path_point(path, leg, (double)i / LEG_STEPS, point);
            const struct spot here = make_eye(eye, point);
            draw_line(eye, before, here, WAY_COLOR);
            before = here;
        }
    }
}

/* Draws a key point or the camera: a square, its direction, and a label. */
static void draw_camera(const struct eye *eye, const float origin[3], const float angles[3],
                        uint32_t color, const char *text)
{
    float forward[3], right[3], up[3], ahead[3];
    double x, y;
    dmath_angle_vectors(angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        ahead[i] = origin[i] + (float)look_length * forward[i];
    }
    const struct spot spot = make_eye(eye, origin);
    draw_line(eye, spot, make_eye(eye, ahead), color);
    if (spot.at[2] < near_plane) {
        return;
    }
    project_point(eye, &spot, &x, &y);
    if (!(x >= eye->left && x < eye->right && y >= eye->top && y < eye->bottom)) {
        return;
    }
    const int size = 4 * eye->thick + 1;
    draw_dot(eye, x, y, size + 2 * eye->thick, SHADE_COLOR, SHADE_ALPHA);
    draw_dot(eye, x, y, size, color, 255);
    const int letters = osd_text_size(eye->canvas->width, eye->canvas->height);
    osd_text(eye->canvas, (int)x + size, (int)y - letters - size, letters, color, text);
}

void path_overlay_draw(const struct path_overlay *overlay, const struct osd_canvas *canvas)
{
    const struct camera_path *path = overlay->path;
    const size_t nearest = camera_path_nearest(path, overlay->time);
    struct eye eye;
    if (path->num_keys == 0 || !open_eye(&eye, overlay, canvas)) {
        return;
    }
    draw_way(&eye, path);
    for (size_t i = 0; i < path->num_keys; i++) {
        const struct camera_key *key = &path->keys[i];
        char text[OSD_TIME + 32], time[OSD_TIME];
        osd_format_time(time, key->time, 1);
        snprintf(text, sizeof(text), "%zu  %s", i + 1, time);
        draw_camera(&eye, key->origin, key->angles, i == nearest ? SEEK_BAR_MARK_COLOR : KEY_COLOR,
                    text);
    }
    struct camera now;
    float fov = 90.0f;
    camera_path_at(path, overlay->time, &now, &fov);
    draw_camera(&eye, now.origin, now.angles, SEEK_BAR_PLAYED, "");
}
