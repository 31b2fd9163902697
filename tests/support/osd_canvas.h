/* A canvas with guard pixels around it, for tests of 2D drawing. */
#ifndef TESTS_SUPPORT_OSD_CANVAS_H
#define TESTS_SUPPORT_OSD_CANVAS_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/osd.h"

enum { TEST_CANVAS_BORDER = 5 }; /* guard pixels on each side, which must not change */

#define TEST_CANVAS_GUARD 0xfeedbeefu
#define TEST_CANVAS_GROUND 0x00606060u

struct test_canvas {
    uint32_t *all;
    size_t count;
    struct osd_canvas canvas;
};

static inline struct test_canvas test_canvas_make(int width, int height)
{
    struct test_canvas t = {0};
    size_t pitch = (size_t)width + 2 * TEST_CANVAS_BORDER;
    t.count = pitch * ((size_t)height + 2 * TEST_CANVAS_BORDER);
    t.all = malloc(t.count * sizeof(*t.all));
    cr_assert_not_null(t.all);
    for (size_t i = 0; i < t.count; i++) {
        t.all[i] = TEST_CANVAS_GUARD;
    }
    t.canvas.pixels = t.all + TEST_CANVAS_BORDER * pitch + TEST_CANVAS_BORDER;
    t.canvas.pitch = pitch;
    t.canvas.width = width;
    t.canvas.height = height;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            t.canvas.pixels[(size_t)y * pitch + (size_t)x] = TEST_CANVAS_GROUND;
        }
    }
    return t;
}

static inline uint32_t test_canvas_get(const struct test_canvas *t, int x, int y)
{
    return t->canvas.pixels[(size_t)y * t->canvas.pitch + (size_t)x];
}

/* Number of pixels of a rectangle that have a colour. */
static inline int test_canvas_count(const struct test_canvas *t, int x, int y, int width,
                                    int height, uint32_t color)
{
    int count = 0;
    for (int row = y; row < y + height; row++) {
        for (int column = x; column < x + width; column++) {
            count += test_canvas_get(t, column, row) == color;
        }
    }
    return count;
}

static inline int test_canvas_count_all(const struct test_canvas *t, uint32_t color)
{
    return test_canvas_count(t, 0, 0, t->canvas.width, t->canvas.height, color);
}

static inline bool test_canvas_same(const struct test_canvas *a, const struct test_canvas *b)
{
    return a->count == b->count && memcmp(a->all, b->all, a->count * sizeof(*a->all)) == 0;
}

static inline void test_canvas_expect_guards(const struct test_canvas *t)
{
    int width = t->canvas.width;
    int height = t->canvas.height;
    size_t inside = (size_t)width * (size_t)height;
    size_t guards = 0;
    for (size_t i = 0; i < t->count; i++) {
        guards += t->all[i] == TEST_CANVAS_GUARD;
    }
    cr_expect_eq(guards, t->count - inside, "%dx%d: %zu guards, not %zu", width, height, guards,
                 t->count - inside);
}

static inline void test_canvas_free(struct test_canvas *t)
{
    free(t->all);
}

#endif
