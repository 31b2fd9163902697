/* Fuzz target: checks of what a demo claims. Findings lie inside the demo and add up. */
#include <string.h>

#include "engine/edit/check/check.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void note(void *context, const struct check_finding *finding)
{
    const struct demo *demo = context;
    require(finding->rule < CHECK_RULES && finding->offset <= demo->size);
    require(finding->value[0] != '\0');
}

static const char *read_entities(void *context, const char *map)
{
    (void)context;
    return map[0] == 'm' ? "{ \"classname\" \"monster_army\" \"origin\" \"0 8 16\" }" : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo_stats run;
    struct check_report report;
    struct format_error err;
    struct demo demo;
    uint64_t found = 0;
    if (demo_open(&demo, data, size, "a.dem") == 0 && check_knows(&demo)) {
        const int code = demo_stats_read(&run, &demo);
        const struct check_options options = {.run = &run, .entities = read_entities};
        require(check_demo(&demo, &options, note, &demo, &report, &err) == code);
        for (int i = 0; i < CHECK_RULES; i++) {
            found += report.of_rule[i];
        }
        require(found == report.signatures + report.notes);
        require(report.damages_kept <= report.damages);
        demo_stats_free(&run);
    }
    demo_close(&demo);
    return 0;
}
