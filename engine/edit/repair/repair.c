#include "engine/edit/repair/repair.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/repair/repair_log.h"
#include "engine/netquake/nq_family.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/base/arrays.h"
#include "formats/parts/part_note.h"

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

static int repair_once(const uint8_t *data, size_t size, const char *name, struct byte_writer *out,
                       struct repair_log *log, struct format_error *err)
{
    struct undone undone;
    int code = undo_text(data, size, &undone);
    if (code < 0) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    } else if (undone.data) {
        log->places = undone.places;
        log->place_count = size - undone.size;
        code = repair_bytes(undone.data, undone.size, name, out, log, err);
    } else {
        code = repair_bytes(data, size, name, out, log, err);
    }
    free_undone(&undone);
    return code;
}

/* --- until nothing changes ----------------------------------------------------------------------
 */

/* What is found depends on what is around it: a repaired demo may show more. */
enum { PASSES = 8 };

struct changes {
    struct repair_change *items;
    size_t count, room;
    bool no_memory;
};

static void note_change(void *context, const struct repair_change *change)
{
    struct changes *changes = context;
    changes->no_memory =
        changes->no_memory || array_reserve(&changes->items, &changes->room, changes->count + 1,
                                            sizeof(*changes->items)) < 0;
    if (!changes->no_memory) {
        changes->items[changes->count++] = *change;
    }
}

static int compare_changes(const void *a, const void *b)
{
    const struct repair_change *first = a, *second = b;
    if (first->offset != second->offset) {
        return first->offset < second->offset ? -1 : 1;
    }
    return (first->added > second->added) - (first->added < second->added);
}

/* Moves changes of a repaired demo to the offsets of the file that it was made from. before: what
 * was changed in that, in rising order like them. */
static void move_changes(struct changes *changes, const struct changes *before, size_t size)
{
    size_t n = 0, removed = 0, added = 0;
    for (size_t i = 0; i < changes->count; i++) {
        struct repair_change *change = &changes->items[i];
        while (n < before->count && before->items[n].offset + added <= change->offset + removed) {
            removed += before->items[n].removed;
            added += before->items[n].added;
            n++;
        }
        const size_t offset = change->offset + removed;
        change->offset = offset > added ? offset - added : 0;
        change->offset = change->offset < size ? change->offset : size;
        if (change->removed > size - change->offset) {
            change->removed = size - change->offset;
        }
    }
}

/* Repairs *bytes again. 1: it was changed, and the changes are added to all of them; 0: it stays;
 * or FORMAT_MEMORY. size: the damaged file's. */
static int repair_again(struct byte_writer *bytes, size_t size, const char *name,
                        struct changes *all)
{
    struct byte_writer next = {0};
    struct changes changes = {0};
    struct format_error err;
    struct repair_log log = {.changed = note_change, .context = &changes};
    int code = repair_once(bytes->data, bytes->size, name, &next, &log, &err);
    code = changes.no_memory ? FORMAT_MEMORY : code;
    if (code == 0 && changes.count > 0) {
        qsort(changes.items, changes.count, sizeof(*changes.items), compare_changes);
        move_changes(&changes, all, size);
        for (size_t i = 0; i < changes.count; i++) {
            note_change(all, &changes.items[i]);
        }
        byte_writer_free(bytes);
        *bytes = next;
        code = all->no_memory ? FORMAT_MEMORY : 1;
    } else {
        byte_writer_free(&next);
        code = code == FORMAT_MEMORY ? code : 0;
    }
    qsort(all->items, all->count, sizeof(*all->items), compare_changes);
    free(changes.items);
    return code;
}

int repair_demo(const uint8_t *data, size_t size, const char *name, struct byte_writer *out,
                repair_changed_fn changed, void *context, uint64_t *changes,
                struct format_error *err)
{
    struct changes all = {0};
    struct byte_writer bytes = {0};
    struct repair_log log = {.changed = note_change, .context = &all};
    /* The note of a part is that of its bytes as they are. */
    const size_t whole = size;
    size = part_note_skip(data, size);
    int code = repair_once(data, size, name, &bytes, &log, err);
    if (code == 0 && all.count > 0) {
        qsort(all.items, all.count, sizeof(*all.items), compare_changes);
        for (int i = 1; i < PASSES && (code = repair_again(&bytes, size, name, &all)) > 0; i++) {
        }
        code = code < 0 ? code : 0;
    }
    if (code == 0) {
        byte_writer_bytes(out, bytes.data, bytes.size);
        byte_writer_bytes(out, data + size, all.count == 0 ? whole - size : 0);
    }
    if (all.no_memory || out->failed || code == FORMAT_MEMORY) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    for (size_t i = 0; i < all.count && code == 0 && changed; i++) {
        changed(context, &all.items[i]);
    }
    *changes = code == 0 ? all.count : 0;
    free(all.items);
    byte_writer_free(&bytes);
    return code;
}
