/* Checks of demos in memory: for the tests of each family. */
#ifndef TESTS_ENGINE_EDIT_CHECK_CHECK_BYTES_H
#define TESTS_ENGINE_EDIT_CHECK_CHECK_BYTES_H

#include <criterion/criterion.h>

#include "engine/edit/check/check.h"
#include "engine/playback/families.h"
#include "formats/base/bytes.h"

static inline void check_note(void *context, const struct check_finding *finding)
{
    struct check_finding *last = context;
    if (finding->rule == last->rule) {
        *last = *finding;
    }
}

/* Checks the bytes, which give that code. last: the last finding of the rule; its value is empty if
 * there is none. */
static inline struct check_report check_part(const uint8_t *data, size_t size, enum check_rule rule,
                                             struct check_finding *last, int code)
{
    struct check_report report;
    struct format_error err;
    struct demo demo;
    *last = (struct check_finding){.rule = rule};
    cr_assert_eq(demo_open(&demo, data, size, "made"), 0);
    cr_expect_eq(check_demo(&demo, NULL, check_note, last, &report, &err), code);
    demo_close(&demo);
    return report;
}

static inline struct check_report check_bytes(const struct byte_writer *file, enum check_rule rule,
                                              struct check_finding *last, int code)
{
    return check_part(file->data, file->size, rule, last, code);
}

/* The demo has a finding of that rule, once, and no other. */
static inline void check_expect_only(const struct byte_writer *file, enum check_rule rule,
                                     uint32_t block, const char *value, struct check_finding *last)
{
    const struct check_report report = check_bytes(file, rule, last, 0);
    cr_expect_eq(report.of_rule[rule], 1u, "%s", check_info(rule)->name);
    cr_expect_eq(report.signatures + report.notes, 1u, "%s", check_info(rule)->name);
    cr_expect_eq(last->block, block, "%u", last->block);
    cr_expect_str_eq(last->value, value);
}

#endif
