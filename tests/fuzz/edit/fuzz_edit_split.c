/* Fuzz target: demos split into several and joined. Parts that begin as levels do give the demo's
 * bytes back; all parts are demos of the family. The last byte chooses the size of parts. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/parts/edit_join.h"
#include "engine/edit/parts/edit_split.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 64 };

/* Cuts a part and appends it. */
static void join_part(const struct demo *demo, const struct edit_split *split, size_t i,
                      struct edit_join *join, struct byte_writer *joined)
{
    struct byte_writer bytes = {0};
    struct edit_report report;
    struct format_error err = {0};
    struct demo part;
    const int code = edit_split_write(demo, split, i, &bytes, &report, &err);
    require(code == 0 || err.what[0] != '\0');
    if (bytes.size > 0) {
        demo_open(&part, bytes.data, bytes.size, NULL);
        if (part.code == 0 && part.family == demo->family) {
            (void)!edit_join_add(join, &part, joined, &err);
            require(join->end <= joined->size);
        }
        demo_close(&part);
    }
    edit_report_free(&report);
    byte_writer_free(&bytes);
}

static void check_split(const struct demo *demo, size_t most)
{
    const struct edit_split_at at = {.most = most};
    struct edit_split split;
    struct edit_join join = {.resumes = true};
    struct byte_writer joined = {0};
    struct format_error err = {0};
    const int code = edit_split_find(demo, &at, &split, &err);
    require(code == 0 || err.offset <= demo->size);
    size_t begin = demo->family->first_step(demo->file);
    bool copied = split.count > 0 && split.count <= PARTS;
    for (size_t i = 0; i < split.count; i++) {
        require(split.parts[i].range.first == begin && split.parts[i].end > begin);
        begin = split.parts[i].end;
        copied &= split.parts[i].copied;
    }
    require(split.count == 0 || begin == demo->size);
    for (size_t i = 0; i < split.count && i < PARTS; i++) {
        join_part(demo, &split, i, &join, &joined);
    }
    /* QuakeWorld's parts are all cut. */
    if (copied && joined.size > 0 && edit_cutter_find(demo->family)->end) {
        require(joined.size == demo->size && memcmp(joined.data, demo->data, joined.size) == 0);
    }
    byte_writer_free(&joined);
    edit_split_free(&split);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo demo;
    if (size == 0) {
        return 0;
    }
    demo_open(&demo, data, size, NULL);
    if (demo.code == 0) {
        check_split(&demo, 0);
        check_split(&demo, size / (1 + data[size - 1] % 8) + 1);
    }
    demo_close(&demo);
    return 0;
}
