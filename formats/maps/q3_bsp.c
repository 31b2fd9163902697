/* Lumps of a Quake III map -> arrays, each index checked. */
#include "formats/maps/q3_bsp.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/fields.h"
#include "formats/maps/q3_bsp_internal.h"

enum {
    HEADER_SIZE = 8 + Q3_LUMPS * 8,
    /* Compilers share equal lists between surfaces, so the total may exceed the lumps; real maps
     * have some hundred thousand references. A higher total is made to take time. */
    REFERENCES_MAX = 1 << 23
};

void q3_bsp_note_damage(struct q3_bsp *bsp, size_t offset, const char *fmt, ...)
{
    if (bsp->num_damages++ == 0) {
        va_list args;
        bsp->damage.offset = offset;
        va_start(args, fmt);
        vsnprintf(bsp->damage.what, sizeof(bsp->damage.what), fmt, args);
        va_end(args);
    }
}

bool q3_take_floats(const uint8_t **p, float *out, int count, float limit)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        out[i] = take_f32(p);
        if (!(fabsf(out[i]) <= limit)) {
            out[i] = 0.0f;
            good = false;
        }
    }
    return good;
}

struct lump_kind {
    const char *name, *record;
    size_t size; /* bytes per record; 1 = plain bytes */
};

static const struct lump_kind kinds[Q3_LUMPS] = {
    {"entities", "entity", 1},
    {"shaders", "shader", 72},
    {"planes", "plane", 16},
    {"nodes", "node", 36},
    {"leafs", "leaf", 48},
    {"leaf surfaces", "leaf surface", 4},
    {"leaf brushes", "leaf brush", 4},
    {"models", "model", 40},
    {"brushes", "brush", 12},
    {"brush sides", "brush side", 8},
    {"vertices", "vertex", 44},
    {"indexes", "index", 4},
    {"fogs", "fog", 72},
    {"surfaces", "surface", 104},
    {"lightmaps", "lightmap", Q3_LIGHTMAP_BYTES},
    {"light grid", "grid", Q3_GRID_SAMPLE},
    {"visibility", "visibility", 1},
};

size_t q3_record_size(enum q3_lump lump)
{
    return kinds[lump].size;
}

static int fail_record(const struct q3_loader *l, enum q3_lump lump, uint32_t i, const char *what,
                       int64_t value)
{
    return format_fail(l->err, FORMAT_BAD, q3_record_at(l, lump, i),
                       "%s %u: %s %lld is out of range", kinds[lump].record, (unsigned)i, what,
                       (long long)value);
}

static int load_shaders(struct q3_loader *l)
{
    const uint8_t *p = l->data + l->offset[Q3_LUMP_SHADERS];
    for (uint32_t i = 0; i < l->bsp->num_shaders; i++) {
        struct q3_bsp_shader *s = &l->bsp->shaders[i];
        memcpy(s->name, p, Q3_BSP_NAME);
        s->name[Q3_BSP_NAME - 1] = '\0';
        p += Q3_BSP_NAME;
        s->surface_flags = take_u32(&p);
        s->content_flags = take_u32(&p);
    }
    return FORMAT_OK;
}

static int load_planes(struct q3_loader *l)
{
    const uint8_t *p = l->data + l->offset[Q3_LUMP_PLANES];
    for (uint32_t i = 0; i < l->bsp->num_planes; i++) {
        struct q3_bsp_plane *plane = &l->bsp->planes[i];
        if (!q3_take_floats(&p, plane->normal, 3, 2.0f)) {
            return format_fail(l->err, FORMAT_BAD, q3_record_at(l, Q3_LUMP_PLANES, i),
                               "plane %u: the normal is not a unit vector", (unsigned)i);
        }
        if (!q3_take_floats(&p, &plane->dist, 1, 4 * Q3_COORDINATE_LIMIT)) {
            return format_fail(l->err, FORMAT_BAD, q3_record_at(l, Q3_LUMP_PLANES, i),
                               "plane %u: the distance is out of range", (unsigned)i);
        }
    }
    return FORMAT_OK;
}

/* Boxes only cull: too large is harmless. */
static void take_box(const uint8_t **p, int32_t mins[3], int32_t maxs[3])
{
    const int32_t limit = (int32_t)Q3_COORDINATE_LIMIT;
    for (int i = 0; i < 6; i++) {
        int32_t v = (int32_t)take_u32(p);
        if (v < -limit || v > limit) {
            v = i < 3 ? -limit : limit;
        }
        *(i < 3 ? &mins[i] : &maxs[i - 3]) = v;
    }
}

static int load_nodes(struct q3_loader *l)
{
    struct q3_bsp *bsp = l->bsp;
    const uint8_t *p = l->data + l->offset[Q3_LUMP_NODES];
    for (uint32_t i = 0; i < bsp->num_nodes; i++) {
        struct q3_bsp_node *node = &bsp->nodes[i];
        node->plane = take_u32(&p);
        node->parent = -1;
        if (node->plane >= bsp->num_planes) {
            return fail_record(l, Q3_LUMP_NODES, i, "plane", node->plane);
        }
        for (int j = 0; j < 2; j++) {
            const int32_t child = (int32_t)take_u32(&p);
            const bool good = child >= 0 ? (uint32_t)child < bsp->num_nodes
                                         : (uint32_t)(-1 - child) < bsp->num_leafs;
            if (!good) {
                return fail_record(l, Q3_LUMP_NODES, i, "child", child);
            }
            node->children[j] = child;
        }
        take_box(&p, node->mins, node->maxs);
    }
    return FORMAT_OK;
}

static void check_leaf(struct q3_loader *l, struct q3_bsp_leaf *leaf, uint32_t i)
{
    struct q3_bsp *bsp = l->bsp;
    const size_t at = q3_record_at(l, Q3_LUMP_LEAFS, i);
    if (leaf->cluster < -1 || (bsp->visibility && leaf->cluster >= (int32_t)bsp->num_clusters)) {
        q3_bsp_note_damage(bsp, at, "leaf %u: cluster %d is out of range", (unsigned)i,
                           (int)leaf->cluster);
        leaf->cluster = -1;
    }
    if (leaf->area < -1 || leaf->area >= Q3_BSP_AREAS) {
        q3_bsp_note_damage(bsp, at, "leaf %u: area %d is out of range", (unsigned)i,
                           (int)leaf->area);
        leaf->area = -1;
    }
    if (leaf->area >= (int32_t)bsp->num_areas) {
        bsp->num_areas = (uint32_t)leaf->area + 1;
    }
}

static int load_leafs(struct q3_loader *l)
{
    struct q3_bsp *bsp = l->bsp;
    const uint8_t *p = l->data + l->offset[Q3_LUMP_LEAFS];
    uint64_t references = 0;
    for (uint32_t i = 0; i < bsp->num_leafs; i++) {
        struct q3_bsp_leaf *leaf = &bsp->leafs[i];
        leaf->cluster = (int32_t)take_u32(&p);
        leaf->area = (int32_t)take_u32(&p);
        leaf->parent = -1;
        take_box(&p, leaf->mins, leaf->maxs);
        leaf->first_surface = take_u32(&p);
        leaf->num_surfaces = take_u32(&p);
        leaf->first_brush = take_u32(&p);
        leaf->num_brushes = take_u32(&p);
        if (!q3_range_is_inside(leaf->first_surface, leaf->num_surfaces, bsp->num_leaf_surfaces)) {
            return fail_record(l, Q3_LUMP_LEAFS, i, "leaf surface", leaf->first_surface);
        }
        if (!q3_range_is_inside(leaf->first_brush, leaf->num_brushes, bsp->num_leaf_brushes)) {
            return fail_record(l, Q3_LUMP_LEAFS, i, "leaf brush", leaf->first_brush);
        }
        references += (uint64_t)leaf->num_surfaces + leaf->num_brushes;
        check_leaf(l, leaf, i);
    }
    if (references > REFERENCES_MAX) {
        return format_fail(l->err, FORMAT_BAD, l->offset[Q3_LUMP_LEAFS],
                           "leafs refer to %llu surfaces and brushes",
                           (unsigned long long)references);
    }
    return FORMAT_OK;
}

/* Lists of numbers below a limit. */
static int load_list(const struct q3_loader *l, enum q3_lump lump, uint32_t *out, uint32_t limit)
{
    const uint8_t *p = l->data + l->offset[lump];
    for (uint32_t i = 0; i < l->counts[lump]; i++) {
        out[i] = take_u32(&p);
        if (out[i] >= limit) {
            return fail_record(l, lump, i, "number", out[i]);
        }
    }
    return FORMAT_OK;
}

static int load_leaf_lists(struct q3_loader *l)
{
    const struct q3_bsp *b = l->bsp;
    const int code = load_list(l, Q3_LUMP_LEAF_SURFACES, b->leaf_surfaces, b->num_surfaces);
    return code < 0 ? code : load_list(l, Q3_LUMP_LEAF_BRUSHES, b->leaf_brushes, b->num_brushes);
}

static int load_models(struct q3_loader *l)
{
    struct q3_bsp *bsp = l->bsp;
    const uint8_t *p = l->data + l->offset[Q3_LUMP_MODELS];
    for (uint32_t i = 0; i < bsp->num_models; i++) {
        struct q3_bsp_model *m = &bsp->models[i];
        bool good = q3_take_floats(&p, m->mins, 3, Q3_COORDINATE_LIMIT);
        good = q3_take_floats(&p, m->maxs, 3, Q3_COORDINATE_LIMIT) && good;
        if (!good) {
            q3_bsp_note_damage(bsp, q3_record_at(l, Q3_LUMP_MODELS, i),
                               "model %u: its box is out of range", (unsigned)i);
            for (int j = 0; j < 3; j++) {
                m->mins[j] = -Q3_COORDINATE_LIMIT;
                m->maxs[j] = Q3_COORDINATE_LIMIT;
            }
        }
        m->first_surface = take_u32(&p);
        m->num_surfaces = take_u32(&p);
        m->first_brush = take_u32(&p);
        m->num_brushes = take_u32(&p);
        if (!q3_range_is_inside(m->first_surface, m->num_surfaces, bsp->num_surfaces)) {
            return fail_record(l, Q3_LUMP_MODELS, i, "surface", m->first_surface);
        }
        if (!q3_range_is_inside(m->first_brush, m->num_brushes, bsp->num_brushes)) {
            return fail_record(l, Q3_LUMP_MODELS, i, "brush", m->first_brush);
        }
    }
    return FORMAT_OK;
}

static int load_brushes(struct q3_loader *l)
{
    struct q3_bsp *bsp = l->bsp;
    const uint8_t *p = l->data + l->offset[Q3_LUMP_BRUSHES];
    uint64_t references = 0;
    for (uint32_t i = 0; i < bsp->num_brushes; i++) {
        struct q3_bsp_brush *b = &bsp->brushes[i];
        b->first_side = take_u32(&p);
        b->num_sides = take_u32(&p);
        b->shader = take_u32(&p);
        if (!q3_range_is_inside(b->first_side, b->num_sides, bsp->num_sides)) {
            return fail_record(l, Q3_LUMP_BRUSHES, i, "side", b->first_side);
        }
        if (b->shader >= bsp->num_shaders) {
            return fail_record(l, Q3_LUMP_BRUSHES, i, "shader", b->shader);
        }
        bsp->contents |= bsp->shaders[b->shader].content_flags;
        references += b->num_sides;
    }
    p = l->data + l->offset[Q3_LUMP_SIDES];
    for (uint32_t i = 0; i < bsp->num_sides; i++) {
        struct q3_bsp_side *side = &bsp->sides[i];
        side->plane = take_u32(&p);
        side->shader = take_u32(&p);
        if (side->plane >= bsp->num_planes) {
            return fail_record(l, Q3_LUMP_SIDES, i, "plane", side->plane);
        }
        if (side->shader >= bsp->num_shaders) {
            return fail_record(l, Q3_LUMP_SIDES, i, "shader", side->shader);
        }
    }
    if (references > REFERENCES_MAX) {
        return format_fail(l->err, FORMAT_BAD, l->offset[Q3_LUMP_BRUSHES],
                           "brushes refer to %llu sides", (unsigned long long)references);
    }
    return FORMAT_OK;
}

static int load_vertices(struct q3_loader *l)
{
    struct q3_bsp *bsp = l->bsp;
    const uint8_t *p = l->data + l->offset[Q3_LUMP_VERTICES];
    for (uint32_t i = 0; i < bsp->num_vertices; i++) {
        struct q3_bsp_vertex *v = &bsp->vertices[i];
        const bool good = q3_take_floats(&p, v->xyz, 3, Q3_COORDINATE_LIMIT);
        /* Coordinates of unused lightmaps may be NaN; real maps have such. */
        q3_take_floats(&p, v->st, 2, Q3_COORDINATE_LIMIT);
        q3_take_floats(&p, v->light_st, 2, Q3_COORDINATE_LIMIT);
        q3_take_floats(&p, v->normal, 3, 2.0f);
        memcpy(v->color, p, sizeof(v->color));
        p += sizeof(v->color);
        if (!good) {
            q3_bsp_note_damage(bsp, q3_record_at(l, Q3_LUMP_VERTICES, i),
                               "vertex %u: a coordinate is out of range", (unsigned)i);
        }
    }
    p = l->data + l->offset[Q3_LUMP_INDEXES];
    for (uint32_t i = 0; i < bsp->num_indexes; i++) {
        bsp->indexes[i] =
            take_u32(&p); /* checked by the surfaces, from whose vertices they count */
    }
    return FORMAT_OK;
}

/* int32 number of clusters, int32 bytes of a row, rows. */
static int load_visibility(struct q3_loader *l)
{
    enum { HEAD = 8 };
    struct q3_bsp *bsp = l->bsp;
    const size_t at = l->offset[Q3_LUMP_VISIBILITY], size = l->size[Q3_LUMP_VISIBILITY];
    if (size == 0) {
        return FORMAT_OK;
    }
    const uint8_t *p = l->data + at;
    const uint64_t clusters = size < HEAD ? 0 : bytes_u32(p);
    const uint64_t row = size < HEAD ? 0 : bytes_u32(p + 4);
    if (clusters > INT32_MAX || row > INT32_MAX || size < HEAD || clusters > row * 8 ||
        clusters * row > size - HEAD) {
        q3_bsp_note_damage(bsp, at, "visibility: %llu rows of %llu bytes exceed the lump",
                           (unsigned long long)clusters, (unsigned long long)row);
        return FORMAT_OK;
    }
    if (clusters == 0) {
        return FORMAT_OK;
    }
    bsp->visibility = malloc((size_t)(clusters * row));
    if (!bsp->visibility) {
        return format_fail(l->err, FORMAT_MEMORY, at, "out of memory (map)");
    }
    memcpy(bsp->visibility, p + HEAD, (size_t)(clusters * row));
    bsp->num_clusters = (uint32_t)clusters;
    bsp->row_bytes = (uint32_t)row;
    return FORMAT_OK;
}

struct pending {
    int32_t node;
    uint32_t depth;
};

/* Sets parents and rejects nodes with two parents, which would make traversals endless. */
static int walk_tree(struct q3_loader *l, uint8_t *seen, struct pending *stack)
{
    struct q3_bsp *bsp = l->bsp;
    size_t used = 0;
    stack[used++] = (struct pending){0, 1};
    seen[0] = 1;
    while (used > 0) {
        const struct pending at = stack[--used];
        const struct q3_bsp_node *node = &bsp->nodes[at.node];
        if (at.depth > Q3_BSP_MAX_DEPTH) {
            return format_fail(l->err, FORMAT_BAD,
                               q3_record_at(l, Q3_LUMP_NODES, (uint32_t)at.node),
                               "node %d: the tree is too deep", (int)at.node);
        }
        for (int j = 0; j < 2; j++) {
            const int32_t child = node->children[j];
            if (child < 0) {
                bsp->leafs[-1 - child].parent = at.node;
                continue;
            }
            if (seen[child]) {
                return format_fail(
                    l->err, FORMAT_BAD, q3_record_at(l, Q3_LUMP_NODES, (uint32_t)at.node),
                    "node %d: child %d has another parent", (int)at.node, (int)child);
            }
            seen[child] = 1;
            bsp->nodes[child].parent = at.node;
            stack[used++] = (struct pending){child, at.depth + 1};
        }
    }
    return FORMAT_OK;
}

static int check_tree(struct q3_loader *l)
{
    uint8_t *seen = calloc(l->bsp->num_nodes, 1);
    struct pending *stack = malloc(((size_t)l->bsp->num_nodes + 1) * sizeof(*stack));
    const int code =
        seen && stack ? walk_tree(l, seen, stack)
                      : format_fail(l->err, FORMAT_MEMORY, 0, "out of memory (checking the map)");
    free(seen);
    free(stack);
    return code;
}

static int read_header(struct q3_loader *l, size_t size)
{
    struct byte_reader r = byte_reader_make(l->data, size);
    const uint8_t *magic = byte_reader_take(&r, 4);
    l->bsp->version = byte_reader_u32(&r);
    if (!magic || memcmp(magic, "IBSP", 4) != 0 ||
        (l->bsp->version != Q3_BSP_VERSION && l->bsp->version != Q3_BSP_VERSION_LIVE)) {
        return format_fail(l->err, FORMAT_UNKNOWN, 0,
                           "not a Quake III map of a supported version (46 or 47)");
    }
    if (size < HEADER_SIZE) {
        return format_fail(l->err, FORMAT_TRUNCATED, size, "the map header is truncated");
    }
    uint64_t total = 0;
    for (int i = 0; i < Q3_LUMPS; i++) {
        const size_t at = r.pos, offset = byte_reader_u32(&r), bytes = byte_reader_u32(&r);
        if (bytes != 0 && (offset > size || bytes > size - offset)) {
            return format_fail(l->err, FORMAT_TRUNCATED, at,
                               "lump %s (bytes %zu to %zu) is outside the file", kinds[i].name,
                               offset, offset + bytes);
        }
        if (bytes % kinds[i].size != 0) {
            return format_fail(l->err, FORMAT_BAD, at,
                               "lump %s: %zu bytes are not a multiple of %zu", kinds[i].name, bytes,
                               kinds[i].size);
        }
        l->offset[i] = bytes ? offset : 0;
        l->size[i] = bytes;
        l->counts[i] = (uint32_t)(bytes / kinds[i].size);
        total += bytes;
    }
    /* Lumps that all name the same bytes would multiply the memory that a small file costs. */
    if (total > 2 * (uint64_t)size) {
        return format_fail(l->err, FORMAT_BAD, 8, "lumps overlap");
    }
    if (l->counts[Q3_LUMP_MODELS] == 0 || l->counts[Q3_LUMP_NODES] == 0 ||
        l->counts[Q3_LUMP_LEAFS] == 0) {
        return format_fail(l->err, FORMAT_BAD, 8, "the map has no models, nodes or leafs");
    }
    return FORMAT_OK;
}

static void *array_of(uint32_t count, size_t element, bool *failed)
{
    void *array = calloc(count ? count : 1, element);
    *failed = *failed || !array;
    return array;
}

static uint8_t *copy_of(const struct q3_loader *l, enum q3_lump lump, bool *failed)
{
    uint8_t *copy = malloc(l->size[lump] + 1);
    *failed = *failed || !copy;
    if (copy) {
        memcpy(copy, l->data + l->offset[lump], l->size[lump]);
        copy[l->size[lump]] = 0; /* the end of the entities' text */
    }
    return copy;
}

/* Sizes are bounded by the file's: read_header has seen every lump lie inside it. */
static int allocate_arrays(struct q3_loader *l)
{
    struct q3_bsp *b = l->bsp;
    const uint32_t *n = l->counts;
    bool failed = false;
    b->entities = (char *)copy_of(l, Q3_LUMP_ENTITIES, &failed);
    b->lightmaps = copy_of(l, Q3_LUMP_LIGHTMAPS, &failed);
    b->num_lightmaps = n[Q3_LUMP_LIGHTMAPS];
#define ARRAY(items, lump)                                                                         \
    b->items = array_of(b->num_##items = n[Q3_LUMP_##lump], sizeof(*b->items), &failed)
    ARRAY(shaders, SHADERS);
    ARRAY(planes, PLANES);
    ARRAY(nodes, NODES);
    ARRAY(leafs, LEAFS);
    ARRAY(leaf_surfaces, LEAF_SURFACES);
    ARRAY(leaf_brushes, LEAF_BRUSHES);
    ARRAY(models, MODELS);
    ARRAY(brushes, BRUSHES);
    ARRAY(sides, SIDES);
    ARRAY(vertices, VERTICES);
    ARRAY(indexes, INDEXES);
    ARRAY(fogs, FOGS);
    ARRAY(surfaces, SURFACES);
#undef ARRAY
    return failed ? format_fail(l->err, FORMAT_MEMORY, 0, "out of memory (map)") : FORMAT_OK;
}

static int load_fogs(struct q3_loader *l)
{
    q3_bsp_load_fogs(l);
    return FORMAT_OK;
}

/* Records come after those they refer to by index. References to counts may point forward: all
 * counts are known. */
static int (*const loads[])(struct q3_loader *l) = {
    load_shaders, load_planes,          load_visibility,  load_nodes,   load_leafs,
    check_tree,   load_models,          load_leaf_lists,  load_brushes, load_vertices,
    load_fogs,    q3_bsp_load_surfaces, q3_bsp_load_grid,
};

int q3_bsp_read(struct q3_bsp *bsp, const uint8_t *data, size_t size, struct format_error *err)
{
    *bsp = (struct q3_bsp){0};
    struct q3_loader l = {.bsp = bsp, .data = data, .err = err};
    int code = read_header(&l, size);
    if (code == FORMAT_OK) {
        code = allocate_arrays(&l);
    }
    for (size_t i = 0; code == FORMAT_OK && i < sizeof(loads) / sizeof(loads[0]); i++) {
        code = loads[i](&l);
    }
    if (code == FORMAT_OK && object_id_renew(&bsp->identity) < 0) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory (map)");
    }
    if (code != FORMAT_OK) {
        q3_bsp_free(bsp);
    }
    return code;
}

void q3_bsp_free(struct q3_bsp *bsp)
{
    free(bsp->shaders);
    free(bsp->planes);
    free(bsp->nodes);
    free(bsp->leafs);
    free(bsp->leaf_surfaces);
    free(bsp->leaf_brushes);
    free(bsp->models);
    free(bsp->brushes);
    free(bsp->sides);
    free(bsp->vertices);
    free(bsp->indexes);
    free(bsp->fogs);
    free(bsp->surfaces);
    free(bsp->lightmaps);
    free(bsp->grid.samples);
    free(bsp->visibility);
    free(bsp->entities);
    object_id_release(bsp->identity);
    *bsp = (struct q3_bsp){0};
}
