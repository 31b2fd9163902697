/* Puts subtitles into a NetQuake demo, as centerprints.
 *
 * In memory: bytes in, bytes out. A text goes to the end of the first update at or behind its time,
 * again each second as long as it is to stay, and an empty one takes it away, for a client shows a
 * centerprint for two seconds. All else is copied. An update that is too long for one more message
 * is passed over. */
#ifndef ENGINE_EDIT_SUBTITLE_NQ_SUBTITLE_H
#define ENGINE_EDIT_SUBTITLE_NQ_SUBTITLE_H

#include <stddef.h>

#include "engine/edit/subtitle/subtitle_text.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

struct subtitle_report {
    size_t shown;    /* texts */
    size_t missing;  /* texts for which there is no update */
    size_t messages; /* centerprints written */
};

/* Appends the demo, which its family has opened, to out (caller frees). Returns 0, FORMAT_MEMORY,
 * or another negative code if the demo is damaged, and out then holds everything up to the damage;
 * fills err, whose offset is the file's. *report is set. */
int nq_subtitle(const struct demo *demo, const struct subtitles *subtitles, struct byte_writer *out,
                struct subtitle_report *report, struct format_error *err) MUST_CHECK;

#endif
