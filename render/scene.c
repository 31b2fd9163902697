#include "render/scene.h"

#include "render/palette/scene_palette.h"

void scene_clear(struct scene *scene)
{
    *scene = (struct scene){.palette = scene->palette};
}

void scene_free(struct scene *scene)
{
    palette_scene_destroy(scene->palette);
    *scene = (struct scene){.kind = SCENE_EMPTY};
}
