#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */

#include "tests/fuzz/stages/large_blocks.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#include <sanitizer/lsan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION /* built without AddressSanitizer */
#define ASAN_POISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#define __lsan_register_root_region(start, size) ((void)(start), (void)(size))
#define __lsan_unregister_root_region(start, size) ((void)(start), (void)(size))
#endif

enum {
    PAGE = 4096,
    CLEARED_PAGES = 1024 /* more are given back to the kernel, which is faster than clearing them */
};

/* A mapping: a page that is poisoned, `room` bytes, another such page. */
struct block {
    uint8_t *bytes; /* NULL = no mapping */
    size_t room;    /* whole pages */
    size_t size;    /* bytes that are not poisoned */
    uint64_t freed; /* when: in the order of frees; 0 = in use */
};

static struct block blocks[LARGE_BLOCKS];
static uint64_t frees;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unmap(struct block *block)
{
    ASAN_UNPOISON_MEMORY_REGION(block->bytes - PAGE, block->room + 2 * PAGE);
    (void)munmap(block->bytes - PAGE, block->room + 2 * PAGE);
    *block = (struct block){0};
}

static bool map(struct block *block, size_t size)
{
    const size_t room = (size + PAGE - 1) / PAGE * PAGE;
    uint8_t *start = mmap(NULL, room + 2 * PAGE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) {
        return false;
    }
    *block = (struct block){.bytes = start + PAGE, .room = room, .size = size};
    ASAN_POISON_MEMORY_REGION(start, PAGE);
    ASAN_UNPOISON_MEMORY_REGION(start + PAGE, size);
    ASAN_POISON_MEMORY_REGION(start + PAGE + size, room - size + PAGE);
    return true;
}

static void set_size(struct block *block, size_t size)
{
    if (size > block->size) {
        ASAN_UNPOISON_MEMORY_REGION(block->bytes + block->size / 8 * 8, size - block->size / 8 * 8);
    } else if (size < block->size) {
        ASAN_POISON_MEMORY_REGION(block->bytes + size, block->size - size);
    }
    block->size = size;
}

/* Which of the pages were touched since they were mapped: entries of /proc/self/pagemap, in memory
 * or swapped out. Returns their number, or more than there can be if it is not known. */
static size_t find_touched(const uint8_t *start, size_t pages, uint64_t *entries)
{
    static const uint64_t there = UINT64_C(3) << 62;
    static int pagemap = -1;
    size_t count = 0;
    if (pagemap < 0) {
        pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    }
    const size_t size = pages * sizeof(*entries);
    if (pagemap < 0 ||
        pread(pagemap, entries, size, (off_t)((uintptr_t)start / PAGE * sizeof(*entries))) !=
            (ssize_t)size) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i < pages; i++) {
        entries[i] &= there;
        count += entries[i] != 0;
    }
    return count;
}

/* Clears the pages that were ever touched. */
static void clear(const struct block *block)
{
    static uint64_t touched[LARGE_BLOCKS_MOST / PAGE];
    const size_t pages = (block->size + PAGE - 1) / PAGE;
    if (find_touched(block->bytes, pages, touched) > CLEARED_PAGES) {
        if (madvise(block->bytes, pages * PAGE, MADV_DONTNEED) != 0) {
            memset(block->bytes, 0, block->size);
        }
        return;
    }
    for (size_t i = 0; i < pages; i++) {
        if (touched[i]) {
            const size_t left = block->size - i * PAGE;
            memset(block->bytes + i * PAGE, 0, left < PAGE ? left : PAGE);
        }
    }
}

/* The free block of about that size that was freed first, one that has no mapping, or NULL. */
static struct block *choose(size_t size)
{
    struct block *chosen = NULL, *empty = NULL;
    for (int i = 0; i < LARGE_BLOCKS; i++) {
        struct block *block = &blocks[i];
        if (!block->bytes) {
            empty = block;
        } else if (block->freed && block->room >= size && block->room / 2 <= size &&
                   (!chosen || block->freed < chosen->freed)) {
            chosen = block;
        }
    }
    return chosen ? chosen : empty;
}

static void *take(size_t size, bool zero)
{
    struct block *block = choose(size);
    if (!block) {
        abort(); /* a leak */
    }
    if (!block->bytes) {
        if (!map(block, size)) {
            return NULL;
        }
    } else {
        if (mprotect(block->bytes, block->room, PROT_READ | PROT_WRITE) != 0) {
            return NULL;
        }
        set_size(block, size);
        block->freed = 0;
        if (zero) {
            clear(block);
        }
    }
    /* What a large block points to is no leak. */
    __lsan_register_root_region(block->bytes, block->room);
    return block->bytes;
}

void *large_blocks_take(size_t size, bool zero)
{
    if (size < LARGE_BLOCKS_LEAST || size > LARGE_BLOCKS_MOST) {
        return NULL;
    }
    (void)pthread_mutex_lock(&lock);
    void *bytes = take(size, zero);
    (void)pthread_mutex_unlock(&lock);
    return bytes;
}

/* The block in use that begins there, or NULL. */
static struct block *find(const void *bytes)
{
    for (int i = 0; bytes && (uintptr_t)bytes % PAGE == 0 && i < LARGE_BLOCKS; i++) {
        if (blocks[i].bytes == bytes && blocks[i].freed == 0) {
            return &blocks[i];
        }
    }
    return NULL;
}

/* Unmaps the block that was freed first if too many are kept. */
static void forget_oldest(void)
{
    struct block *oldest = NULL;
    int count = 0;
    for (int i = 0; i < LARGE_BLOCKS; i++) {
        if (blocks[i].bytes && blocks[i].freed) {
            count++;
            oldest = !oldest || blocks[i].freed < oldest->freed ? &blocks[i] : oldest;
        }
    }
    if (count > LARGE_BLOCKS_FREE) {
        unmap(oldest);
    }
}

bool large_blocks_give(void *bytes)
{
    (void)pthread_mutex_lock(&lock);
    struct block *block = find(bytes);
    if (block) {
        __lsan_unregister_root_region(block->bytes, block->room);
        (void)mprotect(block->bytes, block->room, PROT_NONE);
        block->freed = ++frees;
        forget_oldest();
    }
    (void)pthread_mutex_unlock(&lock);
    return block != NULL;
}

size_t large_blocks_size(const void *bytes)
{
    (void)pthread_mutex_lock(&lock);
    const struct block *block = find(bytes);
    const size_t size = block ? block->size : 0;
    (void)pthread_mutex_unlock(&lock);
    return size;
}
