/* State hashes cover numbers, not bytes: the schemas list every member. */
#include <criterion/criterion.h>

#include "assets/builtin/builtin.h"
#include "engine/netquake/nq_state.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"
#include "engine/quakeworld/qw_state.h"

struct inner {
    uint16_t a;
    uint8_t b[2];
};

struct outer {
    uint32_t skipped[2];
    double time;
    struct inner pairs[3];
    uint8_t last;
    uint8_t reserved[3];
};

static const struct state_member inner_members[] = {
    STATE_NUMBERS(struct inner, a),
    STATE_NUMBERS(struct inner, b[0]),
};
static const struct state_schema inner_schema = STATE_SCHEMA(struct inner, inner_members);
static const struct state_member outer_members[] = {
    STATE_NUMBERS(struct outer, time),
    STATE_STRUCTS(struct outer, pairs[0], &inner_schema),
    STATE_NUMBERS(struct outer, last),
};
static const struct state_schema outer_schema = STATE_SCHEMA(struct outer, outer_members);

Test(state_schema, bytes_and_numbers_hash_the_same)
{
    const struct outer o = {{1, 2}, -0.1, {{1, {2, 3}}, {0x1234, {5, 6}}, {7, {8, 9}}}, 10, {0}};
    struct inner many[9];
    for (unsigned i = 0; i < 9; i++) {
        many[i] = (struct inner){(uint16_t)(1000 * i), {(uint8_t)i, (uint8_t)(7 * i)}};
    }
    cr_expect_eq(state_schema_hash(1, &outer_schema, &o, 1),
                 state_schema_hash_numbers(1, &outer_schema, &o, 1));
    for (size_t count = 0; count <= 9; count++) {
        cr_expect_eq(state_schema_hash(1, &inner_schema, many, count),
                     state_schema_hash_numbers(1, &inner_schema, many, count), "%zu", count);
    }
}

Test(state_schema, what_does_not_count_changes_nothing_and_all_else_does)
{
    struct outer o = {{1, 2}, -0.1, {{1, {2, 3}}, {0x1234, {5, 6}}, {7, {8, 9}}}, 10, {0}};
    const uint64_t hash = state_schema_hash_numbers(1, &outer_schema, &o, 1);
    uint8_t *bytes = (uint8_t *)&o;
    for (size_t i = 0; i < sizeof(o); i++) {
        bytes[i] ^= 0x40;
        const bool changed = state_schema_hash_numbers(1, &outer_schema, &o, 1) != hash;
        cr_expect_eq(changed, i >= sizeof(o.skipped), "byte %zu", i);
        bytes[i] ^= 0x40;
    }
}

/* Members are aligned to their width and fill the struct. */
static void check_schema(const struct state_schema *schema)
{
    for (uint32_t i = 0; i < schema->num_members; i++) {
        const struct state_member *m = &schema->members[i];
        const uint32_t end = i + 1 < schema->num_members ? m[1].offset : schema->size;
        cr_expect_lt(m->offset, end);
        cr_expect_eq((end - m->offset) % m->width, 0, "member %u of %u bytes", i, schema->size);
        if (m->schema) {
            cr_expect_eq(m->width, m->schema->size);
            cr_expect_eq(m->schema->members[0].offset, 0);
            check_schema(m->schema);
        } else {
            cr_expect(m->width == 1 || m->width == 2 || m->width == 4 || m->width == 8);
            cr_expect_eq(m->offset % m->width, 0, "member %u of %u bytes", i, schema->size);
        }
    }
}

static void check_layout(const struct state_layout *layout)
{
    check_schema(layout->state);
    for (uint32_t i = 0; i < layout->arrays; i++) {
        check_schema(layout->elements[i]);
    }
}

Test(state_schema, numbers_stand_where_they_can)
{
    check_layout(&nq_layout);
    check_layout(&qw_layout);
}

static void check_demo(const char *name, const struct state_layout *layout)
{
    struct demo_source source;
    struct format_error err;
    struct timeline *timeline;
    cr_assert_eq(demo_source_open_bytes(&source, name, &(struct demo_search){0}, &err), 0);
    cr_assert_eq(
        timeline_open(&timeline, source.data, source.size, &(struct timeline_options){0}, &err), 0);
    for (double t = 0.0; t < timeline_length(timeline); t += 1.3) {
        cr_assert_eq(timeline_go_time(timeline, t, false), 0);
        cr_expect_eq(timeline_state_hash(timeline),
                     state_block_hash_numbers(timeline_state(timeline), layout), "%s at %g", name,
                     t);
    }
    timeline_close(timeline);
    demo_source_close(&source);
}

Test(state_schema, states_hash_the_same_number_by_number)
{
    check_demo("builtin:demo1", &nq_layout);
    check_demo("builtin:demo2", &nq_layout);
    check_demo("builtin:demo3", &qw_layout);
    check_demo("builtin:demo4", &qw_layout);
}
