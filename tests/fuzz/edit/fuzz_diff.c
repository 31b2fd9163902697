/* Fuzz target: two demos compared. A demo is equal to itself; of two, all blocks of both are the
 * same or in a change, in order, and there is none if and only if their bytes are equal. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/diff/text_align.h"
#include "engine/edit/diff/text_diff.h"
#include "engine/edit/text/demo_text.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct told {
    int64_t a, b; /* behind the last change */
    uint64_t a_count, b_count, changes;
};

static void take_change(void *context, const struct text_change *change)
{
    struct told *told = context;
    require(change->a >= told->a && change->b >= told->b);
    require(change->a_count > 0 || change->b_count > 0);
    told->a = change->a + change->a_count;
    told->b = change->b + change->b_count;
    told->a_count += change->a_count;
    told->b_count += change->b_count;
    told->changes++;
}

static void take_line(void *context, char sign, const char *text, size_t size)
{
    (void)context;
    require((sign == '-' || sign == '+') && size > 0 && !memchr(text, '\n', size));
}

static void compare(const struct demo *a, const struct demo *b)
{
    struct told told = {.a = -1, .b = -1};
    const struct text_diff_listener listener = {&told, take_change, take_line};
    struct text_diff_result result;
    require(text_diff(a, b, &listener, &result) == 0);
    require(told.changes == result.changes);
    require(result.same + told.a_count == result.a_blocks + 1);
    require(result.same + told.b_count == result.b_blocks + 1);
    const bool equal = a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
    require(equal == (result.changes == 0));
}

/* The demo without some of its bytes, and with one that is another: the last four tell which. */
static void compare_changed(const struct demo *a, const uint8_t *data, size_t size)
{
    const uint8_t *recipe = data + size - 4;
    const size_t at = (size_t)(recipe[0] << 8 | recipe[1]) % size;
    const size_t left_out = recipe[2] < size - at ? recipe[2] : size - at;
    uint8_t *copy = malloc(size);
    struct demo b;
    require(copy != NULL);
    memcpy(copy, data, at);
    memcpy(copy + at, data + at + left_out, size - at - left_out);
    copy[at / 2] ^= recipe[3];
    demo_open(&b, copy, size - left_out, "a.dem");
    if (b.code == 0 && b.family == a->family) {
        compare(a, &b);
        compare(&b, a);
    }
    demo_close(&b);
    free(copy);
}

/* The bytes of both halves as sequences. */
static void align(const uint8_t *data, uint32_t count)
{
    enum { LONG = 300 };
    uint64_t sides[2][LONG];
    uint32_t match[LONG];
    int64_t last = -1;
    count = count / 2 < LONG ? count / 2 : LONG;
    for (uint32_t i = 0; i < count; i++) {
        sides[0][i] = data[i];
        sides[1][i] = data[count + i];
    }
    require(text_align(sides[0], count, sides[1], count, match) == 0);
    for (uint32_t i = 0; i < count; i++) {
        if (match[i] != TEXT_UNMATCHED) {
            require(match[i] < count && (int64_t)match[i] > last);
            require(sides[0][i] == sides[1][match[i]]);
            last = match[i];
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo demo;
    align(data, (uint32_t)size);
    demo_open(&demo, data, size, "a.dem");
    if (demo.code == 0 && demo_text_has(demo.family) && size > 4) {
        compare(&demo, &demo);
        compare_changed(&demo, data, size);
    }
    demo_close(&demo);
    return 0;
}
