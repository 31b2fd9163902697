/* Quake III's models: a small one, its damage, and the real ones. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/models/md3.h"
#include "tests/support/quake3/md3_bytes.h"
#include "tests/support/quake3/q3_pack.h"
#include "tests/support/scarce.h"

static int try_md3(struct md3 *m, const uint8_t *data, size_t size, struct format_error *err)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    const int code = md3_read(m, copy, size, err);
    free(copy);
    if (code < 0) {
        cr_assert(err->what[0] != '\0' && err->offset <= size);
        return code;
    }
    for (uint32_t i = 0; i < m->num_surfaces; i++) {
        const struct md3_surface *s = &m->surfaces[i];
        for (uint32_t k = 0; k < s->num_triangles * 3; k++) {
            cr_assert_lt(s->triangles[k / 3][k % 3], s->num_vertices);
        }
    }
    return code;
}

Test(md3, every_part_is_read)
{
    struct md3 m;
    struct format_error err = {0};
    struct byte_writer file = md3_bytes();
    cr_assert_eq(try_md3(&m, file.data, file.size, &err), 0, "%s", err.what);
    byte_writer_free(&file);
    cr_assert(m.num_frames == 2 && m.frames[1].radius == 4 && m.frames[1].origin[2] == 0.5f);
    cr_assert(md3_find_tag(&m, "tag_head") == 0 && md3_find_tag(&m, "tag_foot") == -1);
    cr_assert_eq(m.num_surfaces, 1);
    const struct md3_surface *s = m.surfaces;
    cr_assert_str_eq(s->name, "head");
    cr_assert_str_eq(s->shaders[0], "models/x/Skin.tga");
    cr_assert(s->num_triangles == 1 && s->triangles[0][1] == 2 && s->st[1][0] == 1);
    const struct md3_vertex *v = &s->vertices[3]; /* the second frame's first */
    cr_assert(v->xyz[0] == 3 * MD3_UNIT && v->xyz[1] == -MD3_UNIT && v->xyz[2] == 32);
    cr_assert(v->latitude == 32 && v->longitude == 96);
    md3_free(&m);
    cr_assert_null(m.surfaces);
}

Test(md3, tags_are_interpolated)
{
    struct md3 m;
    struct md3_tag tag;
    struct format_error err;
    struct byte_writer file = md3_bytes();
    cr_assert_eq(try_md3(&m, file.data, file.size, &err), 0);
    byte_writer_free(&file);
    md3_tag_between(&m, 0, 0, 1, 0.25f, &tag);
    cr_assert_eq(tag.origin[2], 6.0f);
    cr_assert_float_eq(tag.axis[0][0], 0.25 / sqrt(0.625), 1e-6, "one unit long");
    md3_tag_between(&m, 0, -5, 99, 1, &tag);
    cr_assert(tag.origin[2] == 0 && tag.axis[0][0] == 1, "kept inside the frames");
    md3_free(&m);
}

Test(md3, counts_out_of_range_are_rejected)
{
    static const struct {
        size_t at;
        uint32_t value;
        const char *what;
    } cases[] = {
        {76, 0, "0 frames: too few or too many"},
        {76, 1025, "1025 frames: too few or too many"},
        {76, 3, "2 frames of a surface: too few or too many"},
        {80, 257, "257 tags: too few or too many"},
        {84, 2, "the file ends inside its surfaces"},
        {92, 700, "the file ends inside its frames"},
        {444 + 80, 0x7fffffff, "2147483647 vertices: too few or too many"},
        {444 + 84, 0x7fffffff, "2147483647 triangles: too few or too many"},
        {444 + 112, 3, "surface head: triangle 0: vertex 3 is out of range"},
        {444 + 100, 0xffffffff, "the file ends inside its vertices"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct md3 m;
        struct format_error err = {0};
        struct byte_writer file = md3_bytes();
        bytes_put_u32(file.data + cases[i].at, cases[i].value);
        cr_assert_lt(try_md3(&m, file.data, file.size, &err), 0, "%zu", i);
        cr_assert_str_eq(err.what, cases[i].what);
        byte_writer_free(&file);
    }
}

/* Offsets that lead back: a small file must neither become a large model nor take long. */
Test(md3, overlapping_parts_are_rejected)
{
    enum { NUM_SURFACES = 84, SURFACE = 444, END = SURFACE + 104, NUM_FRAMES = 76 };
    struct md3 m;
    struct format_error err = {0};
    struct byte_writer file = md3_bytes();
    bytes_put_u32(file.data + NUM_SURFACES, 32);
    bytes_put_u32(file.data + END, 0); /* the next one is the same */
    cr_assert_eq(try_md3(&m, file.data, file.size, &err), FORMAT_BAD);
    cr_assert(strstr(err.what, "overlap other parts"), "%s", err.what);
    byte_writer_free(&file);
    file = md3_bytes();
    bytes_put_u32(file.data + END, 0u - 336); /* far outside */
    bytes_put_u32(file.data + NUM_SURFACES, 2);
    cr_assert_eq(try_md3(&m, file.data, file.size, &err), FORMAT_TRUNCATED, "%s", err.what);
    byte_writer_free(&file);
}

Test(md3, non_finite_numbers_become_zero)
{
    struct md3 m;
    struct format_error err;
    struct byte_writer file = md3_bytes();
    bytes_put_u32(file.data + 108, 0x7fc00000);
    bytes_put_u32(file.data + 220 + 64, 0x7f800000);
    cr_assert_eq(try_md3(&m, file.data, file.size, &err), 0);
    cr_assert(m.frames[0].mins[0] == 0 && m.tags[0].origin[0] == 0);
    md3_free(&m);
    byte_writer_free(&file);
}

Test(md3, truncation_at_every_byte_and_flipped_bits)
{
    struct md3 m;
    struct format_error err;
    struct byte_writer file = md3_bytes();
    for (size_t size = 0; size < file.size; size++) {
        cr_assert_lt(try_md3(&m, file.data, size, &err), 0, "%zu", size);
    }
    for (size_t bit = 0; bit < file.size * 8; bit++) {
        file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (try_md3(&m, file.data, file.size, &err) == FORMAT_OK) {
            md3_free(&m);
        }
        file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    byte_writer_free(&file);
}

Test(md3, memory_is_freed_on_failure)
{
    struct byte_writer file = md3_bytes();
    int code = FORMAT_MEMORY;
    for (uint64_t from = 1; code == FORMAT_MEMORY; from++) {
        struct md3 m;
        cr_assert_lt(from, 50);
        scarce_begin_from(from);
        code = md3_read(&m, file.data, file.size, NULL);
        if (code == FORMAT_OK) {
            md3_free(&m);
        }
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0);
    }
    cr_assert_eq(code, FORMAT_OK);
    byte_writer_free(&file);
}

struct largest {
    uint32_t triangles, vertices, details, shaders;
};

static void check_real(const char *name, const uint8_t *data, size_t size, void *context)
{
    struct largest *most = context;
    struct md3 m;
    struct format_error err = {0};
    uint32_t triangles = 0, vertices = 0;
    cr_assert_eq(md3_read(&m, data, size, &err), 0, "%s: %s", name, err.what);
    for (uint32_t i = 0; i < m.num_surfaces; i++) {
        triangles += m.surfaces[i].num_triangles;
        vertices += m.surfaces[i].num_vertices;
        most->shaders =
            m.surfaces[i].num_shaders > most->shaders ? m.surfaces[i].num_shaders : most->shaders;
    }
    if (triangles > most->triangles) {
        most->triangles = triangles;
        most->vertices = vertices;
    }
    most->details += strstr(name, "_1.md3") || strstr(name, "_2.md3");
    md3_free(&m);
}

Test(md3, real_models)
{
    struct largest most = {0};
    cr_assert_eq(q3_pack_each(".md3", check_real, &most), 201);
    cr_assert_eq(most.triangles, 2478);
    cr_assert_eq(most.vertices, 1917);
    cr_assert_eq(most.details, 39);
    cr_assert_eq(most.shaders, 1);
}
