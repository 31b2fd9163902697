#include "render/scene.h"

#include "render/palette/scene_palette.h"
#include "render/rgb/scene_rgb.h"

void scene_clear(struct scene *scene)
{
    *scene = (struct scene){.palette = scene->palette, .rgb = scene->rgb};
}

void scene_free(struct scene *scene)
{
    palette_scene_destroy(scene->palette);
    rgb_scene_destroy(scene->rgb);
    *scene = (struct scene){.kind = SCENE_EMPTY};
}
