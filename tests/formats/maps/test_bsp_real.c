/* The BSP reader and whole maps: the placeholder's, and the real ones if present, damaged as well.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/quake/placeholder.h"
#include "formats/archives/pak.h"
#include "formats/base/bytes.h"
#include "tests/formats/maps/bsp_use.h"
#include "tests/support/real_data.h"

enum { LEAFS = 10 /* the lump */ };

/* The corners of a face go clockwise when seen from its front. */
static void check_winding(const struct bsp *b, uint32_t i)
{
    const struct bsp_face *f = &b->faces[i];
    const float *n = b->planes[f->plane].normal;
    double sum[3] = {0, 0, 0};
    const float *first = NULL;
    const float *last = NULL;
    for (uint32_t k = 0; k < f->num_edges; k++) {
        int32_t e = b->surfedges[f->first_surfedge + k];
        const float *v = b->vertices[e >= 0 ? b->edges[e][0] : b->edges[-e][1]];
        if (last) {
            for (int j = 0; j < 3; j++) {
                int x = (j + 1) % 3;
                int y = (j + 2) % 3;
                sum[j] += (double)(last[x] - first[x]) * (double)(v[y] - first[y]) -
                          (double)(last[y] - first[y]) * (double)(v[x] - first[x]);
            }
        }
        first = first ? first : v;
        last = v;
    }
    double along = sum[0] * (double)n[0] + sum[1] * (double)n[1] + sum[2] * (double)n[2];
    /* Real maps hold slivers that rounding has turned over. */
    cr_assert_lt(f->back ? -along : along, 16, "face %u", i);
}

Test(bsp_real, placeholder)
{
    struct bsp b;
    cr_assert_eq(placeholder_make_bsp(&b), FORMAT_OK);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    const float inside[3] = {100, -4000, 300};
    const float outside[3] = {100, -5000, 300};
    cr_assert_eq(b.leafs[bsp_point_leaf(&b, 0, inside)].contents, CONTENTS_EMPTY);
    cr_assert_eq(b.leafs[bsp_point_leaf(&b, 0, outside)].contents, CONTENTS_SOLID);
    cr_assert_eq(b.submodels[PLACEHOLDER_EMPTY_SUBMODEL].num_faces, 0);
    for (uint32_t i = 0; i < b.num_faces; i++) {
        cr_assert_eq(b.faces[i].extents[0], 256);
        cr_assert_eq(b.faces[i].light_offset, 0);
        check_winding(&b, i);
        for (int j = 0; j < 2; j++) {
            cr_assert_not_null(b.textures[b.texinfo[b.faces[i].texinfo].texture].mips[j]);
        }
    }
    bsp_use(&b);
    bsp_free(&b);
}

/* --- real maps ----------------------------------------------------------- */

/* Compares each leaf's ambient levels with the last four bytes of its record. Returns the number of
 * leafs that have any. */
static uint32_t check_ambients(const struct bsp *b, const uint8_t *data, const char *name)
{
    const uint32_t version = bytes_u32(data);
    const size_t leaf = version == BSP_VERSION_29 ? 28 : version == BSP_VERSION_2 ? 44 : 32;
    const uint8_t *lump = data + bytes_u32(data + 4 + LEAFS * 8);
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->num_leafs; i++) {
        const uint8_t *last = lump + (i + 1) * leaf - BSP_AMBIENTS;
        cr_assert(memcmp(b->leafs[i].ambients, last, BSP_AMBIENTS) == 0, "%s leaf %u", name, i);
        count += bytes_u32(last) != 0;
    }
    return count;
}

/* No sample is that of two faces. Returns the number of liquids with light. */
static uint32_t check_light(const struct bsp *b, const char *name)
{
    uint8_t *taken = calloc(b->light_size + 1, 1);
    uint32_t liquids = 0;
    for (uint32_t i = 0; i < b->num_faces; i++) {
        struct bsp_face_light light;
        bsp_face_light(b, i, &light);
        const size_t samples = (size_t)light.width * light.height * light.num_styles;
        for (size_t k = 0; k < samples; k++) {
            cr_assert_eq(taken[(size_t)light.offset + k]++, 0, "%s face %u", name, i);
        }
        liquids += b->faces[i].flags & BSP_FACE_TURB && light.offset >= 0;
    }
    free(taken);
    return liquids;
}

static uint32_t leafs_with_ambients, maps_with_ambients, lit_liquids;

static void check_real_map(const char *name, const uint8_t *data, size_t size)
{
    struct bsp b;
    struct format_error err = {0};
    cr_assert_eq(bsp_read(&b, data, size, &err), FORMAT_OK, "%s: %s", name, err.what);
    cr_assert_eq(b.num_damages, 0, "%s: %s", name, b.damage.what);
    cr_assert(b.num_faces >= 6 && b.num_leafs >= 2 && b.num_submodels >= 1, "%s", name);
    for (uint32_t i = 0; i < b.num_faces; i++) {
        const struct bsp_face *f = &b.faces[i];
        check_winding(&b, i);
        if (f->flags == 0 && !(b.texinfo[f->texinfo].flags & TEX_SPECIAL)) {
            cr_assert(f->extents[0] <= 256 && f->extents[1] <= 256, "%s face %u", name, i);
            cr_assert_geq(f->light_offset, -1);
        }
    }
    /* Each leaf sees itself, where there is visibility at all. */
    uint8_t *seen = malloc(bsp_visibility_bytes(&b) + 1);
    for (uint32_t i = 1; b.visibility_size && i <= b.submodels[0].vis_leafs; i++) {
        if (b.leafs[i].vis_offset >= 0 && b.leafs[i].contents != CONTENTS_SOLID) {
            bsp_leaf_visibility(&b, i, seen);
            cr_assert(seen[(i - 1) / 8] & 1 << (i - 1) % 8, "%s leaf %u", name, i);
        }
    }
    free(seen);
    const uint32_t ambients = check_ambients(&b, data, name);
    leafs_with_ambients += ambients;
    maps_with_ambients += ambients > 0;
    lit_liquids += check_light(&b, name);
    bsp_use(&b);
    bsp_free(&b);
}

Test(bsp_real, all_maps)
{
    static const char *const loose[] = {"maps/dm2.bsp", "maps/dm3.bsp", "maps/dm4.bsp",
                                        "maps/dm6.bsp", "maps/e1m2.bsp"};
    struct file_bytes file;
    struct pak pak;
    struct pak_member member;
    unsigned count = 0;
    for (size_t i = 0; i < sizeof(loose) / sizeof(loose[0]); i++) {
        real_data_load(&file, "librequake/id1/%s", loose[i]);
        check_real_map(loose[i], file.data, file.size);
        platform_free_file(&file);
    }
    real_data_load(&file, "librequake/id1/pak0.pak");
    cr_assert_eq(pak_open_memory(&pak, file.data, file.size, NULL), FORMAT_OK);
    for (uint32_t i = 0; i < pak.num_members; i++) {
        cr_assert_eq(pak_get(&pak, i, &member, NULL), FORMAT_OK);
        size_t length = strlen(member.name);
        if (length > 4 && strcmp(member.name + length - 4, ".bsp") == 0) {
            check_real_map(member.name, member.data, member.size);
            count++;
        }
    }
    cr_assert_eq(count, 27);
    cr_assert(maps_with_ambients >= 5 && leafs_with_ambients > 1000, "%u maps, %u leafs",
              maps_with_ambients, leafs_with_ambients);
    cr_assert_gt(lit_liquids, 1500);
    platform_free_file(&file);
}

static bool find_member(const struct pak *pak, const char *name, struct pak_member *member)
{
    for (uint32_t i = 0; i < pak->num_members; i++) {
        if (pak_get(pak, i, member, NULL) == FORMAT_OK && strcmp(member->name, name) == 0) {
            return true;
        }
    }
    return false;
}

Test(bsp_real, damaged)
{
    struct file_bytes file;
    struct pak pak;
    struct pak_member member;
    real_data_load(&file, "librequake/id1/pak0.pak");
    cr_assert_eq(pak_open_memory(&pak, file.data, file.size, NULL), FORMAT_OK);
    cr_assert(find_member(&pak, "maps/b_rock1.bsp", &member));
    uint8_t *copy = malloc(member.size);
    memcpy(copy, member.data, member.size);
    uint32_t random = 1;
    for (int i = 0; i < 2000; i++) {
        (void)!bsp_try(copy, member.size * (size_t)i / 2000);
        random = random * 1664525 + 1013904223;
        size_t at = random % member.size;
        copy[at] ^= (uint8_t)(1 << (random >> 29));
        (void)!bsp_try(copy, member.size);
        if (i % 8) {
            copy[at] = member.data[at]; /* every eighth stays, so that flaws meet */
        }
    }
    free(copy);
    platform_free_file(&file);
}
