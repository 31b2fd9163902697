/* Findings of validate_demo in a test: those of one rule are counted. */
#ifndef TESTS_ENGINE_EDIT_VALIDATE_FOUND_H
#define TESTS_ENGINE_EDIT_VALIDATE_FOUND_H

#include <criterion/criterion.h>
#include <string.h>

#include "engine/edit/validate/validate.h"
#include "engine/playback/families.h"

struct found {
    const char *rule;
    unsigned of_rule, refusals;
    struct validate_finding last; /* of the rule */
};

static inline void found_note(void *context, const struct validate_finding *finding)
{
    struct found *found = context;
    if (strcmp(finding->rule, found->rule) == 0) {
        found->of_rule++;
        found->refusals += validate_is_refusal(finding->effect);
        found->last = *finding;
    }
}

static inline struct validate_report found_check(const struct demo *demo,
                                                 enum validate_engine engine, struct found *found)
{
    struct validate_report report;
    struct format_error err;
    cr_assert_eq(validate_demo(demo, engine, found_note, found, &report, &err), 0, "%s", err.what);
    return report;
}

/* Refusals of all rules. */
static inline uint64_t found_refusals(const struct demo *demo, enum validate_engine engine)
{
    struct found found = {.rule = ""};
    return found_check(demo, engine, &found).refusals;
}

/* Close with demo_close. */
static inline struct demo found_open(const uint8_t *data, size_t size, const char *name)
{
    struct demo demo;
    demo_open(&demo, data, size, name);
    cr_assert_eq(demo.code, 0, "%s", demo.error.what);
    return demo;
}

/* The rule is found in these bytes, once, and a refusal or not. */
static inline void found_expect(const uint8_t *data, size_t size, const char *name,
                                enum validate_engine engine, const char *rule, bool refused)
{
    struct demo demo = found_open(data, size, name);
    struct found found = {.rule = rule};
    (void)found_check(&demo, engine, &found);
    cr_expect_eq(found.of_rule, 1u, "%s: %u", rule, found.of_rule);
    cr_expect_eq(found.refusals > 0, refused, "%s", rule);
    demo_close(&demo);
}

#endif
