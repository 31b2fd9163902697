#include "tools/mkbuiltin/mesh.h"

#include "assets/quake/alias_normals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mesh_init(struct mesh *m, int skin_width, int skin_height, int skin_count)
{
    *m = (struct mesh){0};
    m->skin_width = skin_width;
    m->skin_height = skin_height;
    m->skin_count = skin_count;
    static const int by_skin[MESH_SKINS_MAX] = {11, 12, 4};
    memcpy(m->by_skin, by_skin, sizeof by_skin);
    for (int i = 0; i < skin_count; i++) {
        m->skins[i] = mkb_alloc((size_t)(skin_width * skin_height), 1);
    }
}

void mesh_paint_pictures(struct mesh *m, const struct palette *palette,
                         const int by_skin[MESH_SKINS_MAX])
{
    m->palette = palette;
    memcpy(m->by_skin, by_skin, sizeof m->by_skin);
    for (int i = 0; i < m->skin_count; i++) {
        m->pictures[i] = mkb_alloc((size_t)(m->skin_width * m->skin_height), 4);
    }
}

void mesh_free(struct mesh *m)
{
    for (int i = 0; i < m->skin_count; i++) {
        free(m->skins[i]);
        free(m->pictures[i]);
    }
}

int mesh_part(struct mesh *m, int parent, struct vec3 joint)
{
    if (m->part_count >= MESH_PARTS_MAX) {
        mkb_fail("too many parts in a model");
    }
    m->parts[m->part_count].parent = parent;
    m->parts[m->part_count].joint = joint;
    return m->part_count++;
}

/* Painting. */

static int ramp_index(int ramp, double shade, int dither_x, int dither_y)
{
    double level = shade * 15 + (noise_unit(dither_x, dither_y, 99) - 0.5) * 0.9;
    int i = (int)mkb_clamp(mkb_floor(level + 0.5), 0, 15);
    return ramp * 16 + (ramp >= 8 && ramp <= 13 ? 15 - i : i);
}

/* The colour of a shade between two of a ramp. */
static void paint_texel(const struct palette *palette, int ramp, double shade, uint8_t out[4])
{
    double level = mkb_clamp(shade, 0, 1) * 15;
    int low = (int)mkb_min(mkb_floor(level), 14);
    int backward = ramp >= 8 && ramp <= 13;
    struct rgb a = palette_colour(palette, ramp * 16 + (backward ? 15 - low : low));
    struct rgb b = palette_colour(palette, ramp * 16 + (backward ? 14 - low : low + 1));
    struct rgb c = rgb_mix(a, b, level - low);
    out[0] = (uint8_t)(c.r + 0.5);
    out[1] = (uint8_t)(c.g + 0.5);
    out[2] = (uint8_t)(c.b + 0.5);
    out[3] = 255;
}

/* Shade factor and possibly another ramp at (u, v) of a shape; u runs around from the front. */
static double pattern_shade(const struct mesh_paint *p, double u, double v, int x, int y, int skin,
                            int *ramp)
{
    double pulse = skin == 1 ? 0.25 : 0;
    double f = p->shade;
    switch (p->pattern) {
    case PATTERN_PLATES: {
        double pu = u * 6 - mkb_floor(u * 6);
        double pv = v * 2 - mkb_floor(v * 2);
        f *= pu < 0.10 || pv < 0.08 ? 0.55 : pu < 0.22 || pv < 0.18 ? 1.25 : 1;
        break;
    }
    case PATTERN_STRIPES:
        f *= ((int)(v * 8) & 1) ? 0.7 : 1.15;
        break;
    case PATTERN_CLOTH:
        f *= 0.85 + 0.25 * noise_smooth(x / 2.0, y / 6.0, 128, 64, 7);
        break;
    case PATTERN_BRUSHED:
        f *= 0.75 + 0.4 * noise_smooth(x / 9.0, y * 1.0, 64, 256, 8) +
             0.35 * mkb_step(0.6, 1.0, mkb_cos((u - 0.25) * 2 * MKB_PI));
        break;
    case PATTERN_GRIP:
        f *= (x + y) % 3 == 0 || (x - y + 300) % 3 == 0 ? 0.6 : 1;
        break;
    case PATTERN_FIRE:
        f = 1.05 - 0.75 * v + 0.25 * (noise_smooth(x / 3.0, y / 3.0, 64, 64, 9) - 0.5) +
            pulse * 0.3;
        break;
    case PATTERN_HELMET: {
        double front = mkb_min(u, 1 - u);
        if (front < 0.21 && v > 0.38 && v < 0.60) {
            *ramp = 14;
            f = 0.35 + 0.6 * (1 - front / 0.21) * (v < 0.5 ? 1 : 0.6);
        } else if (front < 0.24 && v > 0.33 && v < 0.66) {
            f *= 0.35;
        } else if (v > 0.66 && front < 0.2) {
            f *= (int)(u * 40) & 1 ? 0.5 : 0.9;
        } else if (front > 0.47 || (v < 0.2 && front < 0.02)) {
            f *= 1.3;
        }
        break;
    }
    case PATTERN_GEM:
        f = 0.35 + 0.45 * mkb_abs(mkb_sin(u * 14 + v * 9)) + pulse;
        break;
    default:
        break;
    }
    return f;
}

static void paint_area(struct mesh *m, int x0, int y0, int w, int h, struct mesh_paint paint)
{
    for (int skin = 0; skin < m->skin_count; skin++) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                double u = ((double)x + 0.5) / w;
                double v = ((double)y + 0.5) / h;
                int ramp = paint.ramp == MESH_RAMP_BY_SKIN ? m->by_skin[skin] : paint.ramp;
                double f = pattern_shade(&paint, u, v, x0 + x, y0 + y, skin, &ramp);
                double grain = noise_fractal((x0 + x) / 6.0, (y0 + y) / 6.0, 64, 64, 3, 55) - 0.5;
                f *= 1 + grain * 2 * paint.vary;
                /* Ends of a shape sit in joints: a little darker. */
                if (ramp != 14) {
                    f *= 0.78 + 0.22 * mkb_step(0, 0.15, mkb_min(v, 1 - v));
                }
                int at = (y0 + y) * m->skin_width + x0 + x;
                if (m->palette) {
                    paint_texel(m->palette, ramp, mkb_clamp(f, 0.02, 1),
                                m->pictures[skin] + at * 4);
                }
                m->skins[skin][at] =
                    (uint8_t)ramp_index(ramp, mkb_clamp(f, 0.02, 1), x0 + x, y0 + y);
            }
        }
    }
}

static void give_area(struct mesh *m, int w, int h, int *x, int *y)
{
    if (m->cursor_x + w > m->skin_width) {
        m->cursor_x = 0;
        m->cursor_y += m->row_height;
        m->row_height = 0;
    }
    if (m->cursor_y + h > m->skin_height || w > m->skin_width) {
        mkb_fail("a skin of %dx%d is full", m->skin_width, m->skin_height);
    }
    *x = m->cursor_x;
    *y = m->cursor_y;
    m->cursor_x += w;
    m->row_height = m->row_height > h ? m->row_height : h;
}

/* Shapes. */

static int add_vertex(struct mesh *m, struct vec3 p, double s, double t, int part)
{
    if (m->vert_count >= MESH_VERTS_MAX) {
        mkb_fail("too many vertices in a model");
    }
    struct mesh_vertex *v = &m->verts[m->vert_count];
    v->p = p;
    v->s = s;
    v->t = t;
    v->part = part;
    return m->vert_count++;
}

static void add_triangle(struct mesh *m, int a, int b, int c)
{
    struct vec3 pa = m->verts[a].p;
    struct vec3 n = v_cross(v_sub(m->verts[b].p, pa), v_sub(m->verts[c].p, pa));
    if (v_length(n) < 1e-6) {
        return;
    }
    if (m->tri_count >= MESH_TRIS_MAX) {
        mkb_fail("too many triangles in a model");
    }
    int *t = m->tris[m->tri_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static struct vec3 ring_point(int axis, struct vec3 origin, const struct mesh_ring *r, double a)
{
    /* Square sections: push the four corners out to the full half sizes. */
    double c = mkb_cos(a);
    double s = mkb_sin(a);
    double u = r->dx + c * r->rx;
    double v = r->dy + s * r->ry;
    return v_add(origin, axis == 0   ? v_make(r->at, u, v)
                         : axis == 1 ? v_make(u, r->at, v)
                                     : v_make(u, v, r->at));
}

void mesh_loft(struct mesh *m, int part, int axis, struct vec3 origin,
               const struct mesh_ring *rings, int ring_count, int sides, struct mesh_paint paint,
               int skin_w, int skin_h)
{
    int x0;
    int y0;
    give_area(m, skin_w, skin_h, &x0, &y0);
    paint_area(m, x0, y0, skin_w, skin_h, paint);
    double stretch = sides == 4 ? 1.41421356237309505 : 1;
    double turn = sides == 4 ? MKB_PI / 4 : 0;
    int base = m->vert_count;
    for (int r = 0; r < ring_count; r++) {
        struct mesh_ring ring = rings[r];
        ring.rx *= stretch;
        ring.ry *= stretch;
        double t = y0 + 1 + (skin_h - 2.0) * (ring_count - 1 - r) / (ring_count - 1);
        for (int i = 0; i <= sides; i++) {
            double a = 2 * MKB_PI * i / sides - turn;
            double s = x0 + 1 + (skin_w - 2.0) * i / sides;
            add_vertex(m, ring_point(axis, origin, &ring, a), s, t, part);
        }
    }
    int mirrored = axis == 1; /* x, z, y is a left-handed order of axes */
    for (int r = 0; r + 1 < ring_count; r++) {
        for (int i = 0; i < sides; i++) {
            int a = base + r * (sides + 1) + i;
            int b = a + 1;
            int c = a + sides + 1;
            int d = c + 1;
            add_triangle(m, a, mirrored ? b : c, mirrored ? c : b);
            add_triangle(m, b, mirrored ? d : c, mirrored ? c : d);
        }
    }
    for (int end = 0; end < 2; end++) {
        const struct mesh_ring *r = &rings[end ? ring_count - 1 : 0];
        int first = base + (end ? ring_count - 1 : 0) * (sides + 1);
        if (r->rx < 0.01 && r->ry < 0.01) {
            continue;
        }
        double t = end ? y0 + 2.0 : y0 + skin_h - 3.0;
        struct mesh_ring middle = {r->at, 0, 0, r->dx, r->dy};
        int c = add_vertex(m, ring_point(axis, origin, &middle, 0), x0 + skin_w / 2.0, t, part);
        for (int i = 0; i < sides; i++) {
            int swap = (end == 1) != (mirrored == 1);
            add_triangle(m, c, first + (swap ? i + 1 : i), first + (swap ? i : i + 1));
        }
    }
}

void mesh_box(struct mesh *m, int part, struct vec3 mins, struct vec3 maxs, struct mesh_paint paint,
              int skin_w, int skin_h)
{
    struct vec3 c = v_scale(v_add(mins, maxs), 0.5);
    struct vec3 h = v_scale(v_sub(maxs, mins), 0.5);
    const struct mesh_ring rings[2] = {{-h.x, h.y, h.z, 0, 0}, {h.x, h.y, h.z, 0, 0}};
    mesh_loft(m, part, 0, c, rings, 2, 4, paint, skin_w, skin_h);
}

/* Poses. */

static struct vec3 turn_point(struct vec3 p, const struct mesh_turn *t)
{
    double rad = MKB_PI / 180;
    double c = mkb_cos(t->roll * rad);
    double s = mkb_sin(t->roll * rad);
    p = v_make(p.x, p.y * c - p.z * s, p.y * s + p.z * c);
    c = mkb_cos(t->pitch * rad);
    s = mkb_sin(t->pitch * rad);
    p = v_make(p.x * c + p.z * s, p.y, p.z * c - p.x * s);
    c = mkb_cos(t->yaw * rad);
    s = mkb_sin(t->yaw * rad);
    return v_make(p.x * c - p.y * s, p.x * s + p.y * c, p.z);
}

struct vec3 mesh_place(const struct mesh *m, const struct mesh_frame *frame, int part,
                       struct vec3 p)
{
    for (; part >= 0; part = m->parts[part].parent) {
        struct vec3 joint = m->parts[part].joint;
        p = v_add(turn_point(v_sub(p, joint), &frame->turns[part]), joint);
        p = v_add(p, frame->turns[part].shift);
    }
    return p;
}

void mesh_pose(const struct mesh *m, const struct mesh_frame *frame, struct vec3 *points)
{
    for (int i = 0; i < m->vert_count; i++) {
        points[i] = mesh_place(m, frame, m->verts[i].part, m->verts[i].p);
    }
}

/* Smooth normals over vertices that share a place in the rest pose and a part. */
void mesh_normals(const struct mesh *m, const struct vec3 *p, struct vec3 *normals)
{
    struct vec3 *sum = mkb_alloc(MESH_VERTS_MAX, sizeof *sum);
    for (int i = 0; i < m->tri_count; i++) {
        const int *t = m->tris[i];
        struct vec3 n = v_cross(v_sub(p[t[2]], p[t[0]]), v_sub(p[t[1]], p[t[0]]));
        for (int k = 0; k < 3; k++) {
            sum[t[k]] = v_add(sum[t[k]], n);
        }
    }
    for (int i = 0; i < m->vert_count; i++) {
        normals[i] = v_make(0, 0, 0);
        for (int k = 0; k < m->vert_count; k++) {
            struct vec3 d = v_sub(m->verts[i].p, m->verts[k].p);
            if (m->verts[i].part == m->verts[k].part && v_dot(d, d) < 1e-6) {
                normals[i] = v_add(normals[i], sum[k]);
            }
        }
        normals[i] = v_unit(normals[i]);
    }
    free(sum);
}

static int nearest_normal(struct vec3 n)
{
    int best = 0;
    double best_dot = -2;
    for (int i = 0; i < ALIAS_NORMALS; i++) {
        double dot = n.x * (double)alias_normals[i][0] + n.y * (double)alias_normals[i][1] +
                     n.z * (double)alias_normals[i][2];
        if (dot > best_dot) {
            best_dot = dot;
            best = i;
        }
    }
    return best;
}

struct bounds {
    struct vec3 mins, scale;
};

static int pack_coordinate(double value, double origin, double scale)
{
    return scale > 0 ? (int)mkb_clamp((value - origin) / scale + 0.5, 0, 255) : 0;
}

static void pack_point(const struct bounds *b, struct vec3 p, uint8_t out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = (uint8_t)pack_coordinate(v_get(p, i), v_get(b->mins, i), v_get(b->scale, i));
    }
}

static void write_pose(const struct mesh *m, struct buf *out, const struct bounds *b,
                       const struct vec3 *points, const char *name)
{
    uint8_t lo[3] = {255, 255, 255};
    uint8_t hi[3] = {0, 0, 0};
    uint8_t *packed = mkb_alloc((size_t)m->vert_count, 3);
    for (int i = 0; i < m->vert_count; i++) {
        uint8_t *v = packed + i * 3;
        pack_point(b, points[i], v);
        for (int k = 0; k < 3; k++) {
            lo[k] = v[k] < lo[k] ? v[k] : lo[k];
            hi[k] = v[k] > hi[k] ? v[k] : hi[k];
        }
    }
    buf_bytes(out, lo, 3);
    buf_u8(out, 0);
    buf_bytes(out, hi, 3);
    buf_u8(out, 0);
    buf_name(out, name, 16);
    struct vec3 *normals = mkb_alloc((size_t)m->vert_count, sizeof *normals);
    mesh_normals(m, points, normals);
    for (int i = 0; i < m->vert_count; i++) {
        buf_bytes(out, packed + i * 3, 3);
        buf_u8(out, nearest_normal(normals[i]));
    }
    free(normals);
    free(packed);
}

static void write_header(const struct mesh *m, struct buf *out, const struct bounds *b,
                         double radius, double size, int frame_count, const struct mesh_output *o)
{
    buf_bytes(out, "IDPO", 4);
    buf_i32(out, 6);
    for (int i = 0; i < 3; i++) {
        buf_f32(out, v_get(b->scale, i));
    }
    for (int i = 0; i < 3; i++) {
        buf_f32(out, v_get(b->mins, i));
    }
    buf_f32(out, radius);
    buf_zero(out, 12);
    buf_i32(out, o->group_skins ? 1 : m->skin_count);
    buf_i32(out, m->skin_width);
    buf_i32(out, m->skin_height);
    buf_i32(out, m->vert_count);
    buf_i32(out, m->tri_count);
    buf_i32(out, o->group_frames ? 1 : frame_count);
    buf_i32(out, 0);
    buf_i32(out, o->flags);
    buf_f32(out, size);
}

static void write_skins_and_triangles(const struct mesh *m, struct buf *out,
                                      const struct mesh_output *o)
{
    size_t skin_size = (size_t)(m->skin_width * m->skin_height);
    if (o->group_skins) {
        buf_i32(out, 1);
        buf_i32(out, m->skin_count);
        for (int i = 0; i < m->skin_count; i++) {
            buf_f32(out, o->interval * (i + 1));
        }
    }
    for (int i = 0; i < m->skin_count; i++) {
        if (!o->group_skins) {
            buf_i32(out, 0);
        }
        buf_bytes(out, m->skins[i], skin_size);
    }
    for (int i = 0; i < m->vert_count; i++) {
        buf_i32(out, 0);
        buf_i32(out, (int)m->verts[i].s);
        buf_i32(out, (int)m->verts[i].t);
    }
    for (int i = 0; i < m->tri_count; i++) {
        buf_i32(out, 1);
        for (int k = 0; k < 3; k++) {
            buf_i32(out, m->tris[i][k]);
        }
    }
}

void mesh_write_mdl(const struct mesh *m, struct buf *out, const struct mesh_frame *frames,
                    int frame_count, struct mesh_output o)
{
    size_t per_frame = (size_t)m->vert_count;
    struct vec3 *points = mkb_alloc(per_frame * (size_t)frame_count, sizeof *points);
    struct vec3 lo = v_make(1e9, 1e9, 1e9);
    struct vec3 hi = v_make(-1e9, -1e9, -1e9);
    double radius = 0;
    for (int f = 0; f < frame_count; f++) {
        mesh_pose(m, &frames[f], points + per_frame * (size_t)f);
    }
    for (size_t i = 0; i < per_frame * (size_t)frame_count; i++) {
        struct vec3 p = points[i];
        lo = v_make(mkb_min(lo.x, p.x), mkb_min(lo.y, p.y), mkb_min(lo.z, p.z));
        hi = v_make(mkb_max(hi.x, p.x), mkb_max(hi.y, p.y), mkb_max(hi.z, p.z));
        radius = mkb_max(radius, v_length(p));
    }
    struct bounds b = {lo, v_scale(v_sub(hi, lo), 1.0 / 255)};
    double area = 0;
    for (int i = 0; i < m->tri_count; i++) {
        const int *t = m->tris[i];
        area += v_length(
                    v_cross(v_sub(points[t[1]], points[t[0]]), v_sub(points[t[2]], points[t[0]]))) /
                2;
    }
    write_header(m, out, &b, radius, m->tri_count ? area / m->tri_count : 0, frame_count, &o);
    write_skins_and_triangles(m, out, &o);
    if (o.group_frames) {
        const uint8_t box[8] = {0, 0, 0, 0, 255, 255, 255, 0};
        buf_i32(out, 1);
        buf_i32(out, frame_count);
        buf_bytes(out, box, 8);
        for (int f = 0; f < frame_count; f++) {
            buf_f32(out, o.interval * (f + 1));
        }
    }
    for (int f = 0; f < frame_count; f++) {
        if (!o.group_frames) {
            buf_i32(out, 0);
        }
        write_pose(m, out, &b, points + per_frame * (size_t)f, frames[f].name);
    }
    free(points);
}
