/* Reads a HUD's text back from the letters of a scene, in drawing order. */
#ifndef TESTS_ENGINE_QUAKE3_HUD_HUD_WORDS_H
#define TESTS_ENGINE_QUAKE3_HUD_HUD_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "render/rgb/scene_rgb.h"

/* A shadow is black, and the same letter follows above it to the left. */
static inline bool hud_words_shadow(const struct rgb_scene *scene, size_t i)
{
    const struct rgb_2d_draw *a = &scene->draws_2d[i];
    if (a->color[0] != 0 || a->color[1] != 0 || a->color[2] != 0) {
        return false;
    }
    for (size_t k = i + 1; k < scene->num_draws_2d && k < i + 256; k++) {
        const struct rgb_2d_draw *b = &scene->draws_2d[k];
        if (memcmp(a->st, b->st, sizeof(a->st)) == 0 && a->x > b->x && a->y > b->y &&
            a->x < b->x + 0.5f * a->width && a->y < b->y + 0.5f * a->height) {
            return true;
        }
    }
    return false;
}

/* All letters except shadows, with '|' where the next letter does not follow on the right. The
 * letters are the built-in ones: there is no game data with others. */
static inline void hud_words(const struct rgb_scene *scene, char *said, size_t size)
{
    size_t used = 0;
    float x = -1e9f, y = -1e9f;
    for (size_t i = 0; i < scene->num_draws_2d && used + 2 < size; i++) {
        const struct rgb_2d_draw *draw = &scene->draws_2d[i];
        if (!draw->material || strcmp(draw->material->name, "*letters") != 0 ||
            hud_words_shadow(scene, i)) {
            continue;
        }
        if (draw->y != y || draw->x < x - 0.5f || draw->x > x + draw->width + 0.5f) {
            said[used++] = '|';
        } else if (draw->x > x + 0.5f) {
            said[used++] = ' ';
        }
        said[used++] = (char)((int)(draw->st[1] * 16) * 16 + (int)(draw->st[0] * 16));
        x = draw->x + draw->width;
        y = draw->y;
    }
    said[used] = '\0';
}

#endif
