#include "engine/edit/repair/repair.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/repair/repair_log.h"
#include "engine/netquake/nq_family.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"

static const struct {
    const char *name, *text;
} kinds[REPAIR_KINDS] = {
    [REPAIR_TRACK_LINE] = {"track-line", "CD track line"},
    [REPAIR_FIRST_SIZE] = {"first-size", "first block whose size begins with a blank"},
    [REPAIR_TEXT_MODE] = {"text-mode", "byte changed as at the end of a line of text"},
    [REPAIR_EMPTY_BLOCK] = {"empty-block", "block without messages"},
    [REPAIR_BLOCK_SIZE] = {"block-size", "size that does not fit the messages"},
    [REPAIR_LOST_BYTES] = {"lost-bytes", "bytes that are no block"},
    [REPAIR_TORN_BLOCK] = {"torn-block", "end of the file in a block"},
    [REPAIR_BAD_MESSAGE] = {"bad-message", "damaged message, and the rest of its block"},
    [REPAIR_OUT_OF_RANGE] = {"out-of-range", "message with a number that is out of range"},
    [REPAIR_TEXT_LENGTH] = {"text-length", "text that is too long"},
    [REPAIR_RECONNECT] = {"reconnect", "\"reconnect\" that ends playback"},
    [REPAIR_SIGN_ON] = {"sign-on", "sign-on that is not in order"},
    [REPAIR_NO_LEVEL] = {"no-level", "update before any level"},
    [REPAIR_ORDER] = {"order", "block that comes again or too late"},
    [REPAIR_DELTA_BASE] = {"delta-base", "changes of a frame that the demo does not have"},
    [REPAIR_EARLY_END] = {"early-end", "end of a demo before its last block"},
    [REPAIR_NO_END] = {"no-end", "no end"},
};

const char *repair_kind_name(enum repair_kind kind)
{
    return kinds[kind].name;
}

const char *repair_kind_text(enum repair_kind kind)
{
    return kinds[kind].text;
}

/* --- transfers of text --------------------------------------------------------------------------
 */

/* A transfer of text puts a carriage return in front of each line feed. In a demo one in 256 line
 * feeds has one by chance. */
enum { LINES_MIN = 8 };

/* The file without those carriage returns. */
struct undone {
    uint8_t *data; /* NULL: the file is none that was transferred so */
    size_t size;
    size_t *places;
};

static bool has_only_pairs(const uint8_t *data, size_t size, size_t *lines)
{
    const uint8_t *end = data + size, *at = data;
    *lines = 0;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        if (at == data || at[-1] != '\r') {
            return false;
        }
        ++*lines;
        at++;
    }
    return *lines >= LINES_MIN;
}

static int undo_text(const uint8_t *data, size_t size, struct undone *undone)
{
    size_t lines, count = 0;
    *undone = (struct undone){0};
    if (!has_only_pairs(data, size, &lines)) {
        return 0;
    }
    undone->data = malloc(size);
    undone->places = malloc(lines * sizeof(*undone->places));
    if (!undone->data || !undone->places) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '\r' && i + 1 < size && data[i + 1] == '\n') {
            undone->places[count++] = undone->size;
        } else {
            undone->data[undone->size++] = data[i];
        }
    }
    return 0;
}

static void free_undone(struct undone *undone)
{
    free(undone->data);
    free(undone->places);
}

/* --- all families -------------------------------------------------------------------------------
 */

static const struct {
    const struct demo_family *family;
    int (*repair)(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                  struct format_error *err);
} repairers[] = {{&netquake_family, repair_netquake},
                 {&quakeworld_family, repair_quakeworld},
                 {&quake3_family, repair_quake3}};

static int repair_opened(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                         struct format_error *err)
{
    for (size_t i = 0; i < sizeof(repairers) / sizeof(repairers[0]); i++) {
        if (repairers[i].family == demo->family) {
            const size_t before = out->size;
            int code = repairers[i].repair(demo, out, log, err);
            if (code == 0 && out->failed) {
                code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
            }
            out->size = code < 0 ? before : out->size;
            return code;
        }
    }
    return format_fail(err, FORMAT_UNKNOWN, 0, "not a demo that can be repaired");
}

static int repair_bytes(const uint8_t *data, size_t size, const char *name, struct byte_writer *out,
                        struct repair_log *log, struct format_error *err)
{
    struct demo demo;
    int code = demo_open(&demo, data, size, name);
    if (code < 0) {
        *err = demo.error;
    } else {
        for (size_t i = 0; i < log->place_count; i++) {
            /* The bytes that are repaired lack those of the places before. */
            const struct repair_change change = {
                .kind = REPAIR_TEXT_MODE, .offset = log->places[i] + i, .removed = 1};
            log->changes++;
            if (log->changed) {
                log->changed(log->context, &change);
            }
        }
        code = repair_opened(&demo, out, log, err);
    }
    demo_close(&demo);
    return code;
}

int repair_demo(const uint8_t *data, size_t size, const char *name, struct byte_writer *out,
                repair_changed_fn changed, void *context, uint64_t *changes,
                struct format_error *err)
{
    struct repair_log log = {.changed = changed, .context = context};
    struct undone undone;
    int code = undo_text(data, size, &undone);
    if (code < 0) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    } else if (undone.data) {
        log.places = undone.places;
        log.place_count = size - undone.size;
        code = repair_bytes(undone.data, undone.size, name, out, &log, err);
    } else {
        code = repair_bytes(data, size, name, out, &log, err);
    }
    free_undone(&undone);
    *changes = log.changes;
    return code;
}
