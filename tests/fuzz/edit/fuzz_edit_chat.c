/* Fuzz target: removal of chat from demos of all families. The result has none, and the good part
 * of a demo becomes a good demo. The last byte chooses the name's ending. */
#include <string.h>

#include "engine/edit/chat/edit_chat.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_made(const struct byte_writer *made, const char *name)
{
    struct byte_writer again = {0};
    struct format_error err;
    struct demo demo;
    uint64_t lines;
    if (demo_open(&demo, made->data, made->size, name) == 0) {
        const int code = edit_chat_remove(&demo, &again, &lines, &err);
        require(code < 0 || lines == 0);
        require(code < 0 ||
                (again.size == made->size && memcmp(again.data, made->data, again.size) == 0));
    }
    byte_writer_free(&again);
    demo_close(&demo);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    const char *name = names[size > 0 ? data[size - 1] % 4 : 0];
    struct byte_writer out = {0};
    struct format_error err;
    struct demo demo;
    uint64_t lines;
    if (demo_open(&demo, data, size, name) == 0) {
        const int code = edit_chat_remove(&demo, &out, &lines, &err);
        require(code == 0 || err.offset <= size);
        if (code == 0) {
            check_made(&out, name);
        }
    }
    byte_writer_free(&out);
    demo_close(&demo);
    return 0;
}
