/* Fuzz target: demos split into several and joined give their bytes back. The last bytes choose
 * where parts begin: after so many bytes, or with these steps. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/parts/edit_join.h"
#include "engine/edit/parts/edit_split.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 64, STEPS = 4 };

/* Cuts a part and appends it. False: it is empty, or its beginning is taken for another family's.
 */
static bool join_part(const struct demo *demo, struct edit_split *split, size_t i,
                      struct edit_join *join, struct byte_writer *joined)
{
    struct byte_writer bytes = {0};
    struct edit_report report;
    struct format_error err = {0};
    struct demo part;
    bool added = false;
    const int code = edit_split_write(demo, split, i, &bytes, &report, &err);
    require(code == 0 || err.what[0] != '\0');
    if (bytes.size > 0) {
        demo_open(&part, bytes.data, bytes.size, NULL);
        if (part.code == 0 && part.family == demo->family) {
            added = edit_join_add(join, &part, joined, &err) != FORMAT_UNKNOWN;
            require(join->end <= joined->size);
        }
        demo_close(&part);
    }
    edit_report_free(&report);
    byte_writer_free(&bytes);
    return added;
}

static void check_split(const struct demo *demo, const struct edit_split_at *at)
{
    struct edit_split split;
    struct edit_join join = {0};
    struct byte_writer joined = {0};
    struct format_error err = {0};
    const int code = edit_split_find(demo, at, &split, &err);
    require(code == 0 || err.offset <= demo->size);
    size_t begin = demo->family->first_step(demo->file);
    bool all = split.count > 0 && split.count <= PARTS;
    for (size_t i = 0; i < split.count; i++) {
        require(split.parts[i].range.first == begin && split.parts[i].end > begin);
        begin = split.parts[i].end;
    }
    require(split.count == 0 || begin == demo->size);
    for (size_t i = 0; i < split.count && i < PARTS; i++) {
        all &= join_part(demo, &split, i, &join, &joined);
    }
    if (all) {
        require(joined.size == demo->size && memcmp(joined.data, demo->data, joined.size) == 0);
    }
    byte_writer_free(&joined);
    edit_split_free(&split);
}

/* The demo behind itself, with its times or its level going on. */
static void check_follow(const struct demo *demo, bool retime, bool smooth)
{
    struct edit_join join = {.how = {.retime = retime, .smooth = smooth}};
    struct byte_writer joined = {0};
    struct format_error err;
    for (int i = 0; i < 2; i++) {
        if (edit_join_add(&join, demo, &joined, &err) == FORMAT_UNKNOWN) {
            break; /* not that way */
        }
        require(join.end <= joined.size);
    }
    byte_writer_free(&joined);
}

/* Up to STEPS steps, told by the last bytes. */
static void check_steps(const struct demo *demo)
{
    uint32_t steps[STEPS];
    size_t count = 0;
    uint32_t step = 0;
    for (size_t i = 0; i < STEPS && i < demo->size; i++) {
        step += 1 + demo->data[demo->size - 1 - i];
        steps[count++] = step;
    }
    const struct edit_split_at at = {.steps = steps, .num_steps = count};
    check_split(demo, &at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo demo;
    if (size == 0) {
        return 0;
    }
    demo_open(&demo, data, size, NULL);
    if (demo.code == 0) {
        const struct edit_split_at whole = {0};
        const struct edit_split_at sizes = {.most = size / (1 + data[size - 1] % 8) + 1};
        check_split(&demo, &whole);
        check_split(&demo, &sizes);
        check_steps(&demo);
        check_follow(&demo, true, false);
        check_follow(&demo, data[size - 1] & 1, true);
    }
    demo_close(&demo);
    return 0;
}
