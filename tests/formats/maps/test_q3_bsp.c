/* Quake III's maps: a small one of every part, its damage, and the real ones. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/q3_waves.h"
#include "formats/maps/q3_bsp.h"
#include "tests/support/quake3/q3_map_bytes.h"
#include "tests/support/quake3/q3_pack.h"
#include "tests/support/scarce.h"

static struct byte_writer small_map(void)
{
    struct q3_map_bytes map;
    q3_map_bytes_fill(&map);
    return q3_map_bytes_finish(&map);
}

/* Reads from a block of exactly that size, and asks of it what a user may. */
static int try_map(struct q3_bsp *bsp, const uint8_t *data, size_t size)
{
    struct format_error err = {0};
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    const int code = q3_bsp_read(bsp, copy, size, &err);
    free(copy);
    if (code < 0) {
        cr_assert(err.what[0] != '\0' && err.offset <= size, "%s", err.what);
        return code;
    }
    const float points[2][3] = {{10, 10, 10}, {-10, -10, -10}};
    struct q3_waves waves;
    struct q3_light light;
    q3_waves_make(&waves);
    for (int i = 0; i < 2; i++) {
        cr_assert_lt(q3_bsp_point_leaf(bsp, points[i]), bsp->num_leafs);
        q3_bsp_point_contents(bsp, points[i], UINT32_MAX);
        q3_bsp_light(bsp, &waves, points[i], &light);
    }
    for (uint32_t i = 0; i < bsp->num_surfaces; i++) {
        const struct q3_bsp_surface *s = &bsp->surfaces[i];
        cr_assert(s->kind == Q3_SURFACE_NOTHING || s->shader < bsp->num_shaders);
        for (uint32_t k = 0; s->kind != Q3_SURFACE_NOTHING && k < s->num_indexes; k++) {
            cr_assert_lt(bsp->indexes[s->first_index + k], s->num_vertices);
        }
    }
    return code;
}

static void read_map(struct q3_bsp *bsp, struct byte_writer *file)
{
    const int code = try_map(bsp, file->data, file->size);
    byte_writer_free(file);
    cr_assert_eq(code, FORMAT_OK);
}

Test(q3_bsp, every_part_is_read)
{
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    read_map(&bsp, &file);
    cr_assert_eq(bsp.num_damages, 0, "%s", bsp.damage.what);
    cr_assert_str_eq(bsp.shaders[1].name, "textures/fog");
    cr_assert_eq(bsp.shaders[1].content_flags, Q3_CONTENTS_FOG);
    cr_assert_eq(bsp.num_areas, 2);
    cr_assert_eq(bsp.nodes[0].parent, -1);
    cr_assert_eq(bsp.leafs[1].parent, 0);
    const struct q3_bsp_surface *s = bsp.surfaces;
    cr_assert(s[0].kind == Q3_SURFACE_PLANAR && s[0].fog == 0 && s[0].lightmap == 0);
    cr_assert(s[0].plane.normal[2] == 1 && s[0].plane.dist == 8, "of its vectors and first vertex");
    cr_assert(s[0].maxs[0] == 64 && s[0].mins[2] == 8);
    cr_assert(s[1].kind == Q3_SURFACE_PATCH && s[1].patch_width == 3 &&
              s[1].lod_bounds[1][0] == 64);
    cr_assert(s[2].kind == Q3_SURFACE_SOUP && s[2].lightmap == Q3_LIGHT_VERTEX);
    cr_assert_eq(s[3].kind, Q3_SURFACE_FLARE);
    cr_assert(bsp.vertices[1].xyz[1] == 64 && bsp.vertices[1].st[1] == 1);
    cr_assert(bsp.vertices[1].light_st[1] == 0.75f && bsp.vertices[1].color[3] == 40);
    cr_assert_eq(bsp.lightmaps[2], 80);
    q3_bsp_free(&bsp);
    cr_assert_null(bsp.surfaces);
}

Test(q3_bsp, fog_is_a_box_with_a_surface)
{
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    read_map(&bsp, &file);
    const struct q3_bsp_fog *fog = &bsp.fogs[0];
    cr_assert(fog->has_surface && fog->surface.normal[2] == 1 && fog->surface.dist == -64);
    cr_assert(fog->mins[0] == -128 && fog->maxs[1] == 128 && fog->maxs[2] == -64);
    const float inside[3] = {5, 5, -100}, above[3] = {5, 5, 0};
    cr_assert_eq(q3_bsp_point_contents(&bsp, inside, UINT32_MAX), Q3_CONTENTS_FOG);
    cr_assert_eq(q3_bsp_point_contents(&bsp, inside, Q3_CONTENTS_WATER), 0);
    cr_assert_eq(q3_bsp_point_contents(&bsp, above, UINT32_MAX), 0);
    q3_bsp_free(&bsp);
}

Test(q3_bsp, visibility_by_clusters)
{
    const float front[3] = {1, 0, 0}, back[3] = {0, 0, 0};
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    read_map(&bsp, &file);
    cr_assert_eq(q3_bsp_point_leaf(&bsp, front), 0);
    cr_assert_eq(q3_bsp_point_leaf(&bsp, back), 1, "on the plane is behind it");
    cr_assert(q3_bsp_sees(&bsp, 0, 1) && !q3_bsp_sees(&bsp, 1, 0) && q3_bsp_sees(&bsp, 1, 1));
    cr_assert(q3_bsp_sees(&bsp, -1, 0) && !q3_bsp_sees(&bsp, -1, -1));
    cr_assert(!q3_bsp_sees(&bsp, 0, 2), "no such cluster");
    cr_assert_null(q3_bsp_visibility_row(&bsp, 2));
    q3_bsp_free(&bsp);
}

Test(q3_bsp, brightened_light_keeps_its_hue)
{
    static const uint8_t in[4][3] = {{10, 20, 30}, {64, 32, 16}, {200, 100, 50}, {63, 63, 64}};
    static const uint8_t out[4][3] = {
        {40, 80, 120}, {255, 127, 63}, {255, 127, 63}, {251, 251, 255}};
    for (int i = 0; i < 4; i++) {
        uint8_t c[3] = {in[i][0], in[i][1], in[i][2]};
        q3_light_shift(c, 2);
        cr_assert_arr_eq(c, out[i], 3, "%d", i);
    }
    uint8_t half[3] = {200, 100, 50};
    q3_light_shift(half, 1);
    cr_assert_arr_eq(half, out[2], 3);
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    read_map(&bsp, &file);
    q3_bsp_brighten(&bsp, 2);
    cr_assert(bsp.lightmaps[1] == 127 && bsp.lightmaps[2] == 255);
    cr_assert(bsp.vertices[0].color[0] == 40 && bsp.vertices[0].color[3] == 40, "alpha stays");
    cr_assert(bsp.grid.samples[8] == 40 && bsp.grid.samples[3] == 182);
    q3_bsp_free(&bsp);
}

Test(q3_bsp, light_grid_ignores_samples_inside_walls)
{
    const float middle[3] = {64, 0, 0}, corner[3] = {-64, -64, 0}, outside[3] = {1e9f, 0, 0};
    struct q3_waves waves;
    struct q3_light light;
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    q3_waves_make(&waves);
    read_map(&bsp, &file);
    cr_assert(bsp.grid.counts[0] == 3 && bsp.grid.counts[1] == 3 && bsp.grid.counts[2] == 1);
    cr_assert(bsp.grid.origin[0] == -128 && bsp.grid.origin[2] == 0);
    cr_assert(q3_bsp_light(&bsp, &waves, middle, &light));
    cr_assert_float_eq(light.ambient[0], 45.0f * 0.6f, 1e-4); /* between samples 4 and 5 */
    cr_assert_float_eq(light.directed[2], 70.0f, 1e-4);
    cr_assert_float_eq(light.direction[2], 1.0f, 1e-5);
    /* Of samples 0, 1, 3 and 4 the first is black (in a wall): the other three are weighted to 1.
     */
    memset(bsp.grid.samples, 0, 6);
    cr_assert(q3_bsp_light(&bsp, &waves, corner, &light));
    cr_assert_float_eq(light.ambient[0], 80.0f / 3.0f * 0.6f, 1e-4);
    cr_assert_float_eq(light.directed[0], 50.0f, 1e-4);
    bsp.grid.samples[3] = 90; /* with directed light alone it does not count */
    cr_assert(q3_bsp_light(&bsp, &waves, corner, &light));
    cr_assert_float_eq(light.ambient[0], 80.0f / 3.0f * 0.6f, 1e-4);
    cr_assert_float_eq(light.directed[0], 50.0f, 1e-4);
    bsp.grid.samples[2] = 4; /* with a little blue, it does */
    cr_assert(q3_bsp_light(&bsp, &waves, corner, &light));
    cr_assert_float_eq(light.ambient[0], 80.0f / 4.0f * 0.6f, 1e-4);
    cr_assert_float_eq(light.directed[0], (3 * 50.0f + 90.0f) / 4.0f, 1e-4);
    cr_assert(q3_bsp_light(&bsp, &waves, outside, &light) && isfinite(light.ambient[0]));
    q3_bsp_free(&bsp);
    cr_assert_not(q3_bsp_light(&bsp, &waves, middle, &light));
}

Test(q3_bsp, worldspawn_is_the_first_entity)
{
    char key[16], value[8];
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    read_map(&bsp, &file);
    const char *at = bsp.entities;
    cr_assert(q3_worldspawn_next(&at, key, sizeof(key), value, sizeof(value)));
    cr_assert_str_eq(key, "classname");
    cr_assert_str_eq(value, "worldsp", "what is longer is cut");
    cr_assert(q3_worldspawn_next(&at, key, sizeof(key), value, sizeof(value)));
    cr_assert_str_eq(key, "gridsize");
    cr_assert_not(q3_worldspawn_next(&at, key, sizeof(key), value, sizeof(value)));
    q3_bsp_free(&bsp);
}

/* One number of a lump's record changed. */
static struct byte_writer changed_map(int lump, size_t at, uint32_t value)
{
    struct q3_map_bytes map;
    q3_map_bytes_fill(&map);
    cr_assert_leq(at + 4, map.lumps[lump].size);
    bytes_put_u32(map.lumps[lump].data + at, value);
    return q3_map_bytes_finish(&map);
}

Test(q3_bsp, defects_of_one_element_leave_the_others)
{
    enum { SURFACE = 104 };
    const struct {
        int lump;
        size_t at;
        uint32_t value;
        const char *what;
    } cases[] = {
        {4, 0, 2, "leaf 0: cluster 2 is out of range"},
        {4, 4, 256, "leaf 0: area 256 is out of range"},
        {7, 0, 0x7fc00000, "model 0: its box is out of range"},
        {10, 8, 0x7f800000, "vertex 0: a coordinate is out of range"},
        {11, 4, 4, "surface 0: an index is out of range"},
        {12, 64, 1, "fog 0: brush 1 is missing or has fewer than six sides"},
        {12, 68, 6, "fog 0: side 6 is out of range"},
        {13, 0, 2, "surface 0: its type or shader is unknown"},
        {13, 4, 1, "surface 0: the fog is out of range"},
        {13, 8, 5, "surface 0: its type or shader is unknown"},
        {13, 16, 14, "surface 0: a vertex or index is out of range"},
        {13, SURFACE + 96, 4, "surface 1: no patch has as many points a side"},
        {13, SURFACE + 96, 33, "surface 1: no patch has as many points a side"},
        {13, SURFACE + 100, 5, "surface 1: it has fewer vertices than its patch"},
        {16, 0, 9, "visibility: 9 rows of 1 bytes exceed the lump"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct q3_bsp bsp;
        struct byte_writer file = changed_map(cases[i].lump, cases[i].at, cases[i].value);
        read_map(&bsp, &file);
        cr_assert_geq(bsp.num_damages, 1);
        cr_assert_str_eq(bsp.damage.what, cases[i].what);
        cr_assert_eq(bsp.num_surfaces, 4);
        q3_bsp_free(&bsp);
    }
}

Test(q3_bsp, broken_trees_are_rejected)
{
    const struct {
        int lump;
        size_t at;
        uint32_t value;
        const char *what;
    } cases[] = {
        {2, 4, 0x7fc00000, "plane 0: the normal is not a unit vector"},
        {2, 12, 0x7f800000, "plane 0: the distance is out of range"},
        {3, 0, 8, "node 0: plane 8 is out of range"},
        {3, 4, (uint32_t)-3, "node 0: child -3 is out of range"},
        {3, 4, 0, "node 0: child 0 has another parent"},
        {4, 36, 5, "leaf 0: leaf surface 0 is out of range"},
        {5, 0, 4, "leaf surface 0: number 4 is out of range"},
        {6, 4, 1, "leaf brush 1: number 1 is out of range"},
        {7, 28, 5, "model 0: surface 0 is out of range"},
        {8, 4, 7, "brush 0: side 0 is out of range"},
        {9, 0, 8, "brush side 0: plane 8 is out of range"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct q3_bsp bsp;
        struct format_error err;
        size_t at = cases[i].at;
        if (cases[i].lump == 7) {
            at = 28; /* numSurfaces */
        }
        struct byte_writer file = changed_map(cases[i].lump, at, cases[i].value);
        cr_assert_eq(q3_bsp_read(&bsp, file.data, file.size, &err), FORMAT_BAD, "%zu", i);
        cr_assert_str_eq(err.what, cases[i].what);
        byte_writer_free(&file);
    }
}

Test(q3_bsp, missing_lightmaps)
{
    const struct {
        uint32_t value;
        int32_t lightmap;
    } cases[] = {
        {0, 0},
        {1, Q3_LIGHT_WHITE}, /* the map has one lightmap; for one the original assumes two */
        {2, Q3_LIGHT_VERTEX},
        {(uint32_t)-1, Q3_LIGHT_NONE},
        {(uint32_t)-3, Q3_LIGHT_VERTEX},
        {(uint32_t)-5, Q3_LIGHT_VERTEX}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct q3_bsp bsp;
        struct byte_writer file = changed_map(13, 28, cases[i].value);
        read_map(&bsp, &file);
        cr_assert_eq(bsp.surfaces[0].lightmap, cases[i].lightmap, "%zu", i);
        q3_bsp_free(&bsp);
    }
}

/* A small file must not become a large map by naming the same bytes again and again. */
Test(q3_bsp, overlap_is_bounded)
{
    enum { HEADS = 8, SURFACES = 13, MANY = 10000 };
    struct q3_bsp bsp;
    struct format_error err = {0};
    struct byte_writer file = small_map();
    const uint32_t pixels = bytes_u32(file.data + HEADS + 14 * 8);
    for (int lump = 0; lump < Q3_MAP_LUMPS; lump++) {
        bytes_put_u32(file.data + HEADS + lump * 8, pixels);
        bytes_put_u32(file.data + HEADS + lump * 8 + 4, lump == 14 ? 49152 : 0);
    }
    cr_assert_lt(q3_bsp_read(&bsp, file.data, file.size, &err), 0, "nothing but pixels");
    bytes_put_u32(file.data + HEADS + 0 * 8 + 4, 49152);  /* entities, */
    bytes_put_u32(file.data + HEADS + 15 * 8 + 4, 49152); /* light grid, */
    cr_assert_eq(q3_bsp_read(&bsp, file.data, file.size, &err), FORMAT_BAD);
    cr_assert_str_eq(err.what, "lumps overlap");
    byte_writer_free(&file);

    struct q3_map_bytes map;
    q3_map_bytes_fill(&map);
    for (uint32_t i = 0; i < MANY; i++) { /* vertices, then surfaces of all of them */
        q3_map_vertex(&map.lumps[10], 0, 0, 0);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        const int32_t head[8] = {0, -1, 3, 0, MANY, 0, 6, 0};
        q3_map_surface(&map.lumps[SURFACES], head, 0, 0);
    }
    file = q3_map_bytes_finish(&map);
    cr_assert_eq(q3_bsp_read(&bsp, file.data, file.size, &err), FORMAT_BAD);
    cr_assert(strstr(err.what, "surfaces overlap"), "%s", err.what);
    byte_writer_free(&file);
}

/* Whatever number is none, all that is left of the map is finite. */
Test(q3_bsp, non_finite_vertices)
{
    enum { VERTEX = 44, NUMBERS = 10 };
    static const uint32_t none[3] = {0x7fc00000, 0x7f800000, 0xff800000};
    for (size_t at = 0; at < 13 * NUMBERS; at++) {
        struct q3_bsp bsp;
        struct byte_writer file =
            changed_map(10, at / NUMBERS * VERTEX + at % NUMBERS * 4, none[at % 3]);
        read_map(&bsp, &file);
        cr_assert_eq(bsp.num_damages > 0, at % NUMBERS < 3, "%zu: places alone are missed", at);
        for (uint32_t i = 0; i < bsp.num_vertices; i++) {
            const struct q3_bsp_vertex *v = &bsp.vertices[i];
            for (int k = 0; k < 3; k++) {
                cr_assert(isfinite(v->xyz[k]) && isfinite(v->normal[k]), "%zu", at);
            }
            for (int k = 0; k < 2; k++) {
                cr_assert(isfinite(v->st[k]) && isfinite(v->light_st[k]), "%zu", at);
            }
        }
        q3_bsp_free(&bsp);
    }
}

Test(q3_bsp, version_47_is_the_same)
{
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    file.data[4] = 47;
    read_map(&bsp, &file);
    cr_assert(bsp.version == Q3_BSP_VERSION_LIVE && bsp.num_surfaces == 4);
    q3_bsp_free(&bsp);
    file = small_map();
    file.data[4] = 48;
    cr_assert_eq(try_map(&bsp, file.data, file.size), FORMAT_UNKNOWN);
    byte_writer_free(&file);
}

Test(q3_bsp, truncation_at_every_byte_and_flipped_bits)
{
    struct q3_bsp bsp;
    struct byte_writer file = small_map();
    const uint32_t lightmap = bytes_u32(file.data + 8 + 14 * 8), after = lightmap + 49152;
    const size_t last = 8 + 16 * 8,
                 end = bytes_u32(file.data + last) + bytes_u32(file.data + last + 4);
    for (size_t size = 0; size < end; size++) {
        if (size > lightmap + 2 && size < after - 2) {
            continue; /* cuts inside the lightmap's pixels are all alike */
        }
        cr_assert_lt(try_map(&bsp, file.data, size), 0, "%zu", size);
    }
    for (size_t bit = 0; bit < file.size * 8;
         bit += bit < lightmap * 8 || bit > after * 8 ? 1 : 999) {
        file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (try_map(&bsp, file.data, file.size) == FORMAT_OK) {
            q3_bsp_free(&bsp);
        }
        file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    byte_writer_free(&file);
}

Test(q3_bsp, memory_is_freed_on_failure)
{
    struct byte_writer file = small_map();
    int code = FORMAT_MEMORY;
    for (uint64_t from = 1; code == FORMAT_MEMORY; from++) {
        struct q3_bsp bsp;
        cr_assert_lt(from, 100);
        scarce_begin_from(from);
        code = q3_bsp_read(&bsp, file.data, file.size, NULL);
        if (code == FORMAT_OK) {
            q3_bsp_free(&bsp);
        }
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0);
    }
    cr_assert_eq(code, FORMAT_OK);
    byte_writer_free(&file);
}

struct real_map {
    const char *name;
    uint32_t kinds[5]; /* nothing, planar, patch, soup, flare */
    uint32_t lightmaps, vertices, indexes, leafs, clusters, areas;
    int32_t grid[3];
    uint32_t black; /* share of the grid's samples in hundredths */
};

static void check_real(const char *name, const uint8_t *data, size_t size, void *context)
{
    static const struct real_map maps[] = {
        {"maps/oa_dm1.bsp", {0, 882, 0, 10, 10}, 14, 8284, 7842, 1123, 422, 1, {30, 19, 5}, 54},
        {"maps/aggressor.bsp", {0, 964, 0, 0, 66}, 3, 5614, 3591, 1002, 402, 1, {23, 24, 7}, 73},
        {"maps/oa_dm3.bsp", {0, 1810, 182, 0, 0}, 14, 13963, 9738, 2094, 911, 5, {49, 44, 11}, 82},
        {"maps/oa_ctf4ish.bsp",
         {28, 859, 0, 0, 106}, /* all its patches are "nodraw" */
         6,
         6635,
         6927,
         1283,
         738,
         3,
         {113, 81, 29},
         21},
    };
    const struct real_map *want = maps;
    struct q3_bsp bsp;
    struct format_error err = {0};
    uint32_t kinds[5] = {0}, black = 0;
    (void)context;
    while (strcmp(want->name, name) != 0) {
        cr_assert_lt(++want, maps + 4, "%s", name);
    }
    cr_assert_eq(q3_bsp_read(&bsp, data, size, &err), 0, "%s: %s", name, err.what);
    cr_assert_eq(bsp.num_damages, 0, "%s: %s", name, bsp.damage.what);
    for (uint32_t i = 0; i < bsp.num_surfaces; i++) {
        kinds[bsp.surfaces[i].kind]++;
    }
    cr_assert_arr_eq(kinds, want->kinds, sizeof(kinds), "%s: %u %u %u %u %u", name, kinds[0],
                     kinds[1], kinds[2], kinds[3], kinds[4]);
    cr_assert_eq(bsp.num_lightmaps, want->lightmaps);
    cr_assert(bsp.num_vertices == want->vertices && bsp.num_indexes == want->indexes);
    cr_assert(bsp.num_leafs == want->leafs && bsp.num_clusters == want->clusters);
    cr_assert_eq(bsp.num_areas, want->areas);
    cr_assert_arr_eq(bsp.grid.counts, want->grid, sizeof(want->grid));
    const uint32_t samples = (uint32_t)(want->grid[0] * want->grid[1] * want->grid[2]);
    for (uint32_t i = 0; i < samples; i++) {
        const uint8_t *s = bsp.grid.samples + (size_t)i * Q3_GRID_SAMPLE;
        black += s[0] + s[1] + s[2] == 0;
    }
    cr_assert_eq((black * 100 + samples / 2) / samples, want->black, "%s: %u", name, black);
    q3_bsp_free(&bsp);
}

Test(q3_bsp, real_maps_have_known_counts)
{
    cr_assert_eq(q3_pack_each(".bsp", check_real, NULL), 4);
}

Test(q3_bsp, lightmap_coordinates_may_be_nan)
{
    struct q3_bsp bsp;
    struct byte_writer file = changed_map(10, 20, 0x7fc00000);
    read_map(&bsp, &file);
    cr_assert(bsp.num_damages == 0 && bsp.vertices[0].light_st[0] == 0);
    q3_bsp_free(&bsp);
}
