#include "formats/maps/bsp_light.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp_internal.h"

enum {
    NO_STYLE8 = 255,
    NO_STYLE16 = 65535,
    SHIFT = 4,           /* 16 texels from sample to sample */
    MAX_SHIFT = 15,      /* then the largest face has two samples */
    DECOUPLED_SIZE = 40, /* width, height (16 bits), offset, float[2][4] */
    MARGIN = 16          /* samples a corner may be outside its grid */
};

/* Bound of the numbers of a row; keeps a sample's column and row finite. */
static const float ROW_LIMIT = 1e9f;

static bool is_drawn_lit(const struct bsp *bsp, const struct bsp_face *f)
{
    return f->num_edges > 0 && !(f->flags & BSP_FACE_SKY) &&
           (!(f->flags & BSP_FACE_TURB) || !(bsp->texinfo[f->texinfo].flags & TEX_SPECIAL));
}

/* The grid with a sample every 2^shift texels: from the last multiple before the face to the first
 * one behind it. */
static void set_grid(struct bsp_face_light *light, const struct bsp_texinfo *texinfo,
                     const float min[2], const float max[2], int shift)
{
    const float step = (float)(1 << shift);
    uint32_t sides[2];
    for (int j = 0; j < 2; j++) {
        const float low = floorf(min[j] / step), high = ceilf(max[j] / step);
        sides[j] = (uint32_t)(high - low) + 1;
        for (int k = 0; k < 3; k++) {
            light->rows[j][k] = texinfo->vecs[j][k] / step;
        }
        light->rows[j][3] = (float)((double)texinfo->vecs[j][3] / (double)step - (double)low);
    }
    light->width = sides[0];
    light->height = sides[1];
}

static void set_dark(struct bsp_face_light *light)
{
    light->offset = -1;
    light->num_styles = 0;
}

/* Sets those up to the first that is none. */
static void set_styles(struct bsp_face_light *light, const uint8_t *styles, size_t count, bool wide)
{
    const uint32_t none = wide ? NO_STYLE16 : NO_STYLE8;
    light->num_styles = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t style = wide ? bytes_u16(styles + 2 * i) : styles[i];
        if (style == none) {
            break;
        }
        light->styles[light->num_styles++] = (uint16_t)style;
    }
}

/* As struct bsp_face has it. */
static void set_ordinary(const struct bsp *bsp, const struct bsp_face *f,
                         struct bsp_face_light *light)
{
    *light = (struct bsp_face_light){.offset = -1};
    if (f->num_edges == 0 || f->flags & (BSP_FACE_SKY | BSP_FACE_TURB)) {
        return;
    }
    float min[2], max[2];
    for (int j = 0; j < 2; j++) {
        min[j] = (float)f->texture_mins[j];
        max[j] = (float)(f->texture_mins[j] + f->extents[j]);
    }
    set_grid(light, &bsp->texinfo[f->texinfo], min, max, SHIFT);
    light->offset = f->light_offset;
    set_styles(light, f->styles, BSP_STYLES, false);
    if (light->offset < 0 || light->num_styles == 0) {
        set_dark(light);
    }
}

void bsp_face_light(const struct bsp *bsp, uint32_t face, struct bsp_face_light *light)
{
    if (bsp->face_lights) {
        *light = bsp->face_lights[face];
    } else {
        set_ordinary(bsp, &bsp->faces[face], light);
    }
}

static uint64_t count_samples(const struct bsp_face_light *light)
{
    return (uint64_t)light->width * light->height * light->num_styles;
}

static bool light_is_inside(const struct bsp *bsp, const struct bsp_face_light *light)
{
    return light->width <= BSP_LIGHT_SIDE && light->height <= BSP_LIGHT_SIDE &&
           (uint64_t)light->offset <= bsp->light_size &&
           count_samples(light) <= bsp->light_size - (uint64_t)light->offset;
}

/* ---- Lumps ---- */

struct reader {
    struct bsp *bsp;
    const struct bsp_source *source;
    const uint8_t *data; /* the file */
    /* The lumps in use, or NULL */
    const struct bspx_lump *shifts, *offsets, *styles, *decoupled;
    bool wide_styles;        /* 16 bits each */
    size_t styles_of_a_face; /* 1..BSP_LIGHT_STYLES */
};

/* A lump with `element` bytes for each face, or NULL: the map has none. *damaged is set if its size
 * is another one. */
static const struct bspx_lump *take_lump(struct reader *r, const struct bspx *bspx,
                                         enum bspx_name name, size_t element, bool *damaged)
{
    const struct bspx_lump *lump = &bspx->lumps[name];
    const size_t faces = r->bsp->num_faces;
    *damaged = *damaged || lump->damaged;
    if (!lump->data) {
        return NULL;
    }
    if (lump->size % element != 0 || lump->size / element != faces) {
        bsp_note_damage(r->bsp, lump->offset, "BSPX lump %s: %zu bytes, but %zu faces of %zu bytes",
                        bspx_lump_name(name), lump->size, faces, element);
        *damaged = true;
        return NULL;
    }
    return lump;
}

static const struct bspx_lump *take_styles(struct reader *r, const struct bspx *bspx, bool *damaged)
{
    const enum bspx_name name = bspx->lumps[BSPX_LMSTYLE16].data ? BSPX_LMSTYLE16 : BSPX_LMSTYLE;
    const struct bspx_lump *lump = &bspx->lumps[name];
    const size_t faces = r->bsp->num_faces;
    *damaged = *damaged || bspx->lumps[BSPX_LMSTYLE16].damaged || bspx->lumps[BSPX_LMSTYLE].damaged;
    if (!lump->data) {
        return NULL;
    }
    r->wide_styles = name == BSPX_LMSTYLE16;
    const size_t style = r->wide_styles ? 2 : 1;
    r->styles_of_a_face = lump->size / style / faces;
    if (lump->size != faces * style * r->styles_of_a_face || r->styles_of_a_face == 0 ||
        r->styles_of_a_face > BSP_LIGHT_STYLES) {
        bsp_note_damage(r->bsp, lump->offset,
                        "BSPX lump %s: %zu bytes are not 1 to %d styles for each of %zu faces",
                        bspx_lump_name(name), lump->size, BSP_LIGHT_STYLES, faces);
        *damaged = true;
        return NULL;
    }
    return lump;
}

static void drop_lumps(struct reader *r)
{
    r->shifts = r->offsets = r->styles = r->decoupled = NULL;
}

/* Lumps that belong together: none is used if one of them is damaged. */
static bool take_lumps(struct reader *r, const struct bspx *bspx)
{
    bool damaged = false;
    r->decoupled = take_lump(r, bspx, BSPX_DECOUPLED_LM, DECOUPLED_SIZE, &damaged);
    r->shifts = take_lump(r, bspx, BSPX_LMSHIFT, 1, &damaged);
    r->offsets = take_lump(r, bspx, BSPX_LMOFFSET, 4, &damaged);
    r->styles = take_styles(r, bspx, &damaged);
    if (damaged) {
        drop_lumps(r);
    }
    return r->decoupled || r->shifts || r->offsets || r->styles;
}

/* The light offset in the file, the last of a face's fields in all versions: struct bsp_face has
 * none for liquids, nor where Quake's grid would not fit. */
static int32_t stored_offset(const struct reader *r, uint32_t face)
{
    const size_t end = bsp_source_offset(r->source, LUMP_FACES, (size_t)face + 1);
    return (int32_t)bytes_u32(r->data + end - 4);
}

/* ---- Faces ---- */

static float read_float(const uint8_t *bytes)
{
    struct byte_reader r = byte_reader_make(bytes, 4);
    return byte_reader_f32(&r);
}

/* True if the rows' numbers are finite and the grid is where the face is. */
static bool grid_is_over_face(const struct bsp *bsp, const struct bsp_face *f,
                              const struct bsp_face_light *light)
{
    const uint32_t sides[2] = {light->width, light->height};
    for (int j = 0; j < 2; j++) {
        const float *row = light->rows[j];
        for (int k = 0; k < 4; k++) {
            if (!(fabsf(row[k]) <= ROW_LIMIT)) {
                return false;
            }
        }
        for (uint32_t i = 0; i < f->num_edges; i++) {
            const float *v = bsp_surfedge_vertex(bsp, f->first_surfedge + i);
            const double at = (double)v[0] * (double)row[0] + (double)v[1] * (double)row[1] +
                              (double)v[2] * (double)row[2] + (double)row[3];
            if (!(at >= -MARGIN && at <= (double)sides[j] - 1 + MARGIN)) {
                return false;
            }
        }
    }
    return true;
}

/* Sets grid and offset from DECOUPLED_LM. False if it has none for the face. */
static bool set_decoupled(const struct reader *r, uint32_t face, struct bsp_face_light *light)
{
    if (!r->decoupled) {
        return false;
    }
    const uint8_t *entry = r->decoupled->data + (size_t)face * DECOUPLED_SIZE;
    light->width = bytes_u16(entry);
    light->height = bytes_u16(entry + 2);
    light->offset = (int32_t)bytes_u32(entry + 4);
    for (int i = 0; i < 8; i++) {
        light->rows[i / 4][i % 4] = read_float(entry + 8 + 4 * i);
    }
    return light->width > 0 && light->height > 0 && light->offset >= 0;
}

/* Sets grid and offset from LMSHIFT and LMOFFSET, or by Quake's rule. False if it has no bounds. */
static bool set_shifted(const struct reader *r, uint32_t face, struct bsp_face_light *light)
{
    const struct bsp_face *f = &r->bsp->faces[face];
    const bool own = r->decoupled != NULL; /* it replaces both */
    const int shift = r->shifts && !own ? r->shifts->data[face] : SHIFT;
    float min[2], max[2];
    if (shift > MAX_SHIFT || !bsp_face_range(r->bsp, f, min, max)) {
        return false;
    }
    set_grid(light, &r->bsp->texinfo[f->texinfo], min, max, shift);
    light->offset = r->offsets && !own ? (int32_t)bytes_u32(r->offsets->data + (size_t)face * 4)
                                       : stored_offset(r, face);
    return true;
}

/* What the lumps say of a face. Returns NULL, or what is wrong with it. */
static const char *read_face(const struct reader *r, uint32_t face, struct bsp_face_light *light)
{
    const struct bsp_face *f = &r->bsp->faces[face];
    const bool decoupled = set_decoupled(r, face, light);
    if (!decoupled && !set_shifted(r, face, light)) {
        return "the distance of its samples is out of range";
    }
    if (r->styles) {
        const size_t bytes = r->styles_of_a_face * (r->wide_styles ? 2 : 1);
        set_styles(light, r->styles->data + face * bytes, r->styles_of_a_face, r->wide_styles);
    } else {
        set_styles(light, f->styles, BSP_STYLES, false);
    }
    if (light->offset < 0 || light->num_styles == 0) {
        set_ordinary(r->bsp, f, light); /* the grid for dynamic lights */
        set_dark(light);
        return NULL;
    }
    if (!light_is_inside(r->bsp, light)) {
        return "its light is outside the lump";
    }
    return !decoupled || grid_is_over_face(r->bsp, f, light) ? NULL
                                                             : "its light is not where the face is";
}

/* Fills the lights of all faces. False: together they share light data too often. */
static bool fill_lights(struct reader *r, bool lumps)
{
    struct bsp *bsp = r->bsp;
    uint64_t samples = 0;
    for (uint32_t i = 0; i < bsp->num_faces; i++) {
        const struct bsp_face *f = &bsp->faces[i];
        struct bsp_face_light *light = &bsp->face_lights[i];
        if (!is_drawn_lit(bsp, f) || (!lumps && !(f->flags & BSP_FACE_TURB))) {
            set_ordinary(bsp, f, light);
            continue;
        }
        const char *flaw = read_face(r, i, light);
        if (flaw) {
            if (lumps) { /* else it is a liquid's light, which the original never reads */
                bsp_note_damage(bsp, bsp_source_offset(r->source, LUMP_FACES, i),
                                "BSPX: face %u: %s", (unsigned)i, flaw);
            }
            set_ordinary(bsp, f, light);
        }
        samples += lumps ? count_samples(light) : 0;
        if (samples > (uint64_t)BSP_LIGHT_SHARED * bsp->light_size) {
            return false;
        }
    }
    return true;
}

static bool has_lit_liquid(const struct reader *r)
{
    for (uint32_t i = 0; i < r->bsp->num_faces; i++) {
        const struct bsp_face *f = &r->bsp->faces[i];
        if (f->flags & BSP_FACE_TURB && is_drawn_lit(r->bsp, f) && f->styles[0] != NO_STYLE8 &&
            stored_offset(r, i) >= 0) {
            return true;
        }
    }
    return false;
}

int bsp_read_face_lights(struct bsp *bsp, const struct bsp_source *source, const uint8_t *data,
                         const struct bspx *bspx, struct format_error *err)
{
    struct reader r = {.bsp = bsp, .source = source, .data = data};
    if (bsp->light_size == 0 || bsp->num_faces == 0) {
        return FORMAT_OK;
    }
    const bool lumps = take_lumps(&r, bspx);
    if (!lumps && !has_lit_liquid(&r)) {
        return FORMAT_OK;
    }
    /* Sizes are bounded by the file's: it has more than 20 bytes for each face. */
    bsp->face_lights = malloc(bsp->num_faces * sizeof(*bsp->face_lights));
    if (!bsp->face_lights) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (map)");
    }
    if (!fill_lights(&r, lumps)) {
        bsp_note_damage(bsp, bsp_source_offset(source, LUMP_FACES, 0),
                        "BSPX: faces share their light more than %d times", BSP_LIGHT_SHARED);
        drop_lumps(&r);
        (void)fill_lights(&r, false);
    }
    return FORMAT_OK;
}
