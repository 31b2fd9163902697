/* Fuzz target: stand-ins in demos of all families. A good demo becomes a good one, in which a
 * second run finds nothing. The last byte chooses the name's ending. */
#include <string.h>

#include "engine/edit/anonymise/anonymise.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_made(const struct byte_writer *made, const char *name, bool teams)
{
    struct byte_writer again = {0};
    struct anonymise_report report;
    struct format_error err;
    struct demo demo;
    struct anon_names *names = anon_names_create();
    require(names && demo_open(&demo, made->data, made->size, name) == 0);
    const int code = anonymise_demo(names, &demo, name, teams, &again, &report, &err);
    require(code == 0 && report.replaced == 0);
    require(again.size == made->size && memcmp(again.data, made->data, again.size) == 0);
    byte_writer_free(&again);
    anon_names_free(names);
    demo_close(&demo);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    const unsigned last = size > 0 ? data[size - 1] : 0;
    const char *name = endings[last % 4];
    const bool teams = last & 4;
    struct byte_writer out = {0};
    struct anonymise_report report;
    struct format_error err;
    struct demo demo;
    struct anon_names *names = anon_names_create();
    require(names != NULL);
    if (demo_open(&demo, data, size, name) == 0 && anonymise_knows(demo.family)) {
        const int code = anonymise_demo(names, &demo, name, teams, &out, &report, &err);
        require(code == 0 || err.offset <= size + out.size);
        require(!report.left || out.size == 0);
        if (code == 0 && out.size > 0) {
            check_made(&out, name, teams);
        }
    }
    byte_writer_free(&out);
    anon_names_free(names);
    demo_close(&demo);
    return 0;
}
