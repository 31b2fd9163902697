#include "tools/mkbuiltin/quake3/things.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/mkbuiltin/quake3/paint.h"

struct mesh *thing_begin(const struct palette *palette, int width, int height)
{
    static const int ramps[MESH_SKINS_MAX] = {3, 4, 13};
    struct mesh *m = mkb_alloc(1, sizeof *m);
    mesh_init(m, width, height, 1);
    mesh_paint_pictures(m, palette, ramps);
    mesh_part(m, -1, v_make(0, 0, 0));
    return m;
}

void thing_end(struct pk3_out *pk3, struct mesh *m, const char *base, const char *shader,
               const struct md3_out_tag *tags, int tag_count)
{
    char name[64];
    char picture[64];
    if (!shader) {
        snprintf(picture, sizeof picture, "%s.png", base);
        paint_add_pixels(pk3, picture, m->pictures[0], m->skin_width, m->skin_height);
        snprintf(picture, sizeof picture, "%s.tga", base);
        shader = picture;
    }
    snprintf(name, sizeof name, "%s.md3", base);
    const struct md3_out_surface surface = {"thing", shader, m};
    const struct md3_out out = {name, &surface, 1, tags, tag_count, NULL, 1, {0, 0, 0}};
    md3_out_write(&out, pk3_out_add(pk3, name));
    mesh_free(m);
    free(m);
}

void thing_tube(struct mesh *m, double x0, double x1, double y, double z, double radius, int sides,
                struct mesh_paint paint, int w, int h)
{
    const struct mesh_ring rings[5] = {{x0, radius, radius, 0, 0},
                                       {x1 - radius, radius, radius, 0, 0},
                                       {x1 - radius * 0.9, radius * 1.2, radius * 1.2, 0, 0},
                                       {x1, radius * 1.2, radius * 1.2, 0, 0},
                                       {x1 - radius * 0.8, radius * 0.75, radius * 0.75, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, y, z), rings, 5, sides, paint, w, h);
}

void thing_ball(struct mesh *m, struct vec3 at, double radius, double height,
                struct mesh_paint paint, int w, int h)
{
    enum { RINGS = 8 };
    struct mesh_ring rings[RINGS];
    for (int i = 0; i < RINGS; i++) {
        double a = MKB_PI * (i / (RINGS - 1.0) - 0.5);
        double r = mkb_max(mkb_cos(a), 0) * radius;
        rings[i] = (struct mesh_ring){mkb_sin(a) * height, r, r, 0, 0};
    }
    mesh_loft(m, 0, 2, at, rings, RINGS, 12, paint, w, h);
}

void thing_square(struct mesh *m, struct vec3 middle, struct vec3 right, struct vec3 up)
{
    static const int corners[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    const int base = m->vert_count;
    if (base + 4 > MESH_VERTS_MAX || m->tri_count + 2 > MESH_TRIS_MAX) {
        mkb_fail("too many squares in a model");
    }
    for (int i = 0; i < 4; i++) {
        struct mesh_vertex *v = &m->verts[m->vert_count++];
        *v = (struct mesh_vertex){.part = 0};
        v->p = v_add(middle, v_add(v_scale(right, corners[i][0]), v_scale(up, corners[i][1])));
        v->s = (corners[i][0] + 1) / 2.0 * m->skin_width;
        v->t = (1 - corners[i][1]) / 2.0 * m->skin_height;
    }
    const int tris[2][3] = {{base, base + 1, base + 2}, {base, base + 2, base + 3}};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) {
            m->tris[m->tri_count][k] = tris[i][k];
        }
        m->tri_count++;
    }
}
