/* Repairs damaged demos: what was good stays as it is in the file, byte for byte.
 *
 * In memory: bytes in, bytes out. Each change is told with its place in the damaged file. A demo
 * without damage comes out as it is. Nothing is guessed: what a damaged message may have been is
 * dropped, the messages in front of it stay.
 *
 * Sources: DEM 1.0.9 section 6, QWD section 4, DM_68 section 3; what damaged demos have in common,
 * from the manuals of LMPC and ConvDem and from demos of archives. */
#ifndef ENGINE_EDIT_REPAIR_REPAIR_H
#define ENGINE_EDIT_REPAIR_REPAIR_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum repair_kind {
    REPAIR_TRACK_LINE,   /* NetQuake: none, or one that not all engines read */
    REPAIR_FIRST_SIZE,   /* NetQuake: the first block's size begins with a blank, which early
                            versions take for the end of the track line */
    REPAIR_TEXT_MODE,    /* bytes lost or added where lines end, as by a transfer of text */
    REPAIR_EMPTY_BLOCK,  /* block without messages */
    REPAIR_BLOCK_SIZE,   /* size that does not fit the block's messages */
    REPAIR_LOST_BYTES,   /* bytes that are no block */
    REPAIR_TORN_BLOCK,   /* block in which the file ends */
    REPAIR_BAD_MESSAGE,  /* message that cannot be read, and the rest of its block */
    REPAIR_OUT_OF_RANGE, /* message with a number that no engine takes */
    REPAIR_TEXT_LENGTH,  /* text longer than the original's buffer */
    REPAIR_RECONNECT,    /* NetQuake: a text that ends playback at the next level */
    REPAIR_SIGN_ON,      /* NetQuake: a level's sign-on without its last number */
    REPAIR_NO_LEVEL,     /* updates before any level */
    REPAIR_ORDER,        /* QuakeWorld, Quake III: block that comes again or too late */
    REPAIR_DELTA_BASE,   /* QuakeWorld: changes of a frame from before the demo */
    REPAIR_EARLY_END,    /* end of a demo, and more behind it */
    REPAIR_NO_END,       /* no end */
    REPAIR_KINDS
};

struct repair_change {
    enum repair_kind kind;
    uint32_t block; /* of the damaged file, from 0 */
    size_t offset;  /* in the damaged file */
    size_t removed; /* bytes there, */
    size_t added;   /* and in their place */
};

/* Called with each change, in the order of the file. */
typedef void (*repair_changed_fn)(void *context, const struct repair_change *change);

/* "track-line". */
const char *repair_kind_name(enum repair_kind kind);
/* "CD track line". */
const char *repair_kind_text(enum repair_kind kind);

/* Appends the repaired demo to out (caller frees), and sets *changes to the number of changes. name
 * as for demo_open; changed may be NULL. Returns 0; FORMAT_MEMORY; or another negative code if
 * nothing of the demo can be saved: out is as before then, and err tells why. A part that split
 * wrote keeps its note (part_note.h) if nothing is changed. */
int repair_demo(const uint8_t *data, size_t size, const char *name, struct byte_writer *out,
                repair_changed_fn changed, void *context, uint64_t *changes,
                struct format_error *err) MUST_CHECK;

#endif
