/* The BSP reader: a small map built here, and damage of every kind. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp.h"
#include "tests/formats/maps/bsp_use.h"
#include "tests/support/maps/small_map.h"

static const uint32_t versions[] = {BSP_VERSION_29, BSP_VERSION_2PSB, BSP_VERSION_2};

static int read_map(struct small_map *m, struct bsp *bsp, struct format_error *err)
{
    struct byte_writer file = small_map_pack(m);
    int code = bsp_read(bsp, file.data, file.size, err);
    byte_writer_free(&file);
    return code;
}

static void check_fields(uint32_t version)
{
    struct small_map m = small_map_make(version);
    struct bsp b;
    struct format_error err = {0};
    cr_assert_eq(read_map(&m, &b, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    cr_assert_eq(b.num_faces, 1);
    cr_assert_eq(b.num_leafs, 3);
    cr_assert_eq(b.nodes[0].children[0], -2);
    cr_assert_eq(b.nodes[0].parent, -1);
    cr_assert_eq(b.leafs[1].parent, 0);
    cr_assert_eq(b.leafs[0].parent, -1);
    for (uint32_t i = 0; i < b.num_leafs; i++) {
        for (int j = 0; j < BSP_AMBIENTS; j++) {
            cr_assert_eq(b.leafs[i].ambients[j], 200 + 10 * j - b.leafs[i].contents, "%u", i);
        }
    }
    cr_assert_float_eq(b.nodes[0].mins[2], -64, 0);
    cr_assert_str_eq(b.textures[0].name, "wall");
    cr_assert_eq(b.textures[0].mips[3][0], 337 & 255);
    cr_assert_str_eq(b.entities, "{\n\"classname\" \"worldspawn\"\n}\n");
    /* s = y + 8: 8..72 -> 0..80; t = -z / 2: -32..0 */
    cr_assert_eq(b.faces[0].texture_mins[0], 0);
    cr_assert_eq(b.faces[0].extents[0], 80);
    cr_assert_eq(b.faces[0].texture_mins[1], -32);
    cr_assert_eq(b.faces[0].extents[1], 32);
    cr_assert_eq(b.faces[0].light_offset, 2);
    cr_assert_eq(b.faces[0].styles[1], 5);
    cr_assert_float_eq(b.texinfo[0].mip_adjust, 2, 0);
    cr_assert_float_eq(b.submodels[0].mins[0], -65, 0);
    cr_assert_float_eq(b.submodels[0].maxs[2], 97, 0);
    cr_assert_float_eq(b.submodels[0].radius, sqrt(65.0 * 65 * 2 + 97.0 * 97), 0.001);
    cr_assert_eq(b.submodels[0].head_node[2], CONTENTS_SOLID);
    cr_assert_eq(b.clipnodes[0].children[1], CONTENTS_SOLID);
    const float front[3] = {5, 0, 0};
    const float on[3] = {0, 0, 0};
    cr_assert_eq(bsp_point_leaf(&b, 0, front), 1);
    cr_assert_eq(bsp_point_leaf(&b, 0, on), 2);
    cr_assert_eq(bsp_point_leaf(&b, 1, front), 0);
    uint8_t seen[1];
    cr_assert_eq(bsp_visibility_bytes(&b), 1);
    bsp_leaf_visibility(&b, 1, seen);
    cr_assert_eq(seen[0], 1);
    bsp_leaf_visibility(&b, 2, seen);
    cr_assert_eq(seen[0], 0);
    bsp_leaf_visibility(&b, 0, seen);
    cr_assert_eq(seen[0], 3);
    bsp_use(&b);
    bsp_free(&b);
}

Test(bsp, fields)
{
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        check_fields(versions[i]);
    }
}

/* Overwrites bytes of a lump with a little-endian value; the refusal has to name the place. */
static void expect_refusal_of(uint32_t version, int lump, size_t at, int width, uint32_t value,
                              const char *words)
{
    struct small_map m = small_map_make(version);
    for (int i = 0; i < width; i++) {
        m.lumps[lump].data[at + (size_t)i] = (uint8_t)(value >> (8 * i));
    }
    struct bsp b;
    struct format_error err = {0};
    cr_assert_eq(read_map(&m, &b, &err), FORMAT_BAD, "%s", words);
    cr_assert(strstr(err.what, words), "\"%s\" in \"%s\"", words, err.what);
    cr_assert_gt(err.offset, 0);
}

static void expect_refusal(int lump, size_t at, int width, uint32_t value, const char *words)
{
    expect_refusal_of(BSP_VERSION_29, lump, at, width, value, words);
}

/* 32-bit indices that no 16-bit one could be, and where the two kinds of boxes put them. */
Test(bsp, bad_wide_indices_are_named)
{
    for (size_t i = 1; i < sizeof(versions) / sizeof(versions[0]); i++) {
        uint32_t v = versions[i];
        size_t box = v == BSP_VERSION_2 ? 24 : 12;
        expect_refusal_of(v, MAP_EDGES, 12, 4, 65536, "edge 1: vertex 65536");
        expect_refusal_of(v, MAP_FACES, 0, 4, 0x80000000, "face 0: plane 2147483648");
        expect_refusal_of(v, MAP_FACES, 12, 4, 0xffffffff, "face 0: surfedge 0");
        expect_refusal_of(v, MAP_FACES, 16, 4, 65536, "face 0: texinfo 65536");
        expect_refusal_of(v, MAP_MARKS, 0, 4, 65536, "mark surface 0: face 65536");
        expect_refusal_of(v, MAP_NODES, 4, 4, 0x7fffffff, "node 0: child 2147483647");
        expect_refusal_of(v, MAP_NODES, 8, 4, 0x80000000, "node 0: child -2147483648");
        expect_refusal_of(v, MAP_NODES, 12 + box + 4, 4, 65536 + 1, "node 0: face");
        expect_refusal_of(v, MAP_LEAFS, 20 + box + 8 + box + 4, 4, 65536 + 1,
                          "leaf 1: mark surface");
        expect_refusal_of(v, MAP_CLIPNODES, 4, 4, 1, "clipnode 0: child 1");
    }
}

Test(bsp, bad_indices_are_named)
{
    expect_refusal(MAP_PLANES, 16, 4, 6, "plane 0: type");
    expect_refusal(MAP_PLANES, 0, 4, 0x7fc00000, "plane 0: the normal");
    expect_refusal(MAP_VERTICES, 12, 4, 0x7f800000, "vertex 1");
    expect_refusal(MAP_EDGES, 6, 2, 4, "edge 1: vertex 4");
    expect_refusal(MAP_SURFEDGES, 4, 4, 5, "surfedge 1: edge 5");
    expect_refusal(MAP_SURFEDGES, 4, 4, 0x80000000, "surfedge 1: edge");
    expect_refusal(MAP_FACES, 0, 2, 1, "face 0: plane 1");
    expect_refusal(MAP_FACES, 4, 4, 1, "face 0: surfedge 1");
    expect_refusal(MAP_FACES, 10, 2, 1, "face 0: texinfo 1");
    expect_refusal(MAP_MARKS, 0, 2, 1, "mark surface 0: face 1");
    expect_refusal(MAP_NODES, 0, 4, 1, "node 0: plane 1");
    expect_refusal(MAP_NODES, 4, 2, 1, "node 0: child");
    expect_refusal(MAP_NODES, 4, 2, 0xfffc, "node 0: child -4");
    expect_refusal(MAP_NODES, 22, 2, 2, "node 0: face");
    expect_refusal(MAP_LEAFS, 28 + 22, 2, 2, "leaf 1: mark surface");
    expect_refusal(MAP_CLIPNODES, 4, 2, 7, "clipnode 0: child 7");
    expect_refusal(MAP_MODELS, 36, 4, 1, "model 0: head node 1");
    expect_refusal(MAP_MODELS, 60, 4, 2, "model 0: face 0");
    expect_refusal(MAP_TEXTURES, 0, 4, 4000000, "lump textures");
}

Test(bsp, cyclic_graphs_are_rejected)
{
    struct bsp b;
    struct format_error err = {0};
    expect_refusal(MAP_NODES, 4, 2, 0, "has another parent"); /* its own child */
    expect_refusal(MAP_CLIPNODES, 6, 2, 0, "leads back");
    struct small_map shared = small_map_make(BSP_VERSION_29);
    shared.lumps[MAP_NODES].size = 0;
    small_map_node(&shared, 0, 1, 1);
    small_map_node(&shared, 0, -1, -1);
    cr_assert_eq(read_map(&shared, &b, &err), FORMAT_BAD);
    struct small_map deep = small_map_make(BSP_VERSION_2);
    deep.lumps[MAP_NODES].size = 0;
    for (int i = 0; i < 100000; i++) {
        small_map_node(&deep, 0, i == 99999 ? -1 : i + 1, -1);
    }
    cr_assert_eq(read_map(&deep, &b, &err), FORMAT_BAD);
    cr_assert(strstr(err.what, "too deep"));
    /* Hulls may share their parts. */
    struct small_map clip = small_map_make(BSP_VERSION_29);
    clip.lumps[MAP_CLIPNODES].size = 0;
    for (uint32_t i = 0; i < 200; i++) {
        small_map_u32(&clip, MAP_CLIPNODES, 0);
        small_map_index(&clip, MAP_CLIPNODES, i == 199 ? 65535 : i + 1);
        small_map_index(&clip, MAP_CLIPNODES, i == 199 ? 65535 : i + 1);
    }
    cr_assert_eq(read_map(&clip, &b, &err), FORMAT_OK, "%s", err.what);
    bsp_free(&b);
}

/* 16-bit indices above 32767 mean themselves, not negative numbers. */
Test(bsp, large_indices)
{
    struct small_map m = small_map_make(BSP_VERSION_29);
    struct bsp b;
    struct format_error err = {0};
    m.lumps[MAP_CLIPNODES].size = 0;
    for (uint32_t i = 0; i < 40000; i++) {
        small_map_u32(&m, MAP_CLIPNODES, 0);
        small_map_index(&m, MAP_CLIPNODES, i == 39999 ? 65535 : 39999);
        small_map_index(&m, MAP_CLIPNODES, 65534);
    }
    cr_assert_eq(read_map(&m, &b, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(b.clipnodes[0].children[0], 39999);
    cr_assert_eq(b.clipnodes[0].children[1], CONTENTS_SOLID);
    bsp_free(&b);
    struct small_map most =
        small_map_make(BSP_VERSION_29); /* the highest fifteen are contents all the same */
    most.lumps[MAP_CLIPNODES].size = 0;
    for (uint32_t i = 0; i < 65530; i++) {
        small_map_u32(&most, MAP_CLIPNODES, 0);
        small_map_index(&most, MAP_CLIPNODES, i < 65520 ? 65520 : 65521);
        small_map_index(&most, MAP_CLIPNODES, 65534);
    }
    cr_assert_eq(read_map(&most, &b, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(b.clipnodes[0].children[0], 65520);
    cr_assert_eq(b.clipnodes[65520].children[0], -15);
    cr_assert_eq(b.clipnodes[0].children[1], CONTENTS_SOLID);
    bsp_free(&b);
}

/* A map with `count` elements in each lump except nodes and leafs; the nodes form a balanced tree.
 */
static struct small_map make_large_map(uint32_t version, uint32_t count, uint32_t nodes,
                                       uint32_t leafs)
{
    static const float corners[4][3] = {{0, 0, 0}, {0, 0, 64}, {0, 64, 64}, {0, 64, 0}};
    static const float vecs[8] = {0, 1, 0, 0, 0, 0, 1, 0};
    struct small_map m = small_map_make(version);
    static const int emptied[] = {MAP_PLANES, MAP_TEXINFO, MAP_VERTICES, MAP_EDGES, MAP_SURFEDGES,
                                  MAP_FACES,  MAP_LIGHT,   MAP_MARKS,    MAP_NODES, MAP_LEAFS};
    for (size_t i = 0; i < sizeof(emptied) / sizeof(emptied[0]); i++) {
        m.lumps[emptied[i]].size = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        const float plane[4] = {1, 0, 0, (float)i};
        small_map_floats(&m, MAP_PLANES, plane, 4);
        small_map_u32(&m, MAP_PLANES, 0);
        small_map_floats(&m, MAP_TEXINFO, vecs, 8);
        small_map_u32(&m, MAP_TEXINFO, 0);
        small_map_u32(&m, MAP_TEXINFO, 0);
        small_map_floats(&m, MAP_VERTICES, corners[i % 4], 3);
        small_map_index(&m, MAP_EDGES, i);
        small_map_index(&m, MAP_EDGES, (i + 1) % count);
        small_map_u32(&m, MAP_SURFEDGES, i);
        small_map_index(&m, MAP_FACES, i);
        small_map_index(&m, MAP_FACES, 0);
        small_map_u32(&m, MAP_FACES, i / 4 * 4);
        small_map_index(&m, MAP_FACES, 4);
        small_map_index(&m, MAP_FACES, i);
        small_map_u32(&m, MAP_FACES, 0xffffffff);
        small_map_u32(&m, MAP_FACES, 0xffffffff);
        small_map_index(&m, MAP_MARKS, count - 1 - i);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t child = 2 * i + 1;
        small_map_node(&m, i, child < nodes ? (int)child : -2 - (int)(child % (leafs - 1)),
                       child + 1 < nodes ? (int)child + 1 : -2 - (int)((child + 1) % (leafs - 1)));
    }
    for (uint32_t i = 0; i < leafs; i++) {
        small_map_leaf(&m, CONTENTS_EMPTY, -1, i == leafs - 1 ? count : 1);
    }
    return m;
}

static void check_large_map(uint32_t version, uint32_t count, uint32_t nodes, uint32_t leafs)
{
    struct small_map m = make_large_map(version, count, nodes, leafs);
    struct bsp b;
    struct format_error err = {0};
    cr_assert_eq(read_map(&m, &b, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    cr_assert(b.num_faces == count && b.num_nodes == nodes && b.num_leafs == leafs);
    uint32_t last = count - 1, leaf = 0;
    cr_assert_eq(b.edges[last][0], last);
    cr_assert_eq(b.faces[last].plane, last);
    cr_assert_eq(b.faces[last].texinfo, last);
    cr_assert_eq(b.faces[last].first_surfedge, last / 4 * 4);
    cr_assert_eq(b.faces[last].extents[1], 64);
    cr_assert_eq(b.mark_surfaces[0], last);
    cr_assert_eq(b.leafs[leafs - 1].num_mark_surfaces, count);
    for (uint32_t i = 0; i < nodes; i++) {
        for (int j = 0; j < 2; j++) {
            uint32_t child = 2 * i + 1 + (uint32_t)j;
            int32_t wanted = child < nodes ? (int32_t)child : -2 - (int32_t)(child % (leafs - 1));
            cr_assert_eq(b.nodes[i].children[j], wanted, "node %u", i);
            leaf = child >= nodes && child % (leafs - 1) > leaf ? child % (leafs - 1) : leaf;
        }
    }
    cr_assert_geq(leaf, leafs - 2 < nodes ? leafs - 2 : nodes, "few leafs are in the tree");
    bsp_use(&b);
    bsp_free(&b);
}

Test(bsp, more_than_16_bits_with_a_sign)
{
    check_large_map(BSP_VERSION_29, 40000, 40000, 20000);
    check_large_map(BSP_VERSION_29, 65532, 20000, 40000); /* leafs' numbers reach below 32768 */
    check_large_map(BSP_VERSION_2PSB, 80000, 70000, 70001);
    check_large_map(BSP_VERSION_2, 80000, 70000, 70001);
}

static void expect_mended(int lump, size_t at, uint32_t value, const char *words, struct bsp *b)
{
    struct small_map m = small_map_make(BSP_VERSION_29);
    struct format_error err = {0};
    for (int i = 0; i < 4; i++) {
        m.lumps[lump].data[at + (size_t)i] = (uint8_t)(value >> (8 * i));
    }
    cr_assert_eq(read_map(&m, b, &err), FORMAT_OK, "%s", err.what);
    cr_assert_geq(b->num_damages, 1, "%s", words);
    cr_assert(strstr(b->damage.what, words), "\"%s\" in \"%s\"", words, b->damage.what);
    bsp_use(b);
}

Test(bsp, small_defects_are_repaired)
{
    struct bsp b;
    expect_mended(MAP_FACES, 16, 3, "lightmap at 3", &b); /* one sample too few */
    cr_assert_eq(b.faces[0].light_offset, -1);
    bsp_free(&b);
    expect_mended(MAP_FACES, 8, 2, "only 2 edges", &b);
    cr_assert_eq(b.faces[0].num_edges, 0);
    bsp_free(&b);
    expect_mended(MAP_TEXINFO, 4, 0x7fc00000, "texinfo 0", &b);
    cr_assert_eq(b.faces[0].extents[0], 0);
    bsp_free(&b);
    expect_mended(MAP_TEXINFO, 4, 0x49742400, "texture coordinates", &b); /* 1e6 */
    cr_assert_eq(b.faces[0].num_edges, 0);
    bsp_free(&b);
    expect_mended(MAP_TEXINFO, 32, 1, "texture 1 is out", &b);
    cr_assert_eq(b.texinfo[0].texture, -1);
    bsp_free(&b);
    expect_mended(MAP_TEXTURES, 8 + 16, 24, "24 x 16", &b);
    cr_assert_null(b.textures[0].mips[0]);
    bsp_free(&b);
    expect_mended(MAP_TEXTURES, 8 + 24, 400, "pixels are outside", &b);
    cr_assert_null(b.textures[0].mips[0]);
    cr_assert_not_null(b.textures[0].mips[1]);
    bsp_free(&b);
    expect_mended(MAP_LEAFS, 28 + 4, 3, "visibility offset 3", &b);
    uint8_t seen[1];
    bsp_leaf_visibility(&b, 1, seen);
    cr_assert_eq(seen[0], 3);
    bsp_free(&b);
    expect_mended(MAP_MODELS, 52, 1000, "visible leafs", &b);
    cr_assert_eq(b.submodels[0].vis_leafs, 2);
    bsp_free(&b);
}

Test(bsp, kinds_of_surface)
{
    static const char *const names[] = {"sky1", "*lava", "Sky", NULL};
    for (uint32_t i = 0; i < 4; i++) {
        struct small_map m = small_map_make(BSP_VERSION_29);
        struct bsp b;
        struct format_error err = {0};
        m.lumps[MAP_TEXTURES].size = 0;
        small_map_textures(&m, names, 4);
        m.lumps[MAP_TEXINFO].data[32] = (uint8_t)i;
        cr_assert_eq(read_map(&m, &b, &err), FORMAT_OK, "%s", err.what);
        cr_assert_eq(b.num_damages, 0);
        const struct bsp_face *f = &b.faces[0];
        cr_assert_eq(f->flags, i == 0 ? BSP_FACE_SKY : i == 1 ? BSP_FACE_TURB : 0);
        cr_assert_eq(f->light_offset, i < 2 ? -1 : 2);
        cr_assert_eq(f->extents[0], i == 1 ? 16384 : 80);
        cr_assert_eq(f->texture_mins[0], i == 1 ? -8192 : 0);
        cr_assert_eq(b.texinfo[0].texture, i == 3 ? -1 : (int32_t)i);
        bsp_free(&b);
    }
}

static void read_textures(const char *const *names, uint32_t count, struct bsp *b)
{
    struct small_map m = small_map_make(BSP_VERSION_29);
    struct format_error err = {0};
    m.lumps[MAP_TEXTURES].size = 0;
    small_map_textures(&m, names, count);
    cr_assert_eq(read_map(&m, b, &err), FORMAT_OK, "%s", err.what);
    bsp_use(b);
}

Test(bsp, animation_chains)
{
    static const char *const names[] = {"+1slip", "+aslip", "wall",   "+0slip",
                                        "+2slip", "+bslip", "+0alone"};
    struct bsp b;
    read_textures(names, 7, &b);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    cr_assert_eq(b.textures[3].anim_total, 6);
    cr_assert_eq(b.textures[3].anim_min, 0);
    cr_assert_eq(b.textures[3].anim_max, 2);
    cr_assert_eq(b.textures[3].anim_next, 0);
    cr_assert_eq(b.textures[0].anim_min, 2);
    cr_assert_eq(b.textures[0].anim_next, 4);
    cr_assert_eq(b.textures[4].anim_next, 3);
    cr_assert_eq(b.textures[4].alternate_anims, 1);
    cr_assert_eq(b.textures[1].anim_total, 4);
    cr_assert_eq(b.textures[5].anim_next, 1);
    cr_assert_eq(b.textures[5].alternate_anims, 3);
    cr_assert_eq(b.textures[2].anim_total, 0);
    cr_assert_eq(b.textures[2].anim_next, -1);
    cr_assert_eq(b.textures[6].anim_next, 6);
    bsp_free(&b);
    static const char *const broken[] = {"+0gap", "+2gap", "+zodd", "+0good"};
    read_textures(broken, 4, &b);
    cr_assert_eq(b.num_damages, 2);
    cr_assert_eq(b.textures[0].anim_total, 0);
    cr_assert_eq(b.textures[2].anim_total, 0);
    cr_assert_eq(b.textures[3].anim_total, 2);
    bsp_free(&b);
}

Test(bsp, truncation_and_bit_flips)
{
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        struct small_map m = small_map_make(versions[i]);
        struct byte_writer file = small_map_pack(&m);
        for (size_t size = 0; size < file.size; size++) {
            cr_assert_lt(bsp_try(file.data, size), 0, "%zu bytes", size);
        }
        for (size_t bit = 0; bit < file.size * 8; bit++) {
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            (void)!bsp_try(file.data, file.size);
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        byte_writer_free(&file);
    }
}

Test(bsp, other_versions_are_rejected)
{
    struct bsp b;
    cr_assert_eq(bsp_read(&b, (const uint8_t *)"IBSP\x2e\0\0\0", 8, NULL), FORMAT_UNKNOWN);
    cr_assert_eq(bsp_read(&b, (const uint8_t *)"\x1e\0\0\0", 4, NULL), FORMAT_UNKNOWN);
    cr_assert_eq(bsp_read(&b, NULL, 0, NULL), FORMAT_UNKNOWN);
}
