/* Fuzz target: a Quake III demo merged with a part of itself and with itself. The result is a whole
 * demo with the first one's snapshots. The first byte chooses the protocol and the part. */
#include <string.h>

#include "engine/edit/edit_merge.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_reader.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t count_snapshots(const uint8_t *data, size_t size, int protocol, bool whole)
{
    struct q3_reader *reader = q3_reader_create(protocol, data, size);
    struct q3_message message;
    struct format_error err;
    uint64_t snapshots = 0;
    int code = 1;
    while (code >= 0 && (code = q3_reader_block(reader, &err)) > 0) {
        uint64_t in_block = 0;
        while ((code = q3_reader_next(reader, &message, &err)) > 0) {
            in_block += message.id == Q3_SNAPSHOT && message.u.snapshot;
        }
        snapshots += code == 0 ? in_block : 0; /* a damaged message is left out */
    }
    require(!whole || code == 0);
    q3_reader_free(reader);
    return snapshots;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int protocols[] = {68, 91, 43, 48, 66, 90};
    enum { DEMOS = 3, CASES = 6 };
    if (size < 2) {
        return 0;
    }
    const int protocol = protocols[data[0] % CASES];
    const size_t part = (size - 1) * (data[0] / CASES) / (UINT8_MAX / CASES + 1);
    const size_t sizes[DEMOS] = {size - 1, part, size - 1};
    struct demo demos[DEMOS];
    const struct demo *list[DEMOS];
    struct edit_merge_report report = {0};
    struct byte_writer out = {0};
    struct format_error err;
    uint32_t bad, opened = 0;
    for (; opened < DEMOS; opened++) {
        demos[opened] = (struct demo){.family = &quake3_family};
        list[opened] = &demos[opened];
        if (quake3_family.open(&demos[opened].file, data + 1, sizes[opened], protocol, &err) < 0) {
            break;
        }
    }
    if (opened == DEMOS) {
        const int code = edit_merge(list, DEMOS, &out, &report, &bad, &err);
        require(code == 0 || err.offset <= size);
        if (out.size > 0) {
            require(count_snapshots(out.data, out.size, protocol, true) ==
                    count_snapshots(data + 1, size - 1, protocol, false));
        }
        edit_report_free(&report.edit);
    }
    while (opened > 0) {
        quake3_family.close(demos[--opened].file);
    }
    byte_writer_free(&out);
    return 0;
}
