/* Fuzz target: the note behind a part of a demo. One with a good hash is read and gives as many
 * bytes as it tells, at most those of the file, or none; what is written gives the demo's bytes. */
#include <stdlib.h>
#include <string.h>

#include "formats/base/hash64.h"
#include "formats/parts/part_note.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TAIL = 8 * 8 + 16 };

/* Gives the bytes the hash that fits and the mark. */
static void check_read(const uint8_t *data, size_t size)
{
    struct byte_writer file = {0}, out = {0};
    struct part_note note;
    byte_writer_bytes(&file, data, size - 24);
    const uint64_t hash = hash64_add(HASH64_START, data, size - TAIL);
    byte_writer_u32(&file, (uint32_t)hash);
    byte_writer_u32(&file, (uint32_t)(hash >> 32));
    byte_writer_bytes(&file, "quakereel part 1", 16);
    if (part_note_read(file.data, file.size, &note)) {
        require(note.part <= note.pieces && note.pieces <= size && note.end <= note.demo);
        const int code = part_note_restore(file.data, &note, file.size, &out);
        require(out.size == (code == 0 ? note.size : 0) && out.size <= size);
    }
    byte_writer_free(&file);
    byte_writer_free(&out);
}

/* The first bytes are the part, the others the demo. */
static void check_written(const uint8_t *data, size_t size, size_t part)
{
    const struct part_note note = {.part = part, .size = size - part, .demo = size - part};
    struct byte_writer file = {0}, out = {0};
    struct part_note read;
    byte_writer_bytes(&file, data, part);
    require(part_note_write(&file, &note, data + part) == 0);
    require(part_note_read(file.data, file.size, &read) && read.part == part);
    require(part_note_restore(file.data, &read, file.size, &out) == 0);
    require(out.size == size - part &&
            (out.size == 0 || memcmp(out.data, data + part, out.size) == 0));
    byte_writer_free(&file);
    byte_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > TAIL) {
        check_read(data, size);
        check_written(data, size, size * data[0] / 256);
    }
    return 0;
}
