#include "engine/edit/diff/text_align.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum {
    LCS_CELLS = 1 << 20, /* a table of at most so many is made */
    DEEPEST = 32         /* stretches inside stretches; below, all is unmatched */
};

/* A stretch of both sequences; ends are exclusive. */
struct stretch {
    uint32_t a, a_end, b, b_end, depth;
};

/* An element of a stretch. */
struct element {
    uint64_t hash;
    uint32_t index;
    uint32_t side; /* 0 = a, 1 = b */
};

struct anchor {
    uint32_t a, b, before; /* before: index of the anchor in front of it, in a longest chain */
};

struct aligner {
    const uint64_t *a, *b;
    uint32_t *match;
    struct stretch *stack;
    size_t count, capacity;
    struct element *elements; /* room for all */
    struct anchor *anchors;   /* room for all of a */
    uint32_t *ends;           /* likewise: last anchor of the best chain of each length */
    uint16_t *table;          /* LCS_CELLS */
};

static int push_stretch(struct aligner *w, struct stretch s)
{
    if (s.a == s.a_end || s.b == s.b_end || s.depth > DEEPEST) {
        return 0;
    }
    if (array_reserve(&w->stack, &w->capacity, w->count + 1, sizeof(*w->stack)) < 0) {
        return FORMAT_MEMORY;
    }
    w->stack[w->count++] = s;
    return 0;
}

static void trim_ends(struct aligner *w, struct stretch *s)
{
    while (s->a < s->a_end && s->b < s->b_end && w->a[s->a] == w->b[s->b]) {
        w->match[s->a++] = s->b++;
    }
    while (s->a < s->a_end && s->b < s->b_end && w->a[s->a_end - 1] == w->b[s->b_end - 1]) {
        w->match[--s->a_end] = --s->b_end;
    }
}

static int compare_elements(const void *left, const void *right)
{
    const struct element *a = left, *b = right;
    if (a->hash != b->hash) {
        return a->hash < b->hash ? -1 : 1;
    }
    if (a->side != b->side) {
        return a->side < b->side ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

static int compare_anchors(const void *left, const void *right)
{
    const struct anchor *a = left, *b = right;
    return a->a < b->a ? -1 : a->a > b->a;
}

/* Elements that each side has once, by their place in a. Returns their number. */
static uint32_t find_anchors(struct aligner *w, const struct stretch *s)
{
    uint32_t count = 0, found = 0;
    for (uint32_t i = s->a; i < s->a_end; i++) {
        w->elements[count++] = (struct element){w->a[i], i, 0};
    }
    for (uint32_t i = s->b; i < s->b_end; i++) {
        w->elements[count++] = (struct element){w->b[i], i, 1};
    }
    qsort(w->elements, count, sizeof(*w->elements), compare_elements);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && w->elements[end].hash == w->elements[i].hash; end++) {
        }
        if (end - i == 2 && w->elements[i].side == 0 && w->elements[i + 1].side == 1) {
            w->anchors[found++] =
                (struct anchor){w->elements[i].index, w->elements[i + 1].index, TEXT_UNMATCHED};
        }
    }
    qsort(w->anchors, found, sizeof(*w->anchors), compare_anchors);
    return found;
}

/* The last anchor of a longest chain that ascends in b as well. */
static uint32_t find_chain(struct aligner *w, uint32_t count)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = 0, high = length;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            if (w->anchors[w->ends[middle]].b < w->anchors[i].b) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        w->anchors[i].before = low > 0 ? w->ends[low - 1] : TEXT_UNMATCHED;
        w->ends[low] = i;
        length = low == length ? length + 1 : length;
    }
    return w->ends[length - 1];
}

/* Splits the stretch at the anchors of a chain. */
static int split_stretch(struct aligner *w, struct stretch s, uint32_t last)
{
    for (uint32_t i = last; i != TEXT_UNMATCHED; i = w->anchors[i].before) {
        const struct anchor *at = &w->anchors[i];
        w->match[at->a] = at->b;
        if (push_stretch(w, (struct stretch){at->a + 1, s.a_end, at->b + 1, s.b_end, s.depth + 1}) <
            0) {
            return FORMAT_MEMORY;
        }
        s.a_end = at->a;
        s.b_end = at->b;
    }
    s.depth++;
    return push_stretch(w, s);
}

/* A longest common subsequence, by the table of all lengths. */
static void match_by_table(struct aligner *w, const struct stretch *s)
{
    const uint32_t rows = s->a_end - s->a + 1, columns = s->b_end - s->b + 1;
    uint16_t *table = w->table;
    memset(table, 0, sizeof(*table) * rows * columns);
    for (uint32_t i = rows - 1; i-- > 0;) {
        for (uint32_t k = columns - 1; k-- > 0;) {
            const uint16_t down = table[(i + 1) * columns + k], right = table[i * columns + k + 1];
            table[i * columns + k] = w->a[s->a + i] == w->b[s->b + k]
                                         ? (uint16_t)(table[(i + 1) * columns + k + 1] + 1)
                                         : (down > right ? down : right);
        }
    }
    for (uint32_t i = 0, k = 0; i + 1 < rows && k + 1 < columns;) {
        if (w->a[s->a + i] == w->b[s->b + k]) {
            w->match[s->a + i++] = s->b + k++;
        } else if (table[(i + 1) * columns + k] >= table[i * columns + k + 1]) {
            i++;
        } else {
            k++;
        }
    }
}

static int align_stretch(struct aligner *w, struct stretch s)
{
    trim_ends(w, &s);
    if (s.a == s.a_end || s.b == s.b_end) {
        return 0;
    }
    const uint32_t count = find_anchors(w, &s);
    if (count > 0) {
        return split_stretch(w, s, find_chain(w, count));
    }
    const uint64_t cells = (uint64_t)(s.a_end - s.a + 1) * (s.b_end - s.b + 1);
    if (cells <= LCS_CELLS) { /* so that a length fits 16 bits: the shorter side has fewer */
        match_by_table(w, &s);
    }
    return 0;
}

int text_align(const uint64_t *a, uint32_t count_a, const uint64_t *b, uint32_t count_b,
               uint32_t *match)
{
    struct aligner w = {.a = a, .b = b, .match = match};
    const size_t all = (size_t)count_a + count_b + 1;
    int code = 0;
    for (uint32_t i = 0; i < count_a; i++) {
        match[i] = TEXT_UNMATCHED;
    }
    w.elements = calloc(all, sizeof(*w.elements));
    w.anchors = calloc(all, sizeof(*w.anchors));
    w.ends = calloc(all, sizeof(*w.ends));
    w.table = calloc(LCS_CELLS, sizeof(*w.table));
    if (!w.elements || !w.anchors || !w.ends || !w.table) {
        code = FORMAT_MEMORY;
    }
    if (code == 0) {
        code = push_stretch(&w, (struct stretch){0, count_a, 0, count_b, 0});
    }
    while (code == 0 && w.count > 0) {
        code = align_stretch(&w, w.stack[--w.count]);
    }
    free(w.stack);
    free(w.elements);
    free(w.anchors);
    free(w.ends);
    free(w.table);
    return code;
}
