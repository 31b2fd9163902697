/* MD3 files. Checks every count against the file's size before allocating. Offsets may point
 * anywhere, so the total size of decoded records is bounded as well. */
#include "formats/models/md3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/fields.h"
#include "formats/base/vec.h"

enum {
    HEADER_SIZE = 108,
    FRAME_SIZE = 56,
    FRAME_NAME = 16,
    TAG_SIZE = 112,
    SURFACE_SIZE = 108,
    SHADER_SIZE = 68,
    TRIANGLE_SIZE = 12,
    ST_SIZE = 8,
    VERTEX_SIZE = 8,
    SHADERS_MAX = 256
};

static const float UNITS_LIMIT = 1048576.0f;

struct reader {
    struct md3 *md3;
    const uint8_t *data;
    size_t size;
    uint64_t decoded; /* bytes of the file, each as often as it was used */
    struct format_error *err;
    int code; /* what failed, FORMAT_OK before */
};

/* The bytes of `count` records at an offset; NULL and err if they are outside the file, or all
 * parts together take more than twice the file. */
static const uint8_t *find_records(struct reader *r, uint64_t at, uint64_t count, size_t record,
                                   const char *what)
{
    const uint64_t bytes = count * record;
    if (at > r->size || bytes > r->size - at) {
        r->code = format_fail(r->err, FORMAT_TRUNCATED, at < r->size ? (size_t)at : r->size,
                              "the file ends inside its %s", what);
        return NULL;
    }
    r->decoded += bytes;
    if (r->decoded > 2 * (uint64_t)r->size) {
        r->code = format_fail(r->err, FORMAT_BAD, (size_t)at, "its %s overlap other parts", what);
        return NULL;
    }
    return r->data + at;
}

static void *array_of(struct reader *r, size_t count, size_t element)
{
    void *array = calloc(count ? count : 1, element);
    if (!array) {
        r->code = format_fail(r->err, FORMAT_MEMORY, 0, "out of memory (model)");
    }
    return array;
}

/* Reads floats; NaN and values beyond the limit become 0. */
static void take_floats(fields *p, float *out, int count)
{
    for (int i = 0; i < count; i++) {
        const float v = take_f32(p);
        out[i] = fabsf(v) <= UNITS_LIMIT ? v : 0.0f;
    }
}

static void take_name(fields *p, char out[MD3_NAME])
{
    memcpy(out, *p, MD3_NAME);
    out[MD3_NAME - 1] = '\0';
    *p += MD3_NAME;
}

static bool fail_reader(struct reader *r, size_t at, uint32_t count, const char *what)
{
    r->code =
        format_fail(r->err, FORMAT_BAD, at, "%u %s: too few or too many", (unsigned)count, what);
    return false;
}

static bool read_frames(struct reader *r, uint64_t at)
{
    struct md3 *m = r->md3;
    fields p = find_records(r, at, m->num_frames, FRAME_SIZE, "frames");
    m->frames = p ? array_of(r, m->num_frames, sizeof(*m->frames)) : NULL;
    for (uint32_t i = 0; m->frames && i < m->num_frames; i++) {
        struct md3_frame *f = &m->frames[i];
        take_floats(&p, f->mins, 3);
        take_floats(&p, f->maxs, 3);
        take_floats(&p, f->origin, 3);
        take_floats(&p, &f->radius, 1);
        p += FRAME_NAME;
    }
    return m->frames != NULL;
}

/* Names are those of the first frame. */
static bool read_tags(struct reader *r, uint64_t at)
{
    struct md3 *m = r->md3;
    const size_t count = (size_t)m->num_frames * m->num_tags;
    fields p = find_records(r, m->num_tags ? at : 0, count, TAG_SIZE, "tags");
    m->tag_names = p ? array_of(r, m->num_tags, sizeof(*m->tag_names)) : NULL;
    m->tags = m->tag_names ? array_of(r, count, sizeof(*m->tags)) : NULL;
    for (size_t i = 0; m->tags && i < count; i++) {
        char name[MD3_NAME];
        take_name(&p, name);
        if (i < m->num_tags) {
            memcpy(m->tag_names[i], name, MD3_NAME);
        }
        take_floats(&p, m->tags[i].origin, 3);
        take_floats(&p, &m->tags[i].axis[0][0], 9);
    }
    return m->tags != NULL;
}

static void tidy_name(char name[MD3_NAME])
{
    size_t length = 0;
    for (; name[length]; length++) {
        name[length] = name[length] >= 'A' && name[length] <= 'Z' ? (char)(name[length] - 'A' + 'a')
                                                                  : name[length];
    }
    if (length > 2 && name[length - 2] == '_') {
        name[length - 2] = '\0';
    }
}

static bool read_triangles(struct reader *r, struct md3_surface *s, uint64_t at)
{
    fields p = find_records(r, at, s->num_triangles, TRIANGLE_SIZE, "triangles");
    s->triangles = p ? array_of(r, s->num_triangles, sizeof(*s->triangles)) : NULL;
    for (uint32_t i = 0; s->triangles && i < s->num_triangles * 3; i++) {
        const uint32_t v = take_u32(&p);
        if (v >= s->num_vertices) {
            r->code = format_fail(r->err, FORMAT_BAD, (size_t)at + (size_t)i * 4,
                                  "surface %.20s: triangle %u: vertex %u is out of range", s->name,
                                  (unsigned)(i / 3), (unsigned)v);
            return false;
        }
        s->triangles[i / 3][i % 3] = v;
    }
    return s->triangles != NULL;
}

static bool read_shaders(struct reader *r, struct md3_surface *s, uint64_t at)
{
    fields p = find_records(r, s->num_shaders ? at : 0, s->num_shaders, SHADER_SIZE, "shaders");
    s->shaders = p ? array_of(r, s->num_shaders, sizeof(*s->shaders)) : NULL;
    for (uint32_t i = 0; s->shaders && i < s->num_shaders; i++) {
        take_name(&p, s->shaders[i]);
        p += SHADER_SIZE - MD3_NAME;
    }
    return s->shaders != NULL;
}

static bool read_vertices(struct reader *r, struct md3_surface *s, uint64_t st_at, uint64_t at)
{
    const size_t count = (size_t)r->md3->num_frames * s->num_vertices;
    fields st = find_records(r, st_at, s->num_vertices, ST_SIZE, "texture coordinates");
    fields p = st ? find_records(r, at, count, VERTEX_SIZE, "vertices") : NULL;
    s->st = p ? array_of(r, s->num_vertices, sizeof(*s->st)) : NULL;
    s->vertices = s->st ? array_of(r, count, sizeof(*s->vertices)) : NULL;
    if (!s->vertices) {
        return false;
    }
    for (uint32_t i = 0; i < s->num_vertices; i++) {
        take_floats(&st, s->st[i], 2);
    }
    for (size_t i = 0; i < count; i++) {
        struct md3_vertex *v = &s->vertices[i];
        for (int j = 0; j < 3; j++) {
            v->xyz[j] = take_i16(&p);
        }
        v->longitude = take_u8(&p);
        v->latitude = take_u8(&p);
    }
    return true;
}

/* Moves *at to the next surface. */
static bool read_surface(struct reader *r, struct md3_surface *s, uint64_t *at)
{
    const uint64_t start = *at;
    fields p = find_records(r, start, 1, SURFACE_SIZE, "surfaces");
    if (!p) {
        return false;
    }
    p += 4; /* the ident, which tools have left empty */
    take_name(&p, s->name);
    tidy_name(s->name);
    p += 4; /* flags */
    const uint32_t num_frames = take_u32(&p);
    s->num_shaders = take_u32(&p);
    s->num_vertices = take_u32(&p);
    s->num_triangles = take_u32(&p);
    uint64_t offsets[5]; /* triangles, shaders, st, vertices, end */
    for (int i = 0; i < 5; i++) {
        offsets[i] = start + take_u32(&p);
    }
    if (num_frames < r->md3->num_frames) {
        return fail_reader(r, (size_t)start + 72, num_frames, "frames of a surface");
    }
    if (s->num_vertices > MD3_VERTICES_MAX) {
        return fail_reader(r, (size_t)start + 80, s->num_vertices, "vertices");
    }
    if (s->num_triangles > MD3_TRIANGLES_MAX) {
        return fail_reader(r, (size_t)start + 84, s->num_triangles, "triangles");
    }
    if (s->num_shaders > SHADERS_MAX) {
        return fail_reader(r, (size_t)start + 76, s->num_shaders, "shaders");
    }
    *at = offsets[4];
    return read_triangles(r, s, offsets[0]) && read_shaders(r, s, offsets[1]) &&
           read_vertices(r, s, offsets[2], offsets[3]);
}

static bool read_all(struct reader *r, fields p)
{
    struct md3 *m = r->md3;
    p += 8 + MD3_NAME + 4; /* ident, version, name, flags */
    m->num_frames = take_u32(&p);
    m->num_tags = take_u32(&p);
    const uint32_t num_surfaces = take_u32(&p);
    p += 4; /* number of skins: always 0 in files */
    const uint32_t frames_at = take_u32(&p), tags_at = take_u32(&p);
    uint64_t at = take_u32(&p);
    if (m->num_frames < 1 || m->num_frames > MD3_FRAMES_MAX) {
        return fail_reader(r, 76, m->num_frames, "frames");
    }
    if (m->num_tags > MD3_TAGS_MAX) {
        return fail_reader(r, 80, m->num_tags, "tags");
    }
    if (num_surfaces > MD3_SURFACES_MAX) {
        return fail_reader(r, 84, num_surfaces, "surfaces");
    }
    m->surfaces = array_of(r, num_surfaces, sizeof(*m->surfaces));
    if (!m->surfaces || !read_frames(r, frames_at) || !read_tags(r, tags_at)) {
        return false;
    }
    for (uint32_t i = 0; i < num_surfaces; i++) {
        m->num_surfaces = i + 1; /* what is begun is freed */
        if (!read_surface(r, &m->surfaces[i], &at)) {
            return false;
        }
    }
    return true;
}

int md3_read(struct md3 *md3, const uint8_t *data, size_t size, struct format_error *err)
{
    struct reader r = {.md3 = md3, .data = data, .size = size, .err = err};
    *md3 = (struct md3){0};
    if (size < 8 || memcmp(data, "IDP3", 4) != 0 || bytes_u32(data + 4) != MD3_VERSION) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a model of version 15 (MD3)");
    }
    if (size < HEADER_SIZE) {
        return format_fail(err, FORMAT_TRUNCATED, size, "the model header is truncated");
    }
    if (!read_all(&r, data)) {
        md3_free(md3);
    }
    return r.code;
}

void md3_free(struct md3 *md3)
{
    for (uint32_t i = 0; i < md3->num_surfaces; i++) {
        struct md3_surface *s = &md3->surfaces[i];
        free(s->shaders);
        free(s->triangles);
        free(s->st);
        free(s->vertices);
    }
    free(md3->surfaces);
    free(md3->frames);
    free(md3->tag_names);
    free(md3->tags);
    *md3 = (struct md3){0};
}

int32_t md3_find_tag(const struct md3 *md3, const char *name)
{
    for (uint32_t i = 0; i < md3->num_tags; i++) {
        if (strcmp(md3->tag_names[i], name) == 0) {
            return (int32_t)i;
        }
    }
    return -1;
}

static const struct md3_tag *tag_at(const struct md3 *md3, uint32_t tag, int32_t frame)
{
    const int32_t last = (int32_t)md3->num_frames - 1;
    frame = frame < 0 ? 0 : frame > last ? last : frame;
    return &md3->tags[(size_t)frame * md3->num_tags + tag];
}

void md3_tag_between(const struct md3 *md3, uint32_t tag, int32_t old_frame, int32_t frame,
                     float backlerp, struct md3_tag *out)
{
    const struct md3_tag *from = tag_at(md3, tag, old_frame), *to = tag_at(md3, tag, frame);
    const float front = 1.0f - backlerp;
    for (int i = 0; i < 3; i++) {
        out->origin[i] = from->origin[i] * backlerp + to->origin[i] * front;
        for (int j = 0; j < 3; j++) {
            out->axis[i][j] = from->axis[i][j] * backlerp + to->axis[i][j] * front;
        }
        vec_normalize(out->axis[i]);
    }
}
