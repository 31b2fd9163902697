/* A repair in a test: its changes, and what it made. */
#ifndef TESTS_ENGINE_EDIT_REPAIR_REPAIRED_H
#define TESTS_ENGINE_EDIT_REPAIR_REPAIRED_H

#include "engine/edit/repair/repair.h"
#include "tests/engine/edit/validate/found.h"

enum { REPAIRED_CHANGES = 64 };

struct repaired {
    struct byte_writer out;
    struct repair_change changes[REPAIRED_CHANGES]; /* the first ones */
    uint64_t count;
    int code;
    struct format_error err;
};

static inline void repaired_note(void *context, const struct repair_change *change)
{
    struct repaired *repaired = context;
    if (repaired->count < REPAIRED_CHANGES) {
        repaired->changes[repaired->count] = *change;
    }
    repaired->count++;
}

/* Free with repaired_free. */
static inline struct repaired *repaired_make(const uint8_t *data, size_t size, const char *name)
{
    struct repaired *repaired = calloc(1, sizeof(*repaired));
    uint64_t changes;
    cr_assert_not_null(repaired);
    repaired->code = repair_demo(data, size, name, &repaired->out, repaired_note, repaired,
                                 &changes, &repaired->err);
    cr_assert_eq(changes, repaired->count);
    cr_assert(repaired->code == 0 || repaired->out.size == 0);
    return repaired;
}

static inline void repaired_free(struct repaired *repaired)
{
    byte_writer_free(&repaired->out);
    free(repaired);
}

/* Nothing is changed in these bytes. */
static inline void repaired_expect_good(const uint8_t *data, size_t size, const char *name)
{
    struct repaired *repaired = repaired_make(data, size, name);
    cr_assert_eq(repaired->code, 0, "%s: %s", name, repaired->err.what);
    cr_expect_eq(repaired->count, 0u, "%s: %s at byte %zu", name,
                 repair_kind_name(repaired->changes[0].kind), repaired->changes[0].offset);
    cr_expect(repaired->out.size == size && memcmp(repaired->out.data, data, size) == 0, "%s",
              name);
    repaired_free(repaired);
}

/* Repairs the bytes: exactly these changes are told, the engine plays the result, and a repair of
 * it changes nothing. Free with repaired_free. */
static inline struct repaired *repaired_expect(const struct byte_writer *damaged, const char *name,
                                               enum validate_engine engine,
                                               const struct repair_change *changes, size_t count)
{
    struct repaired *repaired = repaired_make(damaged->data, damaged->size, name);
    cr_assert_eq(repaired->code, 0, "%s", repaired->err.what);
    cr_expect_eq(repaired->count, (uint64_t)count, "%llu changes, first %s at %zu",
                 (unsigned long long)repaired->count, repair_kind_name(repaired->changes[0].kind),
                 repaired->changes[0].offset);
    for (size_t i = 0; i < count && i < repaired->count; i++) {
        const struct repair_change *is = &repaired->changes[i];
        cr_expect_str_eq(repair_kind_name(is->kind), repair_kind_name(changes[i].kind), "%zu", i);
        cr_expect(is->offset == changes[i].offset && is->removed == changes[i].removed &&
                      is->added == changes[i].added,
                  "%s: byte %zu, not %zu; %zu removed, not %zu; %zu added, not %zu",
                  repair_kind_name(is->kind), is->offset, changes[i].offset, is->removed,
                  changes[i].removed, is->added, changes[i].added);
    }
    struct demo demo = found_open(repaired->out.data, repaired->out.size, name);
    cr_expect_eq(found_refusals(&demo, engine), 0u);
    demo_close(&demo);
    repaired_expect_good(repaired->out.data, repaired->out.size, name);
    return repaired;
}

#endif
