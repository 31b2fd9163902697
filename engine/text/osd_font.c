#include "engine/text/osd_font.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/osd_shapes.h"
#include "engine/text/osd_strokes.h"

enum { BYTES = 4 /* bytes per pixel */, WHOLE = 4 /* pixels in a vector: rows have no rests */ };

static int clamp_size(int size)
{
    return size < OSD_SIZE_MIN ? OSD_SIZE_MIN : size > OSD_SIZE_MAX ? OSD_SIZE_MAX : size;
}

int osd_advance(int size)
{
    return (clamp_size(size) * 3 + 2) / 5;
}

int osd_outline(int size)
{
    const int outline = (clamp_size(size) + 8) / 16;
    return outline < 1 ? 1 : outline;
}

/* --- pixels ----------------------------------------------------------------------------------- */

static float limit_between(float value, float least, float most)
{
    return value < least ? least : value > most ? most : value;
}

static float length_of(float x, float y)
{
    return sqrtf(x * x + y * y);
}

static float distance_to_line(const struct stroke_line *line, float x, float y)
{
    const float dx = line->to.x - line->from.x;
    const float dy = line->to.y - line->from.y;
    const float square = dx * dx + dy * dy;
    float along = (x - line->from.x) * dx + (y - line->from.y) * dy;
    along = square > 0.0f ? limit_between(along / square, 0.0f, 1.0f) : 0.0f;
    return length_of(line->from.x + along * dx - x, line->from.y + along * dy - y);
}

static float distance_to_box(const struct stroke_box *box, float x, float y)
{
    return length_of(limit_between(x, box->left, box->right) - x,
                     limit_between(y, box->top, box->bottom) - y);
}

/* The part of the pixel around (x, y) that the box covers. */
static float covered_by_box(const struct stroke_box *box, float x, float y)
{
    const float width = fminf(box->right, x + 0.5f) - fmaxf(box->left, x - 0.5f);
    const float height = fminf(box->bottom, y + 0.5f) - fmaxf(box->top, y - 0.5f);
    return fmaxf(width, 0.0f) * fmaxf(height, 0.0f);
}

/* True if (x, y) is inside a filled area: a ray to the right crosses its outline an odd number of
 * times. */
static bool is_inside(const struct strokes *s, float x, float y)
{
    for (int area = 1; area <= s->num_areas; area++) {
        bool inside = false;
        for (int i = 0; i < s->num_lines; i++) {
            const struct stroke_point a = s->lines[i].from;
            const struct stroke_point b = s->lines[i].to;
            if (s->lines[i].area == area && (a.y <= y) != (b.y <= y)) {
                inside ^= a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x;
            }
        }
        if (inside) {
            return true;
        }
    }
    return false;
}

/* Coverage of the pixel around (x, y): by ink, and by ink or outline. */
static void measure_coverage(const struct strokes *s, float outline, float x, float y, uint8_t *ink,
                             uint8_t *shade)
{
    float covered = 0.0f;
    float away = 1e9f; /* from the ink */
    for (int i = 0; i < s->num_boxes; i++) {
        covered = fmaxf(covered, covered_by_box(&s->boxes[i], x, y));
        away = fminf(away, distance_to_box(&s->boxes[i], x, y));
    }
    for (int i = 0; i < s->num_lines; i++) {
        const float distance = distance_to_line(&s->lines[i], x, y) - s->half;
        covered = fmaxf(covered, limit_between(0.5f - distance, 0.0f, 1.0f));
        away = fminf(away, distance);
    }
    if (is_inside(s, x, y)) {
        covered = 1.0f;
    }
    const float around = fmaxf(covered, limit_between(0.5f + outline - away, 0.0f, 1.0f));
    *ink = (uint8_t)(covered * 255.0f + 0.5f);
    *shade = (uint8_t)(around * 255.0f + 0.5f);
}

/* Bounds of the non-empty pixels. */
static struct osd_box find_box(const uint8_t *coverage, int width, int height)
{
    struct osd_box box = {.left = width, .top = height, .right = 0, .bottom = 0};
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (coverage[y * width + x]) {
                box.left = x < box.left ? x : box.left;
                box.right = x >= box.right ? x + 1 : box.right;
                box.top = y < box.top ? y : box.top;
                box.bottom = y + 1;
            }
        }
    }
    return box.right == 0 ? (struct osd_box){0, 0, 0, 0} : box;
}

/* Up to whole vectors. */
static int round_up(int width)
{
    return (width + WHOLE - 1) / WHOLE * WHOLE;
}

/* Moves the glyph's edges in to where something is. Ink lies inside of the outline. */
static void trim_glyph(struct osd_glyph *glyph, const uint8_t *ink, const uint8_t *shade)
{
    const struct osd_box outer = find_box(shade, glyph->width, glyph->height);
    const struct osd_box inner = find_box(ink, glyph->width, glyph->height);
    glyph->left += outer.left;
    glyph->top += outer.top;
    glyph->width = round_up(outer.right - outer.left);
    glyph->height = outer.bottom - outer.top;
    glyph->outlined = (struct osd_box){0, 0, glyph->width, glyph->height};
    if (inner.right > 0) {
        const int width = round_up(inner.right - inner.left);
        const int last = glyph->width - width;
        const int left = inner.left - outer.left;
        glyph->inked.left = left < last ? left : last;
        glyph->inked.right = glyph->inked.left + width;
        glyph->inked.top = inner.top - outer.top;
        glyph->inked.bottom = inner.bottom - outer.top;
    }
}

/* Returns 0 or a negative code if out of memory. */
static int make_glyph(struct osd_glyph *glyph, int size, const char *shape)
{
    const int advance = osd_advance(size);
    const int outline = osd_outline(size);
    const int reach = outline + 1 + size / 8; /* some shapes leave the grid a little */
    const struct osd_glyph all = {
        .left = -reach, .top = -reach, .width = advance + 2 * reach, .height = size + 2 * reach};
    struct strokes strokes;
    const size_t count = (size_t)all.width * (size_t)all.height;
    uint8_t *work = malloc(2 * count);
    if (!work) {
        return -1;
    }
    uint8_t *ink = work;
    uint8_t *shade = work + count;
    strokes_make(&strokes, shape, size, advance);
    for (int y = 0, i = 0; y < all.height; y++) {
        for (int x = 0; x < all.width; x++, i++) {
            measure_coverage(&strokes, (float)outline, (float)(all.left + x) + 0.5f,
                             (float)(all.top + y) + 0.5f, &ink[i], &shade[i]);
        }
    }
    struct osd_glyph made = all;
    trim_glyph(&made, ink, shade);
    const size_t bytes = (size_t)made.width * (size_t)made.height * BYTES;
    uint8_t *pixels = malloc(2 * bytes + 1);
    if (pixels) {
        made.ink = pixels;
        made.shade = pixels + bytes;
        for (size_t i = 0; i < bytes; i++) {
            const int pixel = (int)(i / BYTES);
            const int x = pixel % made.width + made.left - all.left;
            const int y = pixel / made.width + made.top - all.top;
            const bool there = x < all.width;
            pixels[i] = there ? ink[y * all.width + x] : 0;
            pixels[bytes + i] = there ? shade[y * all.width + x] : 0;
        }
        *glyph = made;
    }
    free(work);
    return pixels ? 0 : -1;
}

/* --- what was made ---------------------------------------------------------------------------- */

static void free_size(struct osd_font_size *of)
{
    for (int i = 0; i < OSD_FONT_GLYPHS; i++) {
        free((void *)of->glyphs[i].ink);
    }
    *of = (struct osd_font_size){0};
}

void osd_font_free(struct osd_font *font)
{
    for (int i = 0; i < OSD_FONT_SIZES; i++) {
        free_size(&font->sizes[i]);
    }
}

/* The glyphs of a size; those not asked for longest make room. */
static struct osd_font_size *find_size(struct osd_font *font, int size)
{
    struct osd_font_size *oldest = &font->sizes[0];
    for (int i = 0; i < OSD_FONT_SIZES; i++) {
        struct osd_font_size *of = &font->sizes[i];
        if (of->size == size) {
            return of;
        }
        oldest = of->used < oldest->used ? of : oldest;
    }
    free_size(oldest);
    oldest->size = size;
    return oldest;
}

const struct osd_glyph *osd_font_glyph(struct osd_font *font, int size, unsigned char character)
{
    const char *shape = osd_shape(character);
    if (!shape) {
        character = '?';
        shape = osd_shape(character);
    }
    size = clamp_size(size);
    struct osd_font_size *of = find_size(font, size);
    struct osd_glyph *glyph = &of->glyphs[character - OSD_FONT_FIRST];
    of->used = ++font->asked;
    return glyph->ink || make_glyph(glyph, size, shape) == 0 ? glyph : NULL;
}

bool osd_font_make(struct osd_font *font, int size)
{
    bool all = true;
    for (int c = OSD_FONT_FIRST; c < OSD_FONT_FIRST + OSD_FONT_GLYPHS; c++) {
        all &= osd_font_glyph(font, size, (unsigned char)c) != NULL;
    }
    return all;
}
