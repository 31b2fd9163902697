#include "engine/commands/batch/batch_demo.h"

#include "engine/report/report.h"

bool batch_demo_begin(struct batch_demo *reading, const char *name,
                      const struct demo_search *search, bool with_data)
{
    const struct demo *demo = &reading->source.demo;
    reading->name = name;
    reading->code = (with_data ? demo_source_open : demo_source_open_bytes)(
        &reading->source, name, search, &reading->error);
    reading->opened = reading->code == 0;
    if (reading->opened && demo->code < 0) {
        reading->code = demo->code;
        reading->error = demo->error;
    }
    return reading->code == 0;
}

void batch_demo_end(struct batch_demo *reading, int code)
{
    reading->code = code;
    if (code == 0 && reading->source.is_torn) {
        reading->code = FORMAT_BAD;
        reading->error = reading->source.torn;
    }
}

static bool is_demo(const struct batch_demo *reading)
{
    return reading->opened && reading->source.demo.code == 0;
}

bool batch_demo_report(const struct batch_demo *reading)
{
    const struct format_error *error = &reading->error;
    if (reading->code == 0) {
        return true;
    }
    if (is_demo(reading)) {
        report_error("%s: byte %zu: %s", reading->name, error->offset, error->what);
    } else {
        report_error("%s: %s", reading->name, error->what);
    }
    return false;
}

const char *batch_demo_family(const struct batch_demo *reading)
{
    const struct demo_family *family = reading->opened ? reading->source.demo.family : NULL;
    return family ? family->name : NULL;
}

void batch_demo_free(struct batch_demo *reading)
{
    demo_source_close(&reading->source);
}
