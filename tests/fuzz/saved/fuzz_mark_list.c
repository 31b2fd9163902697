/* Fuzz target: lists of marks. Any text is read without harm; what was read is written as lines and
 * read back the same.
 *
 * Input: the text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/mark_list.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LENGTH = 5000 /* of the demo, seconds */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo_mark *marks, *again = NULL;
    struct mark_list_error err = {0};
    struct byte_writer out = {0};
    size_t count, same = 0;
    const int code = mark_list_read(&marks, &count, (const char *)data, size, LENGTH, &err);
    require(code == 0 || code == FORMAT_MEMORY || (err.line >= 1 && err.what));
    mark_list_write(marks, count, MARK_LIST_OGM, 10.0, 1000.0, &out);
    mark_list_write(marks, count, MARK_LIST_FFMETADATA, 0.0, LENGTH, &out);
    out.size = 0;
    mark_list_write(marks, count, MARK_LIST_TEXT, 0.0, LENGTH, &out);
    if (!out.failed) {
        require(mark_list_read(&again, &same, (const char *)out.data, out.size, LENGTH + 1, &err) ==
                0);
        require(same == count);
    }
    for (size_t i = 0; i < same; i++) {
        require(fabs(again[i].time - marks[i].time) < 1e-6);
        require(strcmp(again[i].name, marks[i].name) == 0);
    }
    free(again);
    free(marks);
    byte_writer_free(&out);
    return 0;
}
