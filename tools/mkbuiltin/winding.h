/* Convex polygons in space, clockwise seen from the front of their plane (the order of BSP faces).
 */
#ifndef TOOLS_MKBUILTIN_WINDING_H
#define TOOLS_MKBUILTIN_WINDING_H

#include "tools/mkbuiltin/util.h"

enum { WINDING_MAX = 40 };
#define WINDING_EPSILON 0.01

struct winding {
    int count;
    struct vec3 p[WINDING_MAX];
};

/* Copies the used points only. */
void winding_copy(struct winding *to, const struct winding *from);
/* A square of half size `size` on the plane n.p = d. */
void winding_base(struct winding *w, struct vec3 n, double d, double size);
/* Splits by n.p = d. Either result may come out with count 0; a polygon on the plane goes nowhere
 * but into `on` (returned 1). front, back may be NULL. */
int winding_split(const struct winding *w, struct vec3 n, double d, double epsilon,
                  struct winding *front, struct winding *back);
/* Keeps the part behind (n.p <= d). Returns 0 when nothing is left. */
int winding_clip_back(struct winding *w, struct vec3 n, double d, double epsilon);
int winding_clip_front(struct winding *w, struct vec3 n, double d, double epsilon);
struct vec3 winding_center(const struct winding *w);
double winding_area(const struct winding *w);
void winding_reverse(struct winding *w);
void winding_bounds(const struct winding *w, struct vec3 *mins, struct vec3 *maxs);
/* Drops repeated and collinear points. */
void winding_simplify(struct winding *w);
/* Joins two polygons of one plane along a common edge when the union is convex. Returns 1 if so. */
int winding_merge(const struct winding *a, const struct winding *b, struct vec3 n,
                  struct winding *result);

#endif
