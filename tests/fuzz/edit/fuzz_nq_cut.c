/* Fuzz target: parts of NetQuake demos. What is cut has to be whole, with as many updates as were
 * asked for at most, and the whole of it cut again is the same. The last two bytes choose the part.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/netquake/nq_cut.h"
#include "engine/netquake/nq_family.h"
#include "tests/fuzz/stages/nq_whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cut(const struct demo *demo, const struct edit_range *range)
{
    struct byte_writer part = {0}, again = {0};
    struct edit_report report;
    struct format_error err = {0};
    const int code = nq_cut(demo->file, range, &part, &report, &err);
    require(code == 0 || err.offset <= demo->size);
    edit_report_free(&report);
    if (part.size > 0) {
        struct demo cut = {.data = part.data, .size = part.size, .family = demo->family};
        require(nq_require_whole(&part));
        require(netquake_family.open(&cut.file, part.data, part.size, 0, &err) == 0);
        require(nq_cut(cut.file, NULL, &again, &report, &err) == 0);
        edit_report_free(&report);
        require(again.size == part.size && memcmp(again.data, part.data, part.size) == 0);
        netquake_family.close(cut.file);
    }
    byte_writer_free(&part);
    byte_writer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo demo = {.data = data, .size = size, .family = &netquake_family};
    struct format_error err;
    struct edit_range range;
    double length;
    if (netquake_family.open(&demo.file, data, size, 0, &err) < 0) {
        return 0;
    }
    (void)!edit_length(&demo, &length, &err);
    const double from = length * data[size - 1] / 255.0, span = length * data[size / 2] / 255.0;
    (void)!edit_range_find(&demo, from, from + span, &range, &err);
    if (range.updates > 0) {
        check_cut(&demo, &range);
    }
    check_cut(&demo, NULL);
    netquake_family.close(demo.file);
    return 0;
}
