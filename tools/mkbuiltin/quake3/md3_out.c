#include "tools/mkbuiltin/quake3/md3_out.h"

#include <stdlib.h>

enum {
    VERSION = 15,
    NAME = 64,
    FRAME_BYTES = 56,
    TAG_BYTES = 112,
    HEAD_BYTES = 108,
    SURFACE_BYTES = 108,
    UNIT = 64,
    GRAIN = 4 /* units of the format to one of ours: fine enough, and packs far better */
};

static void write_vec(struct buf *out, struct vec3 v)
{
    buf_f32(out, v.x);
    buf_f32(out, v.y);
    buf_f32(out, v.z);
}

static int frame_count(const struct md3_out *m)
{
    return m->frames ? m->frame_count : 1;
}

static const struct mesh_frame *frame_at(const struct md3_out *m, int i)
{
    static const struct mesh_frame rest;
    return m->frames ? &m->frames[i] : &rest;
}

static void write_frame(const struct md3_out *m, int number, struct buf *out)
{
    struct vec3 lo = v_make(1e9, 1e9, 1e9);
    struct vec3 hi = v_make(-1e9, -1e9, -1e9);
    double radius = 0;
    struct vec3 *points = mkb_alloc(MESH_VERTS_MAX, sizeof *points);
    for (int k = 0; k < m->surface_count; k++) {
        const struct mesh *mesh = m->surfaces[k].mesh;
        mesh_pose(mesh, frame_at(m, number), points);
        for (int i = 0; i < mesh->vert_count; i++) {
            struct vec3 p = v_sub(points[i], m->origin);
            lo = v_make(mkb_min(lo.x, p.x), mkb_min(lo.y, p.y), mkb_min(lo.z, p.z));
            hi = v_make(mkb_max(hi.x, p.x), mkb_max(hi.y, p.y), mkb_max(hi.z, p.z));
            radius = mkb_max(radius, v_length(p));
        }
    }
    free(points);
    if (lo.x > hi.x) {
        lo = hi = v_make(0, 0, 0);
    }
    write_vec(out, lo);
    write_vec(out, hi);
    write_vec(out, v_make(0, 0, 0));
    buf_f32(out, radius);
    buf_name(out, "made", 16);
}

static void write_tag(const struct md3_out *m, int number, const struct md3_out_tag *tag,
                      struct buf *out)
{
    const struct mesh *mesh = m->surfaces[0].mesh;
    const struct mesh_frame *frame = frame_at(m, number);
    struct vec3 at = mesh_place(mesh, frame, tag->part, tag->at);
    buf_name(out, tag->name, NAME);
    write_vec(out, v_sub(at, m->origin));
    for (int i = 0; i < 3; i++) {
        struct vec3 tip = mesh_place(mesh, frame, tag->part, v_add(tag->at, tag->axis[i]));
        write_vec(out, v_unit(v_sub(tip, at)));
    }
}

static int turn_byte(double angle)
{
    double turns = angle / (2 * MKB_PI);
    return (int)mkb_floor((turns - mkb_floor(turns)) * 256 + 0.5) & 255;
}

static void write_vertices(const struct md3_out *m, const struct mesh *mesh, struct buf *out)
{
    struct vec3 *points = mkb_alloc(MESH_VERTS_MAX, sizeof *points);
    struct vec3 *normals = mkb_alloc(MESH_VERTS_MAX, sizeof *normals);
    for (int f = 0; f < frame_count(m); f++) {
        mesh_pose(mesh, frame_at(m, f), points);
        mesh_normals(mesh, points, normals);
        for (int i = 0; i < mesh->vert_count; i++) {
            struct vec3 p = v_sub(points[i], m->origin);
            struct vec3 n = normals[i];
            buf_i16(out, (int)mkb_floor(p.x * UNIT / GRAIN + 0.5) * GRAIN);
            buf_i16(out, (int)mkb_floor(p.y * UNIT / GRAIN + 0.5) * GRAIN);
            buf_i16(out, (int)mkb_floor(p.z * UNIT / GRAIN + 0.5) * GRAIN);
            buf_u8(out, turn_byte(mkb_atan2(sqrt(n.x * n.x + n.y * n.y), n.z)));
            buf_u8(out, turn_byte(mkb_atan2(n.y, n.x)));
        }
    }
    free(normals);
    free(points);
}

static void write_surface(const struct md3_out *m, const struct md3_out_surface *s, struct buf *out)
{
    const struct mesh *mesh = s->mesh;
    const int shaders = SURFACE_BYTES;
    const int triangles = shaders + NAME + 4;
    const int st = triangles + mesh->tri_count * 12;
    const int vertices = st + mesh->vert_count * 8;
    buf_bytes(out, "IDP3", 4);
    buf_name(out, s->name, NAME);
    buf_i32(out, 0);
    buf_i32(out, frame_count(m));
    buf_i32(out, 1);
    buf_i32(out, mesh->vert_count);
    buf_i32(out, mesh->tri_count);
    buf_i32(out, triangles);
    buf_i32(out, shaders);
    buf_i32(out, st);
    buf_i32(out, vertices);
    buf_i32(out, vertices + mesh->vert_count * 8 * frame_count(m));
    buf_name(out, s->shader, NAME);
    buf_i32(out, 0);
    for (int i = 0; i < mesh->tri_count; i++) {
        for (int k = 0; k < 3; k++) {
            buf_i32(out, mesh->tris[i][k]);
        }
    }
    for (int i = 0; i < mesh->vert_count; i++) {
        buf_f32(out, mesh->verts[i].s / mesh->skin_width);
        buf_f32(out, mesh->verts[i].t / mesh->skin_height);
    }
    write_vertices(m, mesh, out);
}

void md3_out_write(const struct md3_out *m, struct buf *out)
{
    const int frames = HEAD_BYTES;
    const int tags = frames + frame_count(m) * FRAME_BYTES;
    const int surfaces = tags + frame_count(m) * m->tag_count * TAG_BYTES;
    buf_bytes(out, "IDP3", 4);
    buf_i32(out, VERSION);
    buf_name(out, m->name, NAME);
    buf_i32(out, 0);
    buf_i32(out, frame_count(m));
    buf_i32(out, m->tag_count);
    buf_i32(out, m->surface_count);
    buf_i32(out, 0);
    buf_i32(out, frames);
    buf_i32(out, tags);
    buf_i32(out, surfaces);
    const size_t end = out->size;
    buf_i32(out, 0);
    for (int i = 0; i < frame_count(m); i++) {
        write_frame(m, i, out);
    }
    for (int i = 0; i < frame_count(m); i++) {
        for (int k = 0; k < m->tag_count; k++) {
            write_tag(m, i, &m->tags[k], out);
        }
    }
    for (int k = 0; k < m->surface_count; k++) {
        write_surface(m, &m->surfaces[k], out);
    }
    buf_patch_i32(out, end, (int)out->size);
}
