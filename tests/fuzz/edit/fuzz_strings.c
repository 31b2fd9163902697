/* Fuzz target: lists of texts, and demos whose texts are listed. A mistake has a place inside the
 * list; the list of any demo, applied to it, makes the same bytes. */
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/text_round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_demo(const struct demo *demo, const uint8_t *data, size_t size)
{
    struct byte_writer list = {0}, made = {0};
    struct demo_strings_report listed, applied;
    struct text_error list_err;
    struct format_error err;
    (void)!strings_of_demo(demo, &list, &listed, &err);
    require(listed.is_whole);
    (void)!demo_of_strings(list.data, list.size, list.size, demo, &made, &applied, &list_err, &err);
    require(applied.is_whole && list_err.line == 0 && applied.changed == 0);
    require(applied.texts == listed.texts && applied.listed == listed.texts);
    require(made.size == size && memcmp(made.data, data, size) == 0);
    byte_writer_free(&list);
    byte_writer_free(&made);
}

/* The bytes as a list of a built-in demo's texts. */
static void check_list(const char *name, const uint8_t *data, size_t size)
{
    struct byte_writer made = {0};
    struct demo_strings_report report;
    struct text_error err;
    struct format_error demo_err;
    const uint8_t *bytes;
    size_t demo_size;
    struct demo demo;
    require(builtin_find(name, &bytes, &demo_size));
    demo_open(&demo, bytes, demo_size, name);
    if (demo_of_strings(data, size, size > 0 ? 1u + data[size - 1] : 1, &demo, &made, &report, &err,
                        &demo_err) < 0) {
        require(err.line > 0 && err.line <= size + 1 && err.column > 0 && err.column <= size + 1);
        require(err.what[0] != '\0');
    } else {
        require(report.changed <= report.listed && report.listed <= report.texts);
    }
    demo_close(&demo);
    byte_writer_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo demo;
    demo_open(&demo, data, size, "a.dem");
    if (demo.code == 0 && demo_text_has(demo.family)) {
        check_demo(&demo, data, size);
    } else {
        check_list("demo1.dem", data, size);
    }
    demo_close(&demo);
    return 0;
}
