/* A level as an ordered list of convex brushes: later ones overwrite earlier ones.
 *
 * A world starts as solid rock; rooms are carved with EMPTY brushes, then pillars are added with
 * SOLID ones, pools with WATER ones and so on, so that a level can never leak. Units and axes are
 * Quake's: x east, y north, z up, 1 unit = 1 texel at scale 1. */
#ifndef TOOLS_MKBUILTIN_MAP_H
#define TOOLS_MKBUILTIN_MAP_H

#include "tools/mkbuiltin/winding.h"

enum map_contents {
    CONTENTS_EMPTY = -1,
    CONTENTS_SOLID = -2,
    CONTENTS_WATER = -3,
    CONTENTS_SLIME = -4,
    CONTENTS_LAVA = -5,
    CONTENTS_SKY = -6,
};

/* Texture numbers on the top, bottom and vertical faces of a brush (of a carved room: its ceiling,
 * its floor and its walls). */
struct map_skin {
    int top, bottom, side;
};

enum { BRUSH_SIDES_MAX = 20 };

struct brush_side {
    struct vec3 n; /* outward, unit */
    double d;
    int plane; /* index in map.planes */
    int flip;  /* 1: n is opposite to that plane's normal */
    int texture;
    double s[4], t[4]; /* texture axes and offsets as in BSP texinfo */
};

struct brush {
    int contents;
    int side_count;
    struct brush_side sides[BRUSH_SIDES_MAX];
    struct vec3 mins, maxs;
};

struct map_plane {
    struct vec3 n; /* the largest component is positive */
    double d;
    int type; /* 0..2 axial, 3..5 by largest component */
};

struct map_light {
    struct vec3 origin;
    double reach;     /* units until darkness */
    double intensity; /* lightmap value next to the light */
    int style;
};

struct map {
    int default_contents;
    struct brush *brushes;
    int brush_count, brush_capacity;
    struct map_plane *planes;
    int plane_count, plane_capacity;
    struct map_light *lights;
    int light_count, light_capacity;
    struct buf entities; /* text of the entity lump */
    double ambient;      /* lightmap value everywhere */
    struct vec3 sun;     /* direction towards the sun; zero: none */
    double sun_intensity, sky_intensity;
    int (*is_special)(int texture); /* takes no lightmap; NULL: textures_is_special */
    double face_max;                /* texels of a lit face; 0: LEVEL_EXTENT_MAX */
    /* State of the authoring calls. */
    struct map_skin skin;
    double scale; /* units per texel of the brushes that follow */
    int fit;      /* 1: texture origin at each face's corner instead of the world's */
};

void map_init(struct map *m, int default_contents);
void map_free(struct map *m);
void map_set_skin(struct map *m, int top, int bottom, int side);
/* Index of the plane n.p = d; *flip: the stored normal is the opposite. */
int map_find_plane(struct map *m, struct vec3 n, double d, int *flip);

void map_box(struct map *m, int contents, double x0, double y0, double z0, double x1, double y1,
             double z1);
/* Prism along an axis (0 x, 1 y, 2 z) from lo to hi over a convex outline given in the two other
 * axes in ascending order ((y,z), (x,z) or (x,y)), any turning direction. */
void map_prism(struct map *m, int contents, int axis, int count, const double (*outline)[2],
               double lo, double hi);
/* Regular polygon prism along z; radius is that of the inscribed circle, first side faces +x. */
void map_column(struct map *m, int contents, double x, double y, int sides, double radius,
                double lo, double hi);
/* Convex hull between a rectangle at z0 and another at z1 (tapered block). */
void map_taper(struct map *m, int contents, const double low[4], double z0, const double high[4],
               double z1);
void map_light(struct map *m, double x, double y, double z, double reach, double intensity,
               int style);
void map_entity(struct map *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Last brush that contains the point, -1 for none; and the contents there. */
int map_owner_at(const struct map *m, struct vec3 p);
int map_contents_of(const struct map *m, int owner);

#endif
