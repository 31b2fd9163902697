/* MDL files. Layout: Quake's modelgen.h. A first pass counts and checks, so that everything is
 * allocated once, with sizes that the file's size has confirmed. */
#include "formats/models/mdl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/models/frame_group.h"

enum {
    HEADER_SIZE = 84,
    NORMALS = 162,
    SKIN_SIDE_MAX = 16384,
    TEXCOORD_LIMIT = 32767,
    POSE_HEADER = 4 + 4 + 16, /* box and name before the vertices */
    VERTEX_SIZE = 4,
    TEXCOORD_SIZE = 12,
    TRIANGLE_SIZE = 16
};

/* Real models are some hundred units large. */
static const float UNITS_LIMIT = 1048576.0f;

struct reader {
    struct mdl *mdl;
    struct byte_reader r;
    struct format_error *err;
    size_t num_intervals;
    uint32_t num_pictures;
    uint32_t num_poses;
    bool fill; /* second pass: everything is checked and allocated, store it */
    float *next_interval;
};

static int fail_at(struct reader *x, size_t offset, const char *what, uint32_t i)
{
    return format_fail(x->err, FORMAT_BAD, offset, "%s %u", what, (unsigned)i);
}

static int fail_cut(struct reader *x, const char *what)
{
    return format_fail(x->err, FORMAT_TRUNCATED, x->r.size, "the file ends inside its %s", what);
}

/* True if `count` records of at least min_size bytes fit into the rest of the file. */
static bool count_fits(const struct byte_reader *r, uint32_t count, size_t min_size)
{
    return count >= 1 && count <= INT32_MAX && count <= byte_reader_left(r) / min_size;
}

static int read_intervals(struct reader *x, uint32_t count, const char *what, uint32_t index)
{
    float last = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t at = x->r.pos;
        last = byte_reader_f32(&x->r);
        if (x->r.overrun) {
            return fail_cut(x, what);
        }
        /* The original rejects these too. Ascending order is not required, though nearly all are.
         */
        if (!(last > 0 && last <= UNITS_LIMIT)) {
            return fail_at(x, at, "an interval is not above 0 in group", index);
        }
        if (x->fill) {
            *x->next_interval++ = last;
        }
    }
    x->num_intervals += count;
    return FORMAT_OK;
}

static int read_skins(struct reader *x)
{
    struct mdl *m = x->mdl;
    size_t picture = (size_t)m->skin_width * (size_t)m->skin_height;
    for (uint32_t i = 0; i < m->num_skins; i++) {
        size_t at = x->r.pos;
        uint32_t type = byte_reader_u32(&x->r);
        uint32_t count = type ? byte_reader_u32(&x->r) : 1;
        if (x->r.overrun || (count >= 1 && byte_reader_left(&x->r) / picture < count)) {
            return fail_cut(x, "skins");
        }
        if (count < 1) {
            return fail_at(x, at, "no pictures in skin group", i);
        }
        const float *intervals = x->next_interval;
        int code = type ? read_intervals(x, count, "skins", i) : FORMAT_OK;
        if (code < 0) {
            return code;
        }
        const uint8_t *pixels = byte_reader_take(&x->r, picture * count);
        if (!pixels) {
            return fail_cut(x, "skins");
        }
        if (x->fill) {
            m->skins[i] = (struct mdl_group){x->num_pictures, count, type ? intervals : NULL};
            memcpy(m->skin_pixels + picture * x->num_pictures, pixels, picture * count);
        }
        x->num_pictures += count;
    }
    return FORMAT_OK;
}

static void read_vertex(struct byte_reader *r, struct mdl_vertex *out)
{
    for (int j = 0; j < 3; j++) {
        out->v[j] = byte_reader_u8(r);
    }
    /* Some tools write normals that do not exist; the shading of a vertex is no reason to stop. */
    uint8_t normal = byte_reader_u8(r);
    out->normal = normal < NORMALS ? normal : 0;
}

static int read_pose(struct reader *x)
{
    struct mdl *m = x->mdl;
    size_t size = POSE_HEADER + (size_t)m->num_vertices * VERTEX_SIZE;
    const uint8_t *bytes = byte_reader_take(&x->r, size);
    if (!bytes) {
        return fail_cut(x, "frames");
    }
    if (x->fill) {
        uint32_t pose = x->num_poses;
        struct byte_reader r = byte_reader_make(bytes, size);
        read_vertex(&r, &m->pose_bounds[pose][0]);
        read_vertex(&r, &m->pose_bounds[pose][1]);
        memcpy(m->pose_names[pose], byte_reader_take(&r, 16), 16);
        m->pose_names[pose][15] = '\0';
        for (uint32_t v = 0; v < m->num_vertices; v++) {
            read_vertex(&r, &m->poses[(size_t)pose * m->num_vertices + v]);
        }
    }
    x->num_poses++;
    return FORMAT_OK;
}

static int read_frames(struct reader *x)
{
    struct mdl *m = x->mdl;
    for (uint32_t i = 0; i < m->num_frames; i++) {
        size_t at = x->r.pos;
        uint32_t type = byte_reader_u32(&x->r);
        uint32_t count = type ? byte_reader_u32(&x->r) : 1;
        if (type) {
            byte_reader_take(&x->r, 2 * VERTEX_SIZE); /* the group's box */
        }
        if (x->r.overrun || count > byte_reader_left(&x->r) / POSE_HEADER) {
            return fail_cut(x, "frames");
        }
        if (count < 1) {
            return fail_at(x, at, "no frames in group", i);
        }
        const float *intervals = x->next_interval;
        int code = type ? read_intervals(x, count, "frames", i) : FORMAT_OK;
        if (code == FORMAT_OK && x->fill) {
            m->frames[i] = (struct mdl_group){x->num_poses, count, type ? intervals : NULL};
        }
        for (uint32_t j = 0; code == FORMAT_OK && j < count; j++) {
            code = read_pose(x);
        }
        if (code < 0) {
            return code;
        }
    }
    return FORMAT_OK;
}

static int32_t clamp_texcoord(int32_t v)
{
    return v < -TEXCOORD_LIMIT ? -TEXCOORD_LIMIT : v > TEXCOORD_LIMIT ? TEXCOORD_LIMIT : v;
}

static int read_mesh(struct reader *x)
{
    struct mdl *m = x->mdl;
    size_t bytes =
        (size_t)m->num_vertices * TEXCOORD_SIZE + (size_t)m->num_triangles * TRIANGLE_SIZE;
    if (bytes > byte_reader_left(&x->r)) {
        return fail_cut(x, "vertices and triangles");
    }
    for (uint32_t i = 0; i < m->num_vertices; i++) {
        struct mdl_texcoord t;
        t.on_seam = byte_reader_i32(&x->r) != 0;
        t.s = clamp_texcoord(byte_reader_i32(&x->r));
        t.t = clamp_texcoord(byte_reader_i32(&x->r));
        if (x->fill) {
            m->texcoords[i] = t;
        }
    }
    for (uint32_t i = 0; i < m->num_triangles; i++) {
        struct mdl_triangle t;
        size_t at = x->r.pos;
        t.faces_front = byte_reader_i32(&x->r) != 0;
        for (int j = 0; j < 3; j++) {
            t.vertices[j] = byte_reader_u32(&x->r);
            if (t.vertices[j] >= m->num_vertices) {
                return fail_at(x, at, "a vertex does not exist in triangle", i);
            }
        }
        if (x->fill) {
            m->triangles[i] = t;
        }
    }
    return FORMAT_OK;
}

static int read_header(struct reader *x)
{
    struct mdl *m = x->mdl;
    struct byte_reader *r = &x->r;
    const uint8_t *magic = byte_reader_take(r, 4);
    if (!magic || memcmp(magic, "IDPO", 4) != 0) {
        return format_fail(x->err, FORMAT_UNKNOWN, 0, "not an alias model");
    }
    if (r->size < HEADER_SIZE) {
        return fail_cut(x, "header");
    }
    uint32_t version = byte_reader_u32(r);
    if (version != MDL_VERSION) {
        return format_fail(x->err, FORMAT_UNKNOWN, 4, "unsupported alias model version %u (not 6)",
                           (unsigned)version);
    }
    for (int i = 0; i < 6; i++) {
        float v = byte_reader_f32(r);
        if (!(fabsf(v) <= UNITS_LIMIT)) {
            return format_fail(x->err, FORMAT_BAD, r->pos - 4, "scale or origin is out of range");
        }
        *(i < 3 ? &m->scale[i] : &m->origin[i - 3]) = v;
    }
    m->radius = byte_reader_f32(r);
    byte_reader_take(r, 12); /* eye position: not used by the original either */
    m->num_skins = byte_reader_u32(r);
    m->skin_width = byte_reader_i32(r);
    m->skin_height = byte_reader_i32(r);
    m->num_vertices = byte_reader_u32(r);
    m->num_triangles = byte_reader_u32(r);
    m->num_frames = byte_reader_u32(r);
    m->random_sync = byte_reader_i32(r) == 1;
    m->flags = byte_reader_u32(r);
    m->size = byte_reader_f32(r);
    m->radius = fabsf(m->radius) <= UNITS_LIMIT ? m->radius : 0;
    m->size = fabsf(m->size) <= UNITS_LIMIT ? m->size : 0;
    if (m->skin_width < 1 || m->skin_height < 1 || m->skin_width > SKIN_SIDE_MAX ||
        m->skin_height > SKIN_SIDE_MAX) {
        return format_fail(x->err, FORMAT_BAD, 52, "skins of %d x %d", (int)m->skin_width,
                           (int)m->skin_height);
    }
    /* The minimum of bytes that each takes; this also keeps the sums below from overflowing. */
    if (!count_fits(r, m->num_skins, 4) || !count_fits(r, m->num_vertices, TEXCOORD_SIZE) ||
        !count_fits(r, m->num_triangles, TRIANGLE_SIZE) || !count_fits(r, m->num_frames, 4)) {
        return format_fail(x->err, FORMAT_BAD, 48,
                           "%u skins, %u vertices, %u triangles, %u frames: none or too many",
                           (unsigned)m->num_skins, (unsigned)m->num_vertices,
                           (unsigned)m->num_triangles, (unsigned)m->num_frames);
    }
    return FORMAT_OK;
}

static int read_body(struct reader *x)
{
    x->r.pos = HEADER_SIZE;
    x->num_intervals = 0;
    x->num_pictures = 0;
    x->num_poses = 0;
    x->next_interval = x->mdl->intervals;
    int code = read_skins(x);
    if (code == FORMAT_OK) {
        code = read_mesh(x);
    }
    return code == FORMAT_OK ? read_frames(x) : code;
}

static int allocate_arrays(struct reader *x)
{
    struct mdl *m = x->mdl;
    size_t picture = (size_t)m->skin_width * (size_t)m->skin_height;
    m->num_skin_pictures = x->num_pictures;
    m->num_poses = x->num_poses;
    m->skins = calloc(m->num_skins, sizeof(*m->skins));
    m->skin_pixels = malloc(picture * m->num_skin_pictures);
    m->texcoords = calloc(m->num_vertices, sizeof(*m->texcoords));
    m->triangles = calloc(m->num_triangles, sizeof(*m->triangles));
    m->frames = calloc(m->num_frames, sizeof(*m->frames));
    m->poses = calloc((size_t)m->num_poses * m->num_vertices, sizeof(*m->poses));
    m->pose_bounds = calloc(m->num_poses, sizeof(*m->pose_bounds));
    m->pose_names = calloc(m->num_poses, sizeof(*m->pose_names));
    m->intervals = calloc(x->num_intervals + 1, sizeof(*m->intervals));
    if (!m->skins || !m->skin_pixels || !m->texcoords || !m->triangles || !m->frames || !m->poses ||
        !m->pose_bounds || !m->pose_names || !m->intervals) {
        return format_fail(x->err, FORMAT_MEMORY, 0, "out of memory (model)");
    }
    return FORMAT_OK;
}

static void compute_bounds(struct mdl *m)
{
    uint8_t low[3] = {255, 255, 255};
    uint8_t high[3] = {0, 0, 0};
    size_t count = (size_t)m->num_poses * m->num_vertices;
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < 3; j++) {
            uint8_t v = m->poses[i].v[j];
            low[j] = v < low[j] ? v : low[j];
            high[j] = v > high[j] ? v : high[j];
        }
    }
    for (int j = 0; j < 3; j++) {
        float a = (float)low[j] * m->scale[j] + m->origin[j];
        float b = (float)high[j] * m->scale[j] + m->origin[j];
        m->mins[j] = a < b ? a : b;
        m->maxs[j] = a < b ? b : a;
    }
}

int mdl_read(struct mdl *mdl, const uint8_t *data, size_t size, struct format_error *err)
{
    *mdl = (struct mdl){0};
    struct reader x = {.mdl = mdl, .r = byte_reader_make(data, size), .err = err};
    int code = read_header(&x);
    if (code == FORMAT_OK) {
        code = read_body(&x);
    }
    if (code == FORMAT_OK) {
        code = allocate_arrays(&x);
    }
    if (code == FORMAT_OK) {
        x.fill = true;
        code = read_body(&x);
    }
    if (code == FORMAT_OK) {
        compute_bounds(mdl);
        code = object_id_renew(&mdl->identity);
    }
    if (code != FORMAT_OK) {
        mdl_free(mdl);
    }
    return code;
}

void mdl_free(struct mdl *mdl)
{
    free(mdl->skins);
    free(mdl->skin_pixels);
    free(mdl->texcoords);
    free(mdl->triangles);
    free(mdl->frames);
    free(mdl->poses);
    free(mdl->pose_bounds);
    free(mdl->pose_names);
    free(mdl->intervals);
    object_id_release(mdl->identity);
    *mdl = (struct mdl){0};
}

uint32_t mdl_group_pose(const struct mdl_group *group, double time)
{
    return group->first + frame_group_pick(group->intervals, group->count, time);
}

uint32_t mdl_group_pose_before(const struct mdl_group *group, double time, float *share)
{
    uint32_t i = frame_group_pick(group->intervals, group->count, time);
    *share = frame_group_passed(group->intervals, group->count, time);
    return group->first + (i > 0 ? i : group->count) - 1;
}
