/* Parts of demos, as cut writes them, play in the engines that play the whole demo. */
#include "assets/builtin/builtin.h"
#include "engine/edit/edit_cut.h"
#include "tests/engine/edit/validate/found.h"
#include "tests/support/real_data.h"

enum { PARTS = 5 };

static void check_part(const char *name, const struct demo *demo, const struct byte_writer *out,
                       int part)
{
    struct demo cut = found_open(out->data, out->size, name);
    for (int engine = 0; engine < VALIDATE_ENGINES; engine++) {
        if (found_refusals(demo, (enum validate_engine)engine) == 0) {
            cr_expect_eq(found_refusals(&cut, (enum validate_engine)engine), 0u, "%s: part %d: %s",
                         name, part, validate_engine_name((enum validate_engine)engine));
        }
    }
    demo_close(&cut);
}

static void check_parts(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    struct format_error err;
    double length;
    demo_open(&demo, data, size, name);
    const struct edit_cutter *cutter = demo.code == 0 ? edit_cutter_find(demo.family) : NULL;
    if (!cutter || edit_length(&demo, &length, &err) < 0 || length == 0.0) {
        demo_close(&demo); /* another game's, or text alone */
        return;
    }
    for (int part = 0; part < PARTS; part++) {
        const double from = length * (2 * part) / (2 * PARTS);
        struct edit_range range;
        struct edit_report report;
        struct byte_writer out = {0};
        cr_assert_eq(edit_range_find(&demo, from, from + 0.1 * length, &range, &err), 0);
        if (range.updates > 0) {
            cr_assert_eq(cutter->cut(&demo, &range, &out, &report, &err), 0, "%s: %s", name,
                         err.what);
            edit_report_free(&report);
            check_part(name, &demo, &out, part);
        }
        byte_writer_free(&out);
    }
    demo_close(&demo);
}

Test(validate_parts, built_in_demos)
{
    static const char *const names[] = {"demo1.dem", "demo2.dem", "demo3.qwd", "demo4.mvd"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const uint8_t *data;
        size_t size;
        cr_assert(builtin_find(names[i], &data, &size));
        check_parts(names[i], data, size);
    }
}

Test(validate_parts, real_demos, .timeout = 600)
{
    real_data_each("netquake", ".dem", check_parts);
    real_data_each("quakeworld/corpus", "", check_parts);
    real_data_each("quakeworld/recorded", "", check_parts);
    real_data_each_q3(check_parts);
}
