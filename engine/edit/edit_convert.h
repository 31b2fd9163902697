/* Demos in other protocols, whatever the family. */
#ifndef ENGINE_EDIT_EDIT_CONVERT_H
#define ENGINE_EDIT_EDIT_CONVERT_H

#include <stdbool.h>

#include "engine/edit/convert_report.h"
#include "engine/edit/edit_cut.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

enum convert_file { CONVERT_ANY_FILE, CONVERT_QWD, CONVERT_MVD };

struct convert_target {
    int protocol;
    int file;        /* enum convert_file; CONVERT_ANY_FILE: what the family writes */
    uint32_t player; /* slot, where needs_player says so */
};

struct edit_converter {
    const struct demo_family *family;
    const char *targets; /* the protocols there are, in words */
    const char *step;    /* "block", "message" */

    /* True if the demo, which the family has opened, can be converted to that. */
    bool (*knows)(const struct demo *demo, const struct convert_target *to);
    /* True if the result is one player's view, which the demo leaves open. NULL: it never is. */
    bool (*needs_player)(const struct demo *demo, const struct convert_target *to);
    /* What files of that protocol end in: ".dem", ".dm_68". */
    void (*extension)(const struct convert_target *to, char extension[EDIT_EXTENSION]);
    /* The most that the protocol has of what does not fit. */
    double (*limit)(int to, enum convert_kind kind);
    /* Appends the demo in a protocol that it knows to out (caller frees). Returns 0,
     * FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds everything
     * up to the damage; fills err, whose offset is the file's. */
    int (*convert)(const struct demo *demo, const struct convert_target *to,
                   struct byte_writer *out, struct convert_report *report,
                   struct format_error *err);
};

/* NULL: demos of the family cannot be converted. Immutable; threads may share it. */
const struct edit_converter *edit_converter_find(const struct demo_family *family);

#endif
