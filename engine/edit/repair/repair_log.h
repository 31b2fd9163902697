/* The changes of a repair, told with offsets of the damaged file, and the families' repairs. */
#ifndef ENGINE_EDIT_REPAIR_REPAIR_LOG_H
#define ENGINE_EDIT_REPAIR_REPAIR_LOG_H

#include "engine/edit/repair/repair.h"
#include "engine/family/demo_family.h"

struct repair_log {
    repair_changed_fn changed; /* may be NULL */
    void *context;
    uint64_t changes;
    uint32_t block; /* being repaired */
    /* Offsets, in the bytes that are repaired, in front of which the damaged file has one byte
     * more; in rising order. */
    const size_t *places;
    size_t place_count;
};

/* offset: in the bytes that are repaired. */
void repair_tell(struct repair_log *log, enum repair_kind kind, size_t offset, size_t removed,
                 size_t added);

/* Each family's repair of an opened demo, as repair_demo. */
int repair_netquake(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                    struct format_error *err) MUST_CHECK;
int repair_quakeworld(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                      struct format_error *err) MUST_CHECK;
int repair_quake3(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                  struct format_error *err) MUST_CHECK;

#endif
