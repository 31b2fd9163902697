/* array_reserve: growth, overflowing sizes, failed allocations. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

#include "formats/base/arrays.h"
#include "tests/support/scarce.h"

struct pair {
    uint32_t first;
    double second;
};

Test(arrays, elements_survive_growth)
{
    struct pair *pairs = NULL;
    size_t capacity = 0;
    scarce_begin_from(SIZE_MAX);
    for (size_t i = 0; i < 10000; i++) {
        cr_assert_eq(array_reserve(&pairs, &capacity, i + 1, sizeof(*pairs)), FORMAT_OK);
        cr_assert_gt(capacity, i);
        pairs[i] = (struct pair){(uint32_t)i, (double)i};
    }
    cr_assert_lt(scarce_count(), 15, "it grows by a factor");
    for (size_t i = 0; i < 10000; i++) {
        cr_assert(pairs[i].first == i && pairs[i].second == (double)i);
    }
    const uint64_t calls = scarce_count();
    cr_assert_eq(array_reserve(&pairs, &capacity, 0, sizeof(*pairs)), FORMAT_OK);
    cr_assert_eq(array_reserve(&pairs, &capacity, capacity, sizeof(*pairs)), FORMAT_OK);
    cr_assert_eq(scarce_count(), calls);
    cr_assert_eq(array_reserve(&pairs, &capacity, 5 * capacity, sizeof(*pairs)), FORMAT_OK);
    cr_assert_eq(scarce_count(), calls + 1, "a far way is one step");
    free(pairs);
    cr_assert_eq(scarce_blocks(), 0);
    scarce_end();
}

Test(arrays, failed_growth_changes_nothing)
{
    struct pair *pairs = NULL;
    size_t capacity = 0;
    cr_assert_eq(array_reserve(&pairs, &capacity, 3, sizeof(*pairs)), FORMAT_OK);
    pairs[2].first = 7;
    const struct pair *before = pairs;
    const size_t room = capacity, most = PTRDIFF_MAX / sizeof(*pairs);
    const size_t needs[] = {most + 1, SIZE_MAX, SIZE_MAX / 2};
    scarce_begin_from(1);
    for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++) {
        cr_assert_eq(array_reserve(&pairs, &capacity, needs[i], sizeof(*pairs)), FORMAT_MEMORY);
        cr_assert(pairs == before && capacity == room && pairs[2].first == 7);
    }
    cr_assert_eq(scarce_count(), 0, "nobody is asked for what is too much");
    cr_assert_eq(array_reserve(&pairs, &capacity, room + 1, sizeof(*pairs)), FORMAT_MEMORY);
    cr_assert(pairs == before && capacity == room && pairs[2].first == 7);
    scarce_end();
    cr_assert_eq(array_reserve(&pairs, &capacity, room + 1, sizeof(*pairs)), FORMAT_OK);
    cr_assert_eq(pairs[2].first, 7);
    free(pairs);
}

/* A capacity near the limit of size_t does not overflow when doubled. */
Test(arrays, doubling_does_not_overflow)
{
    uint8_t *bytes = NULL;
    size_t capacity = PTRDIFF_MAX - 3; /* a claimed capacity */
    scarce_begin_from(1);
    cr_assert_eq(array_reserve(&bytes, &capacity, PTRDIFF_MAX, 1), FORMAT_MEMORY);
    cr_assert_eq(scarce_count(), 1);
    cr_assert_eq(capacity, PTRDIFF_MAX - 3);
    scarce_end();
}
