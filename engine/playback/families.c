#include "engine/playback/families.h"

#include <string.h>

#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/netquake/dem.h"
#include "formats/quake3/q3_detect.h"
#include "formats/quakeworld/qw_detect.h"

/* True if the bytes are certainly NetQuake's: blocks chain to the end of the file. */
static bool is_clean_dem(const struct dem_file *dem)
{
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (dem->readings[i].possible && dem->readings[i].clean) {
            return true;
        }
    }
    return false;
}

/* True if there is at least one block. */
static bool has_blocks(const struct dem_file *dem)
{
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (dem->readings[i].possible && dem->readings[i].blocks > 0) {
            return true;
        }
    }
    return false;
}

/* QuakeWorld and Quake III demos have no header, NetQuake demos only a track line. Tried in this
 * order: decodes as QuakeWorld with a serverdata; decodes as Quake III with a gamestate; chains as
 * NetQuake blocks, damaged or not. *variant: as in demo_family.open.
 */
static int find_family(struct demo *demo, const char *name, int *variant)
{
    struct dem_file dem;
    struct qw_readings readings;
    const int dem_code = dem_open(&dem, demo->data, demo->size, &demo->error);
    const bool is_clean = dem_code == 0 && is_clean_dem(&dem);
    const enum qw_container container = qw_detect(demo->data, demo->size, &readings);
    const struct qw_reading *reading =
        container == QW_CONTAINER_MVD ? &readings.mvd : &readings.qwd;
    *variant = (int)container;
    demo->family = &quakeworld_family;
    if (container != QW_CONTAINER_NONE && reading->serverdata) {
        return 0;
    }
    const int protocol = is_clean ? 0 : q3_detect(demo->data, demo->size, name);
    if (protocol < 0) {
        demo->family = NULL;
        return format_fail(&demo->error, protocol, 0, "out of memory");
    }
    if (protocol > 0) {
        *variant = protocol;
        demo->family = &quake3_family;
        return 0;
    }
    if (container != QW_CONTAINER_NONE && !is_clean) {
        return 0;
    }
    if (dem_code == 0 && has_blocks(&dem)) {
        demo->family = &netquake_family;
        return 0;
    }
    if (readings.qwd.unsupported || readings.mvd.unsupported) {
        return 0; /* QuakeWorld's open reports the unsupported protocol */
    }
    demo->family = dem_code == 0 ? &netquake_family : NULL;
    return dem_code;
}

/* Bytes of the lines that a QTV proxy answers before it sends a .mvd; 0 = there are none. They end
 * with an empty line. */
static size_t answer_size(const uint8_t *data, size_t size)
{
    enum { ANSWER_MAX = 4096 };
    static const char magic[] = "QTVSV ";
    if (size < sizeof(magic) - 1 || memcmp(data, magic, sizeof(magic) - 1) != 0) {
        return 0;
    }
    for (size_t i = 1; i < size && i < ANSWER_MAX; i++) {
        const bool is_empty =
            data[i - 1] == '\n' || (i > 1 && data[i - 1] == '\r' && data[i - 2] == '\n');
        if (data[i] == '\n' && is_empty) {
            return i + 1;
        }
    }
    return 0;
}

int demo_open(struct demo *demo, const uint8_t *data, size_t size, const char *name)
{
    const size_t answer = answer_size(data, size);
    int variant = 0;
    if (answer > 0) { /* data may be NULL */
        data += answer;
        size -= answer;
    }
    *demo = (struct demo){.data = data, .size = size, .answer = answer};
    demo->code = find_family(demo, name, &variant);
    if (demo->code == 0) {
        demo->code = demo->family->open(&demo->file, data, size, variant, &demo->error);
    }
    return demo->code;
}

void demo_close(struct demo *demo)
{
    if (demo->file) {
        demo->family->close(demo->file);
    }
    *demo = (struct demo){0};
}
