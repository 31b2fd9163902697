/* Fuzz target: gzip files; raw deflate streams; round trips through deflate. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/archives/file_magic.h"
#include "formats/archives/gzip.h"
#include "formats/base/deflate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Input as a stream, and as what a stream decompresses to. */
static void check_streams(const uint8_t *data, size_t size)
{
    enum { ROOM = 1 << 16 };
    struct byte_writer packed = {0};
    uint8_t *out = malloc(size > ROOM ? size : ROOM);
    if (out && inflate_bytes(data, size, out, ROOM) == 0 &&
        inflate_bytes(data, size, out, ROOM - 1) == 0) {
        abort();
    }
    if (out && deflate_zlib(&packed, data, size, DEFLATE_FAST) == 0 &&
        (inflate_bytes(packed.data + DEFLATE_HEADER, packed.size - DEFLATE_HEADER, out, size) !=
             0 ||
         (size > 0 && memcmp(out, data, size) != 0))) {
        abort();
    }
    byte_writer_free(&packed);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct byte_writer out;
    struct format_error err;
    const int code = gzip_read(data, size, &out, &err);
    if ((code < 0 && err.offset > size) || out.size > GZIP_SIZE_MAX ||
        ((code == FORMAT_UNKNOWN || code == FORMAT_MEMORY) && out.data)) {
        abort();
    }
    byte_writer_free(&out);
    check_streams(data, size);
    return file_magic_unsupported(data, size) && file_magic_is_archive(data, size) ? -1 : 0;
}
