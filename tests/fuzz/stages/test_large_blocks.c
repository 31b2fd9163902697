/* Large blocks that fuzz targets keep: their bytes, their order, and that a freed one is out of
 * reach. */
#include "tests/fuzz/stages/large_blocks.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 300001, HUGE = 5 << 20 /* more pages than are cleared one by one */ };

static void check_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        cr_assert_eq(bytes[i], 0, "byte %zu", i);
    }
}

Test(large_blocks, a_block_that_comes_back_is_zero_again)
{
    static const size_t sizes[] = {SIZE, SIZE - 4096, SIZE, HUGE, HUGE};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        uint8_t *block = large_blocks_take(sizes[i], true);
        cr_assert_not_null(block);
        cr_expect_eq(large_blocks_size(block), sizes[i]);
        check_zero(block, sizes[i]);
        memset(block, 0xa5, sizes[i]);
        cr_expect(large_blocks_give(block));
        cr_expect_eq(large_blocks_size(block), 0);
    }
}

Test(large_blocks, the_block_that_was_freed_first_comes_back)
{
    uint8_t *first = large_blocks_take(SIZE, false), *second = large_blocks_take(SIZE, false);
    cr_assert(first && second && first != second);
    cr_expect(large_blocks_give(second) && large_blocks_give(first));
    cr_expect_eq(large_blocks_take(SIZE, false), second);
    cr_expect_eq(large_blocks_take(SIZE - 10, true), first);
}

Test(large_blocks, others_are_left_to_the_library)
{
    static uint8_t other;
    cr_expect_null(large_blocks_take(LARGE_BLOCKS_LEAST - 1, true));
    cr_expect_null(large_blocks_take((size_t)LARGE_BLOCKS_MOST + 1, true));
    cr_expect_not(large_blocks_give(NULL));
    cr_expect_not(large_blocks_give(&other));
    cr_expect_eq(large_blocks_size(&other), 0);
    uint8_t *block = large_blocks_take(LARGE_BLOCKS_LEAST, false);
    cr_assert_not_null(block);
    cr_expect(large_blocks_give(block));
    cr_expect_not(large_blocks_give(block), "given back twice");
}

Test(large_blocks, so_many_at_a_time)
{
    uint8_t *blocks[LARGE_BLOCKS];
    for (int i = 0; i < LARGE_BLOCKS; i++) {
        blocks[i] = large_blocks_take(SIZE, true);
        cr_assert_not_null(blocks[i]);
        memset(blocks[i], i, SIZE);
    }
    for (int i = 0; i < LARGE_BLOCKS; i++) {
        cr_expect_eq(blocks[i][SIZE - 1], (uint8_t)i);
        cr_expect(large_blocks_give(blocks[i]));
    }
}

Test(large_blocks, reading_a_freed_block_is_a_fault)
{
    volatile uint8_t *block = large_blocks_take(SIZE, false);
    int status;
    cr_assert_not_null((const void *)(uintptr_t)block);
    block[SIZE / 2] = 1;
    cr_assert(large_blocks_give((void *)(uintptr_t)block));
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        (void)close(2); /* what a sanitizer says of it */
        (void)block[SIZE / 2];
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    /* A signal, or the status that a sanitizer ends the process with. */
    cr_expect_not(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
