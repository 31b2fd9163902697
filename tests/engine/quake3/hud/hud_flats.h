/* A HUD's primitives as text, for comparison: one line per picture, fill, model or run of letters,
 * in drawing order, with position, size and colour.
 *
 *   icons/quad 592,352 48x48 ffffffff
 *   fill 0,420 640x60 ff000054
 *   model 285,420 60x60 models/players/sarge/head.md3 180
 *   "Reder" 8,0 8x16 ff0000ff
 *
 * A model's last number is its yaw in degrees. Letters of one size and colour that follow each
 * other are one line. */
#ifndef TESTS_ENGINE_QUAKE3_HUD_HUD_FLATS_H
#define TESTS_ENGINE_QUAKE3_HUD_HUD_FLATS_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/rgb/scene_rgb.h"

static inline bool hud_flat_is_letter(const struct rgb_2d_draw *flat)
{
    return flat->kind == RGB_2D_PICTURE && flat->material &&
           strcmp(flat->material->name, "*letters") == 0;
}

static inline bool hud_flats_follow(const struct rgb_2d_draw *a, const struct rgb_2d_draw *b)
{
    const float gap = b->x - (a->x + a->width);
    return hud_flat_is_letter(b) && a->y == b->y && a->width == b->width &&
           a->height == b->height && memcmp(a->color, b->color, 4) == 0 &&
           (gap == 0.0f || gap == a->width);
}

/* One line; returns how many flats it is of. */
static inline size_t hud_flat_line(const struct rgb_scene *scene, size_t i, char *line, size_t size)
{
    const struct rgb_2d_draw *flat = &scene->draws_2d[i];
    char what[160] = "fill", place[64];
    size_t count = 1, used = 0;
    snprintf(place, sizeof(place), "%g,%g %gx%g", (double)flat->x, (double)flat->y,
             (double)flat->width, (double)flat->height);
    if (flat->kind == RGB_2D_VIEW) {
        const struct rgb_entity *entity = &scene->view_entities[flat->first_entity];
        const double yaw = atan2((double)entity->axis[0][1], (double)entity->axis[0][0]);
        snprintf(line, size, "model %s %s %.0f\n", place,
                 flat->num_entities > 0 ? entity->model->name : "", yaw * 180.0 / DMATH_PI);
        return 1;
    }
    if (hud_flat_is_letter(flat)) {
        what[used++] = '"';
        for (count = 0; used + 3 < sizeof(what); count++) {
            const struct rgb_2d_draw *at = &scene->draws_2d[i + count];
            what[used++] = (char)((int)(at->st[1] * 16) * 16 + (int)(at->st[0] * 16));
            if (i + count + 1 >= scene->num_draws_2d || !hud_flats_follow(at, at + 1)) {
                break;
            }
            if (at[1].x > at->x + at->width) {
                what[used++] = ' ';
            }
        }
        what[used++] = '"';
        what[used] = '\0';
        count++;
    } else if (flat->material) {
        snprintf(what, sizeof(what), "%s", flat->material->name);
    }
    snprintf(line, size, "%s %s %02x%02x%02x%02x\n", what, place, flat->color[0], flat->color[1],
             flat->color[2], flat->color[3]);
    return count;
}

/* All lines. shadows: black letters, too. */
static inline void hud_flats(const struct rgb_scene *scene, bool shadows, char *text, size_t size)
{
    static const uint8_t black[3] = {0, 0, 0};
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < scene->num_draws_2d;) {
        const struct rgb_2d_draw *flat = &scene->draws_2d[i];
        char line[256];
        i += hud_flat_line(scene, i, line, sizeof(line));
        if (shadows || !hud_flat_is_letter(flat) || memcmp(flat->color, black, 3) != 0) {
            cr_assert_lt(used + strlen(line), size);
            memcpy(text + used, line, strlen(line) + 1);
            used += strlen(line);
        }
    }
}

#endif
