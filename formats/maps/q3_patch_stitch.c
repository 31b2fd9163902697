/* Stitches touching patches: inserts the points of a fine edge into the coarse one, and gives
 * shared points the same errors, so that both patches drop them at the same distance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/maps/q3_patch.h"

enum {
    EDGES = 4,                /* first and last row, first and last column */
    STEPS_OF_POINT = 16,      /* a point's normal, in comparisons */
    COMPARISONS_MAX = 1 << 28 /* comparisons; real maps take some millions */
};

static const float SAME = 0.1f, ONE_POINT = 0.01f; /* units on each axis */
static const float BOX_MARGIN = 0.25f;             /* more than SAME: boxes only save time */

/* Stitching state of a patch. */
struct state {
    bool merged[EDGES]; /* two inner points of the edge are the same: it is left alone */
    bool processed;
    bool fixed;
    uint32_t group_first, group_end; /* range in struct stitcher.order */
};

struct stitcher {
    struct q3_patch *patches;
    struct state *states;
    uint32_t *order; /* patches by groups, ascending inside each */
    uint32_t count;
    uint64_t steps;
    struct format_error *err;
};

struct edge {
    uint32_t first, step, count; /* in vertices */
    float *error;
};

static struct edge edge_of(struct q3_patch *p, int number)
{
    const uint32_t w = p->width, h = p->height;
    switch (number) {
    case 0:
        return (struct edge){0, 1, w, p->width_error};
    case 1:
        return (struct edge){(h - 1) * w, 1, w, p->width_error};
    case 2:
        return (struct edge){0, w, h, p->height_error};
    default:
        return (struct edge){w - 1, w, h, p->height_error};
    }
}

static const float *point_of(const struct q3_patch *p, const struct edge *e, uint32_t i)
{
    return p->vertices[e->first + i * e->step].xyz;
}

static bool is_near(const float *a, const float *b, float limit)
{
    return fabsf(a[0] - b[0]) <= limit && fabsf(a[1] - b[1]) <= limit &&
           fabsf(a[2] - b[2]) <= limit;
}

static void find_merged(struct q3_patch *p, struct state *state)
{
    for (int number = 0; number < EDGES; number++) {
        const struct edge e = edge_of(p, number);
        state->merged[number] = false;
        for (uint32_t i = 1; i + 1 < e.count && !state->merged[number]; i++) {
            for (uint32_t j = i + 1; j + 1 < e.count; j++) {
                if (is_near(point_of(p, &e, i), point_of(p, &e, j), SAME)) {
                    state->merged[number] = true;
                }
            }
        }
    }
}

static bool boxes_touch(const struct q3_patch *a, const struct q3_patch *b)
{
    for (int i = 0; i < 3; i++) {
        if (a->mins[i] > b->maxs[i] + BOX_MARGIN || b->mins[i] > a->maxs[i] + BOX_MARGIN) {
            return false;
        }
    }
    return true;
}

static void shift_errors(float *error, uint32_t count, uint32_t at, float value)
{
    memmove(error + at + 1, error + at, (count - at) * sizeof(*error));
    error[at] = value;
}

/* Inserts a column (or row) after point `before` of that edge: halfway between its neighbours, but
 * on the edge at the other patch's point. */
static int insert_point(struct stitcher *s, struct q3_patch *p, int number, uint32_t before,
                        const float *point, float error)
{
    const bool column = number < 2;
    const uint32_t w = p->width, h = p->height, at = before + 1;
    const uint32_t width = w + column, height = h + !column;
    struct q3_bsp_vertex *made = malloc((size_t)width * height * sizeof(*made));
    s->steps += (uint64_t)width * height * STEPS_OF_POINT;
    if (!made) {
        return format_fail(s->err, FORMAT_MEMORY, 0, "out of memory (patch)");
    }
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            struct q3_bsp_vertex *to = &made[(size_t)y * width + x];
            const uint32_t along = column ? x : y, across = column ? y : x;
            const uint32_t from_x = x - (column && x >= at), from_y = y - (!column && y >= at);
            const struct q3_bsp_vertex *from = &p->vertices[(size_t)from_y * w + from_x];
            if (along != at) {
                *to = *from;
                continue;
            }
            q3_vertex_between(from, from + (column ? 1 : w), to);
            if (across == (number % 2 ? (column ? h : w) - 1 : 0)) {
                memcpy(to->xyz, point, sizeof(to->xyz));
            }
        }
    }
    shift_errors(column ? p->width_error : p->height_error, column ? w : h, at, error);
    free(p->vertices);
    p->vertices = made;
    p->width = width;
    p->height = height;
    q3_patch_finish(p);
    return 1;
}

/* Compares points k to k + 2 of edge e (or back) with patch b: if b has both ends as neighbours,
 * inserts the point between them. 1 = inserted, 0 = no match, negative = out of memory. */
static int stitch_part(struct stitcher *s, const struct q3_patch *a, const struct edge *e,
                       uint32_t k, int way, uint32_t b_number)
{
    struct q3_patch *b = &s->patches[b_number];
    const float *start = point_of(a, e, k), *end = point_of(a, e, (uint32_t)((int)k + 2 * way));
    for (int number = 0; number < EDGES; number++) {
        const struct edge other = edge_of(b, number);
        s->steps += other.count;
        if (other.count >= Q3_PATCH_SIDE) {
            continue;
        }
        for (uint32_t l = 0; l + 1 < other.count; l++) {
            const float *here = point_of(b, &other, l), *next = point_of(b, &other, l + 1);
            if (is_near(start, here, SAME) && is_near(end, next, SAME) &&
                !is_near(here, next, ONE_POINT)) {
                /* Walking backward the original takes the error from the wrong side. */
                return insert_point(s, b, number, l, point_of(a, e, (uint32_t)((int)k + way)),
                                    e->error[k + 1]);
            }
        }
    }
    return 0;
}

static int stitch_pair(struct stitcher *s, uint32_t a_number, uint32_t b_number)
{
    struct q3_patch *a = &s->patches[a_number];
    for (int way = 1; way >= -1; way -= 2) {
        for (int number = 0; number < EDGES; number++) {
            const struct edge e = edge_of(a, number);
            if (s->states[a_number].merged[number]) {
                continue;
            }
            for (uint32_t i = 0; i + 2 < e.count; i += 2) {
                const uint32_t k = way > 0 ? i : e.count - 1 - i;
                const int code = stitch_part(s, a, &e, k, way, b_number);
                if (code != 0) {
                    return code;
                }
            }
        }
    }
    return 0;
}

/* All of its group that touch one patch. 1 = there was too much to compare. */
static int stitch_patch(struct stitcher *s, uint32_t a_number)
{
    const struct state *state = &s->states[a_number];
    for (uint32_t i = state->group_first; i < state->group_end; i++) {
        const uint32_t b_number = s->order[i];
        int code = 1;
        s->steps++;
        while (b_number != a_number && code == 1 &&
               boxes_touch(&s->patches[a_number], &s->patches[b_number])) {
            if (s->steps > COMPARISONS_MAX) {
                return 1;
            }
            code = stitch_pair(s, a_number, b_number);
            if (code == 1) {
                find_merged(&s->patches[b_number], &s->states[b_number]);
                s->states[b_number].processed = false;
            }
        }
        if (code < 0) {
            return code;
        }
    }
    return 0;
}

static int stitch_all(struct stitcher *s)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < s->count; i++) {
            if (s->states[i].processed || s->patches[i].width == 0) {
                continue;
            }
            s->states[i].processed = again = true;
            const int code = stitch_patch(s, i);
            if (code != 0) {
                return code;
            }
        }
    }
    return 0;
}

/* Gives b the errors of the points it shares with a; whether there are any. */
static bool share_errors(struct stitcher *s, uint32_t a_number, uint32_t b_number)
{
    struct q3_patch *a = &s->patches[a_number], *b = &s->patches[b_number];
    bool touched = false;
    for (int i = 0; i < EDGES; i++) {
        const struct edge from = edge_of(a, i);
        for (uint32_t k = 1; !s->states[a_number].merged[i] && k + 1 < from.count; k++) {
            for (int j = 0; j < EDGES; j++) {
                const struct edge to = edge_of(b, j);
                s->steps += to.count;
                for (uint32_t l = 1; !s->states[b_number].merged[j] && l + 1 < to.count; l++) {
                    if (is_near(point_of(a, &from, k), point_of(b, &to, l), SAME)) {
                        to.error[l] = from.error[k];
                        touched = true;
                    }
                }
            }
        }
    }
    return touched;
}

struct visit {
    uint32_t patch;
    uint32_t next; /* in the group: the next patch to visit */
};

/* Propagates errors from each patch to later ones of its group that touch it, depth first. Visits a
 * patch once. 1 = stopped: too many comparisons. */
static int fix_errors(struct stitcher *s)
{
    struct visit *path = malloc(((size_t)s->count + 1) * sizeof(*path));
    if (!path) {
        return format_fail(s->err, FORMAT_MEMORY, 0, "out of memory (patches)");
    }
    for (uint32_t i = 0; i < s->count && s->steps <= COMPARISONS_MAX; i++) {
        const uint32_t root = s->order[i];
        const uint32_t end = s->states[root].group_end;
        if (s->states[root].fixed || s->patches[root].width == 0) {
            continue;
        }
        size_t depth = 0;
        s->states[root].fixed = true;
        path[depth++] = (struct visit){root, i + 1};
        while (depth > 0 && s->steps <= COMPARISONS_MAX) {
            struct visit *at = &path[depth - 1];
            if (at->next >= end) {
                depth--;
                continue;
            }
            const uint32_t other = s->order[at->next++];
            s->steps++;
            if (!s->states[other].fixed &&
                boxes_touch(&s->patches[at->patch], &s->patches[other]) &&
                share_errors(s, at->patch, other)) {
                s->states[other].fixed = true;
                path[depth++] = (struct visit){other, i + 1};
            }
        }
    }
    free(path);
    return s->steps > COMPARISONS_MAX;
}

static int compare_groups(const struct q3_patch *a, const struct q3_patch *b)
{
    if (a->lod_radius != b->lod_radius) {
        return a->lod_radius < b->lod_radius ? -1 : 1;
    }
    for (int i = 0; i < 3; i++) {
        if (a->lod_center[i] != b->lod_center[i]) {
            return a->lod_center[i] < b->lod_center[i] ? -1 : 1;
        }
    }
    return 0;
}

struct sorted {
    const struct q3_patch *patch; /* in one array, whose order decides inside a group */
};

static int compare_sorted(const void *a, const void *b)
{
    const struct q3_patch *x = ((const struct sorted *)a)->patch;
    const struct q3_patch *y = ((const struct sorted *)b)->patch;
    const int order = (x->width == 0) - (y->width == 0); /* those that are not drawn: a group */
    const int group = order ? order : compare_groups(x, y);
    return group ? group : (x > y) - (x < y);
}

static int find_groups(struct stitcher *s)
{
    struct sorted *sorted = malloc(((size_t)s->count + 1) * sizeof(*sorted));
    if (!sorted) {
        return format_fail(s->err, FORMAT_MEMORY, 0, "out of memory (patches)");
    }
    for (uint32_t i = 0; i < s->count; i++) {
        sorted[i].patch = &s->patches[i];
    }
    qsort(sorted, s->count, sizeof(*sorted), compare_sorted);
    for (uint32_t first = 0, i = 0; i < s->count; i++) {
        s->order[i] = (uint32_t)(sorted[i].patch - s->patches);
        if (i + 1 == s->count || sorted[i].patch->width == 0 || sorted[i + 1].patch->width == 0 ||
            compare_groups(sorted[i].patch, sorted[i + 1].patch) != 0) {
            for (uint32_t k = first; k <= i; k++) {
                s->states[s->order[k]].group_first = first;
                s->states[s->order[k]].group_end = i + 1;
            }
            first = i + 1;
        }
    }
    free(sorted);
    return FORMAT_OK;
}

int q3_patches_stitch(struct q3_patch *patches, uint32_t count, struct format_error *err)
{
    struct stitcher s = {.patches = patches, .count = count, .err = err};
    s.states = calloc((size_t)count + 1, sizeof(*s.states));
    s.order = calloc((size_t)count + 1, sizeof(*s.order));
    int code = s.states && s.order ? find_groups(&s)
                                   : format_fail(err, FORMAT_MEMORY, 0, "out of memory (patches)");
    for (uint32_t i = 0; code == FORMAT_OK && i < count; i++) {
        if (patches[i].width > 0) {
            find_merged(&patches[i], &s.states[i]);
        }
    }
    if (code == FORMAT_OK) {
        code = stitch_all(&s);
    }
    if (code == FORMAT_OK) {
        code = fix_errors(&s);
    }
    free(s.states);
    free(s.order);
    return code < 0 ? code : code == 0;
}
