#include "tests/support/scarce.h"

#include <errno.h>
#include <execinfo.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum {
    BLOCKS_MAX = 1 << 18, /* at a time; a power of two */
    DEPTH = 12,           /* stack frames that identify a caller, */
    OWN_CALLS = 4         /* frames of the hook and its callers among them */
};

/* The C library's functions, and replacements for calls to them (--wrap). */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *block);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *block);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
pid_t __real_fork(void);
pid_t __wrap_fork(void);

static struct {
    atomic_bool lasts;
    atomic_int threads, processes; /* that can still be created */
    scarce_hook *hook;
    atomic_uint_fast64_t number;
    pthread_mutex_t mutex; /* protects the following members */
    size_t blocks;
    void **table; /* BLOCKS_MAX entries; open addressing; allocated at the first begin */
} scarce = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static size_t slot_of(const void *block)
{
    return (size_t)(((uint64_t)(uintptr_t)block * 0x9e3779b97f4a7c15u) >> 32) & (BLOCKS_MAX - 1);
}

static void *add_block(void *block)
{
    if (block != NULL && scarce.lasts) {
        pthread_mutex_lock(&scarce.mutex);
        if (scarce.blocks >= BLOCKS_MAX / 2) {
            abort();
        }
        size_t i = slot_of(block);
        while (scarce.table[i] != NULL) {
            i = (i + 1) & (BLOCKS_MAX - 1);
        }
        scarce.table[i] = block;
        scarce.blocks++;
        pthread_mutex_unlock(&scarce.mutex);
    }
    return block;
}

/* Blocks from before, or of the C library's own, are not there. */
static void remove_block(const void *block)
{
    if (block == NULL || !scarce.lasts) {
        return;
    }
    pthread_mutex_lock(&scarce.mutex);
    size_t i = slot_of(block);
    while (scarce.table[i] != NULL && scarce.table[i] != block) {
        i = (i + 1) & (BLOCKS_MAX - 1);
    }
    if (scarce.table[i] == block) {
        /* Those behind that came past here move up. */
        for (size_t j = i;;) {
            j = (j + 1) & (BLOCKS_MAX - 1);
            if (scarce.table[j] == NULL) {
                break;
            }
            const size_t home = slot_of(scarce.table[j]);
            if (((j - home) & (BLOCKS_MAX - 1)) >= ((j - i) & (BLOCKS_MAX - 1))) {
                scarce.table[i] = scarce.table[j];
                i = j;
            }
        }
        scarce.table[i] = NULL;
        scarce.blocks--;
    }
    pthread_mutex_unlock(&scarce.mutex);
}

static bool should_fail(void)
{
    if (!scarce.lasts) {
        return false;
    }
    const bool failed = scarce.hook(atomic_fetch_add(&scarce.number, 1) + 1);
    if (failed) {
        errno = ENOMEM;
    }
    return failed;
}

void *__wrap_malloc(size_t size)
{
    return should_fail() ? NULL : add_block(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return should_fail() ? NULL : add_block(__real_calloc(count, size));
}

char *__wrap_strdup(const char *text)
{
    return should_fail() ? NULL : add_block(__real_strdup(text));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (should_fail()) {
        return NULL;
    }
    remove_block(block);
    return add_block(__real_realloc(block, size));
}

void __wrap_free(void *block)
{
    remove_block(block);
    __real_free(block);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return scarce.lasts && atomic_fetch_sub(&scarce.threads, 1) <= 0
               ? EAGAIN
               : __real_pthread_create(thread, attributes, start, argument);
}

pid_t __wrap_fork(void)
{
    if (scarce.lasts && atomic_fetch_sub(&scarce.processes, 1) <= 0) {
        errno = EAGAIN;
        return -1;
    }
    return __real_fork();
}

void scarce_begin(scarce_hook *hook, bool threads)
{
    void *call;
    (void)backtrace(&call, 1); /* the first one allocates */
    __real_free(scarce.table);
    scarce.table = __real_calloc(BLOCKS_MAX, sizeof(scarce.table[0]));
    if (scarce.table == NULL) {
        abort();
    }
    scarce.blocks = 0;
    scarce.hook = hook;
    atomic_store(&scarce.threads, threads ? INT_MAX : 0);
    atomic_store(&scarce.processes, INT_MAX);
    atomic_store(&scarce.number, 0);
    atomic_store(&scarce.lasts, true);
}

void scarce_end(void)
{
    atomic_store(&scarce.lasts, false);
}

static bool fail_never(uint64_t number)
{
    (void)number;
    return false;
}

void scarce_begin_limited(int threads, int processes)
{
    scarce_begin(fail_never, true);
    atomic_store(&scarce.threads, threads);
    atomic_store(&scarce.processes, processes);
}

static uint64_t first_to_fail;

static bool fail_from(uint64_t number)
{
    return number >= first_to_fail;
}

void scarce_begin_from(uint64_t number)
{
    first_to_fail = number;
    scarce_begin(fail_from, true);
}

uint64_t scarce_count(void)
{
    return atomic_load(&scarce.number);
}

uint64_t scarce_place(void)
{
    void *calls[DEPTH];
    const int count = backtrace(calls, DEPTH);
    uint64_t place = 0xcbf29ce484222325u;
    for (int i = OWN_CALLS; i < count; i++) {
        place = (place ^ (uint64_t)(uintptr_t)calls[i]) * 0x100000001b3u;
    }
    return place;
}

size_t scarce_blocks(void)
{
    return scarce.blocks;
}
