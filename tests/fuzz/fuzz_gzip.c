/* Fuzz target: gzip files, as they are and as one member of the input's own packed bytes. */
#include <stdint.h>
#include <stdlib.h>

#include "formats/archives/gzip.h"
#include "formats/archives/inflate.h"
#include "formats/archives/packing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct byte_writer out;
    struct format_error err;
    const int code = gzip_read(data, size, &out, &err);
    if ((code < 0 && err.offset > size) || out.size > GZIP_MOST ||
        ((code == FORMAT_UNKNOWN || code == FORMAT_MEMORY) && out.data)) {
        abort();
    }
    byte_writer_free(&out);
    /* Without the checksums, which random bytes never have right: both ways out have to agree. */
    enum { MOST = 1 << 16 };
    struct byte_writer grown = {0};
    size_t used;
    const int grew = inflate_append(&grown, data, size, MOST, &used);
    if (grown.size > MOST || used > size) {
        abort();
    }
    if (grew == 0) {
        uint8_t *exact = malloc(grown.size ? grown.size : 1);
        if (exact && (inflate_bytes(data, size, exact, grown.size) != 0 ||
                      (grown.size > 0 && inflate_bytes(data, size, exact, grown.size - 1) == 0))) {
            abort();
        }
        free(exact);
    }
    byte_writer_free(&grown);
    return packing_unread(data, size) && packing_is_archive(data, size) ? -1 : 0;
}
