#include "assets/quake3/material_implicit.h"

#include <stdio.h>
#include <string.h>

#include "assets/quake3/material.h"
#include "formats/maps/q3_bsp.h"

enum { GHOST_ALPHA = 128 };

static struct q3_stage *add_stage(struct q3_shader *rules, enum q3_map_kind map, const char *image,
                                  enum q3_rgb_gen rgb_gen)
{
    struct q3_stage *stage = &rules->stages[rules->num_stages++];
    stage->map = map;
    stage->num_images = image ? 1 : 0;
    if (image) {
        snprintf(stage->images[0], sizeof(stage->images[0]), "%s", image);
    }
    stage->source = Q3_FACTOR_ONE;
    stage->destination = Q3_FACTOR_ZERO;
    stage->depth_write = true;
    stage->rgb_gen = rgb_gen;
    stage->tc_gen = map == Q3_MAP_LIGHTMAP ? Q3_TC_LIGHTMAP : Q3_TC_BASE;
    return stage;
}

static void set_blend(struct q3_stage *stage, enum q3_factor source, enum q3_factor destination)
{
    stage->blended = true;
    stage->source = source;
    stage->destination = destination;
    stage->depth_write = false;
}

void material_implicit_rules(struct q3_shader *rules, const char *image, int32_t lightmap)
{
    struct q3_stage *stage;
    memset(rules, 0, sizeof(*rules));
    snprintf(rules->name, sizeof(rules->name), "%s", image);
    rules->sort = Q3_SORT_OPAQUE;
    switch (lightmap) {
    case Q3_LIGHT_NONE:
        add_stage(rules, Q3_MAP_IMAGE, image, Q3_RGB_LIGHTING_DIFFUSE);
        break;
    case Q3_LIGHT_WHITE:
        add_stage(rules, Q3_MAP_WHITE, NULL, Q3_RGB_IDENTITY_LIGHTING);
        stage = add_stage(rules, Q3_MAP_IMAGE, image, Q3_RGB_IDENTITY);
        set_blend(stage, Q3_FACTOR_DST_COLOR, Q3_FACTOR_ZERO);
        break;
    case Q3_LIGHT_VERTEX:
        add_stage(rules, Q3_MAP_IMAGE, image, Q3_RGB_EXACT_VERTEX);
        break;
    case Q3_LIGHT_2D:
        stage = add_stage(rules, Q3_MAP_IMAGE, image, Q3_RGB_VERTEX);
        stage->alpha_gen = Q3_ALPHA_VERTEX;
        set_blend(stage, Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA);
        stage->fog_adjust = Q3_FOG_ALPHA;
        rules->sort = Q3_SORT_BLEND;
        break;
    case Q3_LIGHT_GHOST:
        stage = add_stage(rules, Q3_MAP_WHITE, NULL, Q3_RGB_LIGHTING_DIFFUSE);
        stage->alpha_gen = Q3_ALPHA_CONST;
        stage->alpha = GHOST_ALPHA;
        set_blend(stage, Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA);
        stage->fog_adjust = Q3_FOG_ALPHA;
        rules->sort = Q3_SORT_BLEND;
        break;
    case Q3_LIGHT_BRIGHT:
        add_stage(rules, Q3_MAP_WHITE, NULL, Q3_RGB_BRIGHT_ENTITY);
        break;
    default:
        add_stage(rules, Q3_MAP_LIGHTMAP, NULL, Q3_RGB_IDENTITY);
        stage = add_stage(rules, Q3_MAP_IMAGE, image, Q3_RGB_IDENTITY);
        set_blend(stage, Q3_FACTOR_DST_COLOR, Q3_FACTOR_ZERO);
        break;
    }
}

void material_default_rules(struct q3_shader *rules)
{
    memset(rules, 0, sizeof(*rules));
    snprintf(rules->name, sizeof(rules->name), "*default");
    rules->sort = Q3_SORT_OPAQUE;
    add_stage(rules, Q3_MAP_IMAGE, "*default", Q3_RGB_IDENTITY);
}
