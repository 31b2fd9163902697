#include "engine/quakeworld/qw_clock.h"

#include <math.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qwd.h"

static double file_time(const struct qw_demo *demo, size_t at)
{
    const uint32_t bits = bytes_u32(demo->data + at);
    float time;
    memcpy(&time, &bits, sizeof(time));
    return (double)time;
}

void qw_clock_advance(struct qw_clock *clock, const struct qw_demo *demo, size_t at)
{
    double passed = 0.0;
    if (demo->container == QW_CONTAINER_MVD) {
        passed = demo->data[at] ? demo->data[at] / 1000.0 : 0.0; /* mostly 0: no division */
    } else {
        const double time = file_time(demo, at);
        if (isfinite(time)) {
            passed = time - clock->last;
            clock->last = time;
        }
    }
    if (clock->begun && passed > 0.0) {
        clock->now += passed < QW_MAX_GAP ? passed : QW_MAX_GAP;
    }
    clock->begun = 1;
}

bool qw_clock_ends(const struct qw_clock *clock, const struct qw_demo *demo, size_t next)
{
    if (demo->container == QW_CONTAINER_MVD) {
        return demo->size - next < MVD_BLOCK_HEADER || demo->data[next] > 0;
    }
    if (demo->size - next < QWD_BLOCK_HEADER) {
        return true;
    }
    const double time = file_time(demo, next);
    return isfinite(time) && time != clock->last;
}

double qw_clock_server_time(double demo_time, double passed)
{
    const double limit = 1e9;
    demo_time = demo_time > -limit && demo_time < limit ? demo_time : 0.0;
    return floor((demo_time + passed) * 1000.0 + 0.5) / 1000.0;
}
