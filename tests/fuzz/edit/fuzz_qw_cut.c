/* Fuzz target: parts of QuakeWorld demos of both containers. What is cut has to be whole and to
 * end, it has the updates that were asked for, and the whole of it cut again is the same. The last
 * byte and that in the middle choose the part. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/quakeworld/mvd_cut.h"
#include "engine/edit/quakeworld/qwd_cut.h"
#include "engine/quakeworld/qw_family.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/qw_walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int cut(const struct qw_demo *demo, const struct edit_range *range, struct byte_writer *out,
               struct format_error *err)
{
    struct edit_report report;
    const int code = demo->container == QW_CONTAINER_MVD ? mvd_cut(demo, range, out, &report, err)
                                                         : qwd_cut(demo, range, out, &report, err);
    require((report.steps == 0) == (out->size == 0));
    edit_report_free(&report);
    return code;
}

/* Every message of every block is good, and the last block is a goodbye. */
static void check_whole(const struct qw_demo *part)
{
    struct qw_walk walk = {0};
    struct format_error err;
    require(qw_walk_demo(&walk, part->container, part->data, part->size, &err) == 0);
    require(walk.ended);
    byte_writer_free(&walk.out);
}

static uint32_t count_updates(const struct qw_demo *demo)
{
    struct demo opened = {.data = demo->data, .size = demo->size, .family = &quakeworld_family};
    struct edit_range range;
    struct format_error err;
    require(quakeworld_family.open(&opened.file, demo->data, demo->size, demo->container, &err) ==
            0);
    require(edit_range_find(&opened, -1.0, 1e9, &range, &err) == 0);
    quakeworld_family.close(opened.file);
    return range.updates;
}

static void check_cut(const struct qw_demo *demo, const struct edit_range *range)
{
    struct byte_writer part = {0}, again = {0};
    struct format_error err = {0};
    const int code = cut(demo, range, &part, &err);
    require(code == 0 || err.offset <= demo->size);
    if (part.size > 0) {
        const struct qw_demo made = {part.data, part.size, demo->container};
        check_whole(&made);
        require(!range || code < 0 || count_updates(&made) >= range->updates);
        require(cut(&made, NULL, &again, &err) == 0);
        require(again.size == part.size && memcmp(again.data, part.data, part.size) == 0);
    }
    byte_writer_free(&part);
    byte_writer_free(&again);
}

static void check_container(const uint8_t *data, size_t size, enum qw_container container)
{
    struct demo demo = {.data = data, .size = size, .family = &quakeworld_family};
    struct format_error err;
    struct edit_range range;
    double length;
    if (quakeworld_family.open(&demo.file, data, size, container, &err) < 0) {
        return;
    }
    (void)!edit_length(&demo, &length, &err);
    const double from = length * data[size - 1] / 255.0, span = length * data[size / 2] / 255.0;
    (void)!edit_range_find(&demo, from, from + span, &range, &err);
    range.keep_deltas = data[size / 3] & 1;
    if (range.updates > 0) {
        check_cut(demo.file, &range);
    }
    check_cut(demo.file, NULL);
    quakeworld_family.close(demo.file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0) {
        check_container(data, size, QW_CONTAINER_QWD);
        check_container(data, size, QW_CONTAINER_MVD);
    }
    return 0;
}
