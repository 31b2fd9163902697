/* A .mvd behind another one: where its levels begin in the server's time. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/playback/families.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"

/* The times in serverdata messages, and those where the blocks end. Returns their number. */
static int find_times(const struct byte_writer *bytes, double starts[4], double ends[4])
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    struct mvd_block block;
    struct qw_message m;
    int count = 0;
    for (size_t pos = 0; mvd_next_block(bytes->data, bytes->size, &pos, &block, NULL) > 0;) {
        size_t at = 0;
        if (count > 0) {
            ends[count - 1] += block.msec / 1000.0;
        }
        while (mvd_has_messages(&block) &&
               qw_message_decode(&protocol, block.u.messages.data, block.u.messages.size, &at, &m,
                                 NULL) > 0) {
            qw_protocol_follow(&protocol, &m);
            if (m.id == QW_SERVERDATA) {
                cr_assert_lt(count, 4);
                starts[count] = ends[count] = (double)m.u.serverdata.demo_time;
                count++;
            }
        }
    }
    return count;
}

static void join_three(bool retime, struct byte_writer *out)
{
    struct edit_join join = {.how.retime = retime};
    const uint8_t *data;
    size_t size;
    struct demo demo;
    struct format_error err = {0};
    cr_assert(builtin_find("demo4.mvd", &data, &size));
    cr_assert_eq(demo_open(&demo, data, size, "demo4.mvd"), 0);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(edit_join_add(&join, &demo, out, &err), 0, "%s", err.what);
    }
    demo_close(&demo);
}

Test(mvd_follow, levels_begin_where_the_one_before_ended)
{
    struct byte_writer plain = {0}, moved = {0};
    double starts[4], ends[4];
    join_three(false, &plain);
    join_three(true, &moved);
    cr_assert_eq(find_times(&plain, starts, ends), 3);
    cr_expect(starts[1] == starts[0] && starts[2] == starts[0]);
    const double length = ends[0] - starts[0];
    cr_expect_gt(length, 1.0);
    cr_assert_eq(find_times(&moved, starts, ends), 3);
    cr_expect_float_eq(starts[1], ends[0], 1e-4);
    cr_expect_float_eq(starts[2], ends[1], 1e-4);
    cr_expect_float_eq(starts[2] - starts[0], 2.0 * length, 1e-3);
    cr_assert_eq(plain.size, moved.size);
    size_t changed = 0;
    for (size_t i = 0; i < plain.size; i++) {
        changed += plain.data[i] != moved.data[i];
    }
    cr_expect(changed > 0 && changed <= 2 * sizeof(float), "%zu", changed);
    byte_writer_free(&plain);
    byte_writer_free(&moved);
}
