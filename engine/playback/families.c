#include "engine/playback/families.h"

#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/netquake/dem.h"
#include "formats/quake3/q3_detect.h"
#include "formats/quakeworld/qw_detect.h"

/* Whether the bytes are NetQuake's beyond doubt: a chain of blocks to the end of the file. */
static bool is_clean_dem(const struct dem_file *dem)
{
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (dem->readings[i].possible && dem->readings[i].clean) {
            return true;
        }
    }
    return false;
}

/* Whether a block of messages is there at least. */
static bool has_blocks(const struct dem_file *dem)
{
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (dem->readings[i].possible && dem->readings[i].blocks > 0) {
            return true;
        }
    }
    return false;
}

/* Neither QuakeWorld's nor Quake III's demos have a header, and NetQuake's hardly one. What decodes
 * as QuakeWorld's with a serverdata is that, what decodes as Quake III's with a gamestate that;
 * what else chains as blocks is NetQuake's, damaged or not. */
const struct demo_family *demo_family_of(const uint8_t *data, size_t size, const char *name,
                                         struct format_error *err)
{
    struct dem_file dem;
    struct qw_readings readings;
    const bool is_dem = dem_open(&dem, data, size, err) == 0;
    const bool is_clean = is_dem && is_clean_dem(&dem);
    const enum qw_container container = qw_detect(data, size, &readings);
    const struct qw_reading *reading =
        container == QW_CONTAINER_MVD ? &readings.mvd : &readings.qwd;
    if (container != QW_CONTAINER_NONE && reading->serverdata) {
        return &quakeworld_family;
    }
    const int protocol = is_clean ? 0 : q3_detect(data, size, name);
    if (protocol < 0) {
        (void)format_fail(err, protocol, 0, "no memory");
        return NULL;
    }
    if (protocol > 0) {
        return &quake3_family;
    }
    if (container != QW_CONTAINER_NONE && !is_clean) {
        return &quakeworld_family;
    }
    if (is_dem && has_blocks(&dem)) {
        return &netquake_family;
    }
    if (readings.qwd.unsupported || readings.mvd.unsupported) {
        return &quakeworld_family; /* which says what it does not know */
    }
    return is_dem ? &netquake_family : NULL;
}

const struct demo_inspector *demo_inspector_of(const uint8_t *data, size_t size, const char *name)
{
    const struct demo_family *family = demo_family_of(data, size, name, NULL);
    return (family ? family : &netquake_family)->inspector;
}

int demo_stats_read_named(struct demo_stats *stats, const uint8_t *data, size_t size,
                          const char *name)
{
    *stats = (struct demo_stats){0};
    stats->code = demo_inspector_of(data, size, name)->read(stats, data, size, name);
    return stats->code;
}

int demo_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size)
{
    return demo_stats_read_named(stats, data, size, NULL);
}
