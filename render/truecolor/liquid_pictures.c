#include "render/truecolor/liquid_pictures.h"

#include <math.h>
#include <stdlib.h>

#include "formats/base/dmath.h"

enum {
    QUADS = 8, /* a side of the grid */
    POINTS = QUADS + 1,
    STEPS = 256, /* angles of the original's table of sines */
    CORNERS = 6  /* of a quad's two triangles */
};

static const float repeats = 2.0f;       /* of the texture, in a picture */
static const float wave_height = 0.125f; /* textures */
static const float depth = 8.0f;         /* of the grid before the eye, units */

struct liquid_pictures liquid_pictures_of(int width, int height, enum rgb_filter filter,
                                          struct thread_pool *pool)
{
    struct liquid_pictures pictures = {.filter = filter, .pool = pool, .side = LIQUID_PICTURE_MOST};
    while (pictures.side > 1 && (pictures.side > width || pictures.side > height)) {
        pictures.side /= 2;
    }
    return pictures;
}

void liquid_pictures_free(struct liquid_pictures *pictures)
{
    for (int i = 0; i < LIQUID_PICTURES; i++) {
        texture_destroy(pictures->pictures[i].warped);
    }
    if (pictures->raster != NULL) {
        raster_destroy(pictures->raster);
    }
}

void liquid_pictures_begin_frame(struct liquid_pictures *pictures)
{
    for (int i = 0; i < LIQUID_PICTURES; i++) {
        pictures->pictures[i].shown = false;
    }
}

/* The picture of a texture; else one that this frame does not show; or NULL. */
static struct liquid_picture *find_picture(struct liquid_pictures *pictures,
                                           const struct texture *source)
{
    struct liquid_picture *unused = NULL;
    for (int i = 0; i < LIQUID_PICTURES; i++) {
        struct liquid_picture *picture = &pictures->pictures[i];
        if (picture->source == source) {
            return picture;
        }
        const bool better = unused == NULL || (unused->warped == NULL && picture->warped != NULL);
        unused = !picture->shown && better ? picture : unused;
    }
    return unused;
}

int liquid_pictures_get(struct liquid_pictures *pictures, const struct texture *source,
                        const struct texture **warped)
{
    struct liquid_picture *picture = find_picture(pictures, source);
    if (picture == NULL) {
        *warped = source;
        return 0;
    }
    if (picture->warped == NULL) {
        picture->warped = texture_create_blank(pictures->side);
    }
    picture->source = source;
    picture->shown = picture->warped != NULL;
    *warped = picture->warped;
    return picture->shown ? 0 : FORMAT_MEMORY;
}

/* How far the points of each column, or row, are moved along the other axis, textures. */
static void find_waves(float waves[POINTS], double time)
{
    const double turns = fabs(time) < 1e9 ? time / (2.0 * DMATH_PI) : 0.0;
    for (int i = 0; i < POINTS; i++) {
        const int64_t step = (int64_t)floor(STEPS / QUADS * i + turns * STEPS) & (STEPS - 1);
        waves[i] = (float)dmath_sin(2.0 * DMATH_PI * (double)step / STEPS) * wave_height;
    }
}

struct grid {
    float clip[POINTS * POINTS][4], st[POINTS * POINTS][2];
    uint32_t indexes[QUADS * QUADS * CORNERS];
};

/* Row 0 of the picture is at t = 0. */
static void make_grid(struct grid *grid, double time)
{
    float waves[POINTS];
    find_waves(waves, time);
    for (int y = 0; y < POINTS; y++) {
        for (int x = 0; x < POINTS; x++) {
            const float right = (float)x / QUADS, down = (float)y / QUADS;
            float *clip = grid->clip[y * POINTS + x], *st = grid->st[y * POINTS + x];
            clip[0] = (right * 2.0f - 1.0f) * depth;
            clip[1] = (1.0f - down * 2.0f) * depth;
            clip[2] = 0.0f;
            clip[3] = depth;
            st[0] = right * repeats + waves[y];
            st[1] = down * repeats + waves[x];
        }
    }
    uint32_t *index = grid->indexes;
    for (uint32_t i = 0; i < QUADS * QUADS; i++) {
        const uint32_t first = i / QUADS * POINTS + i % QUADS;
        const uint32_t corners[CORNERS] = {first,     first + 1,          first + POINTS,
                                           first + 1, first + POINTS + 1, first + POINTS};
        for (int k = 0; k < CORNERS; k++) {
            *index++ = corners[k];
        }
    }
}

static int warp(struct liquid_pictures *pictures, const struct grid *grid,
                const struct liquid_picture *picture)
{
    const struct raster_pass pass = {.texture = picture->source,
                                     .st = grid->st,
                                     .flat = {255, 255, 255, 255},
                                     .source = Q3_FACTOR_ONE,
                                     .destination = Q3_FACTOR_ZERO,
                                     .magnified = true,
                                     .depth_write = true};
    const struct raster_batch batch = {.num_vertices = POINTS * POINTS,
                                       .num_indexes = QUADS * QUADS * CORNERS,
                                       .clip = grid->clip,
                                       .indexes = grid->indexes,
                                       .cull = Q3_CULL_TWO_SIDED,
                                       .num_passes = 1,
                                       .passes = &pass};
    raster_begin(pictures->raster);
    const int code = raster_add(raster_queue(pictures->raster, 0), &batch);
    if (code == 0) {
        size_t pitch;
        raster_draw(pictures->raster, NULL, NULL);
        const uint32_t *pixels = raster_pixels(pictures->raster, &pitch);
        texture_fill_opaque(picture->warped, pixels, pitch);
    }
    return code;
}

int liquid_pictures_draw(struct liquid_pictures *pictures, double time)
{
    struct grid grid;
    int code = 0;
    make_grid(&grid, time);
    for (int i = 0; i < LIQUID_PICTURES && code == 0; i++) {
        if (!pictures->pictures[i].shown) {
            continue;
        }
        if (pictures->raster == NULL) {
            pictures->raster =
                raster_create(pictures->side, pictures->side, pictures->filter, pictures->pool);
        }
        code = pictures->raster != NULL ? warp(pictures, &grid, &pictures->pictures[i])
                                        : FORMAT_MEMORY;
    }
    return code;
}
