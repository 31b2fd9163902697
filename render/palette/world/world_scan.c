/* Edges to spans, band by band.
 *
 * Per row, the edges that cross it are traversed from left to right with the set of surfaces that
 * cover the position; a span is emitted whenever the nearest one changes (R_GenerateSpans). The
 * original keeps that set as one list sorted by key and searches it for every edge; here it is a
 * bit per key, so that the nearest is the lowest bit, and a short list for surfaces that share a
 * key. Surface 0, the background, is behind all others.
 *
 * The order of edges with equal u decides which polygon gets a pixel where outlines meet. In the
 * original it comes from the history of one list: new edges enter before old ones of the same u
 * (among new ones, leading edges come first, the last made foremost; then trailing edges, the first
 * made foremost), and stepping keeps the order of equals. A band that begins in the middle of the
 * picture gets the same order in closed form: of two edges with equal u, the one with the larger
 * step was to the left a row earlier; with equal steps the one that began later was put in front.
 */
#include <stdlib.h>
#include <string.h>

#include "render/palette/world/world_internal.h"

/* True if a precedes b when both begin in the same row at the same u. */
static bool fresh_before(const struct world_edge *edges, uint32_t a, uint32_t b)
{
    bool trailing_a = edges[a].emitted_trailing;
    bool trailing_b = edges[b].emitted_trailing;
    if (trailing_a != trailing_b) {
        return trailing_b;
    }
    return trailing_a ? a < b : a > b;
}

static int compare_at_top(const struct world_edge *edges, const struct active_edge *a,
                          const struct active_edge *b)
{
    if (a->u != b->u) {
        return a->u < b->u ? -1 : 1;
    }
    if (a->u_step != b->u_step) {
        return a->u_step > b->u_step ? -1 : 1;
    }
    if (edges[a->edge].v != edges[b->edge].v) {
        return edges[a->edge].v > edges[b->edge].v ? -1 : 1;
    }
    return fresh_before(edges, a->edge, b->edge) ? -1 : 1;
}

static struct active_edge make_active(const struct world_edge *edge, uint32_t index, int row)
{
    return (struct active_edge){edge->u + edge->u_step * (row - edge->v),
                                edge->u_step,
                                {edge->surfaces[0], edge->surfaces[1]},
                                edge->v2,
                                index};
}

/* Shell sort: few elements, no recursion, and the order is total. */
static void sort_at_top(const struct world_edge *edges, struct active_edge *active, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3) {
        gap = gap * 3 + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (uint32_t i = gap; i < count; i++) {
            struct active_edge moving = active[i];
            uint32_t k = i;
            while (k >= gap && compare_at_top(edges, &moving, &active[k - gap]) < 0) {
                active[k] = active[k - gap];
                k -= gap;
            }
            active[k] = moving;
        }
    }
}

/* The edges that began above the band and reach into it. */
static bool enter_band(const struct world_edges *layer, struct band_scan *scan, int row0,
                       uint32_t *count)
{
    const struct world_edge *edges = layer->list;
    uint32_t above = layer->row_start[row0];
    *count = 0;
    for (uint32_t i = 0; i < above; i++) {
        if (layer->last_rows[i] < row0) {
            continue;
        }
        if (array_reserve(&scan->active, &scan->cap_active, (size_t)*count + 1,
                          sizeof(*scan->active)) != 0) {
            return false;
        }
        uint32_t index = layer->order[i];
        scan->active[(*count)++] = make_active(&edges[index], index, row0);
    }
    sort_at_top(edges, scan->active, *count);
    return true;
}

/* Merges the edges that begin in this row: each before the first active one whose u is not smaller.
 */
static bool add_fresh(const struct world_edges *layer, struct band_scan *scan, int row,
                      uint32_t *count)
{
    const struct world_edge *edges = layer->list;
    uint32_t first = layer->row_start[row];
    uint32_t num = layer->row_start[row + 1] - first;
    if (num == 0) {
        return true;
    }
    if (array_reserve(&scan->fresh, &scan->cap_fresh, num, sizeof(*scan->fresh)) != 0 ||
        array_reserve(&scan->active, &scan->cap_active, (size_t)*count + num,
                      sizeof(*scan->active)) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < num; i++) {
        uint32_t index = layer->order[first + i];
        uint32_t k = i;
        while (k > 0 && (edges[scan->fresh[k - 1]].u > edges[index].u ||
                         (edges[scan->fresh[k - 1]].u == edges[index].u &&
                          fresh_before(edges, index, scan->fresh[k - 1])))) {
            scan->fresh[k] = scan->fresh[k - 1];
            k--;
        }
        scan->fresh[k] = index;
    }
    /* From the right, so that nothing moves twice. */
    uint32_t old = *count;
    uint32_t out = *count + num;
    *count = out;
    while (num > 0) {
        const struct world_edge *edge = &edges[scan->fresh[num - 1]];
        if (old > 0 && scan->active[old - 1].u >= edge->u) {
            scan->active[--out] = scan->active[--old];
        } else {
            num--;
            scan->active[--out] = make_active(edge, scan->fresh[num], row);
        }
    }
    return true;
}

/* Reserves the spans and transitions that a row can add. */
static bool reserve_row(struct band_scan *scan, uint32_t count)
{
    struct world_band *out = &scan->out;
    const size_t changes = 2 * (size_t)count;
    return array_reserve(&out->spans, &out->cap_spans, out->num_spans + changes + 1,
                         sizeof(*out->spans)) == 0 &&
           array_reserve(&scan->transitions, &scan->cap_transitions, changes,
                         sizeof(*scan->transitions)) == 0;
}

/* Two brush models in one leaf: whether the new one goes in front, by 1/z with a margin of 1 %. */
static bool in_front(const struct world_surface *surface, const struct world_surface *other,
                     int64_t u, float fv)
{
    double fu = (double)(float)(u - (EDGE_ONE - 1)) * (1.0 / EDGE_ONE);
    double new_zi =
        (double)(surface->zi_origin + fv * surface->zi_stepv) + fu * (double)surface->zi_stepu;
    double old_zi =
        (double)(other->zi_origin + fv * other->zi_stepv) + fu * (double)other->zi_stepu;
    if (new_zi * 0.99 >= old_zi) {
        return true;
    }
    return new_zi * 1.01 >= old_zi && surface->zi_stepu >= other->zi_stepu;
}

/* The first pixel at or right of an edge; rounding may have stepped a nearly level edge off the
 * screen. */
static int32_t edge_pixel(const struct world *world, int64_t u)
{
    int64_t pixel = u >> EDGE_SHIFT;
    return pixel < 0 ? 0 : pixel > world->width ? world->width : (int32_t)pixel;
}

/* Keys 0..num_keys - 1 and none of them open. */
static bool reset_keys(struct open_keys *keys, uint32_t num_keys)
{
    if (num_keys > keys->capacity) {
        uint32_t words = (num_keys + 63) / 64;
        uint32_t summary = (words + 63) / 64;
        free(keys->words);
        free(keys->summary);
        free(keys->first);
        keys->words = calloc(words, sizeof(*keys->words));
        keys->summary = calloc(summary, sizeof(*keys->summary));
        keys->first = calloc(num_keys, sizeof(*keys->first));
        keys->num_summary = summary;
        keys->capacity = keys->words && keys->summary && keys->first ? num_keys : 0;
    }
    return num_keys <= keys->capacity; /* every row leaves them all closed */
}

static void open_key(struct open_keys *keys, uint32_t key)
{
    keys->words[key >> 6] |= (uint64_t)1 << (key & 63);
    keys->summary[key >> 12] |= (uint64_t)1 << (key >> 6 & 63);
}

static void close_key(struct open_keys *keys, uint32_t key)
{
    keys->words[key >> 6] &= ~((uint64_t)1 << (key & 63));
    if (keys->words[key >> 6] == 0) {
        keys->summary[key >> 12] &= ~((uint64_t)1 << (key >> 6 & 63));
    }
}

static bool key_is_open(const struct open_keys *keys, uint32_t key)
{
    return keys->words[key >> 6] >> (key & 63) & 1;
}

static uint32_t lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(bits);
#else
    uint32_t n = 0;
    while (!(bits >> n & 1)) {
        n++;
    }
    return n;
#endif
}

/* The surface in front: the first of the lowest open key, or the background. */
static uint32_t find_top(const struct open_keys *keys)
{
    for (uint32_t i = 0; i < keys->num_summary; i++) {
        if (keys->summary[i]) {
            uint32_t word = i * 64 + lowest_bit(keys->summary[i]);
            return keys->first[word * 64 + lowest_bit(keys->words[word])];
        }
    }
    return 0;
}

/* A surface ends. Returns the surface in front from there on. */
static uint32_t trailing_edge(struct band_scan *scan, uint32_t index, uint32_t top)
{
    struct open_surface *surface = &scan->open[index];
    if (--surface->span_state != 0) {
        return top; /* its leading edge is still to come */
    }
    uint32_t key = (uint32_t)surface->key;
    uint32_t *link = &scan->keys.first[key];
    while (*link != index) {
        link = &scan->open[*link].next;
    }
    *link = surface->next;
    if (scan->keys.first[key] == 0) {
        close_key(&scan->keys, key);
    }
    return index == top ? find_top(&scan->keys) : top;
}

/* A surface begins at u. Among surfaces of its key it goes behind those that are there, unless it
 * is of a brush model and nearer by 1/z. Returns the surface in front from there on. */
static uint32_t leading_edge(const struct world *world, struct band_scan *scan, uint32_t index,
                             uint32_t top, int64_t u, int row)
{
    struct open_surface *surface = &scan->open[index];
    if (++surface->span_state != 1) {
        return top; /* its trailing edge has been already */
    }
    uint32_t key = (uint32_t)surface->key;
    uint32_t *link = &scan->keys.first[key];
    if (!key_is_open(&scan->keys, key)) {
        open_key(&scan->keys, key);
        *link = 0;
    }
    bool in_submodel = *link && world->surfaces[index].in_submodel;
    scan->nearness_decided = scan->nearness_decided || in_submodel;
    while (*link && !(in_submodel &&
                      in_front(&world->surfaces[index], &world->surfaces[*link], u, (float)row))) {
        link = &scan->open[*link].next;
    }
    surface->next = *link;
    *link = index;
    bool in_front = surface->key < scan->open[top].key ||
                    (surface->key == scan->open[top].key && surface->next == top);
    return in_front ? index : top;
}

/* Traverses the row's edges and records where the nearest surface changes. */
static void find_transitions(const struct world *world, struct band_scan *scan, uint32_t count,
                             int row)
{
    uint32_t top = 0; /* the background lies behind everything */
    scan->open[0] = (struct open_surface){.key = INT32_MAX, .span_state = 1};
    scan->num_transitions = 0;
    scan->nearness_decided = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct active_edge *edge = &scan->active[i];
        uint32_t before = top;
        if (edge->surfaces[0]) {
            top = trailing_edge(scan, edge->surfaces[0], top);
        }
        if (edge->surfaces[1]) {
            top = leading_edge(world, scan, edge->surfaces[1], top, edge->u, row);
        }
        if (top != before) {
            scan->transitions[scan->num_transitions++] = (struct transition){i, top};
        }
    }
    /* The right edge of the screen ends what is still open. */
    while ((top = find_top(&scan->keys)) != 0) {
        uint32_t key = (uint32_t)scan->open[top].key;
        for (uint32_t i = top; i != 0; i = scan->open[i].next) {
            scan->open[i].span_state = 0;
        }
        close_key(&scan->keys, key);
    }
}

static void emit_spans(const struct world *world, struct band_scan *scan, int row)
{
    struct world_band *out = &scan->out;
    uint32_t top = 0;
    int32_t last_u = 0;
    for (uint32_t i = 0; i < scan->num_transitions; i++) {
        int32_t u = edge_pixel(world, scan->active[scan->transitions[i].active].u);
        if (u > last_u) {
            out->spans[out->num_spans++] = (struct world_span){last_u, row, u - last_u, top};
            last_u = u;
        }
        top = scan->transitions[i].surface;
    }
    if (world->width > last_u) {
        out->spans[out->num_spans++] = (struct world_span){last_u, row, world->width - last_u, top};
    }
}

/* Translucent surfaces hide nothing: each gets its whole row, from its leading to its trailing
 * edge. */
static bool scan_row_translucent(const struct world *world, struct band_scan *scan, uint32_t count,
                                 int row)
{
    struct world_spans *out = &scan->out.translucent;
    if (array_reserve(&out->list, &out->capacity, out->count + 2 * (size_t)count,
                      sizeof(*out->list)) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct active_edge *edge = &scan->active[i];
        int32_t u = edge_pixel(world, edge->u);
        if (edge->surfaces[0]) {
            struct open_surface *entry = &scan->open[edge->surfaces[0]];
            if (--entry->span_state == 0 && u > entry->last_u) {
                out->list[out->count++] =
                    (struct world_span){entry->last_u, row, u - entry->last_u, edge->surfaces[0]};
            }
        }
        if (edge->surfaces[1]) {
            struct open_surface *entry = &scan->open[edge->surfaces[1]];
            if (++entry->span_state == 1) {
                entry->last_u = u;
            }
        }
    }
    /* Surfaces cut by the right edge of the screen have no trailing edge there. */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t surface = scan->active[i].surfaces[1];
        struct open_surface *entry = &scan->open[surface];
        if (surface && entry->span_state == 1 && world->width > entry->last_u) {
            out->list[out->count++] =
                (struct world_span){entry->last_u, row, world->width - entry->last_u, surface};
        }
        entry->span_state = 0;
    }
    return true;
}

/* Drops the edges that end in this row, moves the others to the next and puts those right that have
 * overtaken others: an insertion sort by u alone, nearly sorted already and stable. */
static uint32_t step_active(struct band_scan *scan, uint32_t count, int row, bool *changed)
{
    struct active_edge *active = scan->active;
    uint32_t kept = 0;
    bool swapped = false;
    int64_t last_u = INT64_MIN;
    /* Mostly nothing ends and nothing is overtaken for a while: then no edge has to be moved. */
    while (kept < count && active[kept].v2 > row &&
           active[kept].u + active[kept].u_step >= last_u) {
        active[kept].u += active[kept].u_step;
        last_u = active[kept++].u;
    }
    for (uint32_t i = kept; i < count; i++) {
        if (active[i].v2 <= row) {
            continue;
        }
        struct active_edge moving = active[i];
        moving.u += moving.u_step;
        uint32_t k = kept++;
        while (k > 0 && active[k - 1].u > moving.u) {
            active[k] = active[k - 1];
            k--;
            swapped = true;
        }
        active[k] = moving;
    }
    *changed = swapped || kept != count;
    return kept;
}

static bool scan_layer(struct world *world, struct band_scan *scan, enum world_layer which,
                       int row0, int row1)
{
    const struct world_edges *layer = &world->layers[which];
    uint32_t count;
    for (uint32_t i = 0; i < world->num_surfaces; i++) {
        scan->open[i].span_state = 0;
        scan->open[i].key = world->surfaces[i].key;
    }
    if (!enter_band(layer, scan, row0, &count)) {
        return false;
    }
    bool changed = true;
    for (int row = row0; row < row1; row++) {
        uint32_t old_count = count;
        if (!add_fresh(layer, scan, row, &count) || !reserve_row(scan, count)) {
            return false;
        }
        if (which == LAYER_TRANSLUCENT) {
            if (!scan_row_translucent(world, scan, count, row)) {
                return false;
            }
        } else {
            /* The same edges in the same order bring the same surfaces to the front. */
            if (changed || count != old_count || scan->nearness_decided) {
                find_transitions(world, scan, count, row);
            }
            emit_spans(world, scan, row);
        }
        count = step_active(scan, count, row, &changed);
    }
    return true;
}

/* While the spans are still in this processor's cache. */
static void mark_used(struct world_band *out, size_t words)
{
    memset(out->used, 0, words * sizeof(*out->used));
    for (uint32_t i = 0; i < out->num_spans; i++) {
        const uint32_t surface = out->spans[i].surface;
        out->used[surface >> 6] |= (uint64_t)1 << (surface & 63);
    }
    for (uint32_t i = 0; i < out->translucent.count; i++) {
        const uint32_t surface = out->translucent.list[i].surface;
        out->used[surface >> 6] |= (uint64_t)1 << (surface & 63);
    }
}

void world_scan_band(struct world *world, int band)
{
    struct band_scan *scan = &world->bands[band];
    int row0 = band * world->band_height;
    int row1 =
        row0 + world->band_height < world->height ? row0 + world->band_height : world->height;
    scan->out.num_spans = 0;
    scan->out.translucent.count = 0;
    scan->out.failed = false;
    const size_t words = ((size_t)world->num_surfaces + 63) / 64;
    if (array_reserve(&scan->open, &scan->cap_open, world->num_surfaces, sizeof(*scan->open)) !=
            0 ||
        array_reserve(&scan->out.used, &scan->out.cap_used, words, sizeof(*scan->out.used)) != 0 ||
        !reset_keys(&scan->keys, (uint32_t)world->key + 1)) {
        scan->out.failed = true;
        return;
    }
    if (!scan_layer(world, scan, LAYER_OPAQUE, row0, row1) ||
        (world->layers[LAYER_TRANSLUCENT].count > 0 &&
         !scan_layer(world, scan, LAYER_TRANSLUCENT, row0, row1))) {
        scan->out.failed = true;
    }
    mark_used(&scan->out, words);
}
