/* Fuzz target: repair and check of demos of all families. A repaired demo is changed no more by
 * another repair. The last byte chooses the name's ending. */
#include <string.h>

#include "engine/edit/repair/repair.h"
#include "engine/edit/validate/validate.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void note_change(void *context, const struct repair_change *change)
{
    const size_t size = *(const size_t *)context;
    require(change->kind < REPAIR_KINDS && change->offset <= size);
    require(change->removed <= size - change->offset);
    require(change->removed > 0 || change->added > 0);
}

static void check_limits(const struct byte_writer *bytes, const char *name)
{
    struct validate_report report;
    struct format_error err;
    struct demo demo;
    require(demo_open(&demo, bytes->data, bytes->size, name) == 0);
    for (int engine = 0; engine < VALIDATE_ENGINES; engine++) {
        require(validate_demo(&demo, (enum validate_engine)engine, NULL, NULL, &report, &err) == 0);
        require(report.refusals <= report.findings);
    }
    demo_close(&demo);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    const char *name = names[size > 0 ? data[size - 1] % 4 : 0];
    struct byte_writer once = {0}, twice = {0};
    struct format_error err;
    uint64_t changes;
    if (repair_demo(data, size, name, &once, note_change, &size, &changes, &err) < 0) {
        require(once.size == 0 && err.offset <= size);
        return 0;
    }
    require(changes > 0 || (once.size == size && memcmp(once.data, data, size) == 0));
    check_limits(&once, name);
    require(repair_demo(once.data, once.size, name, &twice, note_change, &once.size, &changes,
                        &err) == 0);
    require(changes == 0);
    byte_writer_free(&once);
    byte_writer_free(&twice);
    return 0;
}
