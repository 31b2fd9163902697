#include "engine/playback/frame_2d.h"

#include <stddef.h>

#include "render/palette/scene_palette.h"
#include "render/rgb/scene_rgb.h"

enum { LETTER = 8, GROUND_SHARE = 8 };

struct box {
    double left, top, right, bottom;
};

/* Pictures and letters have pixels of their own; rectangles have the frame's. */
static struct box box_of_palette(const struct palette_2d *item)
{
    const bool rectangle = item->kind == PALETTE_2D_FILL || item->kind == PALETTE_2D_SHADE ||
                           item->kind == PALETTE_2D_TILES;
    const double letter = item->kind == PALETTE_2D_GLYPHS ? LETTER : 1;
    const double unit = rectangle ? 1.0 : letter * (item->scale > 1 ? item->scale : 1);
    return (struct box){item->x, item->y, item->x + item->width * unit,
                        item->y + item->height * unit};
}

static struct box box_of_rgb(const struct rgb_2d_draw *draw)
{
    return (struct box){draw->x, draw->y, (double)draw->x + draw->width,
                        (double)draw->y + draw->height};
}

/* Length that [a0, a1) and [b0, b1) share. */
static double share_line(double a0, double a1, double b0, double b1)
{
    const double begin = a0 > b0 ? a0 : b0, end = a1 < b1 ? a1 : b1;
    return end > begin ? end - begin : 0.0;
}

static double share_area(const struct box *box, const struct playback_part *area,
                         const struct playback_part *frame)
{
    const double size = (box->right - box->left) * (box->bottom - box->top);
    if (!(size * GROUND_SHARE <= (double)frame->width * frame->height)) {
        return 0.0;
    }
    return share_line(box->left, box->right, area->left, area->left + area->width) *
           share_line(box->top, box->bottom, area->top, area->top + area->height);
}

/* area: in pixels of the view. */
static double cover_view(const struct scene *scene, const struct playback_part *view,
                         struct playback_part area)
{
    double covered = 0.0;
    if (scene->kind == SCENE_PALETTE) {
        for (size_t i = 0; i < scene->palette->num_items; i++) {
            const struct box box = box_of_palette(&scene->palette->items[i]);
            covered += share_area(&box, &area, view);
        }
    } else if (scene->kind == SCENE_RGB) {
        for (size_t i = 0; i < scene->rgb->num_draws_2d; i++) {
            const struct box box = box_of_rgb(&scene->rgb->draws_2d[i]);
            covered += share_area(&box, &area, view);
        }
    }
    return covered;
}

double frame_2d_covered(const struct playback_context *player, struct playback_part area)
{
    const struct osd_area *table = &player->summary.box;
    double covered =
        share_line(table->x, table->x + table->width, area.left, area.left + area.width) *
        share_line(table->y, table->y + table->height, area.top, area.top + area.height);
    for (int i = 0; i < player->views.count; i++) {
        const struct scene *scene = view_set_scene(&player->views, i, &player->scene);
        const struct playback_part view = view_set_part(&player->views, i);
        const struct playback_part inside = {area.left - view.left, area.top - view.top, area.width,
                                             area.height};
        covered += scene ? cover_view(scene, &view, inside) : 0.0;
    }
    return covered;
}
