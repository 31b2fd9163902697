#include "engine/edit/check/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/edit/check/check_internal.h"

static const struct check_family *const families[] = {&check_netquake, &check_quakeworld,
                                                      &check_quake3};

static const struct check_family *find_family(const struct demo *demo)
{
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
        if (families[i]->family == demo->family) {
            return families[i];
        }
    }
    return NULL;
}

bool check_knows(const struct demo *demo)
{
    return find_family(demo) != NULL;
}

void check_copy_text(char *to, size_t room, const char *text)
{
    size_t length = 0;
    for (; *text && length + 1 < room; text++) {
        const char c = (char)(*text & 0x7f);
        if (c >= ' ' && c < 0x7f) {
            to[length++] = c;
        }
    }
    to[length] = '\0';
}

void check_found_at(struct check *check, enum check_rule rule, const struct check_place *place,
                    const char *fmt, ...)
{
    struct check_finding finding = {
        .rule = rule, .block = place->block, .offset = place->offset, .seconds = place->seconds};
    va_list args;
    const struct check_info *info = check_info(rule);
    if (info->speedrun && !check->run) {
        return;
    }
    va_start(args, fmt);
    (void)vsnprintf(finding.value, sizeof(finding.value), fmt, args);
    va_end(args);
    check->report->signatures += info->signature;
    check->report->notes += !info->signature;
    check->report->of_rule[rule]++;
    if (check->found) {
        check->found(check->context, &finding);
    }
}

static int check_steps(struct check *check, const struct check_family *family, void *state,
                       void *scanner, struct format_error *err)
{
    const struct demo *demo = check->demo;
    struct demo_reading reading = {0};
    size_t pos = demo->family->first_step(demo->file);
    double seconds = 0;
    int code;
    check->here.offset = pos;
    if (family->begin(check, state) < 0) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    while ((code = demo->family->scan(demo->file, scanner, &pos, &reading, err)) > 0) {
        seconds += reading.step.update ? reading.step.seconds : 0;
        check->here.seconds = seconds;
        check->last = reading.step.last;
        family->step(check, state, pos);
        check->here.block++;
        check->here.offset = pos;
        if (check->last) {
            break;
        }
    }
    family->end(check, state);
    if (code < 0 || !family->finish) {
        return code < 0 ? code : 0;
    }
    return family->finish(check, state, err);
}

int check_demo(const struct demo *demo, const struct check_options *options, check_found_fn found,
               void *context, struct check_report *report, struct format_error *err)
{
    const struct check_family *family = find_family(demo);
    struct check check = {.demo = demo, .found = found, .context = context, .report = report};
    check.options = options ? *options : (struct check_options){0};
    check.run = check.options.run;
    *report = (struct check_report){0};
    void *scanner = demo_scanner_create(demo->family);
    void *state = calloc(1, family->state_size);
    int code = 0;
    if (scanner && state) {
        code = check_steps(&check, family, state, scanner, err);
        check_speedrun(&check);
    }
    if (!scanner || !state || check.failed) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (state && family->close) {
        family->close(state);
    }
    free(state);
    free(scanner);
    return code;
}
