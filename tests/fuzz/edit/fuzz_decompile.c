/* Fuzz target: demos as text and as JSON. The text of any demo makes the same bytes again, and that
 * of a part does when it is put back. */
#include <stdio.h>
#include <string.h>

#include "engine/edit/json/demo_json.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/text_round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct byte_writer text = {0}, back = {0};
    struct demo_text_report report;
    struct format_error err;
    struct text_error text_err;
    struct demo demo;
    demo_open(&demo, data, size, "a.dem");
    if (demo.code == 0 && demo_text_has(demo.family)) {
        const int code = text_of_demo(&demo, size % 2 == 0, &text, &report, &err);
        require(code == 0 || err.offset <= size);
        require(demo_of_text(text.data, text.size, text.size, &back, &text_err) == 0);
        require(back.size == size && memcmp(back.data, data, size) == 0);
        require(text_part_comes_back(&demo, report.blocks, data, size));
        FILE *out = fopen("/dev/null", "w");
        if (out) {
            require(demo_json_write(out, &demo, &err) == 0 || err.offset <= size);
            (void)!fclose(out);
        }
    }
    demo_close(&demo);
    byte_writer_free(&text);
    byte_writer_free(&back);
    return 0;
}
