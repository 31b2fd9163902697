/* Fixture of the shading tests: a small mesh and a view. Shaders are given as script lines. */
#ifndef TESTS_RENDER_RGB_SHADING_SHADE_STAGE_H
#define TESTS_RENDER_RGB_SHADING_SHADE_STAGE_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "formats/scripts/q3_shader.h"
#include "render/rgb/shading/shade.h"

enum { STAGE_VERTICES = 16, STAGE_INDEXES = 36 };

struct shade_stage {
    struct q3_waves waves;
    struct rgb_shade_view view;
    struct rgb_mesh mesh;
    float xyz[STAGE_VERTICES][3], normal[STAGE_VERTICES][3];
    float st[STAGE_VERTICES][2], light_st[STAGE_VERTICES][2];
    uint8_t color[STAGE_VERTICES][4];
    uint32_t indexes[STAGE_INDEXES];
};

/* A view from (10, 20, 30) along x, at second 0; `vertices` at 0, facing up, without triangles. */
static inline void shade_stage_begin(struct shade_stage *s, uint32_t vertices)
{
    memset(s, 0, sizeof(*s));
    q3_waves_make(&s->waves);
    s->view.waves = &s->waves;
    s->view.eye[0] = 10.0f;
    s->view.eye[1] = 20.0f;
    s->view.eye[2] = 30.0f;
    s->view.forward[0] = s->view.left[1] = s->view.up[2] = s->view.axis_length = 1.0f;
    s->mesh = (struct rgb_mesh){.num_vertices = vertices,
                                .cap_vertices = STAGE_VERTICES,
                                .cap_indexes = STAGE_INDEXES,
                                .xyz = s->xyz,
                                .normal = s->normal,
                                .st = s->st,
                                .light_st = s->light_st,
                                .color = s->color,
                                .indexes = s->indexes};
    for (uint32_t i = 0; i < vertices; i++) {
        s->normal[i][2] = 1.0f;
    }
}

/* Two triangles over each four vertices. */
static inline void shade_stage_quads(struct shade_stage *s)
{
    static const uint32_t quad[6] = {0, 1, 2, 0, 2, 3};
    s->mesh.num_indexes = s->mesh.num_vertices / 4 * 6;
    for (uint32_t i = 0; i < s->mesh.num_indexes; i++) {
        s->indexes[i] = i / 6 * 4 + quad[i % 6];
    }
}

static inline struct q3_shader shade_stage_shader(const char *general, const char *inside)
{
    char text[512];
    struct q3_shader shader;
    snprintf(text, sizeof(text), "{\n%s\n{\nmap a.tga\n%s\n}\n}\n", general, inside);
    q3_shader_parse(&shader, "x", text, strlen(text), 1, NULL);
    cr_assert_eq(shader.faults, 0, "%s", text);
    cr_assert_eq(shader.num_stages, 1, "%s", text);
    return shader;
}

static inline void shade_set(float out[3], float x, float y, float z)
{
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

#define assert_point(p, x, y, z, within)                                                           \
    do {                                                                                           \
        cr_assert_float_eq((p)[0], x, within, "x %.9g", (double)(p)[0]);                           \
        cr_assert_float_eq((p)[1], y, within, "y %.9g", (double)(p)[1]);                           \
        cr_assert_float_eq((p)[2], z, within, "z %.9g", (double)(p)[2]);                           \
    } while (0)

#define assert_st(p, s, t, within)                                                                 \
    do {                                                                                           \
        cr_assert_float_eq((p)[0], s, within, "s %.9g", (double)(p)[0]);                           \
        cr_assert_float_eq((p)[1], t, within, "t %.9g", (double)(p)[1]);                           \
    } while (0)

#endif
