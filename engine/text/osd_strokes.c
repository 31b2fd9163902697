#include "engine/text/osd_strokes.h"

#include <math.h>

/* The grid of osd_shapes.h. */
#define GRID_RIGHT 8.0f
#define GRID_TOP 14.0f
#define GRID_DESCENT 4.0f

#define PEN_OF_SIZE 0.105f
#define INK_OF_ADVANCE 0.78f
#define DOT_OF_PEN 1.25f
/* 0.55 makes circles; letters like their rounds a little fuller. */
#define FULLNESS 0.6f

enum { CURVE_STEPS = 10, MAX_POINTS = 96 };

/* --- from the grid to pixels ------------------------------------------------------------------ */

/* Snaps whole grid coordinates to pixel edges, and interpolates the others. Letters of a few pixels
 * are sharp and alike only with this hinting. */
struct fit {
    bool thin;
    float pen;         /* the stroke's width */
    float left, right; /* edges of the outermost stems */
    float base, size;  /* the baseline and the bottom of descenders, down from the top */
};

static float pen_width(int size, bool thin)
{
    float pen = (float)size * PEN_OF_SIZE;
    pen = pen < 1.25f ? 1.0f : pen < 1.75f ? 1.5f : floorf(pen + 0.5f);
    if (thin) {
        pen = pen > 2.5f ? pen - 1.0f : pen < 1.25f ? pen : pen * 0.8f;
    }
    return pen;
}

static struct fit fit_to(int size, int advance, bool thin)
{
    const int stem = (int)pen_width(size, false);
    const float wanted = (float)advance * INK_OF_ADVANCE;
    int ink = (int)floorf(wanted + 0.5f);
    if ((ink - stem) % 2 != 0) { /* a stem in the middle wants as much on both sides */
        ink += (float)ink > wanted ? -1 : 1;
    }
    const int left = (advance - ink + 1) / 2;
    return (struct fit){
        .thin = thin,
        .pen = pen_width(size, thin),
        .left = (float)left,
        .right = (float)(left + ink),
        .base = floorf((float)size * GRID_TOP / (GRID_TOP + GRID_DESCENT) + 0.5f),
        .size = (float)size,
    };
}

static float fit_whole_x(const struct fit *fit, float x)
{
    const float half = fit->pen * 0.5f;
    const float at = fit->left + half + x * (fit->right - fit->left - fit->pen) / GRID_RIGHT;
    return x > GRID_RIGHT * 0.5f ? floorf(at + half + 0.5f) - half
                                 : floorf(at - half + 0.5f) + half;
}

static float fit_whole_y(const struct fit *fit, float y)
{
    const float half = fit->pen * 0.5f;
    if (y <= 0.0f) { /* what stands on a line ends there */
        const float low = fit->base - y * (fit->size - fit->base) / GRID_DESCENT;
        return floorf(low + 0.5f) - half;
    }
    const float at = fit->base - half - y * (fit->base - fit->pen) / GRID_TOP;
    return floorf(at - half + 0.5f) + half;
}

static struct stroke_point fit_point(const struct fit *fit, float x, float y)
{
    const float x0 = floorf(x);
    const float y0 = floorf(y);
    const float left = fit_whole_x(fit, x0);
    const float low = fit_whole_y(fit, y0);
    return (struct stroke_point){left + (x - x0) * (fit_whole_x(fit, x0 + 1.0f) - left),
                                 low + (y - y0) * (fit_whole_y(fit, y0 + 1.0f) - low)};
}

/* --- reading a shape -------------------------------------------------------------------------- */

/* A stroke as the pen's way. curved[i]: the piece that ends in point i is part of a curve. */
struct way {
    struct stroke_point points[MAX_POINTS];
    bool curved[MAX_POINTS];
    int count;
    bool filled;
};

static float read_number(const char **text)
{
    const char *p = *text;
    const bool minus = *p == '-';
    float value = 0.0f;
    for (p += minus; *p >= '0' && *p <= '9'; p++) {
        value = value * 10.0f + (float)(*p - '0');
    }
    if (*p == '.') {
        value += (float)(p[1] - '0') / 10.0f;
        p += 2;
    }
    *text = p;
    return minus ? -value : value;
}

static struct stroke_point read_point(const struct fit *fit, const char **text)
{
    const float x = read_number(text);
    ++*text; /* the comma */
    return fit_point(fit, x, read_number(text));
}

static void add_point(struct way *way, struct stroke_point point, bool curved)
{
    if (way->count < MAX_POINTS) {
        way->points[way->count] = point;
        way->curved[way->count++] = curved;
    }
}

/* a's and b's mixture: 0 is a. */
static struct stroke_point mix_points(struct stroke_point a, struct stroke_point b, float share)
{
    return (struct stroke_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/* A cubic Bezier curve, pulled to `corner` from both ends by that fraction. */
static void add_curve(struct way *way, struct stroke_point corner, struct stroke_point to,
                      float pull)
{
    const struct stroke_point from = way->points[way->count - 1];
    const struct stroke_point p = mix_points(from, corner, pull);
    const struct stroke_point q = mix_points(to, corner, pull);
    for (int i = 1; i <= CURVE_STEPS; i++) {
        const float t = (float)i / CURVE_STEPS;
        const struct stroke_point a = mix_points(mix_points(from, p, t), mix_points(p, q, t), t);
        const struct stroke_point b = mix_points(mix_points(p, q, t), mix_points(q, to, t), t);
        add_point(way, mix_points(a, b, t), true);
    }
}

static void read_step(struct way *way, const struct fit *fit, const char **text)
{
    const char how = **text;
    struct stroke_point corner = {0.0f, 0.0f};
    *text += how == 'h' || how == 'v' || how == 'q';
    if (how == 'q') {
        corner = read_point(fit, text);
        ++*text; /* the blank */
    }
    const struct stroke_point to = read_point(fit, text);
    if (way->count == 0) {
        add_point(way, to, false);
        return;
    }
    const struct stroke_point from = way->points[way->count - 1];
    if (how == 'q') { /* a parabola is the cubic curve with two thirds */
        add_curve(way, corner, to, 2.0f / 3.0f);
    } else if (how == 'h') {
        add_curve(way, (struct stroke_point){to.x, from.y}, to, FULLNESS);
    } else if (how == 'v') {
        add_curve(way, (struct stroke_point){from.x, to.y}, to, FULLNESS);
    } else {
        add_point(way, to, false);
    }
}

/* Reads up to the stroke's end. */
static struct way read_way(const struct fit *fit, const char **text)
{
    struct way way = {.filled = **text == 'F'};
    *text += way.filled;
    while (**text != '\0' && **text != ';') {
        read_step(&way, fit, text);
        *text += **text == ' ';
    }
    return way;
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void add_box(struct strokes *s, float left, float top, float right, float bottom)
{
    if (s->num_boxes < STROKES_MAX_BOXES) {
        s->boxes[s->num_boxes++] = (struct stroke_box){left, top, right, bottom};
    }
}

/* A dot: a square of whole pixels at the end of a stem. Low ones stand on the baseline, wider than
 * the pen; high ones are no wider than the pen, because the i has its stem below. */
static void add_dot(struct strokes *s, struct stroke_point at, bool high, bool small)
{
    const float pen = s->half * 2.0f;
    const float side = floorf(high || small ? pen + 0.5f : pen * DOT_OF_PEN + 0.75f);
    const float left = floorf(at.x - side * 0.5f + 0.5f);
    const float top = high ? floorf(at.y - s->half + 0.5f) : floorf(at.y + s->half + 0.5f) - side;
    add_box(s, left, top, left + side, top + side);
}

/* Along the grid the pen leaves a box: longer by half a pen where it ends or meets another straight
 * piece, so that corners are whole. */
static void add_bar(struct strokes *s, const struct way *way, int i)
{
    const struct stroke_point a = way->points[i - 1];
    const struct stroke_point b = way->points[i];
    const float at_a = i == 1 || !way->curved[i - 1] ? s->half : 0.0f;
    const float at_b = i + 1 == way->count || !way->curved[i + 1] ? s->half : 0.0f;
    if (a.y == b.y) {
        add_box(s, a.x < b.x ? a.x - at_a : b.x - at_b, a.y - s->half,
                a.x < b.x ? b.x + at_b : a.x + at_a, a.y + s->half);
    } else {
        add_box(s, a.x - s->half, a.y < b.y ? a.y - at_a : b.y - at_b, a.x + s->half,
                a.y < b.y ? b.y + at_b : a.y + at_a);
    }
}

static void add_line(struct strokes *s, struct stroke_point from, struct stroke_point to, int area)
{
    if (s->num_lines < STROKES_MAX_LINES) {
        s->lines[s->num_lines++] = (struct stroke_line){from, to, area};
    }
}

static void add_way(struct strokes *s, const struct fit *fit, const struct way *way)
{
    if (way->count == 1) {
        add_dot(s, way->points[0], way->points[0].y < fit->base * 0.25f, fit->thin);
        return;
    }
    s->num_areas += way->filled;
    for (int i = 1; i < way->count; i++) {
        const struct stroke_point a = way->points[i - 1];
        const struct stroke_point b = way->points[i];
        const bool along_grid = (a.x == b.x) != (a.y == b.y);
        if (along_grid && !way->curved[i] && !way->filled) {
            add_bar(s, way, i);
        } else {
            add_line(s, a, b, way->filled ? s->num_areas : 0);
        }
    }
    if (way->filled) {
        add_line(s, way->points[way->count - 1], way->points[0], s->num_areas);
    }
}

void strokes_make(struct strokes *strokes, const char *shape, int size, int advance)
{
    const bool thin = *shape == 'T';
    const struct fit fit = fit_to(size, advance, thin);
    *strokes = (struct strokes){.half = fit.pen * 0.5f};
    for (shape += thin; *shape != '\0'; shape += *shape == ';') {
        const struct way way = read_way(&fit, &shape);
        add_way(strokes, &fit, &way);
    }
}
