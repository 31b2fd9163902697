/* Alias models, sprites, the light normals, and the placeholder model. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/quake/alias_normals.h"
#include "assets/quake/placeholder.h"
#include "formats/archives/pak.h"
#include "formats/base/bytes.h"
#include "formats/models/mdl.h"
#include "formats/models/spr.h"
#include "tests/support/real_data.h"

static void put_numbers(struct byte_writer *w, const int *v, int count)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, (uint32_t)v[i]);
    }
}

static void put_floats(struct byte_writer *w, const float *v, int count)
{
    for (int i = 0; i < count; i++) {
        byte_writer_f32(w, v[i]);
    }
}

static void put_pose(struct byte_writer *w, const char *name, uint32_t first)
{
    char padded[16] = {0};
    memcpy(padded, name, strlen(name));
    byte_writer_u32(w, 0x00010203);
    byte_writer_u32(w, 0x00ffffff);
    byte_writer_bytes(w, padded, 16);
    for (uint32_t i = 0; i < 3; i++) {
        byte_writer_u8(w, first + i);
        byte_writer_u8(w, 10 * i);
        byte_writer_u8(w, 2);
        byte_writer_u8(w, i == 2 ? 162 : i); /* the last normal does not exist */
    }
}

/* 2 skins (one a group of 2), 3 vertices, 1 triangle, 2 frames (one a group of 3). */
static struct byte_writer make_mdl(void)
{
    static const float head[10] = {1, 2, 0.5f, -10, 0, 4, 50, 0, 0, 0};
    static const int counts[8] = {2, 4, 2, 3, 1, 2, 1, MDL_ROTATE | MDL_ROCKET};
    static const float skin_times[2] = {0.5f, 1.0f};
    static const int coords[9] = {0, 0, 0, 1, 3, 1, 0, 2, 100000};
    static const int triangle[4] = {1, 0, 1, 2};
    static const float times[3] = {0.1f, 0.25f, 0.5f};
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "IDPO", 4);
    byte_writer_u32(&w, 6);
    put_floats(&w, head, 10);
    put_numbers(&w, counts, 8);
    byte_writer_f32(&w, 12.5f);
    byte_writer_u32(&w, 0);
    byte_writer_bytes(&w, "abcdefgh", 8);
    byte_writer_u32(&w, 1);
    byte_writer_u32(&w, 2);
    put_floats(&w, skin_times, 2);
    byte_writer_bytes(&w, "ijklmnopqrstuvwx", 16);
    put_numbers(&w, coords, 9);
    put_numbers(&w, triangle, 4);
    byte_writer_u32(&w, 0);
    put_pose(&w, "stand1", 1);
    byte_writer_u32(&w, 1);
    byte_writer_u32(&w, 3);
    byte_writer_u32(&w, 0);
    byte_writer_u32(&w, 0x00ffffff);
    put_floats(&w, times, 3);
    put_pose(&w, "a", 50);
    put_pose(&w, "b", 60);
    put_pose(&w, "c", 70);
    return w;
}

static int try_mdl(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    struct mdl m;
    struct format_error err = {0};
    int code = mdl_read(&m, copy, size, &err);
    free(copy);
    if (code < 0) {
        cr_assert(err.what[0] != '\0');
        return code;
    }
    for (uint32_t i = 0; i < m.num_triangles * 3; i++) {
        cr_assert_lt(m.triangles[i / 3].vertices[i % 3], m.num_vertices);
    }
    for (uint32_t i = 0; i < m.num_frames; i++) {
        cr_assert_lt(mdl_group_pose(&m.frames[i], 1e9), m.num_poses);
        cr_assert_leq(m.frames[i].first + m.frames[i].count, m.num_poses);
    }
    for (uint32_t i = 0; i < m.num_skins; i++) {
        cr_assert_lt(mdl_group_pose(&m.skins[i], 12.3), m.num_skin_pictures);
    }
    for (size_t i = 0; i < (size_t)m.num_poses * m.num_vertices; i++) {
        cr_assert_lt(m.poses[i].normal, 162);
    }
    mdl_free(&m);
    return code;
}

Test(mdl, fields)
{
    struct byte_writer w = make_mdl();
    struct mdl m;
    struct format_error err = {0};
    cr_assert_eq(mdl_read(&m, w.data, w.size, &err), FORMAT_OK, "%s", err.what);
    cr_assert_float_eq(m.scale[1], 2, 0);
    cr_assert_float_eq(m.origin[0], -10, 0);
    cr_assert_float_eq(m.radius, 50, 0);
    cr_assert_float_eq(m.size, 12.5, 0);
    cr_assert_eq(m.flags, MDL_ROTATE | MDL_ROCKET);
    cr_assert(m.random_sync);
    cr_assert_eq(m.skin_width, 4);
    cr_assert_eq(m.num_skins, 2);
    cr_assert_eq(m.num_skin_pictures, 3);
    cr_assert_eq(m.skins[1].first, 1);
    cr_assert_eq(m.skins[1].count, 2);
    cr_assert_null(m.skins[0].intervals);
    cr_assert_float_eq(m.skins[1].intervals[1], 1, 0);
    cr_assert_eq(memcmp(m.skin_pixels, "abcdefghijklmnopqrstuvwx", 24), 0);
    cr_assert(m.texcoords[1].on_seam && m.texcoords[1].s == 3 && m.texcoords[1].t == 1);
    cr_assert_eq(m.texcoords[2].t, 32767);
    cr_assert(m.triangles[0].faces_front && m.triangles[0].vertices[2] == 2);
    cr_assert_eq(m.num_frames, 2);
    cr_assert_eq(m.num_poses, 4);
    cr_assert_str_eq(m.pose_names[0], "stand1");
    cr_assert_str_eq(m.pose_names[3], "c");
    cr_assert_eq(m.pose_bounds[1][0].v[0], 3);
    cr_assert_eq(m.poses[3].v[0], 50);
    cr_assert_eq(m.poses[4].normal, 1);
    cr_assert_eq(m.poses[5].normal, 0);
    cr_assert_float_eq(m.mins[0], 1 - 10, 0);
    cr_assert_float_eq(m.maxs[0], 72 - 10, 0);
    cr_assert_float_eq(m.maxs[1], 40, 0);
    cr_assert_float_eq(m.mins[2], 5, 0);
    cr_assert_eq(mdl_group_pose(&m.frames[0], 99), 0);
    cr_assert_eq(mdl_group_pose(&m.frames[1], 0), 1);
    cr_assert_eq(mdl_group_pose(&m.frames[1], 0.11), 2);
    cr_assert_eq(mdl_group_pose(&m.frames[1], 0.3), 3);
    cr_assert_eq(mdl_group_pose(&m.frames[1], 100.12), 2);
    const float *ends = m.frames[1].intervals;
    float share;
    cr_assert_eq(mdl_group_pose_before(&m.frames[1], 0, &share), 3);
    cr_assert_eq(share, 0.0f);
    cr_assert_eq(mdl_group_pose_before(&m.frames[1], (double)(ends[0] + ends[1]) / 2, &share), 1);
    cr_assert_float_eq(share, 0.5f, 1e-4f);
    cr_assert_eq(mdl_group_pose_before(&m.frames[1], (double)ends[2] * 7 - 1e-4, &share), 2);
    cr_assert_float_eq(share, 1.0f, 1e-2f);
    cr_assert_eq(mdl_group_pose_before(&m.frames[0], 5, &share), 0);
    cr_assert_eq(share, 1.0f);
    mdl_free(&m);
    byte_writer_free(&w);
}

static void expect_refusal(size_t at, uint32_t value, const char *words)
{
    struct byte_writer w = make_mdl();
    struct mdl m;
    struct format_error err = {0};
    for (int i = 0; i < 4; i++) {
        w.data[at + (size_t)i] = (uint8_t)(value >> (8 * i));
    }
    cr_assert_lt(mdl_read(&m, w.data, w.size, &err), 0, "%s", words);
    cr_assert(strstr(err.what, words), "\"%s\" in \"%s\"", words, err.what);
    byte_writer_free(&w);
}

Test(mdl, refusals)
{
    expect_refusal(0, 0, "not an alias model");
    expect_refusal(4, 3, "version 3");
    expect_refusal(8, 0x7fc00000, "scale");
    expect_refusal(48, 0, "0 skins");
    expect_refusal(52, 0, "skins of 0");
    expect_refusal(52, 1 << 20, "skins of");
    expect_refusal(56, 16000, "inside its skins");
    expect_refusal(60, 0, "0 vertices");
    expect_refusal(64, 0x7fffffff, "triangles");
    expect_refusal(68, 0xffffffff, "frames");
    expect_refusal(100, 0, "no pictures");
    expect_refusal(104, 0, "interval");
    expect_refusal(164 + 4, 3, "a vertex does not exist in triangle 0");
}

Test(mdl, truncation_and_bit_flips)
{
    struct byte_writer w = make_mdl();
    for (size_t size = 0; size < w.size; size++) {
        cr_assert_lt(try_mdl(w.data, size), 0, "%zu", size);
    }
    for (size_t bit = 0; bit < w.size * 8; bit++) {
        w.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        (void)!try_mdl(w.data, w.size);
        w.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    byte_writer_free(&w);
}

static struct byte_writer make_spr(void)
{
    static const int head[8] = {1, SPR_ORIENTED, 0, 8, 8, 2, 0, 1};
    static const int picture[4] = {-2, 3, 2, 3};
    static const float times[2] = {0.1f, 0.2f};
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "IDSP", 4);
    put_numbers(&w, head, 8);
    byte_writer_u32(&w, 0);
    put_numbers(&w, picture, 4);
    byte_writer_bytes(&w, "abcdef", 6);
    byte_writer_u32(&w, 1);
    byte_writer_u32(&w, 2);
    put_floats(&w, times, 2);
    for (int i = 0; i < 2; i++) {
        put_numbers(&w, picture, 4);
        byte_writer_bytes(&w, i ? "mnopqr" : "ghijkl", 6);
    }
    return w;
}

static int try_spr(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    struct spr s;
    struct format_error err = {0};
    int code = spr_read(&s, copy, size, &err);
    free(copy);
    if (code < 0) {
        cr_assert(err.what[0] != '\0');
        return code;
    }
    unsigned sum = 0;
    for (uint32_t i = 0; i < s.num_frames; i++) {
        uint32_t at = spr_group_picture(&s.frames[i], 3.15);
        cr_assert_lt(at, s.num_pictures);
        const struct spr_picture *p = &s.pictures[at];
        sum += p->pixels[(size_t)p->width * (size_t)p->height - 1];
    }
    cr_expect_neq(sum, UINT32_MAX);
    spr_free(&s);
    return code;
}

Test(spr, fields)
{
    struct byte_writer w = make_spr();
    struct spr s;
    struct format_error err = {0};
    cr_assert_eq(spr_read(&s, w.data, w.size, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(s.orientation, SPR_ORIENTED);
    cr_assert(s.random_sync);
    cr_assert_eq(s.num_frames, 2);
    cr_assert_eq(s.num_pictures, 3);
    cr_assert_eq(s.pictures[0].left, -2);
    cr_assert_eq(s.pictures[0].up, 3);
    cr_assert_eq(memcmp(s.pictures[2].pixels, "mnopqr", 6), 0);
    cr_assert_eq(spr_group_picture(&s.frames[0], 5), 0);
    cr_assert_eq(spr_group_picture(&s.frames[1], 0.05), 1);
    cr_assert_eq(spr_group_picture(&s.frames[1], 0.15), 2);
    spr_free(&s);
    for (size_t size = 0; size < w.size; size++) {
        cr_assert_lt(try_spr(w.data, size), 0, "%zu", size);
    }
    for (size_t bit = 0; bit < w.size * 8; bit++) {
        w.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        (void)!try_spr(w.data, w.size);
        w.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    byte_writer_free(&w);
}

/* All are unit vectors, all different, and with each its mirror images are there too. */
Test(models, light_normals)
{
    for (int i = 0; i < ALIAS_NORMALS; i++) {
        const float *n = alias_normals[i];
        double length =
            (double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] + (double)n[2] * (double)n[2];
        cr_assert_float_eq(length, 1, 2e-6);
        for (int sign = 0; sign < 8; sign++) {
            int found = 0;
            for (int k = 0; k < ALIAS_NORMALS; k++) {
                const float *m = alias_normals[k];
                bool same = true;
                for (int j = 0; j < 3; j++) {
                    float want = sign & 1 << j ? -n[j] : n[j];
                    same = same && want <= m[j] && want >= m[j];
                }
                found += same;
            }
            cr_assert_eq(found, 1, "normal %d", i);
        }
    }
}

/* Orientation of a model's triangles: the sum over all of (normal . direction from the centre)
 * keeps one sign for a closed surface. */
static double sum_orientation(const struct mdl *m)
{
    double sum = 0;
    for (uint32_t i = 0; i < m->num_triangles; i++) {
        double p[3][3];
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 3; j++) {
                double middle = ((double)m->mins[j] + (double)m->maxs[j]) / 2;
                p[k][j] = m->poses[m->triangles[i].vertices[k]].v[j] * (double)m->scale[j] +
                          (double)m->origin[j] - middle;
            }
        }
        for (int j = 0; j < 3; j++) {
            int x = (j + 1) % 3;
            int y = (j + 2) % 3;
            double n = (p[1][x] - p[0][x]) * (p[2][y] - p[0][y]) -
                       (p[1][y] - p[0][y]) * (p[2][x] - p[0][x]);
            sum += n * p[0][j];
        }
    }
    return sum;
}

Test(models, placeholder)
{
    struct mdl m;
    cr_assert_eq(placeholder_make_mdl(&m), FORMAT_OK);
    cr_assert_eq(m.num_triangles, 8);
    cr_assert_float_eq(m.mins[2], -8, 0);
    cr_assert_float_eq(m.maxs[0], 8, 0);
    cr_assert_lt(sum_orientation(&m), 0); /* clockwise from outside, as real ones: see below */
    for (uint32_t v = 0; v < m.num_vertices; v++) {
        for (int j = 0; j < 3; j++) {
            cr_assert_float_eq(alias_normals[m.poses[v].normal][j] * 8, m.poses[v].v[j] - 8, 1e-5);
        }
    }
    mdl_free(&m);
}

/* --- real models ----------------------------------------------------------- */

static void check_real_mdl(const char *name, const uint8_t *data, size_t size, int *outward)
{
    struct mdl m;
    struct format_error err = {0};
    cr_assert_eq(mdl_read(&m, data, size, &err), FORMAT_OK, "%s: %s", name, err.what);
    cr_assert(m.num_vertices >= 3 && m.num_vertices < 4096, "%s", name);
    for (int j = 0; j < 3; j++) {
        cr_assert(m.mins[j] >= -1024 && m.maxs[j] <= 1024 && m.mins[j] <= m.maxs[j], "%s", name);
    }
    for (uint32_t i = 0; i < m.num_vertices; i++) {
        const struct mdl_texcoord *t = &m.texcoords[i];
        cr_assert(t->s >= 0 && t->s < m.skin_width, "%s", name);
        cr_assert(t->t >= 0 && t->t < m.skin_height, "%s", name);
    }
    *outward += sum_orientation(&m) < 0;
    mdl_free(&m);
}

Test(models, real_ones)
{
    struct file_bytes file;
    struct pak pak;
    struct pak_member member;
    int models = 0;
    int outward = 0;
    int sprites = 0;
    real_data_load(&file, "librequake/id1/pak0.pak");
    cr_assert_eq(pak_open_memory(&pak, file.data, file.size, NULL), FORMAT_OK);
    for (uint32_t i = 0; i < pak.num_members; i++) {
        cr_assert_eq(pak_get(&pak, i, &member, NULL), FORMAT_OK);
        const char *dot = strrchr(member.name, '.');
        if (dot && strcmp(dot, ".mdl") == 0) {
            check_real_mdl(member.name, member.data, member.size, &outward);
            models++;
            for (size_t k = 0; member.size < 40000 && k < 200; k++) {
                (void)!try_mdl(member.data, member.size * k / 200);
            }
        } else if (dot && strcmp(dot, ".spr") == 0) {
            cr_assert_eq(try_spr(member.data, member.size), FORMAT_OK, "%s", member.name);
            sprites++;
        }
    }
    cr_assert_eq(models, 82);
    cr_assert_eq(sprites, 4);
    cr_assert_gt(outward, 70, "%d of %d", outward, models);
    platform_free_file(&file);
}
