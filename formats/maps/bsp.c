/* Lumps of a BSP file -> arrays, each index checked. Layouts: the version 29 structures of Quake's
 * tools; 2PSB has the same ones with 32-bit indices ("wide" below), BSP2 with float boxes too. */
#include "formats/maps/bsp.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/vec.h"
#include "formats/maps/bsp_internal.h"

enum { HEADER_SIZE = 4 + BSP_LUMPS * 8 };

/* Bound of valid coordinates, units; keeps later arithmetic far from overflow. */
static const float COORDINATE_LIMIT = 1048576.0f;

struct loader {
    struct bsp *bsp;
    const uint8_t *data;
    bool wide;        /* 32-bit indices */
    bool float_boxes; /* bounding boxes of nodes and leafs */
    struct bsp_source source;
    uint32_t counts[BSP_LUMPS];
    struct format_error *err;
};

void bsp_note_damage(struct bsp *bsp, size_t offset, const char *fmt, ...)
{
    if (bsp->num_damages++ == 0) {
        va_list args;
        bsp->damage.offset = offset;
        va_start(args, fmt);
        vsnprintf(bsp->damage.what, sizeof(bsp->damage.what), fmt, args);
        va_end(args);
    }
}

static int fail_element(struct loader *l, enum bsp_lump lump, uint32_t i, const char *what,
                        int64_t value)
{
    static const char *const names[BSP_LUMPS] = {
        "entities", "plane",        "texture", "vertex",   "visibility",
        "node",     "texinfo",      "face",    "light",    "clipnode",
        "leaf",     "mark surface", "edge",    "surfedge", "model"};
    return format_fail(l->err, FORMAT_BAD, bsp_source_offset(&l->source, lump, i),
                       "%s %u: %s %lld is out of range", names[lump], (unsigned)i, what,
                       (long long)value);
}

static bool range_is_inside(uint32_t first, uint32_t count, uint32_t total)
{
    return first <= total && count <= total - first;
}

/* Reads an index or count: 16 bits in version 29, unsigned, since large maps use values above
 * 32767. */
static uint32_t read_index(const struct loader *l, struct byte_reader *r)
{
    return l->wide ? byte_reader_u32(r) : byte_reader_u16(r);
}

/* Reads a child of a node: a node index, or a leaf counted down from -1. In 16 bits a value above
 * 32767 is ambiguous: it is a node if there is one with that index, else a leaf. */
static int32_t read_child(const struct loader *l, struct byte_reader *r, uint32_t num_nodes)
{
    if (l->wide) {
        return byte_reader_i32(r);
    }
    int32_t v = byte_reader_u16(r);
    return (uint32_t)v < num_nodes ? v : v - 65536;
}

/* Reads a child of a clipnode: a clipnode index or contents. In 16 bits the highest fifteen values
 * are contents. */
static int32_t read_clip_child(const struct loader *l, struct byte_reader *r,
                               uint32_t num_clipnodes)
{
    enum { CONTENTS_KINDS = 15 };
    if (l->wide) {
        return byte_reader_i32(r);
    }
    int32_t v = byte_reader_u16(r);
    bool clipnode = v < 32768 || ((uint32_t)v < num_clipnodes && v < 65536 - CONTENTS_KINDS);
    return clipnode ? v : v - 65536;
}

static void read_box(const struct loader *l, struct byte_reader *r, float mins[3], float maxs[3])
{
    for (int i = 0; i < 6; i++) {
        float v = l->float_boxes ? byte_reader_f32(r) : (float)byte_reader_i16(r);
        /* A box only culls: too large is harmless, and this catches NaN too. */
        if (!(fabsf(v) <= COORDINATE_LIMIT)) {
            v = i < 3 ? -COORDINATE_LIMIT : COORDINATE_LIMIT;
        }
        *(i < 3 ? &mins[i] : &maxs[i - 3]) = v;
    }
}

/* Returns false if one of them is NaN or beyond limit. */
static bool read_floats(struct byte_reader *r, float *out, int count, float limit)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        out[i] = byte_reader_f32(r);
        good = good && fabsf(out[i]) <= limit;
    }
    return good;
}

static int load_planes(struct loader *l, struct byte_reader *r)
{
    for (uint32_t i = 0; i < l->bsp->num_planes; i++) {
        struct bsp_plane *p = &l->bsp->planes[i];
        if (!read_floats(r, p->normal, 3, 2.0f)) {
            return format_fail(l->err, FORMAT_BAD, bsp_source_offset(&l->source, LUMP_PLANES, i),
                               "plane %u: the normal is not a unit vector", (unsigned)i);
        }
        if (!read_floats(r, &p->dist, 1, 4 * COORDINATE_LIMIT)) {
            return format_fail(l->err, FORMAT_BAD, bsp_source_offset(&l->source, LUMP_PLANES, i),
                               "plane %u: the distance is out of range", (unsigned)i);
        }
        int32_t type = byte_reader_i32(r);
        if (type < 0 || type > 5) {
            return fail_element(l, LUMP_PLANES, i, "type", type);
        }
        p->type = (uint8_t)type;
        for (int j = 0; j < 3; j++) {
            p->sign_bits = (uint8_t)(p->sign_bits | (p->normal[j] < 0 ? 1 << j : 0));
        }
    }
    return FORMAT_OK;
}

static int load_vertices(struct loader *l, struct byte_reader *r)
{
    for (uint32_t i = 0; i < l->bsp->num_vertices; i++) {
        if (!read_floats(r, l->bsp->vertices[i], 3, COORDINATE_LIMIT)) {
            return format_fail(l->err, FORMAT_BAD, bsp_source_offset(&l->source, LUMP_VERTICES, i),
                               "vertex %u: a coordinate is out of range", (unsigned)i);
        }
    }
    return FORMAT_OK;
}

static int load_edges(struct loader *l, struct byte_reader *r)
{
    for (uint32_t i = 0; i < l->bsp->num_edges; i++) {
        for (int j = 0; j < 2; j++) {
            uint32_t v = read_index(l, r);
            if (v >= l->bsp->num_vertices) {
                return fail_element(l, LUMP_EDGES, i, "vertex", v);
            }
            l->bsp->edges[i][j] = v;
        }
    }
    return FORMAT_OK;
}

static int load_surfedges(struct loader *l, struct byte_reader *r)
{
    for (uint32_t i = 0; i < l->bsp->num_surfedges; i++) {
        int32_t e = byte_reader_i32(r);
        int64_t edge = e < 0 ? -(int64_t)e : e;
        if (edge >= (int64_t)l->bsp->num_edges) {
            return fail_element(l, LUMP_SURFEDGES, i, "edge", e);
        }
        l->bsp->surfedges[i] = e;
    }
    return FORMAT_OK;
}

/* Mip level offset from the texture's scale: Quake's Mod_LoadTexinfo. */
static float mip_adjust_from_vecs(const float vecs[2][4])
{
    float length[2];
    for (int j = 0; j < 2; j++) {
        const float *v = vecs[j];
        length[j] = vec_length(v);
    }
    float average = (length[0] + length[1]) / 2;
    if (average < 0.32) {
        return 4;
    }
    if (average < 0.49) {
        return 3;
    }
    return average < 0.99 ? 2 : 1;
}

static int load_texinfo(struct loader *l, struct byte_reader *r)
{
    struct bsp *bsp = l->bsp;
    for (uint32_t i = 0; i < bsp->num_texinfo; i++) {
        struct bsp_texinfo *t = &bsp->texinfo[i];
        size_t offset = bsp_source_offset(&l->source, LUMP_TEXINFO, i);
        /* Map tools have written such vectors for faces without area: no reason to refuse a map. */
        if (!read_floats(r, &t->vecs[0][0], 8, 1e9f)) {
            bsp_note_damage(bsp, offset, "texinfo %u: a vector is out of range", (unsigned)i);
            memset(t->vecs, 0, sizeof(t->vecs));
        }
        t->mip_adjust = mip_adjust_from_vecs((const float(*)[4])t->vecs);
        int32_t texture = byte_reader_i32(r);
        t->flags = byte_reader_u32(r);
        if (bsp->num_textures > 0 && (texture < 0 || (uint32_t)texture >= bsp->num_textures)) {
            bsp_note_damage(bsp, offset, "texinfo %u: texture %d is out of range", (unsigned)i,
                            (int)texture);
            texture = -1;
        } else if (bsp->num_textures == 0 || bsp->textures[texture].name[0] == '\0') {
            texture = -1;
        }
        if (texture < 0) {
            t->flags = 0; /* as the original: drawn with the checkered placeholder */
        }
        t->texture = texture;
    }
    return FORMAT_OK;
}

static int load_faces(struct loader *l, struct byte_reader *r)
{
    struct bsp *bsp = l->bsp;
    for (uint32_t i = 0; i < bsp->num_faces; i++) {
        struct bsp_face *f = &bsp->faces[i];
        f->plane = read_index(l, r);
        f->back = read_index(l, r) != 0;
        f->first_surfedge = byte_reader_u32(r);
        f->num_edges = read_index(l, r);
        f->texinfo = read_index(l, r);
        for (int j = 0; j < BSP_STYLES; j++) {
            f->styles[j] = byte_reader_u8(r);
        }
        f->light_offset = byte_reader_i32(r);
        if (f->plane >= bsp->num_planes) {
            return fail_element(l, LUMP_FACES, i, "plane", f->plane);
        }
        if (!range_is_inside(f->first_surfedge, f->num_edges, bsp->num_surfedges)) {
            return fail_element(l, LUMP_FACES, i, "surfedge", f->first_surfedge);
        }
        if (f->texinfo >= bsp->num_texinfo) {
            return fail_element(l, LUMP_FACES, i, "texinfo", f->texinfo);
        }
    }
    return FORMAT_OK;
}

static int load_mark_surfaces(struct loader *l, struct byte_reader *r)
{
    for (uint32_t i = 0; i < l->bsp->num_mark_surfaces; i++) {
        uint32_t face = read_index(l, r);
        if (face >= l->bsp->num_faces) {
            return fail_element(l, LUMP_MARK_SURFACES, i, "face", face);
        }
        l->bsp->mark_surfaces[i] = face;
    }
    return FORMAT_OK;
}

static int load_leafs(struct loader *l, struct byte_reader *r)
{
    struct bsp *bsp = l->bsp;
    for (uint32_t i = 0; i < bsp->num_leafs; i++) {
        struct bsp_leaf *leaf = &bsp->leafs[i];
        leaf->contents = byte_reader_i32(r);
        leaf->parent = -1;
        leaf->vis_offset = byte_reader_i32(r);
        read_box(l, r, leaf->mins, leaf->maxs);
        leaf->first_mark_surface = read_index(l, r);
        leaf->num_mark_surfaces = read_index(l, r);
        for (int j = 0; j < BSP_AMBIENTS; j++) {
            leaf->ambients[j] = byte_reader_u8(r);
        }
        if (!range_is_inside(leaf->first_mark_surface, leaf->num_mark_surfaces,
                             bsp->num_mark_surfaces)) {
            return fail_element(l, LUMP_LEAFS, i, "mark surface", leaf->first_mark_surface);
        }
        if (leaf->vis_offset < 0 || bsp->visibility_size == 0) {
            leaf->vis_offset = -1;
        } else if ((size_t)leaf->vis_offset >= bsp->visibility_size) {
            bsp_note_damage(bsp, bsp_source_offset(&l->source, LUMP_LEAFS, i),
                            "leaf %u: visibility offset %d is outside the lump", (unsigned)i,
                            (int)leaf->vis_offset);
            leaf->vis_offset = -1;
        }
    }
    return FORMAT_OK;
}

static bool child_is_valid(const struct bsp *bsp, int32_t child)
{
    return child >= 0 ? (uint32_t)child < bsp->num_nodes : (uint32_t)(-1 - child) < bsp->num_leafs;
}

static int load_nodes(struct loader *l, struct byte_reader *r)
{
    struct bsp *bsp = l->bsp;
    for (uint32_t i = 0; i < bsp->num_nodes; i++) {
        struct bsp_node *node = &bsp->nodes[i];
        node->plane = byte_reader_u32(r);
        node->parent = -1;
        for (int j = 0; j < 2; j++) {
            node->children[j] = read_child(l, r, bsp->num_nodes);
            if (!child_is_valid(bsp, node->children[j])) {
                return fail_element(l, LUMP_NODES, i, "child", node->children[j]);
            }
        }
        read_box(l, r, node->mins, node->maxs);
        node->first_face = read_index(l, r);
        node->num_faces = read_index(l, r);
        if (node->plane >= bsp->num_planes) {
            return fail_element(l, LUMP_NODES, i, "plane", node->plane);
        }
        if (!range_is_inside(node->first_face, node->num_faces, bsp->num_faces)) {
            return fail_element(l, LUMP_NODES, i, "face", node->first_face);
        }
    }
    return FORMAT_OK;
}

static int load_clipnodes(struct loader *l, struct byte_reader *r)
{
    struct bsp *bsp = l->bsp;
    for (uint32_t i = 0; i < bsp->num_clipnodes; i++) {
        struct bsp_clipnode *node = &bsp->clipnodes[i];
        node->plane = byte_reader_u32(r);
        if (node->plane >= bsp->num_planes) {
            return fail_element(l, LUMP_CLIPNODES, i, "plane", node->plane);
        }
        for (int j = 0; j < 2; j++) {
            node->children[j] = read_clip_child(l, r, bsp->num_clipnodes);
            if (node->children[j] >= 0 && (uint32_t)node->children[j] >= bsp->num_clipnodes) {
                return fail_element(l, LUMP_CLIPNODES, i, "child", node->children[j]);
            }
        }
    }
    return FORMAT_OK;
}

static float radius_from_bounds(const float mins[3], const float maxs[3])
{
    float sum = 0;
    for (int j = 0; j < 3; j++) {
        float a = fabsf(mins[j]);
        float b = fabsf(maxs[j]);
        sum += a > b ? a * a : b * b;
    }
    return sqrtf(sum);
}

static int check_submodel(struct loader *l, uint32_t i)
{
    struct bsp *bsp = l->bsp;
    struct bsp_submodel *m = &bsp->submodels[i];
    size_t offset = bsp_source_offset(&l->source, LUMP_MODELS, i);
    if (!child_is_valid(bsp, m->head_node[0])) {
        return fail_element(l, LUMP_MODELS, i, "head node", m->head_node[0]);
    }
    if (!range_is_inside(m->first_face, m->num_faces, bsp->num_faces)) {
        return fail_element(l, LUMP_MODELS, i, "face", m->first_face);
    }
    for (int j = 1; j < BSP_HULLS; j++) {
        if (m->head_node[j] >= 0 && (uint32_t)m->head_node[j] >= bsp->num_clipnodes) {
            /* The fourth hull was never used; its field is arbitrary. */
            if (j < 3 && m->head_node[j] != 0) {
                bsp_note_damage(bsp, offset, "model %u: clipnode %d is out of range", (unsigned)i,
                                (int)m->head_node[j]);
            }
            m->head_node[j] = CONTENTS_EMPTY;
        }
    }
    if (m->vis_leafs >= bsp->num_leafs) {
        bsp_note_damage(bsp, offset, "model %u: %u visible leafs, there are %u", (unsigned)i,
                        (unsigned)m->vis_leafs, (unsigned)(bsp->num_leafs - 1));
        m->vis_leafs = bsp->num_leafs - 1;
    }
    return FORMAT_OK;
}

static int load_models(struct loader *l, struct byte_reader *r)
{
    struct bsp *bsp = l->bsp;
    for (uint32_t i = 0; i < bsp->num_submodels; i++) {
        struct bsp_submodel *m = &bsp->submodels[i];
        bool good = read_floats(r, m->mins, 3, COORDINATE_LIMIT);
        good = read_floats(r, m->maxs, 3, COORDINATE_LIMIT) && good;
        good = read_floats(r, m->origin, 3, COORDINATE_LIMIT) && good;
        if (!good) {
            bsp_note_damage(bsp, bsp_source_offset(&l->source, LUMP_MODELS, i),
                            "model %u: its box is out of range", (unsigned)i);
            for (int j = 0; j < 3; j++) {
                m->mins[j] = -COORDINATE_LIMIT;
                m->maxs[j] = COORDINATE_LIMIT;
                m->origin[j] = 0;
            }
        }
        for (int j = 0; j < 3; j++) {
            m->mins[j] -= 1; /* spread by a unit: Quake's Mod_LoadSubmodels */
            m->maxs[j] += 1;
        }
        m->radius = radius_from_bounds(m->mins, m->maxs);
        for (int j = 0; j < BSP_HULLS; j++) {
            m->head_node[j] = byte_reader_i32(r);
        }
        m->vis_leafs = byte_reader_u32(r);
        m->first_face = byte_reader_u32(r);
        m->num_faces = byte_reader_u32(r);
        int code = check_submodel(l, i);
        if (code < 0) {
            return code;
        }
    }
    return FORMAT_OK;
}

static int load_texture_lump(struct loader *l, struct byte_reader *r)
{
    (void)r;
    return bsp_read_textures(l->bsp, &l->source, l->err);
}

/* Lumps in the order they are loaded: what an index points at comes first, save for counts, which
 * are all known from the table. load = NULL: bytes that are only copied. */
struct lump_kind {
    enum bsp_lump lump;
    const char *name;
    size_t size29; /* bytes per element */
    size_t size_2psb;
    size_t size_bsp2;
    int (*load)(struct loader *l, struct byte_reader *r);
};

static const struct lump_kind lump_kinds[BSP_LUMPS] = {
    {LUMP_ENTITIES, "entities", 1, 1, 1, NULL},
    {LUMP_VISIBILITY, "visibility", 1, 1, 1, NULL},
    {LUMP_LIGHTING, "lighting", 1, 1, 1, NULL},
    {LUMP_TEXTURES, "textures", 1, 1, 1, load_texture_lump},
    {LUMP_PLANES, "planes", 20, 20, 20, load_planes},
    {LUMP_VERTICES, "vertices", 12, 12, 12, load_vertices},
    {LUMP_EDGES, "edges", 4, 8, 8, load_edges},
    {LUMP_SURFEDGES, "surfedges", 4, 4, 4, load_surfedges},
    {LUMP_TEXINFO, "texinfo", 40, 40, 40, load_texinfo},
    {LUMP_FACES, "faces", 20, 28, 28, load_faces},
    {LUMP_MARK_SURFACES, "mark surfaces", 2, 4, 4, load_mark_surfaces},
    {LUMP_LEAFS, "leafs", 28, 32, 44, load_leafs},
    {LUMP_NODES, "nodes", 24, 32, 44, load_nodes},
    {LUMP_CLIPNODES, "clipnodes", 8, 12, 12, load_clipnodes},
    {LUMP_MODELS, "models", 64, 64, 64, load_models},
};

static int read_version(struct loader *l, struct byte_reader *r)
{
    uint32_t version = byte_reader_u32(r);
    l->float_boxes = version == BSP_VERSION_2;
    l->wide = l->float_boxes || version == BSP_VERSION_2PSB;
    if (r->overrun || !(l->wide || version == BSP_VERSION_29)) {
        return format_fail(l->err, FORMAT_UNKNOWN, 0,
                           "not a Quake map of a supported version (29, BSP2 or 2PSB)");
    }
    if (r->size < HEADER_SIZE) {
        return format_fail(l->err, FORMAT_TRUNCATED, r->size, "the map header is truncated");
    }
    return FORMAT_OK;
}

static int read_header(struct loader *l, const uint8_t *data, size_t size)
{
    struct byte_reader r = byte_reader_make(data, size);
    int code = read_version(l, &r);
    if (code < 0) {
        return code;
    }
    uint64_t total = 0;
    for (int i = 0; i < BSP_LUMPS; i++) {
        l->source.offset[i] = byte_reader_u32(&r);
        l->source.size[i] = byte_reader_u32(&r);
    }
    for (int k = 0; k < BSP_LUMPS; k++) {
        const struct lump_kind *kind = &lump_kinds[k];
        size_t at = 4 + (size_t)kind->lump * 8;
        size_t offset = l->source.offset[kind->lump];
        size_t bytes = l->source.size[kind->lump];
        size_t element = l->float_boxes ? kind->size_bsp2
                         : l->wide      ? kind->size_2psb
                                        : kind->size29;
        if (bytes == 0) {
            l->source.offset[kind->lump] = offset = 0;
        }
        if (offset > size || bytes > size - offset) {
            return format_fail(l->err, FORMAT_TRUNCATED, at,
                               "lump %s (bytes %zu to %zu) is outside the file", kind->name, offset,
                               offset + bytes);
        }
        if (bytes % element != 0) {
            return format_fail(l->err, FORMAT_BAD, at,
                               "lump %s: %zu bytes are not a multiple of %zu", kind->name, bytes,
                               element);
        }
        total += bytes;
        l->source.element_size[kind->lump] = element;
        l->counts[kind->lump] = (uint32_t)(bytes / element);
    }
    /* Lumps that all name the same bytes would multiply the memory that a small file costs. */
    if (total > 2 * (uint64_t)size) {
        return format_fail(l->err, FORMAT_BAD, 4, "lumps overlap");
    }
    return FORMAT_OK;
}

static void *copy_lump(const struct loader *l, enum bsp_lump lump, bool *failed)
{
    size_t bytes = l->source.size[lump];
    uint8_t *copy = malloc(bytes + 1);
    if (!copy) {
        *failed = true;
        return NULL;
    }
    if (bytes) {
        memcpy(copy, l->data + l->source.offset[lump], bytes);
    }
    copy[bytes] = 0; /* the end of the entities' text */
    return copy;
}

static void *allocate_array(uint32_t count, size_t element, bool *failed)
{
    void *array = calloc(count ? count : 1, element);
    if (!array) {
        *failed = true;
    }
    return array;
}

/* Sizes are bounded by the file's: read_header has seen every lump lie inside it. */
static int allocate_arrays(struct loader *l)
{
    struct bsp *b = l->bsp;
    const uint32_t *n = l->counts;
    bool failed = false;
    b->entities = copy_lump(l, LUMP_ENTITIES, &failed);
    b->visibility = copy_lump(l, LUMP_VISIBILITY, &failed);
    b->visibility_size = l->source.size[LUMP_VISIBILITY];
    b->light_data = copy_lump(l, LUMP_LIGHTING, &failed);
    b->light_size = l->source.size[LUMP_LIGHTING];
    b->texture_data = copy_lump(l, LUMP_TEXTURES, &failed);
    b->planes = allocate_array(b->num_planes = n[LUMP_PLANES], sizeof(*b->planes), &failed);
    b->vertices = allocate_array(b->num_vertices = n[LUMP_VERTICES], sizeof(*b->vertices), &failed);
    b->edges = allocate_array(b->num_edges = n[LUMP_EDGES], sizeof(*b->edges), &failed);
    b->surfedges =
        allocate_array(b->num_surfedges = n[LUMP_SURFEDGES], sizeof(*b->surfedges), &failed);
    b->texinfo = allocate_array(b->num_texinfo = n[LUMP_TEXINFO], sizeof(*b->texinfo), &failed);
    b->faces = allocate_array(b->num_faces = n[LUMP_FACES], sizeof(*b->faces), &failed);
    b->nodes = allocate_array(b->num_nodes = n[LUMP_NODES], sizeof(*b->nodes), &failed);
    b->leafs = allocate_array(b->num_leafs = n[LUMP_LEAFS], sizeof(*b->leafs), &failed);
    b->mark_surfaces = allocate_array(b->num_mark_surfaces = n[LUMP_MARK_SURFACES],
                                      sizeof(*b->mark_surfaces), &failed);
    b->clipnodes =
        allocate_array(b->num_clipnodes = n[LUMP_CLIPNODES], sizeof(*b->clipnodes), &failed);
    b->submodels =
        allocate_array(b->num_submodels = n[LUMP_MODELS], sizeof(*b->submodels), &failed);
    return failed ? format_fail(l->err, FORMAT_MEMORY, 0, "out of memory (map)") : FORMAT_OK;
}

int bsp_read(struct bsp *bsp, const uint8_t *data, size_t size, struct format_error *err)
{
    *bsp = (struct bsp){0};
    struct loader l = {.bsp = bsp, .data = data, .err = err};
    int code = read_header(&l, data, size);
    if (code == FORMAT_OK && (l.counts[LUMP_MODELS] == 0 || l.counts[LUMP_LEAFS] == 0)) {
        code = format_fail(err, FORMAT_BAD, 4, "the map has no models or no leafs");
    }
    if (code == FORMAT_OK) {
        code = allocate_arrays(&l);
    }
    for (int k = 0; code == FORMAT_OK && k < BSP_LUMPS; k++) {
        enum bsp_lump lump = lump_kinds[k].lump;
        struct byte_reader r = byte_reader_make(data + l.source.offset[lump], l.source.size[lump]);
        if (lump_kinds[k].load) {
            code = lump_kinds[k].load(&l, &r);
        }
    }
    struct bspx bspx;
    if (code == FORMAT_OK) {
        bsp_find_bspx(bsp, &l.source, data, size, &bspx);
        code = bsp_read_colors(bsp, &bspx, err);
    }
    if (code == FORMAT_OK) {
        code = bsp_check(bsp, &l.source, err);
    }
    if (code == FORMAT_OK) {
        code = bsp_read_face_lights(bsp, &l.source, data, &bspx, err);
    }
    if (code == FORMAT_OK && object_id_renew(&bsp->identity) < 0) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory (map)");
    }
    if (code != FORMAT_OK) {
        bsp_free(bsp);
    }
    return code;
}

void bsp_free(struct bsp *bsp)
{
    free(bsp->planes);
    free(bsp->vertices);
    free(bsp->edges);
    free(bsp->surfedges);
    free(bsp->textures);
    free(bsp->texinfo);
    free(bsp->faces);
    free(bsp->nodes);
    free(bsp->leafs);
    free(bsp->mark_surfaces);
    free(bsp->clipnodes);
    free(bsp->submodels);
    free(bsp->light_data);
    free(bsp->color_data);
    free(bsp->hdr_data);
    free(bsp->face_lights);
    free(bsp->visibility);
    free(bsp->texture_data);
    free(bsp->entities);
    object_id_release(bsp->identity);
    *bsp = (struct bsp){0};
}
