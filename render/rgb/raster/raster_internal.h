/* Shared by the files of raster/: storage of a frame's batches and triangles. */
#ifndef RENDER_RGB_RASTER_RASTER_INTERNAL_H
#define RENDER_RGB_RASTER_RASTER_INTERNAL_H

#include "render/rgb/kernels/rgb_kernels.h"
#include "render/rgb/raster/raster.h"
#include "render/slots.h"

enum {
    RASTER_SCRATCHES = SLOTS_MAX /* bands being drawn at a time */
};

/* A vertex of a batch on the screen. */
struct raster_vertex {
    double x, y, z, w;     /* column * w, row * w, 0 (near) to 1 (far) * w */
    int32_t column, row;   /* 1/256 pixels; when it needs no clipping */
    unsigned outside, cut; /* bits per plane: outside the picture; must be clipped */
};

/* Names of triangles, in drawing order. */
struct raster_list {
    uint32_t *items;
    size_t count, capacity;
};

/* Triangles of a queue in a band of rows. */
struct raster_band {
    struct raster_list solid;   /* opaque: drawn first, and shaded where visible, unless a queue
                                   before this one blends */
    struct raster_list windows; /* sky windows */
    struct raster_list sky;     /* what shows in them */
    struct raster_list rest;    /* drawn one by one */
};

/* Touched by one thread while batches are added, read by all while they are drawn. */
struct raster_queue {
    const struct raster *raster;
    uint32_t number;
    /* Batches and triangles, contiguous. A name is an offset in units of RASTER_UNIT, with the
     * queue's number above RASTER_PLACE_BITS; 0 = none. Names of a queue rise in drawing order. */
    uint8_t *arena;
    size_t arena_used, arena_capacity;
    struct rgb_bounds part; /* clip rectangle of batches added now */
    bool mixing;            /* a blended batch was added: order matters from here on */
    bool sky_mixing;        /* a blended sky batch was added */
    struct raster_band *bands;
    struct raster_vertex *vertices; /* the batch being added */
    size_t vertex_capacity;
};

struct raster {
    int width, height;
    size_t pitch; /* a multiple of RGB_BLOCK_WIDTH */
    enum rgb_filter filter;
    struct thread_pool *pool;
    const struct rgb_kernels *kernels; /* the frame's */
    uint32_t *pixels, *own;            /* the picture; its own memory for it */
    uint32_t clear;                    /* 0x00RRGGBB */
    int num_bands;
    struct raster_queue queues[RASTER_QUEUES];
    /* Depths and names of a band, as many as bands may be drawn at a time. */
    int32_t *depths;
    uint32_t *ids;
    size_t scratch_size;    /* numbers of each */
    struct slots scratches; /* which of them are free */
    struct render_profile *profile;
    raster_ground_fn ground; /* arguments of raster_draw or raster_draw_over */
    raster_rows_fn rows;
    void *context;
};

enum { RASTER_UNIT = 16, RASTER_PLACE_BITS = 28 };

#define RASTER_WINDOW_ID UINT32_MAX /* in place of the names of sky windows; no name */

/* Reserves `size` zeroed bytes; returns their name, or 0 if out of memory. May move the arena. */
uint32_t raster_reserve(struct raster_queue *queue, size_t size);

static inline void *raster_at(const struct raster *raster, uint32_t name)
{
    const uint32_t place = name & (((uint32_t)1 << RASTER_PLACE_BITS) - 1);
    return raster->queues[name >> RASTER_PLACE_BITS].arena + (size_t)place * RASTER_UNIT;
}

static inline struct rgb_batch *raster_batch_at(const struct raster *raster, uint32_t name)
{
    return raster_at(raster, name);
}

static inline struct rgb_triangle *raster_triangle_at(const struct raster *raster, uint32_t name)
{
    return raster_at(raster, name);
}

/* floor() of a value in int32_t's range, without a call on CPUs that lack the instruction. */
static inline int32_t raster_whole_below(double value)
{
    const int32_t whole = (int32_t)value;
    return whole - (whole > value);
}

/* Sets a constant colour for all pixels of a pass. */
void raster_color_pass(struct rgb_pass *pass, const uint8_t color[4]);
/* Sets how a batch is shaded, by its passes. */
void raster_choose_shading(struct rgb_batch *batch);

/* Job of the thread pool: draws band number `job`. */
void raster_draw_band(void *raster, int job);

#endif
