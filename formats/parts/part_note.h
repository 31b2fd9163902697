/* The note behind the end of a part of a demo: how the bytes of the demo are made of those of the
 * part, which has a start state and tells in full what the demo tells as differences.
 *
 * Players stop at the end of a demo and so do not see the note. It begins with bytes that the
 * family has there (a second end mark, a block of no kind), then come the pieces, each three
 * numbers and its literal bytes: how many literal bytes, how many of the part's are left out, how
 * many are copied. At the end of the file stand the numbers of struct part_note, hashes of the part
 * with its pieces and of the demo in front of it, and the mark. All numbers have 64 bits,
 * little-endian. */
#ifndef FORMATS_PARTS_PART_NOTE_H
#define FORMATS_PARTS_PART_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

struct part_note {
    size_t part;     /* bytes of the part without its note */
    size_t pieces;   /* byte offset of the pieces in the file */
    size_t offset;   /* of the part's bytes in the demo */
    size_t size;     /* their number */
    size_t demo;     /* bytes of the whole demo */
    size_t end;      /* offset in the demo of the step that ends it, or where it cannot be read */
    uint64_t before; /* hash of the demo's bytes in front of them */
};

/* The hash for part_note.before. */
uint64_t part_note_hash(const uint8_t *data, size_t size);

/* A hash of bytes that become more. */
struct part_hash { /* start from {0} */
    uint64_t hash;
    size_t size; /* bytes it is of */
};

/* The same as part_note_hash. The bytes that the hash was of in the call before are passed over, if
 * there are not less now: they have not changed. */
uint64_t part_hash_on(struct part_hash *known, const uint8_t *data, size_t size);

/* Appends a note to a file that has a part of note->part bytes and the bytes in front of the
 * pieces. demo: the note->size bytes of the demo that the part is for. note->pieces need not be
 * set. Returns 0 or FORMAT_MEMORY; failures are in out, too. */
int part_note_write(struct byte_writer *out, const struct part_note *note,
                    const uint8_t *demo) MUST_CHECK;

/* Reads the note of a file. False: it has none, or was changed since. The numbers are in range:
 * part <= pieces <= size of the file; offset + size <= demo; end <= demo. */
bool part_note_read(const uint8_t *data, size_t size, struct part_note *note);

/* Bytes of the file without its note: what of it is the demo that players see. */
size_t part_note_skip(const uint8_t *data, size_t size);

/* Appends the bytes of the demo that a file's part is for: note->size of them, at most as many as
 * the file has. Returns 0, FORMAT_BAD if the pieces do not fit, or FORMAT_MEMORY; out then has its
 * old size. */
int part_note_restore(const uint8_t *data, const struct part_note *note, size_t size,
                      struct byte_writer *out) MUST_CHECK;

#endif
