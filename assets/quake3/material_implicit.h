/* Implicit shader of a texture without a script. Private to this module. */
#ifndef ASSETS_QUAKE3_MATERIAL_IMPLICIT_H
#define ASSETS_QUAKE3_MATERIAL_IMPLICIT_H

#include "formats/scripts/q3_shader.h"

/* image: texture name; lightmap: index or Q3_LIGHT_* (assets/quake3/material.h). */
void material_implicit_rules(struct q3_shader *rules, const char *image, int32_t lightmap);

/* The grey box. */
void material_default_rules(struct q3_shader *rules);

#endif
